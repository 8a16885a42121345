/** Comments of groups, and the people whom they can mention. */
import { In } from 'typeorm';
import { columns } from '../../foundation/database/columns.js';
import { computed, expression, type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { PersonEntity } from '../identity/people/person.entity.js';
import { shownNameIn } from '../identity/people/shown-name.js';
import { CommentEntity } from './comment.entity.js';
import type { Mention } from './comments.js';

const AUTHOR = table(CommentEntity).only('personId');
const GROUP = table(CommentEntity).only('groupId');

export type Comment = Omit<CommentEntity, 'group'>;

export const findComment = (db: Db, id: string): Promise<Comment | null> => db.findOneBy(CommentEntity, { id });

/** The comments of groups, oldest first. */
export const commentsOfGroups = (db: Db, groupIds: readonly string[]): Promise<Comment[]> =>
  db.find(CommentEntity, { where: { groupId: In([...groupIds]) }, order: { createdAt: 'ASC', id: 'ASC' } });

/** About the memory of the comments of groups. */
export async function bytesOfComments(db: Db, groupIds: readonly string[]): Promise<number> {
  const [{ bytes }] = await db.query(
    `SELECT coalesce(sum(octet_length(body) + octet_length(mentions::text) + 500), 0)::int AS bytes
       FROM comments WHERE group_id = ANY($1)`,
    [groupIds],
  );
  return bytes;
}

/** Those of these groups that have comments. */
export async function groupsWithComments(db: Db, groupIds: readonly string[]): Promise<string[]> {
  const rows = await db.query(`SELECT DISTINCT ${GROUP.list} FROM comments WHERE group_id = ANY($1)`, [groupIds]);
  return GROUP.values(rows);
}

export const countComments = (db: Db, groupId: string): Promise<number> => db.countBy(CommentEntity, { groupId });

/** The people who wrote comments of a group. */
export async function authorsOf(db: Db, groupId: string): Promise<string[]> {
  const rows = await db.query(`SELECT DISTINCT ${AUTHOR.list} FROM comments WHERE group_id = $1`, [groupId]);
  return AUTHOR.values(rows);
}

export async function insertComment(db: Db, comment: Comment): Promise<void> {
  await db.insert(CommentEntity, columns<CommentEntity>(comment));
}

export async function updateComment(
  db: Db,
  id: string,
  changes: Partial<Pick<Comment, 'body' | 'mentions' | 'editedAt' | 'resolvedAt' | 'resolvedBy'>>,
): Promise<void> {
  await db.update(CommentEntity, id, columns<CommentEntity>(changes));
}

/** Deletes a comment; with its thread, if it begins one. Returns the ids of what was deleted. */
export async function deleteComment(db: Db, { id }: Pick<Comment, 'id'>): Promise<string[]> {
  const [gone]: [{ id: string }[]] = await db.query(
    'DELETE FROM comments WHERE id = $1 OR (group_id = (SELECT group_id FROM comments WHERE id = $1) AND thread_id = $1) RETURNING id',
    [id],
  );
  return gone.map((row) => row.id);
}

const OPEN = table(CommentEntity)
  .only('groupId')
  .plus({ threads: expression<number>('count(*)::int') });

/** How many threads of groups are not resolved; groups without any are missing. */
export async function countOpenThreads(db: Db, groupIds: readonly string[]): Promise<RowIn<typeof OPEN>[]> {
  const rows = await db.query(
    `SELECT ${OPEN.list} FROM comments
      WHERE group_id = ANY($1) AND id = thread_id AND resolved_at IS NULL GROUP BY group_id`,
    [groupIds],
  );
  return OPEN.rows(rows);
}

const PERSON = computed({ name: expression<string>(shownNameIn('p')) }).plus({
  memberId: table(PersonEntity).of('p').get('id'),
});

/**
 * The people whom comments of an account can mention, by name, at most 400: its members, and those of the account that
 * manages it, where that has workspace access. With `among`, those of them.
 */
export async function mentionablePeople(
  db: Db,
  { userId, ownerId }: { userId: string; ownerId: string },
  among: readonly string[] | null = null,
): Promise<Mention[]> {
  const rows = await db.query(
    `SELECT ${PERSON.list} FROM people p
      WHERE ($3::text[] IS NULL OR p.id = ANY($3))
        AND EXISTS (SELECT FROM memberships m JOIN users h ON h.id = m.user_id
                     WHERE m.person_id = p.id AND (m.user_id = $1 OR m.user_id = $2 AND h.workspace_access))
      ORDER BY lower(p.name), p.id LIMIT 400`,
    [userId, ownerId, among],
  );
  return PERSON.rows(rows);
}
