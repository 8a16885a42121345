import type { Db } from '../foundation/database/unit-of-work.js';

/** A person with the operator flag. */
export interface Operator {
  id: string;
  email: string;
  hasSecondFactor: boolean;
}

/** The operator with this id; null: the person is none. */
export async function findOperator(db: Db, personId: string): Promise<Operator | null> {
  const [row] = await db.query(
    `SELECT id, email,
            EXISTS (SELECT FROM second_factors f WHERE f.person_id = p.id AND f.confirmed_at IS NOT NULL) AS "hasSecondFactor"
       FROM people p WHERE id = $1 AND is_operator`,
    [personId],
  );
  return row ?? null;
}
