import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Confirm } from '../../parts/confirm.js';
import { showFailure } from '../../parts/failure-notice.js';
import { useMay } from '../../parts/may.js';
import { showDone } from '../../parts/show-done.js';
import { Ago, Time } from '../../parts/time.js';
import { FeedEntries } from './feed-entries.js';
import { FeedForm } from './feed-form.js';
import { DELETE_FEED, type Feed, PAUSE_FEED, REFRESH_FEED } from './feeds.operations.js';

const STATES: Record<Feed['state'], { label: string; color: string }> = {
  ACTIVE: { label: 'Active', color: 'green' },
  FAILING: { label: 'Failing', color: 'red' },
  PAUSED: { label: 'Paused', color: 'gray' },
  ENDED: { label: 'Ended', color: 'red' },
};

/** A feed with its state, and buttons that read, change, pause and delete it. */
export function FeedCard({ feed, onChanged }: { feed: Feed; onChanged: () => void }) {
  const { id: feedId, name, url, state, problem, fetchedAt, nextFetchAt, result, dailyMax } = feed;
  const [asking, setAsking] = useState<'edit' | 'delete' | 'entries' | null>(null);
  const [refreshing, refresh] = useMutation(REFRESH_FEED);
  const [pausing, pause] = useMutation(PAUSE_FEED);
  const [deleting, deleteFeed] = useMutation(DELETE_FEED);
  const mayDraft = useMay('DRAFT');
  const close = () => setAsking(null);
  const report = (done: string, answer: Parameters<typeof failureOf>[0]) => {
    const failure = failureOf(answer);
    if (failure) return showFailure(failure);
    showDone(done);
    onChanged();
  };
  const isPaused = state === 'PAUSED';
  const togglePause = async () =>
    report(isPaused ? `“${name}” resumed` : `“${name}” paused`, await pause({ input: { feedId, paused: !isPaused } }));
  const { label, color } = STATES[state];
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} miw={0} flex="1 1 16rem">
          <Group gap="xs">
            <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Title>
            <Badge color={color} variant="light">
              {label}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Text>
          <Text size="sm">
            {result === 'QUEUE' ? 'New entries go to the queue' : 'New entries become drafts'}, at most {dailyMax} a
            day.
          </Text>
          {problem && (
            <Text size="sm" c="red">
              {problem}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {fetchedAt && (
              <>
                Read <Ago at={fetchedAt} />
              </>
            )}
            {(state === 'ACTIVE' || state === 'FAILING') && (
              <>
                {fetchedAt ? ', next ' : 'Next '}
                <Time at={nextFetchAt} />
              </>
            )}
          </Text>
        </Stack>
        <Group gap="xs">
          <Button size="xs" variant="default" aria-label={`Entries of ${name}`} onClick={() => setAsking('entries')}>
            Entries
          </Button>
          {mayDraft && (
            <>
              {!isPaused && (
                <Button
                  size="xs"
                  variant="default"
                  loading={refreshing.fetching}
                  aria-label={`Read now: ${name}`}
                  onClick={async () => report(`“${name}” read`, await refresh({ input: { feedId } }))}
                >
                  Read now
                </Button>
              )}
              <Button
                size="xs"
                variant="default"
                loading={pausing.fetching}
                aria-label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
                onClick={togglePause}
              >
                {isPaused ? 'Resume' : 'Pause'}
              </Button>
              <Button size="xs" variant="default" aria-label={`Edit ${name}`} onClick={() => setAsking('edit')}>
                Edit
              </Button>
              <Button
                size="xs"
                variant="default"
                loading={deleting.fetching}
                aria-label={`Delete ${name}`}
                onClick={() => setAsking('delete')}
              >
                Delete
              </Button>
            </>
          )}
        </Group>
      </Group>
      {asking === 'entries' && <FeedEntries feed={feed} onClose={close} />}
      {asking === 'edit' && <FeedForm feed={feed} onSaved={onChanged} onClose={close} />}
      {asking === 'delete' && (
        <Confirm
          title={`Delete “${name}”`}
          action="Delete"
          onConfirm={async () => report(`“${name}” deleted`, await deleteFeed({ input: { feedId } }))}
          onClose={close}
        >
          Its posts stay. If you add the feed again, none of the entries that it has then become posts.
        </Confirm>
      )}
    </Paper>
  );
}
