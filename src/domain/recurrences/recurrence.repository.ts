/** Recurrences, and their occurrences that were looked at. */
import { In, MoreThanOrEqual } from 'typeorm';
import { columns } from '../../foundation/database/columns.js';
import { table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { MembershipEntity } from '../identity/people/membership.entity.js';
import type { Role } from '../identity/people/role.js';
import { OccurrenceEntity } from './occurrence.entity.js';
import { RecurrenceEntity } from './recurrence.entity.js';
import { OccurrenceState, type Recurrence } from './recurrences.js';

export type Occurrence = Omit<OccurrenceEntity, 'recurrence' | 'group'>;

/** The recurrences of an account, oldest first. */
export const recurrencesOfUser = (db: Db, userId: string): Promise<Recurrence[]> =>
  db.find(RecurrenceEntity, { where: { userId }, order: { createdAt: 'ASC', id: 'ASC' } });

export const recurrencesById = (db: Db, ids: readonly string[]): Promise<Recurrence[]> =>
  db.findBy(RecurrenceEntity, { id: In([...ids]) });

export const countRecurrences = (db: Db, userId: string): Promise<number> => db.countBy(RecurrenceEntity, { userId });

/**
 * A recurrence, locked for the rest of the transaction; null: there is none. Everything that creates or removes its posts
 * takes this lock first, before those of groups and of the plan.
 */
export const lockRecurrence = (db: Db, id: string): Promise<Recurrence | null> =>
  db.findOne(RecurrenceEntity, { where: { id }, lock: { mode: 'for_no_key_update' } });

export async function insertRecurrence(db: Db, recurrence: Recurrence): Promise<void> {
  await db.insert(RecurrenceEntity, columns<RecurrenceEntity>({ ...recurrence }));
}

export async function updateRecurrence(
  db: Db,
  id: string,
  changes: Partial<Omit<Recurrence, 'id' | 'userId' | 'createdAt'>>,
): Promise<void> {
  await db.update(RecurrenceEntity, id, columns<RecurrenceEntity>(changes));
}

/** With its occurrences. Their groups stay. */
export async function deleteRecurrence(db: Db, id: string): Promise<void> {
  await db.delete(RecurrenceEntity, id);
}

const ID = table(RecurrenceEntity).only('id');

/** Recurrences that are to be looked at now, the longest waiting first; none of an account that moves. */
export async function dueRecurrences(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db.query(
    `SELECT ${ID.list} FROM recurrences
      WHERE due_at <= $1 AND NOT EXISTS (SELECT FROM parked_users u WHERE u.user_id = recurrences.user_id)
      ORDER BY due_at, id LIMIT $2`,
    [now, limit],
  );
  return ID.values(rows);
}

/** The recurrences whose template one of these groups is. */
export const recurrencesOfTemplates = (db: Db, groupIds: readonly string[]): Promise<Recurrence[]> =>
  db.findBy(RecurrenceEntity, { templateId: In([...groupIds]) });

export const findOccurrence = (db: Db, recurrenceId: string, occursAt: Date): Promise<Occurrence | null> =>
  db.findOneBy(OccurrenceEntity, { recurrenceId, occursAt });

/** The occurrences of which these groups are the posts. */
export const occurrencesOfGroups = (db: Db, groupIds: readonly string[]): Promise<Occurrence[]> =>
  db.findBy(OccurrenceEntity, { groupId: In([...groupIds]) });

/** Occurrences from a time on, in their order. */
export const occurrencesFrom = (db: Db, recurrenceId: string, from: Date): Promise<Occurrence[]> =>
  db.find(OccurrenceEntity, {
    where: { recurrenceId, occursAt: MoreThanOrEqual(from) },
    order: { occursAt: 'ASC' },
  });

const OCCURRENCE = table(OccurrenceEntity);

/** A page of them. */
export async function occurrencePage(
  db: Db,
  recurrenceId: string,
  { from, after, limit }: { from: Date | null; after: Date | null; limit: number },
): Promise<Occurrence[]> {
  const rows = await db.query(
    `SELECT ${OCCURRENCE.list} FROM occurrences WHERE recurrence_id = $1 AND occurs_at >= $2 AND occurs_at > $3
      ORDER BY occurs_at LIMIT $4`,
    [recurrenceId, from ?? '-infinity', after ?? '-infinity', limit],
  );
  return OCCURRENCE.rows(rows);
}

export const countOccurrences = (db: Db, recurrenceId: string, from: Date | null): Promise<number> =>
  db.countBy(OccurrenceEntity, { recurrenceId, ...(from && { occursAt: MoreThanOrEqual(from) }) });

/** Stores an occurrence in place of what is known of it. */
export async function saveOccurrence(db: Db, occurrence: Occurrence): Promise<void> {
  await db.upsert(OccurrenceEntity, columns<OccurrenceEntity>({ ...occurrence }), ['recurrenceId', 'occursAt']);
}

export async function deleteOccurrences(db: Db, recurrenceId: string, times: readonly Date[]): Promise<void> {
  await db.query('DELETE FROM occurrences WHERE recurrence_id = $1 AND occurs_at = ANY($2)', [recurrenceId, times]);
}

/** The occurrence whose post a group is has none from now on. */
export async function skipOccurrenceOf(db: Db, groupId: string): Promise<void> {
  await db.query(`UPDATE occurrences SET state = '${OccurrenceState.SKIPPED}' WHERE group_id = $1`, [groupId]);
}

/** Gives the occurrences from a time on to another recurrence. */
export async function moveOccurrences(db: Db, from: string, to: string, since: Date): Promise<void> {
  await db.query('UPDATE occurrences SET recurrence_id = $2 WHERE recurrence_id = $1 AND occurs_at >= $3', [
    from,
    to,
    since,
  ]);
}

const ROLE = table(MembershipEntity).only('role');

/** The roles of a person in an account, and in the one that manages it. */
export async function rolesOf(
  db: Db,
  { userId, ownerId }: { userId: string; ownerId: string },
  personId: string,
): Promise<Role[]> {
  const rows = await db.query(`SELECT ${ROLE.list} FROM memberships WHERE person_id = $1 AND user_id IN ($2, $3)`, [
    personId,
    userId,
    ownerId,
  ]);
  return ROLE.values(rows);
}

/** Has the recurrences with a template act for a person. */
export async function setPerson(db: Db, templateId: string, personId: string): Promise<void> {
  await db.query('UPDATE recurrences SET person_id = $2 WHERE template_id = $1 AND person_id IS DISTINCT FROM $2', [
    templateId,
    personId,
  ]);
}
