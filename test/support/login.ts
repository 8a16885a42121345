import type { Queryable } from '../../src/testing/account.js';

/** The owner of an account. */
export const OWNER = "(SELECT person_id FROM memberships WHERE user_id = $1 AND role = 'OWNER')";

/** Gives an account the address and the password (Argon2id) of its owner. */
export async function setLogin(
  db: Queryable,
  userId: string,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<void> {
  await db.query(`UPDATE people SET email = $2, password_hash = $3 WHERE id = ${OWNER}`, [userId, email, passwordHash]);
  await db.query('UPDATE users SET email = $2 WHERE id = $1', [userId, email]);
}

/** Takes back that the address of an account is confirmed. */
export async function unconfirm(db: Queryable, userId: string): Promise<void> {
  await db.query(`UPDATE people SET email_confirmed_at = NULL WHERE id = ${OWNER}`, [userId]);
  await db.query('UPDATE users SET email_confirmed_at = NULL WHERE id = $1', [userId]);
}

/** Makes the owner of an account an operator of the service. */
export const makeOperator = (db: Queryable, userId: string): Promise<unknown> =>
  db.query(`UPDATE people SET is_operator = true WHERE id = ${OWNER}`, [userId]);
