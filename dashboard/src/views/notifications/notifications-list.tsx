import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Paper } from '@mantine/core';
import { BellIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { useNotifications } from '../../shell/notifications.js';
import { NotificationRow } from './notification-row.js';
import classes from './notifications.module.css';

const PAGE_SIZE = 20;

interface NotificationsListProps {
  /** Only these. */
  unread: boolean;
}

export const NotificationsList = ({ unread }: NotificationsListProps) => (
  <NotificationsPage unread={unread} after={null} />
);

/** A page of the list, and once it is asked for the next one. */
function NotificationsPage({ unread, after }: NotificationsListProps & { after: string | null }) {
  const { page, failure, refresh } = useNotifications({ unread, first: PAGE_SIZE, after });
  const [more, setMore] = useState(false);
  return (
    <>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!page && !failure && <Loading height={88} />}
      {after === null && page?.edges.length === 0 && <NoneYet unread={unread} />}
      {page && page.edges.length > 0 && (
        <Paper component="ul" withBorder className={classes.list} aria-label={t`Notifications`}>
          {page.edges.map(({ node }) => (
            <NotificationRow key={node.id} notification={node} />
          ))}
        </Paper>
      )}
      {page?.pageInfo.hasNextPage &&
        (more ? (
          <NotificationsPage unread={unread} after={page.pageInfo.endCursor} />
        ) : (
          <div>
            <Button variant="default" onClick={() => setMore(true)}>
              <Trans>Show more</Trans>
            </Button>
          </div>
        ))}
    </>
  );
}

const NoneYet = ({ unread }: NotificationsListProps) =>
  unread ? (
    <Empty title={t`Nothing is unread`} icon={BellIcon}>
      <Trans>New notifications appear here.</Trans>
    </Empty>
  ) : (
    <Empty title={t`No notifications yet`} icon={BellIcon}>
      <Trans>
        Posts that fail, requests for your approval and accounts to reconnect, for example, are listed here for 90 days.
      </Trans>
    </Empty>
  );
