import { z } from 'zod';
import { parseAltTexts, parseScheduledTime, parseVideoTimestamp } from '../src/domain/posts/state/parse-post.js';
import { MAX_ALT_TEXT, MAX_ALT_TEXTS } from '../src/domain/posts/state/post-bounds.js';
import { AppError } from '../src/foundation/errors/app-error.js';
import { graphql } from '../src/foundation/graphql/typed-graphql.js';
import { SCHEDULING_LIMITS } from './error-responses.js';
import { GROUP_STATUSES, id, isoTime, lowerCase, postGroupId, requestTime, success } from './fields.js';
import { route } from './route.js';

const STATUSES = { draft: 'DRAFT', scheduled: 'SCHEDULED' } as const;

/** A falsy status counts as absent [update-post/falsy-status]. */
function parseStatus(value: unknown): (typeof STATUSES)[keyof typeof STATUSES] | null {
  if (!value) return null;
  if (value !== 'draft' && value !== 'scheduled') throw new AppError('STATUS_INVALID');
  return STATUSES[value];
}

const absent = z.literal(['', 0, false, null]).describe('Counts as absent.');

const body = z
  .object({
    status: z
      .union([z.enum(['draft', 'scheduled']), absent])
      .optional()
      .describe('`scheduled` without a time means the stored one, or now; back to `draft` keeps the stored time.'),
    scheduledTime: z
      .union([requestTime, absent])
      .optional()
      .describe('When to publish, with a time zone. A past time means now.'),
  })
  .meta({ minProperties: 1, examples: [{ status: 'scheduled', scheduledTime: '2035-03-15T10:00:00Z' }] });

/**
 * What only the dashboard's route takes [settings/photogram-videoTimestamp] [settings/skyfeed-altTexts]; it reads null
 * as absent.
 */
const dashboardBody = body.extend({
  videoTimestamp: z.int().min(0).nullish().describe('The cover frame of a video, in milliseconds.'),
  altTexts: z
    .array(z.string().max(MAX_ALT_TEXT))
    .max(MAX_ALT_TEXTS)
    .nullish()
    .describe('Alternative text for each media file, in order.'),
});

/**
 * PUT /update-post/:postGroupId [update-post/answer]. The dashboard's checks what is scheduled and accepts covers and
 * texts of media; the API's ignores them.
 */
const updatePostRow = (isDashboard: boolean) =>
  route({
    method: 'put',
    path: '/update-post/:postGroupId',
    doc: {
      tag: 'Posts',
      summary: 'Schedule, reschedule, or revert to draft',
      description:
        'For a draft or scheduled group whose publishing has not started; at least one of the two fields is required. A malformed id returns 500.',
      params: { postGroupId },
      body: isDashboard ? dashboardBody : body,
      response: z.object({
        success,
        message: z.literal('Post updated successfully'),
        postGroup: z.object({
          _id: id,
          status: z.enum(GROUP_STATUSES),
          scheduledTime: isoTime.optional().describe('Absent if none is stored.'),
        }),
      }),
      errors: [
        'STATUS_OR_TIME_REQUIRED',
        'STATUS_INVALID',
        'SCHEDULED_TIME_INVALID',
        'POST_GROUP_NOT_UPDATABLE',
        'POST_GROUP_NOT_FOUND',
        ...(isDashboard
          ? (['VIDEO_TIMESTAMP_INVALID', 'ALT_TEXTS_INVALID', 'ALT_TEXTS_TOO_LONG', 'VALIDATION_FAILED'] as const)
          : []),
        'DRAFT_LIMIT_REACHED',
        ...SCHEDULING_LIMITS,
      ],
    },
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
    input: ({ params, body }) => {
      const given = body.scheduledTime || null;
      const videoTimestamp = isDashboard ? parseVideoTimestamp(body.videoTimestamp) : null;
      const altTexts = isDashboard ? parseAltTexts(body.altTexts) : null;
      if (!body.status && given === null && videoTimestamp === null && altTexts === null) {
        throw new AppError('STATUS_OR_TIME_REQUIRED');
      }
      const status = parseStatus(body.status);
      const time = parseScheduledTime(given)?.toISOString();
      // In GraphQL null clears the time and the cover.
      const scheduledTime = time === undefined ? {} : { scheduledTime: time };
      const media = videoTimestamp === null ? {} : { videoTimestamp };
      return {
        variables: { input: { postGroupId: String(params.postGroupId), status, ...scheduledTime, ...media } },
        compat: { validate: isDashboard, ...(altTexts && { altTexts }) },
      };
    },
    success: 200,
    body: ({ updatePost: { postGroup } }) => ({
      success: true as const,
      message: 'Post updated successfully' as const,
      postGroup: {
        _id: postGroup.id,
        status: lowerCase(postGroup.status),
        ...(postGroup.scheduledTime !== null && { scheduledTime: postGroup.scheduledTime }),
      },
    }),
    otherwise: 'UPDATE_POST_FAILED',
  });

/** At /api/v1 nothing is validated [update-post/no-validation]. */
export const updatePost = updatePostRow(false);

/** In the dashboard a post is validated when it is moved to scheduled [validation/dashboard-only]. */
export const dashboardUpdatePost = updatePostRow(true);
