import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Menu, Stack, Text, VisuallyHidden } from '@mantine/core';
import { KebabHorizontalIcon } from '@primer/octicons-react';
import { useEffect, useRef, useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useLiveQuery } from '../../api/live-query.js';
import { Confirm } from '../../parts/confirm.js';
import { excerpt } from '../../parts/excerpt.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { ButtonLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { showDone } from '../../parts/show-done.js';
import { useRun } from '../../parts/use-run.js';
import { entriesOf, movedPart } from './entries.js';
import {
  DELETE_SCHEDULE,
  PAUSE_SCHEDULE,
  QUEUE,
  REORDER_QUEUE,
  type Schedule,
  SHUFFLE_QUEUE,
} from './queue.operations.js';
import { moveId, QueueList } from './queue-list.js';
import { ScheduleForm } from './schedule-form.js';
import { summaryOf } from './weekly-times.js';

/** Posts that are loaded at once. */
const PAGE_SIZE = 50;
/** Free times that are shown. */
const FREE = 10;
/** Most posts that one page of the API has. */
const MOST = 100;

interface QueueProps {
  schedule: Schedule;
  onChanged: () => void;
  onDeleted: () => void;
}

/** A schedule with its queue: the posts that wait for its times, and the times that are free. */
export function Queue({ schedule, onChanged, onDeleted }: QueueProps) {
  const { id, name, timeZone, times, pausedAt } = schedule;
  const [first, setFirst] = useState(PAGE_SIZE);
  const { data, failure, refresh } = useLiveQuery({ query: QUEUE, variables: { id, first, free: FREE } });
  const mayPublish = useMay('PUBLISH');
  const mayWrite = useMay('DRAFT');
  const { run, running } = useRun();
  const [, pause] = useMutation(PAUSE_SCHEDULE);
  const [, reorder] = useMutation(REORDER_QUEUE);
  const [, shuffle] = useMutation(SHUFFLE_QUEUE);
  const [, remove] = useMutation(DELETE_SCHEDULE);
  const focused = useRef<string | null>(null);
  const [moved, setMoved] = useState('');
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);

  const { queue, nextFreeTimes = [] } = data?.postingSchedule ?? {};
  const posts = queue?.edges.map(({ node }) => node) ?? [];
  const shown = posts.length;
  const total = queue?.totalCount ?? 0;
  const isPaused = pausedAt !== null;
  const entries = entriesOf(posts, isPaused ? [] : nextFreeTimes, posts.length === total);
  const change = async (action: Parameters<typeof run>[0], done?: string) => {
    if (!(await run(action))) return;
    if (done) showDone(done);
    refresh();
    onChanged();
  };
  const pauseQueue = () =>
    change(async () => failureOf(await pause({ input: { scheduleId: id, paused: true } })), t`${name} is paused`);
  const resume = () =>
    change(async () => {
      const result = await pause({ input: { scheduleId: id, paused: false } });
      const drafts = result.data?.pauseSchedule?.drafts ?? 0;
      if (result.data?.pauseSchedule) showDone(drafts > 0 ? resumedWith(name, drafts) : t`${name} is resumed`);
      return failureOf(result);
    });
  const move = (from: number, to: number) => {
    const part = movedPart(
      posts.map((post) => post.id),
      from,
      to,
    );
    const moved = posts[from];
    if (!part || !moved) return;
    focused.current = moveId(moved.id, to > from ? 'later' : 'earlier');
    setMoved(t`“${excerpt(moved.content, 40)}” is number ${to + 1} of ${total} now.`);
    void change(async () => failureOf(await reorder({ input: { scheduleId: id, postGroupIds: part } })));
  };
  // Its row may be another element now.
  useEffect(() => {
    if (focused.current && document.activeElement === document.body) document.getElementById(focused.current)?.focus();
  });
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} miw={0}>
          <Text fw={500}>{name}</Text>
          <Text size="sm" c="dimmed">
            {summaryOf(times)}
          </Text>
          <Text size="sm" c="dimmed">
            {timeZone}
            {queue && ` · ${plural(total, { one: '# post in the queue', other: '# posts in the queue' })}`}
          </Text>
        </Stack>
        <Group gap="xs">
          {mayPublish && (
            <>
              <Button
                size="xs"
                variant={isPaused ? 'filled' : 'default'}
                aria-busy={running}
                onClick={() => void (isPaused ? resume() : pauseQueue())}
              >
                {isPaused ? t`Resume` : t`Pause`}
              </Button>
              <Menu position="bottom-end">
                <Menu.Target>
                  <Button size="xs" variant="default" aria-label={t`More for ${name}`} px={8}>
                    <KebabHorizontalIcon />
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={() => setDialog('edit')}>
                    <Trans>Edit the schedule</Trans>
                  </Menu.Item>
                  <Menu.Item
                    disabled={total < 2}
                    onClick={() =>
                      void change(
                        async () => failureOf(await shuffle({ input: { scheduleId: id } })),
                        t`The posts have another order`,
                      )
                    }
                  >
                    <Trans>Shuffle the posts</Trans>
                  </Menu.Item>
                  <Menu.Item color="red" onClick={() => setDialog('delete')}>
                    <Trans>Delete the schedule</Trans>
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </>
          )}
          {mayWrite && (
            <ButtonLink to="/compose" size="xs">
              <Trans>Add a post</Trans>
            </ButtonLink>
          )}
        </Group>
      </Group>
      {isPaused && (
        <Text size="sm" role="status">
          <Trans>Paused: these posts are drafts, and get the next free times in this order when you resume.</Trans>
        </Text>
      )}
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading />}
      {isPaused && data && total === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>The queue is empty.</Trans>
        </Text>
      )}
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
      <QueueList entries={entries} count={posts.length} onMove={mayPublish ? move : null} />
      {queue?.pageInfo.hasNextPage && (
        <Group>
          <Button
            variant="default"
            onClick={() => setFirst(Math.min(first + PAGE_SIZE, MOST))}
            disabled={first >= MOST}
          >
            <Trans>Show more</Trans>
          </Button>
          <Text size="sm" c="dimmed">
            {plural(total, { one: `${shown} of # post`, other: `${shown} of # posts` })}
          </Text>
        </Group>
      )}
      {dialog === 'edit' && (
        <ScheduleForm
          schedule={schedule}
          queued={total}
          onSaved={() => {
            setDialog(null);
            refresh();
            onChanged();
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'delete' && (
        <Confirm
          title={t`Delete ${name}?`}
          action={t`Delete the schedule`}
          onConfirm={() =>
            void run(async () => failureOf(await remove({ input: { scheduleId: id } }))).then(
              (isDone) => isDone && onDeleted(),
            )
          }
          onClose={() => setDialog(null)}
        >
          {isPaused
            ? t`The posts in its queue stay drafts without a time. This cannot be undone.`
            : t`The posts in its queue keep the times that they have. This cannot be undone.`}
        </Confirm>
      )}
    </Stack>
  );
}

/** Drafts are not published at their times: what was changed while the schedule was paused stays one. */
const resumedWith = (name: string, drafts: number): string =>
  plural(drafts, {
    one: `${name} is resumed. # post stays a draft: schedule it before the time.`,
    other: `${name} is resumed. # posts stay drafts: schedule them before the time.`,
  });
