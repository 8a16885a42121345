import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { listOf } from '../../../foundation/graphql/cost.js';
import type { AccountsContext } from '../../accounts/accounts.context.js';
import { mayDo, type Viewer } from '../../identity/access/viewer.js';
import { CurrentViewer } from '../../identity/graphql/viewer.context.js';
import { PostLogEntry } from '../log/post-log.types.js';
import { MAX_COMMENT_LOG, type ShownComment } from '../reading/first-comment.repository.js';
import { ShownStatus } from '../state/platform-post.js';
import { isLive, PlatformPostAction } from '../state/post-rules.js';
import { FirstCommentType } from './first-comment.types.js';
import { connectedAmong } from './post-actions.resolver.js';
import { PlatformPostType, toFailureType } from './post-group.types.js';
import { toLogEntryType } from './post-log.resolver.js';
import type { PostsContext } from './posts.context.js';

/** As lists usually have. */
const USUAL_LOG = 10;

@Resolver(() => PlatformPostType)
export class PlatformPostCommentResolver {
  @FieldResolver(() => FirstCommentType, {
    nullable: true,
    description:
      'The first comment on it; null if it has none, and for the later parts of a thread. Errors: ANSWER_TOO_LARGE.',
  })
  async firstComment(
    @Root() { groupId, targetIndex, partIndex }: PlatformPostType,
    @Ctx() { loaders, texts }: PostsContext,
  ): Promise<FirstCommentType | null> {
    if (partIndex > 0) return null;
    const comment = (await loaders.firstComments.load(groupId)).get(targetIndex);
    return comment ? toFirstCommentType(comment, texts.count(comment.text ?? '')) : null;
  }
}

const toFirstCommentType = ({ bytes: _, status, error, updatedAt, ...comment }: ShownComment, text: string) => ({
  ...comment,
  text,
  status,
  error: status === ShownStatus.FAILED ? toFailureType(error) : null,
  publishedAt: status === ShownStatus.PUBLISHED || status === ShownStatus.DELETED ? updatedAt : null,
});

@Resolver(() => FirstCommentType)
export class FirstCommentResolver {
  @FieldResolver(() => [PlatformPostAction], {
    description: 'RETRY, ACKNOWLEDGE_AND_RETRY, or nothing: what you can do with it while its post is live.',
  })
  async allowedActions(
    @Root() comment: FirstCommentType,
    @CurrentViewer() viewer: Viewer,
    @Ctx() { loaders }: PostsContext & AccountsContext,
  ): Promise<PlatformPostAction[]> {
    const { groupId, targetIndex, status, error, id } = comment;
    if (status !== ShownStatus.FAILED || id === null || !viewer.mayPublish || !mayDo(viewer, 'PUBLISH')) return [];
    const parts = (await loaders.postsOfGroup.load(groupId)).filter((part) => part.targetIndex === targetIndex);
    if (!parts.every(isLive)) return [];
    if (!(await connectedAmong([comment], viewer, loaders))(comment)) return [];
    return [error?.code === 'OUTCOME_UNKNOWN' ? PlatformPostAction.ACKNOWLEDGE_AND_RETRY : PlatformPostAction.RETRY];
  }

  @FieldResolver(() => [PostLogEntry], {
    description: `What happened to it, oldest entry first: the last ${MAX_COMMENT_LOG} entries. The log of its group has none of them.`,
    complexity: listOf(USUAL_LOG),
  })
  async log(@Root() { groupId, id }: FirstCommentType, @Ctx() { loaders }: PostsContext): Promise<PostLogEntry[]> {
    return id === null ? [] : (await loaders.commentLog.load({ groupId, id })).map(toLogEntryType);
  }
}
