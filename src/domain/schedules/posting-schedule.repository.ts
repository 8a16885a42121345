import { In, QueryFailedError } from 'typeorm';
import { columns } from '../../foundation/database/columns.js';
import { UNIQUE_VIOLATION } from '../../foundation/database/unique-violation.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { PostingScheduleEntity } from './posting-schedule.entity.js';

export type PostingSchedule = PostingScheduleEntity;

/** The schedules of an account, oldest first. */
export const schedulesOfUser = (db: Db, userId: string): Promise<PostingSchedule[]> =>
  db.find(PostingScheduleEntity, { where: { userId }, order: { createdAt: 'ASC', id: 'ASC' } });

/** Schedules by their ids, in any order. */
export const schedulesById = (db: Db, ids: readonly string[]): Promise<PostingSchedule[]> =>
  db.findBy(PostingScheduleEntity, { id: In([...ids]) });

/**
 * A schedule of this user, locked for the rest of the transaction; null: there is none. Everything that takes or moves its
 * times takes this lock first, before those of groups.
 */
export const lockSchedule = (db: Db, userId: string, id: string): Promise<PostingSchedule | null> =>
  db.findOne(PostingScheduleEntity, { where: { id, userId }, lock: { mode: 'for_no_key_update' } });

/** Stores a schedule; false: another one of the account has its name, in any letter case, and the transaction has failed. */
export const insertSchedule = (db: Db, schedule: PostingSchedule): Promise<boolean> =>
  unlessTaken(db.insert(PostingScheduleEntity, columns<PostingScheduleEntity>({ ...schedule })));

/** Changes a schedule; false as for insertSchedule. */
export const updateSchedule = (
  db: Db,
  id: string,
  changes: Partial<Omit<PostingSchedule, 'id' | 'userId' | 'createdAt'>>,
): Promise<boolean> => unlessTaken(db.update(PostingScheduleEntity, id, columns<PostingScheduleEntity>(changes)));

async function unlessTaken(stored: Promise<unknown>): Promise<boolean> {
  try {
    await stored;
    return true;
  } catch (error) {
    if (error instanceof QueryFailedError && error.driverError.code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

/** With its queue: the groups keep their times. */
export async function deleteSchedule(db: Db, id: string): Promise<void> {
  await db.delete(PostingScheduleEntity, id);
}
