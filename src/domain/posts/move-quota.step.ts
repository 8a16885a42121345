import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Viewer } from '../identity/access/viewer.js';
import { periodOf } from '../plans/limits.js';
import type { Plans } from '../plans/plans.js';
import { releaseQuota, reserveQuota } from '../usage/quota.step.js';
import { isScheduled, type Timing } from './state/move-posts.js';
import type { PlatformPost } from './state/platform-post.js';

/** Counts posts towards the quotas of their new time, and no longer towards those of the old. */
export async function moveQuota(
  plans: Plans,
  db: Db,
  viewer: Viewer,
  { userId, before, after }: { userId: string; before: Timing; after: Timing },
  posts: readonly PlatformPost[],
  now: Date,
): Promise<void> {
  const targets = targetsOf(posts);
  const had = isScheduled(before) ? before.scheduledTime : null;
  const gets = isScheduled(after) ? after.scheduledTime : null;
  const staysInMonth = had && gets && periodOf(had).start.getTime() === periodOf(gets).start.getTime();
  if (had && !staysInMonth) await releaseQuota(db, viewer, { userId, targets, scheduledTime: had });
  if (!gets) return;
  const adds = { toMonth: !staysInMonth, toPending: had === null };
  await reserveQuota(plans, db, viewer, { userId, targets, scheduledTime: gets, adds }, now);
}

/** The parts of a thread are one post [plans/counted-per-platform-post]. */
export const targetsOf = (posts: readonly PlatformPost[]): PlatformPost[] => [
  ...new Map(posts.map((post) => [post.targetIndex, post])).values(),
];
