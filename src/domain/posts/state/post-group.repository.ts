import { Any, In } from 'typeorm';
import { columns } from '../../../foundation/database/columns.js';
import { expression, type RowIn, table } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { IS_ACTIVE, PlatformPostEntity } from './platform-post.entity.js';
import type { PlatformPost } from './platform-post.js';
import { PostGroupEntity } from './post-group.entity.js';
import { changedAt, type NewPostGroup, type PostGroup } from './post-group.js';

/** A group of this user; null when there is none. */
export const findPostGroup = (db: Db, userId: string, id: string): Promise<PostGroup | null> =>
  db.findOneBy(PostGroupEntity, { id, userId });

/** Groups by their ids, in any order. */
export const postGroupsById = (db: Db, ids: string[]): Promise<PostGroup[]> =>
  db.findBy(PostGroupEntity, { id: In(ids) });

/** Takes the group's row lock for the rest of the transaction. Every change of a group or its posts takes it first. */
export const lockPostGroup = (db: Db, id: string): Promise<PostGroup | null> =>
  db.findOne(PostGroupEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });

/** The same for several groups of a user, in the order of their ids, so that transactions do not deadlock. */
export const lockPostGroups = (db: Db, userId: string, ids: readonly string[]): Promise<PostGroup[]> =>
  db.find(PostGroupEntity, {
    where: { userId, id: Any(ids) },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });

/** Changes what its owner may change of a group by itself; its status changes with its posts (record-changes). */
export async function updatePostGroup(
  db: Db,
  id: string,
  changes: Partial<
    Pick<
      NewPostGroup,
      | 'content'
      | 'platformSettings'
      | 'scheduledTime'
      | 'videoTimestamp'
      | 'addSignature'
      | 'addLinkParameters'
      | 'updatedAt'
    >
  >,
): Promise<void> {
  await db.update(PostGroupEntity, id, columns<PostGroupEntity>(changes));
}

/** Something of a locked group changed that is stored elsewhere, such as its files. */
export const touchPostGroup = (db: Db, group: Pick<PostGroup, 'id' | 'updatedAt'>, now: Date): Promise<void> =>
  updatePostGroup(db, group.id, { updatedAt: changedAt(group, now) });

/** The posts of several groups in one query, in the order of targets and parts. */
export const postsOfGroups = (db: Db, groupIds: readonly string[]): Promise<PlatformPost[]> =>
  db.find(PlatformPostEntity, {
    where: { groupId: Any(groupIds) },
    order: { groupId: 'ASC', targetIndex: 'ASC', partIndex: 'ASC' },
  });

export const findPlatformPost = (db: Db, userId: string, id: string): Promise<PlatformPost | null> =>
  db.findOneBy(PlatformPostEntity, { id, userId });

/** The different moments, not later than `until`, at which jobs of posts fall due from now on. */
export async function upcomingDueTimes(db: Db, now: Date, until: Date): Promise<Date[]> {
  const rows = await db.query(
    `SELECT DISTINCT due_at FROM platform_posts
      WHERE ${IS_ACTIVE} AND due_at BETWEEN $1 AND $2 ORDER BY due_at LIMIT 100000`,
    [now, until],
  );
  return rows.map((row: { due_at: Date }) => row.due_at);
}

const DUE = table(PlatformPostEntity)
  .only('id', 'groupId', 'generation', 'jobId')
  .plus({ dueAt: expression<Date>('due_at') });

/** A post whose time has come, and the job that it waits for. */
export type DuePost = RowIn<typeof DUE>;

/** Active posts due at `until` or before, after a position in this order, at most `limit`; none of an account that moves. */
export async function duePosts(
  db: Db,
  until: Date,
  after: Pick<DuePost, 'dueAt' | 'id'> | null,
  limit: number,
): Promise<DuePost[]> {
  const rows = await db.query(
    `SELECT ${DUE.list} FROM platform_posts
      WHERE ${IS_ACTIVE} AND due_at <= $1 AND (due_at, id) > ($2, $3)
        AND NOT EXISTS (SELECT FROM parked_users u WHERE u.user_id = platform_posts.user_id)
      ORDER BY due_at, id LIMIT $4`,
    [until, after?.dueAt ?? '-infinity', after?.id ?? '', limit],
  );
  return DUE.rows(rows);
}

/** How many active posts are due at `until` or before, and since when the oldest of them is. */
export async function dueBacklog(db: Db, until: Date): Promise<{ count: number; oldest: Date | null }> {
  const [row] = await db.query(
    `SELECT count(*)::int AS count, min(due_at) AS oldest FROM platform_posts WHERE ${IS_ACTIVE} AND due_at <= $1`,
    [until],
  );
  return row;
}
