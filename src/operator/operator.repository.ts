import type { Db } from '../foundation/database/unit-of-work.js';

/** An account with the operator flag. */
export interface Operator {
  id: string;
  email: string;
  hasSecondFactor: boolean;
}

/** The operator with this id; null: the account is none. A managed user is never one. */
export async function findOperator(db: Db, userId: string): Promise<Operator | null> {
  const [row] = await db.query(
    `SELECT id, email,
            EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS "hasSecondFactor"
       FROM users u WHERE id = $1 AND is_operator AND managed_by_id IS NULL`,
    [userId],
  );
  return row ?? null;
}
