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
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
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
      title="Notifications"
      filters={
        <SegmentedControl
          size="xs"
          aria-label="Shown"
          data={SHOWN}
          value={isUnread ? 'unread' : 'all'}
          onChange={(value) =>
            void navigate({ to: '/notifications', search: { unread: value === 'unread' ? true : undefined } })
          }
        />
      }
      actions={
        <>
          <PageLink to="/settings/notifications" size="sm">
            Settings
          </PageLink>
          {latest && unread > 0 && (
            <Button size="xs" variant="default" onClick={() => void markRead({ until: latest.createdAt })}>
              Mark all as read
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
  <Page title="Notifications">
    <Empty title="Only for members" icon={BellIcon}>
      Notifications are for the people who work in this account. You are signed in as its operator.
    </Empty>
  </Page>
);
