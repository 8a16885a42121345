/**
 * Plan limits as pure checks (docs/contract/plans.md).
 *
 * target    a connection that a post goes to: a user and a platform id
 * unit      what one platform post uses of a quota
 * period    the calendar month (UTC) in which it is published
 * pending   what is scheduled and has not ended
 */
import { AppError } from '../../foundation/errors/app-error.js';
import { DAY_MS } from '../../foundation/time/durations.js';
import type { Plan, Quota } from './plans.js';

export interface Target {
  platform: string;
  platformId: string;
}

/** What of its quotas an account uses; the counts of single connections add up to the account's. */
export interface Usage {
  /** In the requested period. */
  postsPerMonth: ConnectionCount[];
  pending: ConnectionCount[];
  connections: number;
}

export interface ConnectionCount {
  userId: string;
  platformId: string;
  used: number;
  /** Its user is no longer managed: the count applies to any user of the account that publishes to the same target. */
  isDetached?: boolean;
}

export interface Period {
  start: Date;
  /** The first instant of the next one. */
  end: Date;
}

/** The calendar month (UTC) that holds a time. */
export function periodOf(time: Date): Period {
  const month = (offset: number) =>
    new Date(new Date(0).setUTCFullYear(time.getUTCFullYear(), time.getUTCMonth() + offset, 1));
  return { start: month(0), end: month(1) };
}

/** Posts that a user of the account schedules for a time: one unit per target. */
export interface QuotaUse {
  userId: string;
  targets: readonly Target[];
  scheduledTime: Date;
}

/** A request for quota. */
export interface QuotaRequest extends QuotaUse {
  /** What it adds to the posts of its month and to the pending posts: nothing if it is only rescheduled. */
  adds: { toMonth: boolean; toPending: boolean };
}

const METRICS = {
  month: 'posts.platform_monthly',
  pending: 'posts.scheduled_active',
  horizon: 'posts.schedule_horizon_days',
  connections: 'connections.total',
} as const;

/** The latest time that a plan lets a post be scheduled for; null: any. */
export const maxScheduledDate = (plan: Plan, now: Date): Date | null =>
  plan.horizonDays === null ? null : new Date(now.getTime() + plan.horizonDays * DAY_MS);

const UNCOUNTED = { used: null, requested: null, remaining: null, periodStart: null, periodEnd: null };

export const includesPlatform = ({ platforms }: Plan, platform: string): boolean =>
  platforms === null || platforms.some((key) => key === platform);

/** Checks that the plan includes the platforms of all targets. */
export function assertIncluded(plan: Plan, targets: readonly Pick<Target, 'platform'>[]): void {
  const allowedPlatforms: readonly string[] | null = plan.platforms;
  const disallowed = new Set(targets.map(({ platform }) => platform).filter((key) => !includesPlatform(plan, key)));
  if (!allowedPlatforms || disallowed.size === 0) return;
  throw new AppError('PLATFORM_NOT_AVAILABLE', {
    ...UNCOUNTED,
    metric: METRICS.month,
    limit: null,
    planName: plan.name,
    disallowedPlatforms: [...disallowed],
    allowedPlatforms: [...allowedPlatforms],
  });
}

/** Checks limits that do not depend on usage: connections, platforms, scheduling horizon. */
export function assertAllowed(
  plan: Plan,
  maxConnections: number | null,
  usage: Usage,
  request: QuotaRequest,
  now: Date,
) {
  const { name: planName } = plan;
  if (maxConnections !== null && usage.connections > maxConnections) {
    throw new AppError('CONNECTIONS_OVER_LIMIT', {
      ...UNCOUNTED,
      metric: METRICS.connections,
      limit: maxConnections,
      used: usage.connections,
      remaining: 0,
      planName,
      overLimitBy: usage.connections - maxConnections,
    });
  }
  assertIncluded(plan, request.targets);
  const latest = maxScheduledDate(plan, now);
  if (latest && request.scheduledTime > latest) {
    throw new AppError('SCHEDULE_HORIZON_REACHED', {
      ...UNCOUNTED,
      metric: METRICS.horizon,
      limit: plan.horizonDays,
      planName,
      scheduledTime: request.scheduledTime.toISOString(),
      maxScheduledDate: latest.toISOString(),
    });
  }
}

/** Checks counted limits: the posts of the month, then the pending posts. */
export function assertRoom(plan: Plan, usage: Usage, request: QuotaRequest): void {
  const { start, end } = periodOf(request.scheduledTime);
  const period = { periodStart: start.toISOString(), periodEnd: end.toISOString() };
  const { name: planName } = plan;
  const month = request.adds.toMonth && exceeded(plan.postsPerMonth, usage.postsPerMonth, request);
  if (month) throw new AppError('POST_LIMIT_REACHED', { metric: METRICS.month, ...month, ...period, planName });
  const pending = request.adds.toPending && exceeded(plan.scheduledPosts, usage.pending, request);
  if (pending) {
    const none = { periodStart: null, periodEnd: null };
    throw new AppError('SCHEDULED_POST_LIMIT_REACHED', { metric: METRICS.pending, ...pending, ...none, planName });
  }
}

/** What all connections use together. */
export const sum = (counts: readonly ConnectionCount[]): number => counts.reduce((total, { used }) => total + used, 0);

/** The exceeded limit; undefined if there is room. */
function exceeded({ max, per }: Quota, counts: readonly ConnectionCount[], { userId, targets }: QuotaRequest) {
  const requested = targets.length;
  if (per === 'account') {
    const used = sum(counts);
    if (used + requested <= max) return undefined;
    return { scope: per, limit: max, used, requested, remaining: Math.max(max - used, 0) };
  }
  const usedBy = (platformId: string) =>
    sum(counts.filter((count) => (count.isDetached || count.userId === userId) && count.platformId === platformId));
  const blockedPlatforms = targets
    .map(({ platformId }) => ({ platformSelection: platformId, used: usedBy(platformId) }))
    .filter(({ used }) => used + 1 > max)
    .map((blocked) => ({ ...blocked, remaining: 0 }));
  if (blockedPlatforms.length === 0) return undefined;
  return { scope: per, limit: max, used: null, requested, remaining: null, blockedPlatforms };
}
