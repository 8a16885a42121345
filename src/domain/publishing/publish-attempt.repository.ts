import type { Db } from '../../foundation/database/unit-of-work.js';
import type { PublishAttempt } from '../posts/state/publish-attempt.js';
import type { AttemptNotes } from './publish-store.js';

/** Compares and sets: of two workers that go on with the same attempt, one gets the lease. False for the other. */
export async function noteAttempt(
  db: Db,
  { id, postId, uncertainUntil: known }: PublishAttempt,
  { uncertainUntil, state, failure }: AttemptNotes,
): Promise<boolean> {
  const [rows] = await db.query(
    `WITH leased AS (
       UPDATE platform_posts SET lease_until = $3 WHERE id = $1 AND lease_until = $2 RETURNING id
     )
     UPDATE publish_attempts a
        SET uncertain_until = $3, state = coalesce($5::jsonb, a.state), failure = coalesce($6::jsonb, a.failure)
       FROM leased WHERE a.id = $4 AND a.post_id = leased.id AND a.outcome IS NULL
     RETURNING a.id`,
    [postId, known, uncertainUntil, id, state ? JSON.stringify(state) : null, failure ? JSON.stringify(failure) : null],
  );
  return rows.length === 1;
}
