import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { lockUser } from '../identity/access.repository.js';
import type { Viewer } from '../identity/viewer.js';
import { maxConnections } from '../plans/channel-limit.js';
import { assertAllowed, assertRoom, periodOf, type QuotaRequest, type QuotaUse } from '../plans/limits.js';
import { PLANS } from '../plans/plans.js';
import { addPosts, countDrafts, readUsage } from './usage.repository.js';

/**
 * Reserves quota for posts to be scheduled, or throws the structured limit error. Runs inside the transaction that
 * schedules them and holds the owner's row lock from here on, so concurrent requests cannot exceed a limit together,
 * and a rollback releases the quota.
 */
export async function reserveQuota(db: Db, { ownerId }: Viewer, request: QuotaRequest, now: Date): Promise<void> {
  const owner = await lockOwner(db, ownerId);
  const plan = PLANS[owner.plan];
  const usage = await readUsage(db, ownerId, periodOf(request.scheduledTime));
  assertAllowed(plan, maxConnections(owner.plan, owner.channelQuantity), usage, request, now);
  assertRoom(plan, usage, request);
  if (request.adds.toMonth) await addPosts(db, request, 1);
}

/** Reserves quota for one more draft, or throws DRAFT_LIMIT_REACHED; under the same lock. */
export async function reserveDraft(db: Db, { ownerId }: Viewer): Promise<void> {
  const { plan } = await lockOwner(db, ownerId);
  const { drafts } = PLANS[plan];
  if ((await countDrafts(db, ownerId, drafts)) >= drafts) throw new AppError('DRAFT_LIMIT_REACHED');
}

async function lockOwner(db: Db, ownerId: string) {
  const owner = await lockUser(db, ownerId);
  if (!owner) throw new Error(`The account ${ownerId} is gone`);
  return owner;
}

/** Releases the quota of posts that will not be published: reverted to draft, or removed before publishing started. */
export async function releaseQuota(db: Db, { ownerId }: Viewer, places: QuotaUse): Promise<void> {
  await lockUser(db, ownerId);
  await addPosts(db, places, -1);
}
