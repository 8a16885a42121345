/** Posts with numbers, as if they had been published and read, for the tests of results. */
import { newId } from '../../src/foundation/database/id.js';
import type { PostMetric } from '../../src/platforms/port/metrics.js';
import type { TestAccount } from '../support/account.js';
import type { TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

export type Values = Partial<Record<PostMetric, number>>;

/** A published part of a post. */
export interface StoredPart {
  groupId: string;
  platformId: string;
  partIndex: number;
  publishedAt: Date;
  /** Null: not read yet. */
  values: Values | null;
}

export const VALUES =
  'values { impressions reach views reactions comments shares clicks saves watchSeconds engagements }';
export const SUM = `posts measuredPosts ${VALUES} followers followersChange`;

const COLUMNS = 'impressions reach views reactions comments shares clicks saves watch_seconds'.split(' ');

/** Stores groups with their published posts, one after the other. */
export async function storeParts(
  db: TestDatabase,
  { userId }: Pick<TestAccount, 'userId'>,
  parts: readonly StoredPart[],
  authors: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const groups = [...new Map(parts.map((part) => [part.groupId, part])).values()];
  await db.query(
    `INSERT INTO post_groups (id, user_id, author_id, content, status, processing_status, platform_settings, published_at, created_at, updated_at)
     SELECT g.id, $1, g.author, 'Text', 'published', 'finished', '{}', g.at, g.at, g.at
       FROM jsonb_to_recordset($2::jsonb) AS g(id text, author text, at timestamptz)`,
    [
      userId,
      JSON.stringify(groups.map((one) => ({ id: one.groupId, author: authors.get(one.groupId), at: one.publishedAt }))),
    ],
  );
  const key = ({ groupId, platformId }: StoredPart) => `${groupId} ${platformId}`;
  const begun = new Map(parts.filter(({ partIndex }) => partIndex === 0).map((part) => [key(part), part.publishedAt]));
  const targets = new Map<string, string[]>();
  const rows = parts.map((part) => {
    const { groupId, platformId, partIndex, publishedAt, values } = part;
    const known = targets.get(groupId) ?? [];
    if (!known.includes(platformId)) targets.set(groupId, [...known, platformId]);
    const targetIndex = known.includes(platformId) ? known.indexOf(platformId) : known.length;
    const [platform] = platformId.split('-');
    const { watchSeconds, ...counts } = values ?? {};
    return {
      ...{ id: newId(publishedAt), groupId, platform, platformId, targetIndex, partIndex, at: publishedAt },
      countedAt: begun.get(key(part)) ?? publishedAt,
      ...{ ...counts, watch_seconds: watchSeconds, isRead: values !== null },
    };
  });
  await db.query(
    `WITH r AS (
       SELECT * FROM jsonb_to_recordset($2::jsonb) AS r(id text, "groupId" text, platform text, "platformId" text, "targetIndex" int,
              "partIndex" int, at timestamptz, "countedAt" timestamptz, "isRead" boolean, ${COLUMNS.map((name) => `${name} bigint`).join(', ')})
     ), p AS (
       INSERT INTO platform_posts (id, group_id, user_id, target_index, part_index, platform, account_id, platform_id, status, posted_id, created_at, updated_at)
       SELECT id, "groupId", $1, "targetIndex", "partIndex", platform, "platformId", "platformId", 'published', id, at, at FROM r
       RETURNING 1
     )
     INSERT INTO post_metrics (post_id, user_id, group_id, part_index, platform, platform_id, published_at, counted_at, state, measured_at, ${COLUMNS.join(', ')})
     SELECT id, $1, "groupId", "partIndex", platform, "platformId", at, "countedAt", CASE WHEN "isRead" THEN 'MEASURED' ELSE 'WAITING' END,
            CASE WHEN "isRead" THEN now() END, ${COLUMNS.join(', ')}
       FROM r WHERE (SELECT count(*) FROM p) > 0`,
    [userId, JSON.stringify(rows)],
  );
}

/** Queues a turn of the worker that reads numbers, and waits until it has ended. */
export async function takeTurn(db: TestDatabase): Promise<void> {
  const job = await eventually(async () => {
    const [row] = await db.query<{ id: string }>(
      `INSERT INTO pgboss.job (name, policy) VALUES ('metrics', 'exclusive') ON CONFLICT DO NOTHING RETURNING id`,
    );
    return row;
  });
  await eventually(async () => {
    const [{ state } = { state: 'completed' }] = await db.query<{ state: string }>(
      'SELECT state FROM pgboss.job WHERE id = $1',
      [job.id],
    );
    if (state === 'failed') throw new Error('The turn failed');
    return state === 'completed' ? true : undefined;
  });
}
