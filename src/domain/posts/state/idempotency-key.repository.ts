import type { Db } from '../../../foundation/database/unit-of-work.js';
import { DAY_MS } from '../../../foundation/time/durations.js';

export interface IdempotencyClaim {
  ownerId: string;
  userId: string;
  key: string;
  requestHash: string;
  groupId: string;
}

/** Claims from then or before have expired. */
const expiryOf = (now: Date): Date => new Date(now.getTime() - DAY_MS);

/**
 * Claims a key for a new group, or returns its holder. A second claim waits for the transaction of the first, so that
 * two equal requests at once make one group. A claim older than 24 hours is taken over.
 */
export async function claimIdempotencyKey(
  db: Db,
  claim: IdempotencyClaim,
  now: Date,
): Promise<{ groupId: string; requestHash: string } | undefined> {
  const values = [claim.ownerId, claim.userId, claim.key, claim.requestHash, claim.groupId, now, expiryOf(now)];
  const claimed = await db.query(
    `INSERT INTO idempotency_keys AS k (owner_id, user_id, key, request_hash, group_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (owner_id, user_id, key) DO UPDATE
        SET request_hash = excluded.request_hash, group_id = excluded.group_id, created_at = excluded.created_at
      WHERE k.created_at <= $7
     RETURNING group_id`,
    values,
  );
  if (claimed.length > 0) return undefined;
  return findIdempotencyKey(db, claim, now);
}

/** The holder of a key; undefined when it was not claimed within 24 hours. */
export async function findIdempotencyKey(
  db: Db,
  { ownerId, userId, key }: Pick<IdempotencyClaim, 'ownerId' | 'userId' | 'key'>,
  now: Date,
): Promise<{ groupId: string; requestHash: string } | undefined> {
  const [holder] = await db.query(
    `SELECT group_id AS "groupId", request_hash AS "requestHash" FROM idempotency_keys
      WHERE owner_id = $1 AND user_id = $2 AND key = $3 AND created_at > $4`,
    [ownerId, userId, key, expiryOf(now)],
  );
  return holder;
}
