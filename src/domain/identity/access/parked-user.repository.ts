/** Users whose account moves to another pod: what is asked once a credential or a link has found no user. */
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import { RETRY_AFTER_SECONDS } from '../../../foundation/errors/temporary-failure.js';

/** Credentials and links, each with the column that it is found by. */
const FOUND_BY = {
  api_keys: 'id',
  applications: 'family_hash',
  sessions: 'token_hash',
  email_tokens: 'token_hash',
  connection_pages: 'token_hash',
  calendar_feeds: 'secret_hash',
  account_exports: 'id',
  invitations: 'token_hash',
  approval_links: 'token_hash',
  report_links: 'token_hash',
  report_emails: 'user_id',
} as const;

/** Error: SERVICE_BUSY, while the account of what is found by `value` moves to another pod. */
export async function assertNotMoving(db: Db, table: keyof typeof FOUND_BY, value: string): Promise<void> {
  const [{ moves }] = await db.query(
    // Those to people are of no account.
    `SELECT EXISTS (SELECT FROM ${table} t ${table === 'email_tokens' ? 'JOIN memberships m USING (person_id)' : ''}
                      JOIN parked_users p USING (user_id) WHERE t.${FOUND_BY[table]} = $1) AS moves`,
    [value],
  );
  if (moves) throw new AppError('SERVICE_BUSY', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
