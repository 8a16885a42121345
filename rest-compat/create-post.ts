import { z } from 'zod';
import {
  parseContent,
  parsePlatformSettings,
  parsePlatforms,
  parseScheduledTime,
} from '../src/domain/posts/state/parse-post.js';
import { assertBounded, MAX_CONTENT, MAX_TARGETS } from '../src/domain/posts/state/post-bounds.js';
import { graphql } from '../src/foundation/graphql/typed-graphql.js';
import { SCHEDULING_LIMITS } from './error-responses.js';
import { postGroupId, requestTime, success } from './fields.js';
import { platformSettings } from './platform-settings.js';
import { route } from './route.js';

const platformId = z.string().regex(/^[a-z]+-[a-zA-Z0-9_-]+$/);

const body = z
  .object({
    content: z
      .string()
      .min(1)
      .max(MAX_CONTENT)
      .describe('The text; more than white space. A character is a Unicode code point.'),
    platforms: z
      .union([z.array(platformId).min(1).max(MAX_TARGETS), z.string().describe('The same array as a JSON string.')])
      .describe('Platform ids as returned by platform-connections. Duplicates get one post.'),
    scheduledTime: requestTime
      .nullable()
      .optional()
      .describe('When to publish, with a time zone. A past time means now. Omitted or null: a draft.'),
    platformSettings: z
      .union([platformSettings, z.string().describe('The same object as a JSON string.')])
      .optional()
      .describe(
        'Merged over the defaults, platform by platform. Other platforms have none: their keys are silently ignored.',
      ),
  })
  .meta({
    examples: [{ content: 'Hello', platforms: ['network-abc123'], scheduledTime: '2035-03-15T10:00:00Z' }],
  });

/** POST /api/v1/create-post [create-post/answer]. Checks run in the order of docs/contract/posts.md. */
export const createPost = route({
  method: 'post',
  path: '/create-post',
  doc: {
    tag: 'Posts',
    summary: 'Create a draft, or schedule a post',
    description:
      'Creates a post group with one platform post for each target. Only presence and format are checked here: if a platform rejects the content, its platform post fails when it is published.',
    headers: {
      'Idempotency-Key': z
        .string()
        .min(1)
        .max(255)
        .describe(
          'A repeat within 24 hours returns the first response and creates nothing; a different body is a 409.',
        ),
    },
    body,
    response: z.object({ success, postGroupId }),
    responseHeaders: { 'Idempotent-Replayed': '`true` if this is the response to an earlier request.' },
    errors: [
      'CONTENT_REQUIRED',
      'PLATFORMS_REQUIRED',
      'PLATFORMS_EMPTY',
      'PLATFORMS_NOT_AN_ARRAY',
      'PLATFORMS_JSON_INVALID',
      'PLATFORM_ID_INVALID',
      'SCHEDULED_TIME_INVALID',
      'PLATFORM_SETTINGS_JSON_INVALID',
      'PLATFORM_SETTINGS_NOT_AN_OBJECT',
      'CONTENT_TOO_LONG',
      'PLATFORMS_TOO_MANY',
      'PLATFORM_SETTINGS_TOO_LONG',
      'IDEMPOTENCY_KEY_INVALID',
      'IDEMPOTENCY_KEY_REUSED',
      'DRAFT_LIMIT_REACHED',
      ...SCHEDULING_LIMITS,
    ],
  },
  operation: graphql(`
    mutation RestCreatePost($input: CreatePostInput!) {
      createPost(input: $input) {
        replayed
        postGroupId
      }
    }
  `),
  input: ({ body, headers }) => {
    const content = parseContent(body.content);
    const targets = parsePlatforms(body.platforms);
    const scheduledTime = parseScheduledTime(body.scheduledTime)?.toISOString() ?? null;
    const platformSettings = parsePlatformSettings(body.platformSettings);
    assertBounded({ content, targets: targets.length });
    const platformIds = [...new Set(targets)];
    const key = headers['idempotency-key'];
    const idempotencyKey = typeof key === 'string' ? key : null;
    return {
      variables: { input: { post: { content, platformIds }, scheduledTime, idempotencyKey } },
      // Only presence and format are checked here [create-post/no-validation].
      compat: { validate: false, platformSettings },
    };
  },
  success: 200,
  body: ({ createPost }) => ({ success: true as const, postGroupId: createPost.postGroupId }),
  headers: ({ createPost }): Record<string, string> => (createPost.replayed ? { 'Idempotent-Replayed': 'true' } : {}),
  otherwise: 'CREATE_POST_GROUP_FAILED',
});
