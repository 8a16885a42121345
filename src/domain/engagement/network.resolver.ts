import { Arg, Mutation, Resolver } from 'type-graphql';
import { COST } from '../../foundation/graphql/cost.js';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import type { Interact } from './interact.use-case.js';
import {
  AddCommentInput,
  AddCommentPayload,
  AddReactionInput,
  AddReactionPayload,
  RemoveCommentInput,
  RemoveCommentPayload,
  RemoveReactionInput,
  RemoveReactionPayload,
} from './network.inputs.js';

@Resolver()
export class InteractionResolver {
  constructor(private readonly needs: { interact: Interact }) {}

  @Mutation(() => AddCommentPayload, {
    description:
      'Comments on a post, or replies to a comment. Errors: NETWORK_CONNECTION_NOT_FOUND, NETWORK_PLATFORM_ID_INVALID, POSTED_ID_INVALID, COMMENT_EMPTY, COMMENT_TOO_LONG, TEXT_NOT_PUBLISHABLE, PARENT_COMMENT_INVALID, ADD_COMMENT_FAILED.',
    complexity: COST.platformRequest,
  })
  async addComment(
    @CurrentViewer('PUBLISH') viewer: Viewer,
    @Arg('input', () => AddCommentInput, { description: 'The comment.' }) input: AddCommentInput,
  ): Promise<AddCommentPayload> {
    const { platformId, postedId, message, parentComment = null } = input;
    const added = await this.needs.interact.addComment(viewer, { platformId, postedId, message, parentComment });
    const { id: commentId, commentUrn, fields } = added;
    return { comment: { id: commentUrn, commentId, commentUrn, message, fields } };
  }

  @Mutation(() => RemoveCommentPayload, {
    description:
      'Removes a comment of the account. Errors: NETWORK_CONNECTION_NOT_FOUND, NETWORK_PLATFORM_ID_INVALID, POSTED_ID_INVALID, COMMENT_ID_INVALID, REMOVE_COMMENT_FAILED.',
    complexity: COST.platformRequest,
  })
  async removeComment(
    @CurrentViewer('PUBLISH') viewer: Viewer,
    @Arg('input', () => RemoveCommentInput, { description: 'The comment.' }) input: RemoveCommentInput,
  ): Promise<RemoveCommentPayload> {
    await this.needs.interact.removeComment(viewer, input);
    return { removedCommentId: input.commentId };
  }

  @Mutation(() => AddReactionPayload, {
    description:
      'Reacts to a post. Errors: NETWORK_CONNECTION_NOT_FOUND, NETWORK_PLATFORM_ID_INVALID, POSTED_ID_INVALID, REACT_FAILED.',
    complexity: COST.platformRequest,
  })
  async addReaction(
    @CurrentViewer('PUBLISH') viewer: Viewer,
    @Arg('input', () => AddReactionInput, { description: 'The reaction.' }) input: AddReactionInput,
  ): Promise<AddReactionPayload> {
    const { fields, translation } = await this.needs.interact.react(viewer, input);
    return { reaction: fields, urnTranslated: translation };
  }

  @Mutation(() => RemoveReactionPayload, {
    description:
      'Removes a reaction. Errors: NETWORK_CONNECTION_NOT_FOUND, NETWORK_PLATFORM_ID_INVALID, POSTED_ID_INVALID, REMOVE_REACTION_FAILED.',
    complexity: COST.platformRequest,
  })
  async removeReaction(
    @CurrentViewer('PUBLISH') viewer: Viewer,
    @Arg('input', () => RemoveReactionInput, { description: 'The reaction.' }) input: RemoveReactionInput,
  ): Promise<RemoveReactionPayload> {
    const { translation } = await this.needs.interact.removeReaction(viewer, input);
    return { urnTranslated: translation };
  }
}
