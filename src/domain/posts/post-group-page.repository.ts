import type { SelectQueryBuilder } from 'typeorm';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { PostGroupEntity } from './post-group.entity.js';
import type { PostGroup, PostGroupStatus } from './post-group.js';
import type { PostGroupFilter } from './post-group-filter.js';

export type PostGroupSortField = 'createdAt' | 'publishedAt' | 'scheduledTime' | 'updatedAt';

/** Where a group stands in a sorted list: the time (null: it has none) and the id that breaks ties. */
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

/** One page of a user's groups in the requested order; one more than `limit` when there are more. */
export async function postGroupPage(db: Db, userId: string, query: PostGroupPageQuery): Promise<PostGroup[]> {
  const { sort, fromEnd, after, before } = query;
  const expression = TIME_SQL[sort.field];
  const select = filtered(db, userId, query.filter);
  const follows = sort.descending ? '<' : '>';
  const precedes = sort.descending ? '>' : '<';
  if (after) select.andWhere(`(${expression}, g.id) ${follows} (:afterTime, :afterId)`, bound('after', after));
  if (before) select.andWhere(`(${expression}, g.id) ${precedes} (:beforeTime, :beforeId)`, bound('before', before));
  const direction = sort.descending !== fromEnd ? 'DESC' : 'ASC';
  const rows = await select
    .orderBy(expression, direction)
    .addOrderBy('g.id', direction)
    .offset(query.offset)
    .limit(query.limit + 1)
    .getMany();
  return fromEnd ? rows.reverse() : rows;
}

/** How many of a user's groups match a filter. */
export const countPostGroups = (db: Db, userId: string, filter: PostGroupFilter): Promise<number> =>
  filtered(db, userId, filter).getCount();

/** The same by status, in one statement; a status that no group has is left out. */
export async function countByStatus(
  db: Db,
  userId: string,
  filter: PostGroupFilter,
): Promise<Map<PostGroupStatus, number>> {
  const rows: { status: PostGroupStatus; count: number }[] = await filtered(db, userId, filter)
    .select('g.status', 'status')
    .addSelect('count(*)::int', 'count')
    .groupBy('g.status')
    .getRawMany();
  return new Map(rows.map(({ status, count }) => [status, count]));
}

const bound = (name: string, { time, id }: PostGroupPosition) => ({
  [`${name}Time`]: time ?? '-infinity',
  [`${name}Id`]: id,
});

const HAS_TARGET = 'SELECT 1 FROM platform_posts p WHERE p.user_id = g.user_id AND p.group_id = g.id';

function filtered(db: Db, userId: string, filter: PostGroupFilter): SelectQueryBuilder<PostGroupEntity> {
  const { statuses, platforms, platformIds, text } = filter;
  const select = db.createQueryBuilder(PostGroupEntity, 'g').where('g.user_id = :userId', { userId });
  if (statuses) select.andWhere('g.status = ANY(:statuses)', { statuses });
  if (platforms) select.andWhere(`EXISTS (${HAS_TARGET} AND p.platform = ANY(:platforms))`, { platforms });
  if (platformIds) select.andWhere(`EXISTS (${HAS_TARGET} AND p.platform_id = ANY(:platformIds))`, { platformIds });
  if (text != null) {
    select.andWhere('g.id IN (SELECT s.group_id FROM post_searches s WHERE s.words @@ search_query(:userId, :text))', {
      text,
    });
  }
  for (const field of RANGES) {
    const { from, to } = filter[field] ?? {};
    if (from) select.andWhere(`${TIME_SQL[field]} >= :${field}From`, { [`${field}From`]: from });
    if (to) select.andWhere(`${TIME_SQL[field]} <= :${field}To`, { [`${field}To`]: to });
    if (to && !from) select.andWhere(`${TIME_SQL[field]} > '-infinity'`);
  }
  return select;
}
