import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { PlatformKey } from '../../platforms/port/platform.js';
import type { Quota } from '../plans/plans.js';
import { PlatformEnum } from '../platforms/platform.types.js';

const QuotaScopeEnum = { ACCOUNT: 'account', CONNECTION: 'connection' } as const satisfies Record<string, Quota['per']>;
registerEnumType(QuotaScopeEnum, { name: 'QuotaScope', description: 'The scope of a quota.' });

@ObjectType({ description: 'Usage of a quota by one connection.' })
export class ConnectionUsage {
  @Field(() => String, { description: 'The connection.' })
  platformId: string;

  @Field(() => Int, { description: 'Platform posts.' })
  used: number;

  @Field(() => Int, { nullable: true, description: 'The remaining amount; null if the quota is counted per account.' })
  remaining: number | null;
}

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

  @Field(() => [ConnectionUsage], { description: 'Usage per target that has posts.' })
  connections: ConnectionUsage[];
}

@ObjectType({ description: 'Storage used by an account, including its managed users.' })
export class StorageUsage {
  @Field(() => Float, { description: 'Bytes of uploaded files, and of uploads in progress.' })
  usedBytes: number;

  @Field(() => Float, { description: 'Bytes that the plan allows.' })
  limitBytes: number;

  @Field(() => Int, { description: 'Number of files, including those not uploaded yet.' })
  usedFiles: number;

  @Field(() => Int, { description: 'How many the plan allows.' })
  limitFiles: number;
}

@ObjectType({ description: 'Usage of an account’s plan, and what remains.' })
export class PlanUsage {
  @Field(() => String, { description: 'Name of the plan.' })
  planName: string;

  @Field(() => GraphQLDateTimeISO, { description: 'Start of the calendar month (UTC) that postsPerMonth counts.' })
  periodStart: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'Start of the next calendar month (UTC).' })
  periodEnd: Date;

  @Field(() => QuotaUsage, { description: 'Platform posts published or scheduled in the month.' })
  postsPerMonth: QuotaUsage;

  @Field(() => QuotaUsage, { description: 'Platform posts that are scheduled or in progress.' })
  scheduledPosts: QuotaUsage;

  @Field(() => Int, { description: 'Connected accounts, including those of managed users.' })
  connections: number;

  @Field(() => Int, { nullable: true, description: 'The maximum; null means unlimited.' })
  maxConnections: number | null;

  @Field(() => StorageUsage, { description: 'Uploaded files. Beyond it: STORAGE_LIMIT_REACHED.' })
  storage: StorageUsage;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: 'The latest time that can be scheduled; null means unlimited.',
  })
  maxScheduledDate: Date | null;

  @Field(() => [PlatformEnum], { description: 'Platforms that the plan includes.' })
  platforms: PlatformKey[];
}
