import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { assertMayChange, assertMayPublish, type Viewer } from '../identity/access/viewer.js';
import { keepAdditions } from '../identity/account/user.repository.js';
import type { Plans } from '../plans/plans.js';
import type { NotifyLimitExceeded } from '../usage/notify-limit-exceeded.use-case.js';
import { lockQuota, releaseQuota, reserveDraft, reserveQuota } from '../usage/quota.step.js';
import { moveQuota } from './move-quota.step.js';
import { type EditedTargets, readTargets, readTexts } from './read-edits.step.js';
import { keepTexts } from './reading/post-text.repository.js';
import { ChangeSet } from './state/change-set.js';
import { connectionsOfTargets } from './state/connections-of-targets.step.js';
import { type Edits, isEdit, type ParsedEdits, parseEdits } from './state/edits.js';
import type { FindPlace, QueuePlace } from './state/find-place.port.js';
import { isUploaded } from './state/given-files.js';
import { overridesOf, platformIdsOf } from './state/given-targets.step.js';
import type { GuardSchedule } from './state/guard-schedule.port.js';
import type { InspectFiles, MediaOfGroup } from './state/media-of-group.port.js';
import { isMove, isScheduled, moves, newTiming, type RequestedTiming } from './state/move-posts.js';
import { newPlatformPost } from './state/new-platform-post.js';
import type { NoteEdit } from './state/note-edit.port.js';
import type { GivenOverride, OwnTexts } from './state/overrides.js';
import { canHappen, type NewPlatformPost, type PlatformPost } from './state/platform-post.js';
import type { GroupWithPosts, OwnText } from './state/post-change.js';
import { changedAt, type PostGroup, PostGroupStatus } from './state/post-group.js';
import { findPostGroup, lockPostGroup, postsOfGroups, updatePostGroup } from './state/post-group.repository.js';
import { editablePosts, isEditable, isPlainDraft, movablePosts, notUpdatable } from './state/post-rules.js';
import type { PostValidator } from './state/post-validator.port.js';
import type { RecordChanges } from './state/record-changes.repository.js';
import { requeued } from './state/requeued.js';
import type { StoredWith } from './state/stored-with.port.js';

/** What is left out stays as it is. */
export interface UpdatePostGroupInput extends RequestedTiming, Omit<Edits, 'overrides'> {
  id: string;
  /** Adds it to the queue of a posting schedule, which gives it its time: an id, or NEXT_FREE. */
  schedule?: string | undefined;
  /** Ids of connections: targets beside, or in place of, `platformIds`. */
  accountIds?: readonly string[] | undefined;
  /** All own texts of targets from now on. */
  overrides?: readonly GivenOverride[] | undefined;
  /** Refuse the update if the group was changed after this moment. */
  ifUnchangedSince?: Date | undefined;
  /** Refuse to schedule what could not be published. REST does not [update-post/no-validation]. */
  validate: boolean;
  /** Refuse new targets that are no connections of the user's, and to schedule any: CONNECTIONS_NOT_FOUND. */
  requireConnections: boolean;
}

/** With `storedWith` alone, the group keeps its state and its `updatedAt`. */
export type UpdatePostGroup = (
  viewer: Viewer,
  input: UpdatePostGroupInput,
  storedWith?: StoredWith,
) => Promise<PostGroup>;

interface Needs {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  plans: Plans;
  recordChanges: RecordChanges;
  mediaOfGroup: Pick<MediaOfGroup, 'list' | 'setAltTexts' | 'setFramings' | 'arrange'>;
  inspectFiles: InspectFiles;
  notifyLimitExceeded: NotifyLimitExceeded;
  validator: PostValidator;
  guardSchedule: GuardSchedule;
  findPlace: FindPlace;
  noteEdit: NoteEdit;
}

/**
 * Edits a draft or a scheduled group, schedules it, moves it to another time, or takes it back to draft: all of it or
 * nothing. Files are inspected before a group is scheduled, so that what is checked is what will be sent. Only before its
 * publishing has begun, or, in the dashboard, once it has ended in part: what is live stays as it is, and the rest is
 * scheduled again, or taken back to draft and edited.
 */
export const makeUpdatePostGroup =
  (needs: Needs): UpdatePostGroup =>
  async (
    viewer,
    { id, ifUnchangedSince, validate, requireConnections, accountIds, overrides, ...requested },
    storedWith,
  ) => {
    const { status, scheduledTime, schedule, ...given } = requested;
    if (schedule !== undefined && scheduledTime !== undefined) throw new AppError('SCHEDULE_AND_TIME');
    const edits = parseEdits({
      ...given,
      ...(accountIds && { platformIds: await platformIdsOf(needs.db, viewer.userId, { ...given, accountIds }) }),
      overrides: overrides && (await overridesOf(needs.db, viewer.userId, overrides)),
    });
    const isTimed = [status, scheduledTime, schedule].some((one) => one !== undefined);
    const changesGroup = isTimed || isEdit(edits);
    if (!changesGroup && !storedWith) throw new AppError('UPDATE_EMPTY');
    const updateOnce = (isInspected: boolean) =>
      needs.transaction(async (db) => {
        const place = schedule === undefined ? null : await placeOf(needs, db, viewer, { id, schedule, status, edits });
        await storedWith?.lock?.(db);
        const group = await lockPostGroup(db, id);
        if (!group || group.userId !== viewer.userId) throw new AppError('POST_GROUP_NOT_FOUND');
        const posts = await postsOfGroups(db, [id]);
        assertMayChange(viewer, { isDraft: isPlainDraft(group, posts) });
        assertOpen(group, posts, viewer, edits);
        if (ifUnchangedSince && group.updatedAt > ifUnchangedSince) {
          throw new AppError('POST_GROUP_CHANGED', { updatedAt: group.updatedAt.toISOString() });
        }
        if (!changesGroup) {
          await storedWith?.store(db, group, { isNew: false });
          return { group, removeObjects: async () => undefined };
        }
        const now = needs.clock();
        const isRefused = place?.status === PostGroupStatus.DRAFT && place.scheduledTime !== null;
        // Without the permission to schedule it, a scheduled post would become a draft unnoticed.
        if (isRefused && status !== PostGroupStatus.DRAFT && (status !== undefined || isScheduled(group))) {
          assertMayPublish(viewer);
          await needs.guardSchedule(db, viewer, group);
        }
        const asDraft = place?.status === PostGroupStatus.DRAFT || status === PostGroupStatus.DRAFT;
        const wanted: RequestedTiming = place
          ? { status: asDraft ? PostGroupStatus.DRAFT : PostGroupStatus.SCHEDULED, scheduledTime: place.scheduledTime }
          : { status, scheduledTime };
        const timing = newTiming(group, wanted, now);
        const updated = await update(needs, {
          db,
          viewer,
          group,
          posts,
          edits,
          timing,
          place,
          validate,
          requireConnections,
          isInspected,
          now,
        });
        if (updated !== UNINSPECTED) await storedWith?.store(db, updated.group, { isNew: false });
        return updated;
      });
    const updating = async (): Promise<Updated> => {
      const updated = await updateOnce(false);
      if (updated !== UNINSPECTED) return updated;
      const inspecting = needs.inspectFiles({ id, userId: viewer.userId }, edits.media);
      // What is not checked is not kept from being scheduled by its files; publishing inspects them again.
      await (validate ? inspecting : inspecting.catch(() => undefined));
      return (await updateOnce(true)) as Updated;
    };
    const { group, removeObjects } = await needs.notifyLimitExceeded(viewer, updating());
    await removeObjects();
    return group;
  };

/** Finds a place in a queue for a group of the viewer's. */
async function placeOf(
  { findPlace, clock }: Needs,
  db: Db,
  viewer: Viewer,
  {
    id,
    schedule,
    status,
    edits,
  }: { id: string; schedule: string; status: RequestedTiming['status']; edits: ParsedEdits },
): Promise<QueuePlace> {
  if (!(await findPostGroup(db, viewer.userId, id))) throw new AppError('POST_GROUP_NOT_FOUND');
  const targets = edits.targets ?? (await postsOfGroups(db, [id]));
  const platformIds = [...new Set(targets.map(({ platformId }) => platformId))];
  return findPlace(db, viewer, schedule, { id, platformIds, staysDraft: status === PostGroupStatus.DRAFT }, clock());
}

function assertOpen(group: PostGroup, posts: readonly PlatformPost[], viewer: Viewer, edits: ParsedEdits): void {
  const reason = notUpdatable(group, posts, viewer);
  if (reason !== null) throw new AppError('POST_GROUP_NOT_UPDATABLE', { status: reason });
  if (edits.isOfWhatIsSent && !isEditable(group, posts)) {
    throw new AppError('POST_GROUP_NOT_UPDATABLE', { status: group.status });
  }
}

interface Update {
  db: Db;
  viewer: Viewer;
  group: PostGroup;
  posts: PlatformPost[];
  edits: ParsedEdits;
  timing: Pick<PostGroup, 'status' | 'scheduledTime'>;
  place: QueuePlace | null;
  validate: boolean;
  requireConnections: boolean;
  /** Whether the files have been inspected. */
  isInspected: boolean;
  now: Date;
}

interface Updated {
  group: PostGroup;
  removeObjects: () => Promise<void>;
}

/** Nothing was changed: the group is to be scheduled, and has files to inspect first. */
const UNINSPECTED = Symbol('uninspected');

async function update(
  { plans, recordChanges, mediaOfGroup, validator, guardSchedule, noteEdit }: Needs,
  { db, viewer, group, posts, edits, timing, place, validate, requireConnections, isInspected, now }: Update,
): Promise<Updated | typeof UNINSPECTED> {
  const updated: PostGroup = {
    ...group,
    ...timing,
    platformSettings: edits.settings ?? group.platformSettings,
    videoTimestamp: edits.videoTimestamp === undefined ? group.videoTimestamp : edits.videoTimestamp,
    addSignature: edits.addSignature ?? group.addSignature,
    addLinkParameters: edits.addLinkParameters ?? group.addLinkParameters,
    updatedAt: changedAt(group, now),
  };
  const isMoved = isMove(group, updated);
  const isPlanned = isScheduled(updated) && (isMoved || edits.isOfWhatIsSent);
  const files = isPlanned ? await mediaOfGroup.list(db, group) : [];
  const hasUploads = files.length > 0 || edits.media?.some(isUploaded);
  if (isPlanned && hasUploads && !isInspected) return UNINSPECTED;
  const isChecked = validate && isPlanned;
  const targets = await readTargets(db, group, posts, edits, { required: requireConnections });
  const texts = isChecked || edits.isOfWhatIsSent ? await readTexts(db, group, targets, edits) : null;
  if (isMoved && !isScheduled(updated)) await reserveDraft(plans, db, viewer);
  if (isScheduled(updated) && (isMoved || targets.added.length > 0)) assertMayPublish(viewer);
  if (isPlanned || (isScheduled(updated) && isEdit(edits))) await guardSchedule(db, viewer, group);

  await noteEdit(db, group, null);
  if (edits.media || edits.altTexts || edits.framings) await lockQuota(db, viewer);
  const { scheduledTime, platformSettings, videoTimestamp, updatedAt } = updated;
  const editable = new Set(editablePosts(posts).map((post) => post.id));
  if (edits.content !== undefined) {
    await keepTexts(
      db,
      posts.filter((post) => !editable.has(post.id)),
    );
  }
  await updatePostGroup(db, group.id, {
    scheduledTime,
    videoTimestamp,
    updatedAt,
    addSignature: updated.addSignature,
    addLinkParameters: updated.addLinkParameters,
    ...(edits.content !== undefined && { content: edits.content }),
    ...(edits.settings && { platformSettings }),
  });
  const removeObjects = edits.media
    ? await mediaOfGroup.arrange(db, { viewer, group, targets: targets.all }, edits.media, now)
    : async () => undefined;
  if (edits.altTexts) await mediaOfGroup.setAltTexts(db, group, edits.altTexts);
  if (edits.framings) await mediaOfGroup.setFramings(db, group, edits.framings);
  if (texts && isChecked) {
    await keepAdditions(db, viewer.ownerId);
    const { content, own } = texts;
    const media = files.length > 0 || edits.media ? await mediaOfGroup.list(db, group) : [];
    await validator.assertValid(db, {
      ...{ userId: group.userId, content, targets: targets.open, ownTexts: own, media },
      ...{ allowed: updated, scheduledTime, settings: platformSettings },
    });
  }

  const target: GroupWithPosts = { group, posts };
  await removeTargets(recordChanges, { db, viewer, group, target, removed: targets.removed, now: updatedAt });
  const movable = isMoved ? movablePosts(target.posts, isScheduled(updated) ? 'schedule' : 'unschedule') : [];
  if (isMoved && movable.length + targets.added.length === 0) {
    throw new AppError('POST_GROUP_NOT_UPDATABLE', { status: group.status });
  }
  if (isMoved && isScheduled(updated)) {
    await connectionsOfTargets(db, group.userId, movable, { required: requireConnections });
  }
  if (movable.length > 0) {
    await moveQuota(plans, db, viewer, { userId: group.userId, before: group, after: updated }, movable, now);
  }
  const newPosts = await addTargets({ plans, db, viewer, updated, targets, own: texts?.own, posts, now });
  const changes = new ChangeSet();
  if (isMoved || isEdit(edits)) {
    const own = edits.isOfWhatIsSent ? texts?.own : undefined;
    const changed = isMoved ? moves(movable, updated, now) : requeuedPosts(target.posts);
    changes.change(target, {
      status: updated.status,
      posts: own
        ? changed.map((change) =>
            editable.has(change.post.id)
              ? { ...change, post: { ...change.post, ...ownText(change.post, own) } }
              : change,
          )
        : changed,
      newPosts,
      edited: isEdit(edits),
    });
  } else {
    // A draft keeps a time, for which no post waits.
    changes.edit(target.group);
  }
  await recordChanges(db, changes, updatedAt);
  await place?.take(db, group);
  await noteEdit(db, group, viewer);
  const { status, processingStatus } = target.group;
  return { group: { ...updated, status, processingStatus }, removeObjects };
}

function ownText({ platformId }: Pick<PlatformPost, 'platformId'>, own: OwnTexts): OwnText {
  const { content, ...comment } = own.get(platformId) ?? {};
  return content === undefined ? { hasOwnText: false, ...comment } : { content, hasOwnText: true, ...comment };
}

/** A worker that has read the group already finds its job out of date, and sends nothing. */
const requeuedPosts = (posts: readonly PlatformPost[]) =>
  posts.filter(({ status }) => canHappen('edit', status)).map((post) => ({ post: requeued(post) }));

/** Removes targets, and their usage of the plan's quotas. */
async function removeTargets(
  recordChanges: RecordChanges,
  given: { db: Db; viewer: Viewer; group: PostGroup; target: GroupWithPosts; removed: PlatformPost[]; now: Date },
): Promise<void> {
  const { db, viewer, group, target, removed, now } = given;
  if (removed.length === 0) return;
  const { userId, scheduledTime } = group;
  if (isScheduled(group) && scheduledTime) await releaseQuota(db, viewer, { userId, targets: removed, scheduledTime });
  // Before quota is reserved for others, because those of scheduled posts are counted by their rows.
  const changes = new ChangeSet();
  changes.removePosts(target, removed);
  await recordChanges(db, changes, now);
}

/** The posts of new targets, after those that the group has, with their usage of the plan's quotas. */
async function addTargets(given: {
  plans: Plans;
  db: Db;
  viewer: Viewer;
  updated: PostGroup;
  targets: EditedTargets;
  own: OwnTexts | undefined;
  posts: readonly PlatformPost[];
  now: Date;
}): Promise<NewPlatformPost[]> {
  const { plans, db, viewer, updated, own, posts, now } = given;
  const { added: targets, connections } = given.targets;
  if (targets.length === 0) return [];
  const { userId } = updated;
  const dueAt = isScheduled(updated) ? updated.scheduledTime : null;
  if (dueAt) {
    const adds = { toMonth: true, toPending: true };
    await reserveQuota(plans, db, viewer, { userId, targets, scheduledTime: dueAt, adds }, now);
  }
  const first = Math.max(...posts.map(({ targetIndex }) => targetIndex)) + 1;
  return targets.map((target, index) => {
    const ofTarget = own?.get(target.platformId);
    return newPlatformPost(
      { group: updated, target, targetIndex: first + index, connections, own: ofTarget, dueAt },
      now,
    );
  });
}
