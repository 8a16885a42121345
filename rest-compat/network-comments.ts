import { z } from 'zod';
import { parseNewComment, parseOldComment } from '../src/domain/engagement/parse-network.js';
import { graphql } from '../src/foundation/graphql/typed-graphql.js';
import { success } from './fields.js';
import { networkPlatformId, postUrn } from './network-fields.js';
import { route } from './route.js';

const commentUrn = z.string().describe('`urn:network:comment:(urn:network:activity:<id>,<comment id>)`.');

/**
 * POST /api/v1/network-comments [network-comments/create-spread]: the platform's own fields are spread, and ours win.
 */
export const createNetworkComment = route({
  method: 'post',
  path: '/network-comments',
  doc: {
    tag: 'Network',
    summary: 'Comment on a post, or reply to a comment',
    description:
      'Mentions are written as in posts: `@{urn:network:person:<id>|<name>}` or `@{urn:network:organization:<id>|<name>}`, with the exact name. Statuses such as 403 or 429 are forwarded from the platform.',
    body: z.object({
      postedId: postUrn,
      message: z.string().min(1).max(1250),
      platformId: networkPlatformId,
      parentComment: commentUrn.nullable().optional().describe('URN of the comment to reply to.'),
    }),
    response: z.object({
      success,
      comment: z.looseObject({
        id: z.string().describe('The number of the comment, as a string: it exceeds 2^53.'),
        commentUrn,
        message: z.string().describe('As sent.'),
        created: z.looseObject({ time: z.number() }).optional().describe('As returned by the platform.'),
      }),
    }),
    errors: [
      'COMMENT_FIELDS_REQUIRED',
      'NETWORK_PLATFORM_ID_NOT_TEXT',
      'POSTED_ID_INVALID',
      'COMMENT_EMPTY',
      'COMMENT_TOO_LONG',
      'PARENT_COMMENT_INVALID',
      'NETWORK_PLATFORM_ID_INVALID',
      'NETWORK_CONNECTION_NOT_FOUND',
    ],
  },
  operation: graphql(`
    mutation RestCreateNetworkComment($input: AddCommentInput!) {
      addComment(input: $input) {
        comment {
          id: commentId
          commentUrn
          message
          fields
        }
      }
    }
  `),
  variables: ({ body }) => ({ input: parseNewComment(body) }),
  success: 201,
  body: ({ addComment: { comment } }) => {
    const { fields, ...own } = comment;
    return { success: true as const, comment: { ...fields, ...own } };
  },
  otherwise: 'ADD_COMMENT_FAILED',
});

const commentId = z
  .union([z.string(), z.number().meta({ type: 'integer' })])
  .describe('The comment: its URN or its number, of any length.');

const oldComment = {
  postedId: postUrn.optional(),
  commentId: commentId.optional(),
  platformId: networkPlatformId.optional(),
};

/**
 * DELETE /api/v1/network-comments [network-comments/delete-request]: the fields may be in the body or in the query.
 */
export const deleteNetworkComment = route({
  method: 'delete',
  path: '/network-comments',
  exactNumbers: true,
  doc: {
    tag: 'Network',
    summary: 'Remove a comment',
    description: 'All three fields are required, in the body or in the query.',
    query: oldComment,
    body: z.object(oldComment),
    response: z.object({
      success,
      deleted: commentId.describe('The commentId as given; a number that exceeds 2^53 as a string.'),
    }),
    errors: [
      'COMMENT_ID_FIELDS_REQUIRED',
      'NETWORK_PLATFORM_ID_NOT_TEXT',
      'POSTED_ID_INVALID',
      'COMMENT_ID_INVALID',
      'NETWORK_PLATFORM_ID_INVALID',
      'NETWORK_CONNECTION_NOT_FOUND',
    ],
  },
  operation: graphql(`
    mutation RestDeleteNetworkComment($input: RemoveCommentInput!) {
      removeComment(input: $input) {
        commentId: removedCommentId
      }
    }
  `),
  variables: ({ query, body }) => ({ input: parseOldComment({ ...query, ...body }) }),
  success: 200,
  body: ({ removeComment }, { body }) => ({
    success: true as const,
    deleted: typeof body.commentId === 'number' ? body.commentId : removeComment.commentId,
  }),
  otherwise: 'REMOVE_COMMENT_FAILED',
});
