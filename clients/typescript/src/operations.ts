// Written by clients/typescript/write-types.mjs.

import type { CallOptions } from './call-options.js';
import type { TypedDocument } from './typed-document.js';

/** What `extensions.code` of an error can be; `Query.errorCodes` explains each. An operation that GraphQL itself refuses has one of GRAPHQL_PARSE_FAILED, GRAPHQL_VALIDATION_FAILED, OPERATION_TOO_LARGE, OPERATION_RESOLUTION_FAILURE, BAD_USER_INPUT and BAD_REQUEST. */
export type ErrorCode =
/** Repeat the request with pod=<pod> in the query of its address: the account is there */
| 'ACCOUNT_ELSEWHERE'
/** Too many exports. Try again in <retryAfterSeconds> seconds */
| 'ACCOUNT_EXPORT_THROTTLED'
/** Account inactive */
| 'ACCOUNT_INACTIVE'
/** Too many requests for e-mails. Try again in <retryAfterSeconds> seconds */
| 'ACCOUNT_MAIL_THROTTLED'
/** Your account is temporarily on hold. Please contact support. */
| 'ACCOUNT_ON_HOLD'
/** Failed to create network comment */
| 'ADD_COMMENT_FAILED'
/** altTexts can have at most 100 texts of at most 10000 characters each */
| 'ALT_TEXTS_TOO_LONG'
/** The response would contain too much text: request fewer posts at a time */
| 'ANSWER_TOO_LARGE'
/** API access is not enabled for this account */
| 'API_ACCESS_DISABLED'
/** Invalid API key */
| 'API_KEY_INVALID'
/** Maximum of 10 active API keys allowed */
| 'API_KEY_LIMIT_REACHED'
/** Name must be a text of 1 to 100 characters */
| 'API_KEY_NAME_INVALID'
/** API key not found */
| 'API_KEY_NOT_FOUND'
/** Invalid API key owner */
| 'API_KEY_OWNER_INVALID'
/** Your current plan does not include API access */
| 'API_KEY_PLAN_REQUIRED'
/** API key is required */
| 'API_KEY_REQUIRED'
/** This requires an API key with the scope <scope>; this key has <scopes> */
| 'API_KEY_SCOPE_REQUIRED'
/** Connected application not found */
| 'APPLICATION_NOT_FOUND'
/** Unsupported charset "<charset>". Send UTF-8 */
| 'BODY_CHARSET_UNSUPPORTED'
/** Request body is not valid <encoding> */
| 'BODY_ENCODING_INVALID'
/** Unsupported Content-Encoding "<encoding>". Send gzip, deflate, br or no encoding */
| 'BODY_ENCODING_UNSUPPORTED'
/** Request body is not valid JSON */
| 'BODY_NOT_JSON'
/** Request body is not valid UTF-8 */
| 'BODY_NOT_UTF8'
/** Request body did not arrive within <seconds> seconds */
| 'BODY_TIMEOUT'
/** Request body is larger than <limit> */
| 'BODY_TOO_LARGE'
/** Content-Type must be application/json */
| 'BODY_TYPE_UNSUPPORTED'
/** Channel limit reached */
| 'CHANNEL_LIMIT_REACHED'
/** message cannot be empty */
| 'COMMENT_EMPTY'
/** commentId must be a valid network URN or numeric ID */
| 'COMMENT_ID_INVALID'
/** message cannot exceed 1250 characters */
| 'COMMENT_TOO_LONG'
/** No connected account for: <platformIds> */
| 'CONNECTIONS_NOT_FOUND'
/** Your <planName> plan allows <limit> connected channels. Disconnect <overLimitBy> or upgrade to continue. */
| 'CONNECTIONS_OVER_LIMIT'
/** Connection not found */
| 'CONNECTION_NOT_FOUND'
/** The account could not be connected: <reason> */
| 'CONNECTION_REFUSED'
/** Content is required */
| 'CONTENT_REQUIRED'
/** Content exceeds the limit of 100000 characters */
| 'CONTENT_TOO_LONG'
/** "<contentType>" is not a valid content type for a file of type <type> */
| 'CONTENT_TYPE_INVALID'
/** Send this operation over HTTP: it cannot run over a web socket */
| 'COOKIES_UNAVAILABLE'
/** <label> <reason> */
| 'CREDENTIAL_FIELD_INVALID'
/** The current password is wrong */
| 'CURRENT_PASSWORD_WRONG'
/** This cursor has expired: read the current state, then subscribe without it */
| 'CURSOR_EXPIRED'
/** MEMBERS_REACHED with DAILY aggregation is not supported by network API */
| 'DAILY_REACH_UNAVAILABLE'
/** E-mail addresses cannot be looked up at the moment. Try again in <retryAfterSeconds> seconds */
| 'DIRECTORY_UNAVAILABLE'
/** Display name must be one line of at most 200 characters, without control characters */
| 'DISPLAY_NAME_INVALID'
/** Draft limit reached. Delete or schedule drafts to create more. */
| 'DRAFT_LIMIT_REACHED'
/** Email must be a valid email address */
| 'EMAIL_INVALID'
/** This link is not valid: it has been used, has expired, or was replaced by a newer one. Request another e-mail */
| 'EMAIL_LINK_INVALID'
/** Your e-mail address is not confirmed. Open the link in the e-mail that was sent to it before you schedule posts */
| 'EMAIL_NOT_CONFIRMED'
/** Email is required */
| 'EMAIL_REQUIRED'
/** User with this email already exists */
| 'EMAIL_TAKEN'
/** expiresInDays must be a whole number from 1 to 365 */
| 'EXPIRY_DAYS_INVALID'
/** Failed to fetch threadtalk replies */
| 'FETCH_REPLIES_FAILED'
/** Invalid filter: <reason> */
| 'FILTER_INVALID'
/** Idempotency key must be 1 to 255 characters */
| 'IDEMPOTENCY_KEY_INVALID'
/** Idempotency key was used with a different request */
| 'IDEMPOTENCY_KEY_REUSED'
/** <argument> must be <expected>, not "<value>" */
| 'ID_INVALID'
/** Internal server error */
| 'INTERNAL_ERROR'
/** Managed user limit reached */
| 'MANAGED_USER_LIMIT_REACHED'
/** User not found or not managed by this key */
| 'MANAGED_USER_NOT_FOUND'
/** Failed to manage threadtalk reply */
| 'MANAGE_REPLY_FAILED'
/** MCP access is not enabled for this account */
| 'MCP_ACCESS_DISABLED'
/** The file belongs to another post: upload it again for this one */
| 'MEDIA_IN_USE'
/** Cannot attach media: post is currently in <status> status */
| 'MEDIA_NOT_ATTACHABLE'
/** Cannot delete media from a post that has already been published or failed */
| 'MEDIA_NOT_DELETABLE'
/** Media file not found */
| 'MEDIA_NOT_FOUND'
/** Each file of media must have either a mediaId or a url */
| 'MEDIA_SOURCE_INVALID'
/** A post can be given at most 100 files */
| 'MEDIA_TOO_MANY'
/** url must be an http or https address without credentials, of at most 2048 characters */
| 'MEDIA_URL_INVALID'
/** network connection not found */
| 'NETWORK_CONNECTION_NOT_FOUND'
/** Invalid platformId */
| 'NETWORK_PLATFORM_ID_INVALID'
/** You are signed in as another account: only its owner can create what gives access to it */
| 'OPERATOR_GETS_NO_ACCESS'
/** You are signed in as another account, to read only: to change anything, leave it and sign in to it with changes allowed */
| 'OPERATOR_READS_ONLY'
/** The post may already be live: check the account first, then retry with acknowledgeUnknownOutcome */
| 'OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED'
/** Overrides exceed the limit of 500000 characters in all */
| 'OVERRIDES_TOO_LONG'
/** There is more than one override for <platformId> */
| 'OVERRIDE_DUPLICATE'
/** The override for <platformId> is for none of the post's targets */
| 'OVERRIDE_NOT_A_TARGET'
/** Each override must have either an accountId or a platformId */
| 'OVERRIDE_TARGET_INVALID'
/** Invalid page: <reason> */
| 'PAGE_INVALID'
/** parentComment must be a valid network URN */
| 'PARENT_COMMENT_INVALID'
/** Password must have 12 to 256 characters */
| 'PASSWORD_INVALID'
/** Too many wrong passwords. Try again in <retryAfterSeconds> seconds */
| 'PASSWORD_THROTTLED'
/** Password is too easy to guess. <warning> <suggestions> */
| 'PASSWORD_WEAK'
/** At least one platform is required */
| 'PLATFORMS_EMPTY'
/** Platforms are required */
| 'PLATFORMS_REQUIRED'
/** A post can have at most 100 platforms */
| 'PLATFORMS_TOO_MANY'
/** <platform> lets no app delete posts: delete it on the platform */
| 'PLATFORM_CANNOT_UNPUBLISH'
/** Invalid platformId format */
| 'PLATFORM_ID_FORMAT_INVALID'
/** Invalid platform ID format: <platformId> */
| 'PLATFORM_ID_INVALID'
/** Your <planName> plan does not include <disallowedPlatforms>. It includes <allowedPlatforms>. */
| 'PLATFORM_NOT_AVAILABLE'
/** <platform> is not configured: the operator of this service must register an app there first */
| 'PLATFORM_NOT_CONFIGURED'
/** <platform> accounts cannot be connected yet */
| 'PLATFORM_NOT_CONNECTABLE'
/** Platform post not found */
| 'PLATFORM_POST_NOT_FOUND'
/** The post cannot be retried: <reason> */
| 'PLATFORM_POST_NOT_RETRYABLE'
/** Only a published post can be unpublished, once the parts of its thread after it have ended: this is <status> */
| 'PLATFORM_POST_NOT_UNPUBLISHABLE'
/** platformSettings exceeds the limit of 10000 characters */
| 'PLATFORM_SETTINGS_TOO_LONG'
/** postedId must be a valid network URN */
| 'POSTED_ID_INVALID'
/** At most <limit> posts can be created at once */
| 'POSTS_TOO_MANY'
/** The post was changed at <updatedAt>: read it again before you update it */
| 'POST_GROUP_CHANGED'
/** Post group not found */
| 'POST_GROUP_NOT_FOUND'
/** No part of the post can be retried: <reason> */
| 'POST_GROUP_NOT_RETRYABLE'
/** Cannot update post: post is currently in <status> status */
| 'POST_GROUP_NOT_UPDATABLE'
/** Monthly post limit reached. Your <planName> plan allows <limit> platform posts per month. */
| 'POST_LIMIT_REACHED'
/** Too many requests. Try again in <retryAfterSeconds> seconds */
| 'RATE_LIMITED'
/** Failed to create network reaction */
| 'REACT_FAILED'
/** Failed to delete network comment */
| 'REMOVE_COMMENT_FAILED'
/** Failed to delete network reaction */
| 'REMOVE_REACTION_FAILED'
/** Reply management is not permitted for this account */
| 'REPLY_MANAGEMENT_NOT_PERMITTED'
/** The return address must belong to this service, or to a site that its operator allows */
| 'RETURN_ADDRESS_INVALID'
/** Scheduled post limit reached. Your <planName> plan allows <limit> scheduled platform posts at a time. */
| 'SCHEDULED_POST_LIMIT_REACHED'
/** Schedule horizon reached. Your <planName> plan allows scheduling up to <limit> days ahead. */
| 'SCHEDULE_HORIZON_REACHED'
/** The code is wrong or has already been used */
| 'SECOND_FACTOR_INVALID'
/** Two-factor setup has not been started, or has expired: start again */
| 'SECOND_FACTOR_NOT_BEGUN'
/** Two-factor authentication is off */
| 'SECOND_FACTOR_OFF'
/** Two-factor authentication is on: turn it off first */
| 'SECOND_FACTOR_ON'
/** Enter a code from your authenticator app, or a recovery code */
| 'SECOND_FACTOR_REQUIRED'
/** Too many wrong codes. Try again in <retryAfterSeconds> seconds */
| 'SECOND_FACTOR_THROTTLED'
/** The service is busy. Try again in <retryAfterSeconds> seconds */
| 'SERVICE_BUSY'
/** Invalid x-service-user-id */
| 'SERVICE_USER_ID_INVALID'
/** Session not found */
| 'SESSION_NOT_FOUND'
/** Sign in first: this requires a dashboard session, not an API key */
| 'SESSION_REQUIRED'
/** Wrong e-mail address or password */
| 'SIGN_IN_FAILED'
/** Too many failed sign-ins. Try again in <retryAfterSeconds> seconds */
| 'SIGN_IN_THROTTLED'
/** Sign-up is disabled: ask the operator of this service for an account */
| 'SIGN_UP_DISABLED'
/** Too many sign-ups from your network. Try again in <retryAfterSeconds> seconds */
| 'SIGN_UP_THROTTLED'
/** At most <limit> web sockets can be open per account */
| 'SOCKET_LIMIT_REACHED'
/** At most <limit> queries and mutations can run at a time on a web socket */
| 'SOCKET_OPERATION_LIMIT_REACHED'
/** Storage limit reached. Delete files to upload more. */
| 'STORAGE_LIMIT_REACHED'
/** At most <limit> subscriptions can be open per <scope> */
| 'SUBSCRIPTION_LIMIT_REACHED'
/** Text contains characters that cannot be published */
| 'TEXT_NOT_PUBLISHABLE'
/** threadtalk connection not found */
| 'THREADTALK_CONNECTION_NOT_FOUND'
/** Time zone must be a name of the IANA time zone database, such as Europe/Berlin */
| 'TIME_ZONE_INVALID'
/** The post could not be deleted on its platform */
| 'UNPUBLISH_FAILED'
/** Nothing to update: give at least one of content, platformIds, platformSettings, overrides, media, altTexts, videoTimestamp, status and scheduledTime */
| 'UPDATE_EMPTY'
/** A URL must begin with http:// or https:// and have at most 2048 characters */
| 'URL_INVALID'
/** User is not managed by key */
| 'USER_NOT_MANAGED'
/** Validation failed */
| 'VALIDATION_FAILED'
/** videoTimestamp must be a whole number of milliseconds, 0 or more */
| 'VIDEO_TIMESTAMP_INVALID'
/** Webhook delivery not found */
| 'WEBHOOK_DELIVERY_NOT_FOUND'
/** This delivery is still being attempted */
| 'WEBHOOK_DELIVERY_PENDING'
/** Name, URL, and at least one event are required */
| 'WEBHOOK_FIELDS_REQUIRED'
/** The webhook is disabled: enable it first */
| 'WEBHOOK_INACTIVE'
/** Maximum of 10 webhooks per user */
| 'WEBHOOK_LIMIT_REACHED'
/** Name can have at most 200 characters */
| 'WEBHOOK_NAME_TOO_LONG'
/** Webhook not found */
| 'WEBHOOK_NOT_FOUND'
/** Link-local addresses are not allowed */
| 'WEBHOOK_URL_LINK_LOCAL'
/** Localhost URLs are not allowed */
| 'WEBHOOK_URL_LOCALHOST'
/** Cloud metadata endpoints are not allowed */
| 'WEBHOOK_URL_METADATA'
/** The address of the URL is not public */
| 'WEBHOOK_URL_NOT_PUBLIC'
/** Private IP addresses are not allowed */
| 'WEBHOOK_URL_PRIVATE'
/** Workspace access is not enabled for this key */
| 'WORKSPACE_ACCESS_DISABLED'
/** API access is not enabled for this workspace owner */
| 'WORKSPACE_OWNER_WITHOUT_API';

/** Why a platform post failed. The list grows: treat a code that you do not know as UNKNOWN_ERROR. */
export type FailureCode =
/** Have the account activated, then retry the post. */
| 'ACCOUNT_INACTIVE'
/** Connect the target account, then retry the post. */
| 'CONNECTION_NOT_FOUND'
/** Make the media smaller or the text shorter and create a new post. */
| 'CONTENT_TOO_LARGE'
/** Change the content as the platform asks and create a new post. */
| 'INVALID_CONTENT'
/** Upload the file to its address and retry the post; once the address has expired, create a new post. */
| 'MEDIA_NOT_UPLOADED'
/** No action needed: the post is retried as soon as the service can read its files. */
| 'MEDIA_UNAVAILABLE'
/** The platform could not be reached; retry later. */
| 'NETWORK_ERROR'
/** Check the id: what it names does not exist on the platform, or has been deleted there. */
| 'NOT_FOUND_ON_PLATFORM'
/** Check the account: the post may be live. Retry only if it is not. */
| 'OUTCOME_UNKNOWN'
/** Grant the account or the app permission to post there, then retry the post. */
| 'PERMISSION_DENIED'
/** Connect the account again, then retry the post. */
| 'PLATFORM_AUTH_EXPIRED'
/** Choose a plan that includes the platform, then retry the post. */
| 'PLATFORM_NOT_AVAILABLE'
/** Ask the operator of this service to configure the platform, then retry the post. */
| 'PLATFORM_NOT_CONFIGURED'
/** Choose a target on a supported platform. */
| 'PLATFORM_NOT_SUPPORTED'
/** The platform returned a server error; retry later. */
| 'PLATFORM_SERVER_ERROR'
/** No action needed: the post is retried as soon as the platform allows it. */
| 'RATE_LIMITED'
/** Reschedule the post if it should still be published. */
| 'SCHEDULE_MISSED'
/** Nothing was posted. Retry the post; if it fails again, contact the operator of this service. */
| 'SERVICE_ERROR'
/** Retry the failed part: the thread continues from there. */
| 'THREAD_INTERRUPTED'
/** The platform did not respond in time; retry later. */
| 'TIMEOUT_ERROR'
/** Read the platform’s message; retry if the problem looks temporary. */
| 'UNKNOWN_ERROR';

/** Who has to act on a failure. */
export type Fault =
/** The connected account has to be connected again or given a right. */
| 'ACCOUNT'
/** The content or its settings have to change. */
| 'CONTENT'
/** The platform had an error or applied a limit. */
| 'PLATFORM'
/** This service was at fault. */
| 'SERVICE';

/** A social platform, by its neutral key. */
export type Platform =
/** Servers of an open network; each account belongs to one of them. */
| 'FEDIVERSE'
/** Channels and groups, to which a bot posts. */
| 'MESSENGER'
/** Short texts with images or a video; a longer text becomes a thread. */
| 'MICROBLOG'
/** The professional network: members and organizations, with statistics and interactions. */
| 'NETWORK'
/** Images and videos; every post has one. */
| 'PHOTOGRAM'
/** Posts are images or a video; a connection cannot be checked. */
| 'PINBOARD'
/** Short videos; every post has one. */
| 'SHORTVIDEO'
/** Short texts with images, a video or a link card, on an open network. */
| 'SKYFEED'
/** Pages of a social network, on which their managers post. */
| 'SOCIALPAGE'
/** Short texts with images or videos; replies can be hidden. */
| 'THREADTALK'
/** Videos with a title; every post has one. */
| 'VIDEOHUB';

/** draft → scheduled → pending → processing → published | failed; published → deleted */
export type PlatformPostStatus =
/** It was published, and unpublishPost deleted it on its platform. */
| 'DELETED'
/** Its group is a draft. */
| 'DRAFT'
/** It was not published; `error` says why. */
| 'FAILED'
/** Its job is queued. */
| 'PENDING'
/** A worker has it; also between two attempts. */
| 'PROCESSING'
/** It is live on the platform. */
| 'PUBLISHED'
/** It waits for its time. */
| 'SCHEDULED';

/** What you can do with a platform post now; without its account connected, nothing. */
export type PlatformPostAction =
/** retryPlatformPost with acknowledgeUnknownOutcome: it may be live. */
| 'ACKNOWLEDGE_AND_RETRY'
/** retryPlatformPost. */
| 'RETRY'
/** unpublishPost: deletes it on its platform. */
| 'UNPUBLISH';

/** Status of a post group. PUBLISHED, FAILED and PARTIALLY_PUBLISHED are set once every platform post has ended. */
export type PostGroupStatus =
/** It is not published, also when it keeps a time. */
| 'DRAFT'
/** Every platform post failed. */
| 'FAILED'
/** Some platform posts are live, and some failed. */
| 'PARTIALLY_PUBLISHED'
/** Every platform post is live. */
| 'PUBLISHED'
/** It is published at its time, or is being published. */
| 'SCHEDULED';

/** Status of publishing. */
export type ProcessingStatus =
/** Every platform post has ended. */
| 'FINISHED'
/** Not begun. */
| 'PENDING'
/** Some platform post is pending or processing. */
| 'PROCESSING';

/** What you can do with a group now. Plan limits and validation may still refuse it. */
export type PostGroupAction =
/** retryPostGroup with acknowledgeUnknownOutcome: some post may be live. */
| 'ACKNOWLEDGE_AND_RETRY'
/** deletePost. */
| 'DELETE'
/** duplicatePost: some target is connected. */
| 'DUPLICATE'
/** updatePost of its text, targets, settings and files. */
| 'EDIT'
/** retryPostGroup: some failed post has an account that is connected. */
| 'RETRY'
/** updatePost with a time, or with the status SCHEDULED: every target that would go out is connected. */
| 'SCHEDULE'
/** updatePost with the status DRAFT. */
| 'UNSCHEDULE';

/** Type of a progress event. */
export type ProgressEventType =
/** An attempt failed; the next lookup or attempt is at dueAt. */
| 'ATTEMPT_FAILED'
/** A request to the platform is about to be sent. */
| 'ATTEMPT_STARTED'
/** The group was created, or a platform post in it. */
| 'CREATED'
/** The group was removed. */
| 'DELETED'
/** What the group is to publish was edited: its text, settings, targets, files or cover, or the time of a draft; or a file became READY or INVALID. */
| 'EDITED'
/** The platform post has failed permanently. `error` contains the reason. */
| 'FAILED'
/** Every platform post has ended; groupStatus is the result. */
| 'GROUP_FINISHED'
/** A worker has taken a platform post. */
| 'PROCESSING'
/** The platform has the post. */
| 'PUBLISHED'
/** A platform post waits for its time (dueAt). */
| 'QUEUED'
/** The post was deleted on its platform: unpublishPost. */
| 'UNPUBLISHED'
/** A platform post went back to draft. */
| 'UNSCHEDULED';

/** What a file is. */
export type MediaType =
/** A still or animated image. */
| 'IMAGE'
/** A video, with or without sound. */
| 'VIDEO';

/** The status of a file. */
export type MediaStatus =
/** It could not be fetched, cannot be published, exceeds the storage limit, or was removed long after its post had ended; see `problem`. It is not stored. */
| 'INVALID'
/** The file has not been uploaded, or fetched from its URL, and inspected yet. */
| 'PENDING_UPLOAD'
/** It was inspected and can be published. */
| 'READY';

/** Whether the access of a connection lasts. */
export type TokenStatus =
/** It has ended, or the platform refused it. */
| 'EXPIRED'
/** It ends in less than seven days, or the platform refuses to renew it. */
| 'EXPIRING_SOON'
/** Nothing in its credentials expires. REST: `unknown`. */
| 'NOT_EXPIRING'
/** It lasts for at least seven days. */
| 'VALID';

/** Severity. */
export type ValidationSeverity =
/** The platform would reject the post: it is not scheduled. */
| 'ERROR'
/** The post is published, but not as written. */
| 'WARNING';

/** Codes of validation issues. */
export type ValidationCode =
/** A target is not one of your connected accounts. */
| 'CONNECTION_NOT_FOUND'
/** The text is longer than the platform takes. */
| 'CONTENT_TOO_LONG'
/** The text is shorter than the platform takes. */
| 'CONTENT_TOO_SHORT'
/** The text has something that the platform refuses. */
| 'INVALID_CONTENT'
/** There are more files than the platform takes. */
| 'MEDIA_COUNT_EXCEEDED'
/** The width, height or ratio of a file is outside the limits. */
| 'MEDIA_DIMENSIONS_INVALID'
/** A file has not been uploaded. */
| 'MEDIA_NOT_UPLOADED'
/** A post on the platform has an image or a video. */
| 'MEDIA_REQUIRED'
/** A file has more bytes or pixels than the platform takes; as a warning, an image that is scaled down. */
| 'MEDIA_SIZE_EXCEEDED'
/** The platform does not take files of this type. */
| 'MEDIA_TYPE_NOT_SUPPORTED'
/** The service does not know the platform. */
| 'PLATFORM_NOT_SUPPORTED'
/** A setting of the platform has a value that it does not take. */
| 'PLATFORM_SETTING_INVALID'
/** A setting of the platform is missing. */
| 'PLATFORM_SETTING_REQUIRED'
/** A part of a thread is longer than the platform takes. */
| 'THREAD_PART_TOO_LONG'
/** The post could not be checked: try again. */
| 'VALIDATION_SYSTEM_ERROR'
/** The video is longer than the platform takes. */
| 'VIDEO_DURATION_EXCEEDED'
/** The video is shorter than the platform takes. */
| 'VIDEO_DURATION_TOO_SHORT'
/** A post on the platform has a video. */
| 'VIDEO_REQUIRED';

/** Status of an export. */
export type AccountExportStatus =
/** It could not be made. Request another one. */
| 'FAILED'
/** It is being made. */
| 'PENDING'
/** It can be downloaded until it expires. */
| 'READY';

/** What an API key may do. A mutation of a key without the scope that it needs is API_KEY_SCOPE_REQUIRED. Sessions are not limited. */
export type ApiKeyScope =
/** Mutations of webhooks and of managed users, their keys and connection pages. */
| 'MANAGE'
/** Use by an MCP client (`x-service-client: mcp`), if the account has MCP access. */
| 'MCP'
/** Mutations of posts and files, and what is done on the platforms: comments, reactions, removal of published posts. */
| 'PUBLISH'
/** Queries and subscriptions, and checkAccount. Every key has it. */
| 'READ'
/** Acting for managed users, if the account has workspace access. */
| 'WORKSPACE';

/** What a banner is about. */
export type BannerLevel =
/** News, such as planned maintenance. */
| 'INFO'
/** A disruption. */
| 'WARNING';

/** Who has to act on an error: `extensions.fault`. */
export type ErrorFault =
/** The person, who changes the account, its plan or the API key. */
| 'ACCOUNT'
/** The caller: the input is wrong, or no longer fits. */
| 'ARGUMENTS'
/** No one: the same request succeeds later. */
| 'LIMIT'
/** The operator of the service. */
| 'SERVICE';

/** What a range of a text opens. */
export type TextEntityKind =
/** The posts with that tag. */
| 'HASHTAG'
/** A web page. */
| 'LINK'
/** An account of the platform. */
| 'MENTION';

/** The scope of a quota. */
export type QuotaScope =
/** All connected accounts share the quota. */
| 'ACCOUNT'
/** Each connected account has its own quota. */
| 'CONNECTION';

/** Events that a webhook can receive. Its body spells it in lower case with a dot: `post.published`. */
export type WebhookEventName =
/** The platform post has failed permanently. */
| 'POST_FAILED'
/** The platform has the post. */
| 'POST_PUBLISHED'
/** A platform post has a time, or another one than before. */
| 'POST_SCHEDULED'
/** The access to a connected account ends within seven days. */
| 'TOKEN_EXPIRING';

/** Status of a delivery. */
export type WebhookDeliveryStatus =
/** The receiver answered with a 2xx status. */
| 'DELIVERED'
/** Every attempt failed. */
| 'FAILED'
/** Its next attempt is to come, or under way. */
| 'PENDING'
/** The webhook was disabled when the event happened, or before it was delivered. Sent only by redeliverSkippedWebhookDeliveries or redeliverWebhookDelivery. */
| 'SKIPPED';

/** A new post group. */
export interface CreatePostInput {
  /** 1 to 255 characters: IDEMPOTENCY_KEY_INVALID. For 24 hours, the same key and input return the same group; another input is IDEMPOTENCY_KEY_REUSED. Keys are separate per caller and managed user. */
  idempotencyKey?: string | null | undefined;
  /** A draft that is scheduled as soon as its files are uploaded. It is not counted against the limit of drafts, as long as at most 100 exceed it. */
  isBeingSent?: boolean | null | undefined;
  /** The content and its targets, which must be your connections (CONNECTIONS_NOT_FOUND). */
  post: PostInput;
  /** When it is published, with zone. A past time becomes now. A post that a platform would refuse is not scheduled: VALIDATION_FAILED, with the report of validatePost. If omitted, the post is a draft. An account has at most 1,000 drafts: DRAFT_LIMIT_REACHED. */
  scheduledTime?: string | Date | null | undefined;
}

/** Changes of a draft or scheduled group; at least one. An omitted field keeps its value; a given one replaces the value, and means the same as in createPost. `null` clears scheduledTime and videoTimestamp. In any other field, `null` is the same as omitting it. */
export interface UpdatePostInput {
  /** All targets from now on as ids of your connected accounts, together with platformIds. Errors: ID_INVALID, CONNECTION_NOT_FOUND, PLATFORMS_TOO_MANY. */
  accountIds?: readonly string[] | null | undefined;
  /** Alternative texts of files that the group has, at most 100: ALT_TEXTS_TOO_LONG. Those of other files stay. */
  altTexts?: readonly AltTextInput[] | null | undefined;
  /** The text, with at least one visible character: CONTENT_REQUIRED. No NUL and no half of a surrogate pair, as in any text of a post: TEXT_NOT_PUBLISHABLE. At most 100,000 characters (Unicode code points): CONTENT_TOO_LONG. */
  content?: string | null | undefined;
  /** The `updatedAt` of the group as you know it. If it was changed after that, nothing is updated: POST_GROUP_CHANGED, with its `updatedAt`. */
  ifUnchangedSince?: string | Date | null | undefined;
  /** Replaces all files: at most 100 (MEDIA_TOO_MANY), in the order in which they are published. Files of the group that are not named are removed. Publishing waits for files with a URL. */
  media?: readonly PostMediaInput[] | null | undefined;
  /** Replaces all texts of single targets; an empty list removes them. If omitted, each target that stays keeps its own. Errors: OVERRIDE_TARGET_INVALID, OVERRIDE_NOT_A_TARGET, OVERRIDE_DUPLICATE, OVERRIDES_TOO_LONG. */
  overrides?: readonly ContentOverrideInput[] | null | undefined;
  /** All targets from now on, 1 to 100: PLATFORMS_EMPTY, PLATFORM_ID_INVALID, PLATFORMS_TOO_MANY. One that stays keeps its post and its position; new ones, of your connections (CONNECTIONS_NOT_FOUND), follow; the posts of the others are removed. */
  platformIds?: readonly string[] | null | undefined;
  /** Replaces all settings; omitted settings have their defaults. PLATFORM_SETTINGS_TOO_LONG. */
  platformSettings?: PlatformSettingsInput | null | undefined;
  /** The group: 24 hexadecimal characters. */
  postGroupId: string;
  /** A time schedules the group; with the status DRAFT it is only kept. A past time becomes now. The status SCHEDULED without any time means now. Null clears the time, and takes a scheduled group back to draft. */
  scheduledTime?: string | Date | null | undefined;
  /** An account has at most 1,000 drafts: DRAFT_LIMIT_REACHED. A scheduled post must have connected targets (CONNECTIONS_NOT_FOUND). A post that a platform would refuse is not scheduled (VALIDATION_FAILED). */
  status?: UpdatedPostStatus | null | undefined;
  /** The frame of a video that is its cover (photogram, shortvideo), in milliseconds from the start: VIDEO_TIMESTAMP_INVALID. Null: the platform chooses. */
  videoTimestamp?: number | null | undefined;
}

/** The group whose failed platform posts are to be published again. */
export interface RetryPostGroupInput {
  /** You checked the accounts, and the posts that failed with OUTCOME_UNKNOWN are not live. Without it they are not retried: OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED. */
  acknowledgeUnknownOutcome?: boolean | undefined;
  /** The group: 24 hexadecimal characters. */
  postGroupId: string;
}

/** The group to remove. */
export interface DeletePostInput {
  /** The group: 24 hexadecimal characters. */
  postGroupId: string;
}

/** Filters groups. All conditions must hold; an empty list matches nothing. A range excludes groups without that time. A range without bounds is ignored. Errors: FILTER_INVALID, PLATFORM_ID_INVALID. */
export interface PostGroupFilter {
  /** When it was created. */
  createdAt?: DateTimeRange | null | undefined;
  /** Groups with a platform post that failed and was not retried since, such as those to publish after an account was connected again. */
  failure?: PostFailureFilter | null | undefined;
  /** Groups with one of these targets: platform ids of accounts, connected or not; at most 100. */
  platformIds?: readonly string[] | null | undefined;
  /** Groups with a target on one of these platforms. */
  platforms?: readonly Platform[] | null | undefined;
  /** When the first of its posts was published. */
  publishedAt?: DateTimeRange | null | undefined;
  /** When it goes out. */
  scheduledTime?: DateTimeRange | null | undefined;
  /** Groups with one of these statuses. */
  statuses?: readonly PostGroupStatus[] | null | undefined;
  /** Groups whose content has all of these words, each as the beginning of a word, in any order. Case, accents (U+0300 to U+036F) and compatibility forms (NFKD) do not matter, a final sigma is a sigma, and ß, æ, œ, þ, ł, ø, đ, ð, ħ, ŧ, ı are ss, ae, oe, th, l, o, d, d, h, t, i. In scripts without spaces between words, such as Chinese, Japanese and Thai, anywhere in a sentence. At most 200 characters. A blank text is ignored. A text without letters, digits or symbols such as emoji matches nothing. Searches the first 20,000 characters of the content. */
  text?: string | null | undefined;
}

/** Order of groups. Those without the time that they are sorted by count as earliest: first with ASC, last with DESC. */
export interface PostGroupSort {
  /** DESC: newest first. ASC: oldest first. */
  direction?: SortDirection | undefined;
  /** Groups with equal values sort by id, in the same direction. */
  field?: PostGroupSortField | undefined;
}

/** A post to validate: a stored one, a draft that is being written, or both. */
export interface ValidatePostInput {
  /** The draft. Required without a group (CONTENT_REQUIRED), with platformIds or platforms (PLATFORMS_REQUIRED). With a group, it replaces the text and overrides of the group, and its targets, settings and files if the draft has any. */
  post?: PostDraftInput | null | undefined;
  /** Your group, including its files. Errors: POST_GROUP_NOT_FOUND. */
  postGroupId?: string | null | undefined;
}

/** A file to upload. */
export interface CreateUploadInput {
  /** Its content type, the same as sent with the upload. The bytes determine the actual type. A type that is of neither images nor videos is CONTENT_TYPE_INVALID. */
  contentType: string;
  /** Its name; characters other than letters, digits, `_`, `.`, `-` are dropped. */
  fileName: string;
  /** The group that it belongs to: POST_GROUP_NOT_FOUND, MEDIA_NOT_ATTACHABLE. If omitted, it belongs to none until createPost or updatePost names it in `media`. A file without a group is removed after a day. */
  postGroupId?: string | null | undefined;
  /** What it is, as far as you know: its bytes decide. */
  type: MediaType;
}

/** A file that was uploaded. */
export interface CompleteUploadInput {
  /** The file: 24 hexadecimal characters. */
  mediaId: string;
}

/** A file to remove. */
export interface DeleteMediaInput {
  /** The file: 24 hexadecimal characters. */
  mediaId: string;
}

/** Which connected accounts. All conditions must hold; an empty list matches nothing. FILTER_INVALID, PLATFORM_ID_INVALID. */
export interface ConnectedAccountFilter {
  /** Accounts with one of these platform ids, as the posts of a group have them. At most 100. */
  platformIds?: readonly string[] | null | undefined;
  /** Accounts on one of these platforms. */
  platforms?: readonly Platform[] | null | undefined;
  /** Accounts with this text in their @username, display name or platform id, ignoring case. At most 200 characters. A blank text is ignored. */
  text?: string | null | undefined;
  /** Accounts whose access token has one of these statuses: those to reconnect are EXPIRED. */
  tokenStatuses?: readonly TokenStatus[] | null | undefined;
}

/** Which users of a workspace. */
export interface ManagedUserFilter {
  /** Users with this text in their name or e-mail address, in any letter case; at most 200 characters: FILTER_INVALID. A blank one is no condition. */
  text?: string | null | undefined;
}

/** A new comment. */
export interface AddCommentInput {
  /** 1 to 1250 characters: COMMENT_EMPTY, COMMENT_TOO_LONG, TEXT_NOT_PUBLISHABLE. Mentions are `@{urn:network:person:<id>|<name>}` or `…:organization:…`. */
  message: string;
  /** URN of the comment that it replies to. PARENT_COMMENT_INVALID. */
  parentComment?: string | null | undefined;
  /** The connection to act as: `network-<account id>`. NETWORK_CONNECTION_NOT_FOUND. */
  platformId: string;
  /** The post, which may belong to someone else: `urn:network:share:…`, `urn:network:ugcPost:…` or `urn:network:activity:…`. POSTED_ID_INVALID. */
  postedId: string;
}

/** A reaction to a post; it replaces an earlier one. */
export interface AddReactionInput {
  /** The connection to act as: `network-<account id>`. NETWORK_CONNECTION_NOT_FOUND. */
  platformId: string;
  /** The post, which may belong to someone else: `urn:network:share:…`, `urn:network:ugcPost:…` or `urn:network:activity:…`. POSTED_ID_INVALID. */
  postedId: string;
  /** Which reaction. */
  reactionType: ReactionType;
}

/** Input of beginTwoFactor. */
export interface BeginTwoFactorInput {
  /** Your password: CURRENT_PASSWORD_WRONG. */
  password: string;
}

/** A new name. */
export interface ChangeDisplayNameInput {
  /** One line of at most 200 characters: DISPLAY_NAME_INVALID. A blank one is the e-mail address. */
  displayName: string;
}

/** A new e-mail address. */
export interface ChangeEmailInput {
  /** If two-factor authentication is on, a code from the app, or a recovery code: SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID. */
  code?: string | null | undefined;
  /** CURRENT_PASSWORD_WRONG. */
  currentPassword: string;
  /** E-mail address, in any letter case: EMAIL_INVALID. */
  email: string;
}

/** The current and the new password. */
export interface ChangePasswordInput {
  /** If two-factor authentication is on, a code from the app, or a recovery code: SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID. */
  code?: string | null | undefined;
  /** CURRENT_PASSWORD_WRONG. */
  currentPassword: string;
  /** 12 to 256 characters that are not easy to guess: PASSWORD_INVALID, PASSWORD_WEAK. */
  newPassword: string;
}

/** A new time zone. */
export interface ChangeTimeZoneInput {
  /** A name of the IANA time zone database, such as `Europe/Berlin`, in any letter case: TIME_ZONE_INVALID. `null` clears it: that of the browser. */
  timeZone?: string | null | undefined;
}

/** The account to check. */
export interface CheckAccountInput {
  /** Its platform id; a skyfeed account may also be given by its DID. */
  platformId: string;
}

/** A link from an e-mail that confirms an address. */
export interface ConfirmEmailInput {
  /** For a sign-up link, the password chosen at sign-up: CURRENT_PASSWORD_WRONG. Ignored for an existing account. */
  password?: string | null | undefined;
  /** The last segment of the link’s path: EMAIL_LINK_INVALID. */
  token: string;
}

/** The first code from an authenticator app. */
export interface ConfirmTwoFactorInput {
  /** Six digits: SECOND_FACTOR_INVALID. */
  code: string;
}

/** An account to connect, with credentials entered by its owner. */
export interface ConnectAccountInput {
  /** The fields that the platform requires. A missing or invalid one is CREDENTIAL_FIELD_INVALID. */
  fields: readonly CredentialInput[];
  /** One of `connectablePlatforms`, otherwise PLATFORM_NOT_CONNECTABLE. */
  platform: Platform;
}

/** A new API key. */
export interface CreateApiKeyInput {
  /** 1 to 100 characters: API_KEY_NAME_INVALID. */
  name?: string | undefined;
  /** What the key may do besides READ, which every key has. An empty list makes a read-only key. */
  scopes?: readonly ApiKeyScope[] | undefined;
}

/** The link to create or extend. */
export interface CreateConnectionPageInput {
  /** Days until it expires, 1 to 365: EXPIRY_DAYS_INVALID. */
  expiresInDays?: number | undefined;
  /** Generate a new URL; the old one stops working. */
  rotate?: boolean | undefined;
  /** The managed user. */
  userId: string;
}

/** A login to start. */
export interface CreateLoginUrlInput {
  /** The fields of its login, if any; a page asks for missing ones. */
  fields?: readonly CredentialInput[] | undefined;
  /** One of `connectablePlatforms` that has a `login`. */
  platform: Platform;
  /** Where the browser is redirected at the end, with `connected=<platform id>` for each account: a URL of this service or of a site that its operator allows (`CORS_ORIGINS`). If null, the login ends on a page that lists the connected accounts. */
  returnTo?: string | null | undefined;
}

/** A new managed user. */
export interface CreateManagedUserInput {
  /** Display name, one line of at most 200 characters: DISPLAY_NAME_INVALID. Defaults to the e-mail address. */
  displayName?: string | null | undefined;
  /** Its e-mail address: EMAIL_REQUIRED, EMAIL_INVALID, EMAIL_TAKEN. */
  email: string;
}

/** The user to create a key for. */
export interface CreateManagedUserKeyInput {
  /** The user: 24 hexadecimal characters. */
  userId: string;
}

/** New post groups. */
export interface CreatePostsInput {
  /** At most 100: POSTS_TOO_MANY; none are no results. */
  posts: readonly CreatePostInput[];
}

/** A file to fetch. */
export interface CreateUploadFromUrlInput {
  /** Its name; the last part of the address if omitted. Characters other than letters, digits, `_`, `.`, `-` are dropped. */
  fileName?: string | null | undefined;
  /** The group that it belongs to: 24 hexadecimal characters. If omitted, none, as in createUpload. */
  postGroupId?: string | null | undefined;
  /** What it is, as far as you know: its bytes decide. */
  type: MediaType;
  /** Its address: public, without credentials (MEDIA_URL_INVALID). Up to five redirects are followed. */
  url: string;
}

/** A new webhook. */
export interface CreateWebhookInput {
  /** At least one: WEBHOOK_FIELDS_REQUIRED. */
  events: readonly WebhookEventName[];
  /** Not empty: WEBHOOK_FIELDS_REQUIRED. At most 200 characters: WEBHOOK_NAME_TOO_LONG. */
  name: string;
  /** Loopback, private, link-local and metadata addresses are refused (WEBHOOK_URL_…); host names are resolved and checked at each delivery. */
  url: string;
}

/** The webhook to remove. */
export interface DeleteWebhookInput {
  /** The webhook: 24 hexadecimal characters. */
  webhookId: string;
}

/** The user to detach. */
export interface DetachManagedUserInput {
  /** The user: 24 hexadecimal characters. */
  userId: string;
}

/** Input of disableTwoFactor. */
export interface DisableTwoFactorInput {
  /** A code from the app, or a recovery code: SECOND_FACTOR_INVALID. */
  code: string;
  /** Your password: CURRENT_PASSWORD_WRONG. */
  password: string;
}

/** The account to disconnect. */
export interface DisconnectAccountInput {
  /** Its platform id; a skyfeed account may also be given by its DID. */
  platformId: string;
}

/** The group to copy. */
export interface DuplicatePostInput {
  /** 1 to 255 characters: IDEMPOTENCY_KEY_INVALID. For 24 hours, the same key and input return the same copy; another input is IDEMPOTENCY_KEY_REUSED. Keys are separate per caller and managed user. */
  idempotencyKey?: string | null | undefined;
  /** A group in any status: 24 hexadecimal characters. */
  postGroupId: string;
  /** When the copy is published, with zone. A past time becomes now. If omitted, the copy is a draft. */
  scheduledTime?: string | Date | null | undefined;
}

/** Input of endOtherSessions. */
export interface EndOtherSessionsInput {
  /** Your password: CURRENT_PASSWORD_WRONG. */
  password: string;
}

/** The session to end. */
export interface EndSessionInput {
  /** Your password: CURRENT_PASSWORD_WRONG. */
  password: string;
  /** The session: 24 hexadecimal characters. */
  sessionId: string;
}

/** The reply to hide. */
export interface HideReplyInput {
  /** The connection whose post it is: `threadtalk-<account id>`. THREADTALK_CONNECTION_NOT_FOUND. */
  platformId: string;
  /** The platform’s id of the reply: digits. ID_INVALID. */
  replyId: string;
}

/** The skipped deliveries to send. */
export interface RedeliverSkippedWebhookDeliveriesInput {
  /** Only events that happened at this time or later. */
  since: string | Date;
  /** The webhook, which must be enabled: 24 hexadecimal characters. */
  webhookId: string;
}

/** The delivery to send again. */
export interface RedeliverWebhookDeliveryInput {
  /** The delivery: 24 hexadecimal characters. */
  deliveryId: string;
}

/** Input of regenerateRecoveryCodes. */
export interface RegenerateRecoveryCodesInput {
  /** A code from the app, or a recovery code: SECOND_FACTOR_INVALID. */
  code: string;
  /** Your password: CURRENT_PASSWORD_WRONG. */
  password: string;
}

/** The webhook that gets a new secret. */
export interface RegenerateWebhookSecretInput {
  /** The webhook: 24 hexadecimal characters. */
  webhookId: string;
}

/** A comment by the connected account. */
export interface RemoveCommentInput {
  /** Number or URN of the comment. COMMENT_ID_INVALID. */
  commentId: string;
  /** The connection to act as: `network-<account id>`. NETWORK_CONNECTION_NOT_FOUND. */
  platformId: string;
  /** The post, which may belong to someone else: `urn:network:share:…`, `urn:network:ugcPost:…` or `urn:network:activity:…`. POSTED_ID_INVALID. */
  postedId: string;
}

/** The reaction of the connected account to a post. */
export interface RemoveReactionInput {
  /** The connection to act as: `network-<account id>`. NETWORK_CONNECTION_NOT_FOUND. */
  platformId: string;
  /** The post, which may belong to someone else: `urn:network:share:…`, `urn:network:ugcPost:…` or `urn:network:activity:…`. POSTED_ID_INVALID. */
  postedId: string;
}

/** A new name for an API key. */
export interface RenameApiKeyInput {
  /** The key: 24 hexadecimal characters. */
  apiKeyId: string;
  /** 1 to 100 characters: API_KEY_NAME_INVALID. */
  name: string;
}

/** Input of requestAccountExport. */
export interface RequestAccountExportInput {
  /** If two-factor authentication is on, a code from the app, or a recovery code: SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID. */
  code?: string | null | undefined;
  /** Your password: CURRENT_PASSWORD_WRONG. */
  password: string;
}

/** Input of requestAccountRemoval. */
export interface RequestAccountRemovalInput {
  /** If two-factor authentication is on, a code from the app, or a recovery code: SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID. */
  code?: string | null | undefined;
  /** Your password: CURRENT_PASSWORD_WRONG. */
  password: string;
}

/** An account whose password was forgotten. */
export interface RequestPasswordResetInput {
  /** E-mail address, in any letter case: EMAIL_INVALID. */
  email: string;
}

/** An address whose link was lost or has expired. */
export interface ResendConfirmationInput {
  /** E-mail address, in any letter case: EMAIL_INVALID. */
  email: string;
}

/** A new password, with a link from an e-mail. */
export interface ResetPasswordInput {
  /** 12 to 256 characters that are not easy to guess: PASSWORD_INVALID, PASSWORD_WEAK. */
  newPassword: string;
  /** The last segment of the link’s path: EMAIL_LINK_INVALID. */
  token: string;
}

/** The failed platform post to publish again. */
export interface RetryPlatformPostInput {
  /** You checked the account and the post is not live. Needed after OUTCOME_UNKNOWN, else OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED. */
  acknowledgeUnknownOutcome?: boolean | undefined;
  /** The platform post, not its group: 24 hexadecimal characters. */
  platformPostId: string;
}

/** The API key to revoke. */
export interface RevokeApiKeyInput {
  /** The key: 24 hexadecimal characters. */
  apiKeyId: string;
}

/** The connected application to revoke. */
export interface RevokeApplicationInput {
  /** The application: 24 hexadecimal characters. */
  applicationId: string;
}

/** A test event to send. */
export interface SendTestWebhookInput {
  /** Defaults to the first event of the webhook. */
  event?: WebhookEventName | null | undefined;
  /** The webhook: 24 hexadecimal characters. */
  webhookId: string;
}

/** Credentials to sign in with. */
export interface SignInInput {
  /** If two-factor authentication is on, the six digits from the authenticator app, or a recovery code: SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID. Each code can be used once. */
  code?: string | null | undefined;
  /** E-mail address, in any letter case. */
  email: string;
  /** Password of the account. */
  password: string;
}

/** A new account. */
export interface SignUpInput {
  /** Display name, one line of at most 200 characters: DISPLAY_NAME_INVALID. Defaults to the e-mail address. */
  displayName?: string | null | undefined;
  /** E-mail address: EMAIL_INVALID. */
  email: string;
  /** 12 to 256 characters that are not easy to guess: PASSWORD_INVALID, PASSWORD_WEAK. */
  password: string;
}

/** The reply to show again. */
export interface UnhideReplyInput {
  /** The connection whose post it is: `threadtalk-<account id>`. THREADTALK_CONNECTION_NOT_FOUND. */
  platformId: string;
  /** The platform’s id of the reply: digits. ID_INVALID. */
  replyId: string;
}

/** The platform post to delete on its platform. */
export interface UnpublishPostInput {
  /** Your published platform post. Errors: PLATFORM_POST_NOT_FOUND, ID_INVALID. */
  platformPostId: string;
}

/** Changes to a webhook. Omitted fields are unchanged. */
export interface UpdateWebhookInput {
  /** At least one: WEBHOOK_FIELDS_REQUIRED. */
  events?: readonly WebhookEventName[] | null | undefined;
  /** False: pending deliveries are skipped, and new events are only recorded. True: skipped deliveries are not sent automatically, see redeliverSkippedWebhookDeliveries. */
  isActive?: boolean | null | undefined;
  /** Not empty: WEBHOOK_FIELDS_REQUIRED. At most 200 characters: WEBHOOK_NAME_TOO_LONG. */
  name?: string | null | undefined;
  /** Loopback, private, link-local and metadata addresses are refused (WEBHOOK_URL_…); host names are resolved and checked at each delivery. Pending deliveries are sent to the new URL. */
  url?: string | null | undefined;
  /** The webhook: 24 hexadecimal characters. */
  webhookId: string;
}

/** What is to be posted, and where: platformIds, accountIds, or both. */
export interface PostInput {
  /** Targets: ids of your connected accounts, at most 100 together with platformIds. Errors: ID_INVALID, CONNECTION_NOT_FOUND, PLATFORMS_TOO_MANY. */
  accountIds?: readonly string[] | null | undefined;
  /** The text, with at least one visible character: CONTENT_REQUIRED. No NUL and no half of a surrogate pair, as in any text of a post: TEXT_NOT_PUBLISHABLE. At most 100,000 characters (Unicode code points): CONTENT_TOO_LONG. */
  content: string;
  /** Images and videos, at most 100 (MEDIA_TOO_MANY), in the order in which they are published. A post with a file from a URL is scheduled immediately. Its publishing waits for the file, and fails with the reason if the file cannot be fetched or published. */
  media?: readonly PostMediaInput[] | null | undefined;
  /** Texts of single targets: each is validated, split and published there in place of the content. OVERRIDE_TARGET_INVALID, OVERRIDE_NOT_A_TARGET, OVERRIDE_DUPLICATE, OVERRIDES_TOO_LONG. */
  overrides?: readonly ContentOverrideInput[] | null | undefined;
  /** Targets, 1 to 100 (PLATFORMS_TOO_MANY): platform ids of your connections. A skyfeed account may be named by its unencoded DID (`skyfeed-did:plc:…`). An account named twice is one target. Errors: PLATFORMS_EMPTY, PLATFORM_ID_INVALID. */
  platformIds?: readonly string[] | null | undefined;
  /** Settings of the targets on platforms that have settings; the defaults if omitted. */
  platformSettings?: PlatformSettingsInput | null | undefined;
}

/** The alternative text of a file. */
export interface AltTextInput {
  /** A file of the group: MEDIA_NOT_FOUND. */
  mediaId: string;
  /** A description of what it shows, at most 10,000 characters: ALT_TEXTS_TOO_LONG. Empty: none. Sent to platforms that support alternative texts. */
  text: string;
}

/** A file of a post: an uploaded one (`mediaId`), or one that the service fetches (`url`). Exactly one of both: MEDIA_SOURCE_INVALID. */
export interface PostMediaInput {
  /** A description of what it shows, at most 10,000 characters: ALT_TEXTS_TOO_LONG. Empty: none. If omitted, an uploaded file keeps its own. Sent to platforms that support alternative texts. */
  altText?: string | null | undefined;
  /** A file of the post, or your file that was uploaded without a post (MEDIA_NOT_FOUND) and that no other post has (MEDIA_IN_USE). A repeated id counts once. */
  mediaId?: string | null | undefined;
  /** What the file of a URL is, as far as you know: its bytes decide. If omitted, a video if the URL ends like one (such as `.mp4`), otherwise an image. Ignored with a mediaId. */
  type?: MediaType | null | undefined;
  /** The address of a file: public, without credentials (MEDIA_URL_INVALID). It is fetched as in createUploadFromUrl. */
  url?: string | null | undefined;
}

/** The text of one target, in place of the content of the post. `accountId` or `platformId` names the target: exactly one of both, otherwise OVERRIDE_TARGET_INVALID. */
export interface ContentOverrideInput {
  /** The target as the id of your connected account. Errors: ID_INVALID, CONNECTION_NOT_FOUND, OVERRIDE_NOT_A_TARGET, OVERRIDE_DUPLICATE. */
  accountId?: string | null | undefined;
  /** Its text, with the limits of the content: CONTENT_REQUIRED, CONTENT_TOO_LONG. All overrides together have at most 500,000 characters: OVERRIDES_TOO_LONG. */
  content: string;
  /** The target as its platform id. One of the targets of the post (OVERRIDE_NOT_A_TARGET), and of one override only (OVERRIDE_DUPLICATE). */
  platformId?: string | null | undefined;
}

/** Settings by platform; omitted settings have their defaults. Together at most 10,000 characters as JSON: PLATFORM_SETTINGS_TOO_LONG. */
export interface PlatformSettingsInput {
  /** For targets on photogram. */
  photogram?: PhotogramSettingsInput | null | undefined;
  /** For targets on shortvideo. */
  shortvideo?: ShortvideoSettingsInput | null | undefined;
  /** For targets on threadtalk. */
  threadtalk?: ThreadtalkSettingsInput | null | undefined;
  /** For targets on videohub. */
  videohub?: VideohubSettingsInput | null | undefined;
}

/** What updatePost makes of a group. */
export type UpdatedPostStatus =
/** It is not published; it keeps its time. */
| 'DRAFT'
/** It is published at its time, or now if it has none. */
| 'SCHEDULED';

/** A range of time, both ends inclusive. An omitted end is open. */
export interface DateTimeRange {
  /** The first moment. */
  from?: string | Date | null | undefined;
  /** The last moment. */
  to?: string | Date | null | undefined;
}

/** Filters failed platform posts. All conditions must hold for the same one; an empty list matches nothing. */
export interface PostFailureFilter {
  /** Posts that failed with one of these codes. */
  codes?: readonly FailureCode[] | null | undefined;
  /** When the last attempt failed. */
  failedAt?: DateTimeRange | null | undefined;
  /** Posts of one of these targets: platform ids of accounts, connected or not; at most 100. */
  platformIds?: readonly string[] | null | undefined;
}

/** Rising or falling. */
export type SortDirection =
/** Earliest first. */
| 'ASC'
/** Latest first. */
| 'DESC';

/** What groups are sorted by. */
export type PostGroupSortField =
/** When they were created. */
| 'CREATED_AT'
/** When the first of their posts was published. */
| 'PUBLISHED_AT'
/** When they are to be published; drafts without a time count as earliest. */
| 'SCHEDULED_TIME'
/** When they were last changed. */
| 'UPDATED_AT';

/** A post that is validated or previewed: for its targets, or for platforms. */
export interface PostDraftInput {
  /** Targets: ids of your connected accounts, at most 100 together with platformIds. Errors: ID_INVALID, CONNECTION_NOT_FOUND, PLATFORMS_TOO_MANY. */
  accountIds?: readonly string[] | null | undefined;
  /** The text, with at least one visible character: CONTENT_REQUIRED. No NUL and no half of a surrogate pair, as in any text of a post: TEXT_NOT_PUBLISHABLE. At most 100,000 characters (Unicode code points): CONTENT_TOO_LONG. */
  content: string;
  /** Images and videos, at most 100 (MEDIA_TOO_MANY), in the order in which they are published. A post with a file from a URL is scheduled immediately. Its publishing waits for the file, and fails with the reason if the file cannot be fetched or published. */
  media?: readonly PostMediaInput[] | null | undefined;
  /** Texts of single targets: each is validated, split and published there in place of the content. OVERRIDE_TARGET_INVALID, OVERRIDE_NOT_A_TARGET, OVERRIDE_DUPLICATE, OVERRIDES_TOO_LONG. */
  overrides?: readonly ContentOverrideInput[] | null | undefined;
  /** Targets, 1 to 100 (PLATFORMS_TOO_MANY): platform ids of your connections. A skyfeed account may be named by its unencoded DID (`skyfeed-did:plc:…`). An account named twice is one target. Errors: PLATFORMS_EMPTY, PLATFORM_ID_INVALID. */
  platformIds?: readonly string[] | null | undefined;
  /** Settings of the targets on platforms that have settings; the defaults if omitted. */
  platformSettings?: PlatformSettingsInput | null | undefined;
  /** Platforms in place of targets, at most 100: PLATFORMS_TOO_MANY. Ignored if there are platformIds or accountIds. */
  platforms?: readonly Platform[] | null | undefined;
}

/** A reaction to a post. */
export type ReactionType =
/** Members see “Support”. */
| 'APPRECIATION'
/** Members see “Love”. */
| 'EMPATHY'
/** Members see “Funny”. */
| 'ENTERTAINMENT'
/** Members see “Insightful”. */
| 'INTEREST'
/** Members see “Like”. */
| 'LIKE'
/** Members see “Celebrate”. */
| 'PRAISE';

/** The value of one credential field. */
export interface CredentialInput {
  /** Name of the field, as in `connectablePlatforms`. */
  name: string;
  /** The value. It is encrypted at rest and never shown again. */
  value: string;
}

/** Settings of a post on photogram. */
export interface PhotogramSettingsInput {
  /** What the files become. If omitted or null: REELS. */
  videoType?: PhotogramVideoType | null | undefined;
}

/** Settings of a post on shortvideo. */
export interface ShortvideoSettingsInput {
  /** Whether the video can be commented on. If omitted or null: true. */
  allowComments?: boolean | null | undefined;
  /** Whether others can make duets with the video. If omitted or null: false. */
  allowDuet?: boolean | null | undefined;
  /** Whether others can use the video in stitches. If omitted or null: false. */
  allowStitch?: boolean | null | undefined;
  /** Whether it advertises the account’s own brand. If omitted or null: false. */
  brandOrganic?: boolean | null | undefined;
  /** Whether it advertises a brand of others. Not with SELF_ONLY. If omitted or null: false. */
  brandedContent?: boolean | null | undefined;
  /** Whether the video advertises something. Needs brandOrganic or brandedContent. If omitted or null: false. */
  commercialContent?: boolean | null | undefined;
  /** Who can view the post. The posts of an app that the platform has not approved are SELF_ONLY. If omitted or null: PUBLIC_TO_EVERYONE. */
  viewerSetting?: ShortvideoViewerSetting | null | undefined;
}

/** Settings of a post on threadtalk. */
export interface ThreadtalkSettingsInput {
  /** Who can reply. Empty: nothing is sent to the platform. If omitted or null: null. */
  replyControl?: ThreadtalkReplyControl | null | undefined;
}

/** Settings of a post on videohub. */
export interface VideohubSettingsInput {
  /** Who can watch the video. If omitted or null: PUBLIC. */
  privacy?: VideohubPrivacy | null | undefined;
  /** The title of the video, without < and >. Empty: the beginning of the content. At most 100 characters (code points). If omitted or null: "". */
  title?: string | null | undefined;
}

/** What the files become. */
export type PhotogramVideoType =
/** A post: a single video is a reel, a single image a photo, several files a carousel. */
| 'REELS'
/** A story: one image or video, without text. */
| 'STORIES';

/** Who can view the post. The posts of an app that the platform has not approved are SELF_ONLY. */
export type ShortvideoViewerSetting =
/** Followers of the account. */
| 'FOLLOWER_OF_CREATOR'
/** Followers that the account follows too. */
| 'MUTUAL_FOLLOW_FRIENDS'
/** Everyone. */
| 'PUBLIC_TO_EVERYONE'
/** Only the account itself. */
| 'SELF_ONLY';

/** Who can reply. Empty: nothing is sent to the platform. */
export type ThreadtalkReplyControl =
/** Accounts that the account follows. */
| 'ACCOUNTS_YOU_FOLLOW'
/** Everyone. */
| 'EVERYONE'
/** Accounts that the post mentions. */
| 'MENTIONED_ONLY';

/** Who can watch the video. */
export type VideohubPrivacy =
/** Only the account, and whom it invites. */
| 'PRIVATE'
/** Everyone. */
| 'PUBLIC'
/** Everyone who has the link. */
| 'UNLISTED';

/** Why a platform post failed: what happened, whose fault it is and what to do. */
export interface PlatformPostFailure {
  /** What kind of failure it is, the same for all platforms. */
  code: FailureCode;
  /** What happened, for people. */
  message: string;
  /** What to do, in one sentence. */
  advice: string;
  /** Who has to act. */
  fault: Fault;
  /** Whether a retry may succeed. */
  retryable: boolean;
  /** When the last attempt failed. */
  failedAt: string;
  /** The platform’s own words; null when it said none. */
  platformError: string | null;
  /** HTTP status of the platform’s response; null if it did not respond. */
  platformStatusCode: number | null;
}

/** One target’s post. Each part of a thread is a separate platform post. */
export interface PlatformPost {
  /** 24 hexadecimal characters that sort by time: what retryPlatformPost takes. */
  id: string;
  /** The target: `<platform>-<account id>`, accepted as a target by every operation. */
  platformId: string;
  /** Null when REST was given a platform that does not exist. */
  platform: Platform | null;
  /** Its position in the thread of its target, from 0; a post that is no thread has 0. */
  partIndex: number;
  /** How far this post is. */
  status: PlatformPostStatus;
  /** Address of the post; null until it is published and if the platform provides none. */
  url: string | null;
  /** The platform’s own id of the post; null until it is published. */
  postedId: string | null;
  /** When its job runs (next); null when none waits. */
  dueAt: string | null;
  /** When the platform had it; null until then. */
  publishedAt: string | null;
  /** When unpublishPost deleted it on its platform; else null. */
  deletedAt: string | null;
  /** Attempts so far that count towards the limit of five; a retry by the owner starts at 0. */
  attemptCount: number;
  /** What you can do with it now. */
  allowedActions: PlatformPostAction[];
  /** Set only when status is FAILED. */
  error: PlatformPostFailure | null;
}

/** One piece of content for several targets. */
export interface PostGroup {
  /** 24 hexadecimal characters that sort by time. */
  id: string;
  /** The text as it was given, before a platform’s rules split it. A response has at most 10 MB of different texts, and 50 MB in total (1 MB over a web socket): ANSWER_TOO_LARGE. */
  content: string;
  /** The status that the owner requested and, once every platform post has ended, how it went. */
  status: PostGroupStatus;
  /** Status of publishing. */
  processingStatus: ProcessingStatus;
  /** When it is published; of a draft, the time that it keeps, if any. */
  scheduledTime: string | null;
  /** When the first of its posts was published; null before. */
  publishedAt: string | null;
  /** When the group was created; the default order of postGroups. */
  createdAt: string;
  /** When the group itself changed last; a step of one platform post need not count. */
  updatedAt: string;
  /** What you can do with it now. */
  allowedActions: PostGroupAction[];
  /** One per target, in the order of the request. */
  posts: PlatformPost[];
}

/** One step of a group’s publishing. `postGroup` and `platformPost` are the objects as they are when the event is sent: at least as new as the event, so that a normalised cache follows. The other fields are what happened, and stay so when the event is replayed. */
export interface ProgressEvent {
  /** Number within the group, from 1 without gaps. Pass it as `after` to `postProgress` to continue after this event. */
  sequence: number;
  /** The cursor of this step in `accountActivity`. Pass it as `after` to continue after this step. Opaque; longer while many steps are stored concurrently. Null in `postProgress`. */
  cursor: string | null;
  /** What happened. */
  type: ProgressEventType;
  /** When it happened. */
  occurredAt: string;
  /** The group that the step belongs to; also when it was removed. */
  postGroupId: string;
  /** Status of the group after this step. */
  groupStatus: PostGroupStatus;
  /** How far the group’s publishing is after this step. */
  processingStatus: ProcessingStatus;
  /** The platform post; null for events of the group itself. */
  platformPostId: string | null;
  /** The platform post in its state when the event is sent; null for events of the group itself, and once it is removed. */
  platformPost: PlatformPost | null;
  /** Number of the attempt, from 1; null for events outside one. */
  attempt: number | null;
  /** When the job of the platform post runs (next); null when none waits. */
  dueAt: string | null;
  /** Why it waits until `dueAt`, for people (QUEUED): a rate limit, a platform that is still processing it, a part of its thread before it. Null when it waits for nothing but its time. */
  reason: string | null;
  /** Why the attempt (ATTEMPT_FAILED) or the post (FAILED) failed. */
  error: PlatformPostFailure | null;
}

/** A file of a post group. Files are published in the order in which they were added, or which updatePost gave them. */
export interface Media {
  /** 24 hexadecimal characters. */
  id: string;
  /** File name, without characters that are not allowed in URLs. */
  name: string;
  /** What it is: as declared, and once it was inspected, what its bytes are. */
  type: MediaType;
  /** Content type: as declared (`image/*` or `video/*` of a file that is fetched from a URL), and once inspected, as detected. */
  mimeType: string;
  /** The correction of a wrong declaration, such as `Declared as image/jpeg; the file is a PNG image`; null if the declaration was right. The file is published as its actual type. */
  correction: string | null;
  /** Whether it was inspected and can be published. */
  status: MediaStatus;
  /** Why it cannot be published; null if no problem is known. */
  problem: string | null;
  /** Alternative text; set by createPost and updatePost. */
  altText: string | null;
  /** Public URL, once the file is uploaded. */
  url: string;
  /** When it was added to the group, before it was uploaded. */
  addedAt: string;
}

/** A connected account. */
export interface ConnectedAccount {
  /** 24 hexadecimal characters. */
  id: string;
  /** `<platform>-<account id>`: the target id used in createPost and in REST. */
  platformId: string;
  /** Null for a platform that is no longer supported. */
  platform: Platform | null;
  /** The platform’s own id of the account. */
  accountId: string;
  /** Name of the account on the platform, without a leading @. */
  username: string;
  /** Display name on the platform, at the time of connecting. */
  displayName: string;
  /** URL of its profile page; null if it has none. */
  profileUrl: string | null;
  /** Status of its access token. */
  tokenStatus: TokenStatus;
  /** When its access token expires; null if it does not expire. */
  accessTokenExpiresAt: string | null;
  /** When the platform rejected its credentials: reconnect the account. Null while they work. */
  revokedAt: string | null;
  /** When a post to it last succeeded, whether or not the post still exists. */
  lastPublishedAt: string | null;
}

/** A validation issue of a post on one platform. */
export interface ValidationIssue {
  /** Where; null for a platform that does not exist, which REST was given and the message names. */
  platform: Platform | null;
  /** Platform ids of the affected targets, which have their own text or are not connected; null: all targets on the platform. */
  platformIds: string[] | null;
  /** Whether it prevents scheduling. */
  severity: ValidationSeverity;
  /** Machine-readable code. */
  code: ValidationCode;
  /** The field concerned, such as `content` or `imageSize`. */
  field: string;
  /** Human-readable message. */
  message: string;
  /** Suggested fixes. */
  suggestions: string[] | null;
  /** The exceeded limit, such as `maxLength`. */
  constraint: string | null;
  /** The current value, in the unit of the limit. */
  currentValue: number | null;
  /** The minimum that the platform accepts. */
  minValue: number | null;
  /** The maximum that the platform accepts. */
  maxValue: number | null;
}

/** Result of validating a post. */
export interface ValidationReport {
  /** Whether it can be scheduled: it has no errors. */
  valid: boolean;
  /** Issues that prevent scheduling. */
  errors: ValidationIssue[];
  /** Issues that do not prevent scheduling. */
  warnings: ValidationIssue[];
}

/** An archive of everything in an account and its managed users: a ZIP file with JSON and the uploaded files. Its README.txt describes the files in it. */
export interface AccountExport {
  /** When it became ready, or failed; null while it is pending. */
  endedAt: string | null;
  /** When it is deleted: seven days after it became ready. */
  expiresAt: string;
  /** 24 hexadecimal characters. */
  id: string;
  /** When it was requested. */
  requestedAt: string;
  /** Bytes; null until it is ready. */
  size: number | null;
  /** Ask for it again every few seconds while it is PENDING. */
  status: AccountExportStatus;
  /** The download address: GET without credentials, valid for five minutes from now; null until the export is ready. Anyone who has the address can download it. */
  url: string | null;
}

/** An entry of a list, with its cursor. */
export interface AccountExportEdge {
  /** Opaque; valid as `after` of the same list. */
  cursor: string;
  /** The entry at this position. */
  node: AccountExport;
}

/** The position of a page in its list (Relay cursor connections). */
export interface PageInfo {
  /** Cursor of the last entry; null on an empty page. */
  endCursor: string | null;
  /** Whether the list has more entries after this page. */
  hasNextPage: boolean;
  /** Whether the list has more entries before this page. */
  hasPreviousPage: boolean;
  /** Cursor of the first entry; null on an empty page. */
  startCursor: string | null;
}

/** A page of a list. */
export interface AccountExportConnection {
  /** The entries of this page in the order of the list, at most 100. */
  edges: AccountExportEdge[];
  /** The cursors of this page, and whether further pages exist. */
  pageInfo: PageInfo;
}

/** An API key, without its secret. */
export interface ApiKey {
  /** When it was created. */
  createdAt: string;
  /** 24 hexadecimal characters. */
  id: string;
  /** When it was last used, with a delay of some seconds; null if never. */
  lastUsedAt: string | null;
  /** Name given by its owner. */
  name: string;
  /** Its public prefix. */
  prefix: string;
  /** What it may do: READ, and what was chosen when it was created. */
  scopes: ApiKeyScope[];
}

/** An entry of a list, with its cursor. */
export interface ApiKeyEdge {
  /** Opaque; valid as `after` of the same list. */
  cursor: string;
  /** The entry at this position. */
  node: ApiKey;
}

/** A page of a list. */
export interface ApiKeyConnection {
  /** The entries of this page in the order of the list, at most 100. */
  edges: ApiKeyEdge[];
  /** The cursors of this page, and whether further pages exist. */
  pageInfo: PageInfo;
}

/** What the operator of the service says to all users of the dashboard. */
export interface Banner {
  /** What it is about. */
  level: BannerLevel;
  /** Plain text of at most 300 characters. */
  text: string;
  /** When it is no longer shown; null: until it is removed. */
  until: string | null;
}

/** The secret address at which a calendar reads your posts. The address is shown at creation only. */
export interface CalendarFeed {
  /** When its address was created. */
  createdAt: string;
  /** When a calendar last read it, to the minute; null: never. */
  lastReadAt: string | null;
}

/** A credential field that a platform requires to connect an account. */
export interface ConnectField {
  /** What to enter and where to find it. */
  hint: string;
  /** Label for a form. */
  label: string;
  /** Name of the field. */
  name: string;
  /** Whether it is optional. */
  optional: boolean;
  /** Whether it is a secret, to be masked in a form. */
  secret: boolean;
}

/** A login at a platform that connects accounts (OAuth 2). */
export interface ConnectLogin {
  /** Whether the operator of this service has configured it: PLATFORM_NOT_CONFIGURED. */
  configured: boolean;
  /** Fields to ask the owner for, passed to createLoginUrl; usually none. */
  fields: ConnectField[];
}

/** How the accounts of a platform are connected. */
export interface ConnectablePlatform {
  /** Fields to ask the owner for, passed to connectAccount; empty if the platform cannot be connected that way. */
  fields: ConnectField[];
  /** Its login; null if it has none. */
  login: ConnectLogin | null;
  /** Key of the platform, for connectAccount and createLoginUrl. */
  platform: Platform;
}

/** An entry of a list, with its cursor. */
export interface ConnectedAccountEdge {
  /** Opaque; valid as `after` of the same list. */
  cursor: string;
  /** The entry at this position. */
  node: ConnectedAccount;
}

/** A page of a list. */
export interface ConnectedAccountConnection {
  /** The entries of this page in the order of the list, at most 100. */
  edges: ConnectedAccountEdge[];
  /** The cursors of this page, and whether further pages exist. */
  pageInfo: PageInfo;
}

/** An application, such as an AI assistant, that you have allowed to act for your account over MCP. */
export interface ConnectedApplication {
  /** When you allowed it. */
  createdAt: string;
  /** Host of its redirect URI. Names can be equal; hosts show which application it is. */
  host: string;
  /** 24 hexadecimal characters. */
  id: string;
  /** When it was last used, with a delay of some seconds; null if never. */
  lastUsedAt: string | null;
  /** As it names itself. */
  name: string;
  /** What it may do. */
  scopes: ApiKeyScope[];
}

/** An entry of a list, with its cursor. */
export interface ConnectedApplicationEdge {
  /** Opaque; valid as `after` of the same list. */
  cursor: string;
  /** The entry at this position. */
  node: ConnectedApplication;
}

/** A page of a list. */
export interface ConnectedApplicationConnection {
  /** The entries of this page in the order of the list, at most 100. */
  edges: ConnectedApplicationEdge[];
  /** The cursors of this page, and whether further pages exist. */
  pageInfo: PageInfo;
}

/** A detail field of an error, in `extensions`. */
export interface ErrorDetail {
  /** What its value means. */
  description: string;
  /** Key in `extensions`. */
  name: string;
}

/** What an error code means. */
export interface ErrorCodeInfo {
  /** What to do: `extensions.advice`. */
  advice: string;
  /** The value of `extensions.code`. */
  code: ErrorCode;
  /** Detail fields in `extensions`, in addition to `code`. */
  details: ErrorDetail[];
  /** The address of its documentation: `extensions.documentation`. */
  documentation: string;
  /** Who has to act: `extensions.fault`. */
  fault: ErrorFault;
  /** The message, with `<detail>` as a placeholder for each detail. */
  message: string;
  /** Whether the same request may succeed later: `extensions.retryable`. */
  retryable: boolean;
  /** HTTP status of the same error over REST. */
  status: number;
}

/** A web page as a link card shows it. */
export interface LinkPreview {
  /** Its description: at most 1,000 characters, may be empty. */
  description: string;
  /** Its picture as a `data:` URI: JPEG, at most 600 pixels wide and high. Null if it has none. */
  picture: string | null;
  /** Its title: at most 300 characters. */
  title: string;
  /** The address that was asked for. */
  url: string;
}

/** A link with which a managed user connects accounts without a password. */
export interface ConnectionPage {
  /** When it ends. */
  expiresAt: string;
  /** URL of the page. Anyone who has it can connect accounts for the user. */
  url: string;
}

/** A user of your workspace: act for it with `x-service-user-id`. */
export interface ManagedUser {
  /** The link with which the user connects accounts; null if none exists, it has expired, the API key lacks the scope MANAGE, or an operator is signed in as the account. */
  connectionPage: ConnectionPage | null;
  /** When it was created. */
  createdAt: string;
  /** Name shown to people. */
  displayName: string;
  /** E-mail address, used as a name: not used by any other account or managed user when assigned. It is not confirmed, and its owner can still sign up with it. */
  email: string;
  /** 24 hexadecimal characters, as sent in `x-service-user-id`. */
  id: string;
}

/** An entry of a list, with its cursor. */
export interface ManagedUserEdge {
  /** Opaque; valid as `after` of the same list. */
  cursor: string;
  /** The entry at this position. */
  node: ManagedUser;
}

/** A page of a list. */
export interface ManagedUserConnection {
  /** The entries of this page in the order of the list, at most 100. */
  edges: ManagedUserEdge[];
  /** The cursors of this page, and whether further pages exist. */
  pageInfo: PageInfo;
}

/** The errors of one operation. */
export interface OperationErrors {
  /** What it can fail with, besides what every operation can: access, `ACCOUNT_INACTIVE`, `ACCOUNT_ON_HOLD`, `RATE_LIMITED` and `INTERNAL_ERROR`. */
  codes: ErrorCode[];
  /** The field of Mutation, such as `createPost`. */
  operation: string;
}

/** How many groups have a status. */
export interface PostGroupStatusCount {
  /** How many groups have it. */
  count: number;
  /** Each status is in the list once. */
  status: PostGroupStatus;
}

/** A group in a list, with its cursor. */
export interface PostGroupEdge {
  /** Opaque; valid as `after` and `before` of a list with the same sort. */
  cursor: string;
  /** The group at this position. */
  node: PostGroup;
}

/** A page of groups. */
export interface PostGroupConnection {
  /** The groups of this page in the requested order, at most 100. */
  edges: PostGroupEdge[];
  /** The cursors of this page, and whether further pages exist. */
  pageInfo: PageInfo;
}

/** How the posts that were due in an interval ended. */
export interface IntervalOutcomes {
  /** Posts that failed and were not retried since. */
  failed: number;
  /** The start of the interval. It ends at the next bound, which is excluded. */
  from: string;
  /** Posts that were published; a thread is one post. */
  published: number;
}

/** How the posts on a platform ended, in all intervals together. */
export interface PlatformOutcomes {
  /** Posts that failed and were not retried since. */
  failed: number;
  /** The platform: `fediverse`. It may no longer be supported. */
  platformKey: string;
  /** Posts that were published; a thread is one post. */
  published: number;
}

/** How posts ended, by the time of their group and by platform. */
export interface PostOutcomes {
  /** One for each two consecutive bounds, also without posts. */
  intervals: IntervalOutcomes[];
  /** Platforms with posts, those with the most first. */
  platforms: PlatformOutcomes[];
}

/** A file as a platform receives it. */
export interface PreviewFile {
  /** Its alternative text, cut at the platform’s limit. Ignored by platforms without alternative texts. */
  altText: string | null;
  /** Pixels, as `width`. */
  height: number | null;
  /** The file; null: it is fetched once the post is stored. */
  mediaId: string | null;
  /** What it is. */
  type: MediaType;
  /** Pixels, after an image is cropped around its centre and scaled down. Fewer if its bytes exceed the platform’s limit. Null if unknown. */
  width: number | null;
}

/** A range of a text that can be opened on the platform. */
export interface TextEntity {
  /** The first UTF-16 code unit after it. */
  end: number;
  /** What it opens. */
  kind: TextEntityKind;
  /** What the platform shows in its place, such as the name of a mention; null: the text itself. */
  shownAs: string | null;
  /** Its first UTF-16 code unit in the text. */
  start: number;
}

/** A post as it will be published on a platform: one part of a thread, or the whole. */
export interface PostPart {
  /** Links, mentions and hashtags in the text, in order, at most 1,000. Whether a mentioned account exists is determined when the post is published. */
  entities: TextEntity[];
  /** Whether its length exceeds the limit. */
  exceedsLimit: boolean;
  /** Whether the media are attached to it. */
  hasMedia: boolean;
  /** Length, as counted by the platform. */
  length: number;
  /** The platform’s limit. */
  limit: number;
  /** Its text, including the part number if the service adds one. */
  text: string;
}

/** What a post becomes on one platform. */
export interface PlatformPreview {
  /** The address of the page that a card below the first part shows; null for none. The service sends the card on skyfeed. Other platforms make their own, which can differ from `linkPreview`. */
  cardUrl: string | null;
  /** The files of the first part, in order. */
  files: PreviewFile[];
  /** Its parts, in order. */
  parts: PostPart[];
  /** Where. */
  platform: Platform;
  /** Platform ids of the targets whose own text it is; null: the content of the post. */
  platformIds: string[] | null;
  /** Whether the text is too long for a caption and is sent as a separate message after the files. */
  textFollowsFiles: boolean;
  /** The title that it is sent with; null on platforms without titles, and for a pin without text. */
  title: string | null;
}

/** A dashboard session: a signed-in browser. */
export interface Session {
  /** Address at sign-in: an IPv4 address, or the /64 network of an IPv6 address. */
  address: string | null;
  /** When it signed in. */
  createdAt: string;
  /** Whether it is the current session. */
  current: boolean;
  /** When it ends, 30 days after it started; earlier if it is not used for 14 days. */
  expiresAt: string;
  /** 24 hexadecimal characters; not a credential. */
  id: string;
  /** When it was last used, with a delay of some seconds. */
  lastUsedAt: string;
  /** User agent at sign-in, at most 200 characters; null if there was none. */
  userAgent: string | null;
}

/** An entry of a list, with its cursor. */
export interface SessionEdge {
  /** Opaque; valid as `after` of the same list. */
  cursor: string;
  /** The entry at this position. */
  node: Session;
}

/** A page of a list. */
export interface SessionConnection {
  /** The entries of this page in the order of the list, at most 100. */
  edges: SessionEdge[];
  /** The cursors of this page, and whether further pages exist. */
  pageInfo: PageInfo;
}

/** Two-factor authentication of an account. */
export interface TwoFactor {
  /** When it was turned on; null if it is off. */
  enabledAt: string | null;
  /** Number of unused recovery codes, out of ten. */
  recoveryCodesLeft: number;
}

/** A number of platform posts that a plan allows. */
export interface PlanQuota {
  /** The number. */
  limit: number;
  /** The scope of the count. */
  per: QuotaScope;
}

/** What an account may use: the limits of its plan, with what the operator has set for the account. `usage` has what is used of it. */
export interface Plan {
  /** Whether API keys can be created and used. */
  apiAccess: boolean;
  /** Identifies the plan, such as `pro`. Plans are data of the service: expect new keys. */
  key: string;
  /** Connected accounts, including those of managed users; null means unlimited. */
  maxConnectedAccounts: number | null;
  /** Drafts. Beyond it: DRAFT_LIMIT_REACHED. */
  maxDrafts: number;
  /** Uploaded files. Beyond it: STORAGE_LIMIT_REACHED. */
  maxFiles: number;
  /** Bytes of uploaded files. Beyond it: STORAGE_LIMIT_REACHED. */
  maxStorageBytes: number;
  /** Whether MCP clients can use API keys with the scope MCP. */
  mcpAccess: boolean;
  /** Name shown to people. */
  name: string;
  /** Platforms to which posts can be scheduled. */
  platforms: Platform[];
  /** Platform posts published or scheduled in a calendar month (UTC). */
  postsPerMonth: PlanQuota;
  /** Price as the operator words it, such as `20 € a month`; null if the operator states none. */
  price: string | null;
  /** How many days ahead a post can be scheduled; null means unlimited. */
  scheduleHorizonDays: number | null;
  /** Platform posts that are scheduled or in progress. */
  scheduledPosts: PlanQuota;
}

/** A quota of platform posts and its usage. */
export interface QuotaUsage {
  /** What the plan allows. */
  limit: number;
  /** The scope of the count. */
  per: QuotaScope;
  /** The remaining amount; null if the quota is counted per connection. */
  remaining: number | null;
  /** Usage of the account across all connections and managed users. */
  used: number;
}

/** Storage used by an account, including its managed users. */
export interface StorageUsage {
  /** Bytes that the plan allows. */
  limitBytes: number;
  /** How many the plan allows. */
  limitFiles: number;
  /** Bytes of uploaded files, and of uploads in progress. */
  usedBytes: number;
  /** Number of files, including those not uploaded yet. */
  usedFiles: number;
}

/** Usage of an account’s plan, and what remains. */
export interface PlanUsage {
  /** Connected accounts, including those of managed users. */
  connectedAccounts: number;
  /** The latest time that can be scheduled; null means unlimited. */
  latestScheduleAt: string | null;
  /** Start of the next calendar month (UTC). */
  periodEndsAt: string;
  /** Start of the calendar month (UTC) that postsPerMonth counts. */
  periodStartsAt: string;
  /** The plan; that of the workspace owner for a managed user. */
  plan: Plan;
  /** Platform posts published or scheduled in the month. */
  postsPerMonth: QuotaUsage;
  /** Platform posts that are scheduled or in progress. */
  scheduledPosts: QuotaUsage;
  /** Uploaded files. Beyond it: STORAGE_LIMIT_REACHED. */
  storage: StorageUsage;
}

/** An operator of the service is signed in as an account, to help its owner. */
export interface OperatorSession {
  /** When it ends by itself. signOut ends it before. */
  expiresAt: string;
  /** Whether the operator may change anything; else mutations are OPERATOR_READS_ONLY. */
  mayWrite: boolean;
}

/** The authenticated user: the owner of the key or session, or the managed user of x-service-user-id. */
export interface Viewer {
  /** Name shown to people. */
  displayName: string;
  /** E-mail address that the user signs in with, or that a workspace owner assigned. */
  email: string;
  /** Whether the address is confirmed. If the service sends e-mails, posts can be scheduled only then: EMAIL_NOT_CONFIRMED. */
  emailConfirmed: boolean;
  /** 24 hexadecimal characters, as sent in `x-service-user-id`. */
  id: string;
  /** Whether the user is managed by a workspace owner. */
  managed: boolean;
  /** The operator of the service who is signed in as this account; null: it is its owner. */
  operatorSession: OperatorSession | null;
  /** Plan of the account; that of the workspace owner for a managed user. */
  plan: Plan;
  /** When the account is removed, with everything in it: seven days after requestAccountRemoval, unless cancelAccountRemoval is called before. Posts that are due later are not published. Null if no removal is pending. Of the workspace owner for a managed user. */
  removalAt: string | null;
  /** Time zone in which the user reads and enters times, as a name of the IANA database such as `Europe/Berlin`. E-mails show times in it, and in UTC without one. Null: that of the browser. Set it with changeTimeZone. */
  timeZone: string | null;
}

/** A URL that receives your events. Its secret is not included. */
export interface Webhook {
  /** When it was created. */
  createdAt: string;
  /** The events that it receives. */
  events: WebhookEventName[];
  /** Failed steps of the retry schedule since the last successful attempt: after a counted failure, the next one counts if it starts 10 s, 1 min, 5 min and 30 min later (by default). */
  failureCount: number;
  /** 24 hexadecimal characters. */
  id: string;
  /** Whether it is enabled. Five consecutive failures disable it, see `failureCount`; its owner is notified by e-mail. */
  isActive: boolean;
  /** When something was last sent to it; null if never. */
  lastTriggeredAt: string | null;
  /** Name given by its owner. */
  name: string;
  /** When it was last updated. */
  updatedAt: string;
  /** The URL that deliveries are sent to. */
  url: string;
}

/** An entry of a list, with its cursor. */
export interface WebhookEdge {
  /** Opaque; valid as `after` of the same list. */
  cursor: string;
  /** The entry at this position. */
  node: Webhook;
}

/** A page of a list. */
export interface WebhookConnection {
  /** The entries of this page in the order of the list, at most 100. */
  edges: WebhookEdge[];
  /** The cursors of this page, and whether further pages exist. */
  pageInfo: PageInfo;
}

/** A comment, as returned by the platform. */
export interface NetworkComment {
  /** Its number, as a string; accepted by removeComment. */
  commentId: string;
  /** Its URN; use it as parentComment of replies. */
  commentUrn: string;
  /** The platform’s response, unchanged. */
  fields: Record<string, unknown>;
  /** Its URN: unique over all posts. */
  id: string;
  /** The text as given. */
  message: string;
}

/** Result of addComment. */
export interface AddCommentPayload {
  /** The new comment. */
  comment: NetworkComment;
}

/** The translation of an activity id to the id of its post. */
export interface UrnTranslation {
  /** The id as given. */
  from: string;
  /** The post’s own id. */
  to: string;
}

/** Result of addReaction. */
export interface AddReactionPayload {
  /** The reaction, as returned by the platform. */
  reaction: Record<string, unknown>;
  /** Set if postedId was an activity, which was translated to a post. */
  urnTranslated: UrnTranslation | null;
}

/** Result of beginTwoFactor. The secret is shown only once. */
export interface BeginTwoFactorPayload {
  /** When the setup expires: after ten minutes. */
  expiresAt: string;
  /** The secret for manual entry in an authenticator app, in base32. */
  secret: string;
  /** The secret as a URI for a QR code: `otpauth://totp/…` (SHA-1, six digits, 30 seconds). */
  uri: string;
}

/** Result of cancelAccountRemoval. */
export interface CancelAccountRemovalPayload {
  /** The user, without a removal. */
  viewer: Viewer;
}

/** Result of changeDisplayName. */
export interface ChangeDisplayNamePayload {
  /** The user with the new name. */
  viewer: Viewer;
}

/** Result of changeEmail: the same for every address. */
export interface ChangeEmailPayload {
  /** Always true: the change takes effect once the link in the e-mail is opened. */
  accepted: boolean;
}

/** Result of changePassword. The response sets the session’s new cookie. */
export interface ChangePasswordPayload {
  /** When the session ends; unchanged. */
  expiresAt: string;
}

/** Result of changeTimeZone. */
export interface ChangeTimeZonePayload {
  /** The user with the new time zone. */
  viewer: Viewer;
}

/** The last error of a post to a connection. */
export interface AccountError {
  /** What happened. */
  message: string;
  /** When. */
  occurredAt: string;
}

/** The result of checking a connection. A failed check is a result, not an error. */
export interface AccountCheck {
  /** The last error of a post to it; null once a later one has succeeded. */
  lastError: AccountError | null;
  /** When a post to it last succeeded, whether or not the post still exists. */
  lastPublishedAt: string | null;
  /** The connected account, or the error. */
  message: string;
  /** Granted permissions, as named by the platform; empty on failure. */
  permissions: string[];
  /** As given, or in the form used by connections. */
  platformId: string;
  /** Platform key, as the platform id has it. */
  platformKey: string;
  /** Remaining lifetime of its access token: `7d 3h`, `5h`, `< 1h`, `expired`; null if it does not expire. */
  tokenExpiresIn: string | null;
  /** Name of the account; `unknown` for a platform that cannot be checked. */
  username: string;
  /** Whether the platform accepts the credentials. */
  working: boolean;
}

/** Result of checkAccount. */
export interface CheckAccountPayload {
  /** The result of the check. */
  check: AccountCheck;
}

/** Result of confirmEmail. */
export interface ConfirmEmailPayload {
  /** The confirmed address. */
  email: string;
}

/** Result of confirmTwoFactor. */
export interface ConfirmTwoFactorPayload {
  /** Ten recovery codes, shown only once. Each can be used once instead of a code from the app. */
  recoveryCodes: string[];
}

/** Result of connectAccount. */
export interface ConnectAccountPayload {
  /** The account, connected or renewed. */
  account: ConnectedAccount;
}

/** Result of createApiKey. */
export interface CreateApiKeyPayload {
  /** The key. */
  apiKey: ApiKey;
  /** The key, as sent in `x-api-key`. It is shown only once. */
  rawKey: string;
}

/** The new feed. */
export interface CreateCalendarFeedPayload {
  /** The feed. */
  calendarFeed: CalendarFeed;
  /** Its address, shown only now. Anyone who has it can read your scheduled and recently published posts. */
  url: string;
}

/** Result of createConnectionPage. */
export interface CreateConnectionPagePayload {
  /** The link. */
  connectionPage: ConnectionPage;
}

/** Result of createLoginUrl. */
export interface CreateLoginUrlPayload {
  /** Open it in the browser of this session. */
  url: string;
}

/** Result of createManagedUser. */
export interface CreateManagedUserPayload {
  /** The new managed user. */
  user: ManagedUser;
}

/** Result of createManagedUserKey. */
export interface CreateManagedUserKeyPayload {
  /** The API key. It is shown only once. */
  rawKey: string;
  /** The user it belongs to. */
  user: ManagedUser;
}

/** Why one of several things could not be done, while the others were. */
export interface OperationError {
  /** What to do. */
  advice: string;
  /** What it is, as in `extensions.code`. */
  code: ErrorCode;
  /** The detail fields that `errorCodes` lists for the code. */
  details: Record<string, unknown>;
  /** Who has to act. */
  fault: ErrorFault;
  /** The path of the argument that it is about, such as `input.posts.1.post.content`. */
  field: string | null;
  /** What happened, for people. */
  message: string;
  /** Whether the same request may succeed later. */
  retryable: boolean;
}

/** What became of one input of createPosts: a group, or an error. */
export interface CreatePostsResult {
  /** Why it was not created; the errors of createPost. */
  error: OperationError | null;
  /** The group. Null with an error, and when replayed is true and the group has been removed since. */
  postGroup: PostGroup | null;
  /** The group’s id, also when it has been removed since. */
  postGroupId: string | null;
  /** The idempotency key had created this group before; nothing was created now. */
  replayed: boolean;
}

/** Result of createPosts. */
export interface CreatePostsPayload {
  /** One for each input, in their order. */
  results: CreatePostsResult[];
}

/** Result of createUploadFromUrl. */
export interface CreateUploadFromUrlPayload {
  /** The file, which is fetched soon: PENDING_UPLOAD. */
  media: Media;
}

/** Result of createWebhook. */
export interface CreateWebhookPayload {
  /** The secret that its deliveries are signed with. It is shown only once. */
  secret: string;
  /** The created webhook. */
  webhook: Webhook;
}

/** Result of deleteWebhook. */
export interface DeleteWebhookPayload {
  /** Id of the deleted webhook. */
  deletedWebhookId: string;
}

/** Result of detachManagedUser. */
export interface DetachManagedUserPayload {
  /** Id of the detached user. */
  detachedUserId: string;
}

/** Result of disableTwoFactor. */
export interface DisableTwoFactorPayload {
  /** The new state: off. */
  twoFactor: TwoFactor;
}

/** Result of disconnectAccount. */
export interface DisconnectAccountPayload {
  /** Id of the disconnected account. */
  disconnectedAccountId: string;
  /** The target that it was: `<platform>-<account id>`. */
  platformId: string;
}

/** Result of duplicatePost. */
export interface DuplicatePostPayload {
  /** The group. Null only when replayed is true and the group has been removed since. */
  postGroup: PostGroup | null;
  /** The group’s id, also when it has been removed since. */
  postGroupId: string;
  /** The idempotency key had created this group before; nothing was created now. */
  replayed: boolean;
}

/** Result of endOtherSessions. */
export interface EndOtherSessionsPayload {
  /** Number of sessions that were ended. */
  ended: number;
}

/** Result of endSession. */
export interface EndSessionPayload {
  /** Id of the ended session. */
  endedSessionId: string;
}

/** A reply to a post, as the platform has it now. */
export interface Reply {
  /** When it was published. */
  createdAt: string;
  /** Whether it is hidden. Replies to a hidden reply are hidden with it. */
  hidden: boolean;
  /** `<platform>:<postedId>`: unique over all platforms. */
  id: string;
  /** What it replies to: the platform’s id of the post or of another reply. */
  parentId: string;
  /** Its address; null if the platform provides none. */
  permalink: string | null;
  /** The platform’s id of it: the replyId of hideReply and unhideReply. */
  postedId: string;
  /** Its text; empty if it has media only. */
  text: string;
  /** Who wrote it, without a leading @; null if the platform does not say. */
  username: string | null;
}

/** Result of hideReply. */
export interface HideReplyPayload {
  /** The reply, which is hidden now. Fields other than `id`, `postedId` and `hidden` are read from the platform after that: null only with FETCH_REPLIES_FAILED. */
  reply: Reply | null;
}

/** Result of redeliverSkippedWebhookDeliveries. */
export interface RedeliverSkippedWebhookDeliveriesPayload {
  /** Number of deliveries that are now due. */
  count: number;
  /** Whether there may be more: call again with the same `since`. */
  hasMore: boolean;
}

/** One attempt of a delivery, once it has ended. */
export interface WebhookAttempt {
  /** Response time of the receiver, in milliseconds. */
  durationMs: number;
  /** Why it failed; null if it succeeded. */
  error: string | null;
  /** From 1. */
  number: number;
  /** Start of the response body; null if there was no response. */
  responseExcerpt: string | null;
  /** When it was sent. */
  startedAt: string;
  /** HTTP status of the response; null if there was none. */
  status: number | null;
}

/** One event for one webhook. Kept for 30 days. */
export interface WebhookDelivery {
  /** In order. */
  attempts: WebhookAttempt[];
  /** The body, exactly as signed and sent. */
  body: string;
  /** When the event happened. */
  createdAt: string;
  /** When it ended; null if it has not. */
  endedAt: string | null;
  /** `X-Service-Event`. */
  event: WebhookEventName;
  /** `X-Service-Delivery` and `webhook-id`: the same for every attempt. */
  id: string;
  /** Whether it was created by sendTestWebhook. */
  isTest: boolean;
  /** When the next attempt is due; null once it has ended. */
  nextAttemptAt: string | null;
  /** Progress of the delivery. */
  status: WebhookDeliveryStatus;
  /** The webhook; null only if it is deleted between reading the delivery and reading the webhook. */
  webhook: {
    /** 24 hexadecimal characters. */
    id: string;
  } | null;
  /** The webhook. */
  webhookId: string;
}

/** Result of redeliverWebhookDelivery. */
export interface RedeliverWebhookDeliveryPayload {
  /** The delivery, now due. */
  delivery: WebhookDelivery;
}

/** Result of regenerateRecoveryCodes. */
export interface RegenerateRecoveryCodesPayload {
  /** Ten recovery codes, shown only once. The previous ones no longer work. */
  recoveryCodes: string[];
}

/** Result of regenerateWebhookSecret. */
export interface RegenerateWebhookSecretPayload {
  /** The secret that its deliveries are signed with from now on. It is shown only once. */
  secret: string;
}

/** Result of removeComment. */
export interface RemoveCommentPayload {
  /** The comment id as given. */
  removedCommentId: string;
}

/** Result of removeReaction. */
export interface RemoveReactionPayload {
  /** Set if postedId was an activity, which was translated to a post. */
  urnTranslated: UrnTranslation | null;
}

/** Result of renameApiKey. */
export interface RenameApiKeyPayload {
  /** The key. */
  apiKey: ApiKey;
}

/** Result of requestAccountExport. */
export interface RequestAccountExportPayload {
  /** The export. */
  accountExport: AccountExport;
}

/** Result of requestAccountRemoval. */
export interface RequestAccountRemovalPayload {
  /** The user, with the time of the removal. */
  viewer: Viewer;
}

/** Result of requestPasswordReset: the same for every address. */
export interface RequestPasswordResetPayload {
  /** Always true: an e-mail is sent if there is an account. */
  accepted: boolean;
}

/** Result of resendConfirmation: the same for every address. */
export interface ResendConfirmationPayload {
  /** Always true: an e-mail is sent if there is something to confirm. */
  accepted: boolean;
}

/** Result of resetPassword. */
export interface ResetPasswordPayload {
  /** Always true: the password is set. No session is started. */
  changed: boolean;
}

/** Result of retryPlatformPost. */
export interface RetryPlatformPostPayload {
  /** The post, queued again with five new attempts. */
  platformPost: PlatformPost;
}

/** Result of revokeApiKey. */
export interface RevokeApiKeyPayload {
  /** Id of the revoked key. */
  revokedApiKeyId: string;
}

/** Result of revokeApplication. */
export interface RevokeApplicationPayload {
  /** Id of the revoked application. */
  revokedApplicationId: string;
}

/** What was revoked. */
export interface RevokeCalendarFeedPayload {
  /** False: there was no feed. */
  revoked: boolean;
}

/** Result of sendTestWebhook. */
export interface SendTestWebhookPayload {
  /** The delivery, now due. */
  delivery: WebhookDelivery;
}

/** Result of signIn. The response sets the session cookie. */
export interface SignInPayload {
  /** Whether the page that signed in will stay signed in: the browser sends the session’s cookie with its next requests. False for a page of another site, unless the operator allows it (CORS_ORIGINS and SESSION_COOKIE_SAME_SITE=none); a browser may still be set to refuse cookies of other sites. */
  cookieKept: boolean;
  /** When the session ends. */
  expiresAt: string;
  /** The signed-in user; null only with an error. The next mutations of the same operation are done as this user, too. */
  viewer: Viewer | null;
}

/** Result of signOut. The response clears the cookie. */
export interface SignOutPayload {
  /** Whether a session was ended. */
  ended: boolean;
}

/** Result of signUp: the same whether or not the address already has an account. */
export interface SignUpPayload {
  /** Whether the account is created only when the link in the e-mail is opened, within 24 hours. If false, it exists already: sign in. This depends on the service’s configuration, never on the address. */
  confirmationRequired: boolean;
}

/** Result of unhideReply. */
export interface UnhideReplyPayload {
  /** The reply, which is shown again. Fields other than `id`, `postedId` and `hidden` are read from the platform after that: null only with FETCH_REPLIES_FAILED. */
  reply: Reply | null;
}

/** Result of unpublishPost. */
export interface UnpublishPostPayload {
  /** The parts of its thread after it, which are DELETED too, in their order; empty if it is no thread. */
  laterParts: PlatformPost[];
  /** The platform post, which is DELETED now. */
  platformPost: PlatformPost;
}

/** Result of updateWebhook. */
export interface UpdateWebhookPayload {
  /** The updated webhook. */
  webhook: Webhook;
}

/** A change of a delivery: it was created, or an attempt has ended. */
export interface WebhookDeliveryEvent {
  /** The cursor of this change. Pass it as `after` to `webhookActivity` to continue after it. Opaque. */
  cursor: string;
  /** As it is when the event is sent, so that a normalised cache follows. */
  delivery: WebhookDelivery;
}

export type CreatePostData = {
  /** Creates a group and one platform post per target: a draft, or scheduled when it has a time; with its files in the same transaction. Errors: CONTENT_REQUIRED, TEXT_NOT_PUBLISHABLE, CONTENT_TOO_LONG, PLATFORMS_EMPTY, PLATFORMS_TOO_MANY, PLATFORM_ID_INVALID, CONNECTIONS_NOT_FOUND, CONNECTION_NOT_FOUND, PLATFORM_SETTINGS_TOO_LONG, OVERRIDE_TARGET_INVALID, OVERRIDE_NOT_A_TARGET, OVERRIDE_DUPLICATE, OVERRIDES_TOO_LONG, ID_INVALID, MEDIA_TOO_MANY, MEDIA_SOURCE_INVALID, URL_INVALID, MEDIA_URL_INVALID, MEDIA_NOT_FOUND, MEDIA_IN_USE, ALT_TEXTS_TOO_LONG, STORAGE_LIMIT_REACHED, IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_KEY_REUSED, EMAIL_NOT_CONFIRMED, VALIDATION_FAILED, CONNECTIONS_OVER_LIMIT, PLATFORM_NOT_AVAILABLE, SCHEDULE_HORIZON_REACHED, POST_LIMIT_REACHED, SCHEDULED_POST_LIMIT_REACHED, DRAFT_LIMIT_REACHED. */
  createPost: {
    /** The idempotency key had created this group before; nothing was created now. */
    replayed: boolean;
    /** The group. Null only when replayed is true and the group has been removed since. */
    postGroup: PostGroup | null;
  } | null;
};

export type CreatePostVariables = {
  input: CreatePostInput;
};

export const CreatePost = 'mutation CreatePost($input:CreatePostInput!){createPost(input:$input){replayed postGroup{id content status processingStatus scheduledTime publishedAt createdAt updatedAt allowedActions posts{id platformId platform partIndex status url postedId dueAt publishedAt deletedAt attemptCount allowedActions error{code message advice fault retryable failedAt platformError platformStatusCode}}}}}' as TypedDocument<CreatePostData, CreatePostVariables>;

export type UpdatePostData = {
  /** Edits a group whose publishing has not begun, schedules it, moves it to another time, or takes it back to draft: all that is given, or nothing. Posts that are scheduled go out as they are after the change. Errors: ID_INVALID, UPDATE_EMPTY, POST_GROUP_NOT_FOUND, POST_GROUP_NOT_UPDATABLE, POST_GROUP_CHANGED, CONTENT_REQUIRED, TEXT_NOT_PUBLISHABLE, CONTENT_TOO_LONG, PLATFORMS_EMPTY, PLATFORMS_TOO_MANY, PLATFORM_ID_INVALID, CONNECTIONS_NOT_FOUND, CONNECTION_NOT_FOUND, PLATFORM_SETTINGS_TOO_LONG, OVERRIDE_TARGET_INVALID, OVERRIDE_NOT_A_TARGET, OVERRIDE_DUPLICATE, OVERRIDES_TOO_LONG, MEDIA_TOO_MANY, MEDIA_SOURCE_INVALID, URL_INVALID, MEDIA_URL_INVALID, MEDIA_NOT_FOUND, MEDIA_IN_USE, ALT_TEXTS_TOO_LONG, STORAGE_LIMIT_REACHED, VIDEO_TIMESTAMP_INVALID, DRAFT_LIMIT_REACHED, EMAIL_NOT_CONFIRMED, VALIDATION_FAILED, CONNECTIONS_OVER_LIMIT, PLATFORM_NOT_AVAILABLE, SCHEDULE_HORIZON_REACHED, POST_LIMIT_REACHED, SCHEDULED_POST_LIMIT_REACHED. */
  updatePost: {
    /** The group after the change. */
    postGroup: PostGroup;
  } | null;
};

export type UpdatePostVariables = {
  input: UpdatePostInput;
};

export const UpdatePost = 'mutation UpdatePost($input:UpdatePostInput!){updatePost(input:$input){postGroup{id content status processingStatus scheduledTime publishedAt createdAt updatedAt allowedActions posts{id platformId platform partIndex status url postedId dueAt publishedAt deletedAt attemptCount allowedActions error{code message advice fault retryable failedAt platformError platformStatusCode}}}}}' as TypedDocument<UpdatePostData, UpdatePostVariables>;

export type RetryPostGroupData = {
  /** Publishes all failed platform posts of a group again, immediately, with a result for each. Threads continue from their first failed part. Errors: ID_INVALID, POST_GROUP_NOT_FOUND, POST_GROUP_NOT_RETRYABLE, EMAIL_NOT_CONFIRMED. */
  retryPostGroup: {
    /** The group. */
    postGroup: PostGroup;
  } | null;
};

export type RetryPostGroupVariables = {
  input: RetryPostGroupInput;
};

export const RetryPostGroup = 'mutation RetryPostGroup($input:RetryPostGroupInput!){retryPostGroup(input:$input){postGroup{id content status processingStatus scheduledTime publishedAt createdAt updatedAt allowedActions posts{id platformId platform partIndex status url postedId dueAt publishedAt deletedAt attemptCount allowedActions error{code message advice fault retryable failedAt platformError platformStatusCode}}}}}' as TypedDocument<RetryPostGroupData, RetryPostGroupVariables>;

export type DeletePostData = {
  /** Removes a group in any status, with its log. Posts that are live on a platform stay there. Errors: ID_INVALID, POST_GROUP_NOT_FOUND. */
  deletePost: {
    /** Id of the deleted group. */
    deletedPostGroupId: string;
  } | null;
};

export type DeletePostVariables = {
  input: DeletePostInput;
};

export const DeletePost = 'mutation DeletePost($input:DeletePostInput!){deletePost(input:$input){deletedPostGroupId}}' as TypedDocument<DeletePostData, DeletePostVariables>;

export type GetPostGroupData = {
  /** Your group with this id; null if you have none. A malformed id is ID_INVALID. */
  postGroup: PostGroup | null;
};

export type GetPostGroupVariables = {
  id: string;
};

export const GetPostGroup = 'query GetPostGroup($id:ID!){postGroup(id:$id){id content status processingStatus scheduledTime publishedAt createdAt updatedAt allowedActions posts{id platformId platform partIndex status url postedId dueAt publishedAt deletedAt attemptCount allowedActions error{code message advice fault retryable failedAt platformError platformStatusCode}}}}' as TypedDocument<GetPostGroupData, GetPostGroupVariables>;

export type ListPostGroupsData = {
  /** Your groups, newest first unless sorted otherwise. Pages by cursor, or by number with offset. Errors: PAGE_INVALID, with the reason. */
  postGroups: {
    /** The groups of this page in the requested order, at most 100. */
    edges: ({
      /** The group at this position. */
      node: PostGroup;
    })[];
    /** The cursors of this page, and whether further pages exist. */
    pageInfo: {
      /** Cursor of the last entry; null on an empty page. */
      endCursor: string | null;
      /** Whether the list has more entries after this page. */
      hasNextPage: boolean;
    };
  } | null;
};

export type ListPostGroupsVariables = {
  first: number;
  after?: string | null | undefined;
  filter?: PostGroupFilter | null | undefined;
  sort?: PostGroupSort | null | undefined;
};

export const ListPostGroups = 'query ListPostGroups($first:Int!$after:String$filter:PostGroupFilter$sort:PostGroupSort){postGroups(first:$first after:$after filter:$filter sort:$sort){edges{node{id content status processingStatus scheduledTime publishedAt createdAt updatedAt allowedActions posts{id platformId platform partIndex status url postedId dueAt publishedAt deletedAt attemptCount allowedActions error{code message advice fault retryable failedAt platformError platformStatusCode}}}}pageInfo{endCursor hasNextPage}}}' as TypedDocument<ListPostGroupsData, ListPostGroupsVariables>;

export type ValidatePostData = {
  /** Validates a post without publishing it. createPost and updatePost run the same validation when they schedule. */
  validatePost: ValidationReport | null;
};

export type ValidatePostVariables = {
  input: ValidatePostInput;
};

export const ValidatePost = 'query ValidatePost($input:ValidatePostInput!){validatePost(input:$input){valid errors{platform platformIds severity code field message suggestions constraint currentValue minValue maxValue}warnings{platform platformIds severity code field message suggestions constraint currentValue minValue maxValue}}}' as TypedDocument<ValidatePostData, ValidatePostVariables>;

export type CreateUploadData = {
  /** Creates a URL to upload a file to, of a group or for a later one. Errors: ID_INVALID, POST_GROUP_NOT_FOUND, MEDIA_NOT_ATTACHABLE, CONTENT_TYPE_INVALID, PLATFORM_NOT_AVAILABLE, STORAGE_LIMIT_REACHED. */
  createUpload: {
    /** Upload the file to this URL within an hour: HTTP PUT, with the same Content-Type. Keep it secret until then. */
    uploadUrl: string;
    /** The file, not uploaded yet. */
    media: {
      /** 24 hexadecimal characters. */
      id: string;
      /** File name, without characters that are not allowed in URLs. */
      name: string;
    };
  } | null;
};

export type CreateUploadVariables = {
  input: CreateUploadInput;
};

export const CreateUpload = 'mutation CreateUpload($input:CreateUploadInput!){createUpload(input:$input){uploadUrl media{id name}}}' as TypedDocument<CreateUploadData, CreateUploadVariables>;

export type CompleteUploadData = {
  /** Inspects an uploaded file immediately instead of waiting for the queue. A file that has not been uploaded stays PENDING_UPLOAD; one that cannot be published, or exceeds the storage limit, becomes INVALID and is deleted. Errors: ID_INVALID, MEDIA_NOT_FOUND. */
  completeUpload: {
    /** The inspected file. */
    media: Media;
  } | null;
};

export type CompleteUploadVariables = {
  input: CompleteUploadInput;
};

export const CompleteUpload = 'mutation CompleteUpload($input:CompleteUploadInput!){completeUpload(input:$input){media{id name type mimeType correction status problem altText url addedAt}}}' as TypedDocument<CompleteUploadData, CompleteUploadVariables>;

export type ListMediaData = {
  /** Your group with this id; null if you have none. A malformed id is ID_INVALID. */
  postGroup: {
    /** Your files of the group, in the order of publishing; null only with an error: PAGE_INVALID. */
    media: {
      /** The entries of this page in the order of the list, at most 100. */
      edges: ({
        /** The entry at this position. */
        node: Media;
      })[];
    } | null;
  } | null;
};

export type ListMediaVariables = {
  postGroupId: string;
};

export const ListMedia = 'query ListMedia($postGroupId:ID!){postGroup(id:$postGroupId){media(first:100){edges{node{id name type mimeType correction status problem altText url addedAt}}}}}' as TypedDocument<ListMediaData, ListMediaVariables>;

export type DeleteMediaData = {
  /** Removes a file from a group whose publishing has not started. Errors: ID_INVALID, MEDIA_NOT_FOUND, MEDIA_NOT_DELETABLE. */
  deleteMedia: {
    /** Id of the removed file. */
    deletedMediaId: string;
  } | null;
};

export type DeleteMediaVariables = {
  input: DeleteMediaInput;
};

export const DeleteMedia = 'mutation DeleteMedia($input:DeleteMediaInput!){deleteMedia(input:$input){deletedMediaId}}' as TypedDocument<DeleteMediaData, DeleteMediaVariables>;

export type ListConnectedAccountsData = {
  /** Connected accounts, oldest first: the targets of posts. */
  connectedAccounts: {
    /** The entries of this page in the order of the list, at most 100. */
    edges: ({
      /** The entry at this position. */
      node: ConnectedAccount;
    })[];
    /** The cursors of this page, and whether further pages exist. */
    pageInfo: {
      /** Cursor of the last entry; null on an empty page. */
      endCursor: string | null;
      /** Whether the list has more entries after this page. */
      hasNextPage: boolean;
    };
  } | null;
};

export type ListConnectedAccountsVariables = {
  first: number;
  after?: string | null | undefined;
  filter?: ConnectedAccountFilter | null | undefined;
};

export const ListConnectedAccounts = 'query ListConnectedAccounts($first:Int!$after:String$filter:ConnectedAccountFilter){connectedAccounts(first:$first after:$after filter:$filter){edges{node{id platformId platform accountId username displayName profileUrl tokenStatus accessTokenExpiresAt revokedAt lastPublishedAt}}pageInfo{endCursor hasNextPage}}}' as TypedDocument<ListConnectedAccountsData, ListConnectedAccountsVariables>;

export type AccountExportsData = {
  /** Exports of the account that is signed in, newest first; they are deleted after seven days. Dashboard sessions only: SESSION_REQUIRED. */
  accountExports: AccountExportConnection | null;
};

export type AccountExportsVariables = {
  after?: string | null | undefined;
  first?: number | null | undefined;
};

export const AccountExports = 'query AccountExports($after:String$first:Int){accountExports(after:$after first:$first){edges{cursor node{endedAt expiresAt id requestedAt size status url}}pageInfo{endCursor hasNextPage hasPreviousPage startCursor}}}' as TypedDocument<AccountExportsData, AccountExportsVariables>;

export type ApiKeysData = {
  /** Your active keys, at most 10, oldest first. Dashboard sessions only: SESSION_REQUIRED. */
  apiKeys: ApiKeyConnection | null;
};

export type ApiKeysVariables = {
  after?: string | null | undefined;
  first?: number | null | undefined;
};

export const ApiKeys = 'query ApiKeys($after:String$first:Int){apiKeys(after:$after first:$first){edges{cursor node{createdAt id lastUsedAt name prefix scopes}}pageInfo{endCursor hasNextPage hasPreviousPage startCursor}}}' as TypedDocument<ApiKeysData, ApiKeysVariables>;

export type BannerData = {
  /** What the operator of the service says to all users of the dashboard; null: nothing. */
  banner: Banner | null;
};

export type BannerVariables = {

};

export const Banner = 'query Banner{banner{level text until}}' as TypedDocument<BannerData, BannerVariables>;

export type CalendarFeedData = {
  /** Your calendar feed, without its address; null: you have none. Dashboard sessions only: SESSION_REQUIRED. */
  calendarFeed: CalendarFeed | null;
};

export type CalendarFeedVariables = {

};

export const CalendarFeed = 'query CalendarFeed{calendarFeed{createdAt lastReadAt}}' as TypedDocument<CalendarFeedData, CalendarFeedVariables>;

export type ConnectablePlatformsData = {
  /** How accounts of each platform are connected: with credential fields, or a login. Requires no authentication. */
  connectablePlatforms: ConnectablePlatform[] | null;
};

export type ConnectablePlatformsVariables = {

};

export const ConnectablePlatforms = 'query ConnectablePlatforms{connectablePlatforms{fields{hint label name optional secret}login{configured fields{hint label name optional secret}}platform}}' as TypedDocument<ConnectablePlatformsData, ConnectablePlatformsVariables>;

export type ConnectedAccountData = {
  /** Your connected account with this id; null if you have none. */
  connectedAccount: ConnectedAccount | null;
};

export type ConnectedAccountVariables = {
  platformId: string;
};

export const ConnectedAccount = 'query ConnectedAccount($platformId:String!){connectedAccount(platformId:$platformId){id platformId platform accountId username displayName profileUrl tokenStatus accessTokenExpiresAt revokedAt lastPublishedAt}}' as TypedDocument<ConnectedAccountData, ConnectedAccountVariables>;

export type ConnectedAccountsData = {
  /** Connected accounts, oldest first: the targets of posts. */
  connectedAccounts: ConnectedAccountConnection | null;
};

export type ConnectedAccountsVariables = {
  after?: string | null | undefined;
  filter?: ConnectedAccountFilter | null | undefined;
  first?: number | null | undefined;
};

export const ConnectedAccounts = 'query ConnectedAccounts($after:String$filter:ConnectedAccountFilter$first:Int){connectedAccounts(after:$after filter:$filter first:$first){edges{cursor node{id platformId platform accountId username displayName profileUrl tokenStatus accessTokenExpiresAt revokedAt lastPublishedAt}}pageInfo{endCursor hasNextPage hasPreviousPage startCursor}}}' as TypedDocument<ConnectedAccountsData, ConnectedAccountsVariables>;

export type ConnectedApplicationsData = {
  /** Applications that may act for your account over MCP, oldest first; at most 50: beyond that, the one that was unused for the longest time ends. Dashboard sessions only: SESSION_REQUIRED. */
  connectedApplications: ConnectedApplicationConnection | null;
};

export type ConnectedApplicationsVariables = {
  after?: string | null | undefined;
  first?: number | null | undefined;
};

export const ConnectedApplications = 'query ConnectedApplications($after:String$first:Int){connectedApplications(after:$after first:$first){edges{cursor node{createdAt host id lastUsedAt name scopes}}pageInfo{endCursor hasNextPage hasPreviousPage startCursor}}}' as TypedDocument<ConnectedApplicationsData, ConnectedApplicationsVariables>;

export type ErrorCodesData = {
  /** Lists every error code of GraphQL, with its message and details. Requires no authentication. */
  errorCodes: ErrorCodeInfo[] | null;
};

export type ErrorCodesVariables = {

};

export const ErrorCodes = 'query ErrorCodes{errorCodes{advice code details{description name}documentation fault message retryable status}}' as TypedDocument<ErrorCodesData, ErrorCodesVariables>;

export type LinkPreviewData = {
  /** Reads a web page as for a link card. Null if it cannot be read within 15 seconds, has no title, or too many pages are being read. */
  linkPreview: LinkPreview | null;
};

export type LinkPreviewVariables = {
  url: string;
};

export const LinkPreview = 'query LinkPreview($url:URL!){linkPreview(url:$url){description picture title url}}' as TypedDocument<LinkPreviewData, LinkPreviewVariables>;

export type ManagedUsersData = {
  /** Users of your workspace, oldest first. WORKSPACE_ACCESS_DISABLED, FILTER_INVALID. */
  managedUsers: ManagedUserConnection | null;
};

export type ManagedUsersVariables = {
  after?: string | null | undefined;
  filter?: ManagedUserFilter | null | undefined;
  first?: number | null | undefined;
};

export const ManagedUsers = 'query ManagedUsers($after:String$filter:ManagedUserFilter$first:Int){managedUsers(after:$after filter:$filter first:$first){edges{cursor node{connectionPage{expiresAt url}createdAt displayName email id}}pageInfo{endCursor hasNextPage hasPreviousPage startCursor}}}' as TypedDocument<ManagedUsersData, ManagedUsersVariables>;

export type NodeData = {
  /** Your object with this id; null if you have none. API keys, connected applications, sessions, audit events and exports require a session, managed users require workspace access. Errors: ID_INVALID. */
  node: { __typename: string; id: string } | null;
};

export type NodeVariables = {
  id: string;
};

export const Node = 'query Node($id:ID!){node(id:$id){__typename id}}' as TypedDocument<NodeData, NodeVariables>;

export type NodesData = {
  /** Your objects with these ids, in the same order; null for each that you do not have. Errors: ID_INVALID. */
  nodes: ({ __typename: string; id: string } | null)[] | null;
};

export type NodesVariables = {
  ids: readonly string[];
};

export const Nodes = 'query Nodes($ids:[ID!]!){nodes(ids:$ids){__typename id}}' as TypedDocument<NodesData, NodesVariables>;

export type OperationErrorsData = {
  /** Lists the error codes of each mutation, as its description does, or those of one. Requires no authentication. */
  operationErrors: OperationErrors[] | null;
};

export type OperationErrorsVariables = {
  operation?: string | null | undefined;
};

export const OperationErrors = 'query OperationErrors($operation:String){operationErrors(operation:$operation){codes operation}}' as TypedDocument<OperationErrorsData, OperationErrorsVariables>;

export type PostGroupData = {
  /** Your group with this id; null if you have none. A malformed id is ID_INVALID. */
  postGroup: PostGroup | null;
};

export type PostGroupVariables = {
  id: string;
};

export const PostGroup = 'query PostGroup($id:ID!){postGroup(id:$id){id content status processingStatus scheduledTime publishedAt createdAt updatedAt allowedActions posts{id platformId platform partIndex status url postedId dueAt publishedAt deletedAt attemptCount allowedActions error{code message advice fault retryable failedAt platformError platformStatusCode}}}}' as TypedDocument<PostGroupData, PostGroupVariables>;

export type PostGroupCountsData = {
  /** How many of your groups have each status: every status once, also with 0 groups. */
  postGroupCounts: PostGroupStatusCount[] | null;
};

export type PostGroupCountsVariables = {
  filter?: PostGroupFilter | null | undefined;
};

export const PostGroupCounts = 'query PostGroupCounts($filter:PostGroupFilter){postGroupCounts(filter:$filter){count status}}' as TypedDocument<PostGroupCountsData, PostGroupCountsVariables>;

export type PostGroupsData = {
  /** Your groups, newest first unless sorted otherwise. Pages by cursor, or by number with offset. Errors: PAGE_INVALID, with the reason. */
  postGroups: PostGroupConnection | null;
};

export type PostGroupsVariables = {
  after?: string | null | undefined;
  before?: string | null | undefined;
  filter?: PostGroupFilter | null | undefined;
  first?: number | null | undefined;
  last?: number | null | undefined;
  offset?: number | null | undefined;
  sort?: PostGroupSort | null | undefined;
};

export const PostGroups = 'query PostGroups($after:String$before:String$filter:PostGroupFilter$first:Int$last:Int$offset:Int$sort:PostGroupSort){postGroups(after:$after before:$before filter:$filter first:$first last:$last offset:$offset sort:$sort){edges{cursor node{id content status processingStatus scheduledTime publishedAt createdAt updatedAt allowedActions posts{id platformId platform partIndex status url postedId dueAt publishedAt deletedAt attemptCount allowedActions error{code message advice fault retryable failedAt platformError platformStatusCode}}}}pageInfo{endCursor hasNextPage hasPreviousPage startCursor}}}' as TypedDocument<PostGroupsData, PostGroupsVariables>;

export type PostOutcomesData = {
  /** How many of your posts were published and failed, by the present time of their group: for charts by day, in any time zone. A group that is a draft again counts once it is scheduled. Errors: FILTER_INVALID. */
  postOutcomes: PostOutcomes | null;
};

export type PostOutcomesVariables = {
  bounds: readonly (string | Date)[];
};

export const PostOutcomes = 'query PostOutcomes($bounds:[DateTime!]!){postOutcomes(bounds:$bounds){intervals{failed from published}platforms{failed platformKey published}}}' as TypedDocument<PostOutcomesData, PostOutcomesVariables>;

export type PreviewPostData = {
  /** Previews how content will be split, numbered and counted on each platform. */
  previewPost: PlatformPreview[] | null;
};

export type PreviewPostVariables = {
  input: ValidatePostInput;
};

export const PreviewPost = 'query PreviewPost($input:ValidatePostInput!){previewPost(input:$input){cardUrl files{altText height mediaId type width}parts{entities{end kind shownAs start}exceedsLimit hasMedia length limit text}platform platformIds textFollowsFiles title}}' as TypedDocument<PreviewPostData, PreviewPostVariables>;

export type SessionsData = {
  /** Your active sessions, most recently used first; at most 50: beyond that, the oldest ends. Dashboard sessions only: SESSION_REQUIRED. */
  sessions: SessionConnection | null;
};

export type SessionsVariables = {
  after?: string | null | undefined;
  first?: number | null | undefined;
};

export const Sessions = 'query Sessions($after:String$first:Int){sessions(after:$after first:$first){edges{cursor node{address createdAt current expiresAt id lastUsedAt userAgent}}pageInfo{endCursor hasNextPage hasPreviousPage startCursor}}}' as TypedDocument<SessionsData, SessionsVariables>;

export type TwoFactorData = {
  /** Two-factor authentication of your account. Dashboard sessions only: SESSION_REQUIRED. */
  twoFactor: TwoFactor | null;
};

export type TwoFactorVariables = {

};

export const TwoFactor = 'query TwoFactor{twoFactor{enabledAt recoveryCodesLeft}}' as TypedDocument<TwoFactorData, TwoFactorVariables>;

export type UsageData = {
  /** How much of the plan is used in a month. For a managed user, the plan of its workspace owner. */
  usage: PlanUsage | null;
};

export type UsageVariables = {
  at?: string | Date | null | undefined;
};

export const Usage = 'query Usage($at:DateTime){usage(at:$at){connectedAccounts latestScheduleAt periodEndsAt periodStartsAt plan{apiAccess key maxConnectedAccounts maxDrafts maxFiles maxStorageBytes mcpAccess name platforms postsPerMonth{limit per}price scheduleHorizonDays scheduledPosts{limit per}}postsPerMonth{limit per remaining used}scheduledPosts{limit per remaining used}storage{limitBytes limitFiles usedBytes usedFiles}}}' as TypedDocument<UsageData, UsageVariables>;

export type ViewerData = {
  /** The authenticated user. */
  viewer: Viewer | null;
};

export type ViewerVariables = {

};

export const Viewer = 'query Viewer{viewer{displayName email emailConfirmed id managed operatorSession{expiresAt mayWrite}plan{apiAccess key maxConnectedAccounts maxDrafts maxFiles maxStorageBytes mcpAccess name platforms postsPerMonth{limit per}price scheduleHorizonDays scheduledPosts{limit per}}removalAt timeZone}}' as TypedDocument<ViewerData, ViewerVariables>;

export type WebhookData = {
  /** Your webhook with this id; null if you have none. A malformed id is ID_INVALID. */
  webhook: Webhook | null;
};

export type WebhookVariables = {
  id: string;
};

export const Webhook = 'query Webhook($id:ID!){webhook(id:$id){createdAt events failureCount id isActive lastTriggeredAt name updatedAt url}}' as TypedDocument<WebhookData, WebhookVariables>;

export type WebhooksData = {
  /** Your webhooks, at most 10, newest first. */
  webhooks: WebhookConnection | null;
};

export type WebhooksVariables = {
  after?: string | null | undefined;
  first?: number | null | undefined;
};

export const Webhooks = 'query Webhooks($after:String$first:Int){webhooks(after:$after first:$first){edges{cursor node{createdAt events failureCount id isActive lastTriggeredAt name updatedAt url}}pageInfo{endCursor hasNextPage hasPreviousPage startCursor}}}' as TypedDocument<WebhooksData, WebhooksVariables>;

export type AddCommentData = {
  /** Comments on a post, or replies to a comment. Errors: NETWORK_CONNECTION_NOT_FOUND, NETWORK_PLATFORM_ID_INVALID, POSTED_ID_INVALID, COMMENT_EMPTY, COMMENT_TOO_LONG, TEXT_NOT_PUBLISHABLE, PARENT_COMMENT_INVALID, ADD_COMMENT_FAILED. */
  addComment: AddCommentPayload | null;
};

export type AddCommentVariables = {
  input: AddCommentInput;
};

export const AddComment = 'mutation AddComment($input:AddCommentInput!){addComment(input:$input){comment{commentId commentUrn fields id message}}}' as TypedDocument<AddCommentData, AddCommentVariables>;

export type AddReactionData = {
  /** Reacts to a post. Errors: NETWORK_CONNECTION_NOT_FOUND, NETWORK_PLATFORM_ID_INVALID, POSTED_ID_INVALID, REACT_FAILED. */
  addReaction: AddReactionPayload | null;
};

export type AddReactionVariables = {
  input: AddReactionInput;
};

export const AddReaction = 'mutation AddReaction($input:AddReactionInput!){addReaction(input:$input){reaction urnTranslated{from to}}}' as TypedDocument<AddReactionData, AddReactionVariables>;

export type BeginTwoFactorData = {
  /** Generates a secret for your authenticator app, replacing an unconfirmed one; confirmTwoFactor then turns it on. Dashboard sessions only. Errors: SESSION_REQUIRED, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, SECOND_FACTOR_ON. */
  beginTwoFactor: BeginTwoFactorPayload | null;
};

export type BeginTwoFactorVariables = {
  input: BeginTwoFactorInput;
};

export const BeginTwoFactor = 'mutation BeginTwoFactor($input:BeginTwoFactorInput!){beginTwoFactor(input:$input){expiresAt secret uri}}' as TypedDocument<BeginTwoFactorData, BeginTwoFactorVariables>;

export type CancelAccountRemovalData = {
  /** Keeps the account whose removal is pending; you are notified by e-mail. Nothing happens if none is. Dashboard sessions only. Errors: SESSION_REQUIRED. */
  cancelAccountRemoval: CancelAccountRemovalPayload | null;
};

export type CancelAccountRemovalVariables = {

};

export const CancelAccountRemoval = 'mutation CancelAccountRemoval{cancelAccountRemoval{viewer{displayName email emailConfirmed id managed operatorSession{expiresAt mayWrite}plan{apiAccess key maxConnectedAccounts maxDrafts maxFiles maxStorageBytes mcpAccess name platforms postsPerMonth{limit per}price scheduleHorizonDays scheduledPosts{limit per}}removalAt timeZone}}}' as TypedDocument<CancelAccountRemovalData, CancelAccountRemovalVariables>;

export type ChangeDisplayNameData = {
  /** Changes the name shown to people: your own, or that of the managed user you act for. Dashboard sessions only. Errors: SESSION_REQUIRED, DISPLAY_NAME_INVALID, TEXT_NOT_PUBLISHABLE. */
  changeDisplayName: ChangeDisplayNamePayload | null;
};

export type ChangeDisplayNameVariables = {
  input: ChangeDisplayNameInput;
};

export const ChangeDisplayName = 'mutation ChangeDisplayName($input:ChangeDisplayNameInput!){changeDisplayName(input:$input){viewer{displayName email emailConfirmed id managed operatorSession{expiresAt mayWrite}plan{apiAccess key maxConnectedAccounts maxDrafts maxFiles maxStorageBytes mcpAccess name platforms postsPerMonth{limit per}price scheduleHorizonDays scheduledPosts{limit per}}removalAt timeZone}}}' as TypedDocument<ChangeDisplayNameData, ChangeDisplayNameVariables>;

export type ChangeEmailData = {
  /** Sends a confirmation link to a new address; the change takes effect once it is opened. At most 3 per hour. The old address is notified immediately. Changing the password, or ending another session, invalidates the link. The errors of the second factor only if two-factor authentication is on. Dashboard sessions only. Errors: SESSION_REQUIRED, COOKIES_UNAVAILABLE, EMAIL_INVALID, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, ACCOUNT_MAIL_THROTTLED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED, DIRECTORY_UNAVAILABLE. */
  changeEmail: ChangeEmailPayload | null;
};

export type ChangeEmailVariables = {
  input: ChangeEmailInput;
};

export const ChangeEmail = 'mutation ChangeEmail($input:ChangeEmailInput!){changeEmail(input:$input){accepted}}' as TypedDocument<ChangeEmailData, ChangeEmailVariables>;

export type ChangePasswordData = {
  /** Changes your password. Your other sessions end; this one continues with a new cookie. At most 10 wrong passwords in 15 minutes. The errors of the second factor only if two-factor authentication is on. Dashboard sessions only. Errors: SESSION_REQUIRED, COOKIES_UNAVAILABLE, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, PASSWORD_INVALID, PASSWORD_WEAK, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED. */
  changePassword: ChangePasswordPayload | null;
};

export type ChangePasswordVariables = {
  input: ChangePasswordInput;
};

export const ChangePassword = 'mutation ChangePassword($input:ChangePasswordInput!){changePassword(input:$input){expiresAt}}' as TypedDocument<ChangePasswordData, ChangePasswordVariables>;

export type ChangeTimeZoneData = {
  /** Changes the time zone in which times are read and entered: your own, or that of the managed user you act for. Dashboard sessions only. Errors: SESSION_REQUIRED, TIME_ZONE_INVALID. */
  changeTimeZone: ChangeTimeZonePayload | null;
};

export type ChangeTimeZoneVariables = {
  input: ChangeTimeZoneInput;
};

export const ChangeTimeZone = 'mutation ChangeTimeZone($input:ChangeTimeZoneInput!){changeTimeZone(input:$input){viewer{displayName email emailConfirmed id managed operatorSession{expiresAt mayWrite}plan{apiAccess key maxConnectedAccounts maxDrafts maxFiles maxStorageBytes mcpAccess name platforms postsPerMonth{limit per}price scheduleHorizonDays scheduledPosts{limit per}}removalAt timeZone}}}' as TypedDocument<ChangeTimeZoneData, ChangeTimeZoneVariables>;

export type CheckAccountData = {
  /** Checks with the platform whether the credentials of a connection work. A failed check is a result, not an error. Errors: PLATFORM_ID_FORMAT_INVALID, CONNECTION_NOT_FOUND. */
  checkAccount: CheckAccountPayload | null;
};

export type CheckAccountVariables = {
  input: CheckAccountInput;
};

export const CheckAccount = 'mutation CheckAccount($input:CheckAccountInput!){checkAccount(input:$input){check{lastError{message occurredAt}lastPublishedAt message permissions platformId platformKey tokenExpiresIn username working}}}' as TypedDocument<CheckAccountData, CheckAccountVariables>;

export type ConfirmEmailData = {
  /** Confirms an address with the token from the link that was sent to it. A token can be used once within 24 hours; that of a sign-up also requires its password, and ends after 10 wrong ones. Requires no session and starts none. EMAIL_TAKEN: another account has taken the address in the meantime. Errors: EMAIL_LINK_INVALID, CURRENT_PASSWORD_WRONG, EMAIL_TAKEN, ACCOUNT_ELSEWHERE, DIRECTORY_UNAVAILABLE. */
  confirmEmail: ConfirmEmailPayload | null;
};

export type ConfirmEmailVariables = {
  input: ConfirmEmailInput;
};

export const ConfirmEmail = 'mutation ConfirmEmail($input:ConfirmEmailInput!){confirmEmail(input:$input){email}}' as TypedDocument<ConfirmEmailData, ConfirmEmailVariables>;

export type ConfirmTwoFactorData = {
  /** Turns two-factor authentication on: from then on, signIn requires a code. You are notified by e-mail. Codes are refused after 10 wrong ones, or 20 in a day. Dashboard sessions only. Errors: SESSION_REQUIRED, SECOND_FACTOR_NOT_BEGUN, SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED. */
  confirmTwoFactor: ConfirmTwoFactorPayload | null;
};

export type ConfirmTwoFactorVariables = {
  input: ConfirmTwoFactorInput;
};

export const ConfirmTwoFactor = 'mutation ConfirmTwoFactor($input:ConfirmTwoFactorInput!){confirmTwoFactor(input:$input){recoveryCodes}}' as TypedDocument<ConfirmTwoFactorData, ConfirmTwoFactorVariables>;

export type ConnectAccountData = {
  /** Connects an account with credentials entered by its owner (an app password, a bot token, an access token), or updates an existing connection. Dashboard sessions only. Errors: SESSION_REQUIRED, PLATFORM_NOT_CONNECTABLE, CREDENTIAL_FIELD_INVALID, CONNECTION_REFUSED, PLATFORM_NOT_AVAILABLE, CHANNEL_LIMIT_REACHED. */
  connectAccount: ConnectAccountPayload | null;
};

export type ConnectAccountVariables = {
  input: ConnectAccountInput;
};

export const ConnectAccount = 'mutation ConnectAccount($input:ConnectAccountInput!){connectAccount(input:$input){account{id platformId platform accountId username displayName profileUrl tokenStatus accessTokenExpiresAt revokedAt lastPublishedAt}}}' as TypedDocument<ConnectAccountData, ConnectAccountVariables>;

export type CreateApiKeyData = {
  /** Creates an API key; at most 10 can be active. Dashboard sessions only. Errors: SESSION_REQUIRED, API_KEY_LIMIT_REACHED, API_KEY_NAME_INVALID, TEXT_NOT_PUBLISHABLE, API_KEY_PLAN_REQUIRED. */
  createApiKey: CreateApiKeyPayload | null;
};

export type CreateApiKeyVariables = {
  input: CreateApiKeyInput;
};

export const CreateApiKey = 'mutation CreateApiKey($input:CreateApiKeyInput!){createApiKey(input:$input){apiKey{createdAt id lastUsedAt name prefix scopes}rawKey}}' as TypedDocument<CreateApiKeyData, CreateApiKeyVariables>;

export type CreateCalendarFeedData = {
  /** Creates the secret address at which a calendar reads your posts (iCalendar). A former address stops working immediately. Dashboard sessions only. Errors: SESSION_REQUIRED. */
  createCalendarFeed: CreateCalendarFeedPayload | null;
};

export type CreateCalendarFeedVariables = {

};

export const CreateCalendarFeed = 'mutation CreateCalendarFeed{createCalendarFeed{calendarFeed{createdAt lastReadAt}url}}' as TypedDocument<CreateCalendarFeedData, CreateCalendarFeedVariables>;

export type CreateConnectionPageData = {
  /** Creates the link with which a user of your workspace connects accounts, or extends the existing one. Errors: ID_INVALID, WORKSPACE_ACCESS_DISABLED, EXPIRY_DAYS_INVALID, MANAGED_USER_NOT_FOUND. */
  createConnectionPage: CreateConnectionPagePayload | null;
};

export type CreateConnectionPageVariables = {
  input: CreateConnectionPageInput;
};

export const CreateConnectionPage = 'mutation CreateConnectionPage($input:CreateConnectionPageInput!){createConnectionPage(input:$input){connectionPage{expiresAt url}}}' as TypedDocument<CreateConnectionPageData, CreateConnectionPageVariables>;

export type CreateLoginUrlData = {
  /** Creates a URL that starts a login at a platform (OAuth 2); the login ends with the account connected, and its failures are shown on a page. Dashboard sessions only. Errors: SESSION_REQUIRED, PLATFORM_NOT_CONNECTABLE, PLATFORM_NOT_CONFIGURED, CREDENTIAL_FIELD_INVALID, URL_INVALID, RETURN_ADDRESS_INVALID. */
  createLoginUrl: CreateLoginUrlPayload | null;
};

export type CreateLoginUrlVariables = {
  input: CreateLoginUrlInput;
};

export const CreateLoginUrl = 'mutation CreateLoginUrl($input:CreateLoginUrlInput!){createLoginUrl(input:$input){url}}' as TypedDocument<CreateLoginUrlData, CreateLoginUrlVariables>;

export type CreateManagedUserData = {
  /** Adds a user to your workspace, of at most 1,000. Errors: WORKSPACE_ACCESS_DISABLED, MANAGED_USER_LIMIT_REACHED, EMAIL_REQUIRED, EMAIL_INVALID, EMAIL_TAKEN, DISPLAY_NAME_INVALID, TEXT_NOT_PUBLISHABLE. */
  createManagedUser: CreateManagedUserPayload | null;
};

export type CreateManagedUserVariables = {
  input: CreateManagedUserInput;
};

export const CreateManagedUser = 'mutation CreateManagedUser($input:CreateManagedUserInput!){createManagedUser(input:$input){user{connectionPage{expiresAt url}createdAt displayName email id}}}' as TypedDocument<CreateManagedUserData, CreateManagedUserVariables>;

export type CreateManagedUserKeyData = {
  /** Creates an API key for a user of your workspace, replacing the previous one. Errors: ID_INVALID, WORKSPACE_ACCESS_DISABLED, WORKSPACE_OWNER_WITHOUT_API, MANAGED_USER_NOT_FOUND. */
  createManagedUserKey: CreateManagedUserKeyPayload | null;
};

export type CreateManagedUserKeyVariables = {
  input: CreateManagedUserKeyInput;
};

export const CreateManagedUserKey = 'mutation CreateManagedUserKey($input:CreateManagedUserKeyInput!){createManagedUserKey(input:$input){rawKey user{connectionPage{expiresAt url}createdAt displayName email id}}}' as TypedDocument<CreateManagedUserKeyData, CreateManagedUserKeyVariables>;

export type CreatePostsData = {
  /** Creates up to 100 groups one after the other, each in its own transaction. A refused group does not affect the others; but an input that is no URL where one belongs refuses the whole call. With an idempotency key in each input, repeating the call is safe. After INTERNAL_ERROR, the remaining inputs are not tried and have the same error. Errors of createPost are returned per group in the results. Empty input returns an empty list. Costs 30 points less per group than createPost: 100 groups of 1,000 characters with 7 targets each are within the limit of an operation. Errors: POSTS_TOO_MANY, URL_INVALID. */
  createPosts: CreatePostsPayload | null;
};

export type CreatePostsVariables = {
  input: CreatePostsInput;
};

export const CreatePosts = 'mutation CreatePosts($input:CreatePostsInput!){createPosts(input:$input){results{error{advice code details fault field message retryable}postGroup{id content status processingStatus scheduledTime publishedAt createdAt updatedAt allowedActions posts{id platformId platform partIndex status url postedId dueAt publishedAt deletedAt attemptCount allowedActions error{code message advice fault retryable failedAt platformError platformStatusCode}}}postGroupId replayed}}}' as TypedDocument<CreatePostsData, CreatePostsVariables>;

export type CreateUploadFromUrlData = {
  /** Adds a file, to a group or for a later one. The service fetches it from a URL, soon after this response: at most 512 MB, within five minutes. It becomes READY, or INVALID with the `problem`. If the server fails or does not respond, the service tries four times in about a minute. Errors: POST_GROUP_NOT_FOUND, ID_INVALID, URL_INVALID, MEDIA_URL_INVALID, MEDIA_NOT_ATTACHABLE, PLATFORM_NOT_AVAILABLE, STORAGE_LIMIT_REACHED. */
  createUploadFromUrl: CreateUploadFromUrlPayload | null;
};

export type CreateUploadFromUrlVariables = {
  input: CreateUploadFromUrlInput;
};

export const CreateUploadFromUrl = 'mutation CreateUploadFromUrl($input:CreateUploadFromUrlInput!){createUploadFromUrl(input:$input){media{id name type mimeType correction status problem altText url addedAt}}}' as TypedDocument<CreateUploadFromUrlData, CreateUploadFromUrlVariables>;

export type CreateWebhookData = {
  /** Creates a webhook, at most 10. The result contains the secret that its deliveries are signed with. Errors: WEBHOOK_FIELDS_REQUIRED, WEBHOOK_NAME_TOO_LONG, TEXT_NOT_PUBLISHABLE, URL_INVALID, WEBHOOK_URL_LOCALHOST, WEBHOOK_URL_PRIVATE, WEBHOOK_URL_LINK_LOCAL, WEBHOOK_URL_METADATA, WEBHOOK_URL_NOT_PUBLIC, WEBHOOK_LIMIT_REACHED. */
  createWebhook: CreateWebhookPayload | null;
};

export type CreateWebhookVariables = {
  input: CreateWebhookInput;
};

export const CreateWebhook = 'mutation CreateWebhook($input:CreateWebhookInput!){createWebhook(input:$input){secret webhook{createdAt events failureCount id isActive lastTriggeredAt name updatedAt url}}}' as TypedDocument<CreateWebhookData, CreateWebhookVariables>;

export type DeleteWebhookData = {
  /** Deletes a webhook with its deliveries: nothing more is sent. Errors: ID_INVALID, WEBHOOK_NOT_FOUND. */
  deleteWebhook: DeleteWebhookPayload | null;
};

export type DeleteWebhookVariables = {
  input: DeleteWebhookInput;
};

export const DeleteWebhook = 'mutation DeleteWebhook($input:DeleteWebhookInput!){deleteWebhook(input:$input){deletedWebhookId}}' as TypedDocument<DeleteWebhookData, DeleteWebhookVariables>;

export type DetachManagedUserData = {
  /** Detaches a user from your workspace; it is not deleted. Its link, its API keys, its calendar feed, the webhooks that you made for it and your exports end. Its files and drafts count for your account until they are deleted, and its posts of the month do. Errors: ID_INVALID, WORKSPACE_ACCESS_DISABLED, MANAGED_USER_NOT_FOUND. */
  detachManagedUser: DetachManagedUserPayload | null;
};

export type DetachManagedUserVariables = {
  input: DetachManagedUserInput;
};

export const DetachManagedUser = 'mutation DetachManagedUser($input:DetachManagedUserInput!){detachManagedUser(input:$input){detachedUserId}}' as TypedDocument<DetachManagedUserData, DetachManagedUserVariables>;

export type DisableTwoFactorData = {
  /** Turns two-factor authentication off. You are notified by e-mail. Dashboard sessions only. Errors: SESSION_REQUIRED, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED, SECOND_FACTOR_OFF. */
  disableTwoFactor: DisableTwoFactorPayload | null;
};

export type DisableTwoFactorVariables = {
  input: DisableTwoFactorInput;
};

export const DisableTwoFactor = 'mutation DisableTwoFactor($input:DisableTwoFactorInput!){disableTwoFactor(input:$input){twoFactor{enabledAt recoveryCodesLeft}}}' as TypedDocument<DisableTwoFactorData, DisableTwoFactorVariables>;

export type DisconnectAccountData = {
  /** Removes a connection with its credentials. Its posts are kept; scheduled posts to it will fail. Dashboard sessions only. Errors: SESSION_REQUIRED, CONNECTION_NOT_FOUND. */
  disconnectAccount: DisconnectAccountPayload | null;
};

export type DisconnectAccountVariables = {
  input: DisconnectAccountInput;
};

export const DisconnectAccount = 'mutation DisconnectAccount($input:DisconnectAccountInput!){disconnectAccount(input:$input){disconnectedAccountId platformId}}' as TypedDocument<DisconnectAccountData, DisconnectAccountVariables>;

export type DuplicatePostData = {
  /** Creates a group with the content, settings, texts of single targets, alternative texts and cover of another one, and with copies of its files, which count as stored; for those of its targets that are still connected. Files that were not uploaded, or cannot be published, are left out. Errors: ID_INVALID, POST_GROUP_NOT_FOUND, CONNECTIONS_NOT_FOUND, MEDIA_NOT_FOUND, STORAGE_LIMIT_REACHED, IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_KEY_REUSED, DRAFT_LIMIT_REACHED, EMAIL_NOT_CONFIRMED, VALIDATION_FAILED, CONNECTIONS_OVER_LIMIT, PLATFORM_NOT_AVAILABLE, SCHEDULE_HORIZON_REACHED, POST_LIMIT_REACHED, SCHEDULED_POST_LIMIT_REACHED. */
  duplicatePost: DuplicatePostPayload | null;
};

export type DuplicatePostVariables = {
  input: DuplicatePostInput;
};

export const DuplicatePost = 'mutation DuplicatePost($input:DuplicatePostInput!){duplicatePost(input:$input){postGroup{id content status processingStatus scheduledTime publishedAt createdAt updatedAt allowedActions posts{id platformId platform partIndex status url postedId dueAt publishedAt deletedAt attemptCount allowedActions error{code message advice fault retryable failedAt platformError platformStatusCode}}}postGroupId replayed}}' as TypedDocument<DuplicatePostData, DuplicatePostVariables>;

export type EndOtherSessionsData = {
  /** Ends every session except the current one. Later sign-ins from other browsers count as ones from new browsers. Dashboard sessions only. Errors: SESSION_REQUIRED, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED. */
  endOtherSessions: EndOtherSessionsPayload | null;
};

export type EndOtherSessionsVariables = {
  input: EndOtherSessionsInput;
};

export const EndOtherSessions = 'mutation EndOtherSessions($input:EndOtherSessionsInput!){endOtherSessions(input:$input){ended}}' as TypedDocument<EndOtherSessionsData, EndOtherSessionsVariables>;

export type EndSessionData = {
  /** Ends a session, effective from the next request. A later sign-in from its browser counts as one from a new browser. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, SESSION_NOT_FOUND. */
  endSession: EndSessionPayload | null;
};

export type EndSessionVariables = {
  input: EndSessionInput;
};

export const EndSession = 'mutation EndSession($input:EndSessionInput!){endSession(input:$input){endedSessionId}}' as TypedDocument<EndSessionData, EndSessionVariables>;

export type HideReplyData = {
  /** Hides a reply directly to a post of the account, with the replies to it, from everyone. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, THREADTALK_CONNECTION_NOT_FOUND, REPLY_MANAGEMENT_NOT_PERMITTED, MANAGE_REPLY_FAILED, FETCH_REPLIES_FAILED. */
  hideReply: HideReplyPayload | null;
};

export type HideReplyVariables = {
  input: HideReplyInput;
};

export const HideReply = 'mutation HideReply($input:HideReplyInput!){hideReply(input:$input){reply{createdAt hidden id parentId permalink postedId text username}}}' as TypedDocument<HideReplyData, HideReplyVariables>;

export type RedeliverSkippedWebhookDeliveriesData = {
  /** Sends the deliveries that were SKIPPED while a webhook was disabled, oldest first, at most 10,000 at a time. Events of one post are delivered in order. Errors: ID_INVALID, WEBHOOK_NOT_FOUND, WEBHOOK_INACTIVE. */
  redeliverSkippedWebhookDeliveries: RedeliverSkippedWebhookDeliveriesPayload | null;
};

export type RedeliverSkippedWebhookDeliveriesVariables = {
  input: RedeliverSkippedWebhookDeliveriesInput;
};

export const RedeliverSkippedWebhookDeliveries = 'mutation RedeliverSkippedWebhookDeliveries($input:RedeliverSkippedWebhookDeliveriesInput!){redeliverSkippedWebhookDeliveries(input:$input){count hasMore}}' as TypedDocument<RedeliverSkippedWebhookDeliveriesData, RedeliverSkippedWebhookDeliveriesVariables>;

export type RedeliverWebhookDeliveryData = {
  /** Resends a delivery that has ended, with the same id and body and a new signature. Errors: ID_INVALID, WEBHOOK_DELIVERY_NOT_FOUND, WEBHOOK_DELIVERY_PENDING, WEBHOOK_INACTIVE. */
  redeliverWebhookDelivery: RedeliverWebhookDeliveryPayload | null;
};

export type RedeliverWebhookDeliveryVariables = {
  input: RedeliverWebhookDeliveryInput;
};

export const RedeliverWebhookDelivery = 'mutation RedeliverWebhookDelivery($input:RedeliverWebhookDeliveryInput!){redeliverWebhookDelivery(input:$input){delivery{attempts{durationMs error number responseExcerpt startedAt status}body createdAt endedAt event id isTest nextAttemptAt status webhook{id}webhookId}}}' as TypedDocument<RedeliverWebhookDeliveryData, RedeliverWebhookDeliveryVariables>;

export type RegenerateRecoveryCodesData = {
  /** Generates ten recovery codes, replacing the previous ones. You are notified by e-mail. Dashboard sessions only. Errors: SESSION_REQUIRED, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED, SECOND_FACTOR_OFF. */
  regenerateRecoveryCodes: RegenerateRecoveryCodesPayload | null;
};

export type RegenerateRecoveryCodesVariables = {
  input: RegenerateRecoveryCodesInput;
};

export const RegenerateRecoveryCodes = 'mutation RegenerateRecoveryCodes($input:RegenerateRecoveryCodesInput!){regenerateRecoveryCodes(input:$input){recoveryCodes}}' as TypedDocument<RegenerateRecoveryCodesData, RegenerateRecoveryCodesVariables>;

export type RegenerateWebhookSecretData = {
  /** Generates a new secret, used to sign every attempt from now on. Errors: ID_INVALID, WEBHOOK_NOT_FOUND. */
  regenerateWebhookSecret: RegenerateWebhookSecretPayload | null;
};

export type RegenerateWebhookSecretVariables = {
  input: RegenerateWebhookSecretInput;
};

export const RegenerateWebhookSecret = 'mutation RegenerateWebhookSecret($input:RegenerateWebhookSecretInput!){regenerateWebhookSecret(input:$input){secret}}' as TypedDocument<RegenerateWebhookSecretData, RegenerateWebhookSecretVariables>;

export type RemoveCommentData = {
  /** Removes a comment of the account. Errors: NETWORK_CONNECTION_NOT_FOUND, NETWORK_PLATFORM_ID_INVALID, POSTED_ID_INVALID, COMMENT_ID_INVALID, REMOVE_COMMENT_FAILED. */
  removeComment: RemoveCommentPayload | null;
};

export type RemoveCommentVariables = {
  input: RemoveCommentInput;
};

export const RemoveComment = 'mutation RemoveComment($input:RemoveCommentInput!){removeComment(input:$input){removedCommentId}}' as TypedDocument<RemoveCommentData, RemoveCommentVariables>;

export type RemoveReactionData = {
  /** Removes a reaction. Errors: NETWORK_CONNECTION_NOT_FOUND, NETWORK_PLATFORM_ID_INVALID, POSTED_ID_INVALID, REMOVE_REACTION_FAILED. */
  removeReaction: RemoveReactionPayload | null;
};

export type RemoveReactionVariables = {
  input: RemoveReactionInput;
};

export const RemoveReaction = 'mutation RemoveReaction($input:RemoveReactionInput!){removeReaction(input:$input){urnTranslated{from to}}}' as TypedDocument<RemoveReactionData, RemoveReactionVariables>;

export type RenameApiKeyData = {
  /** Changes the name of an API key. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, API_KEY_NAME_INVALID, TEXT_NOT_PUBLISHABLE, API_KEY_NOT_FOUND. */
  renameApiKey: RenameApiKeyPayload | null;
};

export type RenameApiKeyVariables = {
  input: RenameApiKeyInput;
};

export const RenameApiKey = 'mutation RenameApiKey($input:RenameApiKeyInput!){renameApiKey(input:$input){apiKey{createdAt id lastUsedAt name prefix scopes}}}' as TypedDocument<RenameApiKeyData, RenameApiKeyVariables>;

export type RequestAccountExportData = {
  /** Requests an archive of everything in the account that is signed in and its managed users. You are notified by e-mail when it is ready. One is made at a time: while one is pending, it is returned. At most 3 a day. Dashboard sessions only. Errors: SESSION_REQUIRED, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED, ACCOUNT_EXPORT_THROTTLED. */
  requestAccountExport: RequestAccountExportPayload | null;
};

export type RequestAccountExportVariables = {
  input: RequestAccountExportInput;
};

export const RequestAccountExport = 'mutation RequestAccountExport($input:RequestAccountExportInput!){requestAccountExport(input:$input){accountExport{endedAt expiresAt id requestedAt size status url}}}' as TypedDocument<RequestAccountExportData, RequestAccountExportVariables>;

export type RequestAccountRemovalData = {
  /** Removes the account that is signed in after seven days, with its managed users and everything in it; `Viewer.removalAt` says when. Until then everything works, and cancelAccountRemoval keeps the account. Posts that are due later are not published; posts that were published stay on their platforms. You are notified by e-mail, now and when it is done. A pending removal keeps its time. Dashboard sessions only. Errors: SESSION_REQUIRED, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED. */
  requestAccountRemoval: RequestAccountRemovalPayload | null;
};

export type RequestAccountRemovalVariables = {
  input: RequestAccountRemovalInput;
};

export const RequestAccountRemoval = 'mutation RequestAccountRemoval($input:RequestAccountRemovalInput!){requestAccountRemoval(input:$input){viewer{displayName email emailConfirmed id managed operatorSession{expiresAt mayWrite}plan{apiAccess key maxConnectedAccounts maxDrafts maxFiles maxStorageBytes mcpAccess name platforms postsPerMonth{limit per}price scheduleHorizonDays scheduledPosts{limit per}}removalAt timeZone}}}' as TypedDocument<RequestAccountRemovalData, RequestAccountRemovalVariables>;

export type RequestPasswordResetData = {
  /** Sends a password reset link that can be used once within an hour, replacing the previous one; at most 3 per hour. Requires no session. Errors: COOKIES_UNAVAILABLE, EMAIL_INVALID, ACCOUNT_MAIL_THROTTLED, ACCOUNT_ELSEWHERE, DIRECTORY_UNAVAILABLE. */
  requestPasswordReset: RequestPasswordResetPayload | null;
};

export type RequestPasswordResetVariables = {
  input: RequestPasswordResetInput;
};

export const RequestPasswordReset = 'mutation RequestPasswordReset($input:RequestPasswordResetInput!){requestPasswordReset(input:$input){accepted}}' as TypedDocument<RequestPasswordResetData, RequestPasswordResetVariables>;

export type ResendConfirmationData = {
  /** Resends the link to an unconfirmed address, replacing the previous one; at most 3 per hour. Requires no session. Errors: COOKIES_UNAVAILABLE, EMAIL_INVALID, ACCOUNT_MAIL_THROTTLED, ACCOUNT_ELSEWHERE, DIRECTORY_UNAVAILABLE. */
  resendConfirmation: ResendConfirmationPayload | null;
};

export type ResendConfirmationVariables = {
  input: ResendConfirmationInput;
};

export const ResendConfirmation = 'mutation ResendConfirmation($input:ResendConfirmationInput!){resendConfirmation(input:$input){accepted}}' as TypedDocument<ResendConfirmationData, ResendConfirmationVariables>;

export type ResetPasswordData = {
  /** Sets a new password with the token from a password reset link, which stays valid until a password is accepted. All sessions of the account end and none is started: sign in with the new password. Errors: EMAIL_LINK_INVALID, PASSWORD_INVALID, PASSWORD_WEAK, ACCOUNT_ELSEWHERE, DIRECTORY_UNAVAILABLE. */
  resetPassword: ResetPasswordPayload | null;
};

export type ResetPasswordVariables = {
  input: ResetPasswordInput;
};

export const ResetPassword = 'mutation ResetPassword($input:ResetPasswordInput!){resetPassword(input:$input){changed}}' as TypedDocument<ResetPasswordData, ResetPasswordVariables>;

export type RetryPlatformPostData = {
  /** Publishes a failed platform post again, immediately. Errors: ID_INVALID, PLATFORM_POST_NOT_FOUND, EMAIL_NOT_CONFIRMED, PLATFORM_POST_NOT_RETRYABLE, OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED. */
  retryPlatformPost: RetryPlatformPostPayload | null;
};

export type RetryPlatformPostVariables = {
  input: RetryPlatformPostInput;
};

export const RetryPlatformPost = 'mutation RetryPlatformPost($input:RetryPlatformPostInput!){retryPlatformPost(input:$input){platformPost{id platformId platform partIndex status url postedId dueAt publishedAt deletedAt attemptCount allowedActions error{code message advice fault retryable failedAt platformError platformStatusCode}}}}' as TypedDocument<RetryPlatformPostData, RetryPlatformPostVariables>;

export type RevokeApiKeyData = {
  /** Revokes an API key, effective from the next request. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, API_KEY_NOT_FOUND. */
  revokeApiKey: RevokeApiKeyPayload | null;
};

export type RevokeApiKeyVariables = {
  input: RevokeApiKeyInput;
};

export const RevokeApiKey = 'mutation RevokeApiKey($input:RevokeApiKeyInput!){revokeApiKey(input:$input){revokedApiKeyId}}' as TypedDocument<RevokeApiKeyData, RevokeApiKeyVariables>;

export type RevokeApplicationData = {
  /** Disconnects an application, effective from the next request. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, APPLICATION_NOT_FOUND. */
  revokeApplication: RevokeApplicationPayload | null;
};

export type RevokeApplicationVariables = {
  input: RevokeApplicationInput;
};

export const RevokeApplication = 'mutation RevokeApplication($input:RevokeApplicationInput!){revokeApplication(input:$input){revokedApplicationId}}' as TypedDocument<RevokeApplicationData, RevokeApplicationVariables>;

export type RevokeCalendarFeedData = {
  /** Revokes the address of your calendar feed, effective from the next request. Dashboard sessions only. Errors: SESSION_REQUIRED. */
  revokeCalendarFeed: RevokeCalendarFeedPayload | null;
};

export type RevokeCalendarFeedVariables = {

};

export const RevokeCalendarFeed = 'mutation RevokeCalendarFeed{revokeCalendarFeed{revoked}}' as TypedDocument<RevokeCalendarFeedData, RevokeCalendarFeedVariables>;

export type SendTestWebhookData = {
  /** Sends a sample event about a fictitious post, once. Also works for a disabled webhook, and does not count as a failure. Errors: ID_INVALID, WEBHOOK_NOT_FOUND. */
  sendTestWebhook: SendTestWebhookPayload | null;
};

export type SendTestWebhookVariables = {
  input: SendTestWebhookInput;
};

export const SendTestWebhook = 'mutation SendTestWebhook($input:SendTestWebhookInput!){sendTestWebhook(input:$input){delivery{attempts{durationMs error number responseExcerpt startedAt status}body createdAt endedAt event id isTest nextAttemptAt status webhook{id}webhookId}}}' as TypedDocument<SendTestWebhookData, SendTestWebhookVariables>;

export type SignInData = {
  /** Starts a 30-day dashboard session and sets its cookie. The owner is notified by e-mail if the browser is new. SECOND_FACTOR_REQUIRED: the password was right. Codes are refused after 10 wrong ones, or 20 in a day. Errors: COOKIES_UNAVAILABLE, SIGN_IN_FAILED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, SIGN_IN_THROTTLED, SECOND_FACTOR_THROTTLED, ACCOUNT_ON_HOLD, ACCOUNT_INACTIVE, ACCOUNT_ELSEWHERE, DIRECTORY_UNAVAILABLE. */
  signIn: SignInPayload | null;
};

export type SignInVariables = {
  input: SignInInput;
};

export const SignIn = 'mutation SignIn($input:SignInInput!){signIn(input:$input){cookieKept expiresAt viewer{displayName email emailConfirmed id managed operatorSession{expiresAt mayWrite}plan{apiAccess key maxConnectedAccounts maxDrafts maxFiles maxStorageBytes mcpAccess name platforms postsPerMonth{limit per}price scheduleHorizonDays scheduledPosts{limit per}}removalAt timeZone}}}' as TypedDocument<SignInData, SignInVariables>;

export type SignOutData = {
  /** Ends the session identified by the cookie. An operator who is signed in as another account leaves that account, and is signed in as before. Errors: COOKIES_UNAVAILABLE. */
  signOut: SignOutPayload | null;
};

export type SignOutVariables = {

};

export const SignOut = 'mutation SignOut{signOut{ended}}' as TypedDocument<SignOutData, SignOutVariables>;

export type SignUpData = {
  /** Requests an account on the free plan. It does not start a session: confirm the address if the response says so, then sign in. The response is the same if an account with this address already exists; an e-mail to the address says so. Limited to 5 per hour and 20 per day from one network. Errors: COOKIES_UNAVAILABLE, SIGN_UP_DISABLED, SIGN_UP_THROTTLED, EMAIL_INVALID, PASSWORD_INVALID, PASSWORD_WEAK, DISPLAY_NAME_INVALID, TEXT_NOT_PUBLISHABLE, ACCOUNT_ELSEWHERE, DIRECTORY_UNAVAILABLE. */
  signUp: SignUpPayload | null;
};

export type SignUpVariables = {
  input: SignUpInput;
};

export const SignUp = 'mutation SignUp($input:SignUpInput!){signUp(input:$input){confirmationRequired}}' as TypedDocument<SignUpData, SignUpVariables>;

export type UnhideReplyData = {
  /** Shows a hidden reply again. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, THREADTALK_CONNECTION_NOT_FOUND, REPLY_MANAGEMENT_NOT_PERMITTED, MANAGE_REPLY_FAILED, FETCH_REPLIES_FAILED. */
  unhideReply: UnhideReplyPayload | null;
};

export type UnhideReplyVariables = {
  input: UnhideReplyInput;
};

export const UnhideReply = 'mutation UnhideReply($input:UnhideReplyInput!){unhideReply(input:$input){reply{createdAt hidden id parentId permalink postedId text username}}}' as TypedDocument<UnhideReplyData, UnhideReplyVariables>;

export type UnpublishPostData = {
  /** Deletes a published post on its platform, for everyone: it cannot be undone. In a thread, the parts after it are deleted too, the last one first. If one of them cannot be deleted, those before it stay; a repeated call continues from there. A post that the platform no longer has counts as deleted, and a repeated call changes nothing. The post is kept here with the status DELETED; its group keeps its status. With UNPUBLISH_FAILED, `failure`, `fault` and `advice` contain the reason why the platform did not delete it; the post is still PUBLISHED here. Errors: ID_INVALID, PLATFORM_POST_NOT_FOUND, PLATFORM_POST_NOT_UNPUBLISHABLE, PLATFORM_CANNOT_UNPUBLISH, CONNECTION_NOT_FOUND, UNPUBLISH_FAILED. */
  unpublishPost: UnpublishPostPayload | null;
};

export type UnpublishPostVariables = {
  input: UnpublishPostInput;
};

export const UnpublishPost = 'mutation UnpublishPost($input:UnpublishPostInput!){unpublishPost(input:$input){laterParts{id platformId platform partIndex status url postedId dueAt publishedAt deletedAt attemptCount allowedActions error{code message advice fault retryable failedAt platformError platformStatusCode}}platformPost{id platformId platform partIndex status url postedId dueAt publishedAt deletedAt attemptCount allowedActions error{code message advice fault retryable failedAt platformError platformStatusCode}}}}' as TypedDocument<UnpublishPostData, UnpublishPostVariables>;

export type UpdateWebhookData = {
  /** Changes a webhook. Errors: ID_INVALID, WEBHOOK_NOT_FOUND, WEBHOOK_FIELDS_REQUIRED, WEBHOOK_NAME_TOO_LONG, TEXT_NOT_PUBLISHABLE, URL_INVALID, WEBHOOK_URL_LOCALHOST, WEBHOOK_URL_PRIVATE, WEBHOOK_URL_LINK_LOCAL, WEBHOOK_URL_METADATA, WEBHOOK_URL_NOT_PUBLIC. */
  updateWebhook: UpdateWebhookPayload | null;
};

export type UpdateWebhookVariables = {
  input: UpdateWebhookInput;
};

export const UpdateWebhook = 'mutation UpdateWebhook($input:UpdateWebhookInput!){updateWebhook(input:$input){webhook{createdAt events failureCount id isActive lastTriggeredAt name updatedAt url}}}' as TypedDocument<UpdateWebhookData, UpdateWebhookVariables>;

export type AccountActivityData = {
  /** Steps of all your groups, each once and in order within each group: from now on, or, with `after`, first those after that cursor, so that a subscriber that returns within 24 hours misses nothing. While the database is away it waits, then continues without a gap. Errors: CURSOR_EXPIRED if steps after the cursor may have been removed (they are kept for seven days); PAGE_INVALID if `after` is not a cursor; INTERNAL_ERROR if it is opened while the database is away. */
  accountActivity: ProgressEvent;
};

export type AccountActivityVariables = {
  after?: string | null | undefined;
};

export const AccountActivity = 'subscription AccountActivity($after:String){accountActivity(after:$after){sequence cursor type occurredAt postGroupId groupStatus processingStatus platformPostId platformPost{id platformId platform partIndex status url postedId dueAt publishedAt deletedAt attemptCount allowedActions error{code message advice fault retryable failedAt platformError platformStatusCode}}attempt dueAt reason error{code message advice fault retryable failedAt platformError platformStatusCode}}}' as TypedDocument<AccountActivityData, AccountActivityVariables>;

export type PostProgressData = {
  /** Every step of a group’s publishing, each once and in order. With `after`, first the steps after that number, so that a subscriber that returns misses nothing; 0 replays all events that are kept: seven days, with the objects as they are now. While the database is away it waits, then continues without a gap. Ends after DELETED, when the group is removed. Errors: POST_GROUP_NOT_FOUND; CURSOR_EXPIRED if the step after `after` was removed, or no step had that number; INTERNAL_ERROR if it is opened while the database is away. */
  postProgress: ProgressEvent;
};

export type PostProgressVariables = {
  after?: number | null | undefined;
  postGroupId: string;
};

export const PostProgress = 'subscription PostProgress($after:Int$postGroupId:ID!){postProgress(after:$after postGroupId:$postGroupId){sequence cursor type occurredAt postGroupId groupStatus processingStatus platformPostId platformPost{id platformId platform partIndex status url postedId dueAt publishedAt deletedAt attemptCount allowedActions error{code message advice fault retryable failedAt platformError platformStatusCode}}attempt dueAt reason error{code message advice fault retryable failedAt platformError platformStatusCode}}}' as TypedDocument<PostProgressData, PostProgressVariables>;

export type WebhookActivityData = {
  /** Changes of your deliveries: when they are created, and after each attempt; from now on, or, with `after`, first those after that cursor, so that a subscriber that returns misses none. A delivery that changed several times in between is sent once, as it is. While the database is unavailable it waits, then continues without a gap. Errors: ID_INVALID; WEBHOOK_NOT_FOUND; CURSOR_EXPIRED if the delivery of the cursor was removed (it is kept for 30 days), or the database lost it; PAGE_INVALID if `after` is not a cursor; INTERNAL_ERROR if it is opened while the database is unavailable. */
  webhookActivity: WebhookDeliveryEvent;
};

export type WebhookActivityVariables = {
  after?: string | null | undefined;
  webhookId?: string | null | undefined;
};

export const WebhookActivity = 'subscription WebhookActivity($after:String$webhookId:ID){webhookActivity(after:$after webhookId:$webhookId){cursor delivery{attempts{durationMs error number responseExcerpt startedAt status}body createdAt endedAt event id isTest nextAttemptAt status webhook{id}webhookId}}}' as TypedDocument<WebhookActivityData, WebhookActivityVariables>;

/** Every operation of the schema, under its name. */
export interface Api {
  /** Exports of the account that is signed in, newest first; they are deleted after seven days. Dashboard sessions only: SESSION_REQUIRED. */
  accountExports(variables?: AccountExportsVariables, options?: CallOptions): Promise<AccountExportConnection>;
  /** Your active keys, at most 10, oldest first. Dashboard sessions only: SESSION_REQUIRED. */
  apiKeys(variables?: ApiKeysVariables, options?: CallOptions): Promise<ApiKeyConnection>;
  /** What the operator of the service says to all users of the dashboard; null: nothing. */
  banner(options?: CallOptions): Promise<Banner | null>;
  /** Your calendar feed, without its address; null: you have none. Dashboard sessions only: SESSION_REQUIRED. */
  calendarFeed(options?: CallOptions): Promise<CalendarFeed | null>;
  /** How accounts of each platform are connected: with credential fields, or a login. Requires no authentication. */
  connectablePlatforms(options?: CallOptions): Promise<ConnectablePlatform[]>;
  /** Your connected account with this id; null if you have none. */
  connectedAccount(variables: ConnectedAccountVariables, options?: CallOptions): Promise<ConnectedAccount | null>;
  /** Connected accounts, oldest first: the targets of posts. */
  connectedAccounts(variables?: ConnectedAccountsVariables, options?: CallOptions): Promise<ConnectedAccountConnection>;
  /** Applications that may act for your account over MCP, oldest first; at most 50: beyond that, the one that was unused for the longest time ends. Dashboard sessions only: SESSION_REQUIRED. */
  connectedApplications(variables?: ConnectedApplicationsVariables, options?: CallOptions): Promise<ConnectedApplicationConnection>;
  /** Lists every error code of GraphQL, with its message and details. Requires no authentication. */
  errorCodes(options?: CallOptions): Promise<ErrorCodeInfo[]>;
  /** Reads a web page as for a link card. Null if it cannot be read within 15 seconds, has no title, or too many pages are being read. */
  linkPreview(variables: LinkPreviewVariables, options?: CallOptions): Promise<LinkPreview | null>;
  /** Users of your workspace, oldest first. WORKSPACE_ACCESS_DISABLED, FILTER_INVALID. */
  managedUsers(variables?: ManagedUsersVariables, options?: CallOptions): Promise<ManagedUserConnection>;
  /** Your object with this id; null if you have none. API keys, connected applications, sessions, audit events and exports require a session, managed users require workspace access. Errors: ID_INVALID. */
  node(variables: NodeVariables, options?: CallOptions): Promise<{ __typename: string; id: string } | null>;
  /** Your objects with these ids, in the same order; null for each that you do not have. Errors: ID_INVALID. */
  nodes(variables: NodesVariables, options?: CallOptions): Promise<({ __typename: string; id: string } | null)[]>;
  /** Lists the error codes of each mutation, as its description does, or those of one. Requires no authentication. */
  operationErrors(variables?: OperationErrorsVariables, options?: CallOptions): Promise<OperationErrors[]>;
  /** Your group with this id; null if you have none. A malformed id is ID_INVALID. */
  postGroup(variables: PostGroupVariables, options?: CallOptions): Promise<PostGroup | null>;
  /** How many of your groups have each status: every status once, also with 0 groups. */
  postGroupCounts(variables?: PostGroupCountsVariables, options?: CallOptions): Promise<PostGroupStatusCount[] | null>;
  /** Your groups, newest first unless sorted otherwise. Pages by cursor, or by number with offset. Errors: PAGE_INVALID, with the reason. */
  postGroups(variables?: PostGroupsVariables, options?: CallOptions): Promise<PostGroupConnection>;
  /** How many of your posts were published and failed, by the present time of their group: for charts by day, in any time zone. A group that is a draft again counts once it is scheduled. Errors: FILTER_INVALID. */
  postOutcomes(variables: PostOutcomesVariables, options?: CallOptions): Promise<PostOutcomes>;
  /** Previews how content will be split, numbered and counted on each platform. */
  previewPost(input: PreviewPostVariables['input'], options?: CallOptions): Promise<PlatformPreview[]>;
  /** Your active sessions, most recently used first; at most 50: beyond that, the oldest ends. Dashboard sessions only: SESSION_REQUIRED. */
  sessions(variables?: SessionsVariables, options?: CallOptions): Promise<SessionConnection>;
  /** Two-factor authentication of your account. Dashboard sessions only: SESSION_REQUIRED. */
  twoFactor(options?: CallOptions): Promise<TwoFactor>;
  /** How much of the plan is used in a month. For a managed user, the plan of its workspace owner. */
  usage(variables?: UsageVariables, options?: CallOptions): Promise<PlanUsage>;
  /** Validates a post without publishing it. createPost and updatePost run the same validation when they schedule. */
  validatePost(input: ValidatePostVariables['input'], options?: CallOptions): Promise<ValidationReport>;
  /** The authenticated user. */
  viewer(options?: CallOptions): Promise<Viewer>;
  /** Your webhook with this id; null if you have none. A malformed id is ID_INVALID. */
  webhook(variables: WebhookVariables, options?: CallOptions): Promise<Webhook | null>;
  /** Your webhooks, at most 10, newest first. */
  webhooks(variables?: WebhooksVariables, options?: CallOptions): Promise<WebhookConnection>;
  /** Comments on a post, or replies to a comment. Errors: NETWORK_CONNECTION_NOT_FOUND, NETWORK_PLATFORM_ID_INVALID, POSTED_ID_INVALID, COMMENT_EMPTY, COMMENT_TOO_LONG, TEXT_NOT_PUBLISHABLE, PARENT_COMMENT_INVALID, ADD_COMMENT_FAILED. */
  addComment(input: AddCommentVariables['input'], options?: CallOptions): Promise<AddCommentPayload>;
  /** Reacts to a post. Errors: NETWORK_CONNECTION_NOT_FOUND, NETWORK_PLATFORM_ID_INVALID, POSTED_ID_INVALID, REACT_FAILED. */
  addReaction(input: AddReactionVariables['input'], options?: CallOptions): Promise<AddReactionPayload>;
  /** Generates a secret for your authenticator app, replacing an unconfirmed one; confirmTwoFactor then turns it on. Dashboard sessions only. Errors: SESSION_REQUIRED, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, SECOND_FACTOR_ON. */
  beginTwoFactor(input: BeginTwoFactorVariables['input'], options?: CallOptions): Promise<BeginTwoFactorPayload>;
  /** Keeps the account whose removal is pending; you are notified by e-mail. Nothing happens if none is. Dashboard sessions only. Errors: SESSION_REQUIRED. */
  cancelAccountRemoval(options?: CallOptions): Promise<CancelAccountRemovalPayload>;
  /** Changes the name shown to people: your own, or that of the managed user you act for. Dashboard sessions only. Errors: SESSION_REQUIRED, DISPLAY_NAME_INVALID, TEXT_NOT_PUBLISHABLE. */
  changeDisplayName(input: ChangeDisplayNameVariables['input'], options?: CallOptions): Promise<ChangeDisplayNamePayload>;
  /** Sends a confirmation link to a new address; the change takes effect once it is opened. At most 3 per hour. The old address is notified immediately. Changing the password, or ending another session, invalidates the link. The errors of the second factor only if two-factor authentication is on. Dashboard sessions only. Errors: SESSION_REQUIRED, COOKIES_UNAVAILABLE, EMAIL_INVALID, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, ACCOUNT_MAIL_THROTTLED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED, DIRECTORY_UNAVAILABLE. */
  changeEmail(input: ChangeEmailVariables['input'], options?: CallOptions): Promise<ChangeEmailPayload>;
  /** Changes your password. Your other sessions end; this one continues with a new cookie. At most 10 wrong passwords in 15 minutes. The errors of the second factor only if two-factor authentication is on. Dashboard sessions only. Errors: SESSION_REQUIRED, COOKIES_UNAVAILABLE, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, PASSWORD_INVALID, PASSWORD_WEAK, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED. */
  changePassword(input: ChangePasswordVariables['input'], options?: CallOptions): Promise<ChangePasswordPayload>;
  /** Changes the time zone in which times are read and entered: your own, or that of the managed user you act for. Dashboard sessions only. Errors: SESSION_REQUIRED, TIME_ZONE_INVALID. */
  changeTimeZone(input: ChangeTimeZoneVariables['input'], options?: CallOptions): Promise<ChangeTimeZonePayload>;
  /** Checks with the platform whether the credentials of a connection work. A failed check is a result, not an error. Errors: PLATFORM_ID_FORMAT_INVALID, CONNECTION_NOT_FOUND. */
  checkAccount(input: CheckAccountVariables['input'], options?: CallOptions): Promise<CheckAccountPayload>;
  /** Inspects an uploaded file immediately instead of waiting for the queue. A file that has not been uploaded stays PENDING_UPLOAD; one that cannot be published, or exceeds the storage limit, becomes INVALID and is deleted. Errors: ID_INVALID, MEDIA_NOT_FOUND. */
  completeUpload(input: CompleteUploadVariables['input'], options?: CallOptions): Promise<{
    /** The inspected file. */
    media: Media;
  }>;
  /** Confirms an address with the token from the link that was sent to it. A token can be used once within 24 hours; that of a sign-up also requires its password, and ends after 10 wrong ones. Requires no session and starts none. EMAIL_TAKEN: another account has taken the address in the meantime. Errors: EMAIL_LINK_INVALID, CURRENT_PASSWORD_WRONG, EMAIL_TAKEN, ACCOUNT_ELSEWHERE, DIRECTORY_UNAVAILABLE. */
  confirmEmail(input: ConfirmEmailVariables['input'], options?: CallOptions): Promise<ConfirmEmailPayload>;
  /** Turns two-factor authentication on: from then on, signIn requires a code. You are notified by e-mail. Codes are refused after 10 wrong ones, or 20 in a day. Dashboard sessions only. Errors: SESSION_REQUIRED, SECOND_FACTOR_NOT_BEGUN, SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED. */
  confirmTwoFactor(input: ConfirmTwoFactorVariables['input'], options?: CallOptions): Promise<ConfirmTwoFactorPayload>;
  /** Connects an account with credentials entered by its owner (an app password, a bot token, an access token), or updates an existing connection. Dashboard sessions only. Errors: SESSION_REQUIRED, PLATFORM_NOT_CONNECTABLE, CREDENTIAL_FIELD_INVALID, CONNECTION_REFUSED, PLATFORM_NOT_AVAILABLE, CHANNEL_LIMIT_REACHED. */
  connectAccount(input: ConnectAccountVariables['input'], options?: CallOptions): Promise<ConnectAccountPayload>;
  /** Creates an API key; at most 10 can be active. Dashboard sessions only. Errors: SESSION_REQUIRED, API_KEY_LIMIT_REACHED, API_KEY_NAME_INVALID, TEXT_NOT_PUBLISHABLE, API_KEY_PLAN_REQUIRED. */
  createApiKey(input: CreateApiKeyVariables['input'], options?: CallOptions): Promise<CreateApiKeyPayload>;
  /** Creates the secret address at which a calendar reads your posts (iCalendar). A former address stops working immediately. Dashboard sessions only. Errors: SESSION_REQUIRED. */
  createCalendarFeed(options?: CallOptions): Promise<CreateCalendarFeedPayload>;
  /** Creates the link with which a user of your workspace connects accounts, or extends the existing one. Errors: ID_INVALID, WORKSPACE_ACCESS_DISABLED, EXPIRY_DAYS_INVALID, MANAGED_USER_NOT_FOUND. */
  createConnectionPage(input: CreateConnectionPageVariables['input'], options?: CallOptions): Promise<CreateConnectionPagePayload>;
  /** Creates a URL that starts a login at a platform (OAuth 2); the login ends with the account connected, and its failures are shown on a page. Dashboard sessions only. Errors: SESSION_REQUIRED, PLATFORM_NOT_CONNECTABLE, PLATFORM_NOT_CONFIGURED, CREDENTIAL_FIELD_INVALID, URL_INVALID, RETURN_ADDRESS_INVALID. */
  createLoginUrl(input: CreateLoginUrlVariables['input'], options?: CallOptions): Promise<CreateLoginUrlPayload>;
  /** Adds a user to your workspace, of at most 1,000. Errors: WORKSPACE_ACCESS_DISABLED, MANAGED_USER_LIMIT_REACHED, EMAIL_REQUIRED, EMAIL_INVALID, EMAIL_TAKEN, DISPLAY_NAME_INVALID, TEXT_NOT_PUBLISHABLE. */
  createManagedUser(input: CreateManagedUserVariables['input'], options?: CallOptions): Promise<CreateManagedUserPayload>;
  /** Creates an API key for a user of your workspace, replacing the previous one. Errors: ID_INVALID, WORKSPACE_ACCESS_DISABLED, WORKSPACE_OWNER_WITHOUT_API, MANAGED_USER_NOT_FOUND. */
  createManagedUserKey(input: CreateManagedUserKeyVariables['input'], options?: CallOptions): Promise<CreateManagedUserKeyPayload>;
  /** Creates a group and one platform post per target: a draft, or scheduled when it has a time; with its files in the same transaction. Errors: CONTENT_REQUIRED, TEXT_NOT_PUBLISHABLE, CONTENT_TOO_LONG, PLATFORMS_EMPTY, PLATFORMS_TOO_MANY, PLATFORM_ID_INVALID, CONNECTIONS_NOT_FOUND, CONNECTION_NOT_FOUND, PLATFORM_SETTINGS_TOO_LONG, OVERRIDE_TARGET_INVALID, OVERRIDE_NOT_A_TARGET, OVERRIDE_DUPLICATE, OVERRIDES_TOO_LONG, ID_INVALID, MEDIA_TOO_MANY, MEDIA_SOURCE_INVALID, URL_INVALID, MEDIA_URL_INVALID, MEDIA_NOT_FOUND, MEDIA_IN_USE, ALT_TEXTS_TOO_LONG, STORAGE_LIMIT_REACHED, IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_KEY_REUSED, EMAIL_NOT_CONFIRMED, VALIDATION_FAILED, CONNECTIONS_OVER_LIMIT, PLATFORM_NOT_AVAILABLE, SCHEDULE_HORIZON_REACHED, POST_LIMIT_REACHED, SCHEDULED_POST_LIMIT_REACHED, DRAFT_LIMIT_REACHED. */
  createPost(input: CreatePostVariables['input'], options?: CallOptions): Promise<{
    /** The idempotency key had created this group before; nothing was created now. */
    replayed: boolean;
    /** The group. Null only when replayed is true and the group has been removed since. */
    postGroup: PostGroup | null;
  }>;
  /** Creates up to 100 groups one after the other, each in its own transaction. A refused group does not affect the others; but an input that is no URL where one belongs refuses the whole call. With an idempotency key in each input, repeating the call is safe. After INTERNAL_ERROR, the remaining inputs are not tried and have the same error. Errors of createPost are returned per group in the results. Empty input returns an empty list. Costs 30 points less per group than createPost: 100 groups of 1,000 characters with 7 targets each are within the limit of an operation. Errors: POSTS_TOO_MANY, URL_INVALID. */
  createPosts(input: CreatePostsVariables['input'], options?: CallOptions): Promise<CreatePostsPayload>;
  /** Creates a URL to upload a file to, of a group or for a later one. Errors: ID_INVALID, POST_GROUP_NOT_FOUND, MEDIA_NOT_ATTACHABLE, CONTENT_TYPE_INVALID, PLATFORM_NOT_AVAILABLE, STORAGE_LIMIT_REACHED. */
  createUpload(input: CreateUploadVariables['input'], options?: CallOptions): Promise<{
    /** Upload the file to this URL within an hour: HTTP PUT, with the same Content-Type. Keep it secret until then. */
    uploadUrl: string;
    /** The file, not uploaded yet. */
    media: {
      /** 24 hexadecimal characters. */
      id: string;
      /** File name, without characters that are not allowed in URLs. */
      name: string;
    };
  }>;
  /** Adds a file, to a group or for a later one. The service fetches it from a URL, soon after this response: at most 512 MB, within five minutes. It becomes READY, or INVALID with the `problem`. If the server fails or does not respond, the service tries four times in about a minute. Errors: POST_GROUP_NOT_FOUND, ID_INVALID, URL_INVALID, MEDIA_URL_INVALID, MEDIA_NOT_ATTACHABLE, PLATFORM_NOT_AVAILABLE, STORAGE_LIMIT_REACHED. */
  createUploadFromUrl(input: CreateUploadFromUrlVariables['input'], options?: CallOptions): Promise<CreateUploadFromUrlPayload | null>;
  /** Creates a webhook, at most 10. The result contains the secret that its deliveries are signed with. Errors: WEBHOOK_FIELDS_REQUIRED, WEBHOOK_NAME_TOO_LONG, TEXT_NOT_PUBLISHABLE, URL_INVALID, WEBHOOK_URL_LOCALHOST, WEBHOOK_URL_PRIVATE, WEBHOOK_URL_LINK_LOCAL, WEBHOOK_URL_METADATA, WEBHOOK_URL_NOT_PUBLIC, WEBHOOK_LIMIT_REACHED. */
  createWebhook(input: CreateWebhookVariables['input'], options?: CallOptions): Promise<CreateWebhookPayload>;
  /** Removes a file from a group whose publishing has not started. Errors: ID_INVALID, MEDIA_NOT_FOUND, MEDIA_NOT_DELETABLE. */
  deleteMedia(input: DeleteMediaVariables['input'], options?: CallOptions): Promise<{
    /** Id of the removed file. */
    deletedMediaId: string;
  }>;
  /** Removes a group in any status, with its log. Posts that are live on a platform stay there. Errors: ID_INVALID, POST_GROUP_NOT_FOUND. */
  deletePost(input: DeletePostVariables['input'], options?: CallOptions): Promise<{
    /** Id of the deleted group. */
    deletedPostGroupId: string;
  }>;
  /** Deletes a webhook with its deliveries: nothing more is sent. Errors: ID_INVALID, WEBHOOK_NOT_FOUND. */
  deleteWebhook(input: DeleteWebhookVariables['input'], options?: CallOptions): Promise<DeleteWebhookPayload>;
  /** Detaches a user from your workspace; it is not deleted. Its link, its API keys, its calendar feed, the webhooks that you made for it and your exports end. Its files and drafts count for your account until they are deleted, and its posts of the month do. Errors: ID_INVALID, WORKSPACE_ACCESS_DISABLED, MANAGED_USER_NOT_FOUND. */
  detachManagedUser(input: DetachManagedUserVariables['input'], options?: CallOptions): Promise<DetachManagedUserPayload>;
  /** Turns two-factor authentication off. You are notified by e-mail. Dashboard sessions only. Errors: SESSION_REQUIRED, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED, SECOND_FACTOR_OFF. */
  disableTwoFactor(input: DisableTwoFactorVariables['input'], options?: CallOptions): Promise<DisableTwoFactorPayload>;
  /** Removes a connection with its credentials. Its posts are kept; scheduled posts to it will fail. Dashboard sessions only. Errors: SESSION_REQUIRED, CONNECTION_NOT_FOUND. */
  disconnectAccount(input: DisconnectAccountVariables['input'], options?: CallOptions): Promise<DisconnectAccountPayload>;
  /** Creates a group with the content, settings, texts of single targets, alternative texts and cover of another one, and with copies of its files, which count as stored; for those of its targets that are still connected. Files that were not uploaded, or cannot be published, are left out. Errors: ID_INVALID, POST_GROUP_NOT_FOUND, CONNECTIONS_NOT_FOUND, MEDIA_NOT_FOUND, STORAGE_LIMIT_REACHED, IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_KEY_REUSED, DRAFT_LIMIT_REACHED, EMAIL_NOT_CONFIRMED, VALIDATION_FAILED, CONNECTIONS_OVER_LIMIT, PLATFORM_NOT_AVAILABLE, SCHEDULE_HORIZON_REACHED, POST_LIMIT_REACHED, SCHEDULED_POST_LIMIT_REACHED. */
  duplicatePost(input: DuplicatePostVariables['input'], options?: CallOptions): Promise<DuplicatePostPayload>;
  /** Ends every session except the current one. Later sign-ins from other browsers count as ones from new browsers. Dashboard sessions only. Errors: SESSION_REQUIRED, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED. */
  endOtherSessions(input: EndOtherSessionsVariables['input'], options?: CallOptions): Promise<EndOtherSessionsPayload>;
  /** Ends a session, effective from the next request. A later sign-in from its browser counts as one from a new browser. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, SESSION_NOT_FOUND. */
  endSession(input: EndSessionVariables['input'], options?: CallOptions): Promise<EndSessionPayload>;
  /** Hides a reply directly to a post of the account, with the replies to it, from everyone. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, THREADTALK_CONNECTION_NOT_FOUND, REPLY_MANAGEMENT_NOT_PERMITTED, MANAGE_REPLY_FAILED, FETCH_REPLIES_FAILED. */
  hideReply(input: HideReplyVariables['input'], options?: CallOptions): Promise<HideReplyPayload>;
  /** Sends the deliveries that were SKIPPED while a webhook was disabled, oldest first, at most 10,000 at a time. Events of one post are delivered in order. Errors: ID_INVALID, WEBHOOK_NOT_FOUND, WEBHOOK_INACTIVE. */
  redeliverSkippedWebhookDeliveries(input: RedeliverSkippedWebhookDeliveriesVariables['input'], options?: CallOptions): Promise<RedeliverSkippedWebhookDeliveriesPayload>;
  /** Resends a delivery that has ended, with the same id and body and a new signature. Errors: ID_INVALID, WEBHOOK_DELIVERY_NOT_FOUND, WEBHOOK_DELIVERY_PENDING, WEBHOOK_INACTIVE. */
  redeliverWebhookDelivery(input: RedeliverWebhookDeliveryVariables['input'], options?: CallOptions): Promise<RedeliverWebhookDeliveryPayload>;
  /** Generates ten recovery codes, replacing the previous ones. You are notified by e-mail. Dashboard sessions only. Errors: SESSION_REQUIRED, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED, SECOND_FACTOR_OFF. */
  regenerateRecoveryCodes(input: RegenerateRecoveryCodesVariables['input'], options?: CallOptions): Promise<RegenerateRecoveryCodesPayload>;
  /** Generates a new secret, used to sign every attempt from now on. Errors: ID_INVALID, WEBHOOK_NOT_FOUND. */
  regenerateWebhookSecret(input: RegenerateWebhookSecretVariables['input'], options?: CallOptions): Promise<RegenerateWebhookSecretPayload>;
  /** Removes a comment of the account. Errors: NETWORK_CONNECTION_NOT_FOUND, NETWORK_PLATFORM_ID_INVALID, POSTED_ID_INVALID, COMMENT_ID_INVALID, REMOVE_COMMENT_FAILED. */
  removeComment(input: RemoveCommentVariables['input'], options?: CallOptions): Promise<RemoveCommentPayload>;
  /** Removes a reaction. Errors: NETWORK_CONNECTION_NOT_FOUND, NETWORK_PLATFORM_ID_INVALID, POSTED_ID_INVALID, REMOVE_REACTION_FAILED. */
  removeReaction(input: RemoveReactionVariables['input'], options?: CallOptions): Promise<RemoveReactionPayload>;
  /** Changes the name of an API key. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, API_KEY_NAME_INVALID, TEXT_NOT_PUBLISHABLE, API_KEY_NOT_FOUND. */
  renameApiKey(input: RenameApiKeyVariables['input'], options?: CallOptions): Promise<RenameApiKeyPayload>;
  /** Requests an archive of everything in the account that is signed in and its managed users. You are notified by e-mail when it is ready. One is made at a time: while one is pending, it is returned. At most 3 a day. Dashboard sessions only. Errors: SESSION_REQUIRED, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED, ACCOUNT_EXPORT_THROTTLED. */
  requestAccountExport(input: RequestAccountExportVariables['input'], options?: CallOptions): Promise<RequestAccountExportPayload>;
  /** Removes the account that is signed in after seven days, with its managed users and everything in it; `Viewer.removalAt` says when. Until then everything works, and cancelAccountRemoval keeps the account. Posts that are due later are not published; posts that were published stay on their platforms. You are notified by e-mail, now and when it is done. A pending removal keeps its time. Dashboard sessions only. Errors: SESSION_REQUIRED, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED. */
  requestAccountRemoval(input: RequestAccountRemovalVariables['input'], options?: CallOptions): Promise<RequestAccountRemovalPayload>;
  /** Sends a password reset link that can be used once within an hour, replacing the previous one; at most 3 per hour. Requires no session. Errors: COOKIES_UNAVAILABLE, EMAIL_INVALID, ACCOUNT_MAIL_THROTTLED, ACCOUNT_ELSEWHERE, DIRECTORY_UNAVAILABLE. */
  requestPasswordReset(input: RequestPasswordResetVariables['input'], options?: CallOptions): Promise<RequestPasswordResetPayload>;
  /** Resends the link to an unconfirmed address, replacing the previous one; at most 3 per hour. Requires no session. Errors: COOKIES_UNAVAILABLE, EMAIL_INVALID, ACCOUNT_MAIL_THROTTLED, ACCOUNT_ELSEWHERE, DIRECTORY_UNAVAILABLE. */
  resendConfirmation(input: ResendConfirmationVariables['input'], options?: CallOptions): Promise<ResendConfirmationPayload>;
  /** Sets a new password with the token from a password reset link, which stays valid until a password is accepted. All sessions of the account end and none is started: sign in with the new password. Errors: EMAIL_LINK_INVALID, PASSWORD_INVALID, PASSWORD_WEAK, ACCOUNT_ELSEWHERE, DIRECTORY_UNAVAILABLE. */
  resetPassword(input: ResetPasswordVariables['input'], options?: CallOptions): Promise<ResetPasswordPayload>;
  /** Publishes a failed platform post again, immediately. Errors: ID_INVALID, PLATFORM_POST_NOT_FOUND, EMAIL_NOT_CONFIRMED, PLATFORM_POST_NOT_RETRYABLE, OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED. */
  retryPlatformPost(input: RetryPlatformPostVariables['input'], options?: CallOptions): Promise<RetryPlatformPostPayload>;
  /** Publishes all failed platform posts of a group again, immediately, with a result for each. Threads continue from their first failed part. Errors: ID_INVALID, POST_GROUP_NOT_FOUND, POST_GROUP_NOT_RETRYABLE, EMAIL_NOT_CONFIRMED. */
  retryPostGroup(input: RetryPostGroupVariables['input'], options?: CallOptions): Promise<{
    /** The group. */
    postGroup: PostGroup;
  }>;
  /** Revokes an API key, effective from the next request. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, API_KEY_NOT_FOUND. */
  revokeApiKey(input: RevokeApiKeyVariables['input'], options?: CallOptions): Promise<RevokeApiKeyPayload>;
  /** Disconnects an application, effective from the next request. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, APPLICATION_NOT_FOUND. */
  revokeApplication(input: RevokeApplicationVariables['input'], options?: CallOptions): Promise<RevokeApplicationPayload>;
  /** Revokes the address of your calendar feed, effective from the next request. Dashboard sessions only. Errors: SESSION_REQUIRED. */
  revokeCalendarFeed(options?: CallOptions): Promise<RevokeCalendarFeedPayload>;
  /** Sends a sample event about a fictitious post, once. Also works for a disabled webhook, and does not count as a failure. Errors: ID_INVALID, WEBHOOK_NOT_FOUND. */
  sendTestWebhook(input: SendTestWebhookVariables['input'], options?: CallOptions): Promise<SendTestWebhookPayload>;
  /** Starts a 30-day dashboard session and sets its cookie. The owner is notified by e-mail if the browser is new. SECOND_FACTOR_REQUIRED: the password was right. Codes are refused after 10 wrong ones, or 20 in a day. Errors: COOKIES_UNAVAILABLE, SIGN_IN_FAILED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, SIGN_IN_THROTTLED, SECOND_FACTOR_THROTTLED, ACCOUNT_ON_HOLD, ACCOUNT_INACTIVE, ACCOUNT_ELSEWHERE, DIRECTORY_UNAVAILABLE. */
  signIn(input: SignInVariables['input'], options?: CallOptions): Promise<SignInPayload>;
  /** Ends the session identified by the cookie. An operator who is signed in as another account leaves that account, and is signed in as before. Errors: COOKIES_UNAVAILABLE. */
  signOut(options?: CallOptions): Promise<SignOutPayload>;
  /** Requests an account on the free plan. It does not start a session: confirm the address if the response says so, then sign in. The response is the same if an account with this address already exists; an e-mail to the address says so. Limited to 5 per hour and 20 per day from one network. Errors: COOKIES_UNAVAILABLE, SIGN_UP_DISABLED, SIGN_UP_THROTTLED, EMAIL_INVALID, PASSWORD_INVALID, PASSWORD_WEAK, DISPLAY_NAME_INVALID, TEXT_NOT_PUBLISHABLE, ACCOUNT_ELSEWHERE, DIRECTORY_UNAVAILABLE. */
  signUp(input: SignUpVariables['input'], options?: CallOptions): Promise<SignUpPayload>;
  /** Shows a hidden reply again. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, THREADTALK_CONNECTION_NOT_FOUND, REPLY_MANAGEMENT_NOT_PERMITTED, MANAGE_REPLY_FAILED, FETCH_REPLIES_FAILED. */
  unhideReply(input: UnhideReplyVariables['input'], options?: CallOptions): Promise<UnhideReplyPayload>;
  /** Deletes a published post on its platform, for everyone: it cannot be undone. In a thread, the parts after it are deleted too, the last one first. If one of them cannot be deleted, those before it stay; a repeated call continues from there. A post that the platform no longer has counts as deleted, and a repeated call changes nothing. The post is kept here with the status DELETED; its group keeps its status. With UNPUBLISH_FAILED, `failure`, `fault` and `advice` contain the reason why the platform did not delete it; the post is still PUBLISHED here. Errors: ID_INVALID, PLATFORM_POST_NOT_FOUND, PLATFORM_POST_NOT_UNPUBLISHABLE, PLATFORM_CANNOT_UNPUBLISH, CONNECTION_NOT_FOUND, UNPUBLISH_FAILED. */
  unpublishPost(input: UnpublishPostVariables['input'], options?: CallOptions): Promise<UnpublishPostPayload>;
  /** Edits a group whose publishing has not begun, schedules it, moves it to another time, or takes it back to draft: all that is given, or nothing. Posts that are scheduled go out as they are after the change. Errors: ID_INVALID, UPDATE_EMPTY, POST_GROUP_NOT_FOUND, POST_GROUP_NOT_UPDATABLE, POST_GROUP_CHANGED, CONTENT_REQUIRED, TEXT_NOT_PUBLISHABLE, CONTENT_TOO_LONG, PLATFORMS_EMPTY, PLATFORMS_TOO_MANY, PLATFORM_ID_INVALID, CONNECTIONS_NOT_FOUND, CONNECTION_NOT_FOUND, PLATFORM_SETTINGS_TOO_LONG, OVERRIDE_TARGET_INVALID, OVERRIDE_NOT_A_TARGET, OVERRIDE_DUPLICATE, OVERRIDES_TOO_LONG, MEDIA_TOO_MANY, MEDIA_SOURCE_INVALID, URL_INVALID, MEDIA_URL_INVALID, MEDIA_NOT_FOUND, MEDIA_IN_USE, ALT_TEXTS_TOO_LONG, STORAGE_LIMIT_REACHED, VIDEO_TIMESTAMP_INVALID, DRAFT_LIMIT_REACHED, EMAIL_NOT_CONFIRMED, VALIDATION_FAILED, CONNECTIONS_OVER_LIMIT, PLATFORM_NOT_AVAILABLE, SCHEDULE_HORIZON_REACHED, POST_LIMIT_REACHED, SCHEDULED_POST_LIMIT_REACHED. */
  updatePost(input: UpdatePostVariables['input'], options?: CallOptions): Promise<{
    /** The group after the change. */
    postGroup: PostGroup;
  }>;
  /** Changes a webhook. Errors: ID_INVALID, WEBHOOK_NOT_FOUND, WEBHOOK_FIELDS_REQUIRED, WEBHOOK_NAME_TOO_LONG, TEXT_NOT_PUBLISHABLE, URL_INVALID, WEBHOOK_URL_LOCALHOST, WEBHOOK_URL_PRIVATE, WEBHOOK_URL_LINK_LOCAL, WEBHOOK_URL_METADATA, WEBHOOK_URL_NOT_PUBLIC. */
  updateWebhook(input: UpdateWebhookVariables['input'], options?: CallOptions): Promise<UpdateWebhookPayload>;
  /** Steps of all your groups, each once and in order within each group: from now on, or, with `after`, first those after that cursor, so that a subscriber that returns within 24 hours misses nothing. While the database is away it waits, then continues without a gap. Errors: CURSOR_EXPIRED if steps after the cursor may have been removed (they are kept for seven days); PAGE_INVALID if `after` is not a cursor; INTERNAL_ERROR if it is opened while the database is away. */
  accountActivity(variables?: AccountActivityVariables, options?: CallOptions): AsyncGenerator<ProgressEvent, void, undefined>;
  /** Every step of a group’s publishing, each once and in order. With `after`, first the steps after that number, so that a subscriber that returns misses nothing; 0 replays all events that are kept: seven days, with the objects as they are now. While the database is away it waits, then continues without a gap. Ends after DELETED, when the group is removed. Errors: POST_GROUP_NOT_FOUND; CURSOR_EXPIRED if the step after `after` was removed, or no step had that number; INTERNAL_ERROR if it is opened while the database is away. */
  postProgress(variables: PostProgressVariables, options?: CallOptions): AsyncGenerator<ProgressEvent, void, undefined>;
  /** Changes of your deliveries: when they are created, and after each attempt; from now on, or, with `after`, first those after that cursor, so that a subscriber that returns misses none. A delivery that changed several times in between is sent once, as it is. While the database is unavailable it waits, then continues without a gap. Errors: ID_INVALID; WEBHOOK_NOT_FOUND; CURSOR_EXPIRED if the delivery of the cursor was removed (it is kept for 30 days), or the database lost it; PAGE_INVALID if `after` is not a cursor; INTERNAL_ERROR if it is opened while the database is unavailable. */
  webhookActivity(variables?: WebhookActivityVariables, options?: CallOptions): AsyncGenerator<WebhookDeliveryEvent, void, undefined>;
}

export const CALLS = {
  accountExports: AccountExports,
  apiKeys: ApiKeys,
  banner: Banner,
  calendarFeed: CalendarFeed,
  connectablePlatforms: ConnectablePlatforms,
  connectedAccount: ConnectedAccount,
  connectedAccounts: ConnectedAccounts,
  connectedApplications: ConnectedApplications,
  errorCodes: ErrorCodes,
  linkPreview: LinkPreview,
  managedUsers: ManagedUsers,
  node: Node,
  nodes: Nodes,
  operationErrors: OperationErrors,
  postGroup: PostGroup,
  postGroupCounts: PostGroupCounts,
  postGroups: PostGroups,
  postOutcomes: PostOutcomes,
  previewPost: PreviewPost,
  sessions: Sessions,
  twoFactor: TwoFactor,
  usage: Usage,
  validatePost: ValidatePost,
  viewer: Viewer,
  webhook: Webhook,
  webhooks: Webhooks,
  addComment: AddComment,
  addReaction: AddReaction,
  beginTwoFactor: BeginTwoFactor,
  cancelAccountRemoval: CancelAccountRemoval,
  changeDisplayName: ChangeDisplayName,
  changeEmail: ChangeEmail,
  changePassword: ChangePassword,
  changeTimeZone: ChangeTimeZone,
  checkAccount: CheckAccount,
  completeUpload: CompleteUpload,
  confirmEmail: ConfirmEmail,
  confirmTwoFactor: ConfirmTwoFactor,
  connectAccount: ConnectAccount,
  createApiKey: CreateApiKey,
  createCalendarFeed: CreateCalendarFeed,
  createConnectionPage: CreateConnectionPage,
  createLoginUrl: CreateLoginUrl,
  createManagedUser: CreateManagedUser,
  createManagedUserKey: CreateManagedUserKey,
  createPost: CreatePost,
  createPosts: CreatePosts,
  createUpload: CreateUpload,
  createUploadFromUrl: CreateUploadFromUrl,
  createWebhook: CreateWebhook,
  deleteMedia: DeleteMedia,
  deletePost: DeletePost,
  deleteWebhook: DeleteWebhook,
  detachManagedUser: DetachManagedUser,
  disableTwoFactor: DisableTwoFactor,
  disconnectAccount: DisconnectAccount,
  duplicatePost: DuplicatePost,
  endOtherSessions: EndOtherSessions,
  endSession: EndSession,
  hideReply: HideReply,
  redeliverSkippedWebhookDeliveries: RedeliverSkippedWebhookDeliveries,
  redeliverWebhookDelivery: RedeliverWebhookDelivery,
  regenerateRecoveryCodes: RegenerateRecoveryCodes,
  regenerateWebhookSecret: RegenerateWebhookSecret,
  removeComment: RemoveComment,
  removeReaction: RemoveReaction,
  renameApiKey: RenameApiKey,
  requestAccountExport: RequestAccountExport,
  requestAccountRemoval: RequestAccountRemoval,
  requestPasswordReset: RequestPasswordReset,
  resendConfirmation: ResendConfirmation,
  resetPassword: ResetPassword,
  retryPlatformPost: RetryPlatformPost,
  retryPostGroup: RetryPostGroup,
  revokeApiKey: RevokeApiKey,
  revokeApplication: RevokeApplication,
  revokeCalendarFeed: RevokeCalendarFeed,
  sendTestWebhook: SendTestWebhook,
  signIn: SignIn,
  signOut: SignOut,
  signUp: SignUp,
  unhideReply: UnhideReply,
  unpublishPost: UnpublishPost,
  updatePost: UpdatePost,
  updateWebhook: UpdateWebhook,
} satisfies Partial<Record<keyof Api, unknown>>;

/** With the field of an event that continues a lost subscription, as its `after`; null if it has no `after`. */
export const SUBSCRIPTIONS = {
  accountActivity: { document: AccountActivity, position: 'cursor' },
  postProgress: { document: PostProgress, position: 'sequence' },
  webhookActivity: { document: WebhookActivity, position: 'cursor' },
} satisfies Partial<Record<keyof Api, unknown>>;
