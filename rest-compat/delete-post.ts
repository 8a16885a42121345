import { z } from 'zod';
import { graphql } from '../src/foundation/graphql/typed-graphql.js';
import { postGroupId, success } from './fields.js';
import { route } from './route.js';

/** DELETE /api/v1/delete-post/:postGroupId. A malformed id returns 500 [delete-post/failure]. */
export const deletePost = route({
  method: 'delete',
  path: '/delete-post/:postGroupId',
  doc: {
    tag: 'Posts',
    summary: 'Remove a post group',
    description:
      'Removes the group and its platform posts from this service, in every status. Published posts stay on the platforms. A malformed id returns 500.',
    params: { postGroupId },
    response: z.object({ success }),
    errors: ['POST_GROUP_NOT_FOUND'],
  },
  operation: graphql(`
    mutation RestDeletePost($input: DeletePostInput!) {
      deletePost(input: $input) {
        deletedPostGroupId
      }
    }
  `),
  variables: ({ params }) => ({ input: { postGroupId: String(params.postGroupId) } }),
  success: 200,
  body: () => ({ success: true as const }),
  otherwise: 'DELETE_POST_GROUP_FAILED',
});
