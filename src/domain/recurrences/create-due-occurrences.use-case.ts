import { AppError } from '../../foundation/errors/app-error.js';
import { DAY_MS, MINUTE_MS } from '../../foundation/time/durations.js';
import { findUser } from '../identity/account/user.repository.js';
import { notify } from '../notifications/notify.step.js';
import { planOf } from '../plans/plans.js';
import { excerptOfGroup } from '../posts/reading/post-text.repository.js';
import { actorOf } from './act-for.step.js';
import { type CreateOccurrenceNeeds, makeCreateOccurrence } from './create-occurrence.step.js';
import {
  dueRecurrences,
  findOccurrence,
  lockRecurrence,
  saveOccurrence,
  updateRecurrence,
} from './recurrence.repository.js';
import { occurrenceMissed } from './recurrence-notices.js';
import {
  goingOn,
  HORIZON_DAYS,
  nextAfter,
  nextText,
  OccurrenceState,
  type Problem,
  problemOf,
  type Recurrence,
  retryAt,
  stateOf,
  TOO_LATE,
} from './recurrences.js';

/** Creates the posts of all occurrences that are due, until the signal aborts. */
export type CreateDueOccurrences = (stopping: AbortSignal) => Promise<void>;

/** Recurrences that are read at once. */
const AT_ONCE = 100;
/** Occurrences of one recurrence that are passed over in one transaction. */
const PASSED_AT_ONCE = 50;

interface Needs extends CreateOccurrenceNeeds {
  /** Whether an address must be confirmed before posts are scheduled. */
  confirmEmail: boolean;
  log: { warn(facts: object, message: string): void };
}

/**
 * Each step is a transaction under the lock of the recurrence, which says where it goes on: a worker that dies, or two that
 * work at the same time, create no post twice and leave none out.
 */
export function makeCreateDueOccurrences(needs: Needs): CreateDueOccurrences {
  const { db, transaction, clock, log } = needs;
  const createOccurrence = makeCreateOccurrence(needs);

  return async (stopping) => {
    for (;;) {
      const ids = await dueRecurrences(db, clock(), AT_ONCE);
      if (ids.length === 0) return;
      for (const id of ids) {
        if (stopping.aborted) return;
        try {
          while (!stopping.aborted && (await goOn(id)));
        } catch (error) {
          log.warn({ err: error, recurrenceId: id }, 'An occurrence was not created and will be tried again');
          await transaction((tx) => updateRecurrence(tx, id, { dueAt: new Date(clock().getTime() + MINUTE_MS) }));
        }
      }
    }
  };

  /** Creates the next post of a recurrence. False: none is due any more. */
  async function goOn(id: string): Promise<boolean> {
    const found = await transaction((tx) => passOver(needs, tx, id));
    if (!found) return false;
    const { recurrence, occursAt } = found;
    const isNext = ({ nextAt }: Recurrence) => nextAt?.getTime() === occursAt.getTime();
    try {
      const actor = await actorOf(db, recurrence, { confirmEmail: needs.confirmEmail, now: clock() });
      if (!actor) throw new AppError('ACCOUNT_INACTIVE');
      await createOccurrence(
        actor,
        recurrence,
        { occursAt, scheduledTime: occursAt },
        {
          isStill: async (_, locked, now) => isNext(locked) && stateOf(locked) === 'ACTIVE' && occursAt > now,
          record: (tx, locked) => updateRecurrence(tx, id, goingOn(nextAfter(locked, occursAt))),
        },
      );
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await transaction(async (tx) => {
        const locked = await lockRecurrence(tx, id);
        if (!locked || !isNext(locked)) return;
        await updateRecurrence(tx, id, {
          problem: problemOf(error, nextText(recurrence)),
          dueAt: retryAt(occursAt, clock()),
        });
      });
      return occursAt <= clock();
    }
  }
}

/**
 * Passes over occurrences that are skipped, and records those that are missed. Returns the next one that is to be created
 * now; null: none is.
 */
async function passOver(
  { clock, plans }: Needs,
  db: CreateOccurrenceNeeds['db'],
  id: string,
): Promise<{ recurrence: Recurrence; occursAt: Date } | null> {
  const recurrence = await lockRecurrence(db, id);
  if (!recurrence) return null;
  if (stateOf(recurrence) !== 'ACTIVE') {
    await updateRecurrence(db, id, { dueAt: null });
    return null;
  }
  const now = clock();
  const user = await findUser(db, recurrence.userId);
  const owner = user?.managedById ? await findUser(db, user.managedById) : user;
  const days = Math.min(HORIZON_DAYS, (owner && planOf(plans, owner).horizonDays) ?? HORIZON_DAYS);
  const missed: { occursAt: Date; problem: Problem }[] = [];
  let { nextAt, problem } = recurrence;
  for (let passed = 0; nextAt && passed < PASSED_AT_ONCE; passed += 1) {
    if (nextAt.getTime() > now.getTime() + days * DAY_MS) break;
    if (!(await findOccurrence(db, id, nextAt))) {
      if (nextAt > now) break;
      missed.push({ occursAt: nextAt, problem: problem ?? TOO_LATE });
    }
    problem = null;
    nextAt = nextAfter(recurrence, nextAt);
  }
  for (const { occursAt, problem: reason } of missed) {
    await saveOccurrence(db, {
      ...{ recurrenceId: id, occursAt, state: OccurrenceState.MISSED, problem: reason },
      ...{ groupId: null, groupUpdatedAt: null },
    });
  }
  const isDue = nextAt !== null && nextAt > now && nextAt.getTime() <= now.getTime() + days * DAY_MS;
  const isPassed = nextAt?.getTime() !== recurrence.nextAt?.getTime();
  // A missed one uses its text up: one that is refused does not keep the others from going out.
  const usedTexts = recurrence.usedTexts + missed.length;
  if (isPassed || !isDue) await updateRecurrence(db, id, { ...goingOn(nextAt, days * DAY_MS), usedTexts });
  if (missed.length > 0 && user && recurrence.templateId !== null) {
    const excerpt = await excerptOfGroup(db, recurrence.templateId);
    await notify(db, now, [occurrenceMissed(user, recurrence, { missed, excerpt })]);
  }
  if (!isDue || !nextAt) return null;
  return { recurrence: { ...recurrence, usedTexts }, occursAt: nextAt };
}
