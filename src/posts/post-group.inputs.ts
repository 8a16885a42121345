import { GraphQLDateTimeISO, GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { PostGroupStatus } from './post-group.js';
import { PlatformPostType, PostGroupType } from './post-group.types.js';

@InputType({ description: 'A new post group.' })
export class CreatePostInput {
  @Field(() => String, { description: 'The text. Not empty and not only white space.' })
  content: string;

  @Field(() => [String], {
    description: 'Targets, at least one: platform ids of your connections. A skyfeed DID is accepted too.',
  })
  platformIds: string[];

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: 'When it goes out; left out: a draft. A past time becomes now.',
  })
  scheduledTime?: Date | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'Settings per platform key (shortvideo, photogram, videohub, threadtalk), merged over the defaults.',
  })
  platformSettings?: Record<string, unknown> | null;

  @Field(() => String, {
    nullable: true,
    description:
      '1 to 255 characters. The same key and input within 24 hours answer the same group; another input with the same key is IDEMPOTENCY_KEY_REUSED.',
  })
  idempotencyKey?: string | null;

  @Field(() => Boolean, {
    defaultValue: true,
    description: 'Refuse targets that are no connections of yours and settings that do not exist.',
  })
  validate: boolean;
}

@ObjectType({ description: 'Answer of createPost.' })
export class CreatePostPayload {
  @Field(() => PostGroupType)
  postGroup: PostGroupType;

  @Field(() => Boolean, { description: 'The idempotency key had created this group before; nothing was created now.' })
  replayed: boolean;
}

@InputType({ description: 'Changes of a draft or scheduled group; give status, scheduledTime or both.' })
export class UpdatePostInput {
  @Field(() => ID)
  id: string;

  @Field(() => PostGroupStatus, { nullable: true, description: 'DRAFT or SCHEDULED.' })
  status?: PostGroupStatus | null;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: 'A past time becomes now. Scheduling a group without any time means now.',
  })
  scheduledTime?: Date | null;
}

@ObjectType({ description: 'Answer of updatePost.' })
export class UpdatePostPayload {
  @Field(() => PostGroupType)
  postGroup: PostGroupType;
}

@InputType({ description: 'The group to remove.' })
export class DeletePostInput {
  @Field(() => ID)
  id: string;
}

@ObjectType({ description: 'Answer of deletePost.' })
export class DeletePostPayload {
  @Field(() => ID)
  deletedId: string;
}

@InputType({ description: 'The failed platform post to publish again.' })
export class RetryPlatformPostInput {
  @Field(() => ID)
  id: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'You looked at the account and the post is not live. Needed after OUTCOME_UNKNOWN.',
  })
  acknowledgeUnknownOutcome: boolean;
}

@ObjectType({ description: 'Answer of retryPlatformPost.' })
export class RetryPlatformPostPayload {
  @Field(() => PlatformPostType)
  platformPost: PlatformPostType;
}
