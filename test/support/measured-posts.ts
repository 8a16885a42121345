import { newId } from '../../src/foundation/database/id.js';
import type { PostMetric } from '../../src/platforms/port/metrics.js';
import type { TestDatabase } from './database.js';

type Values = Partial<Record<PostMetric, number>>;

export interface Measured {
  /** Omitted: they were read. */
  state?: 'WAITING' | 'MEASURED' | 'GONE' | 'PERMISSION_MISSING' | 'FAILED';
  values?: Values;
  readings?: { at: Date; values: Values }[];
}

/** As if a draft had been published at a time, and its numbers read. Accounts without numbers here wait for them. */
export async function publishMeasured(
  db: TestDatabase,
  groupId: string,
  at: Date,
  byPlatformId: Record<string, Measured> = {},
): Promise<void> {
  await db.query(
    `UPDATE post_groups SET status = 'published', processing_status = 'finished', scheduled_time = $2, published_at = $2
      WHERE id = $1`,
    [groupId, at],
  );
  // A trigger creates the rows of their numbers.
  await db.query(
    `UPDATE platform_posts SET status = 'published', posted_id = id, attempt_count = 1, updated_at = $2 WHERE group_id = $1`,
    [groupId, at],
  );
  for (const [platformId, { state = 'MEASURED', values = {}, readings = [] }] of Object.entries(byPlatformId)) {
    await db.query(
      `UPDATE post_metrics SET state = $3, measured_at = CASE WHEN $3 = 'WAITING' THEN NULL ELSE now() END, readings = $4, next_at = NULL,
              impressions = $5, reach = $6, views = $7, reactions = $8, comments = $9, shares = $10, clicks = $11,
              saves = $12, watch_seconds = $13
        WHERE group_id = $1 AND platform_id = $2`,
      [
        ...[groupId, platformId, state, JSON.stringify(readings)],
        ...[values.impressions, values.reach, values.views, values.reactions, values.comments, values.shares],
        ...[values.clicks, values.saves, values.watchSeconds],
      ].map((value) => value ?? null),
    );
  }
}

/** As if the followers of an account had been counted on a day. */
export const countFollowers = (
  db: TestDatabase,
  { userId, platformId, day, followers }: { userId: string; platformId: string; day: string; followers: number | null },
) =>
  db.query(
    `INSERT INTO account_metrics (user_id, platform_id, day, platform, followers, own) VALUES ($1, $2, $3, $4, $5, '{}')`,
    [userId, platformId, day, platformId.split('-')[0], followers],
  );

/** As if a platform had refused the numbers of an account, which was connected without the permission for them. */
export const refuseMetrics = (db: TestDatabase, { userId, platformId }: { userId: string; platformId: string }) =>
  db.query(
    `INSERT INTO measured_accounts (connection_id, state, failures)
     SELECT id, 'PERMISSION_MISSING', 0 FROM connections WHERE user_id = $1 AND platform_id = $2
     ON CONFLICT (connection_id) DO UPDATE SET state = 'PERMISSION_MISSING', next_at = NULL`,
    [userId, platformId],
  );

/** Copies of a measured post to one account, published at other times and with other reactions. */
export async function copyMeasured(
  db: TestDatabase,
  groupId: string,
  copies: readonly { at: Date; reactions: number }[],
): Promise<void> {
  const ids = copies.map(() => [newId(), newId()] as const);
  const values = [groupId, ids.map(([id]) => id), ids.map(([, id]) => id), copies.map(({ at }) => at)];
  const copied = (table: string, changed: string) =>
    `INSERT INTO ${table} SELECT copied.* FROM ${table} o, unnest($2::text[], $3::text[], $4::timestamptz[], $5::int[])
       AS c (group_id, id, at, reactions), jsonb_populate_record(o, ${changed}) AS copied
      WHERE o.${table === 'post_groups' ? 'id' : 'group_id'} = $1`;
  const statements = [
    copied('post_groups', "jsonb_build_object('id', c.group_id, 'published_at', c.at)"),
    copied('platform_posts', "jsonb_build_object('id', c.id, 'group_id', c.group_id)"),
    copied(
      'post_metrics',
      "jsonb_build_object('post_id', c.id, 'group_id', c.group_id, 'published_at', c.at, 'counted_at', c.at, 'reactions', c.reactions)",
    ),
  ];
  for (const statement of statements) {
    await db.query(statement, [...values, copies.map(({ reactions }) => reactions)]);
  }
}
