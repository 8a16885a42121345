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
          <VisuallyHidden>Account {compact && shown}</VisuallyHidden>
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
          {isDark ? 'Light theme' : 'Dark theme'}
        </Menu.Item>
        <Menu.Item leftSection={<SignOutIcon />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
