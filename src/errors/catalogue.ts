/**
 * Every request error of the service, once: its code, its HTTP status and its message (document 1, "Errors").
 *
 * GraphQL shows the message and `extensions: { code, ...details }`; REST answers the status and `{ error: message }`.
 * A text that differs by route is a code of its own. A platform's refusal of a post is no request error: it stands on
 * the platform post (`platforms/failure.ts`).
 */

interface Entry<Details> {
  status: number;
  message: (details: Details) => string;
  /** What each detail in `extensions` means. */
  details: { [Name in keyof Details]: string };
}

type NoDetails = Record<never, never>;

const plain = (status: number, message: string): Entry<NoDetails> => ({ status, message: () => message, details: {} });
const detailed = <Details>(entry: Entry<Details>): Entry<Details> => entry;

export const CATALOGUE = {
  // Authentication, in the order of the checks (document 1, "Authentication").
  API_KEY_REQUIRED: plain(401, 'API key is required'),
  API_KEY_INVALID: plain(401, 'Invalid API key'),
  API_KEY_OWNER_INVALID: plain(401, 'Invalid API key owner'),
  API_ACCESS_DISABLED: plain(403, 'API access is not enabled for this account'),
  MCP_ACCESS_DISABLED: plain(403, 'MCP access is not enabled for this account'),
  SERVICE_USER_ID_INVALID: plain(400, 'Invalid x-service-user-id'),
  WORKSPACE_ACCESS_DISABLED: plain(403, 'Workspace access is not enabled for this key'),
  USER_NOT_MANAGED: plain(403, 'User is not managed by key'),

  // create-post
  CONTENT_REQUIRED: plain(400, 'Content is required'),
  PLATFORMS_REQUIRED: plain(400, 'Platforms are required'),
  PLATFORMS_EMPTY: plain(400, 'At least one platform is required'),
  PLATFORMS_NOT_AN_ARRAY: plain(400, 'Platforms must be an array'),
  PLATFORMS_JSON_INVALID: plain(400, 'Invalid platforms JSON format'),
  PLATFORM_ID_INVALID: detailed<{ platformId: string }>({
    status: 400,
    message: ({ platformId }) => `Invalid platform ID format: ${platformId}`,
    details: { platformId: 'the id as it was sent' },
  }),
  SCHEDULED_TIME_INVALID: plain(400, 'Invalid scheduled time format'),
  PLATFORM_SETTINGS_JSON_INVALID: plain(400, 'Invalid platformSettings JSON'),
  PLATFORM_SETTINGS_NOT_AN_OBJECT: plain(400, 'platformSettings must be an object'),
  CREATE_POST_GROUP_FAILED: plain(500, 'Failed to create post group'),

  // createPost over GraphQL: what the REST layer accepts unseen (document 3, section 2)
  PLATFORM_SETTING_UNKNOWN: detailed<{ platform: string; setting: string | null }>({
    status: 400,
    message: ({ platform, setting }) =>
      setting === null ? `${platform} has no settings` : `${platform} has no setting "${setting}"`,
    details: { platform: 'the key in platformSettings', setting: 'the unknown setting; null: the key itself' },
  }),
  CONNECTIONS_NOT_FOUND: detailed<{ platformIds: string[] }>({
    status: 400,
    message: ({ platformIds }) => `No connected account for: ${platformIds.join(', ')}`,
    details: { platformIds: 'the targets that name no connection of the viewer' },
  }),
  IDEMPOTENCY_KEY_INVALID: plain(400, 'Idempotency key must be 1 to 255 characters'),
  IDEMPOTENCY_KEY_REUSED: plain(409, 'Idempotency key was used with a different request'),

  // update-post
  UPDATE_EMPTY: plain(400, 'Either status or scheduledTime must be provided'),
  UPDATE_STATUS_INVALID: plain(400, "Status must be either 'draft' or 'scheduled'"),
  POST_GROUP_NOT_UPDATABLE: detailed<{ status: string }>({
    status: 400,
    message: ({ status }) => `Cannot update post: post is currently in ${status} status`,
    details: { status: 'status of the group; `processing` once its publishing has begun' },
  }),
  UPDATE_POST_FAILED: plain(500, 'Failed to update post'),

  // get-post, post-logs, delete-post, list-posts
  POST_GROUP_NOT_FOUND: plain(404, 'Post group not found'),
  FETCH_POST_GROUP_FAILED: plain(500, 'Failed to fetch post group'),
  POST_LOGS_FAILED: plain(500, 'Failed to get post logs'),
  DELETE_POST_GROUP_FAILED: plain(500, 'Failed to delete post group'),
  LIST_STATUS_INVALID: plain(
    400,
    'Invalid status. Must be one of: draft, scheduled, published, failed, partially_published',
  ),
  LIST_SORT_BY_INVALID: plain(400, 'Invalid sortBy. Must be one of: createdAt, updatedAt, scheduledTime'),
  LIST_FROM_DATE_INVALID: plain(400, 'Invalid fromDate format'),
  LIST_TO_DATE_INVALID: plain(400, 'Invalid toDate format'),
  LIST_POSTS_FAILED: plain(500, 'Failed to list posts'),

  // retryPlatformPost
  PLATFORM_POST_NOT_FOUND: plain(404, 'Platform post not found'),
  PLATFORM_POST_NOT_RETRYABLE: detailed<{ status: string }>({
    status: 400,
    message: ({ status }) => `Only a failed post can be retried: this one is ${status}`,
    details: { status: 'status of the platform post' },
  }),
  OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED: plain(
    400,
    'The post may be live already: look at the account first, then retry with acknowledgeUnknownOutcome',
  ),

  // Bad input over GraphQL and shared faults
  ID_INVALID: detailed<{ argument: string; value: string }>({
    status: 400,
    message: ({ argument, value }) => `${argument} must be 24 hexadecimal characters, not "${value}"`,
    details: { argument: 'name of the argument', value: 'the id as it was sent' },
  }),
  PAGE_INVALID: detailed<{ reason: string }>({
    status: 400,
    message: ({ reason }) => `Invalid page: ${reason}`,
    details: { reason: 'which paging argument is wrong and why' },
  }),
  BODY_NOT_JSON: plain(400, 'Request body is not valid JSON'),
  BODY_TOO_LARGE: detailed<{ limit: string }>({
    status: 413,
    message: ({ limit }) => `Request body is larger than ${limit}`,
    details: { limit: 'the largest body that is read' },
  }),
  INTERNAL_ERROR: plain(500, 'Internal server error'),
} as const;

export type ErrorCode = keyof typeof CATALOGUE;
export type ErrorDetails<Code extends ErrorCode> =
  (typeof CATALOGUE)[Code] extends Entry<infer Details> ? Details : never;
