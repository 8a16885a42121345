import { Field, Int, ObjectType } from 'type-graphql';
import { connectionOf } from '../../foundation/graphql/connection.types.js';
import { DateTime, Int64 } from '../../foundation/graphql/scalars.js';
import { PlanType, QuotaScopeEnum } from '../plans/plan.types.js';
import type { Quota } from '../plans/plans.js';

@ObjectType({ description: 'Usage of a quota by one connected account.' })
export class AccountUsage {
  @Field(() => String, { description: 'The target: `<platform>-<account id>`.' })
  platformId: string;

  @Field(() => Int, { description: 'Platform posts.' })
  used: number;

  @Field(() => Int, { nullable: true, description: 'The remaining amount; null if the quota is counted per account.' })
  remaining: number | null;
}

export const AccountUsageConnection = connectionOf('AccountUsage', AccountUsage);

@ObjectType({ description: 'A quota of platform posts and its usage.' })
export class QuotaUsage {
  @Field(() => Int, { description: 'What the plan allows.' })
  limit: number;

  @Field(() => QuotaScopeEnum, { description: 'The scope of the count.' })
  per: Quota['per'];

  @Field(() => Int, { description: 'Usage of the account across all connections and managed users.' })
  used: number;

  @Field(() => Int, {
    nullable: true,
    description: 'The remaining amount; null if the quota is counted per connection.',
  })
  remaining: number | null;

  /** For the accounts resolver. */
  byAccount: AccountUsage[];
}

@ObjectType({ description: 'Storage used by an account, including its managed users.' })
export class StorageUsage {
  @Field(() => Int64, { description: 'Bytes of uploaded files, and of uploads in progress.' })
  usedBytes: number;

  @Field(() => Int64, { description: 'Bytes that the plan allows.' })
  limitBytes: number;

  @Field(() => Int, { description: 'Number of files, including those not uploaded yet.' })
  usedFiles: number;

  @Field(() => Int, { description: 'How many the plan allows.' })
  limitFiles: number;
}

/** What one user uses of what the plan counts. */
@ObjectType({ description: 'What one user alone uses of what the plan counts.' })
export class UserUsage {
  @Field(() => Int, { description: 'Platform posts published or scheduled in the month.' })
  postsPerMonth: number;

  @Field(() => Int, {
    description:
      'Those of its connected account with the most: what a plan with a quota for each connected account limits.',
  })
  mostPostsPerAccount: number;

  @Field(() => Int, { description: 'Platform posts that are scheduled or in progress now.' })
  scheduledPosts: number;

  @Field(() => Int, { description: 'Drafts now.' })
  drafts: number;

  @Field(() => Int, { description: 'Connected accounts now.' })
  connectedAccounts: number;

  @Field(() => Int64, { description: 'Bytes of uploaded files now, and of uploads in progress.' })
  usedBytes: number;

  @Field(() => Int, { description: 'Number of files now, including those not uploaded yet.' })
  usedFiles: number;
}

@ObjectType({ description: 'Usage of an account’s plan, and what remains.' })
export class PlanUsage {
  @Field(() => PlanType, { description: 'The plan; that of the workspace owner for a managed user.' })
  plan: PlanType;

  @Field(() => DateTime, { description: 'Start of the calendar month (UTC) that postsPerMonth counts.' })
  periodStartsAt: Date;

  @Field(() => DateTime, { description: 'Start of the next calendar month (UTC).' })
  periodEndsAt: Date;

  @Field(() => QuotaUsage, { description: 'Platform posts published or scheduled in the month.' })
  postsPerMonth: QuotaUsage;

  @Field(() => QuotaUsage, { description: 'Platform posts that are scheduled or in progress.' })
  scheduledPosts: QuotaUsage;

  @Field(() => Int, { description: 'Connected accounts, including those of managed users.' })
  connectedAccounts: number;

  @Field(() => StorageUsage, { description: 'Uploaded files. Beyond it: STORAGE_LIMIT_REACHED.' })
  storage: StorageUsage;

  @Field(() => DateTime, {
    nullable: true,
    description: 'The latest time that can be scheduled; null means unlimited.',
  })
  latestScheduleAt: Date | null;
}
