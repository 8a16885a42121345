import { newId } from '../../foundation/database/id.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Viewer } from '../identity/access/viewer.js';
import { periodOf } from '../plans/limits.js';
import type { Plans } from '../plans/plans.js';
import { assertDraftQuota, assertQuota } from '../usage/quota.step.js';
import { readUsage } from '../usage/usage.repository.js';
import { ChangeSet } from './state/change-set.js';
import { assertConnected } from './state/connections-of-targets.step.js';
import { lockForCreation } from './state/creation.repository.js';
import { isScheduled } from './state/move-posts.js';
import { newPlatformPost } from './state/new-platform-post.js';
import type { OwnTexts } from './state/overrides.js';
import { type NewPostGroup, PostGroupStatus, ProcessingStatus } from './state/post-group.js';
import type { RecordChanges } from './state/record-changes.repository.js';
import type { Target } from './state/targets.js';

type Given =
  | ('userId' | 'authorId' | 'content' | 'scheduledTime' | 'platformSettings' | 'videoTimestamp')
  | ('addSignature' | 'addLinkParameters');

/** Who creates a group: the person who is signed in, or for whom the work is done; null: a program. */
export const authorOf = ({ session }: Pick<Viewer, 'session'>): string | null => session?.personId ?? null;

/** A group as it is created: a draft, or scheduled when it has a time. A past time becomes now [create-post/scheduledTime-past]. */
export function newPostGroup({ scheduledTime, ...given }: Pick<NewPostGroup, Given>, now: Date): NewPostGroup {
  return {
    ...given,
    id: newId(now),
    status: scheduledTime ? PostGroupStatus.SCHEDULED : PostGroupStatus.DRAFT,
    processingStatus: ProcessingStatus.PENDING,
    scheduledTime: scheduledTime && scheduledTime < now ? now : scheduledTime,
    publishedAt: null,
    eventSequence: 0,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Stores a new group with one platform post per target, within the plan's limits. With `isLast`, nothing follows
 * in the transaction.
 */
export async function storePostGroup(
  { plans, recordChanges }: { plans: Plans; recordChanges: RecordChanges },
  db: Db,
  given: {
    viewer: Viewer;
    group: NewPostGroup;
    targets: readonly Target[];
    ownTexts: OwnTexts;
    /** Refuse targets that are no connections of the user's: CONNECTIONS_NOT_FOUND. */
    requireConnections: boolean;
    /** Validates the group again: what is added to its texts has changed since the viewer was read. */
    revalidate?: ((db: Db) => Promise<void>) | undefined;
    /** The posts of a group that is due sooner go out then. */
    notBefore?: Date;
    /** A draft that is scheduled as soon as its files are uploaded. */
    isBeingSent?: boolean;
    isLast?: boolean;
  },
  now: Date,
): Promise<void> {
  const { viewer, group, targets, ownTexts, requireConnections, notBefore = now } = given;
  const { isBeingSent = false, isLast = false } = given;
  const { userId } = group;
  // A draft keeps a time for which no post waits.
  const scheduledTime = isScheduled(group) ? group.scheduledTime : null;
  const { ownerId } = viewer;
  const platformIds = targets.map(({ platformId }) => platformId);
  // One after the other in Postgres, without waiting for the first here: what is used is read under the lock.
  const [{ owner, connections, webhooks }, usage] = await Promise.all([
    lockForCreation(db, { ownerId, userId, platformIds }),
    scheduledTime && readUsage(db, ownerId, periodOf(scheduledTime)),
  ]);
  if (requireConnections) assertConnected(platformIds, connections);
  if (owner.additionsRevision !== viewer.additionsRevision) await given.revalidate?.(db);
  const changes = new ChangeSet();
  if (scheduledTime && usage) {
    const use = { userId, targets, scheduledTime };
    assertQuota(plans, { owner, usage }, { ...use, adds: { toMonth: true, toPending: true } }, now);
    changes.quota = { of: use, change: 1 };
  } else {
    await assertDraftQuota(plans, db, { ownerId, owner, isBeingSent });
  }
  const dueAt = scheduledTime && scheduledTime < notBefore ? notBefore : scheduledTime;
  const posts = targets.map((target, targetIndex) => {
    const own = ownTexts.get(target.platformId);
    return newPlatformPost({ group, target, targetIndex, connections, own, dueAt }, now);
  });
  changes.create(group, posts);
  await recordChanges(db, changes, now, { webhooks, isLast });
}
