import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../../foundation/graphql/connection.types.js';
import { Node } from '../../../foundation/graphql/node.types.js';
import { DateTime } from '../../../foundation/graphql/scalars.js';
import type { FailureCode } from '../../../platforms/port/failure.js';
import type { PlatformKey } from '../../../platforms/port/platform.js';
import { FailureCodeEnum, PlatformEnum } from '../../platforms/platform.types.js';
import type { Addition } from '../state/additions.js';
import { PostGroupStatus } from '../state/post-group.js';
import { PostLogEvent } from '../state/post-log.js';

registerEnumType(PostLogEvent, {
  name: 'PostLogEvent',
  description: 'Type of a log entry.',
  valuesConfig: {
    SCHEDULED: { description: 'A platform post waits for its time.' },
    PROCESSING: { description: 'A worker has begun with a platform post.' },
    PUBLISH_ATTEMPTED: { description: 'A platform post was sent to its platform.' },
    PUBLISH_SUCCEEDED: { description: 'A platform post is live.' },
    PUBLISH_FAILED: { description: 'An attempt failed; `error` says why.' },
    UNPUBLISHED: { description: 'A platform post was deleted on its platform.' },
    UNPUBLISH_FAILED: { description: 'A platform post could not be deleted on its platform; `error` says why.' },
    STATUS_CHANGED: { description: 'The group has another status.' },
  },
});

export const AdditionEnum = { SIGNATURE: 'signature', LINK_PARAMETERS: 'link_parameters' } as const;
registerEnumType(AdditionEnum, {
  name: 'TextAddition',
  description: 'What the service adds to a text when it is published.',
  valuesConfig: {
    SIGNATURE: { description: 'The signature of the account.' },
    LINK_PARAMETERS: { description: 'Parameters of links.' },
  },
});

@ObjectType({ description: 'More about a log entry. Each field is null where its description names no such event.' })
export class PostLogMetadata {
  @Field(() => PostGroupStatus, { nullable: true, description: 'STATUS_CHANGED: the status before.' })
  from: PostGroupStatus | null;

  @Field(() => PostGroupStatus, { nullable: true, description: 'STATUS_CHANGED: the status after.' })
  to: PostGroupStatus | null;

  @Field(() => FailureCodeEnum, {
    nullable: true,
    description: 'PUBLISH_FAILED, UNPUBLISH_FAILED: what kind of failure it is.',
  })
  errorCode: FailureCode | null;

  @Field(() => Boolean, { nullable: true, description: 'PUBLISH_FAILED: whether a retry may succeed.' })
  retryable: boolean | null;

  @Field(() => FailureCodeEnum, { nullable: true, description: 'SCHEDULED by a retry: the failure before it.' })
  retryOf: FailureCode | null;

  @Field(() => String, {
    nullable: true,
    description: 'PUBLISH_SUCCEEDED, UNPUBLISHED: the platform’s own id of the post.',
  })
  postedId: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'SCHEDULED: what the post waits for, for people, if not for its time.',
  })
  reason: string | null;

  @Field(() => [AdditionEnum], {
    nullable: true,
    description: 'PROCESSING: what the service added to the text; null: nothing was set.',
  })
  additions: readonly Addition[] | null;

  @Field(() => [AdditionEnum], {
    nullable: true,
    description: 'PROCESSING: what was not added, because the platform would not take the text; null: nothing was set.',
  })
  leftOff: readonly Addition[] | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'SCHEDULED, PUBLISH_FAILED: when its job runs next, if that is known and is not the time of its group.',
  })
  scheduledTime: string | null;
}

@ObjectType({ implements: Node, description: 'What happened to a group or one of its platform posts.' })
export class PostLogEntry {
  @Field(() => ID, { description: '24 hexadecimal characters; entries sort by it.' })
  id: string;

  @Field(() => ID, { description: 'Id of the group that the log belongs to.' })
  postGroupId: string;

  @Field(() => ID, { nullable: true, description: 'Id of the platform post; null for events of the group.' })
  platformPostId: string | null;

  @Field(() => PlatformEnum, { nullable: true, description: 'Null for events of the group and unknown platforms.' })
  platform: PlatformKey | null;

  @Field(() => String, { nullable: true, description: 'The platform key as it was given, also when it is unknown.' })
  platformKey: string | null;

  @Field(() => PostLogEvent, { description: 'What happened.' })
  event: PostLogEvent;

  @Field(() => String, { nullable: true, description: 'What went wrong, for people; only with PUBLISH_FAILED.' })
  error: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'HTTP status of the platform’s response; null if it did not respond.',
  })
  httpStatus: number | null;

  @Field(() => Int, { nullable: true, description: 'Number of the retry, from 1; null for the first attempt.' })
  retryCount: number | null;

  @Field(() => PostLogMetadata, { nullable: true, description: 'More about the event, if anything.' })
  metadata: PostLogMetadata | null;

  @Field(() => DateTime, { description: 'When it happened.' })
  createdAt: Date;
}

export const PostLogConnection = connectionOf('PostLog', PostLogEntry);
