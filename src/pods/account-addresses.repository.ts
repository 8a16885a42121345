import { UserEntity } from '../domain/identity/account/user.entity.js';
import { table } from '../foundation/database/table.js';
import type { Db } from '../foundation/database/unit-of-work.js';

const EMAIL = table(UserEntity).only('email');

/** Accounts that own their address: users_email_key. */
const OWNERS = 'managed_by_id IS NULL AND (password_hash IS NOT NULL OR email_confirmed_at IS NOT NULL)';

/** Addresses of accounts, in order, after one. */
export async function addressesOfAccounts(db: Db, page: { after: string; limit: number }): Promise<string[]> {
  const rows = await db.query(
    `SELECT ${EMAIL.list} FROM users WHERE email > $1 AND ${OWNERS} ORDER BY email LIMIT $2`,
    [page.after, page.limit],
  );
  return EMAIL.values(rows);
}

/** Those of the addresses that no account has. */
export async function addressesWithoutAccount(db: Db, emails: readonly string[]): Promise<string[]> {
  const rows = await db.query(
    `SELECT email FROM unnest($1::text[]) email EXCEPT SELECT email FROM users WHERE email = ANY($1) AND ${OWNERS}`,
    [emails],
  );
  return EMAIL.values(rows);
}
