import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { Time } from '../../parts/time.js';
import { ACTIVITY } from './activity.operations.js';
import type { toFilter } from './activity-search.js';
import { type AuditEvent, aboutOf, actorOf, titleOf } from './activity-words.js';
import { browserName } from './browser-name.js';

const PAGE_SIZE = 25;

interface ActivityListProps {
  filter: ReturnType<typeof toFilter>;
}

export const ActivityList = (props: ActivityListProps) => (
  <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Activity`}>
    <ActivityPage {...props} after={null} />
  </Stack>
);

/** A page of the list, and once it is asked for the next one. */
function ActivityPage({ filter, after }: ActivityListProps & { after: string | null }) {
  const variables = { filter, first: PAGE_SIZE, after };
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: ACTIVITY, variables });
  const failure = failureOf(state);
  const [more, setMore] = useState(false);
  const events = data?.viewer?.auditLog;
  return (
    <>
      {failure && (
        <li>
          <FailureNotice failure={failure} onRetry={refresh} />
        </li>
      )}
      {!events && !failure && (
        <li>
          <Loading />
        </li>
      )}
      {after === null && events?.edges.length === 0 && (
        <li>
          <Empty title={t`Nothing was done`}>
            <Trans>Take back a filter: what is older than the audit log reaches is gone.</Trans>
          </Empty>
        </li>
      )}
      {events?.edges.map(({ node }) => (
        <ActivityItem key={node.id} event={node} />
      ))}
      {events?.pageInfo.hasNextPage &&
        (more ? (
          <ActivityPage filter={filter} after={events.pageInfo.endCursor} />
        ) : (
          <li>
            <Button variant="default" onClick={() => setMore(true)}>
              <Trans>Show more</Trans>
            </Button>
          </li>
        ))}
    </>
  );
}

function ActivityItem({ event }: { event: AuditEvent }) {
  const { createdAt, address, userAgent, managedUserId, requestId } = event;
  const about = aboutOf(event);
  const from = [address, userAgent && browserName(userAgent)].filter(Boolean).join(', ');
  return (
    <Paper component="li" withBorder p="sm">
      <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
        {titleOf(event)}
        {about && `: ${about}`}
      </Text>
      <Text
        size="sm"
        c="dimmed"
        style={{ overflowWrap: 'anywhere' }}
        title={requestId ? t`Request ${requestId}` : undefined}
      >
        <Time at={createdAt} /> · {actorOf(event)}
        {from && ` · ${t`from ${from}`}`}
        {managedUserId && ` · ${t`for the client ${managedUserId}`}`}
      </Text>
    </Paper>
  );
}
