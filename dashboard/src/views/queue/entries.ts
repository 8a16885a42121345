import type { Queued } from './queue.operations.js';

/** A line of the queue: a post at its time, or a time that is free. */
export type Entry = { kind: 'post'; post: Queued; index: number; at: string | null } | { kind: 'free'; at: string };

/** Posts and free times in the order of their times. Free times after the last post are shown once all posts are. */
export function entriesOf(posts: readonly Queued[], free: readonly string[], isComplete: boolean): Entry[] {
  const last = Date.parse(posts.at(-1)?.scheduledTime ?? '');
  const shown = isComplete ? free : free.filter((at) => Date.parse(at) < last);
  const entries: Entry[] = [
    ...posts.map((post, index) => ({ kind: 'post', post, index, at: post.scheduledTime }) as const),
    ...shown.map((at) => ({ kind: 'free', at }) as const),
  ];
  // A paused queue has no times: its order stays.
  return entries.sort((one, other) => (one.at && other.at ? Date.parse(one.at) - Date.parse(other.at) : 0));
}

/** The part of a queue that changes when a post moves, in its new order; null: nothing changes. */
export function movedPart(ids: readonly string[], from: number, to: number): string[] | null {
  const moved = ids[from];
  const target = Math.min(Math.max(to, 0), ids.length - 1);
  if (moved === undefined || target === from) return null;
  const order = ids.toSpliced(from, 1).toSpliced(target, 0, moved);
  return order.slice(Math.min(from, target), Math.max(from, target) + 1);
}
