import { Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionOf } from '../../foundation/graphql/connection.types.js';
import { DateTime, Url } from '../../foundation/graphql/scalars.js';
import type { PlatformKey } from '../../platforms/port/platform.js';
import { PlatformEnum } from '../platforms/platform.types.js';
import { MetricsState, type MetricValues } from './metrics.js';
import { MetricValuesType } from './metrics.types.js';

@ObjectType('PostResult', { description: 'A published post as a row of a table, with what it achieved.' })
export class PostResultType {
  @Field(() => ID, { description: 'Id of the platform post.' })
  postId: string;

  @Field(() => ID, { description: 'Id of its group.' })
  postGroupId: string;

  @Field(() => Int, { description: 'Its position in its thread, from 0. Each part of a thread is a row.' })
  partIndex: number;

  @Field(() => PlatformEnum, { nullable: true, description: 'Its platform; null: one that is not known.' })
  platform: PlatformKey | null;

  @Field(() => String, { description: 'The account, by its platform id.' })
  platformId: string;

  @Field(() => String, { nullable: true, description: 'The name of the account; null: it is not connected any more.' })
  accountName: string | null;

  @Field(() => Url, { nullable: true, description: 'Where it is; null: its platform gave no address.' })
  url: string | null;

  @Field(() => DateTime, { description: 'When it was published.' })
  publishedAt: Date;

  @Field(() => String, { description: 'The first 200 characters of the text with which it was published.' })
  excerpt: string;

  @Field(() => [String], { description: 'The names of its labels.' })
  labels: string[];

  @Field(() => String, { nullable: true, description: 'The name of who created it; null: a program, or unknown.' })
  author: string | null;

  @Field(() => MetricsState, { description: 'Whether its numbers were read.' })
  state: MetricsState;

  @Field(() => DateTime, { nullable: true, description: 'When they were read last; null: not yet.' })
  measuredAt: Date | null;

  @Field(() => MetricValuesType, { description: 'Its latest values.' })
  values: MetricValues;
}

export const PostResultConnection = connectionOf('PostResult', PostResultType);
