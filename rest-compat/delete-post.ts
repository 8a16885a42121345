import { graphql } from './graphql.js';
import { route } from './route.js';

/** DELETE /api/v1/delete-post/:postGroupId (document 1). A malformed id gives the 500. */
export const deletePost = route({
  method: 'delete',
  path: '/delete-post/:postGroupId',
  operation: graphql(`
    mutation RestDeletePost($input: DeletePostInput!) {
      deletePost(input: $input) {
        deletedId
      }
    }
  `),
  variables: ({ params }) => ({ input: { id: String(params.postGroupId) } }),
  success: 200,
  body: () => ({ success: true }),
  otherwise: 'DELETE_POST_GROUP_FAILED',
});
