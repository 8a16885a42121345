import { AppShell, Burger, Center, Container, Group, Kbd, NavLink, Text } from '@mantine/core';
import { type HotkeyItem, useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../api/failure.js';
import { useSession } from '../api/session.js';
import { FailureNotice } from '../parts/failure-notice.js';
import { Loading } from '../parts/loading.js';
import { useHasShortcuts, useShortcuts } from '../parts/shortcuts.js';
import { AccountMenu } from './account-menu.js';
import { ConnectionBadge } from './connection-badge.js';
import { NAVIGATION } from './navigation.js';
import { RemovalBanner } from './removal-banner.js';
import classes from './shell.module.css';
import { VIEWER, ViewerContext } from './viewer.js';

/** The frame of all views. Without a session it redirects to the sign-in, and back afterwards. */
export function Shell() {
  const { history } = useRouter();
  const navigate = useNavigate();
  const { ended } = useSession();
  const [{ data, ...state }, fetchViewer] = useQuery({ query: VIEWER });
  useEffect(() => {
    if (ended) void navigate({ to: '/sign-in', search: { returnTo: history.location.href }, replace: true });
  }, [ended, history, navigate]);
  if (ended) return null;
  const failure = failureOf(state);
  if (data?.viewer) {
    return (
      <ViewerContext value={data.viewer}>
        <Frame />
      </ViewerContext>
    );
  }
  return (
    <Center component="main" mih="100dvh" p="md">
      {failure ? (
        <FailureNotice failure={failure} onRetry={() => fetchViewer({ requestPolicy: 'network-only' })} />
      ) : (
        <Loading />
      )}
    </Center>
  );
}

function Frame() {
  const [opened, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { followActivity } = useSession();
  useEffect(followActivity, [followActivity]);
  const [hasShortcuts] = useHasShortcuts();
  useShortcuts(
    NAVIGATION.flatMap(({ to, ...entry }): HotkeyItem[] =>
      'shortcut' in entry ? [[entry.shortcut, () => void navigate({ to })]] : [],
    ),
  );
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="md"
    >
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label="Navigation"
              aria-expanded={opened}
            />
            <Text fw={600}>Social publishing</Text>
          </Group>
          <Group gap="sm" wrap="nowrap">
            <ConnectionBadge />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={opened ? undefined : classes.closed} p="xs" aria-label="Views">
        {NAVIGATION.map(({ to, label, icon: Icon, ...entry }) => (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={label}
            leftSection={<Icon />}
            active={pathname.startsWith(to)}
            rightSection={hasShortcuts && 'shortcut' in entry && <Kbd aria-hidden>{entry.shortcut}</Kbd>}
            onClick={close}
          />
        ))}
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Container size="xl" p={0}>
          <RemovalBanner />
          <Outlet />
        </Container>
      </AppShell.Main>
    </AppShell>
  );
}
