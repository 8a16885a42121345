import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { PlatformKey } from '../../platforms/port/platform.js';
import type { Quota } from '../plans/plans.js';
import { PlatformEnum } from '../platforms/platform.types.js';

const QuotaScopeEnum = { ACCOUNT: 'account', CONNECTION: 'connection' } as const satisfies Record<string, Quota['per']>;
registerEnumType(QuotaScopeEnum, { name: 'QuotaScope', description: 'For what a quota is counted.' });

@ObjectType({ description: 'How much of a quota one connection uses.' })
export class ConnectionUsage {
  @Field(() => String, { description: 'The connection.' })
  platformId: string;

  @Field(() => Int, { description: 'Platform posts.' })
  used: number;

  @Field(() => Int, { nullable: true, description: 'What is left for it; null when it is counted for the account.' })
  remaining: number | null;
}

@ObjectType({ description: 'A number of platform posts, and how much of it is used.' })
export class QuotaUsage {
  @Field(() => Int, { description: 'What the plan allows.' })
  limit: number;

  @Field(() => QuotaScopeEnum, { description: 'For what it is counted.' })
  per: Quota['per'];

  @Field(() => Int, { description: 'What the account uses, all connections and managed users together.' })
  used: number;

  @Field(() => Int, { nullable: true, description: 'What is left; null when it is counted for each connection.' })
  remaining: number | null;

  @Field(() => [ConnectionUsage], { description: 'Your targets that have posts in it.' })
  connections: ConnectionUsage[];
}

@ObjectType({ description: 'What of its storage an account uses, its managed users included.' })
export class StorageUsage {
  @Field(() => Float, { description: 'Bytes of the files that have come, and of those that are being received.' })
  usedBytes: number;

  @Field(() => Float, { description: 'Bytes that the plan allows.' })
  limitBytes: number;

  @Field(() => Int, { description: 'Files, those that have not come yet included.' })
  usedFiles: number;

  @Field(() => Int, { description: 'How many the plan allows.' })
  limitFiles: number;
}

@ObjectType({ description: 'What of its plan an account uses, and what is left.' })
export class PlanUsage {
  @Field(() => String, { description: 'Name of the plan.' })
  planName: string;

  @Field(() => GraphQLDateTimeISO, { description: 'Begin of the calendar month (UTC) that postsPerMonth counts.' })
  periodStart: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'First instant of the next one.' })
  periodEnd: Date;

  @Field(() => QuotaUsage, { description: 'Platform posts that go out in the month.' })
  postsPerMonth: QuotaUsage;

  @Field(() => QuotaUsage, { description: 'Platform posts that wait for their time or are under way.' })
  scheduledPosts: QuotaUsage;

  @Field(() => Int, { description: 'Connected accounts, those of managed users included.' })
  connections: number;

  @Field(() => Int, { nullable: true, description: 'How many there may be; null: no cap.' })
  maxConnections: number | null;

  @Field(() => StorageUsage, { description: 'Uploaded files. Over it: STORAGE_LIMIT_REACHED.' })
  storage: StorageUsage;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'The latest time to schedule for; null: any.' })
  maxScheduledDate: Date | null;

  @Field(() => [PlatformEnum], { description: 'Platforms that the plan includes.' })
  platforms: PlatformKey[];
}
