import { Stack, Text, Timeline, Title } from '@mantine/core';
import { platformName } from '../../parts/platform.js';
import { Time } from '../../parts/time.js';
import type { Group } from './posts.operations.js';

type Log = NonNullable<Group['log']>;
type Entry = Log['edges'][number]['node'];

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
export function PostLog({ log }: { log: Log | null }) {
  return (
    <Stack component="section" aria-labelledby="log" gap="sm">
      <Title order={2} size="h4" id="log">
        Log
      </Title>
      {log ? <Entries log={log} /> : <Text c="dimmed">The log could not be loaded.</Text>}
    </Stack>
  );
}

function Entries({ log }: { log: Log }) {
  if (log.edges.length === 0) return <Text c="dimmed">Nothing has happened yet.</Text>;
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
      {log.pageInfo.hasNextPage && <Text c="dimmed">The log goes on after these entries.</Text>}
    </>
  );
}
