import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { notifications } from '@mantine/notifications';
import { useCallback, useRef, useState } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../api/failure.js';
import { runAll, showRefusals } from '../../parts/run-all.js';
import { showUndo } from '../../parts/show-undo.js';
import { Time } from '../../parts/time.js';
import { type CalendarPost, MOVE } from './calendar.operations.js';

export interface Move {
  post: CalendarPost;
  /** An instant. */
  to: string;
}

/** Moves posts to other times, immediately on the page; `moving` has those that the service has not confirmed yet. */
export function useMove(onRefused: () => void) {
  const client = useClient();
  const [moving, setMoving] = useState<ReadonlyMap<string, string>>(new Map());
  const refused = useRef(onRefused);
  refused.current = onRefused;

  const move = useCallback(
    async (given: Move[], isUndo = false): Promise<void> => {
      const passed = given.filter(
        ({ post, to }) => Date.parse(to) <= Date.now() && !(isUndo && post.status === 'DRAFT'),
      );
      if (passed.length > 0) sayPassed(isUndo ? passed.length : given.length);
      // Posts that are moved together keep their distances. Each goes back by itself.
      const moves = isUndo ? given.filter((one) => !passed.includes(one)) : given;
      if (moves.length === 0 || (passed.length > 0 && !isUndo)) return;
      setMoving((before) => new Map([...before, ...moves.map(({ post, to }) => [post.id, to] as const)]));
      const moveOne = async ({ post: { id, status, scheduledTime, updatedAt }, to }: Move) => {
        // A time alone would schedule a draft.
        const keepsDraft = status === 'DRAFT' && { status };
        const input = { postGroupId: id, scheduledTime: to, ifUnchangedSince: updatedAt, ...keepsDraft };
        const result = await client.mutation(MOVE, { input }).toPromise();
        setMoving((before) => new Map([...before].filter(([other]) => other !== id)));
        const failure = failureOf(result);
        const post = result.data?.updatePost?.postGroup;
        return { failure, back: !failure && post && scheduledTime ? { post, to: scheduledTime } : null };
      };
      const outcomes = await runAll(moves, moveOne);
      const failures = outcomes.flatMap(({ failure }) => failure ?? []);
      const back = outcomes.flatMap((outcome) => outcome.back ?? []);
      showRefusals(failures);
      if (failures.length > 0) refused.current();
      if (back.length > 0) showUndo(<Moved count={back.length} to={moves[0]?.to ?? ''} />, () => void move(back, true));
    },
    [client],
  );
  return { move, moving };
}

const sayPassed = (count: number): void => {
  notifications.show({
    color: 'red',
    title: t`This time has passed`,
    message:
      count > 1
        ? t`The posts stay where they are. Choose a later time.`
        : t`The post stays where it is. Choose a later time.`,
    role: 'alert',
  });
};

/** Says where posts are now. */
const Moved = ({ count, to }: { count: number; to: string }) =>
  count > 1 ? (
    plural(count, { one: 'Moved # post', other: 'Moved # posts' })
  ) : (
    <Trans>
      Moved to <Time at={to} />
    </Trans>
  );
