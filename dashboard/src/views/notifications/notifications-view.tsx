import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, SegmentedControl } from '@mantine/core';
import { BellIcon } from '@primer/octicons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Empty } from '../../parts/empty.js';
import { PageLink } from '../../parts/link.js';
import { Page } from '../../parts/page.js';
import { useIsNotified, useMarkRead, useNotificationState } from '../../shell/notifications.js';
import { NotificationsList } from './notifications-list.js';

const route = getRouteApi('/signed-in/notifications');
const SHOWN = [
  { value: 'all', label: msg`All` },
  { value: 'unread', label: msg`Unread` },
];

/** What happened in all accounts of the person. */
export function NotificationsView() {
  return useIsNotified() ? <Notifications /> : <NotForOperators />;
}

function Notifications() {
  const { unread: isUnread = false } = route.useSearch();
  const navigate = useNavigate();
  const markRead = useMarkRead();
  const { unread, latest } = useNotificationState();
  return (
    <Page
      title={t`Notifications`}
      filters={
        <SegmentedControl
          size="xs"
          aria-label={t`Shown`}
          data={SHOWN.map(({ value, label }) => ({ value, label: t(label) }))}
          value={isUnread ? 'unread' : 'all'}
          onChange={(value) =>
            void navigate({ to: '/notifications', search: { unread: value === 'unread' ? true : undefined } })
          }
        />
      }
      actions={
        <>
          <PageLink to="/settings/notifications" size="sm">
            <Trans>Settings</Trans>
          </PageLink>
          {latest && unread > 0 && (
            <Button size="xs" variant="default" onClick={() => void markRead({ until: latest.createdAt })}>
              <Trans>Mark all as read</Trans>
            </Button>
          )}
        </>
      }
    >
      <NotificationsList key={String(isUnread)} unread={isUnread} />
    </Page>
  );
}

const NotForOperators = () => (
  <Page title={t`Notifications`}>
    <Empty title={t`Only for members`} icon={BellIcon}>
      <Trans>Notifications are for the people who work in this account. You are signed in as its operator.</Trans>
    </Empty>
  </Page>
);
