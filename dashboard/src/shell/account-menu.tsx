import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  Avatar,
  Menu,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { MoonIcon, SignOutIcon, SunIcon } from '@primer/octicons-react';
import { chooseLanguage, LANGUAGE, LANGUAGES } from '../language/language.js';
import classes from './shell.module.css';
import { useSignOut } from './use-sign-out.js';
import { useViewer } from './viewer.js';

/** The signed-in user, the theme and the sign-out. `compact` shows the picture only. */
export function AccountMenu({ compact = false }: { compact?: boolean }) {
  const viewer = useViewer();
  const { displayName } = viewer;
  // The person, who may act for an account of somebody else.
  const email = viewer.person?.email ?? viewer.email;
  const isOwn = email === viewer.email;
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme() === 'dark';
  const shown = isOwn ? displayName || email : email;
  return (
    <Menu position={compact ? 'bottom-end' : 'top-start'} width={220}>
      <Menu.Target>
        <UnstyledButton className={compact ? undefined : classes.account}>
          <VisuallyHidden>{compact ? t`Account ${shown}` : t`Account`}</VisuallyHidden>
          <Avatar size={26} color="accent" variant="light" alt="" aria-hidden>
            {shown.slice(0, 1).toUpperCase()}
          </Avatar>
          {!compact && (
            <Text span size="sm" fw={500} truncate>
              {shown}
            </Text>
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {isOwn && <Text size="sm">{displayName}</Text>}
          <Text size="xs">{email}</Text>
        </Menu.Label>
        <Menu.Item
          leftSection={isDark ? <SunIcon /> : <MoonIcon />}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {isDark ? t`Light theme` : t`Dark theme`}
        </Menu.Item>
        <Menu.Label>
          <Trans>Language</Trans>
        </Menu.Label>
        <Menu.RadioGroup value={LANGUAGE} onChange={chooseLanguage}>
          {Object.entries(LANGUAGES).map(([language, { name }]) => (
            <Menu.RadioItem key={language} value={language} lang={language}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<SignOutIcon />} onClick={() => void signOut()}>
          <Trans>Sign out</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
