/** What the posts of a period achieved, by their latest values. */
import type { Db } from '../../foundation/database/unit-of-work.js';
import { shownNameIn } from '../identity/people/shown-name.js';
import type { HourOfPosts } from './best-times.js';
import type { MetricName, MetricValues } from './metrics.js';
import { type MetricsFilter, type MetricsGrouping, periodBefore } from './metrics-filter.js';
import { FILTERED, filterValues, SUMS, sumIn, valueIn } from './metrics-sums.js';

/** The posts of a group in one of the two periods; `key` null: all. */
export interface SumRow {
  isCurrent: boolean;
  key: string | null;
  name: string;
  posts: number;
  measuredPosts: number;
  values: MetricValues;
}

/** The day of a post; of one in the period before, the day of the period that it is compared with. $10 is the shift. */
const DAY = "m.local::date + CASE WHEN m.is_current THEN interval '0' ELSE $10::interval END";
const dayIn = (unit: string) => `date_trunc('${unit}', ${DAY})::date::text`;
/** Of a longer month before, the last days have no such day: they are in a week and a month, and in no day. */
const HAS_DAY = `m.is_current OR m.local::date + $10::interval - $10::interval = m.local::date`;

/** Which group a post is in, with the joins and the condition for that. */
const GROUPS: Record<MetricsGrouping, { key: string; join?: string; where?: string }> = {
  PLATFORM: { key: 'm.platform' },
  ACCOUNT: { key: 'm.platform_id' },
  LABEL: {
    key: "coalesce(k.label_id, '')",
    join: 'LEFT JOIN group_labels k ON k.group_id = m.group_id AND ($8::text[] IS NULL OR k.label_id = ANY($8))',
  },
  AUTHOR: { key: "coalesce(k.author_id, '')", join: 'JOIN post_groups k ON k.id = m.group_id' },
  DAY: { key: dayIn('day'), where: HAS_DAY },
  WEEK: { key: dayIn('week') },
  MONTH: { key: dayIn('month') },
};

const nameOfAccount = (platformId: string) =>
  `(SELECT c.display_name FROM connections c WHERE c.user_id = $1 AND c.platform_id = ${platformId})`;
/** The names of the groups, by their keys. */
const NAMES: Record<MetricsGrouping, string> = {
  PLATFORM: 's.key',
  ACCOUNT: nameOfAccount('s.key'),
  LABEL: '(SELECT l.name FROM labels l WHERE l.user_id = $1 AND l.id = s.key)',
  AUTHOR: `(SELECT ${shownNameIn('p')} FROM people p WHERE p.id = s.key)`,
  DAY: 's.key',
  WEEK: 's.key',
  MONTH: 's.key',
};

/** A thread was measured if one of its parts was. Postgres reads the later parts once, where a first one was not. */
const MEASURED = `m.measured_at IS NOT NULL OR (m.group_id, m.platform_id) IN (
    SELECT l.group_id, l.platform_id FROM m l WHERE l.part_index > 0 AND l.measured_at IS NOT NULL)`;
const COUNTED = `count(*) FILTER (WHERE m.part_index = 0)::int AS posts,
  count(*) FILTER (WHERE m.part_index = 0 AND (${MEASURED}))::int AS measured, ${SUMS} AS sums`;

/** Sums of the posts of a filter: of all, and of each group. One statement, one moment. */
export async function sumPosts(
  db: Db,
  userId: string,
  { filter, groupBy, compare }: { filter: MetricsFilter; groupBy: MetricsGrouping | null; compare: boolean },
): Promise<SumRow[]> {
  const all = `SELECT m.is_current, NULL::text AS key, ${COUNTED} FROM m GROUP BY 1`;
  const { key, join = '', where = 'true' } = groupBy ? GROUPS[groupBy] : { key: '' };
  const each = groupBy
    ? `UNION ALL SELECT m.is_current, ${key}, ${COUNTED} FROM m ${join} WHERE ${where} GROUP BY 1, 2`
    : '';
  return db.query(
    `WITH m AS MATERIALIZED (${FILTERED}), s AS (${all} ${each})
     SELECT s.is_current AS "isCurrent", s.key, coalesce(${groupBy ? NAMES[groupBy] : 'NULL'}, '') AS name,
            s.posts, s.measured AS "measuredPosts", s.sums AS values
       FROM s WHERE $10::interval IS NOT NULL`,
    [...filterValues(userId, filter, compare), periodBefore(filter).shift],
  );
}

/** Followers of an account at the begin and at the end of a period; null: no reading. */
export interface FollowersRow {
  isCurrent: boolean;
  platform: string;
  platformId: string;
  /** Empty: it is not connected any more. */
  name: string;
  begin: number | null;
  end: number | null;
}

/** A reading before a period that is so old says nothing of its begin. Long ago, one of each month is kept. */
const LOOK_BACK_DAYS = 40;

/**
 * Whether an account was connected at the end of a period. It is read daily: one that is not connected any more was, if
 * there is a reading of the last day or a later one. A period that has not ended ends now.
 */
const WAS_CONNECTED = `(EXISTS (SELECT FROM connections c WHERE c.user_id = $1 AND c.platform_id = a.platform_id)
   OR (p.until <= current_date AND EXISTS (
     SELECT FROM account_metrics l
      WHERE l.user_id = $1 AND l.platform_id = a.platform_id AND l.day >= p.until - 1)))`;

/** Of the accounts that were connected at the end of a period. */
export function followersOfAccounts(
  db: Db,
  userId: string,
  { filter, compare }: { filter: MetricsFilter; compare: boolean },
): Promise<FollowersRow[]> {
  const before = periodBefore(filter);
  return db.query(
    `WITH period AS (SELECT true AS is_current, $2::date AS since, $3::date AS until
                     UNION ALL SELECT false, $4::date, $5::date WHERE $8::boolean)
     SELECT p.is_current AS "isCurrent", a.platform, a.platform_id AS "platformId",
            coalesce(${nameOfAccount('a.platform_id')}, '') AS name,
            (array_agg(a.followers ORDER BY a.day DESC))[1]::float8 AS end,
            coalesce((array_agg(a.followers ORDER BY a.day DESC) FILTER (WHERE a.day < p.since))[1],
                     (array_agg(a.followers ORDER BY a.day))[1])::float8 AS begin
       FROM period p JOIN account_metrics a
         ON a.user_id = $1 AND a.followers IS NOT NULL AND a.day < p.until AND a.day >= p.since - ${LOOK_BACK_DAYS}
      WHERE ($6::text[] IS NULL OR a.platform = ANY($6)) AND ($7::text[] IS NULL OR a.platform_id = ANY($7))
        AND ${WAS_CONNECTED}
      GROUP BY 1, 2, 3`,
    [userId, filter.from, filter.to, before.from, before.to, filter.platforms, filter.platformIds, compare],
  );
}

export interface TopPostRow {
  postId: string;
  groupId: string;
  values: MetricValues;
}

/** Whether the first part of a post is still on its platform. */
const IS_LIVE = `(array_agg(p.deleted_at IS NULL AND m.state <> 'GONE' ORDER BY m.part_index))[1]`;

/** Posts with the most of a metric; of a thread, the parts together. With `liveOnly`, without those that were withdrawn. */
export const topPostsOf = (
  db: Db,
  userId: string,
  { filter, by, limit, liveOnly = false }: { filter: MetricsFilter; by: MetricName; limit: number; liveOnly?: boolean },
): Promise<TopPostRow[]> =>
  db.query(
    `WITH m AS (${FILTERED})
     SELECT (array_agg(m.post_id ORDER BY m.part_index))[1] AS "postId", m.group_id AS "groupId", ${SUMS} AS values
       FROM m ${liveOnly ? 'JOIN platform_posts p ON p.id = m.post_id' : ''}
      GROUP BY m.group_id, m.platform_id HAVING ${sumIn(by)} IS NOT NULL ${liveOnly ? `AND ${IS_LIVE}` : ''}
      ORDER BY ${sumIn(by)} DESC, min(m.counted_at) DESC, m.group_id, m.platform_id LIMIT $10`,
    [...filterValues(userId, filter), limit],
  );

/**
 * Posts with a metric by the hour of the week in which they were published. A post that went to several accounts is one,
 * with their average; a thread is one, of its first part.
 */
export const hoursOfPosts = (
  db: Db,
  userId: string,
  { filter, by }: { filter: MetricsFilter; by: MetricName },
): Promise<HourOfPosts[]> =>
  db.query(
    `WITH m AS (${FILTERED}), target AS (
       SELECT m.group_id, min(m.local) AS local,
              ${by === 'reach' ? 'max(m.reach)::float8' : `sum(${valueIn(by)})::float8`} AS value
         FROM m GROUP BY m.group_id, m.platform_id
     ), post AS (SELECT min(local) AS local, avg(value) AS value FROM target WHERE value IS NOT NULL GROUP BY group_id)
     SELECT extract(isodow FROM local)::int AS weekday, extract(hour FROM local)::int AS hour, count(*)::int AS posts,
            sum(value)::float8 AS sum, min(local)::date::text AS first, max(local)::date::text AS last
       FROM post GROUP BY 1, 2 ORDER BY 1, 2`,
    filterValues(userId, filter),
  );
