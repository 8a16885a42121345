/** An account that is in no pod's `users` while it moves. */
import type { Db } from '../foundation/database/unit-of-work.js';
import type { Carrier } from './directory-moves.js';

/** An account as a pod has it. */
export interface AccountHere {
  id: string;
  email: string;
  /** It is managed by another, which would have to move. */
  isManaged: boolean;
  /** `here`: its users are in use; `parked`: between two pods; `moved`: the other pod has it. */
  state: 'here' | 'parked' | 'moved';
}

/** The account with an id or an address. */
export async function accountHere(db: Db, who: string): Promise<AccountHere | null> {
  const [row] = await db.query(
    `SELECT id, email, managed_by_id IS NOT NULL AS "isManaged", 'here' AS state FROM users
      WHERE id = lower($1)
         OR id IN (SELECT user_id FROM memberships m JOIN people p ON p.id = m.person_id WHERE p.email = lower($1) AND m.role = 'OWNER')
     UNION ALL
     SELECT user_id, coalesce(user_row->>'email', ''), account_id <> user_id,
            CASE WHEN has_moved THEN 'moved' ELSE 'parked' END
       FROM parked_users WHERE user_id = lower($1) OR (user_row->>'email' = lower($1) AND account_id = user_id)
     LIMIT 1`,
    [who],
  );
  return row ?? null;
}

/** The account and those whom it manages, in use or parked. */
export async function usersOf(db: Db, accountId: string): Promise<string[]> {
  const rows: { id: string }[] = await db.query(
    `SELECT id FROM users WHERE id = $1 OR managed_by_id = $1 UNION SELECT user_id FROM parked_users WHERE account_id = $1 ORDER BY 1`,
    [accountId],
  );
  return rows.map(({ id }) => id);
}

/** Parks the users of an account; again: those that were made since. A note of an earlier move is replaced. */
export async function parkUsers(
  db: Db,
  { accountId, target, now }: { accountId: string; target: string; now: Date },
): Promise<void> {
  await db.query(
    `WITH gone AS (DELETE FROM users WHERE id = $1 OR managed_by_id = $1 RETURNING *)
     INSERT INTO parked_users (user_id, account_id, target, user_row, parked_at)
     SELECT id, $1, $2, to_jsonb(gone), $3 FROM gone
     ON CONFLICT (user_id) DO UPDATE
       SET account_id = excluded.account_id, target = excluded.target, user_row = excluded.user_row, has_moved = false,
           parked_at = excluded.parked_at`,
    [accountId, target, now],
  );
}

/** Since when an account is parked. */
export async function parkedSince(db: Db, accountId: string): Promise<Date | null> {
  const [row] = await db.query('SELECT min(parked_at) AS since FROM parked_users WHERE account_id = $1', [accountId]);
  return row.since;
}

/** Copies the users as they are parked. */
export async function copyParked(from: Db, to: Db, accountId: string): Promise<void> {
  const rows: { row: string }[] = await from.query(
    'SELECT to_jsonb(p)::text AS row FROM parked_users p WHERE account_id = $1',
    [accountId],
  );
  await to.query(
    `INSERT INTO parked_users SELECT p.* FROM jsonb_array_elements($1::jsonb) e, jsonb_populate_record(NULL::parked_users, e) p`,
    [`[${rows.map(({ row }) => row).join(',')}]`],
  );
}

/** Whether users are parked whom this pod could take. */
export async function hasParked(db: Db, accountId: string): Promise<boolean> {
  const [row] = await db.query(
    'SELECT EXISTS (SELECT FROM parked_users WHERE account_id = $1 AND NOT has_moved) AS found',
    [accountId],
  );
  return row.found;
}

/** Takes parked users into use; false: there are none. Of several callers, one gets them. */
export async function takeUsers(db: Db, accountId: string): Promise<boolean> {
  const taken: unknown[] = await db.query(
    `WITH taken AS (DELETE FROM parked_users WHERE account_id = $1 AND NOT has_moved RETURNING user_row)
     INSERT INTO users SELECT u.* FROM taken, jsonb_populate_record(NULL::users, user_row) u RETURNING 1`,
    [accountId],
  );
  return taken.length > 0;
}

/** Notes that the other pod has the account. Its address stays until nothing else is left of it here. */
export async function noteMoved(db: Db, accountId: string): Promise<void> {
  await db.query(
    `UPDATE parked_users SET has_moved = true, user_row = jsonb_build_object('email', user_row->>'email')
      WHERE account_id = $1 AND NOT has_moved`,
    [accountId],
  );
}

/** Forgets the addresses of an account that has moved. */
export async function forgetAddresses(db: Db, accountId: string): Promise<void> {
  await db.query('UPDATE parked_users SET user_row = NULL WHERE account_id = $1 AND has_moved', [accountId]);
}

/** Forgets users who moved away from this pod, or would have come to it. */
export async function forgetParked(db: Db, userIds: readonly string[]): Promise<void> {
  await db.query('DELETE FROM parked_users WHERE user_id = ANY($1)', [userIds]);
}

/** When the last request that may be under way for the users can no longer be stored; null: none is. */
export async function leasedUntil(db: Db, userIds: readonly string[]): Promise<Date | null> {
  const [row] = await db.query(
    `SELECT max(lease_until) AS until FROM platform_posts
      WHERE user_id = ANY($1) AND status IN ('scheduled', 'pending', 'processing') AND lease_until > now()`,
    [userIds],
  );
  return row.until;
}

/** Waits for renewals of access that are under way: each has its connection locked. */
export async function awaitRenewals(db: Db, userIds: readonly string[]): Promise<void> {
  await db.query('SELECT FROM connections WHERE user_id = ANY($1) ORDER BY id FOR UPDATE', [userIds]);
}

/** Addresses of managed users that another user of this pod has. */
export async function takenAddresses(db: Db, emails: readonly string[], userIds: readonly string[]): Promise<string[]> {
  const rows: { email: string }[] = await db.query(
    `SELECT email FROM users WHERE managed_by_id IS NOT NULL AND email = ANY($1) AND id <> ALL($2) ORDER BY email`,
    [emails, userIds],
  );
  return rows.map(({ email }) => email);
}

/** Addresses of members of these users who are members of others, too. */
export async function sharedMembers(db: Db, userIds: readonly string[]): Promise<string[]> {
  const rows: { email: string }[] = await db.query(
    `SELECT DISTINCT p.email FROM memberships m JOIN people p ON p.id = m.person_id
       JOIN memberships o ON o.person_id = p.id AND o.user_id <> ALL($1)
      WHERE m.user_id = ANY($1) ORDER BY 1`,
    [userIds],
  );
  return rows.map(({ email }) => email);
}

/** Addresses of the managed users of an account. */
export async function managedAddresses(db: Db, accountId: string): Promise<string[]> {
  const rows: { email: string }[] = await db.query(
    `SELECT email FROM users WHERE managed_by_id = $1
     UNION SELECT user_row->>'email' FROM parked_users WHERE account_id = $1 AND user_id <> $1 AND NOT has_moved`,
    [accountId],
  );
  return rows.map(({ email }) => email);
}

/** Addresses that a pod claims for an account: those of its members, and those that they are to have and no other person of the pod has. */
export async function claimedAddresses(db: Db, userIds: readonly string[]): Promise<string[]> {
  const rows: { email: string }[] = await db.query(
    `WITH members AS (SELECT p.id, p.email FROM people p JOIN memberships m ON m.person_id = p.id WHERE m.user_id = ANY($1))
     SELECT email FROM members
      UNION SELECT email FROM email_tokens t
       WHERE person_id IN (SELECT id FROM members)
         AND NOT EXISTS (SELECT FROM people p WHERE p.email = t.email AND p.id NOT IN (SELECT id FROM members))`,
    [userIds],
  );
  return rows.map(({ email }) => email);
}

/**
 * Every identifier in requests that leads to the users. The ids of files are among them only if the service serves the
 * files.
 */
export async function carriersOf(
  db: Db,
  userIds: readonly string[],
  { withFiles }: { withFiles: boolean },
): Promise<Carrier[]> {
  const parts = [
    'SELECT prefix AS name, NULL::timestamptz AS "expiresAt" FROM api_keys WHERE user_id = ANY($1) AND revoked_at IS NULL',
    // What its tokens begin with stays, while its expiry moves on.
    'SELECT family_hash, NULL FROM applications WHERE user_id = ANY($1)',
    ...['sessions', 'email_tokens'].map(
      (table) =>
        `SELECT token_hash, expires_at FROM ${table} WHERE person_id IN (SELECT person_id FROM memberships WHERE user_id = ANY($1))`,
    ),
    'SELECT token_hash, expires_at FROM connection_pages WHERE user_id = ANY($1)',
    'SELECT token_hash, expires_at FROM approval_links WHERE user_id = ANY($1)',
    'SELECT token_hash, expires_at FROM report_links WHERE user_id = ANY($1)',
    'SELECT token_hash, expires_at FROM invitations WHERE user_id = ANY($1) AND token_hash IS NOT NULL',
    'SELECT secret_hash, NULL FROM calendar_feeds WHERE user_id = ANY($1)',
    'SELECT state_hash, expires_at FROM login_attempts WHERE user_id = ANY($1)',
    'SELECT id, expires_at FROM account_exports WHERE user_id = ANY($1)',
    ...(withFiles
      ? [
          `SELECT substring(key FROM '^[^/]+/([0-9a-f]{24})'), NULL FROM (
             SELECT file_name AS key FROM media WHERE user_id = ANY($1)
             UNION SELECT c.file_name FROM media_conversions c JOIN media m ON m.id = c.media_id WHERE m.user_id = ANY($1)) o
            WHERE key ~ '^[^/]+/[0-9a-f]{24}'`,
        ]
      : []),
  ];
  return db.query(parts.join(' UNION '), [userIds]);
}
