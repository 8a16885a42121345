import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { listOf } from '../../foundation/graphql/cost.js';
import { ConnectedAccountType } from '../accounts/connection.types.js';
import { PlatformPostType } from '../posts/graphql/post-group.types.js';
import { LISTED_POSTS, RecoveryMode } from './recovery.js';

registerEnumType(RecoveryMode, {
  name: 'RecoveryMode',
  description: 'What happens, after an account is connected again, to posts that failed because it had no access.',
  valuesConfig: {
    AUTOMATIC: { description: 'They are published, in the order of their original times.' },
    ASK: { description: 'They are offered: recoverPosts publishes them. The default.' },
    OFF: { description: 'Nothing. recoverPosts can publish them all the same.' },
  },
});

@ObjectType('RecoveryPolicy', {
  description:
    'What happens after an account is connected again; of a managed user without a policy, that of the account that manages it.',
})
export class RecoveryPolicyType {
  @Field(() => RecoveryMode, { description: 'What happens to the posts.' })
  mode: RecoveryMode;

  @Field(() => Int, { description: 'Posts that failed within so many hours are recovered: 1 to 168.' })
  hours: number;
}

@InputType({ description: 'What happens after reconnects from now on.' })
export class SetRecoveryPolicyInput {
  @Field(() => RecoveryMode, { description: 'What happens to the posts.' })
  mode: RecoveryMode;

  @Field(() => Int, {
    defaultValue: 24,
    description: 'Posts that failed within so many hours are recovered: 1 to 168. RECOVERY_HOURS_INVALID.',
  })
  hours: number;
}

@ObjectType({ description: 'Result of setRecoveryPolicy.' })
export class SetRecoveryPolicyPayload {
  @Field(() => RecoveryPolicyType, { description: 'The policy.' })
  recoveryPolicy: RecoveryPolicyType;
}

@ObjectType('RecoverablePosts', {
  description:
    'Posts of an account that failed because it had no access, or was not connected, within the hours of the recovery policy. Of a thread, its first failed part.',
})
export class RecoverablePostsType {
  @Field(() => Int, { description: 'How many: at most 200, which recoverPosts publishes together.' })
  count: number;

  @Field(() => [PlatformPostType], {
    complexity: listOf(LISTED_POSTS),
    description: 'The first 20, in the order in which recoverPosts publishes them: that of their original times.',
  })
  posts: PlatformPostType[];
}

@InputType({ description: 'The account whose posts are published.' })
export class RecoverPostsInput {
  @Field(() => ID, { description: 'Id of the connected account: 24 hexadecimal characters.' })
  accountId: string;
}

@ObjectType({ description: 'Result of recoverPosts.' })
export class RecoverPostsPayload {
  @Field(() => [PlatformPostType], {
    description: 'What was queued, in order: five seconds apart. Of a thread, its first failed part.',
  })
  platformPosts: PlatformPostType[];

  @Field(() => ConnectedAccountType, {
    description: 'The account; its recoverablePosts are those that were not queued.',
  })
  account: ConnectedAccountType;
}
