import type { SelectQueryBuilder } from 'typeorm';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { PostGroupEntity } from './post-group.entity.js';
import type { PostGroup, PostGroupStatus } from './post-group.js';

export type PostGroupSortField = 'createdAt' | 'scheduledTime' | 'updatedAt';

export interface PostGroupFilter {
  status?: PostGroupStatus | null;
  /** Groups with a target on one of these platforms; an empty list matches nothing. */
  platforms?: string[] | null;
  /** Inclusive bounds on scheduledTime; both leave out groups without one. */
  scheduledFrom?: Date | null;
  scheduledTo?: Date | null;
}

/** Where a group stands in a sorted list: the sorted value (null: no scheduled time) and the id that breaks ties. */
export interface PostGroupPosition {
  value: string | null;
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
const SORT_SQL: Record<PostGroupSortField, string> = {
  createdAt: 'g.created_at',
  updatedAt: 'g.updated_at',
  scheduledTime: `coalesce(g.scheduled_time, '-infinity'::timestamptz)`,
};

export const positionOf = (group: PostGroup, field: PostGroupSortField): PostGroupPosition => ({
  value: group[field]?.toISOString() ?? null,
  id: group.id,
});

/** One page of a user's groups in the requested order; one more than `limit` when there are more. */
export async function postGroupPage(db: Db, userId: string, query: PostGroupPageQuery): Promise<PostGroup[]> {
  const { sort, fromEnd, after, before } = query;
  const expression = SORT_SQL[sort.field];
  const select = filtered(db, userId, query.filter);
  const follows = sort.descending ? '<' : '>';
  const precedes = sort.descending ? '>' : '<';
  if (after) select.andWhere(`(${expression}, g.id) ${follows} (:afterValue, :afterId)`, bound('after', after));
  if (before) select.andWhere(`(${expression}, g.id) ${precedes} (:beforeValue, :beforeId)`, bound('before', before));
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

const bound = (name: string, { value, id }: PostGroupPosition) => ({
  [`${name}Value`]: value ?? '-infinity',
  [`${name}Id`]: id,
});

function filtered(db: Db, userId: string, filter: PostGroupFilter): SelectQueryBuilder<PostGroupEntity> {
  const select = db.createQueryBuilder(PostGroupEntity, 'g').where('g.user_id = :userId', { userId });
  if (filter.status) select.andWhere('g.status = :status', { status: filter.status });
  if (filter.scheduledFrom) select.andWhere('g.scheduled_time >= :from', { from: filter.scheduledFrom });
  if (filter.scheduledTo) select.andWhere('g.scheduled_time <= :to', { to: filter.scheduledTo });
  if (filter.platforms) {
    select.andWhere(
      `EXISTS (SELECT 1 FROM platform_posts p
                WHERE p.user_id = g.user_id AND p.group_id = g.id AND p.platform = ANY(:platforms))`,
      { platforms: [...new Set(filter.platforms)] },
    );
  }
  return select;
}
