import { parseContent, parsePlatformSettings, parsePlatforms, parseScheduledTime } from '../src/posts/parse-post.js';
import { graphql } from './graphql.js';
import { route } from './route.js';

/** POST /api/v1/create-post (document 1). Checks run in the order of its error table. */
export const createPost = route({
  method: 'post',
  path: '/create-post',
  operation: graphql(`
    mutation RestCreatePost($input: CreatePostInput!) {
      createPost(input: $input) {
        replayed
        postGroupId
      }
    }
  `),
  variables: ({ body, headers }) => {
    const content = parseContent(body.content);
    const platformIds = parsePlatforms(body.platforms);
    const scheduledTime = parseScheduledTime(body.scheduledTime)?.toISOString() ?? null;
    const platformSettings = parsePlatformSettings(body.platformSettings);
    const key = headers['idempotency-key'];
    const idempotencyKey = typeof key === 'string' ? key : null;
    // Document 1, rule 1: only presence and format are checked here.
    return { input: { content, platformIds, scheduledTime, platformSettings, idempotencyKey, validate: false } };
  },
  success: 200,
  body: ({ createPost }) => ({ success: true, postGroupId: createPost.postGroupId }),
  headers: ({ createPost }): Record<string, string> => (createPost.replayed ? { 'Idempotent-Replayed': 'true' } : {}),
  otherwise: 'CREATE_POST_GROUP_FAILED',
});
