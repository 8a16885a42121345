import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../api/failure.js';
import { showFailure } from '../../parts/failure-notice.js';
import { Time } from '../../parts/time.js';
import { type CalendarPost, MOVE } from './calendar.operations.js';

/** How long a move can be undone by its message. */
const UNDO_MS = 10_000;

/** A move can be undone, so only what has not begun to be published is moved: back, it is as it was. */
export const isMovable = ({ status, allowedActions }: CalendarPost): boolean =>
  (status === 'SCHEDULED' || status === 'DRAFT') && allowedActions.includes('SCHEDULE');

/** Moves posts to other times, at once on the page; `moving` has those that the service has not confirmed yet. */
export function useMove(onRefused: () => void) {
  const client = useClient();
  const [moving, setMoving] = useState<ReadonlyMap<string, string>>(new Map());

  const move = async (post: CalendarPost, to: string): Promise<void> => {
    const { id, status, scheduledTime: from, updatedAt } = post;
    if (Date.parse(to) <= Date.now()) {
      notifications.show({
        color: 'red',
        title: 'This time has passed',
        message: 'The post stays where it is. Choose a later time.',
        role: 'alert',
      });
      return;
    }
    setMoving((before) => new Map(before).set(id, to));
    // A time alone would schedule a draft.
    const keepsDraft = status === 'DRAFT' && { status };
    const input = { postGroupId: id, scheduledTime: to, ifUnchangedSince: updatedAt, ...keepsDraft };
    const result = await client.mutation(MOVE, { input }).toPromise();
    setMoving((before) => new Map([...before].filter(([other]) => other !== id)));
    const failure = failureOf(result);
    const moved = result.data?.updatePost?.postGroup;
    if (failure) {
      showFailure(failure);
      onRefused();
    } else if (moved && from) offerUndo(id, to, () => move(moved, from));
  };
  return { move, moving };
}

/** Says where a post is now; what was said of it before cannot be undone any more. */
function offerUndo(postGroupId: string, to: string, undo: () => void): void {
  const id = `moved-${postGroupId}`;
  notifications.hide(id);
  notifications.show({
    id,
    message: (
      <Group justify="space-between">
        <span>
          Moved to <Time at={to} />
        </span>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
    autoClose: UNDO_MS,
    role: 'status',
  });
}
