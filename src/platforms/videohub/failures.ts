import { z } from 'zod';
import type { HttpResponse } from '../../foundation/http-client/http.js';
import { DAY_SECONDS } from '../../foundation/time/durations.js';
import type { FailureTable } from '../kit/failure-table.js';
import { metricsFailures } from '../kit/metrics.js';
import { retryAfter } from '../kit/retry-at.js';
import { unpublishFailures } from '../kit/unpublish.js';

/** Errors of gateways, also of Google's, have a code and a message, too, but no reasons. */
const errorSchema = z.object({
  error: z.object({
    message: z.string().optional(),
    errors: z.array(z.object({ reason: z.string() })).nonempty(),
  }),
});
const videoSchema = z.object({
  status: z.object({
    uploadStatus: z.string().optional(),
    failureReason: z.string().optional(),
    rejectionReason: z.string().optional(),
  }),
});
const saidOfVideo = z.object({ items: z.array(videoSchema) });

/**
 * The errors of the YouTube Data API: `{"error": {"code", "message", "errors": [{"reason"}]}}`, where the reason is
 * more specific than the status; and why an uploaded video failed or was rejected, which is in the status of the video.
 */
export const videohubFailures: FailureTable = {
  rows: [
    // 401, but a new login would not help: the account has no channel.
    { error: 'youtubeSignupRequired', code: 'PERMISSION_DENIED' },
    { error: 'quotaExceeded', code: 'RATE_LIMITED', retryAt: midnightPacific },
    { error: 'dailyLimitExceeded', code: 'RATE_LIMITED', retryAt: midnightPacific },
    { error: 'rateLimitExceeded', code: 'RATE_LIMITED', retryAt: retryAfter },
    { error: 'userRateLimitExceeded', code: 'RATE_LIMITED', retryAt: retryAfter },
    { error: 'uploadLimitExceeded', code: 'RATE_LIMITED', retryAt: retryAfter },
    { error: 'accessNotConfigured', code: 'PLATFORM_NOT_CONFIGURED' },
    { error: 'forbiddenPrivacySetting', code: 'INVALID_CONTENT' },
    { status: 400, code: 'INVALID_CONTENT' },
    // Reasons of videos that failed …
    { error: 'conversion', code: 'INVALID_CONTENT' },
    { error: 'invalidFile', code: 'INVALID_CONTENT' },
    { error: 'emptyFile', code: 'INVALID_CONTENT' },
    { error: 'tooSmall', code: 'INVALID_CONTENT' },
    { error: 'codec', code: 'INVALID_CONTENT' },
    { error: 'uploadAborted', code: 'PLATFORM_SERVER_ERROR' },
    // … and of those that were rejected.
    { error: 'copyright', code: 'INVALID_CONTENT' },
    { error: 'inappropriate', code: 'INVALID_CONTENT' },
    { error: 'duplicate', code: 'INVALID_CONTENT' },
    { error: 'termsOfUse', code: 'INVALID_CONTENT' },
    { error: 'length', code: 'INVALID_CONTENT' },
    { error: 'claim', code: 'INVALID_CONTENT' },
    { error: 'trademark', code: 'INVALID_CONTENT' },
    { error: 'legal', code: 'INVALID_CONTENT' },
    { error: 'uploaderAccountSuspended', code: 'PERMISSION_DENIED' },
    { error: 'uploaderAccountClosed', code: 'PERMISSION_DENIED' },
  ],
  read({ json }) {
    const error = errorSchema.safeParse(json).data?.error;
    if (error) return { error: error.errors[0]?.reason, message: error.message };
    const { uploadStatus, failureReason, rejectionReason } = saidOfVideo.safeParse(json).data?.items[0]?.status ?? {};
    const reason = failureReason ?? rejectionReason ?? uploadStatus;
    return { error: reason, message: reason };
  },
};

/** Of requests for numbers. */
export const numbersFailures = metricsFailures(videohubFailures, []);

/** Of a request that deletes a video. */
export const deletionFailures = unpublishFailures(
  videohubFailures,
  [{ error: 'videoNotFound' }],
  [
    // A token with the scope for uploads alone.
    { error: 'insufficientPermissions', code: 'PERMISSION_DENIED' },
  ],
);

/**
 * Of comments. A video whose comments are switched off, such as a private one, is 403 `commentsDisabled`. The platform
 * documents `processingFailure` as "can be a transient error"; it is looked up before the comment is sent again.
 */
export const commentFailures: FailureTable = {
  ...videohubFailures,
  rows: [
    { error: 'processingFailure', code: 'PLATFORM_SERVER_ERROR' },
    { error: 'commentTextTooLong', code: 'CONTENT_TOO_LARGE' },
    { error: 'videoNotFound', code: 'NOT_FOUND_ON_PLATFORM' },
    ...videohubFailures.rows,
  ],
};

/** The addresses of upload sessions. */
export const sessionFailures: FailureTable = {
  ...videohubFailures,
  isBare: true,
  rows: [
    // It accepts chunks repeatedly without making progress.
    { status: 308, code: 'PLATFORM_SERVER_ERROR' },
    // The session has expired: a retry gets a new one.
    { status: 404, code: 'PLATFORM_SERVER_ERROR' },
    // The platform has more of the video than we know of, or less.
    { status: 416, code: 'PLATFORM_SERVER_ERROR' },
    ...videohubFailures.rows,
  ],
};

/** Quotas are those of a day, which ends at midnight Pacific Time. */
function midnightPacific({ receivedAt }: HttpResponse): Date {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Los_Angeles',
    timeStyle: 'medium',
    hourCycle: 'h23',
  });
  const [hours = 0, minutes = 0, seconds = 0] = clock.format(receivedAt).split(':').map(Number);
  return new Date(receivedAt.getTime() + (DAY_SECONDS - (hours * 60 + minutes) * 60 - seconds) * 1000);
}
