import { randomUUID } from 'node:crypto';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { assertMayPublish, type Viewer } from '../identity/viewer.js';
import { mediaOfGroups, setAltTexts } from '../media/media.repository.js';
import { periodOf } from '../plans/limits.js';
import { storeTurns } from '../publishing/turn.repository.js';
import type { NotifyLimitExceeded } from '../usage/notify-limit-exceeded.use-case.js';
import { releaseQuota, reserveDraft, reserveQuota } from '../usage/quota.use-case.js';
import type { Validator } from '../validation/validator.js';
import type { AnnounceEvents } from '../webhooks/announce-events.use-case.js';
import { postEvent } from '../webhooks/webhook-event.js';
import { LiveEventType } from './live-event.js';
import { recordEvents } from './live-event.repository.js';
import { parseAltTexts, parseVideoTimestamp } from './parse-post.js';
import { isHeldBack, next, type PlatformPost, type PlatformPostEvent, PlatformPostStatus } from './platform-post.js';
import { isUpdatable, type PostGroup, PostGroupStatus, ProcessingStatus, processingStatus } from './post-group.js';
import { lockPostGroup, postsOfGroups, updatePostGroup } from './post-group.repository.js';
import { livePost } from './post-live.js';
import { type NewLogEntry, PostLogEvent, scheduledEntry } from './post-log.js';
import { textOfGroup } from './post-text.repository.js';
import { type PublishQueue, publishJob } from './publish-queue.js';

export interface UpdatePostGroupInput {
  id: string;
  status: PostGroupStatus.DRAFT | PostGroupStatus.SCHEDULED | null;
  scheduledTime: Date | null;
  /** Null: as it is. */
  videoTimestamp: number | null;
  /** By the place of their files; null: as they are. */
  altTexts: string[] | null;
  /** Refuse to schedule what could not be published. REST does not (document 1, "update-post"). */
  validate: boolean;
}

export type UpdatePostGroup = (viewer: Viewer, input: UpdatePostGroupInput) => Promise<PostGroup>;

/**
 * Schedules a draft, moves a scheduled group to another time, or takes it back to draft (document 1, "update-post";
 * document 3, "PUT /update-post"). Only before its publishing has begun, or, in the dashboard, once it has ended in
 * part: what is live stays as it is, and the rest is scheduled anew.
 */
export const makeUpdatePostGroup =
  (needs: {
    transaction: Transaction;
    clock: () => Date;
    publishQueue: PublishQueue;
    announce: AnnounceEvents;
    notifyLimitExceeded: NotifyLimitExceeded;
    validator: Validator;
  }): UpdatePostGroup =>
  (viewer, { id, status, scheduledTime, validate, ...given }) => {
    const videoTimestamp = parseVideoTimestamp(given.videoTimestamp);
    const altTexts = parseAltTexts(given.altTexts);
    if ([status, scheduledTime, videoTimestamp, altTexts].every((change) => change === null)) {
      throw new AppError('UPDATE_EMPTY');
    }
    const updating = needs.transaction(async (db) => {
      const group = await lockPostGroup(db, id);
      if (!group || group.userId !== viewer.userId) throw new AppError('POST_GROUP_NOT_FOUND');
      // A session is what the dashboard has.
      const inDashboard = viewer.keyId === null;
      if (!isUpdatable(group.status, inDashboard)) {
        throw new AppError('POST_GROUP_NOT_UPDATABLE', { status: group.status });
      }
      const posts = await postsOfGroups(db, [id]);
      const isBegun = inDashboard ? posts.some(isUnderWay) : group.processingStatus !== ProcessingStatus.PENDING;
      if (isBegun) throw new AppError('POST_GROUP_NOT_UPDATABLE', { status: ProcessingStatus.PROCESSING });
      const now = needs.clock();
      const updated: PostGroup = {
        ...group,
        status: status ?? group.status,
        scheduledTime: newTime(group, status, scheduledTime, now),
        videoTimestamp: videoTimestamp ?? group.videoTimestamp,
        updatedAt: now,
      };
      if (isMove(group, updated) && !isScheduled(updated)) await reserveDraft(db, viewer);
      const { status: newStatus, scheduledTime: time, videoTimestamp: cover } = updated;
      await updatePostGroup(db, id, { status: newStatus, scheduledTime: time, videoTimestamp: cover, updatedAt: now });
      if (altTexts) await setAltTexts(db, await mediaOfGroups(db, group.userId, [id]), altTexts);
      if (isMove(group, updated)) {
        if (isScheduled(updated)) assertMayPublish(viewer);
        if (validate && isScheduled(updated)) {
          const { platformSettings: settings, userId } = updated;
          const content = await textOfGroup(db, id);
          const platforms = posts.map(({ platform }) => platform);
          await needs.validator.assertValid({
            content,
            platforms,
            settings,
            media: await mediaOfGroups(db, userId, [id]),
          });
        }
        const moved = movedPosts(posts, updated, now);
        await movePlaces(db, viewer, group, updated, moved, now);
        updated.processingStatus = await movePosts(db, needs.publishQueue, group, updated, { posts, moved }, now);
        await needs.announce(db, moved.flatMap(postEvent), now);
      }
      return updated;
    });
    return needs.notifyLimitExceeded(viewer, updating);
  };

/** Past and present become now; scheduling without any time means now; going back to draft keeps the stored time. */
function newTime(group: PostGroup, status: PostGroupStatus | null, given: Date | null, now: Date): Date | null {
  const time = given ?? group.scheduledTime;
  if (given) return given < now ? now : given;
  if (status !== PostGroupStatus.SCHEDULED || group.status === PostGroupStatus.SCHEDULED) return time;
  return time === null || time < now ? now : time;
}

/** Whether its publishing has begun and not ended: a worker has it, or is to have it at once. */
const isUnderWay = ({ status, jobId }: PlatformPost): boolean =>
  status === PlatformPostStatus.PROCESSING || (status === PlatformPostStatus.PENDING && jobId !== null);

const isScheduled = ({ status }: PostGroup) => status === PostGroupStatus.SCHEDULED;

/** Whether the posts get, lose or change their time. */
const isMove = (before: PostGroup, after: PostGroup): boolean =>
  before.status !== after.status || (isScheduled(after) && !sameTime(before, after));

/** The places that the posts have from now on in the plan's limits: those of the old time for those of the new. */
async function movePlaces(
  db: Db,
  viewer: Viewer,
  before: PostGroup,
  after: PostGroup,
  posts: PlatformPost[],
  now: Date,
): Promise<void> {
  const { userId } = after;
  // The parts of a thread are one post (document 3, "Plans").
  const targets = [...new Map(posts.map((post) => [post.targetIndex, post])).values()];
  const had = isScheduled(before) ? before.scheduledTime : null;
  const gets = isScheduled(after) ? after.scheduledTime : null;
  const staysInMonth = had && gets && periodOf(had).start.getTime() === periodOf(gets).start.getTime();
  if (had && !staysInMonth) await releaseQuota(db, viewer, { userId, targets, scheduledTime: had });
  if (!gets) return;
  const adds = { toMonth: !staysInMonth, toPending: had === null };
  await reserveQuota(db, viewer, { userId, targets, scheduledTime: gets, adds }, now);
}

/**
 * The posts that get another time, or lose theirs, with their next turn: whatever job they had may do nothing any more.
 * What is live stays. Of a thread that is to go on, the first part gets a job, and the others wait for it.
 */
function movedPosts(posts: PlatformPost[], after: PostGroup, now: Date): PlatformPost[] {
  const scheduled = isScheduled(after);
  const event: PlatformPostEvent = scheduled ? 'schedule' : 'unschedule';
  const movable = posts.filter((post) => next(post.status, event) !== undefined || isHeldBack(post));
  return movable.map((post, index) => {
    const waits = scheduled && movable[index - 1]?.targetIndex === post.targetIndex;
    const status = waits ? PlatformPostStatus.PENDING : (next(post.status, event) ?? PlatformPostStatus.DRAFT);
    return {
      ...post,
      status,
      error: null,
      attemptCount: 0,
      wait: null,
      dueAt: scheduled && !waits ? after.scheduledTime : null,
      turn: post.turn + 1,
      jobId: scheduled && !waits ? randomUUID() : null,
      updatedAt: now,
    };
  });
}

/** Stores the moved posts with their jobs, log entries and events; answers how far the group's publishing is. */
async function movePosts(
  db: Db,
  queue: PublishQueue,
  before: PostGroup,
  after: PostGroup,
  { posts, moved }: { posts: PlatformPost[]; moved: PlatformPost[] },
  now: Date,
): Promise<ProcessingStatus> {
  const scheduled = isScheduled(after);
  const entries = [...statusChange(before, after), ...(scheduled ? moved.map(scheduledEntry) : [])];
  await storeTurns(db, { posts: moved, entries: entries.map((entry) => ({ ...entry, groupId: after.id })) }, now);
  const oldJobs = posts.flatMap(({ jobId }) => jobId ?? []);
  await queue.remove(db, oldJobs);
  await queue.enqueue(db, moved.flatMap(publishJob));
  const processing = processingStatus(
    posts.map((post) => moved.find(({ id }) => id === post.id)?.status ?? post.status),
  );
  const type = scheduled ? LiveEventType.QUEUED : LiveEventType.UNSCHEDULED;
  const events = moved.map((post) => ({
    type,
    groupStatus: after.status,
    processingStatus: processing,
    post: livePost(post),
  }));
  const due = scheduled && after.scheduledTime ? [after.scheduledTime] : [];
  await recordEvents(db, [{ groupId: after.id, events, due, processingStatus: processing }], now);
  return processing;
}

const sameTime = (a: PostGroup, b: PostGroup) => a.scheduledTime?.getTime() === b.scheduledTime?.getTime();

/** The log entry of a group's new status; none when it is the same. */
const statusChange = (before: PostGroup, after: PostGroup): NewLogEntry[] =>
  before.status === after.status
    ? []
    : [{ event: PostLogEvent.STATUS_CHANGED, metadata: { from: before.status, to: after.status } }];
