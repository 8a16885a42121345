import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { actOnAll, plural } from '../../parts/act-on-all.js';
import { Confirm } from '../../parts/confirm.js';
import { Reschedule } from '../../parts/reschedule.js';
import type { ListedGroup } from './posts.operations.js';
import { usePostActions } from './use-post-actions.js';

interface BulkActionsProps {
  groups: ListedGroup[];
  /** Everything was tried. */
  onDone: () => void;
  onClear: () => void;
}

/** What can be done with the selected posts; each button is for those of them that allow it. */
export function BulkActions({ groups, onDone, onClear }: BulkActionsProps) {
  const actions = usePostActions();
  const [asking, setAsking] = useState<'delete' | 'schedule' | null>(null);
  const [running, setRunning] = useState(false);
  const those = (action: ListedGroup['allowedActions'][number]) =>
    groups.filter(({ allowedActions }) => allowedActions.includes(action)).map(({ id }) => id);
  const [deletable, retryable, schedulable] = [those('DELETE'), those('RETRY'), those('SCHEDULE')];
  const timeOf = (id: string) => groups.find((group) => group.id === id)?.scheduledTime ?? null;
  const first = earliest(schedulable.map(timeOf));
  const close = () => setAsking(null);
  const run = async (...what: Parameters<typeof actOnAll>) => {
    setRunning(true);
    await actOnAll(...what);
    setRunning(false);
    onDone();
  };
  return (
    <Group role="toolbar" aria-label="Selected posts" gap="xs">
      <Text size="sm" role="status">
        {plural(groups.length, 'post')} selected
      </Text>
      <Button
        size="xs"
        variant="default"
        disabled={running || !schedulable.length}
        onClick={() => setAsking('schedule')}
      >
        Reschedule {schedulable.length}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={running || !retryable.length}
        onClick={() => run(retryable, actions.retry, (count) => `Trying ${plural(count, 'post')} again`)}
      >
        Retry {retryable.length}
      </Button>
      <Button size="xs" color="red" disabled={running || !deletable.length} onClick={() => setAsking('delete')}>
        Delete {deletable.length}
      </Button>
      <Button size="xs" variant="subtle" onClick={onClear}>
        Clear selection
      </Button>
      {asking === 'delete' && (
        <Confirm
          title="Delete posts"
          action={`Delete ${plural(deletable.length, 'post')}`}
          onConfirm={() => run(deletable, actions.remove, (count) => `${plural(count, 'post')} deleted`)}
          onClose={close}
        >
          They are removed here with their log, and cannot be restored. What is live on a platform stays there.
        </Confirm>
      )}
      {asking === 'schedule' && (
        <Reschedule
          title={`Reschedule ${plural(schedulable.length, 'post')}`}
          from={first}
          note={noteOn(schedulable.map(timeOf))}
          onSchedule={(at) =>
            run(
              schedulable,
              (id) => actions.schedule(id, keepDistance(at, first, timeOf(id))),
              (count) => `${plural(count, 'post')} rescheduled`,
            )
          }
          onClose={close}
        />
      )}
    </Group>
  );
}

/** What the time means for each of several posts. */
function noteOn(times: (string | null)[]): string | undefined {
  if (times.length < 2) return undefined;
  const timed = times.filter((time) => time !== null).length;
  if (timed === 0) return 'All posts get this time.';
  const timeless = times.length - timed;
  return [
    timed === 1 ? 'This is the time of the scheduled post.' : 'This is the time of the first post.',
    timed > 1 && 'The others keep their distance to it.',
    timeless > 0 && `${plural(timeless, 'post')} without a time ${timeless === 1 ? 'gets' : 'get'} the same time.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const earliest = (times: (string | null)[]): string | null =>
  times.reduce((one, other) => (one === null || (other !== null && other < one) ? other : one), null);

/** The new time of a post as far after `at` as its time was after the first one's; `at` for a post without a time. */
function keepDistance(at: string, first: string | null, time: string | null): string {
  const distanceMs = first === null || time === null ? 0 : Date.parse(time) - Date.parse(first);
  return new Date(Date.parse(at) + distanceMs).toISOString();
}
