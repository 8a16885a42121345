import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import type { Plans } from '../plans/plans.js';
import { makeDuplicatePostGroup } from '../posts/duplicate-post-group.use-case.js';
import type { AfterDuplication } from '../posts/state/after-duplication.port.js';
import type { GuardSchedule } from '../posts/state/guard-schedule.port.js';
import type { CopyFiles } from '../posts/state/media-of-group.port.js';
import type { PostGroup } from '../posts/state/post-group.js';
import { findPostGroup } from '../posts/state/post-group.repository.js';
import type { PostValidator } from '../posts/state/post-validator.port.js';
import type { RecordChanges } from '../posts/state/record-changes.repository.js';
import type { Actor } from './act-for.step.js';
import { lockRecurrence, saveOccurrence, updateRecurrence } from './recurrence.repository.js';
import { nextText, OccurrenceState, type Recurrence } from './recurrences.js';

export interface CreateOccurrenceNeeds {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  plans: Plans;
  recordChanges: RecordChanges;
  validator: PostValidator;
  guardSchedule: GuardSchedule;
  copyFiles: CopyFiles;
  afterDuplication: AfterDuplication;
}

/** What else is to be true, and stored, of a locked recurrence when the post is. False: nothing is created. */
export interface With {
  isStill(db: Db, recurrence: Recurrence, now: Date): Promise<boolean>;
  record(db: Db, recurrence: Recurrence): Promise<void>;
}

/** Null: it was not to be created any more. */
export type CreateOccurrence = (
  actor: Actor,
  recurrence: Recurrence,
  times: { occursAt: Date; scheduledTime: Date },
  also: With,
) => Promise<PostGroup | null>;

class NotToBeCreated extends Error {}

/**
 * Creates the post of an occurrence as a copy of the template, with the next of the texts, and records both in one
 * transaction, under the lock of the recurrence: of each occurrence, one post is created at most.
 */
export const makeCreateOccurrence =
  (needs: CreateOccurrenceNeeds): CreateOccurrence =>
  async ({ viewer, schedules }, recurrence, { occursAt, scheduledTime }, { isStill, record }) => {
    const { id, templateId } = recurrence;
    if (templateId === null) return null;
    let locked: Recurrence | null = null;
    const duplicate = makeDuplicatePostGroup({
      ...needs,
      // A refusal is reported with the occurrence.
      notifyLimitExceeded: (_viewer, storing) => storing,
      transaction: (work) =>
        needs.transaction(async (db) => {
          locked = await lockRecurrence(db, id);
          const isSame = locked?.updatedAt.getTime() === recurrence.updatedAt.getTime();
          if (!locked || !isSame || !(await isStill(db, locked, needs.clock()))) throw new NotToBeCreated();
          return work(db);
        }),
      afterDuplication: async (db, of) => {
        await needs.afterDuplication(db, of);
        const group = await findPostGroup(db, viewer.userId, of.copy.id);
        const current = locked ?? recurrence;
        await saveOccurrence(db, {
          ...{ recurrenceId: id, occursAt, state: OccurrenceState.CREATED, problem: null },
          ...{ groupId: of.copy.id, groupUpdatedAt: group?.updatedAt ?? null },
        });
        await updateRecurrence(db, id, { usedTexts: current.usedTexts + 1 });
        await record(db, { ...current, usedTexts: current.usedTexts + 1 });
      },
    });
    try {
      const created = await duplicate(viewer, {
        ...{ id: templateId, scheduledTime, asDraft: !schedules, content: nextText(recurrence), idempotencyKey: null },
      });
      return created.group;
    } catch (error) {
      if (error instanceof NotToBeCreated) return null;
      throw error;
    }
  };
