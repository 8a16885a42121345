import { Button, Stack, Text, Timeline, Title } from '@mantine/core';
import { useState } from 'react';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { platformName } from '../../parts/platform.js';
import { Time } from '../../parts/time.js';
import { type LogPage, REST_OF_LOG } from './posts.operations.js';
import { usePostActivity } from './use-post-activity.js';

type Entry = LogPage['edges'][number]['node'];

const EVENTS: Record<Entry['event'], string> = {
  PROCESSING: 'Publishing began',
  PUBLISH_ATTEMPTED: 'Sent',
  PUBLISH_FAILED: 'An attempt failed',
  PUBLISH_SUCCEEDED: 'Published',
  SCHEDULED: 'Scheduled',
  STATUS_CHANGED: 'Status changed',
  UNPUBLISHED: 'Deleted on the platform',
  UNPUBLISH_FAILED: 'Could not be deleted on the platform',
};

/** What happened, in its order. */
export function PostLog({ postGroupId, log }: { postGroupId: string; log: LogPage | null }) {
  return (
    <Stack component="section" aria-labelledby="log" gap="sm">
      <Title order={2} size="h4" id="log">
        Log
      </Title>
      {!log && <Text c="dimmed">The log could not be loaded.</Text>}
      {log?.edges.length === 0 && <Text c="dimmed">Nothing has happened yet.</Text>}
      {log && <Entries postGroupId={postGroupId} log={log} />}
    </Stack>
  );
}

function Entries({ postGroupId, log }: { postGroupId: string; log: LogPage }) {
  const [goesOn, setGoesOn] = useState(false);
  const { hasNextPage, endCursor } = log.pageInfo;
  return (
    <>
      <Timeline bulletSize={14} lineWidth={2}>
        {log.edges.map(({ node: { id, event, platformKey, error, httpStatus, createdAt } }) => (
          <Timeline.Item
            key={id}
            color={error ? 'red' : undefined}
            title={[EVENTS[event], platformKey && platformName(platformKey)].filter(Boolean).join(' · ')}
          >
            {error && <Text size="sm">{httpStatus ? `${error} (HTTP ${httpStatus})` : error}</Text>}
            <Text size="sm" c="dimmed">
              <Time at={createdAt} />
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      {hasNextPage && endCursor && goesOn && <Rest postGroupId={postGroupId} after={endCursor} />}
      {hasNextPage && !goesOn && (
        <Button variant="default" onClick={() => setGoesOn(true)}>
          Later entries
        </Button>
      )}
    </>
  );
}

function Rest({ postGroupId, after }: { postGroupId: string; after: string }) {
  const [{ data, ...state }, refresh] = useRefetchingQuery({
    query: REST_OF_LOG,
    variables: { id: postGroupId, after },
  });
  usePostActivity(postGroupId, refresh);
  const failure = failureOf(state);
  const log = data?.postGroup?.log;
  return (
    <>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading />}
      {log && <Entries postGroupId={postGroupId} log={log} />}
    </>
  );
}
