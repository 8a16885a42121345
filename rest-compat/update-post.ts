import { AppError } from '../src/errors/app-error.js';
import { parseScheduledTime } from '../src/posts/parse-post.js';
import { graphql } from './graphql.js';
import { route } from './route.js';

const STATUSES = { draft: 'DRAFT', scheduled: 'SCHEDULED' } as const;

/** A falsy status counts as absent (document 3, "PUT /update-post"). */
function parseStatus(value: unknown): (typeof STATUSES)[keyof typeof STATUSES] | null {
  if (!value) return null;
  if (value !== 'draft' && value !== 'scheduled') throw new AppError('UPDATE_STATUS_INVALID');
  return STATUSES[value];
}

/** PUT /api/v1/update-post/:postGroupId (documents 1 and 3). */
export const updatePost = route({
  method: 'put',
  path: '/update-post/:postGroupId',
  operation: graphql(`
    mutation RestUpdatePost($input: UpdatePostInput!) {
      updatePost(input: $input) {
        postGroup {
          id
          status
          scheduledTime
        }
      }
    }
  `),
  variables: ({ params, body }) => {
    const given = body.scheduledTime || null;
    if (!body.status && given === null) throw new AppError('UPDATE_EMPTY');
    const status = parseStatus(body.status);
    const scheduledTime = parseScheduledTime(given)?.toISOString() ?? null;
    return { input: { id: String(params.postGroupId), status, scheduledTime } };
  },
  success: 200,
  body: ({ updatePost: { postGroup } }) => ({
    success: true,
    message: 'Post updated successfully',
    postGroup: {
      _id: postGroup.id,
      status: postGroup.status.toLowerCase(),
      ...(postGroup.scheduledTime !== null && { scheduledTime: postGroup.scheduledTime }),
    },
  }),
  otherwise: 'UPDATE_POST_FAILED',
});
