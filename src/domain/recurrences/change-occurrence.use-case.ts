import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/access/viewer.js';
import type { RemoveUnsentNeeds } from '../posts/remove-unsent.step.js';
import { maySchedule } from './act-for.step.js';
import { type CreateOccurrenceNeeds, makeCreateOccurrence } from './create-occurrence.step.js';
import { lockOwn, recordChange } from './own-recurrence.step.js';
import {
  deleteOccurrences,
  findOccurrence,
  type Occurrence,
  recurrencesById,
  saveOccurrence,
} from './recurrence.repository.js';
import { nextAfter, OccurrenceState, type Recurrence } from './recurrences.js';
import { withdraw } from './withdraw.step.js';

export interface ChangeOccurrence {
  /**
   * No post is created for an occurrence, or the one that was is removed. Errors: RECURRENCE_NOT_FOUND,
   * OCCURRENCE_NOT_FOUND, POST_GROUP_NOT_UPDATABLE.
   */
  skip(viewer: Viewer, id: string, occursAt: Date): Promise<Recurrence>;
  /**
   * Creates the post of an occurrence that was skipped or missed: for its time, or for another one if that has passed.
   * Errors: RECURRENCE_NOT_FOUND, OCCURRENCE_NOT_FOUND, OCCURRENCE_HAS_POST, OCCURRENCE_PAST, and those of creating.
   */
  restore(viewer: Viewer, id: string, given: { occursAt: Date; scheduledTime: Date | null }): Promise<Recurrence>;
}

export function makeChangeOccurrence(
  needs: CreateOccurrenceNeeds & RemoveUnsentNeeds & { transaction: Transaction },
): ChangeOccurrence {
  const { db: reading, transaction, clock } = needs;
  const createOccurrence = makeCreateOccurrence(needs);

  return {
    async skip(viewer, id, occursAt) {
      const { recurrence, removeObjects } = await transaction(async (db) => {
        const locked = await lockOwn(db, viewer, id);
        const now = clock();
        const found = await findOccurrence(db, id, occursAt);
        if (!found && !isToCome(locked, occursAt, now)) throw new AppError('OCCURRENCE_NOT_FOUND');
        const removal = await removePost(db, viewer, { recurrence: locked, found }, now);
        await saveOccurrence(db, {
          ...{ recurrenceId: id, occursAt, state: OccurrenceState.SKIPPED },
          ...{ groupId: null, groupUpdatedAt: null, problem: null },
        });
        await recordChange(db, viewer, locked, 'occurrence_skipped', { occursAt: occursAt.toISOString() });
        return { recurrence: locked, removeObjects: removal };
      });
      await removeObjects();
      return recurrence;
    },
    async restore(viewer, id, { occursAt, scheduledTime }) {
      const isLater = await transaction(async (db) => {
        const locked = await lockOwn(db, viewer, id);
        const found = await findOccurrence(db, id, occursAt);
        if (!found) throw new AppError('OCCURRENCE_NOT_FOUND');
        if (found.groupId !== null) throw new AppError('OCCURRENCE_HAS_POST');
        const now = clock();
        if (occursAt <= now && !scheduledTime) throw new AppError('OCCURRENCE_PAST');
        // It is created when its turn comes.
        const isLater = !scheduledTime && locked.nextAt !== null && occursAt >= locked.nextAt;
        if (isLater) {
          await deleteOccurrences(db, id, [occursAt]);
          await recordRestored(db, viewer, locked, occursAt);
        }
        return isLater;
      });
      const [recurrence] = await recurrencesById(reading, [id]);
      if (!recurrence) throw new AppError('RECURRENCE_NOT_FOUND');
      if (isLater) return recurrence;
      const schedules = recurrence.publishes && (viewer.session === null || (await maySchedule(reading, viewer)));
      const time = scheduledTime ?? occursAt;
      const group = await createOccurrence(
        { viewer, schedules },
        recurrence,
        { occursAt, scheduledTime: time },
        {
          isStill: async (db, { templateId }) =>
            templateId !== null && (await findOccurrence(db, id, occursAt))?.groupId === null,
          record: (db, locked) => recordRestored(db, viewer, locked, occursAt),
        },
      );
      if (!group) throw new AppError('OCCURRENCE_HAS_POST');
      return recurrence;
    },
  };

  async function removePost(
    db: Db,
    viewer: Viewer,
    { recurrence, found }: { recurrence: Recurrence; found: Occurrence | null },
    now: Date,
  ): Promise<() => Promise<void>> {
    if (!found || found.groupId === null) return async () => undefined;
    const { occurrences, removeObjects } = await withdraw(
      needs,
      db,
      viewer,
      { recurrence, occurrences: [found], edited: true },
      now,
    );
    if (occurrences.length === 0) throw new AppError('POST_GROUP_NOT_UPDATABLE', { status: 'published' });
    return removeObjects;
  }
}

const recordRestored = (db: Db, viewer: Viewer, recurrence: Recurrence, occursAt: Date): Promise<void> =>
  recordChange(db, viewer, recurrence, 'occurrence_restored', { occursAt: occursAt.toISOString() });

/** Whether a recurrence has this time, and it was not looked at. */
const isToCome = (recurrence: Recurrence, occursAt: Date, now: Date): boolean =>
  occursAt > now && nextAfter(recurrence, new Date(occursAt.getTime() - 1))?.getTime() === occursAt.getTime();
