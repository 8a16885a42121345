import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/access/viewer.js';
import { lockPlan, type User } from '../identity/account/user.repository.js';
import { maxConnections } from '../plans/channel-limit.js';
import { assertAllowed, assertRoom, periodOf, type QuotaRequest, type QuotaUse, type Usage } from '../plans/limits.js';
import { type PlanOwner, type Plans, planOf } from '../plans/plans.js';
import { addPosts, countDrafts, readUsage } from './usage.repository.js';

/** What of the account that carries a plan determines its limits. */
export type OwnerOfPlan = PlanOwner & Pick<User, 'channelQuantity'>;

/**
 * Reserves quota for posts to be scheduled, or throws the structured limit error. Runs inside the transaction that
 * schedules them and holds the owner's row lock from here on, so concurrent requests cannot exceed a limit together,
 * and a rollback releases the quota.
 */
export async function reserveQuota(
  plans: Plans,
  db: Db,
  { ownerId }: Viewer,
  request: QuotaRequest,
  now: Date,
): Promise<void> {
  const owner = await lockOwner(db, ownerId);
  assertQuota(plans, { owner, usage: await readUsage(db, ownerId, periodOf(request.scheduledTime)) }, request, now);
  if (request.adds.toMonth) await addPosts(db, request, 1);
}

/**
 * The same of what was read under the owner's lock, without counting the posts: the transaction does that with what else
 * it writes.
 */
export function assertQuota(
  plans: Plans,
  { owner, usage }: { owner: OwnerOfPlan; usage: Usage },
  request: QuotaRequest,
  now: Date,
): void {
  const plan = planOf(plans, owner);
  assertAllowed(plan, maxConnections(plan, owner.channelQuantity), usage, request, now);
  assertRoom(plan, usage, request);
}

/** Takes the owner's row lock, for a transaction that changes files first: uploads take it before they lock theirs. */
export async function lockQuota(db: Db, { ownerId }: Viewer): Promise<void> {
  await lockOwner(db, ownerId);
}

/** Reserves quota for one more draft, or throws DRAFT_LIMIT_REACHED; under the same lock. */
export async function reserveDraft(plans: Plans, db: Db, { ownerId }: Viewer): Promise<void> {
  await assertDraftQuota(plans, db, { ownerId, owner: await lockOwner(db, ownerId) });
}

/** Drafts beyond the limit that may be on their way to being scheduled. */
const BEING_SENT = 100;

/** The same once the lock is taken. A draft that is being sent is not counted, as long as there are few of them. */
export async function assertDraftQuota(
  plans: Plans,
  db: Db,
  { ownerId, owner, isBeingSent = false }: { ownerId: string; owner: OwnerOfPlan; isBeingSent?: boolean },
): Promise<void> {
  const drafts = planOf(plans, owner).drafts + (isBeingSent ? BEING_SENT : 0);
  if ((await countDrafts(db, ownerId, drafts)) >= drafts) throw new AppError('DRAFT_LIMIT_REACHED');
}

/** Takes the owner's row lock. */
export async function lockOwner(db: Db, ownerId: string): Promise<OwnerOfPlan> {
  const owner = await lockPlan(db, ownerId);
  if (!owner) throw new AppError('ACCOUNT_INACTIVE');
  return owner;
}

/** Releases the quota of posts that will not be published: reverted to draft, or removed before publishing started. */
export async function releaseQuota(db: Db, { ownerId }: Viewer, use: QuotaUse): Promise<void> {
  await lockPlan(db, ownerId);
  await addPosts(db, use, -1);
}
