import { randomUUID } from 'node:crypto';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { assertMayPublish, type Viewer } from '../identity/viewer.js';
import { periodOf } from '../plans/limits.js';
import type { NotifyLimitExceeded } from '../usage/notify-limit-exceeded.use-case.js';
import { releaseQuota, reserveDraft, reserveQuota } from '../usage/quota.use-case.js';
import { ChangeSet } from './change-set.js';
import { LiveEventType } from './live-event.js';
import type { MediaOfGroup } from './media-of-group.js';
import { parseAltTexts, parseVideoTimestamp } from './parse-post.js';
import {
  canHappen,
  isAwaitingPredecessor,
  type PlatformPost,
  type PlatformPostEvent,
  PlatformPostStatus,
} from './platform-post.js';
import type { PostChange } from './post-change.js';
import { isUpdatable, type PostGroup, PostGroupStatus, ProcessingStatus } from './post-group.js';
import { lockPostGroup, postsOfGroups, updatePostGroup } from './post-group.repository.js';
import { scheduledEntry } from './post-log.js';
import { textOfGroup } from './post-text.repository.js';
import type { PostValidator } from './post-validator.js';
import type { RecordChanges } from './record-changes.repository.js';

export interface UpdatePostGroupInput {
  id: string;
  status: PostGroupStatus.DRAFT | PostGroupStatus.SCHEDULED | null;
  scheduledTime: Date | null;
  /** Null: as it is. */
  videoTimestamp: number | null;
  /** By the place of their files; null: as they are. */
  altTexts: string[] | null;
  /** Refuse to schedule what could not be published. REST does not [update-post/no-validation]. */
  validate: boolean;
}

export type UpdatePostGroup = (viewer: Viewer, input: UpdatePostGroupInput) => Promise<PostGroup>;

/**
 * Schedules a draft, moves a scheduled group to another time, or takes it back to draft. Only before its publishing has
 * begun, or, in the dashboard, once it has ended in part: what is live stays as it is, and the rest is scheduled anew.
 */
export const makeUpdatePostGroup =
  (needs: {
    transaction: Transaction;
    clock: () => Date;
    recordChanges: RecordChanges;
    mediaOfGroup: Pick<MediaOfGroup, 'list' | 'setAltTexts'>;
    notifyLimitExceeded: NotifyLimitExceeded;
    validator: PostValidator;
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
      const { scheduledTime: time, videoTimestamp: cover } = updated;
      await updatePostGroup(db, id, { scheduledTime: time, videoTimestamp: cover, updatedAt: now });
      if (altTexts) await needs.mediaOfGroup.setAltTexts(db, group, altTexts);
      if (isMove(group, updated)) {
        if (isScheduled(updated)) assertMayPublish(viewer);
        if (validate && isScheduled(updated)) {
          const content = await textOfGroup(db, id);
          const platforms = posts.map(({ platform }) => platform);
          const media = await needs.mediaOfGroup.list(db, group);
          await needs.validator.assertValid({ content, platforms, settings: updated.platformSettings, media });
        }
        const movable = movablePosts(posts, updated);
        if (movable.length === 0) throw new AppError('POST_GROUP_NOT_UPDATABLE', { status: group.status });
        await movePlaces(db, viewer, group, updated, movable, now);
        const changes = new ChangeSet();
        const changed = { group, posts };
        changes.change(changed, { status: updated.status, posts: moves(movable, updated, now) });
        await needs.recordChanges(db, changes, now);
        updated.status = changed.group.status;
        updated.processingStatus = changed.group.processingStatus;
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
  // The parts of a thread are one post [plans/counted-per-platform-post].
  const targets = [...new Map(posts.map((post) => [post.targetIndex, post])).values()];
  const had = isScheduled(before) ? before.scheduledTime : null;
  const gets = isScheduled(after) ? after.scheduledTime : null;
  const staysInMonth = had && gets && periodOf(had).start.getTime() === periodOf(gets).start.getTime();
  if (had && !staysInMonth) await releaseQuota(db, viewer, { userId, targets, scheduledTime: had });
  if (!gets) return;
  const adds = { toMonth: !staysInMonth, toPending: had === null };
  await reserveQuota(db, viewer, { userId, targets, scheduledTime: gets, adds }, now);
}

const moveOf = (group: PostGroup): PlatformPostEvent => (isScheduled(group) ? 'schedule' : 'unschedule');

/**
 * The posts that get another time, or lose theirs: what is live stays. So does a target of which a part may be live: only
 * `retryPlatformPost` sends it again, once its owner has looked [retry/unknown-outcome].
 */
function movablePosts(posts: PlatformPost[], after: PostGroup): PlatformPost[] {
  const unknown = new Set(posts.filter(({ error }) => error?.code === 'OUTCOME_UNKNOWN').map((one) => one.targetIndex));
  return posts.filter(
    (post) => !unknown.has(post.targetIndex) && (canHappen(moveOf(after), post.status) || isAwaitingPredecessor(post)),
  );
}

/**
 * What becomes of these posts. Whatever job they had may do nothing any more. Of a thread that is to go on, the first
 * part gets a job, and the others wait for it.
 */
function moves(movable: PlatformPost[], after: PostGroup, now: Date): PostChange[] {
  const scheduled = isScheduled(after);
  return movable.map((post, index): PostChange => {
    const follows = scheduled && movable[index - 1]?.targetIndex === post.targetIndex;
    const hasJob = scheduled && !follows;
    return {
      event: follows ? 'await' : moveOf(after),
      post: {
        ...post,
        error: null,
        attemptCount: 0,
        wait: null,
        dueAt: hasJob ? after.scheduledTime : null,
        generation: post.generation + 1,
        jobId: hasJob ? randomUUID() : null,
        updatedAt: now,
      },
      log: scheduled ? [scheduledEntry(post)] : [],
      liveEvents: [{ type: scheduled ? LiveEventType.QUEUED : LiveEventType.UNSCHEDULED }],
    };
  });
}

const sameTime = (a: PostGroup, b: PostGroup) => a.scheduledTime?.getTime() === b.scheduledTime?.getTime();
