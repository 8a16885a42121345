import { PersonEntity } from '../domain/identity/people/person.entity.js';
import { table } from '../foundation/database/table.js';
import type { Db } from '../foundation/database/unit-of-work.js';

const EMAIL = table(PersonEntity).only('email');

/** Addresses of people, in order, after one. */
export async function addressesOfAccounts(db: Db, page: { after: string; limit: number }): Promise<string[]> {
  const rows = await db.query(`SELECT ${EMAIL.list} FROM people WHERE email > $1 ORDER BY email LIMIT $2`, [
    page.after,
    page.limit,
  ]);
  return EMAIL.values(rows);
}

/** Those of the addresses whose person owns an account here: a member elsewhere leaves the accounts of others alone. */
export async function ownersAmong(db: Db, emails: readonly string[]): Promise<string[]> {
  const rows = await db.query(
    `SELECT DISTINCT ${EMAIL.list} FROM people p JOIN memberships m ON m.person_id = p.id AND m.role = 'OWNER'
      WHERE email = ANY($1) ORDER BY email`,
    [emails],
  );
  return EMAIL.values(rows);
}

/** Those of the addresses that no person has. */
export async function addressesWithoutAccount(db: Db, emails: readonly string[]): Promise<string[]> {
  const rows = await db.query(
    `SELECT email FROM unnest($1::text[]) email EXCEPT SELECT email FROM people WHERE email = ANY($1)`,
    [emails],
  );
  return EMAIL.values(rows);
}
