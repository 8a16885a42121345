import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { listOf } from '../../../foundation/graphql/cost.js';
import { OperationError } from '../../../foundation/graphql/operation-error.types.js';
import { DateTime } from '../../../foundation/graphql/scalars.js';
import { CreatePostInput, CreatePostPayload } from './post-group.inputs.js';
import { PlatformPostType, PostGroupType } from './post-group.types.js';

@InputType({ description: 'New post groups.' })
export class CreatePostsInput {
  @Field(() => [CreatePostInput], { description: 'At most 100: POSTS_TOO_MANY; none are no results.' })
  posts: CreatePostInput[];
}

@ObjectType({ description: 'What became of one input of createPosts: a group, or an error.' })
export class CreatePostsResult {
  @Field(() => ID, { nullable: true, description: 'The group’s id, also when it has been removed since.' })
  postGroupId: string | null;

  @Field(() => PostGroupType, {
    nullable: true,
    description: 'The group. Null with an error, and when replayed is true and the group has been removed since.',
  })
  postGroup: PostGroupType | null;

  @Field(() => Boolean, { description: 'The idempotency key had created this group before; nothing was created now.' })
  replayed: boolean;

  @Field(() => OperationError, { nullable: true, description: 'Why it was not created; the errors of createPost.' })
  error: OperationError | null;
}

@ObjectType({ description: 'Result of createPosts.' })
export class CreatePostsPayload {
  @Field(() => [CreatePostsResult], {
    description: 'One for each input, in their order.',
    // Counted by the mutation, which knows how many there are.
    complexity: listOf(1),
  })
  results: CreatePostsResult[];
}

@InputType({ description: 'The group to copy.' })
export class DuplicatePostInput {
  @Field(() => ID, { description: 'A group in any status: 24 hexadecimal characters.' })
  postGroupId: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the copy is published, with zone. A past time becomes now. If omitted, the copy is a draft.',
  })
  scheduledTime?: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      '1 to 255 characters: IDEMPOTENCY_KEY_INVALID. For 24 hours, the same key and input return the same copy; another input is IDEMPOTENCY_KEY_REUSED. Keys are separate per caller and managed user.',
  })
  idempotencyKey?: string | null;
}

@ObjectType({ description: 'Result of duplicatePost.' })
export class DuplicatePostPayload extends CreatePostPayload {}

@InputType({ description: 'The group whose failed platform posts are to be published again.' })
export class RetryPostGroupInput {
  @Field(() => ID, { description: 'The group: 24 hexadecimal characters.' })
  postGroupId: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'You checked the accounts, and the posts that failed with OUTCOME_UNKNOWN are not live. Without it they are not retried: OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED.',
  })
  acknowledgeUnknownOutcome: boolean;
}

@ObjectType({ description: 'What became of one failed platform post.' })
export class RetryResult {
  @Field(() => PlatformPostType, {
    description:
      'The post: queued again with five new attempts, itself or after the part before it, or failed as before.',
  })
  platformPost: PlatformPostType;

  @Field(() => OperationError, { nullable: true, description: 'Why it was not queued.' })
  error: OperationError | null;
}

@ObjectType({ description: 'Result of retryPostGroup.' })
export class RetryPostGroupPayload {
  @Field(() => PostGroupType, { description: 'The group.' })
  postGroup: PostGroupType;

  @Field(() => [RetryResult], { description: 'One for each platform post that had failed, in their order.' })
  results: RetryResult[];
}
