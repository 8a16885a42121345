import { z } from 'zod';
import { parseNewReaction, parseOldReaction, REACTION_TYPES } from '../src/domain/engagement/parse-network.js';
import { graphql } from '../src/foundation/graphql/typed-graphql.js';
import { success } from './fields.js';
import { networkPlatformId, postUrn, urnTranslated } from './network-fields.js';
import { route } from './route.js';

const ERRORS = [
  'NETWORK_PLATFORM_ID_NOT_TEXT',
  'POSTED_ID_INVALID',
  'NETWORK_PLATFORM_ID_INVALID',
  'NETWORK_CONNECTION_NOT_FOUND',
] as const;

/** POST /api/v1/network-reactions [network-reactions/create-answer]. */
export const createNetworkReaction = route({
  method: 'post',
  path: '/network-reactions',
  doc: {
    tag: 'Network',
    summary: 'React to a post',
    description: 'A reaction replaces an earlier one. Statuses such as 403 or 429 are forwarded from the platform.',
    body: z.object({
      postedId: postUrn,
      reactionType: z.string().describe(`${REACTION_TYPES.join(', ')}; case-insensitive.`),
      platformId: networkPlatformId,
    }),
    response: z.object({
      success,
      reaction: z.record(z.string(), z.unknown()).describe('As returned by the platform.'),
      urnTranslated,
    }),
    errors: ['REACTION_FIELDS_REQUIRED', 'REACTION_TYPE_INVALID', ...ERRORS],
  },
  operation: graphql(`
    mutation RestCreateNetworkReaction($input: AddReactionInput!) {
      react: addReaction(input: $input) {
        reaction
        urnTranslated {
          from
          to
        }
      }
    }
  `),
  variables: ({ body }) => ({ input: parseNewReaction(body) }),
  success: 201,
  body: ({ react: { reaction, urnTranslated: translated } }) => ({
    success: true as const,
    reaction,
    ...(translated && { urnTranslated: translated }),
  }),
  otherwise: 'REACT_FAILED',
});

const oldReaction = { postedId: postUrn.optional(), platformId: networkPlatformId.optional() };

/**
 * DELETE /api/v1/network-reactions [network-reactions/delete-request]: the fields may be in the body or in the query.
 */
export const deleteNetworkReaction = route({
  method: 'delete',
  path: '/network-reactions',
  doc: {
    tag: 'Network',
    summary: 'Remove a reaction',
    description: 'Both fields are required, in the body or in the query.',
    query: oldReaction,
    body: z.object(oldReaction),
    response: z.object({ success, reaction: z.null(), urnTranslated }),
    errors: ['NETWORK_POST_FIELDS_REQUIRED', ...ERRORS],
  },
  operation: graphql(`
    mutation RestDeleteNetworkReaction($input: RemoveReactionInput!) {
      removeReaction(input: $input) {
        urnTranslated {
          from
          to
        }
      }
    }
  `),
  variables: ({ query, body }) => ({ input: parseOldReaction({ ...query, ...body }) }),
  success: 200,
  body: ({ removeReaction: { urnTranslated: translated } }) => ({
    success: true as const,
    reaction: null,
    ...(translated && { urnTranslated: translated }),
  }),
  otherwise: 'REMOVE_REACTION_FAILED',
});
