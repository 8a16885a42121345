import { t } from '@lingui/core/macro';
import { useMantineColorScheme } from '@mantine/core';
import {
  ClockIcon,
  CommandPaletteIcon,
  DeviceDesktopIcon,
  LinkIcon,
  MoonIcon,
  SignOutIcon,
  SunIcon,
} from '@primer/octicons-react';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cityOf } from '../parts/formats.js';
import { useMay } from '../parts/may.js';
import { useTimeZone } from '../parts/time.js';
import { useNavigation } from './navigation.js';
import { useSignOut } from './use-sign-out.js';

export interface Command {
  id: string;
  label: string;
  /** Beside the label: a state, or the shortcut. */
  note?: string;
  icon: ReactNode;
  /** Further words under which it is found. */
  words?: string;
  run: () => void;
}

/** What can be done from everywhere: views first, in the order of the navigation. */
export function useCommands(onShowShortcuts: () => void): Command[] {
  const { navigate } = useRouter();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const timeZone = useTimeZone();
  const signOut = useSignOut();
  const mayConnect = useMay('MANAGE');
  const views = useNavigation().flatMap(({ entries }): Command[] =>
    entries.map(({ to, label, icon: Icon, ...entry }) => ({
      id: to,
      label,
      note: 'shortcut' in entry ? entry.shortcut : undefined,
      icon: <Icon />,
      words: 'open go view',
      run: () => void navigate({ to }),
    })),
  );
  const themes = (
    [
      ['light', t`Light theme`, <SunIcon key="light" />],
      ['dark', t`Dark theme`, <MoonIcon key="dark" />],
      ['auto', t`Theme of the device`, <DeviceDesktopIcon key="auto" />],
    ] as const
  ).map(
    ([scheme, label, icon]): Command => ({
      id: `theme-${scheme}`,
      label,
      note: scheme === colorScheme ? t`now` : undefined,
      icon,
      words: 'color appearance',
      run: () => setColorScheme(scheme),
    }),
  );
  return [
    ...views,
    ...(mayConnect
      ? [
          {
            id: 'connect',
            label: t`Connect an account`,
            icon: <LinkIcon />,
            words: 'add platform',
            run: () => void navigate({ to: '/accounts' }),
          },
        ]
      : []),
    ...themes,
    {
      id: 'time-zone',
      label: t`Change the time zone`,
      note: cityOf(timeZone),
      icon: <ClockIcon />,
      words: 'settings clock',
      run: () => void navigate({ to: '/settings' }),
    },
    {
      id: 'shortcuts',
      label: t`Keyboard shortcuts`,
      note: '?',
      icon: <CommandPaletteIcon />,
      words: 'keys help',
      run: onShowShortcuts,
    },
    { id: 'sign-out', label: t`Sign out`, icon: <SignOutIcon />, words: 'leave log out', run: () => void signOut() },
  ];
}

/** Whether each word of the text begins a word of the command. */
export const isFoundBy = ({ label, words = '' }: Command, text: string): boolean => {
  const own = `${label} ${words}`.toLowerCase().split(/\s+/);
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => own.some((one) => one.startsWith(word)));
};
