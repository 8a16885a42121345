import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { assertMayPublish, type Viewer } from '../identity/access/viewer.js';
import type { Plans } from '../plans/plans.js';
import type { NotifyLimitExceeded } from '../usage/notify-limit-exceeded.use-case.js';
import { type CreatedPostGroup, claimKey, findByKey } from './claim-key.step.js';
import { readSource, type Source } from './read-source.step.js';
import type { AfterDuplication } from './state/after-duplication.port.js';
import type { GuardSchedule } from './state/guard-schedule.port.js';
import type { CopiedFiles, CopyFiles } from './state/media-of-group.port.js';
import { isScheduled } from './state/move-posts.js';
import { PostGroupStatus } from './state/post-group.js';
import type { PostValidator } from './state/post-validator.port.js';
import type { RecordChanges } from './state/record-changes.repository.js';
import { authorOf, newPostGroup, storePostGroup } from './store-post-group.step.js';

export interface DuplicatePostGroupInput {
  /** The group to copy, in any status. */
  id: string;
  /** Null: a draft. A past time becomes now. */
  scheduledTime: Date | null;
  /** The copy is a draft that keeps the time. */
  asDraft?: boolean;
  /** The text of the copy; null: that of the group. */
  content?: string | null;
  idempotencyKey: string | null;
}

export type DuplicatePostGroup = (viewer: Viewer, input: DuplicatePostGroupInput) => Promise<CreatedPostGroup>;

interface Needs {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  plans: Plans;
  recordChanges: RecordChanges;
  notifyLimitExceeded: NotifyLimitExceeded;
  validator: PostValidator;
  guardSchedule: GuardSchedule;
  copyFiles: CopyFiles;
  afterDuplication: AfterDuplication;
}

/**
 * Creates a group with the content, settings, own texts and copies of the files of another one, for those of its targets
 * that are still connected. Files are copied first: a process that dies leaves copies without a group, which the
 * maintenance removes.
 */
export const makeDuplicatePostGroup =
  (needs: Needs): DuplicatePostGroup =>
  async (viewer, { id, scheduledTime, asDraft = false, content = null, idempotencyKey }) => {
    if (scheduledTime && !asDraft) {
      assertMayPublish(viewer);
      await needs.guardSchedule(needs.db, viewer, null);
    }
    const keyed = { key: idempotencyKey, request: { duplicateOf: id, scheduledTime } };
    const earlier = await findByKey(needs.db, viewer, keyed, needs.clock());
    if (earlier) return earlier;
    const source = await readSource(needs, viewer, id);
    const files = await needs.copyFiles(source.group);
    const storing = store(needs, viewer, { source, files, scheduledTime, asDraft, content, keyed });
    try {
      const created = await needs.notifyLimitExceeded(viewer, storing);
      if (created.replayed) await files.discard();
      return created;
    } catch (error) {
      await files.discard();
      throw error;
    }
  };

async function store(
  needs: Needs,
  viewer: Viewer,
  given: {
    source: Source;
    files: CopiedFiles;
    scheduledTime: Date | null;
    asDraft: boolean;
    content: string | null;
    keyed: { key: string | null; request: object };
  },
): Promise<CreatedPostGroup> {
  const { source, files, scheduledTime, asDraft, keyed } = given;
  const { targets, ownTexts } = source;
  const content = given.content ?? source.content;
  const { userId, platformSettings, videoTimestamp, addSignature, addLinkParameters } = source.group;
  const now = needs.clock();
  const copied = {
    userId,
    authorId: authorOf(viewer),
    content,
    platformSettings,
    videoTimestamp,
    addSignature,
    addLinkParameters,
  };
  const made = newPostGroup({ ...copied, scheduledTime }, now);
  const group = asDraft ? { ...made, status: PostGroupStatus.DRAFT } : made;
  const validate = (db: Db) =>
    needs.validator.assertValid(db, {
      ...{ userId, content, targets, ownTexts, allowed: group, scheduledTime: group.scheduledTime },
      ...{ settings: platformSettings, media: files.media },
    });
  const revalidate = isScheduled(group) ? validate : undefined;
  await revalidate?.(needs.db);
  return needs.transaction(async (db) => {
    const earlier = await claimKey(db, viewer, { ...keyed, group }, now);
    if (earlier) return earlier;
    await storePostGroup(needs, db, { viewer, group, targets, ownTexts, requireConnections: true, revalidate }, now);
    await files.attach(db, group, now);
    await needs.afterDuplication(db, { source: source.group, copy: group });
    return { id: group.id, group, replayed: false };
  });
}
