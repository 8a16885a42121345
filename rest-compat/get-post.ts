import { z } from 'zod';
import { graphql } from '../src/foundation/graphql/typed-graphql.js';
import { id, isoTime, lowerCase, PART_STATUSES, partStatus, platformKey, postGroupId, success } from './fields.js';
import { route } from './route.js';

const error = z
  .object({
    code: z
      .string()
      .describe(
        'For example PLATFORM_AUTH_EXPIRED, RATE_LIMITED, INVALID_CONTENT, CONTENT_TOO_LARGE, PLATFORM_SERVER_ERROR, NETWORK_ERROR, TIMEOUT_ERROR, OUTCOME_UNKNOWN, UNKNOWN_ERROR. The list is open: expect codes that you do not know.',
      ),
    message: z.string(),
    platformStatusCode: z.int().optional().describe('HTTP status of the platform’s response.'),
    platformError: z.string().nullable().describe('The platform’s error message.'),
    failedAt: isoTime,
    retryable: z.boolean().describe('Whether a retry may succeed.'),
  })
  .describe('Only for a failed post.');

const post = z.object({
  _id: id,
  platform: platformKey,
  platformId: z.string().describe('The account id without the platform key.'),
  content: z.string(),
  status: z.enum(PART_STATUSES),
  postedId: z.string().optional().describe('Id on the platform; absent until it is published.'),
  error: error.optional(),
});

/** GET /api/v1/get-post/:postGroupId [get-post/answer]. A malformed id returns 500. */
export const getPost = route({
  method: 'get',
  path: '/get-post/:postGroupId',
  doc: {
    tag: 'Posts',
    summary: 'Read a post group with its platform posts',
    description:
      'One entry per target before publishing; each part of a thread is a separate entry, in order. A malformed id returns 500.',
    params: { postGroupId },
    response: z.object({
      success,
      postGroupId,
      processingStatus: z
        .enum(['pending', 'processing', 'finished'])
        .describe('Not started; in progress; every platform post has ended.'),
      posts: z.array(post),
    }),
    errors: ['POST_GROUP_NOT_FOUND', 'ANSWER_TOO_LARGE', 'RATE_LIMITED'],
  },
  operation: graphql(`
    query RestGetPost($id: ID!) {
      postGroup(id: $id) {
        id
        processingStatus
        posts {
          id
          platformKey
          accountId
          content
          status
          postedId
          error {
            code
            message
            platformStatusCode
            platformError
            failedAt
            retryable
          }
        }
      }
    }
  `),
  variables: ({ params }) => ({ id: String(params.postGroupId) }),
  success: 200,
  notFound: 'POST_GROUP_NOT_FOUND',
  body: ({ postGroup }) => {
    return {
      success: true as const,
      postGroupId: postGroup.id,
      processingStatus: lowerCase(postGroup.processingStatus),
      posts: postGroup.posts.map(({ id, platformKey, accountId, content, status, postedId, error }) => ({
        _id: id,
        platform: platformKey,
        // The raw account id here, the compound form in list-posts [platform-post/platformId].
        platformId: accountId,
        content,
        status: partStatus(status),
        ...(postedId !== null && { postedId }),
        ...(error && { error: withoutAbsentStatus(error) }),
      })),
    };
  },
  otherwise: 'FETCH_POST_GROUP_FAILED',
});

/** platformStatusCode may be absent, platformError is a text or null [post-error/platformError]. */
function withoutAbsentStatus<E extends { platformStatusCode: number | null }>({ platformStatusCode, ...error }: E) {
  return platformStatusCode === null ? error : { ...error, platformStatusCode };
}
