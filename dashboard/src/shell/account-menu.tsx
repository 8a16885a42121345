import { ActionIcon, Menu, Text, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { MoonIcon, PersonIcon, SignOutIcon, SunIcon } from '@primer/octicons-react';
import { useMutation } from 'urql';
import { failureOf, isWithoutSession } from '../api/failure.js';
import { graphql } from '../api/graphql.js';
import { useSession } from '../api/session.js';
import { showFailure } from '../parts/failure-notice.js';
import { useViewer } from './viewer.js';

const SIGN_OUT = graphql(`
  mutation SignOut {
    signOut {
      ended
    }
  }
`);

export function AccountMenu() {
  const viewer = useViewer();
  const { renew } = useSession();
  const [, signOut] = useMutation(SIGN_OUT);
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme() === 'dark';

  const leave = async () => {
    const failure = failureOf(await signOut({}));
    if (failure && !isWithoutSession(failure)) showFailure(failure);
    else renew();
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label="Account">
          <PersonIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm">{viewer.displayName}</Text>
          <Text size="xs">{viewer.email}</Text>
        </Menu.Label>
        <Menu.Item
          leftSection={isDark ? <SunIcon /> : <MoonIcon />}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {isDark ? 'Light theme' : 'Dark theme'}
        </Menu.Item>
        <Menu.Item leftSection={<SignOutIcon />} onClick={leave}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
