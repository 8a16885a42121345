import { type RowIn, table } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { DAY_MS } from '../../../foundation/time/durations.js';
import { IdempotencyKeyEntity } from './idempotency-key.entity.js';

const KEY = table(IdempotencyKeyEntity);
const HOLDER = KEY.only('groupId', 'requestHash');

export type IdempotencyClaim = Omit<RowIn<typeof KEY>, 'createdAt'>;
export type KeyHolder = RowIn<typeof HOLDER>;

/** Claims from then or before have expired. */
const expiryOf = (now: Date): Date => new Date(now.getTime() - DAY_MS);

/**
 * Claims a key for a new group, or returns its holder. A second claim waits for the transaction of the first, so that
 * two equal requests at once make one group. A claim older than 24 hours is taken over.
 */
export async function claimIdempotencyKey(db: Db, claim: IdempotencyClaim, now: Date): Promise<KeyHolder | null> {
  const claimed = await db.query(
    `INSERT INTO idempotency_keys AS k (${KEY.names})
     SELECT ${KEY.from('c')} FROM jsonb_to_recordset($1::jsonb) AS c(${KEY.record})
     ON CONFLICT (owner_id, user_id, key) DO UPDATE
        SET request_hash = excluded.request_hash, group_id = excluded.group_id, created_at = excluded.created_at
      WHERE k.created_at <= $2
     RETURNING group_id`,
    [KEY.toJson([{ ...claim, createdAt: now }]), expiryOf(now)],
  );
  if (claimed.length > 0) return null;
  return findIdempotencyKey(db, claim, now);
}

/** The holder of a key; null when it was not claimed within 24 hours. */
export async function findIdempotencyKey(
  db: Db,
  { ownerId, userId, key }: Pick<IdempotencyClaim, 'ownerId' | 'userId' | 'key'>,
  now: Date,
): Promise<KeyHolder | null> {
  const rows = await db.query(
    `SELECT ${HOLDER.list} FROM idempotency_keys
      WHERE owner_id = $1 AND user_id = $2 AND key = $3 AND created_at > $4`,
    [ownerId, userId, key, expiryOf(now)],
  );
  return HOLDER.first(rows);
}
