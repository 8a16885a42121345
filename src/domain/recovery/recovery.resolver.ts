import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { COST, points } from '../../foundation/graphql/cost.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import { ConnectedAccountType, toConnectedAccountType } from '../accounts/connection.types.js';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer, SessionViewer } from '../identity/graphql/viewer.context.js';
import { ViewerType } from '../identity/graphql/viewer.types.js';
import { toPlatformPostType } from '../posts/graphql/post-group.resolver.js';
import { type PostsContext, readAnew } from '../posts/graphql/posts.context.js';
import type { RecoverPosts } from './recover-posts.use-case.js';
import type { RecoveryContext } from './recovery.context.js';
import { LISTED_POSTS } from './recovery.js';
import { policyOf } from './recovery.repository.js';
import {
  RecoverablePostsType,
  RecoverPostsInput,
  RecoverPostsPayload,
  RecoveryPolicyType,
  SetRecoveryPolicyInput,
  SetRecoveryPolicyPayload,
} from './recovery.types.js';
import type { SetRecoveryPolicy } from './set-recovery-policy.use-case.js';

/** Failed posts are found by an index, and their groups are read. */
const READ_COST = points(() => 10, 10);

/** Posts that failed while their account had no access. */
@Resolver(() => ConnectedAccountType)
export class RecoveryResolver {
  constructor(
    private readonly needs: {
      db: Db;
      clock: () => Date;
      recoverPosts: RecoverPosts;
      setRecoveryPolicy: SetRecoveryPolicy;
    },
  ) {}

  @FieldResolver(() => RecoverablePostsType, {
    description: 'Posts to it that failed because it had no access: recoverPosts publishes them.',
    complexity: READ_COST,
  })
  async recoverablePosts(
    @Root() { userId, platformId }: ConnectedAccountType,
    @CurrentViewer() { ownerId }: Viewer,
    @Ctx() { loaders }: RecoveryContext,
  ): Promise<RecoverablePostsType> {
    const posts = await loaders.recoverablePosts.load({ userId, ownerId, platformId, now: this.needs.clock() });
    return { count: posts.length, posts: posts.slice(0, LISTED_POSTS).map(toPlatformPostType) };
  }

  @Mutation(() => RecoverPostsPayload, {
    description:
      'Publishes the posts of an account that failed because it had no access, in the order of their original times. What is not among them any more is not sent again. Errors: ID_INVALID, CONNECTION_NOT_FOUND, ACCOUNT_NOT_RECONNECTED, EMAIL_NOT_CONFIRMED.',
    complexity: COST.recorded,
  })
  async recoverPosts(
    @CurrentViewer('PUBLISH') viewer: Viewer,
    @Arg('input', () => RecoverPostsInput, { description: 'The account.' }) input: RecoverPostsInput,
    @Ctx() context: PostsContext & RecoveryContext,
  ): Promise<RecoverPostsPayload> {
    const { connection, queued } = await this.needs.recoverPosts(viewer, parseId('accountId', input.accountId));
    readAnew(context);
    return {
      platformPosts: queued.map(toPlatformPostType),
      account: toConnectedAccountType(connection, this.needs.clock()),
    };
  }

  @Mutation(() => SetRecoveryPolicyPayload, {
    description:
      'Sets what happens, after an account is connected again, to posts that failed because it had no access: of the account, or of the managed user that you act for. Dashboard sessions only. Errors: SESSION_REQUIRED, RECOVERY_HOURS_INVALID.',
    complexity: COST.recorded,
  })
  async setRecoveryPolicy(
    @SessionViewer('ADMINISTER') viewer: Viewer,
    @Arg('input', () => SetRecoveryPolicyInput, { description: 'The policy.' }) input: SetRecoveryPolicyInput,
  ): Promise<SetRecoveryPolicyPayload> {
    await this.needs.setRecoveryPolicy(viewer, input);
    return { recoveryPolicy: await policyOf(this.needs.db, viewer) };
  }
}

@Resolver(() => ViewerType)
export class RecoveryPolicyResolver {
  constructor(private readonly needs: { db: Db }) {}

  @FieldResolver(() => RecoveryPolicyType, {
    description: 'What happens, after an account is connected again, to posts that failed because it had no access.',
  })
  recoveryPolicy(@CurrentViewer() viewer: Viewer): Promise<RecoveryPolicyType> {
    return policyOf(this.needs.db, viewer);
  }
}
