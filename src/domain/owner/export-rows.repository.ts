/**
 * The rows of an export, page by page: what their owner knows of them. Credentials, secrets, hashes and signed addresses
 * are not selected.
 */
import { fromRow } from '../../foundation/database/rows.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { fromStoredSettings, type PlatformSettings } from '../posts/state/platform-settings.js';

type Row = Record<string, unknown>;
export type Pages = AsyncGenerator<Row[]>;

const AT_ONCE = 500;
/** Rows with a text that can be long. */
const LONG_AT_ONCE = 50;

/** Pages of a query that is ordered by what `placeOf` reads of its rows; `places` come after the other values. */
async function* paged(
  db: Db,
  query: string,
  values: unknown[],
  { first, placeOf, limit }: { first: unknown[]; placeOf: (row: Row) => unknown[]; limit: number },
): Pages {
  let place = first;
  for (;;) {
    const rows: Row[] = (await db.query(`${query} LIMIT ${limit}`, [...values, ...place])).map(fromRow<Row>);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    if (rows.length < limit) return;
    place = placeOf(last);
  }
}

/** Pages of a query for each user, ordered by id. */
async function* ofUsers(db: Db, userIds: readonly string[], query: string): Pages {
  const byId = { first: [''], placeOf: ({ id }: Row) => [id], limit: AT_ONCE };
  for (const userId of userIds) yield* paged(db, query, [userId], byId);
}

const groups = (db: Db, userId: string, columns: string, limit: number): Pages =>
  paged(
    db,
    `SELECT ${columns} FROM post_groups WHERE user_id = $1 AND (created_at, id) > ($2, $3) ORDER BY created_at, id`,
    [userId],
    { first: ['-infinity', ''], placeOf: ({ createdAt, id }) => [createdAt, id], limit },
  );

/** Pages of a query for the groups of a user. */
async function* ofGroups(
  db: Db,
  userIds: readonly string[],
  query: string,
  paging: Parameters<typeof paged>[3],
): Pages {
  for (const userId of userIds) {
    for await (const page of groups(db, userId, 'id, created_at', AT_ONCE)) {
      yield* paged(db, query, [page.map(({ id }) => id)], paging);
    }
  }
}

/** A file of the archive, with its rows. */
export const EXPORTED: Record<string, (db: Db, userIds: readonly string[]) => Pages> = {
  'users.ndjson': (db, userIds) =>
    ofUsers(
      db,
      userIds,
      `SELECT u.id, email, email_confirmed_at, display_name, plan, channel_quantity, managed_by_id, removal_at, u.created_at,
              f.confirmed_at AS two_factor_since
         FROM users u LEFT JOIN second_factors f ON f.user_id = u.id WHERE u.id = $1 AND u.id > $2 ORDER BY u.id`,
    ),
  'connected-accounts.ndjson': (db, userIds) =>
    ofUsers(
      db,
      userIds,
      `SELECT c.id, user_id, platform, account_id, platform_id, username, display_name, base_url, profile_url,
              profile_image_url, access_token_expires_at, revoked_at, created_at, updated_at,
              a.succeeded_at AS last_published_at, a.failed_at AS last_failed_at, a.error AS last_error
         FROM connections c LEFT JOIN connection_activity a ON a.connection_id = c.id
        WHERE user_id = $1 AND c.id > $2 ORDER BY c.id`,
    ),
  async *'post-groups.ndjson'(db, userIds) {
    const columns = `id, user_id, content, status, processing_status, scheduled_time, published_at, platform_settings,
      video_timestamp, created_at, updated_at`;
    for (const userId of userIds) {
      for await (const page of groups(db, userId, columns, LONG_AT_ONCE)) {
        yield page.map(({ platformSettings, ...row }) => ({
          ...row,
          platformSettings: fromStoredSettings(platformSettings as PlatformSettings),
        }));
      }
    }
  },
  'platform-posts.ndjson': (db, userIds) =>
    ofGroups(
      db,
      userIds,
      `SELECT id, group_id, user_id, target_index, part_index, platform, account_id, platform_id,
              content AS own_content, status, posted_id, url, further_ids, deleted_at, error, attempt_count,
              first_attempt_at, due_at, created_at, updated_at
         FROM platform_posts WHERE group_id = ANY($1) AND (group_id, target_index, part_index) > ($2, $3, $4)
        ORDER BY group_id, target_index, part_index`,
      {
        first: ['', 0, 0],
        placeOf: ({ groupId, targetIndex, partIndex }) => [groupId, targetIndex, partIndex],
        limit: LONG_AT_ONCE,
      },
    ),
  'post-logs.ndjson': (db, userIds) =>
    ofGroups(
      db,
      userIds,
      `SELECT id, group_id, post_id, platform, event, error, http_status, retry_count, metadata, created_at
         FROM post_logs WHERE group_id = ANY($1) AND (group_id, id) > ($2, $3) ORDER BY group_id, id`,
      { first: ['', ''], placeOf: ({ groupId, id }) => [groupId, id], limit: AT_ONCE },
    ),
  'webhooks.ndjson': (db, userIds) =>
    ofUsers(
      db,
      userIds,
      `SELECT id, user_id, name, url, events, is_active, failure_count, last_triggered_at, created_at, updated_at
         FROM webhooks WHERE user_id = $1 AND id > $2 ORDER BY id`,
    ),
  async *'webhook-deliveries.ndjson'(db, userIds) {
    const webhooks = ofUsers(db, userIds, 'SELECT id FROM webhooks WHERE user_id = $1 AND id > $2 ORDER BY id');
    for await (const page of webhooks) {
      for (const { id } of page) {
        const query = `SELECT id, webhook_id, user_id, event, subject, body, status, is_test, attempt_count, created_at,
                              ended_at
                         FROM webhook_deliveries WHERE webhook_id = $1 AND id > $2 ORDER BY id`;
        yield* paged(db, query, [id], { first: [''], placeOf: (row) => [row.id], limit: LONG_AT_ONCE });
      }
    }
  },
  'api-keys.ndjson': (db, userIds) =>
    ofUsers(
      db,
      userIds,
      `SELECT id, user_id, name, prefix, mcp_access, workspace_access, created_at, revoked_at, last_used_at
         FROM api_keys WHERE user_id = $1 AND id > $2 ORDER BY id`,
    ),
  'sessions.ndjson': (db, userIds) =>
    ofUsers(
      db,
      userIds,
      `SELECT id, user_id, created_at, last_used_at, expires_at, user_agent, address
         FROM sessions WHERE user_id = $1 AND id > $2 ORDER BY id`,
    ),
  async *'audit-log.ndjson'(db, userIds) {
    const query = `SELECT id, user_id, action, actor, CASE WHEN actor <> 'operator' THEN actor_name END AS actor_name,
                          subject_type, subject_id, subject_name, address, user_agent, details, created_at
                     FROM audit_events WHERE owner_id = $1 AND (created_at, id) > ($2, $3) ORDER BY created_at, id`;
    for (const userId of userIds) {
      yield* paged(db, query, [userId], {
        first: ['-infinity', ''],
        placeOf: ({ createdAt, id }) => [createdAt, id],
        limit: AT_ONCE,
      });
    }
  },
  async *'usage.ndjson'(db, userIds) {
    const query = `SELECT user_id, period_start, platform_id, used FROM post_usage
                    WHERE user_id = $1 AND (period_start, platform_id) > ($2, $3) ORDER BY period_start, platform_id`;
    for (const userId of userIds) {
      yield* paged(db, query, [userId], {
        first: ['-infinity', ''],
        placeOf: ({ periodStart, platformId }) => [periodStart, platformId],
        limit: AT_ONCE,
      });
    }
  },
};

/** Files of the users, with the keys under which they are stored. */
export const exportedMedia = (db: Db, userIds: readonly string[]): AsyncGenerator<ExportedMedia[]> =>
  ofUsers(
    db,
    userIds,
    `SELECT id, user_id, group_id, type, name, file_name AS key, mime_type, declared_mime_type, status, problem, metadata, alt_text,
            added_at, updated_at
       FROM media WHERE user_id = $1 AND id > $2 ORDER BY id`,
  ) as AsyncGenerator<ExportedMedia[]>;

export type ExportedMedia = Row & { id: string; name: string; key: string };

/** An account and the users that it manages. */
export async function usersOfAccount(db: Db, ownerId: string): Promise<string[]> {
  const rows: { id: string }[] = await db.query(
    'SELECT id FROM users WHERE id = $1 OR managed_by_id = $1 ORDER BY managed_by_id NULLS FIRST, id',
    [ownerId],
  );
  return rows.map(({ id }) => id);
}
