import { AppError } from '../../foundation/errors/app-error.js';
import type { ErrorCode } from '../../foundation/errors/catalogue.js';
import type { Comment, InteractionResult, Interactions, UrnTranslation } from '../../platforms/port/interactions.js';
import type { Viewer } from '../identity/access/viewer.js';
import type { FindConnectedAccount } from './connected-account.use-case.js';
import {
  type NewComment,
  type NewReaction,
  numberOfComment,
  type OldComment,
  type OldReaction,
  parseNewComment,
  parseNewReaction,
  parseOldComment,
  parseOldReaction,
} from './parse-network.js';
import { platformResponse } from './platform-response.js';

/** What an account does with posts and comments of anybody. */
export interface Interact {
  addComment(viewer: Viewer, comment: NewComment): Promise<Comment>;
  removeComment(viewer: Viewer, comment: OldComment): Promise<void>;
  react(
    viewer: Viewer,
    reaction: NewReaction,
  ): Promise<{ fields: Record<string, unknown>; translation: UrnTranslation | null }>;
  removeReaction(viewer: Viewer, reaction: OldReaction): Promise<{ translation: UrnTranslation | null }>;
}

export const makeInteract = (needs: {
  findNetworkAccount: FindConnectedAccount<Interactions>;
  clock: () => Date;
}): Interact => {
  const { findNetworkAccount, clock } = needs;
  const open = async (viewer: Viewer, platformId: string) => {
    const account = await findNetworkAccount(viewer, platformId);
    if (!account) throw new AppError('NETWORK_CONNECTION_NOT_FOUND');
    return account;
  };
  return {
    async addComment(viewer, given) {
      const { platformId, ...comment } = parseNewComment({ ...given });
      const { call } = await open(viewer, platformId);
      return done(await call((platform, account) => platform.comment(account, comment)), 'ADD_COMMENT_FAILED', clock);
    },
    async removeComment(viewer, given) {
      const { platformId, postedId, commentId } = parseOldComment({ ...given });
      const comment = { postedId, commentId: numberOfComment(commentId) };
      const { call } = await open(viewer, platformId);
      const result = await call((platform, account) => platform.removeComment(account, comment));
      done(result, 'REMOVE_COMMENT_FAILED', clock);
    },
    async react(viewer, given) {
      const { platformId, ...reaction } = parseNewReaction({ ...given });
      const { call } = await open(viewer, platformId);
      return done(await call((platform, account) => platform.react(account, reaction)), 'REACT_FAILED', clock);
    },
    async removeReaction(viewer, given) {
      const { platformId, postedId } = parseOldReaction({ ...given });
      const { call } = await open(viewer, platformId);
      const result = await call((platform, account) => platform.removeReaction(account, postedId));
      return done(result, 'REMOVE_REACTION_FAILED', clock);
    },
  };
};

type InteractionFailed = Extract<
  ErrorCode,
  'ADD_COMMENT_FAILED' | 'REMOVE_COMMENT_FAILED' | 'REACT_FAILED' | 'REMOVE_REACTION_FAILED'
>;

function done<T>(result: InteractionResult<T>, code: InteractionFailed, clock: () => Date): T {
  if (result.kind === 'ok') return result.value;
  throw new AppError(code, platformResponse(result.failure, clock()));
}
