import { randomUUID } from 'node:crypto';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { storeTurns } from '../publishing/turn.repository.js';
import { recordEvents } from './live-event.repository.js';
import { type PlatformPost, PlatformPostStatus } from './platform-post.js';
import { type PublishQueue, publishJob } from './publish-queue.js';

const { SCHEDULED, PENDING } = PlatformPostStatus;

/**
 * Gives the posts of a locked group whose publishing has not begun a new job, due at the same time. A worker that has
 * read the group already, and has stored no attempt yet, finds its turn over and sends nothing: what goes out is the
 * group as it is now.
 */
export async function requeuePosts(
  db: Db,
  queue: PublishQueue,
  posts: readonly PlatformPost[],
  now: Date,
): Promise<void> {
  const waiting = posts.filter(
    ({ status, jobId, dueAt }) => (status === SCHEDULED || status === PENDING) && jobId !== null && dueAt !== null,
  );
  const [first] = waiting;
  if (!first) return;
  const requeued = waiting.map((post) => ({ ...post, turn: post.turn + 1, jobId: randomUUID() }));
  await storeTurns(db, { posts: requeued, entries: [] }, now);
  await queue.remove(
    db,
    waiting.flatMap(({ jobId }) => jobId ?? []),
  );
  await queue.enqueue(db, requeued.flatMap(publishJob));
  const due = requeued.flatMap(({ dueAt }) => dueAt ?? []);
  await recordEvents(db, [{ groupId: first.groupId, events: [], due }], now);
}
