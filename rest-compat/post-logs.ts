import { graphql } from './graphql.js';
import { route } from './route.js';

/** GET /api/v1/post-logs/:postGroupId (document 1): the first 100 entries, oldest first. */
export const postLogs = route({
  method: 'get',
  path: '/post-logs/:postGroupId',
  operation: graphql(`
    query RestPostLogs($id: ID!) {
      postLog(groupId: $id, first: 100) {
        edges {
          node {
            id
            postGroupId
            postId
            platformKey
            event
            error
            httpStatus
            retryCount
            metadata
            createdAt
          }
        }
      }
    }
  `),
  variables: ({ params }) => ({ id: String(params.postGroupId) }),
  success: 200,
  body: ({ postLog }) => ({
    success: true,
    logs: postLog.edges.map(({ node: { id, platformKey, event, createdAt, postGroupId, ...optional } }) => ({
      _id: id,
      postGroupId,
      ...present({ postId: optional.postId, platform: platformKey }),
      event: event.toLowerCase(),
      ...present({
        error: optional.error,
        httpStatus: optional.httpStatus,
        retryCount: optional.retryCount,
        metadata: optional.metadata,
      }),
      createdAt,
      // Entries are written once and never changed.
      updatedAt: createdAt,
      __v: 0,
    })),
  }),
  otherwise: 'POST_LOGS_FAILED',
});

/** Document 1 leaves out what there is not. */
const present = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
