/** Errors of the network endpoints, including those forwarded from the platform (docs/contract/network.md, "Errors"). */
import { detailed, type Entry, plain, restOnly } from './entry.js';

/** A platform's response to a request; empty if the failure was this service's own. */
export interface PlatformResponse {
  /** Of platforms/failure.ts. */
  failure?: string;
  reason?: string;
  status?: number | null;
  details?: unknown;
  retryAfterSeconds?: number;
}

/** What each of these details means. */
export const PLATFORM_RESPONSE: { [Name in keyof Required<PlatformResponse>]: string } = {
  failure: 'the kind of failure: a FailureCode, the same for all platforms',
  reason: 'a human-readable description',
  status: 'HTTP status of the platform’s response; null if there was none',
  details: 'the platform’s error object, or a description of what happened',
  retryAfterSeconds: 'seconds until the platform allows the next request; only if it says so',
};

/**
 * The platform rejected the request, or could not be reached. A status about the request itself, or about when to
 * retry, is forwarded [network-errors/forwarded]; but not 401, which would
 * refer to the caller's own key.
 */
const refusal = (message: string, restBody?: Entry<PlatformResponse>['restBody']): Entry<PlatformResponse> => ({
  status: 500,
  forwards: [400, 403, 404, 409, 413, 422, 429],
  message: () => message,
  details: PLATFORM_RESPONSE,
  ...(restBody && { restBody }),
});

/** What the body of a failed reaction adds [network-errors/reaction-create-failure]. */
const withAnswer: Entry<PlatformResponse>['restBody'] = ({ message, details: { details, status } }) => ({
  error: message,
  ...(details !== undefined && { details, status }),
});

export const NETWORK_ENTRIES = {
  NETWORK_CONNECTION_NOT_FOUND: plain(404, 'network connection not found'),
  NETWORK_PLATFORM_ID_REQUIRED: restOnly(plain(400, 'platformId is required')),
  NETWORK_PLATFORM_ID_NOT_TEXT: restOnly(plain(400, 'platformId must be a string')),
  NETWORK_PLATFORM_ID_INVALID: plain(400, 'Invalid platformId'),

  // Comments and reactions
  COMMENT_FIELDS_REQUIRED: restOnly(plain(400, 'postedId, message, and platformId are required')),
  COMMENT_ID_FIELDS_REQUIRED: restOnly(plain(400, 'postedId, commentId, and platformId are required')),
  REACTION_FIELDS_REQUIRED: restOnly(plain(400, 'postedId, reactionType, and platformId are required')),
  NETWORK_POST_FIELDS_REQUIRED: restOnly(plain(400, 'postedId and platformId are required')),
  POSTED_ID_INVALID: plain(400, 'postedId must be a valid network URN'),
  COMMENT_EMPTY: plain(400, 'message cannot be empty'),
  COMMENT_TOO_LONG: plain(400, 'message cannot exceed 1250 characters'),
  PARENT_COMMENT_INVALID: plain(400, 'parentComment must be a valid network URN'),
  COMMENT_ID_INVALID: plain(400, 'commentId must be a valid network URN or numeric ID'),
  REACTION_TYPE_INVALID: restOnly(
    plain(400, 'reactionType must be one of: LIKE, PRAISE, EMPATHY, INTEREST, APPRECIATION, ENTERTAINMENT'),
  ),
  ADD_COMMENT_FAILED: refusal('Failed to create network comment'),
  REMOVE_COMMENT_FAILED: refusal('Failed to delete network comment', ({ message, details: { reason } }) => ({
    error: message,
    details: reason ?? 'Internal server error',
  })),
  REACT_FAILED: refusal('Failed to create network reaction', withAnswer),
  REMOVE_REACTION_FAILED: refusal('Failed to delete network reaction', withAnswer),

  // Followers and statistics
  PERIOD_NOT_TEXT: restOnly(plain(400, 'period must be a string')),
  PERIOD_INVALID: restOnly(plain(400, 'Invalid period. Must be one of: lifetime, daily')),
  DATE_RANGE_REQUIRED: restOnly(plain(400, 'dateRange is required for daily period')),
  DATE_RANGE_NOT_AN_OBJECT: restOnly(plain(400, 'dateRange must be an object')),
  DATE_RANGE_INCOMPLETE: restOnly(plain(400, "dateRange must have both 'start' and 'end' objects")),
  DATE_RANGE_FIELDS_REQUIRED: restOnly(plain(400, 'dateRange.start and dateRange.end must have: year, month, day')),
  STATISTICS_FIELDS_NOT_TEXT: restOnly(plain(400, 'postedId and platformId must be strings')),
  METRICS_REQUIRED: restOnly(plain(400, 'queryType or queryTypes is required')),
  METRICS_AMBIGUOUS: restOnly(plain(400, 'Use either queryType or queryTypes, not both')),
  METRIC_INVALID: restOnly(
    plain(400, 'Invalid queryType. Must be one of: IMPRESSION, MEMBERS_REACHED, RESHARE, REACTION, COMMENT'),
  ),
  METRICS_INVALID: restOnly(
    detailed<{ queryTypes: string[] }>({
      status: 400,
      message: ({ queryTypes }) =>
        `Invalid queryTypes: ${queryTypes.join(', ')}. Must be one of: IMPRESSION, MEMBERS_REACHED, RESHARE, REACTION, COMMENT, or "ALL"`,
      details: { queryTypes: 'the unknown ones' },
    }),
  ),
  AGGREGATION_NOT_TEXT: restOnly(plain(400, 'aggregation must be a string')),
  AGGREGATION_INVALID: restOnly(plain(400, 'Invalid aggregation. Must be one of: DAILY, TOTAL')),
  DAILY_REACH_UNAVAILABLE: plain(400, 'MEMBERS_REACHED with DAILY aggregation is not supported by network API'),
  FOLLOWERS_FAILED: restOnly(refusal('Failed to fetch network followers statistics')),
  METRIC_FAILED: restOnly(refusal('Failed to fetch metric from network')),
  POST_STATISTICS_FAILED: restOnly(plain(500, 'Failed to fetch network post statistics')),
  ACCOUNT_STATISTICS_FAILED: restOnly(plain(500, 'Failed to fetch network account statistics')),
  PROFILE_SUMMARY_FAILED: restOnly(plain(500, 'Failed to fetch network profile summary')),
  PROFILE_SUMMARY_UNAVAILABLE: restOnly(plain(502, 'No metric could be fetched from network')),
} as const;
