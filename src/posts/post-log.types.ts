import { GraphQLDateTimeISO, GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { PlatformEnum } from '../graphql/enums.js';
import { PageInfo } from '../graphql/page-info.types.js';
import type { PlatformKey } from '../platforms/platform.js';
import { PostLogEvent } from './post-log.js';

@ObjectType({ description: 'What happened to a group or one of its platform posts.' })
export class PostLogEntry {
  @Field(() => ID)
  id: string;

  @Field(() => ID)
  postGroupId: string;

  @Field(() => ID, { nullable: true, description: 'The platform post; null for events of the group.' })
  postId: string | null;

  @Field(() => PlatformEnum, { nullable: true, description: 'Null for events of the group and unknown platforms.' })
  platform: PlatformKey | null;

  @Field(() => String, { nullable: true, description: 'The platform key as it was given, also when it is unknown.' })
  platformKey: string | null;

  @Field(() => PostLogEvent)
  event: PostLogEvent;

  @Field(() => String, { nullable: true, description: 'What went wrong.' })
  error: string | null;

  @Field(() => Int, { nullable: true, description: 'HTTP status of the platform’s answer.' })
  httpStatus: number | null;

  @Field(() => Int, { nullable: true, description: 'Number of the retry; null for the first attempt.' })
  retryCount: number | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'More about the event: failures carry errorCode and retryable, status changes from and to.',
  })
  metadata: Record<string, unknown> | null;

  @Field(() => GraphQLDateTimeISO)
  createdAt: Date;
}

@ObjectType({ description: 'A log entry with its cursor.' })
export class PostLogEdge {
  @Field(() => String)
  cursor: string;

  @Field(() => PostLogEntry)
  node: PostLogEntry;
}

@ObjectType({ description: 'A page of a group’s log, oldest first.' })
export class PostLogConnection {
  @Field(() => [PostLogEdge])
  edges: PostLogEdge[];

  @Field(() => PageInfo)
  pageInfo: PageInfo;
}
