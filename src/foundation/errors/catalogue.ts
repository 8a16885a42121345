/**
 * Every request error of the service: its code, HTTP status and message (docs/contract).
 *
 * GraphQL shows the message and `extensions: { code, ...details }`; REST responds with the status and `{ error: message
 * }`. A message that differs by route has its own code. A post rejected by a platform is not a request error: it is
 * stored on the platform post (`platforms/failure.ts`).
 */

import { ACCOUNT_ENTRIES } from './account-entries.js';
import { ADDITION_ENTRIES } from './addition-entries.js';
import { APPROVAL_ENTRIES } from './approval-entries.js';
import { COMMENT_ENTRIES } from './comment-entries.js';
import { detailed, type Entry, mcpOnly, notRead, pageOnly, plain, restOnly } from './entry.js';
import { FEED_ENTRIES } from './feed-entries.js';
import { FRAMING_ENTRIES } from './framing-entries.js';
import { IMPORT_ENTRIES } from './import-entries.js';
import { LABEL_ENTRIES } from './label-entries.js';
import { LIBRARY_ENTRIES } from './library-entries.js';
import { LIMIT_ENTRIES } from './limit-entries.js';
import { LOGIN_ENTRIES } from './login-entries.js';
import { MEMBER_ENTRIES } from './member-entries.js';
import { NETWORK_ENTRIES } from './network-entries.js';
import { OPERATOR_ENTRIES } from './operator-entries.js';
import { RECOVERY_ENTRIES } from './recovery-entries.js';
import { RECURRENCE_ENTRIES } from './recurrence-entries.js';
import { REPLY_ENTRIES } from './reply-entries.js';
import { REPORT_ENTRIES } from './report-entries.js';
import { SCHEDULE_ENTRIES } from './schedule-entries.js';
import { SNIPPET_ENTRIES } from './snippet-entries.js';
import { UNPUBLISH_ENTRIES } from './unpublish-entries.js';

/** An issue of a post on one platform, as `ValidationIssue` has it. */
interface IssueDetails {
  platform: string;
  platformIds?: readonly string[];
  severity: 'error' | 'warning';
  code: string;
  field: string;
  message: string;
  constraint?: string;
  currentValue?: number;
  minValue?: number;
  maxValue?: number;
  suggestions?: readonly string[];
}

interface ValidationDetails {
  valid: boolean;
  errors: IssueDetails[];
  warnings: IssueDetails[];
  summary: { affectedPlatforms: string[]; errorCount: number; warningCount: number };
}

export const CATALOGUE = {
  // Authentication, in the order of the checks [authentication/order].
  API_KEY_REQUIRED: plain(401, 'API key is required'),
  API_KEY_INVALID: plain(401, 'Invalid API key'),
  API_KEY_OWNER_INVALID: plain(401, 'Invalid API key owner'),
  ACCESS_TOKEN_INVALID: mcpOnly(plain(401, 'Invalid access token')),
  ACCESS_TOKEN_EXPIRED: mcpOnly(plain(401, 'The access token has expired: refresh it')),
  API_ACCESS_DISABLED: plain(403, 'API access is not enabled for this account'),
  MCP_ACCESS_DISABLED: plain(403, 'MCP access is not enabled for this account'),
  SERVICE_USER_ID_INVALID: plain(400, 'Invalid x-service-user-id'),
  WORKSPACE_ACCESS_DISABLED: plain(403, 'Workspace access is not enabled for this key'),
  USER_NOT_MANAGED: plain(403, 'User is not managed by key'),
  API_KEY_SCOPE_REQUIRED: detailed<{ scope: string; scopes: readonly string[] }>({
    status: 403,
    message: ({ scope, scopes }) =>
      `This requires an API key with the scope ${scope}; this key has ${scopes.join(', ')}`,
    details: { scope: 'the scope that is missing', scopes: 'the scopes of the key' },
  }),

  PERMISSION_REQUIRED: detailed<{ permission: string; role: string }>({
    status: 403,
    message: ({ permission, role }) =>
      `This requires the permission ${permission}; your role in this account is ${role}. Ask its owner or an admin`,
    details: { permission: 'the permission that is missing', role: 'the role of the caller' },
  }),
  TWO_FACTOR_SETUP_REQUIRED: plain(
    403,
    'This account requires two-factor authentication: turn it on in your settings first',
  ),

  // Dashboard sessions. The API never answers a hold and its like [dashboard/account-on-hold].
  SESSION_REQUIRED: plain(401, 'Sign in first: this requires a dashboard session, not an API key'),
  SUBSCRIPTION_REQUIRED: restOnly(plain(403, 'Subscription required')),
  ACCOUNT_ON_HOLD: detailed<{ holdExpiresAt: string | null; holdReason: string | null }>({
    status: 403,
    message: () => 'Your account is temporarily on hold. Please contact support.',
    details: {
      holdExpiresAt: 'when it ends, ISO 8601; null if open-ended',
      holdReason: 'the reason; null if none was given',
    },
    restBody: ({ message, details }) => ({ error: 'Account on hold', message, ...details }),
  }),
  ACCOUNT_INACTIVE: plain(403, 'Account inactive'),
  SIGN_IN_FAILED: plain(401, 'Wrong e-mail address or password'),
  SIGN_IN_THROTTLED: detailed<{ retryAfterSeconds: number }>({
    status: 429,
    message: ({ retryAfterSeconds }) => `Too many failed sign-ins. Try again in ${retryAfterSeconds} seconds`,
    details: { retryAfterSeconds: 'seconds until the next attempt is accepted' },
  }),
  SECOND_FACTOR_REQUIRED: plain(401, 'Enter a code from your authenticator app, or a recovery code'),
  SECOND_FACTOR_INVALID: plain(401, 'The code is wrong or has already been used'),
  SECOND_FACTOR_THROTTLED: detailed<{ retryAfterSeconds: number }>({
    status: 429,
    message: ({ retryAfterSeconds }) => `Too many wrong codes. Try again in ${retryAfterSeconds} seconds`,
    details: { retryAfterSeconds: 'seconds until the next code is accepted' },
  }),
  SECOND_FACTOR_ON: plain(409, 'Two-factor authentication is on: turn it off first'),
  SECOND_FACTOR_OFF: plain(409, 'Two-factor authentication is off'),
  SECOND_FACTOR_NOT_BEGUN: plain(409, 'Two-factor setup has not been started, or has expired: start again'),
  OPERATOR_READS_ONLY: plain(
    403,
    'You are signed in as another account, to read only: to change anything, leave it and sign in to it with changes allowed',
  ),
  OPERATOR_GETS_NO_ACCESS: plain(
    403,
    'You are signed in as another account: only its owner changes who has access to it',
  ),
  SESSION_NOT_FOUND: plain(404, 'Session not found'),
  PUSH_SUBSCRIPTION_INVALID: plain(
    400,
    'This is no push subscription of a browser: it has an https endpoint, the keys p256dh and auth, and the key of this service',
  ),
  COOKIES_UNAVAILABLE: plain(400, 'Send this operation over HTTP: it cannot run over a web socket'),
  ...ACCOUNT_ENTRIES,
  ...MEMBER_ENTRIES,
  ...APPROVAL_ENTRIES,
  ...REPORT_ENTRIES,
  ...COMMENT_ENTRIES,
  ...LABEL_ENTRIES,
  ...RECOVERY_ENTRIES,
  ...RECURRENCE_ENTRIES,
  ...SCHEDULE_ENTRIES,
  ...SNIPPET_ENTRIES,
  ...FRAMING_ENTRIES,
  ...ADDITION_ENTRIES,
  ...LIBRARY_ENTRIES,
  ...FEED_ENTRIES,
  ...IMPORT_ENTRIES,

  // API keys
  API_KEY_LIMIT_REACHED: plain(400, 'Maximum of 10 active API keys allowed'),
  API_KEY_NAME_INVALID: plain(400, 'Name must be a text of 1 to 100 characters'),
  API_KEY_PLAN_REQUIRED: plain(403, 'Your current plan does not include API access'),
  API_KEY_NOT_FOUND: plain(404, 'API key not found'),

  // Connected applications
  APPLICATION_NOT_FOUND: plain(404, 'Connected application not found'),
  AUTHORIZATION_REQUEST_INVALID: pageOnly(
    detailed<{ reason: string }>({
      status: 400,
      message: ({ reason }) => `The application sent a request that cannot be accepted: ${reason}`,
      details: { reason: 'what is wrong with it' },
    }),
  ),
  CONSENT_FROM_ELSEWHERE: pageOnly(
    plain(403, 'This was not sent from a page of this service. Connect the application again'),
  ),

  // Workspace users
  EMAIL_REQUIRED: plain(400, 'Email is required'),
  MANAGED_USER_NOT_FOUND: plain(404, 'User not found or not managed by this key'),
  WORKSPACE_OWNER_WITHOUT_API: plain(403, 'API access is not enabled for this workspace owner'),
  EXPIRY_DAYS_INVALID: plain(400, 'expiresInDays must be a whole number from 1 to 365'),
  CONNECTION_PAGE_EXPIRED: pageOnly(plain(404, 'This link is no longer valid: ask for a new one')),

  // Connections
  PLATFORM_ID_FORMAT_INVALID: plain(400, 'Invalid platformId format'),
  CONNECTION_NOT_FOUND: plain(404, 'Connection not found'),
  PLATFORM_NOT_CONNECTABLE: detailed<{ platform: string }>({
    status: 400,
    message: ({ platform }) => `${platform} accounts cannot be connected yet`,
    details: { platform: 'the platform' },
    enums: ['platform'],
  }),
  CREDENTIAL_FIELD_INVALID: detailed<{ label: string; reason: string }>({
    status: 400,
    message: ({ label, reason }) => `${label} ${reason}`,
    details: { label: 'label of the credential', reason: 'what is wrong with its value' },
  }),
  CONNECTION_REFUSED: detailed<{ reason: string }>({
    status: 400,
    message: ({ reason }) => `The account could not be connected: ${reason}`,
    details: { reason: 'the platform’s message, or why it could not be reached' },
  }),
  ...LOGIN_ENTRIES,
  FETCH_CONNECTIONS_FAILED: restOnly(plain(500, 'Failed to fetch platform connections')),
  TEST_CONNECTION_FAILED: restOnly(plain(500, 'Failed to test connection')),

  // Media
  UPLOAD_FIELDS_REQUIRED: restOnly(plain(400, 'fileName, contentType, and postGroupId are required')),
  CONTENT_TYPE_INVALID: detailed<{ type: string; contentType: string }>({
    status: 400,
    message: ({ type, contentType }) => `"${contentType}" is not a valid content type for a file of type ${type}`,
    details: { type: 'IMAGE or VIDEO', contentType: 'the content type as it was sent' },
    enums: ['type'],
  }),
  CREATE_UPLOAD_URL_FAILED: restOnly(plain(500, 'Failed to create upload URL')),
  MEDIA_URL_INVALID: plain(400, 'url must be an http or https address without credentials, of at most 2048 characters'),
  MEDIA_NOT_ATTACHABLE: detailed<{ status: string }>({
    status: 400,
    message: ({ status }) => `Cannot attach media: post is currently in ${status} status`,
    details: { status: 'PROCESSING while a part is being published; otherwise the outcome of the group' },
    enums: ['status'],
  }),
  MEDIA_NOT_FOUND: plain(404, 'Media file not found'),
  MEDIA_SOURCE_INVALID: plain(
    400,
    'Each file of media must have either a mediaId or a url, and no two the same mediaId',
  ),
  MEDIA_IN_USE: plain(400, 'The file belongs to another post: upload it again for this one'),
  MEDIA_NOT_REPLACEABLE: restOnly(plain(400, 'The file is in the library or used by other posts: upload another file')),
  MEDIA_NOT_READY: plain(400, 'The file of the library is not ready: see its status and problem'),
  MEDIA_TOO_MANY: plain(400, 'A post can be given at most 100 files'),
  MEDIA_NOT_DELETABLE: plain(400, 'Cannot delete media from a post that has already been published or failed'),
  DELETE_MEDIA_FAILED: restOnly(plain(500, 'Failed to delete media file')),
  GENERATE_UPLOAD_FIELDS_REQUIRED: restOnly(plain(400, 'fileName and contentType are required')),
  GENERATE_UPLOAD_TYPE_INVALID: restOnly(plain(400, 'Only video and image files are allowed')),
  VIDEO_MISSING: restOnly(plain(400, 'No video file uploaded')),
  VIDEO_FORMAT_INVALID: restOnly(plain(400, 'Unsupported video format. Allowed: MP4, MOV, AVI, MKV, WebM')),
  VIDEO_TOO_LARGE: restOnly(plain(400, 'The video is larger than 512 MB')),

  ...LIMIT_ENTRIES,

  // Request limits: points over GraphQL, requests over REST if the operator enables it, wrong keys over both
  RATE_LIMITED: detailed<{ retryAfterSeconds: number }>({
    status: 429,
    message: ({ retryAfterSeconds }) => `Too many requests. Try again in ${retryAfterSeconds} seconds`,
    details: { retryAfterSeconds: 'seconds until the next request is accepted' },
  }),

  // create-post
  CONTENT_REQUIRED: plain(400, 'Content is required'),
  PLATFORMS_REQUIRED: plain(400, 'Platforms are required'),
  PLATFORMS_EMPTY: plain(400, 'At least one platform is required'),
  PLATFORMS_NOT_AN_ARRAY: restOnly(plain(400, 'Platforms must be an array')),
  PLATFORMS_JSON_INVALID: restOnly(plain(400, 'Invalid platforms JSON format')),
  PLATFORM_ID_INVALID: detailed<{ platformId: string }>({
    status: 400,
    message: ({ platformId }) => `Invalid platform ID format: ${platformId}`,
    details: { platformId: 'the id as it was sent' },
  }),
  SCHEDULED_TIME_INVALID: restOnly(plain(400, 'Invalid scheduled time format')),
  PLATFORM_SETTINGS_JSON_INVALID: restOnly(plain(400, 'Invalid platformSettings JSON')),
  PLATFORM_SETTINGS_NOT_AN_OBJECT: restOnly(plain(400, 'platformSettings must be an object')),
  CONTENT_TOO_LONG: plain(400, 'Content exceeds the limit of 100000 characters'),
  PLATFORMS_TOO_MANY: plain(400, 'A post can have at most 100 platforms'),
  PLATFORM_SETTINGS_TOO_LONG: plain(400, 'platformSettings exceeds the limit of 10000 characters'),
  POSTS_TOO_MANY: detailed<{ limit: number }>({
    status: 400,
    message: ({ limit }) => `At most ${limit} posts can be created at once`,
    details: { limit: 'how many can be created at once' },
  }),
  CREATE_POST_GROUP_FAILED: restOnly(plain(500, 'Failed to create post group')),

  // createPost over GraphQL: what the REST layer accepts unchecked
  OVERRIDE_TARGET_INVALID: plain(400, 'Each override must have either an accountId or a platformId'),
  OVERRIDE_NOT_A_TARGET: detailed<{ platformId: string }>({
    status: 400,
    message: ({ platformId }) => `The override for ${platformId} is for none of the post's targets`,
    details: { platformId: 'the platform id of the override’s target' },
  }),
  OVERRIDE_DUPLICATE: detailed<{ platformId: string }>({
    status: 400,
    message: ({ platformId }) => `There is more than one override for ${platformId}`,
    details: { platformId: 'the platform id of the override’s target' },
  }),
  OVERRIDES_TOO_LONG: plain(400, 'Overrides exceed the limit of 500000 characters in all'),
  CONNECTIONS_NOT_FOUND: detailed<{ platformIds: string[] }>({
    status: 400,
    message: ({ platformIds }) => `No connected account for: ${platformIds.join(', ')}`,
    details: { platformIds: 'the targets that name no connection of the viewer' },
  }),
  IDEMPOTENCY_KEY_INVALID: plain(400, 'Idempotency key must be 1 to 255 characters'),
  IDEMPOTENCY_KEY_REUSED: plain(409, 'Idempotency key was used with a different request'),

  // Validation before scheduling: over GraphQL and in the dashboard, never over REST
  VALIDATION_FAILED: detailed<{ validation: ValidationDetails }>({
    status: 400,
    message: () => 'Validation failed',
    details: { validation: 'the errors, warnings and summary, as returned by validatePost' },
    enums: [
      'validation.errors.platform',
      'validation.errors.severity',
      'validation.warnings.platform',
      'validation.warnings.severity',
      'validation.summary.affectedPlatforms',
    ],
    restBody: ({ message, details }) => ({ error: message, ...details }),
  }),

  // update-post
  UPDATE_EMPTY: plain(
    400,
    'Nothing to update: give at least one of content, platformIds, platformSettings, overrides, media, altTexts, framings, videoTimestamp, status and scheduledTime',
  ),
  STATUS_OR_TIME_REQUIRED: restOnly(plain(400, 'Either status or scheduledTime must be provided')),
  STATUS_INVALID: restOnly(plain(400, "Status must be either 'draft' or 'scheduled'")),
  VIDEO_TIMESTAMP_INVALID: plain(400, 'videoTimestamp must be a whole number of milliseconds, 0 or more'),
  ALT_TEXTS_INVALID: restOnly(plain(400, 'altTexts must be an array of strings, one for each media file in its order')),
  ALT_TEXTS_TOO_LONG: plain(400, 'altTexts can have at most 100 texts of at most 10000 characters each'),
  POST_GROUP_NOT_UPDATABLE: detailed<{ status: string }>({
    status: 400,
    message: ({ status }) => `Cannot update post: post is currently in ${status} status`,
    details: { status: 'status of the group; PROCESSING once publishing has started' },
    enums: ['status'],
  }),
  POST_GROUP_CHANGED: detailed<{ updatedAt: string }>({
    status: 409,
    message: ({ updatedAt }) => `The post was changed at ${updatedAt}: read it again before you update it`,
    details: { updatedAt: 'when it changed last, ISO 8601' },
  }),
  UPDATE_POST_FAILED: restOnly(plain(500, 'Failed to update post')),

  // get-post, post-logs, delete-post, list-posts
  POST_GROUP_NOT_FOUND: plain(404, 'Post group not found'),
  POST_VERSION_NOT_FOUND: plain(404, 'The post has no version with this number'),
  FETCH_POST_GROUP_FAILED: restOnly(plain(500, 'Failed to fetch post group')),
  POST_LOGS_FAILED: restOnly(plain(500, 'Failed to get post logs')),
  DELETE_POST_GROUP_FAILED: restOnly(plain(500, 'Failed to delete post group')),
  LIST_STATUS_INVALID: restOnly(
    plain(400, 'Invalid status. Must be one of: draft, scheduled, published, failed, partially_published'),
  ),
  LIST_SORT_BY_INVALID: restOnly(plain(400, 'Invalid sortBy. Must be one of: createdAt, updatedAt, scheduledTime')),
  LIST_FROM_DATE_INVALID: restOnly(plain(400, 'Invalid fromDate format')),
  LIST_TO_DATE_INVALID: restOnly(plain(400, 'Invalid toDate format')),
  ANSWER_TOO_LARGE: plain(400, 'The response would contain too much text: request fewer posts at a time'),
  LIST_POSTS_FAILED: restOnly(plain(500, 'Failed to list posts')),

  // retryPlatformPost
  PLATFORM_POST_NOT_FOUND: plain(404, 'Platform post not found'),
  PLATFORM_POST_NOT_RETRYABLE: detailed<{ status: string; reason: string }>({
    status: 400,
    message: ({ reason }) => `The post cannot be retried: ${reason}`,
    details: { status: 'status of the platform post', reason: 'that it has not failed, or what it depends on' },
    enums: ['status'],
  }),
  POST_GROUP_NOT_RETRYABLE: detailed<{ status: string; reason: string }>({
    status: 400,
    message: ({ reason }) => `No part of the post can be retried: ${reason}`,
    details: { status: 'status of the group', reason: 'that none has failed, or what they depend on' },
    enums: ['status'],
  }),
  OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED: plain(
    400,
    'The post may already be live: check the account first, then retry with acknowledgeUnknownOutcome',
  ),

  ...UNPUBLISH_ENTRIES,
  ...OPERATOR_ENTRIES,

  ...NETWORK_ENTRIES,
  ...REPLY_ENTRIES,

  // Webhooks
  WEBHOOK_FIELDS_REQUIRED: plain(400, 'Name, URL, and at least one event are required'),
  WEBHOOK_NAME_TOO_LONG: plain(400, 'Name can have at most 200 characters'),
  WEBHOOK_URL_TOO_LONG: restOnly(plain(400, 'URL can have at most 2048 characters')),
  WEBHOOK_URL_INVALID: restOnly(plain(400, 'Invalid URL format')),
  WEBHOOK_EVENTS_INVALID: restOnly(
    detailed<{ events: string[]; validEvents: string[] }>({
      status: 400,
      message: ({ events, validEvents }) =>
        `Invalid events: ${events.join(', ')}. Valid events: ${validEvents.join(', ')}`,
      details: { events: 'the unknown ones', validEvents: 'those that do' },
    }),
  ),
  WEBHOOK_EVENTS_UNKNOWN: restOnly(
    detailed<{ events: string[] }>({
      status: 400,
      message: ({ events }) => `Invalid events: ${events.join(', ')}`,
      details: { events: 'the unknown ones' },
    }),
  ),
  WEBHOOK_URL_NOT_HTTPS: restOnly(plain(400, 'URL must use HTTPS')),
  WEBHOOK_SCHEME_INVALID: restOnly(plain(400, 'Only HTTP and HTTPS URLs are allowed')),
  WEBHOOK_URL_LOCALHOST: plain(400, 'Localhost URLs are not allowed'),
  WEBHOOK_URL_PRIVATE: plain(400, 'Private IP addresses are not allowed'),
  WEBHOOK_URL_LINK_LOCAL: plain(400, 'Link-local addresses are not allowed'),
  WEBHOOK_URL_METADATA: plain(400, 'Cloud metadata endpoints are not allowed'),
  WEBHOOK_URL_NOT_PUBLIC: plain(400, 'The address of the URL is not public'),
  WEBHOOK_LIMIT_REACHED: plain(400, 'Maximum of 10 webhooks per user'),
  WEBHOOK_NOT_FOUND: plain(404, 'Webhook not found'),
  LIST_WEBHOOKS_FAILED: restOnly(plain(500, 'Failed to list webhooks')),
  CREATE_WEBHOOK_FAILED: restOnly(plain(500, 'Failed to create webhook')),
  UPDATE_WEBHOOK_FAILED: restOnly(plain(500, 'Failed to update webhook')),
  DELETE_WEBHOOK_FAILED: restOnly(plain(500, 'Failed to delete webhook')),
  REGENERATE_SECRET_FAILED: restOnly(plain(500, 'Failed to regenerate secret')),
  WEBHOOK_DELIVERY_NOT_FOUND: plain(404, 'Webhook delivery not found'),
  WEBHOOK_DELIVERY_PENDING: plain(400, 'This delivery is still being attempted'),
  WEBHOOK_INACTIVE: plain(400, 'The webhook is disabled: enable it first'),

  // Bad input over GraphQL and shared faults
  URL_INVALID: plain(400, 'A URL must begin with http:// or https:// and have at most 2048 characters'),
  ID_INVALID: detailed<{ argument: string; value: string; expected: string }>({
    status: 400,
    message: ({ argument, value, expected }) => `${argument} must be ${expected}, not "${value}"`,
    details: { argument: 'name of the argument', value: 'the id as it was sent', expected: 'what an id looks like' },
  }),
  PAGE_INVALID: detailed<{ reason: string }>({
    status: 400,
    message: ({ reason }) => `Invalid page: ${reason}`,
    details: { reason: 'which pagination argument is invalid, and why' },
  }),
  FILTER_INVALID: detailed<{ reason: string }>({
    status: 400,
    message: ({ reason }) => `Invalid filter: ${reason}`,
    details: { reason: 'which condition is invalid, and why' },
  }),
  CURSOR_EXPIRED: plain(410, 'This cursor has expired: read the current state, then subscribe without it'),
  BODY_NOT_JSON: plain(400, 'Request body is not valid JSON'),
  BODY_NOT_UTF8: plain(400, 'Request body is not valid UTF-8'),
  BODY_TYPE_UNSUPPORTED: notRead({
    message: () => 'Content-Type must be application/json',
    details: {},
  }),
  BODY_CHARSET_UNSUPPORTED: notRead<{ charset: string }>({
    message: ({ charset }) => `Unsupported charset "${charset}". Send UTF-8`,
    details: { charset: 'the charset as it was sent' },
  }),
  BODY_ENCODING_UNSUPPORTED: notRead<{ encoding: string }>({
    message: ({ encoding }) => `Unsupported Content-Encoding "${encoding}". Send gzip, deflate, br or no encoding`,
    details: { encoding: 'the content encoding as it was sent' },
  }),
  BODY_ENCODING_INVALID: detailed<{ encoding: string }>({
    status: 400,
    message: ({ encoding }) => `Request body is not valid ${encoding}`,
    details: { encoding: 'the content encoding as it was sent' },
  }),
  TEXT_NOT_PUBLISHABLE: detailed<{ field: string }>({
    status: 400,
    message: () => 'Text contains characters that cannot be published',
    details: { field: 'the field with the text' },
  }),
  BODY_TOO_LARGE: detailed<{ limit: string }>({
    status: 413,
    message: ({ limit }) => `Request body is larger than ${limit}`,
    details: { limit: 'the maximum body size' },
  }),
  BODY_TIMEOUT: detailed<{ seconds: number }>({
    status: 408,
    message: ({ seconds }) => `Request body did not arrive within ${seconds} seconds`,
    details: { seconds: 'how long a body may take; uploads of files have an hour' },
  }),
  SERVICE_BUSY: detailed<{ retryAfterSeconds: number }>({
    status: 503,
    message: ({ retryAfterSeconds }) => `The service is busy. Try again in ${retryAfterSeconds} seconds`,
    details: { retryAfterSeconds: 'seconds until a repeat makes sense' },
  }),
  INTERNAL_ERROR: detailed<{ retryAfterSeconds?: number }>({
    status: 500,
    message: () => 'Internal server error',
    details: {
      retryAfterSeconds:
        'seconds until a repeat makes sense; only for temporary failures, as when the database is down',
    },
  }),
} as const;

export type ErrorCode = keyof typeof CATALOGUE;
/** The codes that GraphQL operations can raise: the values of the enum `ErrorCode`. */
export type GraphqlErrorCode = {
  [Code in ErrorCode]: (typeof CATALOGUE)[Code] extends { only: string } ? never : Code;
}[ErrorCode];
export type ErrorDetails<Code extends ErrorCode> =
  (typeof CATALOGUE)[Code] extends Entry<infer Details> ? Details : never;
