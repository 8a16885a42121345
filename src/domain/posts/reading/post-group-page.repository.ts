import type { Part } from '../../../foundation/database/statement.js';
import { computed, expression, table } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { DEFAULT_PAGE_SIZE } from '../../../foundation/graphql/pagination.js';
import { DAY_MS } from '../../../foundation/time/durations.js';
import { parseTarget } from '../../accounts/platform-id.js';
import { postCounts } from '../../usage/post-counts.repository.js';
import { IS_PART } from '../state/platform-post.entity.js';
import { PlatformPostStatus } from '../state/platform-post.js';
import { PostGroupEntity } from '../state/post-group.entity.js';
import { type PostGroup, PostGroupStatus } from '../state/post-group.js';
import type { PostFailureFilter, PostGroupFilter, TimeRange } from './post-group-filter.js';
import { type GroupParts, type ReadGroups, readGroups } from './read-groups.repository.js';

export type PostGroupSortField = 'createdAt' | 'publishedAt' | 'scheduledTime' | 'updatedAt';

/** The position of a group in a sorted list: the time (null: it has none) and the id that breaks ties. */
export interface PostGroupPosition {
  time: Date | null;
  id: string;
}

export interface PostGroupPageQuery {
  filter: PostGroupFilter;
  sort: { field: PostGroupSortField; descending: boolean };
  limit: number;
  /** Number of groups to skip before the page. */
  offset: number;
  after: PostGroupPosition | null;
  before: PostGroupPosition | null;
  /** The last `limit` groups of the range instead of the first. */
  fromEnd: boolean;
}

// The expressions of the indexes post_groups_*_idx. Groups without a time sort before all others.
const TIME_SQL: Record<PostGroupSortField, string> = {
  createdAt: 'g.created_at',
  updatedAt: 'g.updated_at',
  scheduledTime: `coalesce(g.scheduled_time, '-infinity'::timestamptz)`,
  publishedAt: `coalesce(g.published_at, '-infinity'::timestamptz)`,
};
const RANGES = ['scheduledTime', 'createdAt', 'publishedAt'] as const satisfies PostGroupSortField[];

export const positionOf = (group: PostGroup, field: PostGroupSortField): PostGroupPosition => ({
  time: group[field],
  id: group.id,
});

/** What is read with a page. */
export interface PageParts extends GroupParts {
  /** How many groups match the filter. */
  count?: boolean;
}

/**
 * One page of a user's groups in the requested order; one more than `limit` when there are more. Its parts are not read of
 * that one. A filter by platform takes a further statement.
 */
export async function postGroupPage(
  db: Db,
  userId: string,
  query: PostGroupPageQuery,
  parts: PageParts = {},
): Promise<ReadGroups> {
  const { filter, sort, fromEnd, after, before, offset, limit } = query;
  const sortedBy = TIME_SQL[sort.field];
  const { groups, values, parameter } = matching(userId, filter);
  const conditions = [groups];
  if (filter.platforms) {
    // A walk in the order of the list would read all of an account's groups to find these few.
    const few = await fewGroupsOf(db, userId, filter.platforms, isFromNewest(query) ? offset + limit + 1 : 0);
    if (few) conditions.push(`g.id = ANY(${parameter(few)})`);
  }
  const follows = sort.descending ? '<' : '>';
  const precedes = sort.descending ? '>' : '<';
  const position = ({ time, id }: PostGroupPosition) => `(${parameter(time ?? '-infinity')}, ${parameter(id)})`;
  if (after) conditions.push(`(${sortedBy}, g.id) ${follows} ${position(after)}`);
  if (before) conditions.push(`(${sortedBy}, g.id) ${precedes} ${position(before)}`);
  const direction = sort.descending !== fromEnd ? 'DESC' : 'ASC';
  const skipped = offset > 0 ? ` OFFSET ${parameter(offset)}` : '';
  // The limit is a constant: for a parameter, the planner expects a tenth of all groups and plans each time.
  const text = `SELECT g.* FROM ${conditions.join(' AND ')}
                 ORDER BY ${sortedBy} ${direction}, g.id ${direction}${skipped} LIMIT ${limit + 1}`;
  const isPrepared =
    conditionsOf(filter).length === 0 && limit === DEFAULT_PAGE_SIZE && offset === 0 && !after && !before;
  const count = parts.count ? countOf(userId, filter) : undefined;
  const found = await readGroups(db, { groups: { text, values }, limit, count, isPrepared }, parts);
  if (fromEnd) found.groups.reverse();
  return found;
}

const FOUND = computed({
  id: expression<string>('found.group_id'),
  targets: expression<number>('(SELECT count(*)::int FROM target)'),
});

/** So many groups are sorted sooner than a page of them is found among many others. */
const FEW = 1_000;
/** Targets, each of which is looked up by itself. */
const MAX_LOOKUPS = 100;

/** Whether a page has some of the newest groups of platforms, and these have no further condition. */
const isFromNewest = ({ filter, sort, offset, limit, after, before, fromEnd }: PostGroupPageQuery): boolean =>
  conditionsOf(filter).length === 1 &&
  sort.field === 'createdAt' &&
  sort.descending &&
  !fromEnd &&
  !after &&
  !before &&
  offset + limit < FEW;

/**
 * The groups with a target on one of these platforms; with `newest`, among others so many of the newest of them suffice.
 * Undefined where they are not few.
 *
 * Of each target the index has the groups in the order of their ids. An id is never of an earlier time than its group
 * (`newId`): what has an id before the creation of one group was created before it, too.
 */
async function fewGroupsOf(
  db: Db,
  userId: string,
  platforms: readonly string[],
  newest: number,
): Promise<string[] | undefined> {
  const ofTarget = (condition: string, limit: string) =>
    `target CROSS JOIN LATERAL (
       SELECT DISTINCT p.group_id FROM platform_posts p
        WHERE p.user_id = $1 AND p.platform = target.platform AND p.platform_id = target.platform_id AND ${condition}
        ORDER BY p.group_id DESC LIMIT ${limit}) found`;
  const next = (platform: string, condition: string) =>
    `SELECT min(p.platform_id) FROM platform_posts p WHERE p.user_id = $1 AND p.platform = ${platform} AND ${condition}`;
  const result = await db.query(
    `WITH RECURSIVE stored AS (
       SELECT given.platform, (${next('given.platform', 'true')}) AS platform_id FROM unnest($2::text[]) AS given (platform)
        UNION ALL
       SELECT s.platform, (${next('s.platform', 'p.platform_id > s.platform_id')}) FROM stored s WHERE platform_id IS NOT NULL
     ), target AS MATERIALIZED (
       SELECT * FROM stored WHERE platform_id IS NOT NULL LIMIT ${MAX_LOOKUPS + 1}
     ), since AS (
       SELECT coalesce(CASE WHEN count(*) = $3
                            THEN lpad(to_hex((extract(epoch FROM min(g.created_at)) * 1000)::bigint), 12, '0') END, '') AS id
         FROM (SELECT DISTINCT group_id FROM ${ofTarget('true', '$3')} ORDER BY group_id DESC LIMIT $3) n
         JOIN post_groups g ON g.user_id = $1 AND g.id = n.group_id
     )
     SELECT ${FOUND.list}
       FROM since, ${ofTarget('p.group_id >= since.id', `${FEW + 1}`)} LIMIT ${FEW + 1}`,
    [userId, platforms, newest],
  );
  const rows = FOUND.rows(result);
  const isFew = rows.length <= FEW && (rows[0]?.targets ?? 0) <= MAX_LOOKUPS;
  return isFew ? rows.map(({ id }) => id) : undefined;
}

/** Selects how many of a user's groups match a filter, as `count`: what is counted anyway is not read. */
function countOf(userId: string, filter: PostGroupFilter): Part {
  const counted = countedBy(filter);
  if (!counted) {
    const { groups, values } = matching(userId, filter);
    return { text: `SELECT count(*)::int AS count FROM ${groups}`, values };
  }
  const { counters, values, edges = [] } = counted;
  const parameters = [userId, ...values];
  const parts = edges.map(([from, to]) => {
    const first = parameters.push(from, to) - 1;
    return `(SELECT count(*) FROM post_groups g
              WHERE g.user_id = $1 AND ${TIME_SQL.scheduledTime} BETWEEN $${first} AND $${first + 1})`;
  });
  const sum = `(SELECT coalesce(sum(count), 0) FROM (${postCounts('user_id = $1', counters)}) c)`;
  return { text: `SELECT (${[sum, ...parts].join(' + ')})::int AS count`, values: parameters };
}

/** How many of a user's groups match a filter, by status; a status that no group has is left out. */
export async function countByStatus(
  db: Db,
  userId: string,
  filter: PostGroupFilter,
): Promise<Map<PostGroupStatus, number>> {
  const { statuses, ...others } = filter;
  const { groups, values } = matching(userId, filter);
  const rows =
    conditionsOf(others).length === 0
      ? COUNTED.rows(
          await db.query(
            `SELECT ${COUNTED.list} FROM (${postCounts('user_id = $1', 'counter = ANY($2)')}) c
              GROUP BY counter HAVING sum(count) <> 0`,
            [userId, statusCounters(statuses)],
          ),
        )
      : MATCHING.rows(await db.query(`SELECT ${MATCHING.list} FROM ${groups} GROUP BY g.status`, values));
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/** Counters that have the number of groups of a filter: a condition and its values from $2 on. */
interface Counted {
  counters: string;
  values: unknown[];
  /** Parts of days at the ends of a range of scheduled times, whose groups are counted where they are stored. */
  edges?: [from: Date, to: Date][];
}

const STATUS = 'status:';
const DAY = 'day:';

const statusCounters = (statuses: PostGroupFilter['statuses']) =>
  (statuses ?? Object.values(PostGroupStatus)).map((status) => STATUS + status);

const COUNTED = computed({
  status: expression<PostGroupStatus>(`substr(counter, ${STATUS.length + 1})`),
  count: expression<number>('sum(count)::int'),
});
const MATCHING = table(PostGroupEntity)
  .of('g')
  .only('status')
  .plus({ count: expression<number>('count(*)::int') });

/** Which of its conditions a filter has. */
const conditionsOf = (filter: PostGroupFilter) =>
  (Object.keys(filter) as (keyof PostGroupFilter)[]).filter((name) => {
    const condition = filter[name];
    return condition != null && (!isRange(name) || filter[name]?.from != null || filter[name]?.to != null);
  });

const isRange = (name: keyof PostGroupFilter): name is (typeof RANGES)[number] =>
  (RANGES as readonly string[]).includes(name);

/** Null where no counters have the number: groups with several conditions are not counted. */
function countedBy(filter: PostGroupFilter): Counted | null {
  const [condition = 'statuses', ...more] = conditionsOf(filter);
  const { statuses, platforms, scheduledTime } = filter;
  if (more.length > 0) return null;
  if (condition === 'statuses') return { counters: 'counter = ANY($2)', values: [statusCounters(statuses)] };
  if (condition === 'platforms' && platforms?.length === 1) {
    return { counters: 'counter = $2', values: [`platform:${platforms[0]}`] };
  }
  return condition === 'scheduledTime' && scheduledTime ? countedByDay(scheduledTime) : null;
}

/** The whole days of a range are counted; null where it has none. */
function countedByDay({ from, to }: TimeRange): Counted | null {
  const first = from ? Math.ceil(from.getTime() / DAY_MS) : null;
  // Times are whole milliseconds.
  const end = to ? Math.floor((to.getTime() + 1) / DAY_MS) : null;
  if (first !== null && end !== null && first >= end) return null;
  const edges: [Date, Date][] = [];
  if (from && first !== null) edges.push([from, new Date(first * DAY_MS - 1)]);
  if (to && end !== null) edges.push([new Date(end * DAY_MS), to]);
  const day = `CASE WHEN counter ^@ '${DAY}' THEN substr(counter, ${DAY.length + 1})::bigint END`;
  const counters = `counter ^@ '${DAY}' AND ($2::bigint IS NULL OR ${day} >= $2) AND ($3::bigint IS NULL OR ${day} < $3)`;
  return { counters, values: [first, end], edges };
}

const HAS_TARGET = 'SELECT 1 FROM platform_posts p WHERE p.user_id = g.user_id AND p.group_id = g.id';

/**
 * The groups of a user that match a filter: the SQL after FROM, to which conditions can be added, its values, and the
 * placeholder of a further value.
 */
function matching(userId: string, filter: PostGroupFilter) {
  const { statuses, platforms, platformIds, text, failure, others, ...ranges } = filter;
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const user = parameter(userId);
  const conditions = [`g.user_id = ${user}`];
  if (statuses) conditions.push(`g.status = ANY(${parameter(statuses)})`);
  if (platforms) conditions.push(`EXISTS (${HAS_TARGET} AND p.platform = ANY(${parameter(platforms)}))`);
  if (platformIds) {
    const itsPlatforms = [...new Set(platformIds.map((id) => parseTarget(id).platform))];
    const isTarget = `p.platform = ANY(${parameter(itsPlatforms)}) AND p.platform_id = ANY(${parameter(platformIds)})`;
    conditions.push(`EXISTS (${HAS_TARGET} AND ${isTarget})`);
  }
  if (text != null) {
    const found = `SELECT s.group_id FROM post_searches s WHERE s.words @@ search_query(${user}, ${parameter(text)})`;
    conditions.push(`g.id IN (${found})`);
  }
  if (failure) conditions.push(`g.id IN (${failedPosts(failure, user, parameter)})`);
  for (const other of others ?? []) conditions.push(other(parameter));
  for (const field of RANGES) {
    const { from, to } = ranges[field] ?? {};
    if (from) conditions.push(`${TIME_SQL[field]} >= ${parameter(from)}`);
    if (to) conditions.push(`${TIME_SQL[field]} <= ${parameter(to)}`);
    if (to && !from) conditions.push(`${TIME_SQL[field]} > '-infinity'`);
  }
  return { groups: `post_groups g WHERE ${conditions.join(' AND ')}`, values, parameter };
}

/** The SQL of the groups of failed posts. `platform_posts_failed_idx` has accounts, then times, which sort as texts. */
function failedPosts(
  { codes, platformIds, failedAt }: PostFailureFilter,
  user: string,
  parameter: (value: unknown) => string,
): string {
  const conditions = [`p.user_id = ${user}`, `p.status = '${PlatformPostStatus.FAILED}'`, `p.${IS_PART}`];
  if (platformIds) conditions.push(`p.platform_id = ANY(${parameter(platformIds)})`);
  if (codes) conditions.push(`p.error->>'code' = ANY(${parameter(codes)})`);
  const { from, to } = failedAt ?? {};
  if (from) conditions.push(`p.error->>'failedAt' >= ${parameter(from.toISOString())}`);
  if (to) conditions.push(`p.error->>'failedAt' <= ${parameter(to.toISOString())}`);
  return `SELECT p.group_id FROM platform_posts p WHERE ${conditions.join(' AND ')}`;
}
