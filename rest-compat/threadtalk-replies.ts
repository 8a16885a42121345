import { z } from 'zod';
import { AppError } from '../src/foundation/errors/app-error.js';
import { graphql } from '../src/foundation/graphql/typed-graphql.js';
import { isoTime, success } from './fields.js';
import { route } from './route.js';

const platformId = z
  .string()
  .regex(/^threadtalk-/)
  .describe('The connection: `threadtalk-<account id>`.');
const replyId = z.string().regex(/^\d+$/).describe('The reply, as listed.');

/** A text that is not empty; undefined for anything else. */
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** GET /threadtalk/replies [threadtalk-replies/list]. */
export const threadtalkReplies = route({
  method: 'get',
  path: '/threadtalk/replies',
  doc: {
    tag: 'Threadtalk',
    summary: 'List the replies to a post',
    description: 'Newest first, those to other replies included, at most 25 at once.',
    query: {
      postedId: z.string().regex(/^\d+$/).optional().describe('The post, by its id on the platform. Required.'),
      platformId: platformId.optional().describe('The connection: `threadtalk-<account id>`. Required.'),
      cursor: z.string().optional().describe('The `nextCursor` of the page before.'),
    },
    response: z.object({
      success,
      replies: z.array(
        z.object({
          id: z.string().describe('A number, as a string: it exceeds 2^53.'),
          username: z.string().nullable().describe('Null if the platform does not say.'),
          text: z.string().describe('Empty if the reply has media only.'),
          timestamp: isoTime,
          permalink: z.string().nullable().describe('Null if the platform provides none.'),
          hidden: z.boolean().describe('Whether it is hidden. Replies to a hidden reply are hidden with it.'),
          parentId: z.string().describe('What it replies to: the post, or another reply.'),
        }),
      ),
      nextCursor: z.string().nullable().describe('The `cursor` of the next page; null on the last one.'),
    }),
    errors: ['NETWORK_POST_FIELDS_REQUIRED', 'THREADTALK_CONNECTION_NOT_FOUND', 'REPLY_MANAGEMENT_NOT_PERMITTED'],
  },
  operation: graphql(`
    query RestThreadtalkReplies($platformId: String!, $postedId: String!, $cursor: String) {
      connection: connectedAccount(platformId: $platformId) {
        replies(postedId: $postedId, first: 25, after: $cursor) {
          edges {
            node {
              id: postedId
              username
              text
              timestamp: createdAt
              permalink
              hidden
              parentId
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  `),
  variables: ({ query }) => {
    const [postedId, platformId] = [textOf(query.postedId), textOf(query.platformId)];
    if (postedId === undefined || platformId === undefined) throw new AppError('NETWORK_POST_FIELDS_REQUIRED');
    return { platformId, postedId, cursor: textOf(query.cursor) };
  },
  success: 200,
  notFound: 'THREADTALK_CONNECTION_NOT_FOUND',
  body: ({ connection: { replies } }) => {
    if (!replies) throw new AppError('THREADTALK_CONNECTION_NOT_FOUND');
    const { edges, pageInfo } = replies;
    return {
      success: true as const,
      replies: edges.map(({ node }) => node),
      nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    };
  },
  otherwise: 'FETCH_REPLIES_FAILED',
});

/** What hiding a reply and showing it again have in common. */
const managing = {
  params: { replyId },
  body: z.object({ platformId }),
  response: z.object({
    success,
    reply: z.object({ id: replyId, hidden: z.boolean().describe('Whether it is hidden now.') }),
  }),
  errors: ['NETWORK_PLATFORM_ID_REQUIRED', 'THREADTALK_CONNECTION_NOT_FOUND', 'REPLY_MANAGEMENT_NOT_PERMITTED'],
} as const;

function parseReply({ params, body }: { params: Record<string, unknown>; body: Record<string, unknown> }) {
  const platformId = textOf(body.platformId);
  if (platformId === undefined) throw new AppError('NETWORK_PLATFORM_ID_REQUIRED');
  return { input: { platformId, replyId: String(params.replyId) } };
}

/** These two fields are known without reading the reply. */
function managed({ reply }: { reply: { id: string; hidden: boolean } | null }) {
  if (!reply) throw new Error('The reply is missing');
  return { success: true as const, reply };
}

/** POST /threadtalk/replies/:replyId/hide [threadtalk-replies/hide]. */
export const hideThreadtalkReply = route({
  method: 'post',
  path: '/threadtalk/replies/:replyId/hide',
  doc: {
    tag: 'Threadtalk',
    summary: 'Hide a reply',
    description: 'Only replies directly to a post can be hidden; the replies to them are hidden with them.',
    ...managing,
  },
  operation: graphql(`
    mutation RestHideThreadtalkReply($input: HideReplyInput!) {
      hideReply(input: $input) {
        reply {
          id: postedId
          hidden
        }
      }
    }
  `),
  variables: parseReply,
  success: 200,
  body: ({ hideReply }) => managed(hideReply),
  otherwise: 'MANAGE_REPLY_FAILED',
});

/** POST /threadtalk/replies/:replyId/unhide [threadtalk-replies/hide]. */
export const unhideThreadtalkReply = route({
  method: 'post',
  path: '/threadtalk/replies/:replyId/unhide',
  doc: { tag: 'Threadtalk', summary: 'Show a hidden reply again', ...managing },
  operation: graphql(`
    mutation RestUnhideThreadtalkReply($input: UnhideReplyInput!) {
      unhideReply(input: $input) {
        reply {
          id: postedId
          hidden
        }
      }
    }
  `),
  variables: parseReply,
  success: 200,
  body: ({ unhideReply }) => managed(unhideReply),
  otherwise: 'MANAGE_REPLY_FAILED',
});
