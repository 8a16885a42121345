import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { actOnAll } from '../../parts/act-on-all.js';
import { Confirm } from '../../parts/confirm.js';
import { showFailure } from '../../parts/failure-notice.js';
import { useMay } from '../../parts/may.js';
import { Reschedule } from '../../parts/reschedule.js';
import { toEntered } from '../../parts/time.js';
import { usePostActions } from '../../posts/use-post-actions.js';
import type { CalendarPost } from './calendar.operations.js';
import type { Composed } from './compose-panel.js';
import { msOfClock } from './days.js';
import type { PlacedPost } from './placed-post.js';
import type { PostCommands } from './post-card.js';
import type { CardState } from './use-card.js';
import { moved } from './use-drag.js';
import { useIsMovable } from './use-is-movable.js';
import type { Move } from './use-move.js';
import type { Selection } from './use-selection.js';

interface CommandsProps {
  placed: PlacedPost[];
  selection: Selection;
  timeZone: string;
  card: CardState;
  onMove: (moves: Move[]) => void;
  /** Posts were added or deleted. */
  onChanged: () => void;
  onEdit: (composed: Composed) => void;
}

type Asked = { what: 'move' | 'delete'; posts: PlacedPost[] };

/** What can be done with posts, from their card, by keys, and with the selection; and the dialog that it needs. */
export function useCommands({ placed, selection, timeZone, card, onMove, onChanged, onEdit }: CommandsProps) {
  const actions = usePostActions();
  const mayWrite = useMay('DRAFT');
  const isMovable = useIsMovable();
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = (what: Asked['what'], posts: PlacedPost[]) => {
    card.close();
    if (mayWrite && posts.length > 0) setAsked({ what, posts });
  };
  const placedOf = (id: string) => placed.filter(({ post }) => post.id === id);
  /** The selection if it includes the post; otherwise the post. */
  const withSelection = (id: string) => (selection.selected.has(id) ? selection.posts : placedOf(id));

  const duplicate = async (post: CalendarPost) => {
    card.close();
    const { failure, id } = await actions.duplicate(post.id);
    if (failure) showFailure(failure);
    else if (id) onEdit({ postGroupId: id });
  };
  const remove = async (posts: PlacedPost[]) => {
    await actOnAll(
      posts.map(({ post }) => post.id),
      actions.remove,
      (count) => plural(count, { one: '# post deleted', other: '# posts deleted' }),
    );
    onChanged();
  };
  const moveTo = (posts: PlacedPost[], to: string) => {
    const [first] = posts;
    if (!first) return;
    const byMs = msOfClock(toEntered(to, timeZone)) - msOfClock(first.wallTime);
    onMove(posts.map((one) => ({ post: one.post, to: one === first ? to : moved(one, byMs, timeZone) })));
  };
  const ofPost: PostCommands = {
    onEdit: ({ id }) => onEdit({ postGroupId: id }),
    onDuplicate: (post) => void duplicate(post),
    onDelete: ({ id }) => ask('delete', placedOf(id)),
    onMove: ({ id }) => ask('move', placedOf(id)),
  };
  const close = () => setAsked(null);
  const posts = asked?.posts ?? [];
  return {
    ofPost,
    moveById: (id: string) =>
      ask(
        'move',
        withSelection(id).filter(({ post }) => isMovable(post)),
      ),
    deleteById: (id: string) => ask('delete', withSelection(id)),
    moveSelected: () => ask('move', selection.posts),
    deleteSelected: () => ask('delete', selection.posts),
    dialog:
      asked?.what === 'move' ? (
        <Reschedule
          title={posts.length > 1 ? plural(posts.length, { one: 'Move # post', other: 'Move # posts' }) : t`Reschedule`}
          from={posts[0]?.at ?? null}
          {...(posts.length > 1 && { note: t`This is the time of the first post. The others keep their distances.` })}
          ifPast={
            posts.length > 1
              ? t`A time that has passed means that the posts stay where they are.`
              : t`A time that has passed means that the post stays where it is.`
          }
          onSchedule={(at) => moveTo(posts, at)}
          onClose={close}
        />
      ) : asked?.what === 'delete' ? (
        <Confirm
          title={
            posts.length > 1
              ? plural(posts.length, { one: 'Delete # post?', other: 'Delete # posts?' })
              : t`Delete this post?`
          }
          action={
            posts.length > 1 ? plural(posts.length, { one: 'Delete # post', other: 'Delete # posts' }) : t`Delete`
          }
          onConfirm={() => void remove(posts)}
          onClose={close}
        >
          <Trans>Deleting cannot be undone. What was already published stays on its platform.</Trans>
        </Confirm>
      ) : null,
  };
}
