/**
 * Second factors and recovery codes. Single-use codes are consumed by one statement, so that of two concurrent attempts
 * only one succeeds.
 */
import { IsNull, Not } from 'typeorm';
import { type RowIn, table } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { RecoveryCodeEntity } from './recovery-code.entity.js';
import { SecondFactorEntity } from './second-factor.entity.js';

export type SecondFactor = Omit<SecondFactorEntity, 'person'>;

const PENDING = table(SecondFactorEntity).only('personId', 'secret', 'createdAt');

/** The second factor that a user must present. */
export const findSecondFactor = (db: Db, personId: string): Promise<SecondFactor | null> =>
  db.findOneBy(SecondFactorEntity, { personId, confirmedAt: Not(IsNull()) });

/** The same under its row lock. */
export const lockSecondFactor = (db: Db, personId: string): Promise<SecondFactor | null> =>
  db.findOne(SecondFactorEntity, {
    where: { personId, confirmedAt: Not(IsNull()) },
    lock: { mode: 'pessimistic_write' },
  });

/** The one that is being set up, under its row lock. */
export const lockPendingFactor = (db: Db, personId: string): Promise<SecondFactor | null> =>
  db.findOne(SecondFactorEntity, { where: { personId, confirmedAt: IsNull() }, lock: { mode: 'pessimistic_write' } });

/** Stores a secret to set up, in place of one that was not confirmed; false when the user has a second factor. */
export async function storePendingFactor(db: Db, factor: RowIn<typeof PENDING>): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO second_factors (${PENDING.names})
     SELECT ${PENDING.from('c')} FROM jsonb_to_recordset($1::jsonb) AS c(${PENDING.record})
       ON CONFLICT (person_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at
       WHERE second_factors.confirmed_at IS NULL
     RETURNING person_id`,
    [PENDING.toJson([factor])],
  );
  return rows.length > 0;
}

/** Switches on the one that is being set up; the code of `step` is used up with it. */
export async function confirmFactor(db: Db, personId: string, step: number, now: Date): Promise<void> {
  await db.update(SecondFactorEntity, { personId }, { confirmedAt: now, lastStep: String(step) });
}

/** Takes the code of a step; false when it, or a later one, was taken before, or the factor is another by now. */
export async function consumeStep(db: Db, { personId, confirmedAt }: SecondFactor, step: number): Promise<boolean> {
  const [, taken] = await db.query(
    'UPDATE second_factors SET last_step = $3 WHERE person_id = $1 AND confirmed_at = $2 AND last_step < $3',
    [personId, confirmedAt, step],
  );
  return taken === 1;
}

/** Takes a recovery code; false when there is none, or none any more. */
export async function consumeRecoveryCode(db: Db, personId: string, hash: string): Promise<boolean> {
  const { affected } = await db.delete(RecoveryCodeEntity, { personId, hash });
  return affected === 1;
}

/** How many recovery codes a user has left. */
export const countRecoveryCodes = (db: Db, personId: string): Promise<number> =>
  db.countBy(RecoveryCodeEntity, { personId });

/** Gives a user these recovery codes in place of those that there were. */
export async function replaceRecoveryCodes(db: Db, personId: string, hashes: readonly string[]): Promise<void> {
  await db.delete(RecoveryCodeEntity, { personId });
  await db.insert(
    RecoveryCodeEntity,
    hashes.map((hash) => ({ personId, hash })),
  );
}

/** Removes a user's second factor with its recovery codes; false when there is none, or none that was confirmed. */
export async function deleteSecondFactor(db: Db, personId: string): Promise<boolean> {
  const { affected } = await db.delete(SecondFactorEntity, { personId, confirmedAt: Not(IsNull()) });
  await db.delete(RecoveryCodeEntity, { personId });
  return affected === 1;
}
