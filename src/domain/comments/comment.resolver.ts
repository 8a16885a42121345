import { Arg, Ctx, FieldResolver, Int, Mutation, Resolver, Root } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { COST, listOf } from '../../foundation/graphql/cost.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import { mayDo, type Viewer } from '../identity/access/viewer.js';
import { AnyViewer, CurrentViewer, SessionViewer } from '../identity/graphql/viewer.context.js';
import { ViewerType } from '../identity/graphql/viewer.types.js';
import { PostGroupType } from '../posts/graphql/post-group.types.js';
import { type Comment, mentionablePeople } from './comment.repository.js';
import {
  AddTeamCommentInput,
  AddTeamCommentPayload,
  CommentThreadType,
  DeleteTeamCommentInput,
  DeleteTeamCommentPayload,
  EditTeamCommentInput,
  EditTeamCommentPayload,
  MentionablePersonType,
  ResolveCommentThreadInput,
  ResolveCommentThreadPayload,
  TeamCommentType,
} from './comment.types.js';
import type { CommentsContext } from './comments.context.js';
import { toThreads } from './comments.js';
import type { WriteComments } from './write-comments.use-case.js';

/** All comments of a group are at most some megabytes. */
const THREADS_COST = 100;
const ASSUMED_THREADS = 20;
const ASSUMED_PEOPLE = 20;

function toCommentType(
  viewer: Viewer,
  { id: commentId, personId, ...comment }: Comment,
  { texts }: CommentsContext,
): TeamCommentType {
  const { author, body, mentions, createdAt, editedAt } = comment;
  texts.count([author, ...mentions.map(({ name }) => name)].join());
  const mayWrite = viewer.session !== null && !viewer.session.operator && mayDo(viewer, 'DRAFT');
  const isOwn = viewer.session?.personId === personId;
  return {
    ...{ commentId, author, body, mentions, createdAt, editedAt },
    mayEdit: mayWrite && isOwn,
    mayDelete: mayWrite && (isOwn || mayDo(viewer, 'ADMINISTER')),
  };
}

const toThreadTypes = (viewer: Viewer, all: readonly Comment[], context: CommentsContext): CommentThreadType[] =>
  toThreads(all).map(({ first: { id: threadId, resolvedAt, resolvedBy }, comments }) => ({
    ...{ threadId, resolvedAt, resolvedBy },
    comments: comments.map((comment) => toCommentType(viewer, comment, context)),
  }));

/** What the people who work on a group write about it. */
@Resolver(() => PostGroupType)
export class CommentResolver {
  constructor(private readonly needs: { writeComments: WriteComments }) {}

  @FieldResolver(() => [CommentThreadType], {
    description: 'What the people who work on it wrote about it, oldest first: at most 500 comments in all.',
    complexity: listOf(ASSUMED_THREADS, () => THREADS_COST),
  })
  async commentThreads(
    @Root() { id }: PostGroupType,
    @AnyViewer() viewer: Viewer,
    @Ctx() context: CommentsContext,
  ): Promise<CommentThreadType[]> {
    return toThreadTypes(viewer, await context.loaders.commentsOfGroup.load(id), context);
  }

  @FieldResolver(() => Int, { description: 'How many threads of comments are not resolved.' })
  openThreads(@Root() { id }: PostGroupType, @Ctx() { loaders }: CommentsContext): Promise<number> {
    return loaders.openThreadsOfGroup.load(id);
  }

  @Mutation(() => AddTeamCommentPayload, {
    description:
      'Comments on a group, in any of its states, for the people who work on it: nothing of it is published. A reply opens a resolved thread again. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, POST_GROUP_NOT_FOUND, COMMENT_THREAD_NOT_FOUND, TEAM_COMMENT_BODY_INVALID, TEXT_NOT_PUBLISHABLE, TEAM_COMMENT_MENTIONS_INVALID, TEAM_COMMENT_LIMIT_REACHED.',
    complexity: COST.recorded,
  })
  async addTeamComment(
    @SessionViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => AddTeamCommentInput, { description: 'The comment.' }) input: AddTeamCommentInput,
    @Ctx() context: CommentsContext,
  ): Promise<AddTeamCommentPayload> {
    const groupId = parseId('postGroupId', input.postGroupId);
    const threadId = input.threadId == null ? null : parseId('threadId', input.threadId);
    const { body } = input;
    const mentions = parseMentions(input);
    const comment = await this.needs.writeComments.add(viewer, { groupId, threadId, body, mentions });
    readAgain(context.loaders, groupId);
    return { comment: toCommentType(viewer, comment, context) };
  }

  @Mutation(() => EditTeamCommentPayload, {
    description:
      'Changes a comment that you wrote. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, TEAM_COMMENT_NOT_FOUND, TEAM_COMMENT_NOT_YOURS, TEAM_COMMENT_BODY_INVALID, TEXT_NOT_PUBLISHABLE, TEAM_COMMENT_MENTIONS_INVALID.',
    complexity: COST.recorded,
  })
  async editTeamComment(
    @SessionViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => EditTeamCommentInput, { description: 'The comment.' }) input: EditTeamCommentInput,
    @Ctx() context: CommentsContext,
  ): Promise<EditTeamCommentPayload> {
    const id = parseId('commentId', input.commentId);
    const { body } = input;
    const comment = await this.needs.writeComments.edit(viewer, { id, body, mentions: parseMentions(input) });
    readAgain(context.loaders, comment.groupId);
    return { comment: toCommentType(viewer, comment, context) };
  }

  @Mutation(() => DeleteTeamCommentPayload, {
    description:
      'Deletes a comment that you wrote; with ADMINISTER, any. The comment that begins a thread is deleted with the whole thread. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, TEAM_COMMENT_NOT_FOUND, TEAM_COMMENT_NOT_YOURS.',
    complexity: COST.recorded,
  })
  async deleteTeamComment(
    @SessionViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => DeleteTeamCommentInput, { description: 'The comment.' }) input: DeleteTeamCommentInput,
    @Ctx() { loaders }: CommentsContext,
  ): Promise<DeleteTeamCommentPayload> {
    const deletedCommentId = parseId('commentId', input.commentId);
    const { groupId } = await this.needs.writeComments.delete(viewer, deletedCommentId);
    readAgain(loaders, groupId);
    return { deletedCommentId };
  }

  @Mutation(() => ResolveCommentThreadPayload, {
    description:
      'Marks a thread of comments as resolved, or opens it again. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, COMMENT_THREAD_NOT_FOUND.',
    complexity: COST.recorded,
  })
  async resolveCommentThread(
    @SessionViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => ResolveCommentThreadInput, { description: 'The thread.' }) input: ResolveCommentThreadInput,
    @Ctx() context: CommentsContext,
  ): Promise<ResolveCommentThreadPayload> {
    const threadId = parseId('threadId', input.threadId);
    const first = await this.needs.writeComments.resolve(viewer, { threadId, resolved: input.resolved });
    readAgain(context.loaders, first.groupId);
    const { resolvedAt, resolvedBy } = first;
    const all = await context.loaders.commentsOfGroup.load(first.groupId);
    const comments = all.filter((comment) => comment.threadId === threadId);
    return {
      thread: {
        ...{ threadId, resolvedAt, resolvedBy },
        comments: comments.map((comment) => toCommentType(viewer, comment, context)),
      },
    };
  }
}

@Resolver(() => TeamCommentType)
export class TeamCommentResolver {
  @FieldResolver(() => String, { description: 'Plain text. ANSWER_TOO_LARGE: request fewer comments.' })
  body(@Root() { body }: TeamCommentType, @Ctx() { texts }: CommentsContext): string {
    return texts.count(body);
  }
}

@Resolver(() => ViewerType)
export class MentionableResolver {
  constructor(private readonly needs: { db: Db }) {}

  @FieldResolver(() => [MentionablePersonType], {
    description:
      'The people whom comments can mention, by name, at most 400: the members of the account and, if it is a managed user, those of the account that manages it.',
    complexity: listOf(ASSUMED_PEOPLE),
  })
  mentionable(@CurrentViewer() viewer: Viewer): Promise<MentionablePersonType[]> {
    return mentionablePeople(this.needs.db, viewer);
  }
}

const parseMentions = ({ mentions }: { mentions: readonly string[] }): string[] =>
  mentions.map((id) => parseId('mentions', id));

function readAgain({ commentsOfGroup, openThreadsOfGroup }: CommentsContext['loaders'], groupId: string): void {
  commentsOfGroup.clear(groupId);
  openThreadsOfGroup.clear(groupId);
}
