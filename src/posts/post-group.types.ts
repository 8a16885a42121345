import { GraphQLDateTimeISO, GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { FailureCodeEnum, FaultEnum, PlatformEnum } from '../graphql/enums.js';
import { PageInfo } from '../graphql/page-info.types.js';
import type { FailureCode, Fault } from '../platforms/failure.js';
import type { PlatformKey } from '../platforms/platform.js';
import { PlatformPostStatus } from './platform-post.js';
import { PostGroupStatus, ProcessingStatus } from './post-group.js';
import type { PostGroupFilter, PostGroupSortField } from './post-group-page.repository.js';

@ObjectType({ description: 'Why a platform post failed: what happened, whose fault it is and what to do.' })
export class PlatformPostFailure {
  @Field(() => FailureCodeEnum)
  code: FailureCode;

  @Field(() => String, { description: 'What happened, for people.' })
  message: string;

  @Field(() => Int, { nullable: true, description: 'HTTP status of the platform’s answer; null when there was none.' })
  platformStatusCode: number | null;

  @Field(() => String, { nullable: true, description: 'The platform’s own words.' })
  platformError: string | null;

  @Field(() => GraphQLDateTimeISO)
  failedAt: string;

  @Field(() => Boolean, { description: 'Whether a retry may succeed.' })
  retryable: boolean;

  @Field(() => FaultEnum, { description: 'Who has to act.' })
  fault: Fault;

  @Field(() => String, { description: 'What to do, in one sentence.' })
  advice: string;
}

@ObjectType('PlatformPost', { description: 'One target’s post; each part of a thread is a platform post of its own.' })
export class PlatformPostType {
  @Field(() => ID)
  id: string;

  @Field(() => PlatformEnum, {
    nullable: true,
    description: 'Null when REST was given a platform that does not exist.',
  })
  platform: PlatformKey | null;

  @Field(() => String, { description: 'The platform key as the target named it, also when it is unknown.' })
  platformKey: string;

  @Field(() => String, {
    description: 'The target: `<platform>-<account id>`, accepted as a target by every operation.',
  })
  platformId: string;

  @Field(() => String, { description: 'The platform’s own id of the account.' })
  accountId: string;

  @Field(() => String, { description: 'Text of this part.' })
  content: string;

  @Field(() => PlatformPostStatus)
  status: PlatformPostStatus;

  @Field(() => String, {
    nullable: true,
    description: 'The platform’s own id of the post; null until it is published.',
  })
  postedId: string | null;

  @Field(() => String, { nullable: true, description: 'Address of the post, where the platform tells it.' })
  url: string | null;

  @Field(() => PlatformPostFailure, { nullable: true, description: 'Set only when status is FAILED.' })
  error: PlatformPostFailure | null;

  @Field(() => Int, { description: 'Attempts so far, of at most five.' })
  attemptCount: number;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When its job runs (next); null when none waits.' })
  dueAt: Date | null;

  @Field(() => GraphQLDateTimeISO)
  createdAt: Date;

  @Field(() => GraphQLDateTimeISO)
  updatedAt: Date;
}

@ObjectType('PostGroup', { description: 'One piece of content for several targets.' })
export class PostGroupType {
  @Field(() => ID, { description: '24 hexadecimal characters that sort by time.' })
  id: string;

  @Field(() => String)
  content: string;

  @Field(() => PostGroupStatus)
  status: PostGroupStatus;

  @Field(() => ProcessingStatus)
  processingStatus: ProcessingStatus;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: 'When it goes out; null for a draft without a time.',
  })
  scheduledTime: Date | null;

  @Field(() => GraphQLJSONObject, { description: 'Settings per platform key, defaults filled in.' })
  platformSettings: Record<string, unknown>;

  @Field(() => GraphQLDateTimeISO)
  createdAt: Date;

  @Field(() => GraphQLDateTimeISO)
  updatedAt: Date;
}

@ObjectType({ description: 'A group in a list, with its cursor.' })
export class PostGroupEdge {
  @Field(() => String)
  cursor: string;

  @Field(() => PostGroupType)
  node: PostGroupType;
}

@ObjectType({ description: 'A page of groups.' })
export class PostGroupConnection {
  @Field(() => [PostGroupEdge])
  edges: PostGroupEdge[];

  @Field(() => PageInfo)
  pageInfo: PageInfo;

  /** For the totalCount resolver. */
  filter: PostGroupFilter;
}

@InputType('PostGroupFilter', { description: 'Which groups; conditions add up.' })
export class PostGroupFilterInput {
  @Field(() => PostGroupStatus, { nullable: true, description: 'Exact status.' })
  status?: PostGroupStatus | null;

  @Field(() => [PlatformEnum], {
    nullable: true,
    description: 'Groups with a target on one of these platforms; an empty list matches nothing.',
  })
  platforms?: PlatformKey[] | null;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: 'Inclusive lower bound on scheduledTime; leaves out groups without one.',
  })
  scheduledFrom?: Date | null;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: 'Inclusive upper bound on scheduledTime; leaves out groups without one.',
  })
  scheduledTo?: Date | null;
}

export const PostGroupSortFieldEnum = {
  CREATED_AT: 'createdAt',
  SCHEDULED_TIME: 'scheduledTime',
  UPDATED_AT: 'updatedAt',
} as const satisfies Record<string, PostGroupSortField>;
registerEnumType(PostGroupSortFieldEnum, { name: 'PostGroupSortField', description: 'What groups are sorted by.' });

export enum SortDirection {
  ASC = 'asc',
  DESC = 'desc',
}
registerEnumType(SortDirection, { name: 'SortDirection', description: 'Rising or falling.' });

@InputType({ description: 'Order of groups; groups without a scheduledTime sort before all others.' })
export class PostGroupSort {
  @Field(() => PostGroupSortFieldEnum, { defaultValue: 'createdAt' })
  field: PostGroupSortField;

  @Field(() => SortDirection, { defaultValue: SortDirection.DESC })
  direction: SortDirection;
}
