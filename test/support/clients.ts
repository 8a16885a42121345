/** Clients of an agency with posts, accounts and requests for approval, as the service stores them. */
import { newId } from '../../src/foundation/database/id.js';
import { SOME_SECRET } from './account.js';
import type { TestDatabase } from './database.js';
import { countPosts } from './plan-usage.js';

/** How many a client has. What is left out is none. */
export interface Has {
  drafts?: number;
  scheduled?: number;
  failed?: number;
  partiallyPublished?: number;
  /** Drafts with a request that waits for a decision. */
  waiting?: number;
  /** Drafts that were changed after the request. */
  changedSince?: number;
  connected?: number;
  /** Accounts whose platform has taken the access back. */
  revoked?: number;
  /** Accounts whose access has expired. */
  expired?: number;
  /** Platform posts of this month. */
  month?: number;
  /** Bytes of one file. */
  bytes?: number;
}

export async function furnish(db: TestDatabase, userId: string, has: Has): Promise<void> {
  const groups = (status: string, count = 0, updatedAt = 'now()') =>
    db.query<{ id: string }>(
      `INSERT INTO post_groups (id, user_id, content, status, processing_status, platform_settings, created_at, updated_at)
       SELECT id, $2, 'Hi', $3, 'pending', '{}', now(), ${updatedAt} FROM unnest($1::text[]) AS id RETURNING id`,
      [ids(count), userId, status],
    );
  const request = (drafts: { id: string }[]) =>
    db.query(
      `INSERT INTO approvals (group_id, request_id, user_id, state, requested_by, requested_at, group_updated_at)
       SELECT id, id, $2, 'PENDING', 'Ann', now(), now() FROM unnest($1::text[]) AS id`,
      [drafts.map(({ id }) => id), userId],
    );
  const connect = (count = 0, { revokedAt = 'NULL', expiresAt = 'NULL' } = {}) =>
    db.query(
      `INSERT INTO connections (id, user_id, platform, account_id, platform_id, username, display_name, credentials,
                                created_at, updated_at, revoked_at, access_token_expires_at)
       SELECT id, $2, 'skyfeed', id, 'skyfeed-' || id, 'a', 'A', $3, now(), now(), ${revokedAt}, ${expiresAt}
         FROM unnest($1::text[]) AS id`,
      [ids(count), userId, SOME_SECRET],
    );
  await groups('draft', has.drafts);
  await groups('scheduled', has.scheduled);
  await groups('failed', has.failed);
  await groups('partially_published', has.partiallyPublished);
  await request(await groups('draft', has.waiting, "now() - interval '1 minute'"));
  await request(await groups('draft', has.changedSince, "now() + interval '1 minute'"));
  await connect(has.connected, { expiresAt: "now() + interval '1 day'" });
  await connect(has.revoked, { revokedAt: 'now()' });
  await connect(has.expired, { expiresAt: "now() - interval '1 minute'" });
  const month = new Date().toISOString();
  if (has.month) await countPosts(db, { userId, platformId: 'skyfeed-1', used: has.month, month });
  if (has.bytes)
    await db.query('INSERT INTO storage_usage (user_id, bytes, files) VALUES ($1, $2, 1)', [userId, has.bytes]);
}

const ids = (count: number) => Array.from({ length: count }, () => newId());
