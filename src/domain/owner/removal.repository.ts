/** What a user leaves behind, and how it is removed. */
import { IsNull, MoreThan } from 'typeorm';
import { type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { UserEntity } from '../identity/account/user.entity.js';
import { deleteMembershipsIn } from '../identity/people/membership.repository.js';
import { MediaEntity } from '../media/media.entity.js';
import { deleteMediaRecords } from '../media/media.repository.js';
import { deleteMedia } from '../media/stored-objects.repository.js';
import { IS_PART, PlatformPostEntity } from '../posts/state/platform-post.entity.js';
import { PostGroupEntity } from '../posts/state/post-group.entity.js';
import { WebhookDeliveryEntity } from '../webhooks/webhook-delivery.entity.js';
import { AccountExportEntity } from './account-export.entity.js';
import type { AccountJobs } from './account-jobs.port.js';
import { RemovedUserEntity } from './removed-user.entity.js';

const ACCOUNT = table(UserEntity).only('id', 'email');
const REMOVED = table(RemovedUserEntity).only('userId');
const DELIVERY = table(WebhookDeliveryEntity).only('id');
const GROUP = table(PostGroupEntity).only('id');
const JOB = table(PlatformPostEntity).only('jobId');
const ARCHIVE = table(AccountExportEntity).only('key');

/** Schedules a removal; false if one is pending. */
export async function scheduleRemoval(db: Db, id: string, removalAt: Date): Promise<boolean> {
  const { affected } = await db.update(UserEntity, { id, removalAt: IsNull() }, { removalAt });
  return affected === 1;
}

/** Cancels a removal whose time has not come; false if there is none. */
export async function cancelRemoval(db: Db, id: string, now: Date): Promise<boolean> {
  const { affected } = await db.update(UserEntity, { id, removalAt: MoreThan(now) }, { removalAt: null });
  return affected === 1;
}

/** How many posts of an account and its managed users are due at that time or later. */
export async function countPostsDueFrom(db: Db, ownerId: string, time: Date): Promise<number> {
  const [row] = await db.query(
    `SELECT count(*)::int AS count
       FROM platform_posts p JOIN users u ON u.id = p.user_id
      WHERE (u.id = $1 OR u.managed_by_id = $1) AND p.status IN ('scheduled', 'pending', 'processing') AND p.${IS_PART} AND p.due_at >= $2`,
    [ownerId, time],
  );
  return row.count;
}

/** An account whose time has come, locked; null if there is none. */
export async function lockDueAccount(db: Db, now: Date): Promise<RowIn<typeof ACCOUNT> | null> {
  const rows = await db.query(
    `SELECT ${ACCOUNT.list} FROM users WHERE removal_at <= $1 ORDER BY removal_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [now],
  );
  return ACCOUNT.first(rows);
}

/**
 * Deletes a user and those whom it manages, with the people who are members of nothing else: they have no access any
 * more, and posts are not published. What is left of them is removed by `REMOVAL_STEPS`. Returns their number, and the addresses of the people.
 */
export async function deleteUserAndManaged(
  db: Db,
  id: string,
  now: Date,
): Promise<{ users: number; emails: string[] }> {
  const rows: { id: string }[] = await db.query(
    `WITH gone AS (DELETE FROM users WHERE id = $1 OR managed_by_id = $1 RETURNING id)
     INSERT INTO removed_users (user_id, removed_at) SELECT id, $2 FROM gone RETURNING user_id AS id`,
    [id, now],
  );
  const ids = rows.map((row) => row.id);
  const { emails } = await deleteMembershipsIn(db, ids);
  return { users: rows.length, emails };
}

/** Users who were removed, by pages. */
export async function removedUsers(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db.query(
    `SELECT ${REMOVED.list} FROM removed_users WHERE user_id > $1 ORDER BY user_id LIMIT $2`,
    [after, limit],
  );
  return REMOVED.values(rows);
}

/** Forgets users who were removed before that time, and of whom nothing is left. */
export async function forgetRemoved(db: Db, userIds: readonly string[], before: Date): Promise<void> {
  await db.query(
    `DELETE FROM removed_users r WHERE user_id = ANY($1) AND removed_at < $2
        AND NOT EXISTS (SELECT 1 FROM post_groups g WHERE g.user_id = r.user_id)`,
    [userIds, before],
  );
}

/** Rows of one transaction: few enough that nobody waits for it. */
const AT_ONCE = 1_000;
const FILES_AT_ONCE = 200;
const GROUPS_AT_ONCE = 500;

/** A transaction of one kind of rows. */
export interface RemovalStep {
  /** Rows that went; with 0, there are none left. */
  rows: number;
  /** Objects that can be deleted from storage; they are also scheduled for deletion. */
  keys?: string[];
}

interface RemovedUsers {
  ids: readonly string[];
  jobs: AccountJobs;
  now: Date;
  /** Another pod has the users, with the same objects in storage: these stay. */
  keepsObjects?: boolean;
}

type Remove = (db: Db, users: RemovedUsers) => Promise<RemovalStep>;

/** Rows of a table by the columns with the id of a user; rows that refer to them with a foreign key go as well. */
const rowsIn =
  (table: string, ...columns: string[]): Remove =>
  async (db, { ids }) => {
    const whose = columns.map((column) => `${column} = ANY($1)`).join(' OR ');
    const rows = await db.query(
      `WITH gone AS (DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${whose} LIMIT ${AT_ONCE})) RETURNING 1)
       SELECT count(*)::int AS rows FROM gone`,
      [ids],
    );
    return rows[0];
  };

const lateManagedUsers: Remove = async (db, { ids, now }) => {
  const rows: unknown[] = await db.query(
    `WITH gone AS (DELETE FROM users WHERE managed_by_id = ANY($1) RETURNING id)
     INSERT INTO removed_users (user_id, removed_at) SELECT id, $2 FROM gone RETURNING 1`,
    [ids, now],
  );
  return { rows: rows.length };
};

/** Of users who came to the account late, or whose account has moved to another pod. */
const memberships: Remove = async (db, { ids }) => ({
  rows: (await deleteMembershipsIn(db, ids)).memberships,
});

const deliveries: Remove = async (db, { ids, jobs }) => {
  const rows = await db.query(
    `WITH gone AS (DELETE FROM webhook_deliveries WHERE id IN (
        SELECT id FROM webhook_deliveries WHERE user_id = ANY($1) LIMIT ${AT_ONCE}) RETURNING id)
     SELECT ${DELIVERY.list} FROM gone`,
    [ids],
  );
  await jobs.removeDeliveries(db, DELIVERY.values(rows));
  return { rows: rows.length };
};

/** Attempts go with their posts. The lock on the groups is the one that publishing takes. */
const posts: Remove = async (db, { ids, jobs }) => {
  const groups = await db.query(
    `SELECT ${GROUP.list} FROM post_groups WHERE user_id = ANY($1) LIMIT ${GROUPS_AT_ONCE} FOR UPDATE SKIP LOCKED`,
    [ids],
  );
  const groupIds = GROUP.values(groups);
  if (groupIds.length === 0) return { rows: 0 };
  const rows = await db.query(
    `WITH gone AS (DELETE FROM platform_posts WHERE id IN (
        SELECT id FROM platform_posts WHERE group_id = ANY($1) LIMIT ${AT_ONCE}) RETURNING job_id)
     SELECT ${JOB.list} FROM gone`,
    [groupIds],
  );
  const gone = JOB.values(rows);
  await jobs.removePosts(
    db,
    gone.flatMap((id) => id ?? []),
  );
  if (gone.length > 0) return { rows: gone.length };
  for (const table of ['post_logs', 'post_versions']) {
    const removed = await rowsIn(table, 'group_id')(db, { ids: groupIds, jobs, now: new Date(0) });
    if (removed.rows > 0) return removed;
  }
  await db.query('DELETE FROM post_groups WHERE id = ANY($1)', [groupIds]);
  return { rows: groupIds.length };
};

const files: Remove = async (db, { ids, jobs, now, keepsObjects }) => {
  const media = await db
    .createQueryBuilder(MediaEntity, 'm')
    .where('m.user_id = ANY(:ids)', { ids })
    .limit(FILES_AT_ONCE)
    .getMany();
  await jobs.removeFiles(
    db,
    media.map(({ id }) => id),
  );
  const keys = keepsObjects ? await deleteMediaRecords(db, media) : await deleteMedia(db, media, now);
  return { rows: media.length, keys };
};

/** What is counted for an account of a platform goes with its last connection. */
const connections: Remove = async (db, { ids }) => {
  const rows = await db.query(
    `WITH gone AS (
       DELETE FROM connections WHERE id IN (SELECT id FROM connections WHERE user_id = ANY($1) LIMIT ${AT_ONCE})
       RETURNING id, platform, account_id, base_url
     ), notices AS (
       DELETE FROM expiry_notices WHERE connection_id IN (SELECT id FROM gone)
     ), uses AS (
       DELETE FROM rate_uses r USING gone g
        WHERE r.platform = g.platform AND r.account_id = g.account_id AND r.base_url = coalesce(g.base_url, r.base_url)
          AND NOT EXISTS (SELECT 1 FROM connections c
                           WHERE c.platform = r.platform AND c.account_id = r.account_id
                             AND c.base_url IS NOT DISTINCT FROM g.base_url AND c.id NOT IN (SELECT id FROM gone))
     )
     SELECT count(*)::int AS rows FROM gone`,
    [ids],
  );
  return rows[0];
};

/** An archive that is being made may still arrive in storage. */
const exports: Remove = async (db, { ids, now, keepsObjects, ...more }) => {
  if (keepsObjects) return rowsIn('account_exports', 'user_id')(db, { ids, now, ...more });
  const rows = await db.query(
    `WITH gone AS (DELETE FROM account_exports WHERE user_id = ANY($1) RETURNING key, status, requested_at)
     INSERT INTO object_deletions (key, due_at)
     SELECT key, CASE WHEN status = 'pending' THEN $2::timestamptz + interval '1 day' ELSE $2 END FROM gone
     ON CONFLICT (key) DO NOTHING RETURNING ${ARCHIVE.list}`,
    [ids, now],
  );
  return { rows: rows.length, keys: ARCHIVE.values(rows) };
};

/**
 * Everything with the id of a user, in this order: first what acts by itself, then what the rest belongs to. Each step is
 * repeated until nothing is left, and can be interrupted anywhere. A table that is missing here fails
 * test/graphql/account-removal.test.ts.
 */
export const REMOVAL_STEPS: readonly Remove[] = [
  lateManagedUsers,
  posts,
  deliveries,
  rowsIn('webhooks', 'user_id'),
  connections,
  memberships,
  ...[
    'notifications',
    'api_keys',
    'applications',
    'invitations',
    'connection_pages',
    'snippets',
    'link_rules',
    'feeds',
    'imports',
    'approval_policies',
    'approval_links',
    'report_emails',
    'report_links',
    'recovery_policies',
    'posting_schedules',
    'recurrences',
    'labels',
    'account_metrics',
  ].map((table) => rowsIn(table, 'user_id')),
  ...['calendar_feeds', 'login_attempts', 'processing_sessions', 'live_events', 'post_usage'].map((table) =>
    rowsIn(table, 'user_id'),
  ),
  files,
  exports,
  // What removed the posts and groups has written to these.
  ...['post_count_changes', 'post_counts', 'storage_usage'].map((table) => rowsIn(table, 'user_id')),
  rowsIn('idempotency_keys', 'owner_id', 'user_id'),
  rowsIn('limit_notices', 'owner_id'),
  rowsIn('live_usage', 'account_id'),
];
