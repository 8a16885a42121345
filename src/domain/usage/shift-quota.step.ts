import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Viewer } from '../identity/access/viewer.js';
import { periodOf, type QuotaUse, type Target } from '../plans/limits.js';
import type { Plans } from '../plans/plans.js';
import { assertQuota, lockOwner } from './quota.step.js';
import { addCounts, readUsage } from './usage.repository.js';

/** How many more posts of a target there are than before; fewer if it is negative. */
type Surplus = Target & { count: number };

/**
 * Counts many posts of a user towards the quotas of their new times, and no longer towards those of the old, or throws the
 * structured limit error. Like reserveQuota, it holds the owner's row lock from here on.
 */
export async function shiftQuota(
  plans: Plans,
  db: Db,
  { ownerId }: Viewer,
  { userId, from, to }: { userId: string; from: readonly QuotaUse[]; to: readonly QuotaUse[] },
  now: Date,
): Promise<void> {
  const owner = await lockOwner(db, ownerId);
  const monthOf = ({ scheduledTime }: QuotaUse) => periodOf(scheduledTime).start.getTime();
  const all = [...from, ...to].sort((one, other) => one.scheduledTime.getTime() - other.scheduledTime.getTime());
  const assertRoom = async (scheduledTime: Date, surplus: readonly Surplus[], adds: 'toMonth' | 'toPending') => {
    const more = surplus.filter(({ count }) => count > 0);
    const usage = await readUsage(db, ownerId, periodOf(scheduledTime));
    // A request has one post for each target: all but that count as used.
    const used = surplus.map(({ platformId, count }) => ({ userId, platformId, used: count > 0 ? count - 1 : count }));
    const assumed = {
      ...usage,
      postsPerMonth: [...usage.postsPerMonth, ...used],
      pending: [...usage.pending, ...used],
    };
    const isMore = more.length > 0;
    const request = { userId, targets: more, scheduledTime };
    const toMonth = isMore && adds === 'toMonth';
    const toPending = isMore && adds === 'toPending';
    assertQuota(plans, { owner, usage: assumed }, { ...request, adds: { toMonth, toPending } }, now);
  };
  for (const month of new Set(all.map(monthOf))) {
    const isInMonth = (use: QuotaUse) => monthOf(use) === month;
    const surplus = surplusOf(from.filter(isInMonth), to.filter(isInMonth));
    const latest = to.filter(isInMonth).at(-1);
    if (latest) await assertRoom(latest.scheduledTime, surplus, 'toMonth');
    await addCounts(db, userId, new Date(month), surplus);
  }
  const [first] = to;
  if (first) await assertRoom(first.scheduledTime, surplusOf(from, to), 'toPending');
}

function surplusOf(from: readonly QuotaUse[], to: readonly QuotaUse[]): Surplus[] {
  const counts = new Map<string, Surplus>();
  const count = (uses: readonly QuotaUse[], change: 1 | -1) => {
    for (const { platform, platformId } of uses.flatMap(({ targets }) => targets)) {
      const before = counts.get(platformId)?.count ?? 0;
      counts.set(platformId, { platform, platformId, count: before + change });
    }
  };
  count(from, -1);
  count(to, 1);
  return [...counts.values()].filter((surplus) => surplus.count !== 0);
}
