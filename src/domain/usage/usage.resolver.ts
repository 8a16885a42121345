import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import { z } from 'zod';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { AFTER, type Connection, compareTexts, FIRST, pageOf } from '../../foundation/graphql/connection.types.js';
import { COST } from '../../foundation/graphql/cost.js';
import { NullOnlyWithError } from '../../foundation/graphql/directives.js';
import { cursorsOf } from '../../foundation/graphql/pagination.js';
import { DateTime } from '../../foundation/graphql/scalars.js';
import type { Viewer } from '../identity/access/viewer.js';
import { findUser, managesUsers } from '../identity/account/user.repository.js';
import { CurrentViewer, type ViewerContext } from '../identity/graphql/viewer.context.js';
import { type ConnectionCount, maxScheduledDate, periodOf, sum } from '../plans/limits.js';
import { toPlanType } from '../plans/plan.types.js';
import { type Plans, planOf, type Quota } from '../plans/plans.js';
import { readStorage, readUsage } from './usage.repository.js';
import { type AccountUsage, AccountUsageConnection, PlanUsage, QuotaUsage, UserUsage } from './usage.types.js';
import { usageOfUser } from './user-usage.repository.js';

const ACCOUNTS = cursorsOf('usage by account', { platformId: z.string() });

@Resolver()
export class UsageResolver {
  constructor(private readonly needs: { db: Db; clock: () => Date; plans: Plans }) {}

  @Query(() => PlanUsage, {
    description: 'How much of the plan is used in a month. For a managed user, the plan of its workspace owner.',
    complexity: COST.usage,
  })
  async usage(
    @CurrentViewer() viewer: Viewer,
    @Ctx() context: ViewerContext,
    @Arg('at', () => DateTime, { nullable: true, description: 'Any time in the month; defaults to now.' })
    at?: Date | null,
  ): Promise<PlanUsage> {
    const { db, clock } = this.needs;
    const now = clock();
    const owner = await findUser(db, viewer.ownerId);
    if (!owner) throw new AppError('API_KEY_OWNER_INVALID');
    const plan = planOf(this.needs.plans, owner);
    const period = periodOf(at ?? now);
    const { postsPerMonth, pending, connections } = await context.read(async (from) => {
      // Of what managed users change, only they hear; of which there are, the owner does.
      const isCurrent = from === db || !(await managesUsers(from, owner.id));
      return readUsage(isCurrent ? from : db, owner.id, period);
    });
    // Uploads are announced to nobody.
    const stored = await readStorage(db, owner.id);
    return {
      plan: toPlanType(this.needs.plans, owner),
      periodStartsAt: period.start,
      periodEndsAt: period.end,
      postsPerMonth: quotaUsage(plan.postsPerMonth, postsPerMonth, viewer),
      scheduledPosts: quotaUsage(plan.scheduledPosts, pending, viewer),
      connectedAccounts: connections,
      storage: {
        usedBytes: stored.bytes,
        limitBytes: plan.storage.bytes,
        usedFiles: stored.files,
        limitFiles: plan.storage.files,
      },
      latestScheduleAt: maxScheduledDate(plan, now),
    };
  }
}

@Resolver(() => PlanUsage)
export class PlanUsageResolver {
  constructor(private readonly needs: { db: Db }) {}

  @FieldResolver(() => UserUsage, {
    description:
      'Your part: what your user uses, without those that it manages and without the account that manages it.',
  })
  async own(@Root() { periodStartsAt }: PlanUsage, @CurrentViewer() { userId }: Viewer): Promise<UserUsage> {
    const usage = await usageOfUser(this.needs.db, userId, periodOf(periodStartsAt));
    if (!usage) throw new AppError('API_KEY_OWNER_INVALID');
    return usage;
  }
}

@Resolver(() => QuotaUsage)
export class QuotaUsageResolver {
  @NullOnlyWithError()
  @FieldResolver(() => AccountUsageConnection, {
    nullable: true,
    description: 'Usage of each of your targets that has posts, by platformId; null only with an error: PAGE_INVALID.',
  })
  accounts(
    @Root() { byAccount }: QuotaUsage,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<AccountUsage>> {
    return pageOf({ first, after }, byAccount, {
      cursors: ACCOUNTS,
      positionOf: ({ platformId }) => ({ platformId }),
      compare: (one, other) => compareTexts(one.platformId, other.platformId),
    });
  }
}

/** A viewer sees the account's sums and, one by one, only their own connections. */
function quotaUsage({ max, per }: Quota, counts: readonly ConnectionCount[], { userId }: Viewer): QuotaUsage {
  const used = sum(counts);
  const left = (count: number) => Math.max(max - count, 0);
  return {
    limit: max,
    per,
    used,
    remaining: per === 'account' ? left(used) : null,
    byAccount: counts
      .filter((count) => count.userId === userId)
      .map((count) => ({
        platformId: count.platformId,
        used: count.used,
        remaining: per === 'connection' ? left(count.used) : null,
      })),
  };
}
