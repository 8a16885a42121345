import { z } from 'zod';
import type { FailureTable } from '../kit/failure-table.js';
import { metricsFailures } from '../kit/metrics.js';

const errorSchema = z.object({
  data: z.object({ status: z.string().optional(), fail_reason: z.string().optional() }).nullish(),
  /** Errors of gateways have a code and a message, too, but no number in the platform's log. */
  error: z.object({ code: z.string(), message: z.string().default(''), log_id: z.string() }),
});

/**
 * The codes of the Content Posting API: `{"data", "error": {"code", "message"}}`, also in a response with status 200;
 * and why a post failed after it was sent, `data.fail_reason`. No error says when to retry.
 */
export const shortvideoFailures: FailureTable = {
  rows: [
    { error: 'access_token_invalid', code: 'PLATFORM_AUTH_EXPIRED' },
    { error: 'auth_removed', code: 'PLATFORM_AUTH_EXPIRED' },
    { error: 'scope_not_authorized', code: 'PERMISSION_DENIED' },
    { error: 'scope_permission_missed', code: 'PERMISSION_DENIED' },
    { error: 'unaudited_client_can_only_post_to_private_accounts', code: 'PERMISSION_DENIED' },
    { error: 'url_ownership_unverified', code: 'PERMISSION_DENIED' },
    { error: 'spam_risk_user_banned_from_posting', code: 'PERMISSION_DENIED' },
    { error: 'rate_limit_exceeded', code: 'RATE_LIMITED' },
    { error: 'reached_active_user_cap', code: 'RATE_LIMITED' },
    { error: 'spam_risk_too_many_posts', code: 'RATE_LIMITED' },
    { error: 'spam_risk_too_many_pending_share', code: 'RATE_LIMITED' },
    { error: 'spam_risk', code: 'INVALID_CONTENT' },
    { error: 'spam_risk_text', code: 'INVALID_CONTENT' },
    { error: 'privacy_level_option_mismatch', code: 'INVALID_CONTENT' },
    // The platform spells it both ways.
    { error: 'invalid_param', code: 'INVALID_CONTENT' },
    { error: 'invalid_params', code: 'INVALID_CONTENT' },
    { error: 'invalid_file_upload', code: 'INVALID_CONTENT' },
    { error: 'file_format_check_failed', code: 'INVALID_CONTENT' },
    { error: 'duration_check_failed', code: 'INVALID_CONTENT' },
    { error: 'frame_rate_check_failed', code: 'INVALID_CONTENT' },
    { error: 'picture_size_check_failed', code: 'INVALID_CONTENT' },
    { error: 'publish_cancelled', code: 'INVALID_CONTENT' },
    { error: 'video_pull_failed', code: 'PLATFORM_SERVER_ERROR' },
    { error: 'internal', code: 'PLATFORM_SERVER_ERROR' },
    { error: 'internal_error', code: 'PLATFORM_SERVER_ERROR' },
  ],
  read({ json }) {
    const read = errorSchema.safeParse(json);
    if (!read.success) return {};
    const { data, error } = read.data;
    const failed = data?.status === 'FAILED' ? (data.fail_reason ?? 'FAILED') : undefined;
    const code = error.code === 'ok' ? failed : error.code;
    return { error: code, message: error.message || code };
  },
};

/** Of requests for numbers. */
export const numbersFailures = metricsFailures(shortvideoFailures, []);

/** The addresses for uploads answer with a bare status. */
export const uploadFailures: FailureTable = {
  ...shortvideoFailures,
  isBare: true,
  rows: [
    ...shortvideoFailures.rows,
    // The upload URL has expired, or the platform has lost it: a retry gets a new one.
    { status: 403, code: 'PLATFORM_SERVER_ERROR' },
    { status: 404, code: 'PLATFORM_SERVER_ERROR' },
    // It has more or fewer bytes of the video than were stored here.
    { status: 416, code: 'PLATFORM_SERVER_ERROR' },
  ],
};
