import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { AppShell, Burger, Center, Group } from '@mantine/core';
import { type HotkeyItem, useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../api/failure.js';
import { useSession } from '../api/session.js';
import { FailureNotice } from '../parts/failure-notice.js';
import { Loading } from '../parts/loading.js';
import { PermissionsContext, useMay } from '../parts/may.js';
import { useShortcuts } from '../parts/shortcuts.js';
import { useShownTimeZone } from '../parts/time.js';
import { AccountMenu } from './account-menu.js';
import { ApprovalsProvider } from './approvals.js';
import { Banner } from './banner.js';
import { Bell } from './bell.js';
import { CommandKeys, type ShownCommands } from './command-keys.js';
import { ConnectionBadge } from './connection-badge.js';
import { LostNotice } from './lost-notice.js';
import { useNavigation, withShortcut } from './navigation.js';
import { NetworkNote } from './network-note.js';
import { NotificationsProvider } from './notifications.js';
import { OperatorBar } from './operator-bar.js';
import { NotYourAccount, Permitted } from './permitted.js';
import { useKeptPush } from './push.js';
import { RemovalBanner } from './removal-banner.js';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.js';
import { Switcher } from './switcher.js';
import { useAccountInAddress } from './use-account-in-address.js';
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
  const opening = useAccountInAddress(data?.viewer ?? null);
  useShownTimeZone(data?.viewer?.timeZone);
  if (ended) return <LostNotice />;
  const failure = failureOf(state);
  if (data?.viewer && opening !== 'pending') {
    return (
      <ViewerContext value={data.viewer}>
        <PermissionsContext value={data.viewer.permissions}>
          <ApprovalsProvider>
            <NotificationsProvider>
              <LostNotice />
              <Frame isRefused={opening === 'refused'} />
            </NotificationsProvider>
          </ApprovalsProvider>
        </PermissionsContext>
      </ViewerContext>
    );
  }
  return (
    <Center component="main" mih="100dvh" p="md">
      {failure ? (
        <FailureNotice failure={failure} onRetry={() => fetchViewer({ requestPolicy: 'network-only' })} />
      ) : (
        <Loading rows={6} />
      )}
    </Center>
  );
}

const PHONE = '(max-width: 47.99em)';

/** `isRefused`: the address names an account in which the person cannot act. */
function Frame({ isRefused }: { isRefused: boolean }) {
  const [isOpen, { toggle, close }] = useDisclosure();
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const navigate = useNavigate();
  const { followActivity } = useSession();
  const [commands, setCommands] = useState<ShownCommands>(null);
  const mayRead = useMay('READ');
  useKeptPush();
  const shortcuts = withShortcut(useNavigation());
  // Without two-factor authentication that the account requires, nothing of it can be read.
  useEffect(() => (mayRead ? followActivity() : undefined), [mayRead, followActivity]);
  useShortcuts(shortcuts.map(({ to, shortcut }): HotkeyItem => [shortcut, () => void navigate({ to })]));
  return (
    <AppShell
      layout={isPhone ? 'default' : 'alt'}
      header={{ height: 52, collapsed: !isPhone }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
    >
      <a className={classes.skip} href="#content">
        <Trans>Skip to content</Trans>
      </a>
      {isPhone && (
        <AppShell.Header className={classes.header}>
          <Group h="100%" px="md" gap="xs" wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} size="sm" aria-label={t`Navigation`} aria-expanded={isOpen} />
            <Switcher />
            <Group ms="auto" gap="sm" wrap="nowrap" flex="none">
              <ConnectionBadge />
              <Bell />
              <AccountMenu compact />
            </Group>
          </Group>
        </AppShell.Header>
      )}
      <Sidebar isOpen={isOpen} isPhone={isPhone} onClose={close} onSearch={() => setCommands('palette')} />
      <NetworkNote />
      {mayRead && <CommandKeys shown={commands} onShow={setCommands} />}
      <AppShell.Main id="content" tabIndex={-1}>
        <div className={classes.banners}>
          <OperatorBar />
          <Banner />
          <RemovalBanner />
        </div>
        {isRefused ? <NotYourAccount /> : <Permitted />}
      </AppShell.Main>
    </AppShell>
  );
}
