import { IsNull } from 'typeorm';
import { columns } from '../database/columns.js';
import type { Db } from '../database/unit-of-work.js';
import { PublishAttemptEntity } from './publish-attempt.entity.js';
import type { PublishAttempt } from './publish-attempt.js';

/** The attempt of a post that has no outcome yet; null when there is none. */
export const findOpenAttempt = (db: Db, postId: string): Promise<PublishAttempt | null> =>
  db.findOneBy(PublishAttemptEntity, { postId, outcome: IsNull() });

/** Stores a new attempt, numbered after the post's earlier ones. */
export async function insertAttempt(
  db: Db,
  attempt: Omit<PublishAttempt, 'number' | 'state' | 'failure' | 'outcome' | 'endedAt'>,
): Promise<PublishAttempt> {
  const [row] = await db.query(
    `INSERT INTO publish_attempts (id, post_id, number, started_at, uncertain_until)
     SELECT $1, $2::text, coalesce(max(number), 0) + 1, $3, $4 FROM publish_attempts WHERE post_id = $2::text
     RETURNING number`,
    [attempt.id, attempt.postId, attempt.startedAt, attempt.uncertainUntil],
  );
  return { ...attempt, number: row.number, state: null, failure: null, outcome: null, endedAt: null };
}

export async function updateAttempt(
  db: Db,
  id: string,
  changes: Partial<Pick<PublishAttempt, 'state' | 'failure' | 'outcome' | 'endedAt' | 'uncertainUntil'>>,
): Promise<void> {
  await db.update(PublishAttemptEntity, id, columns<PublishAttemptEntity>(changes));
}
