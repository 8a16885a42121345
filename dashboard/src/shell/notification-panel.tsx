import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text, Title } from '@mantine/core';
import { useRef } from 'react';
import { FailureNotice } from '../parts/failure-notice.js';
import { PageLink } from '../parts/link.js';
import { Loading } from '../parts/loading.js';
import { Ago } from '../parts/time.js';
import { aboutOf, quoteOf } from './notification-words.js';
import {
  useIsInSeveral,
  useMarkRead,
  useNotificationLink,
  useNotificationState,
  useNotifications,
} from './notifications.js';
import classes from './notifications.module.css';
import type { Notification } from './notifications.operations.js';
import { UnreadMark } from './unread-mark.js';

const SHOWN = 10;

/** The newest notifications, which the bell opens. */
export function NotificationPanel({ onClose }: { onClose: () => void }) {
  const { page, failure, refresh } = useNotifications({ unread: false, first: SHOWN });
  const markRead = useMarkRead();
  const { unread } = useNotificationState();
  const list = page?.edges.map(({ node }) => node);
  const newest = list?.[0];
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <div className={classes.panelHead}>
        <Title order={2} size="h5" ref={title} tabIndex={-1}>
          <Trans>Notifications</Trans>
        </Title>
        {newest && unread > 0 && (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => {
              // The button goes: the focus stays in the panel, and Escape closes it.
              title.current?.focus();
              // What arrives meanwhile stays unread.
              void markRead({ until: newest.createdAt });
            }}
          >
            <Trans>Mark all as read</Trans>
          </Button>
        )}
      </div>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!list && !failure && <Loading />}
      {list?.length === 0 && (
        <Text size="sm" c="dimmed" p="md">
          <Trans>No notifications yet. Posts that fail and requests for approval, for example, are listed here.</Trans>
        </Text>
      )}
      {list && list.length > 0 && (
        <ul className={classes.list} aria-label={t`Newest notifications`}>
          {list.map((notification) => (
            <li key={notification.id}>
              <Item notification={notification} onClose={onClose} />
            </li>
          ))}
        </ul>
      )}
      <div className={classes.panelFoot}>
        <PageLink to="/notifications" size="sm" onClick={onClose}>
          <Trans>All notifications</Trans>
        </PageLink>
        <PageLink to="/settings/notifications" size="sm" onClick={onClose}>
          <Trans>Settings</Trans>
        </PageLink>
      </div>
    </>
  );
}

function Item({ notification, onClose }: { notification: Notification; onClose: () => void }) {
  const { title, accountName, createdAt, readAt } = notification;
  const isInSeveral = useIsInSeveral();
  const [quote, about] = [quoteOf(notification), aboutOf(notification)];
  return (
    <a {...useNotificationLink(notification, onClose)} className={classes.item}>
      <UnreadMark readAt={readAt} />
      <Text span size="sm" fw={500}>
        {title}
      </Text>
      {quote && (
        <Text span size="sm" lineClamp={1}>
          {quote}
        </Text>
      )}
      {about && (
        <Text span size="sm" c="dimmed" lineClamp={2}>
          {about}
        </Text>
      )}
      <Text span size="xs" c="dimmed">
        {isInSeveral && `${accountName} · `}
        <Ago at={createdAt} />
      </Text>
    </a>
  );
}
