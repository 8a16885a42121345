import { newId } from '../../foundation/database/id.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { assertPermission, type Viewer } from '../identity/access/viewer.js';
import { parseTimeZone } from '../identity/account/parse-account.js';
import { lockUser } from '../identity/account/user.repository.js';
import type { DuplicatePostGroup } from '../posts/duplicate-post-group.use-case.js';
import type { RemoveUnsentNeeds } from '../posts/remove-unsent.step.js';
import { lockPostGroup } from '../posts/state/post-group.repository.js';
import { templateOf } from './find-template.step.js';
import { actingFor, lockOwn, recordChange } from './own-recurrence.step.js';
import {
  countRecurrences,
  deleteRecurrence,
  insertRecurrence,
  moveOccurrences,
  occurrencesFrom,
  updateRecurrence,
} from './recurrence.repository.js';
import type { CreateSoon } from './recurrence-queue.port.js';
import { countOf, nextTimes, parseRule, withCount } from './recurrence-rule.js';
import {
  goingOn,
  MAX_RECURRENCES,
  nextAfter,
  parseStart,
  parseTexts,
  type Recurrence,
  SETTLED_MS,
} from './recurrences.js';
import { type RefuseInvalidNeeds, refuseInvalid, refuseInvalidChanges } from './refuse-invalid.step.js';
import { withdraw } from './withdraw.step.js';

export interface RecurrenceInput {
  /** The post that is repeated. */
  groupId: string;
  rule: string;
  timeZone: string;
  startsAt: Date;
  texts: readonly string[];
}

export interface RecurrenceChanges extends Partial<RecurrenceInput> {
  id: string;
  /** The first occurrence that changes: those before it keep what they have. Null: all that are not sent. */
  from: Date | null;
}

export interface ManageRecurrences {
  /**
   * Errors: POST_GROUP_NOT_FOUND, RECURRENCE_RULE_INVALID, TIME_ZONE_INVALID, RECURRENCE_START_INVALID,
   * RECURRENCE_TEXTS_INVALID, RECURRENCE_ENDED, RECURRENCE_LIMIT_REACHED, VALIDATION_FAILED for a text that a platform
   * would refuse, and those of texts and of duplicating.
   */
  create(viewer: Viewer, input: RecurrenceInput): Promise<Recurrence>;
  /**
   * Changes what is given. Posts of the changed occurrences that were not sent and not edited are created again. With
   * `from`, another recurrence follows the first one: that is returned. Errors: those of create, OCCURRENCE_NOT_FOUND.
   */
  update(viewer: Viewer, changes: RecurrenceChanges): Promise<Recurrence>;
  /** Removes the posts that were not sent and not edited, or creates them again for times to come. */
  pause(viewer: Viewer, id: string, paused: boolean): Promise<Recurrence>;
  /** With `keepPosts`, posts that were created keep their times. */
  remove(viewer: Viewer, id: string, keepPosts: boolean): Promise<void>;
}

interface Needs extends RemoveUnsentNeeds, RefuseInvalidNeeds {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  duplicatePostGroup: DuplicatePostGroup;
  createSoon: CreateSoon;
}

type Given = Pick<Recurrence, 'rule' | 'timeZone' | 'startsAt' | 'texts'>;

export function makeManageRecurrences(needs: Needs): ManageRecurrences {
  const { transaction, clock, createSoon } = needs;

  function parse(input: Partial<RecurrenceInput>, now: Date): Partial<Given> {
    const { rule, timeZone, startsAt, texts } = input;
    return {
      ...(rule !== undefined && { rule: parseRule(rule) }),
      ...(timeZone !== undefined && { timeZone: parseTimeZone(timeZone) }),
      ...(startsAt && { startsAt: parseStart(startsAt, now) }),
      ...(texts && { texts: parseTexts(texts) }),
    };
  }

  /** Where a recurrence begins: with its first time that is not about to come. */
  function beginning(recurrence: Pick<Recurrence, 'rule' | 'timeZone' | 'startsAt' | 'endsBefore'>, after: Date) {
    const nextAt = nextAfter(recurrence, after);
    if (!nextAt) throw new AppError('RECURRENCE_ENDED');
    return goingOn(nextAt);
  }

  async function assertRoom(db: Db, userId: string): Promise<void> {
    await lockUser(db, userId);
    if ((await countRecurrences(db, userId)) >= MAX_RECURRENCES) throw new AppError('RECURRENCE_LIMIT_REACHED');
  }

  /** Takes back what was created from a time on. What is due at any moment stays. */
  async function takeBack(db: Db, viewer: Viewer, recurrence: Recurrence, given: { from: Date; now: Date }) {
    const since = new Date(Math.max(given.from.getTime(), given.now.getTime() + SETTLED_MS));
    const occurrences = await occurrencesFrom(db, recurrence.id, since);
    const { removeObjects, ...withdrawn } = await withdraw(
      needs,
      db,
      viewer,
      { recurrence, occurrences, edited: false },
      given.now,
    );
    const usedTexts = Math.max(0, recurrence.usedTexts - withdrawn.occurrences.length);
    // Occurrences that stay are passed over.
    return { since: new Date(since.getTime() - 1), usedTexts, removeObjects };
  }

  async function withRemoval<Result>(
    work: (db: Db) => Promise<{ result: Result; removeObjects: () => Promise<void> }>,
  ): Promise<Result> {
    const { result, removeObjects } = await transaction(work);
    await removeObjects();
    return result;
  }

  async function changeAll(viewer: Viewer, id: string, changes: Partial<Recurrence>) {
    return withRemoval(async (db) => {
      const before = await lockOwn(db, viewer, id);
      const now = clock();
      const { since, usedTexts, removeObjects } = await takeBack(db, viewer, before, { from: now, now });
      const changed = { ...before, ...changes, ...actingFor(viewer) };
      const next = beginning(changed, since);
      const after = { ...changed, ...next, usedTexts, updatedAt: laterThan(before, now) };
      if (after.pausedAt) after.dueAt = null;
      const { id: _, userId: __, createdAt: ___, ...stored } = after;
      await updateRecurrence(db, id, stored);
      await recordChange(db, viewer, after, 'recurrence_changed', { changed: Object.keys(changes) });
      await createSoon(db);
      return { result: after, removeObjects };
    });
  }

  async function changeFrom(viewer: Viewer, id: string, from: Date, changes: Partial<Recurrence>) {
    return withRemoval(async (db) => {
      const before = await lockOwn(db, viewer, id);
      await assertRoom(db, viewer.userId);
      const now = clock();
      const isOccurrence = nextAfter(before, new Date(from.getTime() - 1))?.getTime() === from.getTime();
      if (!isOccurrence || from <= now) throw new AppError('OCCURRENCE_NOT_FOUND');
      const { since, usedTexts, removeObjects } = await takeBack(db, viewer, before, { from, now });
      const following: Recurrence = {
        ...before,
        ...{ id: newId(now), startsAt: from, rule: remaining(before, from) },
        ...changes,
        ...actingFor(viewer),
        ...{ usedTexts, createdAt: now, updatedAt: now },
      };
      Object.assign(following, beginning(following, since));
      if (following.pausedAt) following.dueAt = null;
      await insertRecurrence(db, following);
      await moveOccurrences(db, id, following.id, from);
      const ended = { ...before, endsBefore: from };
      const nextAt = before.nextAt && before.nextAt < from ? before.nextAt : null;
      await updateRecurrence(db, id, {
        endsBefore: from,
        ...{ nextAt, dueAt: nextAt && before.dueAt, updatedAt: laterThan(before, now) },
      });
      await recordChange(db, viewer, ended, 'recurrence_changed', { changed: ['endsBefore'] });
      await recordChange(db, viewer, following, 'recurrence_created', { follows: id });
      await createSoon(db);
      return { result: following, removeObjects };
    });
  }

  return {
    async create(viewer, { groupId, ...input }) {
      assertPermission(viewer, 'DRAFT');
      const now = clock();
      const given = parse(input, now) as Given;
      const next = beginning({ ...given, endsBefore: null }, now);
      await refuseInvalid(needs, viewer, { groupId, texts: given.texts, at: next.nextAt ?? now });
      const templateId = await templateOf(needs, viewer, groupId);
      return transaction(async (db) => {
        await assertRoom(db, viewer.userId);
        const template = await lockPostGroup(db, templateId);
        if (template?.userId !== viewer.userId) throw new AppError('POST_GROUP_NOT_FOUND');
        const recurrence: Recurrence = {
          ...{ id: newId(now), userId: viewer.userId, templateId, ...given, endsBefore: null },
          ...{ ...actingFor(viewer), pausedAt: null, ...next, usedTexts: 0, createdAt: now, updatedAt: now },
        };
        await insertRecurrence(db, recurrence);
        await recordChange(db, viewer, recurrence, 'recurrence_created');
        await createSoon(db);
        return recurrence;
      });
    },
    async update(viewer, { id, from, groupId, ...input }) {
      const given = parse(input, clock());
      await refuseInvalidChanges(needs, viewer, { id, groupId, texts: given.texts });
      const changes = {
        ...given,
        ...(groupId !== undefined && { templateId: await templateOf(needs, viewer, groupId) }),
      };
      if (Object.keys(changes).length === 0) throw new AppError('UPDATE_EMPTY');
      return from ? changeFrom(viewer, id, from, changes) : changeAll(viewer, id, changes);
    },
    pause: (viewer, id, paused) =>
      withRemoval(async (db) => {
        const before = await lockOwn(db, viewer, id);
        const now = clock();
        // Posts that are taken back from one without a template could not be created again.
        if ((before.pausedAt !== null) === paused || before.templateId === null) {
          return { result: before, removeObjects: async () => undefined };
        }
        const { since, usedTexts, removeObjects } = paused
          ? await takeBack(db, viewer, before, { from: now, now })
          : { since: now, usedTexts: before.usedTexts, removeObjects: async () => undefined };
        const next = goingOn(nextAfter(before, since));
        const changes = {
          ...next,
          ...(paused ? { pausedAt: now, dueAt: null } : { pausedAt: null, ...actingFor(viewer) }),
          ...{ usedTexts, updatedAt: laterThan(before, now) },
        };
        await updateRecurrence(db, id, changes);
        const after = { ...before, ...changes };
        await recordChange(db, viewer, after, paused ? 'recurrence_paused' : 'recurrence_resumed');
        await createSoon(db);
        return { result: after, removeObjects };
      }),
    remove: (viewer, id, keepPosts) =>
      withRemoval(async (db) => {
        const recurrence = await lockOwn(db, viewer, id);
        const now = clock();
        const occurrences = keepPosts ? [] : await occurrencesFrom(db, id, now);
        const removal = await withdraw(needs, db, viewer, { recurrence, occurrences, edited: true }, now);
        await deleteRecurrence(db, id);
        await recordChange(db, viewer, recurrence, 'recurrence_deleted', { posts: removal.occurrences.length });
        return { result: undefined, removeObjects: removal.removeObjects };
      }),
  };
}

/** Two changes in one millisecond are two. */
const laterThan = ({ updatedAt }: Pick<Recurrence, 'updatedAt'>, now: Date): Date =>
  new Date(Math.max(now.getTime(), updatedAt.getTime() + 1));

/** The rule without the occurrences before a time. */
function remaining(recurrence: Recurrence, from: Date): string {
  const count = countOf(recurrence.rule);
  if (count === null) return recurrence.rule;
  const before = nextTimes(recurrence, new Date(recurrence.startsAt.getTime() - 1), count).filter(
    (time) => time < from,
  );
  return withCount(recurrence.rule, count - before.length);
}
