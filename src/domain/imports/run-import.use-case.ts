import type { Logger } from 'pino';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/access/viewer.js';
import { addLabels, keepLabelsByName } from '../labels/label.repository.js';
import { notify } from '../notifications/notify.step.js';
import type { CreatePostGroup } from '../posts/create-post-group.use-case.js';
import { ALL_ADDITIONS } from '../posts/state/additions.js';
import type { FindPlace, QueuePlace } from '../posts/state/find-place.port.js';
import { PostGroupStatus } from '../posts/state/post-group.js';
import type { PostValidator } from '../posts/state/post-validator.port.js';
import type { StoredWith } from '../posts/state/stored-with.port.js';
import { maySchedule } from '../schedules/find-place.step.js';
import {
  countRows,
  endImport,
  failPending,
  type Import,
  importsById,
  lockPending,
  pendingRows,
  setCreated,
  setFailed,
} from './import.repository.js';
import { importDone } from './import-notices.js';
import { type ImportPost, ImportStatus } from './imports.js';
import { settingsWithTitle } from './titles.js';
import { viewerOfImport } from './viewer-of-import.step.js';

/** Makes the groups of an import; rejects when it has to be tried again. On the last attempt, a failure is the outcome. */
export type RunImport = (id: string, attempt: { isLast: boolean; signal: AbortSignal }) => Promise<void>;

interface Needs {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  /** Creates groups, with another place for each. */
  createUnder: (needs: { findPlace: FindPlace; validator: PostValidator }) => CreatePostGroup;
  findPlace: FindPlace;
  validator: PostValidator;
  /** Whether an address must be confirmed before posts are scheduled. */
  confirmEmail: boolean;
  log: Logger;
}

/** Rows that are read at a time. */
const AT_ONCE = 50;

/** A draft can have what a platform would refuse. */
const LENIENT: PostValidator = { assertValid: async () => undefined };

/** Another worker made the group of this row. */
class IsMade extends Error {}

/**
 * A group and the end of its row are one transaction, in which the row is locked: each row makes one group, also if a
 * worker dies or two have the job.
 */
export const makeRunImport = (needs: Needs): RunImport => {
  const { db, transaction, clock, confirmEmail, log } = needs;

  async function run(started: Import, signal: AbortSignal, isLast: boolean): Promise<void> {
    const viewer = await viewerOfImport(db, started, { confirmEmail, now: clock() });
    if (!viewer) return failPending(db, started.id, 'The account is not in use');
    for (;;) {
      const rows = await pendingRows(db, started.id, AT_ONCE);
      if (rows.length === 0) return;
      const maySchedulePosts = viewer.mayPublish && (await maySchedule(db, viewer));
      for (const { number, post } of rows) {
        signal.throwIfAborted();
        if (post) await make(viewer, { importId: started.id, number, post, maySchedulePosts }, isLast);
      }
    }
  }

  async function make(
    viewer: Viewer,
    row: { importId: string; number: number; post: ImportPost; maySchedulePosts: boolean },
    isLast: boolean,
  ): Promise<void> {
    const { importId, number, post } = row;
    const isPlaced = post.time !== null || post.schedule !== null;
    const mayBeScheduled = isPlaced && row.maySchedulePosts;
    const create = needs.createUnder({
      findPlace: placeOfRow(needs, { importId, number, post, mayBeScheduled }),
      validator: mayBeScheduled ? needs.validator : LENIENT,
    });
    const input = {
      ...{ content: post.content, platformIds: post.platformIds, accountIds: [], overrides: post.overrides },
      ...{ scheduledTime: null, schedule: `row ${number}`, media: post.files },
      platformSettings: settingsWithTitle(post.title),
      ...{ idempotencyKey: null, isBeingSent: false, validate: true, ...ALL_ADDITIONS },
    };
    try {
      await create(viewer, input, { store: endRow(viewer, { importId, number, post }) });
    } catch (error) {
      if (error instanceof IsMade) return;
      if (!(error instanceof AppError) && !isLast) throw error;
      if (!(error instanceof AppError)) log.error({ err: error, importId, row: number }, 'A row could not be imported');
      await setFailed(db, importId, number, error instanceof AppError ? error.message : 'An internal error');
    }
  }

  return async (id, { isLast, signal }) => {
    const [started] = await importsById(db, [id]);
    if (started?.status !== ImportStatus.RUNNING) return;
    await run(started, signal, isLast);
    await transaction(async (tx) => {
      const now = clock();
      if (!(await endImport(tx, id, now))) return;
      await notify(tx, now, [importDone(started, await countRows(tx, [id]))]);
    });
  };
};

/** The place that a row gives its group. Until the transaction ends, no other worker has the row. */
const placeOfRow =
  (
    needs: Pick<Needs, 'findPlace'>,
    {
      importId,
      number,
      post,
      mayBeScheduled,
    }: { importId: string; number: number; post: ImportPost; mayBeScheduled: boolean },
  ): FindPlace =>
  async (db, viewer, _, group, now) => {
    if (!(await lockPending(db, importId, number))) throw new IsMade();
    return post.schedule === null
      ? timed(post.time, mayBeScheduled, now)
      : needs.findPlace(db, viewer, post.schedule, { ...group, staysDraft: !mayBeScheduled }, now);
  };

/** In the transaction of its group, a row gets its labels and ends. */
const endRow =
  (
    { userId }: Viewer,
    { importId, number, post }: { importId: string; number: number; post: ImportPost },
  ): StoredWith['store'] =>
  async (db, made) => {
    const labelIds = post.labels.length > 0 ? await keepLabelsByName(db, userId, post.labels) : [];
    if (labelIds.length > 0) await addLabels(db, 'group', { itemIds: [made.id], labelIds });
    await setCreated(db, { importId, number }, made);
  };

/** A time that has passed meanwhile becomes now. A draft keeps it for those who may schedule it. */
function timed(time: string | null, mayBeScheduled: boolean, now: Date): QueuePlace {
  const scheduledTime = time === null ? null : new Date(Math.max(Date.parse(time), now.getTime()));
  const isScheduled = scheduledTime !== null && mayBeScheduled;
  return {
    status: isScheduled ? PostGroupStatus.SCHEDULED : PostGroupStatus.DRAFT,
    scheduledTime,
    take: async () => undefined,
  };
}
