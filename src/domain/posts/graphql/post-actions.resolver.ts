import { Ctx, FieldResolver, Int, Resolver, Root, registerEnumType } from 'type-graphql';
import { DateTime } from '../../../foundation/graphql/scalars.js';
import type { AccountsContext } from '../../accounts/accounts.context.js';
import { mayDo, type Viewer } from '../../identity/access/viewer.js';
import { CurrentViewer } from '../../identity/graphql/viewer.context.js';
import { PlatformPostStatus, ShownStatus } from '../state/platform-post.js';
import {
  canUnpublish,
  groupActions,
  isLive,
  isPlainDraft,
  PlatformPostAction,
  PostGroupAction,
  partsToUnpublish,
  retryActions,
} from '../state/post-rules.js';
import { PlatformPostType, PostGroupType } from './post-group.types.js';
import type { PostsContext, ShownGroup } from './posts.context.js';

registerEnumType(PostGroupAction, {
  name: 'PostGroupAction',
  description: 'What you can do with a group now. Plan limits and validation may still refuse it.',
  valuesConfig: {
    EDIT: { description: 'updatePost of its text, targets, settings and files.' },
    SCHEDULE: {
      description: 'updatePost with a time, or with the status SCHEDULED: every target that would go out is connected.',
    },
    UNSCHEDULE: { description: 'updatePost with the status DRAFT.' },
    RETRY: { description: 'retryPostGroup: some failed post has an account that is connected.' },
    ACKNOWLEDGE_AND_RETRY: { description: 'retryPostGroup with acknowledgeUnknownOutcome: some post may be live.' },
    DUPLICATE: { description: 'duplicatePost: some target is connected.' },
    DELETE: { description: 'deletePost.' },
  },
});
registerEnumType(PlatformPostAction, {
  name: 'PlatformPostAction',
  description: 'What you can do with a platform post now; without its account connected, nothing.',
  valuesConfig: {
    RETRY: { description: 'retryPlatformPost.' },
    ACKNOWLEDGE_AND_RETRY: { description: 'retryPlatformPost with acknowledgeUnknownOutcome: it may be live.' },
    UNPUBLISH: { description: 'unpublishPost: deletes it on its platform.' },
  },
});

/** What contributors can do: with a draft, and with any other group. */
const OF_DRAFTS: ReadonlySet<PostGroupAction> = new Set([
  PostGroupAction.EDIT,
  PostGroupAction.DUPLICATE,
  PostGroupAction.DELETE,
]);
const COPYING: ReadonlySet<PostGroupAction> = new Set([PostGroupAction.DUPLICATE]);

type Context = PostsContext & AccountsContext;
type WithAccount = Pick<PlatformPostType, 'platformId'>;

/** Which of these posts have an account that is connected; the same one is read once. */
export async function connectedAmong(
  posts: readonly WithAccount[],
  { userId }: Viewer,
  { connectionByKey }: Context['loaders'],
): Promise<(post: WithAccount) => boolean> {
  const platformIds = [...new Set(posts.map(({ platformId }) => platformId))];
  const found = await Promise.all(platformIds.map((platformId) => connectionByKey.load({ userId, platformId })));
  const connected = new Set(platformIds.filter((_, index) => found[index] !== null));
  return ({ platformId }) => connected.has(platformId);
}

@Resolver(() => PostGroupType)
export class PostGroupActionsResolver {
  @FieldResolver(() => [PostGroupAction], { description: 'What you can do with it now.' })
  async allowedActions(
    @Root() group: PostGroupType & Pick<ShownGroup, 'shownPosts'>,
    @CurrentViewer() viewer: Viewer,
    @Ctx() { loaders }: Context,
  ): Promise<PostGroupAction[]> {
    if (!mayDo(viewer, 'DRAFT')) return [];
    const posts = group.shownPosts ?? (await loaders.postsOfGroup.load(group.id));
    const actions = groupActions(group, posts, viewer, await connectedAmong(posts, viewer, loaders));
    if (mayDo(viewer, 'PUBLISH')) return actions;
    const allowed = isPlainDraft(group, posts) ? OF_DRAFTS : COPYING;
    return actions.filter((action) => allowed.has(action));
  }

  @FieldResolver(() => Int, {
    description:
      'How many of its platform posts are live: of a draft too, if it was taken back after some were published.',
  })
  async livePosts(@Root() group: PostGroupType, @Ctx() { loaders }: Context): Promise<number> {
    const posts = await loaders.postsOfGroup.load(group.id);
    return posts.filter(isLive).length;
  }
}

@Resolver(() => PlatformPostType)
export class PlatformPostActionsResolver {
  @FieldResolver(() => [PlatformPostAction], { description: 'What you can do with it now.' })
  async allowedActions(
    @Root() post: PlatformPostType,
    @CurrentViewer() viewer: Viewer,
    @Ctx() { loaders }: Context,
  ): Promise<PlatformPostAction[]> {
    if (!mayDo(viewer, 'PUBLISH')) return [];
    const isUnpublishable = post.status === PlatformPostStatus.PUBLISHED && canUnpublish(post.platformKey);
    // The connection, and the posts of the group, are read only where the post can be retried or deleted.
    if (post.status !== PlatformPostStatus.FAILED && !isUnpublishable) return [];
    if (!(await connectedAmong([post], viewer, loaders))(post)) return [];
    if (post.status === PlatformPostStatus.FAILED) {
      const failed = await loaders.failedTargetsOfGroup.load(post.groupId);
      return retryActions(post.status, failed.get(post.targetIndex), viewer);
    }
    const found = await loaders.postsOfGroup.load(post.groupId);
    const parts = partsToUnpublish(PlatformPostStatus.PUBLISHED, post, found);
    return parts.kind === 'parts' ? [PlatformPostAction.UNPUBLISH] : [];
  }

  @FieldResolver(() => DateTime, { nullable: true, description: 'When the platform had it; null until then.' })
  publishedAt(@Root() post: PlatformPostType): Date | null {
    return publishedAt(post);
  }
}

/** A published post never changes again, but that it can be deleted. */
const publishedAt = ({ status, updatedAt }: Pick<PlatformPostType, 'status' | 'updatedAt'>): Date | null =>
  status === ShownStatus.PUBLISHED || status === ShownStatus.DELETED ? updatedAt : null;
