import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Int64 } from '../../foundation/graphql/scalars.js';
import { PLATFORM_KEYS, type PlatformKey } from '../../platforms/port/platform.js';
import { PlatformEnum } from '../platforms/platform.types.js';
import { maxConnections } from './channel-limit.js';
import { type PlanOwner, type Plans, planOf, type Quota } from './plans.js';

export const QuotaScopeEnum = { ACCOUNT: 'account', CONNECTION: 'connection' } as const satisfies Record<
  string,
  Quota['per']
>;
registerEnumType(QuotaScopeEnum, {
  name: 'QuotaScope',
  description: 'The scope of a quota.',
  valuesConfig: {
    ACCOUNT: { description: 'All connected accounts share the quota.' },
    CONNECTION: { description: 'Each connected account has its own quota.' },
  },
});

@ObjectType({ description: 'A number of platform posts that a plan allows.' })
export class PlanQuota {
  @Field(() => Int, { description: 'The number.' })
  limit: number;

  @Field(() => QuotaScopeEnum, { description: 'The scope of the count.' })
  per: Quota['per'];
}

@ObjectType('Plan', {
  description:
    'What an account may use: the limits of its plan, with what the operator has set for the account. `usage` has what is used of it.',
})
export class PlanType {
  @Field(() => String, {
    description: 'Identifies the plan, such as `pro`. Plans are data of the service: expect new keys.',
  })
  key: string;

  @Field(() => String, { description: 'Name shown to people.' })
  name: string;

  @Field(() => String, {
    nullable: true,
    description: 'Price as the operator words it, such as `20 € a month`; null if the operator states none.',
  })
  price: string | null;

  @Field(() => Boolean, { description: 'Whether API keys can be created and used.' })
  apiAccess: boolean;

  @Field(() => Boolean, { description: 'Whether MCP clients can use API keys with the scope MCP.' })
  mcpAccess: boolean;

  @Field(() => [PlatformEnum], { description: 'Platforms to which posts can be scheduled.' })
  platforms: PlatformKey[];

  @Field(() => PlanQuota, { description: 'Platform posts published or scheduled in a calendar month (UTC).' })
  postsPerMonth: PlanQuota;

  @Field(() => PlanQuota, { description: 'Platform posts that are scheduled or in progress.' })
  scheduledPosts: PlanQuota;

  @Field(() => Int, { description: 'Drafts. Beyond it: DRAFT_LIMIT_REACHED.' })
  maxDrafts: number;

  @Field(() => Int, {
    nullable: true,
    description: 'How many days ahead a post can be scheduled; null means unlimited.',
  })
  scheduleHorizonDays: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Connected accounts, including those of managed users; null means unlimited.',
  })
  maxConnectedAccounts: number | null;

  @Field(() => Int64, { description: 'Bytes of uploaded files. Beyond it: STORAGE_LIMIT_REACHED.' })
  maxStorageBytes: number;

  @Field(() => Int, { description: 'Uploaded files. Beyond it: STORAGE_LIMIT_REACHED.' })
  maxFiles: number;
}

/** The plan of an account as GraphQL shows it. */
export function toPlanType(
  plans: Plans,
  account: PlanOwner & { channelQuantity: number | null; mcpAccess: boolean },
): PlanType {
  const plan = planOf(plans, account);
  const quota = ({ max, per }: Quota): PlanQuota => ({ limit: max, per });
  return {
    key: plans.byKey.has(account.plan) ? account.plan : plans.initial,
    name: plan.name,
    price: plan.price,
    apiAccess: plan.apiAccess,
    mcpAccess: plan.apiAccess && (plan.mcpAccess || account.mcpAccess),
    platforms: [...(plan.platforms ?? PLATFORM_KEYS)],
    postsPerMonth: quota(plan.postsPerMonth),
    scheduledPosts: quota(plan.scheduledPosts),
    maxDrafts: plan.drafts,
    scheduleHorizonDays: plan.horizonDays,
    maxConnectedAccounts: maxConnections(plan, account.channelQuantity),
    maxStorageBytes: plan.storage.bytes,
    maxFiles: plan.storage.files,
  };
}
