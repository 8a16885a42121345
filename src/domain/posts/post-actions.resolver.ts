import { Ctx, FieldResolver, Resolver, Root, registerEnumType } from 'type-graphql';
import { DateTime } from '../../foundation/graphql/scalars.js';
import type { Viewer } from '../identity/viewer.js';
import { CurrentViewer } from '../identity/viewer-context.js';
import { PlatformPostStatus } from './platform-post.js';
import { PlatformPostType, PostGroupType } from './post-group.types.js';
import { groupActions, PlatformPostAction, PostGroupAction, postActions } from './post-rules.js';
import type { PostsContext } from './posts-context.js';

registerEnumType(PostGroupAction, {
  name: 'PostGroupAction',
  description: 'What you can do with a group now. Plan limits and validation may still refuse it.',
  valuesConfig: {
    EDIT: { description: 'updatePost of its text, targets, settings and files.' },
    SCHEDULE: { description: 'updatePost with a time, or with the status SCHEDULED.' },
    UNSCHEDULE: { description: 'updatePost with the status DRAFT.' },
    RETRY: { description: 'retryPostGroup.' },
    ACKNOWLEDGE_AND_RETRY: { description: 'retryPostGroup with acknowledgeUnknownOutcome: some post may be live.' },
    DUPLICATE: { description: 'duplicatePost.' },
    DELETE: { description: 'deletePost.' },
  },
});
registerEnumType(PlatformPostAction, {
  name: 'PlatformPostAction',
  description: 'What you can do with a platform post now.',
  valuesConfig: {
    RETRY: { description: 'retryPlatformPost.' },
    ACKNOWLEDGE_AND_RETRY: { description: 'retryPlatformPost with acknowledgeUnknownOutcome: it may be live.' },
  },
});

@Resolver(() => PostGroupType)
export class PostGroupActionsResolver {
  @FieldResolver(() => [PostGroupAction], { description: 'What you can do with it now.' })
  async allowedActions(
    @Root() group: PostGroupType,
    @CurrentViewer() viewer: Viewer,
    @Ctx() { loaders }: PostsContext,
  ): Promise<PostGroupAction[]> {
    return groupActions(group, await loaders.postsOfGroup.load(group.id), viewer);
  }
}

@Resolver(() => PlatformPostType)
export class PlatformPostActionsResolver {
  @FieldResolver(() => [PlatformPostAction], { description: 'What you can do with it now.' })
  async allowedActions(
    @Root() post: PlatformPostType,
    @CurrentViewer() viewer: Viewer,
    @Ctx() { loaders }: PostsContext,
  ): Promise<PlatformPostAction[]> {
    // The posts of the group are read only where one of them can be retried.
    if (post.status !== PlatformPostStatus.FAILED) return [];
    const failed = await loaders.failedTargetsOfGroup.load(post.groupId);
    return postActions(post, failed.get(post.targetIndex), viewer);
  }

  @FieldResolver(() => DateTime, { nullable: true, description: 'When the platform had it; null until then.' })
  publishedAt(@Root() post: PlatformPostType): Date | null {
    return publishedAt(post);
  }
}

/** A published post never changes again. */
const publishedAt = ({ status, updatedAt }: Pick<PlatformPostType, 'status' | 'updatedAt'>): Date | null =>
  status === PlatformPostStatus.PUBLISHED ? updatedAt : null;
