import { AppError } from '../src/errors/app-error.js';
import { graphql } from './graphql.js';
import { route } from './route.js';

/** GET /api/v1/get-post/:postGroupId (documents 1 and 3). A malformed id gives the 500. */
export const getPost = route({
  method: 'get',
  path: '/get-post/:postGroupId',
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
  body: ({ postGroup }) => {
    if (!postGroup) throw new AppError('POST_GROUP_NOT_FOUND');
    return {
      success: true,
      postGroupId: postGroup.id,
      processingStatus: postGroup.processingStatus.toLowerCase(),
      posts: postGroup.posts.map(({ id, platformKey, accountId, content, status, postedId, error }) => ({
        _id: id,
        platform: platformKey,
        // Document 1: the raw account id here, the compound form in list-posts.
        platformId: accountId,
        content,
        status: status.toLowerCase(),
        ...(postedId !== null && { postedId }),
        ...(error && { error: withoutAbsentStatus(error) }),
      })),
    };
  },
  otherwise: 'FETCH_POST_GROUP_FAILED',
});

/** Document 1: platformStatusCode "may be absent", platformError is a text or null. */
function withoutAbsentStatus<E extends { platformStatusCode: number | null }>({ platformStatusCode, ...error }: E) {
  return platformStatusCode === null ? error : { ...error, platformStatusCode };
}
