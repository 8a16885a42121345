import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
  ACTIVE: {
    get label() {
      return t`Active`;
    },
    color: 'green',
  },
  FAILING: {
    get label() {
      return t`Failing`;
    },
    color: 'red',
  },
  PAUSED: {
    get label() {
      return t`Paused`;
    },
    color: 'gray',
  },
  ENDED: {
    get label() {
      return t`Ended`;
    },
    color: 'red',
  },
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
  const isRead = state === 'ACTIVE' || state === 'FAILING';
  const togglePause = async () =>
    report(
      isPaused ? t`“${name}” resumed` : t`“${name}” paused`,
      await pause({ input: { feedId, paused: !isPaused } }),
    );
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
            {result === 'QUEUE'
              ? t`New entries go to the queue, at most ${dailyMax} a day.`
              : t`New entries become drafts, at most ${dailyMax} a day.`}
          </Text>
          {problem && (
            <Text size="sm" c="red">
              {problem}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {!isRead ? (
              fetchedAt && (
                <Trans>
                  Read <Ago at={fetchedAt} />
                </Trans>
              )
            ) : fetchedAt ? (
              <Trans>
                Read <Ago at={fetchedAt} />, next <Time at={nextFetchAt} />
              </Trans>
            ) : (
              <Trans>
                Next <Time at={nextFetchAt} />
              </Trans>
            )}
          </Text>
        </Stack>
        <Group gap="xs">
          <Button size="xs" variant="default" aria-label={t`Entries of ${name}`} onClick={() => setAsking('entries')}>
            <Trans>Entries</Trans>
          </Button>
          {mayDraft && (
            <>
              {!isPaused && (
                <Button
                  size="xs"
                  variant="default"
                  loading={refreshing.fetching}
                  aria-label={t`Read now: ${name}`}
                  onClick={async () => report(t`“${name}” read`, await refresh({ input: { feedId } }))}
                >
                  <Trans>Read now</Trans>
                </Button>
              )}
              <Button
                size="xs"
                variant="default"
                loading={pausing.fetching}
                aria-label={isPaused ? t`Resume ${name}` : t`Pause ${name}`}
                onClick={togglePause}
              >
                {isPaused ? t`Resume` : t`Pause`}
              </Button>
              <Button size="xs" variant="default" aria-label={t`Edit ${name}`} onClick={() => setAsking('edit')}>
                <Trans>Edit</Trans>
              </Button>
              <Button
                size="xs"
                variant="default"
                loading={deleting.fetching}
                aria-label={t`Delete ${name}`}
                onClick={() => setAsking('delete')}
              >
                <Trans>Delete</Trans>
              </Button>
            </>
          )}
        </Group>
      </Group>
      {asking === 'entries' && <FeedEntries feed={feed} onClose={close} />}
      {asking === 'edit' && <FeedForm feed={feed} onSaved={onChanged} onClose={close} />}
      {asking === 'delete' && (
        <Confirm
          title={t`Delete “${name}”`}
          action={t`Delete`}
          onConfirm={async () => report(t`“${name}” deleted`, await deleteFeed({ input: { feedId } }))}
          onClose={close}
        >
          <Trans>Its posts stay. If you add the feed again, none of the entries that it has then become posts.</Trans>
        </Confirm>
      )}
    </Paper>
  );
}
