import type { Db } from '../foundation/database/unit-of-work.js';

/** Accounts that own their address: users_email_key. */
const OWNERS = 'managed_by_id IS NULL AND (password_hash IS NOT NULL OR email_confirmed_at IS NOT NULL)';

/** Addresses of accounts, in order, after one. */
export async function addressesOfAccounts(db: Db, page: { after: string; limit: number }): Promise<string[]> {
  const rows: { email: string }[] = await db.query(
    `SELECT email FROM users WHERE email > $1 AND ${OWNERS} ORDER BY email LIMIT $2`,
    [page.after, page.limit],
  );
  return rows.map(({ email }) => email);
}

/** Those of the addresses that no account has. */
export async function addressesWithoutAccount(db: Db, emails: readonly string[]): Promise<string[]> {
  const rows: { email: string }[] = await db.query(
    `SELECT email FROM unnest($1::text[]) email EXCEPT SELECT email FROM users WHERE email = ANY($1) AND ${OWNERS}`,
    [emails],
  );
  return rows.map(({ email }) => email);
}
