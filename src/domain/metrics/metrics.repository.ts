/** The numbers of posts and accounts as they are shown. */
import { isOneOf } from '../../foundation/database/statement.js';
import { computed, expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { PostMetric } from '../../platforms/port/metrics.js';
import { MeasuredAccountEntity } from './measured-account.entity.js';
import { MAX_DAYS, type Period } from './metrics-filter.js';
import { PostMetricsEntity } from './post-metrics.entity.js';

const value = (name: string) => expression<number | null>(`m.${name}::float8`);
const VALUES = computed({
  impressions: value('impressions'),
  reach: value('reach'),
  views: value('views'),
  reactions: value('reactions'),
  comments: value('comments'),
  shares: value('shares'),
  clicks: value('clicks'),
  saves: value('saves'),
  watchSeconds: value('watch_seconds'),
} satisfies Record<PostMetric, unknown>);
const POST = table(PostMetricsEntity)
  .only('postId', 'groupId', 'partIndex', 'platform', 'platformId', 'state', 'own', 'readings', 'measuredAt', 'nextAt')
  .of('m')
  .and(VALUES);
/** The numbers of a platform post. */
export type PostNumbers = RowIn<typeof POST>;

const OF_GROUP = POST.only('groupId', 'partIndex', 'platform', 'platformId', 'measuredAt').and(VALUES);
/** What of a platform post counts for its group. */
export type GroupNumbers = RowIn<typeof OF_GROUP>;

/** By the ids of published posts, in any order. */
export async function numbersOfPosts(db: Db, postIds: readonly string[]): Promise<PostNumbers[]> {
  const [isAmong, ids] = isOneOf('m.post_id', postIds);
  return POST.rows(await db.query(`SELECT ${POST.list} FROM post_metrics m WHERE ${isAmong}`, [ids]));
}

/** Of all published posts of groups. */
export const numbersOfGroups = async (db: Db, groupIds: readonly string[]): Promise<GroupNumbers[]> =>
  OF_GROUP.rows(
    await db.query(
      `SELECT ${OF_GROUP.list} FROM platform_posts p JOIN post_metrics m ON m.post_id = p.id WHERE p.group_id = ANY($1)`,
      [groupIds],
    ),
  );

const ACCOUNT = table(MeasuredAccountEntity);
export type MeasuredAccount = RowIn<typeof ACCOUNT>;

/** By the ids of connections, in any order. */
export const measuredAccounts = async (db: Db, connectionIds: readonly string[]): Promise<MeasuredAccount[]> =>
  ACCOUNT.rows(
    await db.query(`SELECT ${ACCOUNT.list} FROM measured_accounts WHERE connection_id = ANY($1)`, [connectionIds]),
  );

/** An account, and the days in question. */
export interface AccountDays extends Period {
  userId: string;
  platformId: string;
}

/** The numbers of an account on a day, in ISO 8601. */
export interface AccountDay {
  userId: string;
  platformId: string;
  day: string;
  followers: number | null;
  posts: number | null;
}

/** Of several accounts, by day. */
export const daysOfAccounts = (db: Db, accounts: readonly AccountDays[]): Promise<AccountDay[]> =>
  db.query(
    `SELECT DISTINCT k."userId", k."platformId", a.day::text AS day, a.followers::float8, a.posts::float8
       FROM jsonb_to_recordset($1::jsonb) AS k("userId" text, "platformId" text, "from" date, "to" date)
      CROSS JOIN LATERAL (
        SELECT day, followers, posts FROM account_metrics a
         WHERE a.user_id = k."userId" AND a.platform_id = k."platformId" AND a.day >= k."from" AND a.day < k."to"
         ORDER BY a.user_id, a.platform_id, a.day LIMIT ${MAX_DAYS}) a
      ORDER BY day`,
    [JSON.stringify(accounts)],
  );
