// Written by `npm run schema`; not to be edited.

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
/** The post may already be live: check the account first, then retry with acknowledgeUnknownOutcome */
| 'OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED'
/** Overrides exceed the limit of 500000 characters in all */
| 'OVERRIDES_TOO_LONG'
/** There is more than one override for <platformId> */
| 'OVERRIDE_DUPLICATE'
/** The override for <platformId> is for none of the post's targets */
| 'OVERRIDE_NOT_A_TARGET'
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
/** At most 100 posts can be created at once */
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
/** The post could not be deleted on its platform */
| 'UNPUBLISH_FAILED'
/** Nothing to update: give at least one of content, platformIds, platformSettings, overrides, media, altTexts, videoTimestamp, status and scheduledTime */
| 'UPDATE_EMPTY'
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
/** Only HTTP and HTTPS URLs are allowed */
| 'WEBHOOK_SCHEME_INVALID'
/** Invalid URL format */
| 'WEBHOOK_URL_INVALID'
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
/** URL can have at most 2048 characters */
| 'WEBHOOK_URL_TOO_LONG'
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
/** Reserved: not in use. */
| 'CONTENT_OR_MEDIA_REQUIRED'
/** Reserved: not in use. */
| 'CONTENT_REQUIRED'
/** The text is longer than the platform takes. */
| 'CONTENT_TOO_LONG'
/** The text is shorter than the platform takes. */
| 'CONTENT_TOO_SHORT'
/** Reserved: not in use. */
| 'IMAGES_NOT_SUPPORTED'
/** The text has something that the platform refuses. */
| 'INVALID_CONTENT'
/** Reserved: not in use. */
| 'INVALID_PLATFORM_CONTENT'
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
/** Reserved: not in use. */
| 'VIDEO_NOT_SUPPORTED'
/** A post on the platform has a video. */
| 'VIDEO_REQUIRED';

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
  /** Replaces all texts of single targets; an empty list removes them. If omitted, each target that stays keeps its own. Errors: OVERRIDE_NOT_A_TARGET, OVERRIDE_DUPLICATE, OVERRIDES_TOO_LONG. */
  overrides?: readonly ContentOverrideInput[] | null | undefined;
  /** All targets from now on, 1 to 100: PLATFORMS_EMPTY, PLATFORM_ID_INVALID, PLATFORMS_TOO_MANY. One that stays keeps its post and its place; new ones, of your connections (CONNECTIONS_NOT_FOUND), follow; the posts of the others are removed. */
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

/** Which connected accounts. All conditions must hold; an empty list matches nothing. FILTER_INVALID. */
export interface ConnectedAccountFilter {
  /** Accounts on one of these platforms. */
  platforms?: readonly Platform[] | null | undefined;
  /** Accounts with this text in their @username, display name or platform id, ignoring case. At most 200 characters. A blank text is ignored. */
  text?: string | null | undefined;
  /** Accounts whose access token has one of these statuses: those to reconnect are EXPIRED. */
  tokenStatuses?: readonly TokenStatus[] | null | undefined;
}

/** What is to be posted, and where: platformIds, accountIds, or both. */
export interface PostInput {
  /** Targets: ids of your connected accounts, at most 100 together with platformIds. Errors: ID_INVALID, CONNECTION_NOT_FOUND, PLATFORMS_TOO_MANY. */
  accountIds?: readonly string[] | null | undefined;
  /** The text, with at least one visible character: CONTENT_REQUIRED. No NUL and no half of a surrogate pair, as in any text of a post: TEXT_NOT_PUBLISHABLE. At most 100,000 characters (Unicode code points): CONTENT_TOO_LONG. */
  content: string;
  /** Images and videos, at most 100 (MEDIA_TOO_MANY), in the order in which they are published. A post with a file from a URL is scheduled immediately. Its publishing waits for the file, and fails with the reason if the file cannot be fetched or published. */
  media?: readonly PostMediaInput[] | null | undefined;
  /** Texts of single targets: each is validated, split and published there in place of the content. OVERRIDE_NOT_A_TARGET, OVERRIDE_DUPLICATE, OVERRIDES_TOO_LONG. */
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
  /** The address of a file: a public http or https URL without credentials, at most 2,048 characters (MEDIA_URL_INVALID). It is fetched as in createUploadFromUrl. */
  url?: string | null | undefined;
}

/** The text of one target, in place of the content of the post. */
export interface ContentOverrideInput {
  /** Its text, with the limits of the content: CONTENT_REQUIRED, CONTENT_TOO_LONG. All overrides together have at most 500,000 characters: OVERRIDES_TOO_LONG. */
  content: string;
  /** One of the targets of the post (OVERRIDE_NOT_A_TARGET), and of one override only (OVERRIDE_DUPLICATE). */
  platformId: string;
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
  /** Texts of single targets: each is validated, split and published there in place of the content. OVERRIDE_NOT_A_TARGET, OVERRIDE_DUPLICATE, OVERRIDES_TOO_LONG. */
  overrides?: readonly ContentOverrideInput[] | null | undefined;
  /** Targets, 1 to 100 (PLATFORMS_TOO_MANY): platform ids of your connections. A skyfeed account may be named by its unencoded DID (`skyfeed-did:plc:…`). An account named twice is one target. Errors: PLATFORMS_EMPTY, PLATFORM_ID_INVALID. */
  platformIds?: readonly string[] | null | undefined;
  /** Settings of the targets on platforms that have settings; the defaults if omitted. */
  platformSettings?: PlatformSettingsInput | null | undefined;
  /** Platforms in place of targets, at most 100: PLATFORMS_TOO_MANY. Ignored if there are platformIds or accountIds. */
  platforms?: readonly Platform[] | null | undefined;
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
  /** Its place in the thread of its target, from 0; a post that is no thread has 0. */
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

export type CreatePostResult = {
  /** Creates a group and one platform post per target: a draft, or scheduled when it has a time; with its files in the same transaction. Errors: CONTENT_REQUIRED, TEXT_NOT_PUBLISHABLE, CONTENT_TOO_LONG, PLATFORMS_EMPTY, PLATFORMS_TOO_MANY, PLATFORM_ID_INVALID, CONNECTIONS_NOT_FOUND, CONNECTION_NOT_FOUND, PLATFORM_SETTINGS_TOO_LONG, OVERRIDE_NOT_A_TARGET, OVERRIDE_DUPLICATE, OVERRIDES_TOO_LONG, ID_INVALID, MEDIA_TOO_MANY, MEDIA_SOURCE_INVALID, MEDIA_URL_INVALID, MEDIA_NOT_FOUND, MEDIA_IN_USE, ALT_TEXTS_TOO_LONG, STORAGE_LIMIT_REACHED, IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_KEY_REUSED, EMAIL_NOT_CONFIRMED, VALIDATION_FAILED, CONNECTIONS_OVER_LIMIT, PLATFORM_NOT_AVAILABLE, SCHEDULE_HORIZON_REACHED, POST_LIMIT_REACHED, SCHEDULED_POST_LIMIT_REACHED, DRAFT_LIMIT_REACHED. */
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

export const CreatePost = 'mutation CreatePost($input:CreatePostInput!){createPost(input:$input){replayed postGroup{id content status processingStatus scheduledTime publishedAt createdAt updatedAt allowedActions posts{id platformId platform partIndex status url postedId dueAt publishedAt deletedAt attemptCount allowedActions error{code message advice fault retryable failedAt platformError platformStatusCode}}}}}' as TypedDocument<CreatePostResult, CreatePostVariables>;

export type UpdatePostResult = {
  /** Edits a group whose publishing has not begun, schedules it, moves it to another time, or takes it back to draft: all that is given, or nothing. Posts that are scheduled go out as they are after the change. Errors: ID_INVALID, UPDATE_EMPTY, POST_GROUP_NOT_FOUND, POST_GROUP_NOT_UPDATABLE, POST_GROUP_CHANGED, CONTENT_REQUIRED, TEXT_NOT_PUBLISHABLE, CONTENT_TOO_LONG, PLATFORMS_EMPTY, PLATFORMS_TOO_MANY, PLATFORM_ID_INVALID, CONNECTIONS_NOT_FOUND, CONNECTION_NOT_FOUND, PLATFORM_SETTINGS_TOO_LONG, OVERRIDE_NOT_A_TARGET, OVERRIDE_DUPLICATE, OVERRIDES_TOO_LONG, MEDIA_TOO_MANY, MEDIA_SOURCE_INVALID, MEDIA_URL_INVALID, MEDIA_NOT_FOUND, MEDIA_IN_USE, ALT_TEXTS_TOO_LONG, STORAGE_LIMIT_REACHED, VIDEO_TIMESTAMP_INVALID, DRAFT_LIMIT_REACHED, EMAIL_NOT_CONFIRMED, VALIDATION_FAILED, CONNECTIONS_OVER_LIMIT, PLATFORM_NOT_AVAILABLE, SCHEDULE_HORIZON_REACHED, POST_LIMIT_REACHED, SCHEDULED_POST_LIMIT_REACHED. */
  updatePost: {
    /** The group after the change. */
    postGroup: PostGroup;
  } | null;
};

export type UpdatePostVariables = {
  input: UpdatePostInput;
};

export const UpdatePost = 'mutation UpdatePost($input:UpdatePostInput!){updatePost(input:$input){postGroup{id content status processingStatus scheduledTime publishedAt createdAt updatedAt allowedActions posts{id platformId platform partIndex status url postedId dueAt publishedAt deletedAt attemptCount allowedActions error{code message advice fault retryable failedAt platformError platformStatusCode}}}}}' as TypedDocument<UpdatePostResult, UpdatePostVariables>;

export type RetryPostGroupResult = {
  /** Publishes all failed platform posts of a group again, immediately, with a result for each. Threads continue from their first failed part. Errors: ID_INVALID, POST_GROUP_NOT_FOUND, POST_GROUP_NOT_RETRYABLE, EMAIL_NOT_CONFIRMED. */
  retryPostGroup: {
    /** The group. */
    postGroup: PostGroup;
  } | null;
};

export type RetryPostGroupVariables = {
  input: RetryPostGroupInput;
};

export const RetryPostGroup = 'mutation RetryPostGroup($input:RetryPostGroupInput!){retryPostGroup(input:$input){postGroup{id content status processingStatus scheduledTime publishedAt createdAt updatedAt allowedActions posts{id platformId platform partIndex status url postedId dueAt publishedAt deletedAt attemptCount allowedActions error{code message advice fault retryable failedAt platformError platformStatusCode}}}}}' as TypedDocument<RetryPostGroupResult, RetryPostGroupVariables>;

export type DeletePostResult = {
  /** Removes a group in any status, with its log. Posts that are live on a platform stay there. Errors: ID_INVALID, POST_GROUP_NOT_FOUND. */
  deletePost: {
    /** Id of the deleted group. */
    deletedPostGroupId: string;
  } | null;
};

export type DeletePostVariables = {
  input: DeletePostInput;
};

export const DeletePost = 'mutation DeletePost($input:DeletePostInput!){deletePost(input:$input){deletedPostGroupId}}' as TypedDocument<DeletePostResult, DeletePostVariables>;

export type GetPostGroupResult = {
  /** Your group with this id; null if you have none. A malformed id is ID_INVALID. */
  postGroup: PostGroup | null;
};

export type GetPostGroupVariables = {
  id: string;
};

export const GetPostGroup = 'query GetPostGroup($id:ID!){postGroup(id:$id){id content status processingStatus scheduledTime publishedAt createdAt updatedAt allowedActions posts{id platformId platform partIndex status url postedId dueAt publishedAt deletedAt attemptCount allowedActions error{code message advice fault retryable failedAt platformError platformStatusCode}}}}' as TypedDocument<GetPostGroupResult, GetPostGroupVariables>;

export type ListPostGroupsResult = {
  /** Your groups, newest first unless sorted otherwise. Pages by cursor, or by number with offset. Errors: PAGE_INVALID, with the reason. */
  postGroups: {
    /** The groups of this page in the requested order, at most 100. */
    edges: ({
      /** The group at this place. */
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

export const ListPostGroups = 'query ListPostGroups($first:Int!$after:String$filter:PostGroupFilter$sort:PostGroupSort){postGroups(first:$first after:$after filter:$filter sort:$sort){edges{node{id content status processingStatus scheduledTime publishedAt createdAt updatedAt allowedActions posts{id platformId platform partIndex status url postedId dueAt publishedAt deletedAt attemptCount allowedActions error{code message advice fault retryable failedAt platformError platformStatusCode}}}}pageInfo{endCursor hasNextPage}}}' as TypedDocument<ListPostGroupsResult, ListPostGroupsVariables>;

export type ValidatePostResult = {
  /** Validates a post without publishing it. createPost and updatePost run the same validation when they schedule. */
  validatePost: ValidationReport | null;
};

export type ValidatePostVariables = {
  input: ValidatePostInput;
};

export const ValidatePost = 'query ValidatePost($input:ValidatePostInput!){validatePost(input:$input){valid errors{platform platformIds severity code field message suggestions constraint currentValue minValue maxValue}warnings{platform platformIds severity code field message suggestions constraint currentValue minValue maxValue}}}' as TypedDocument<ValidatePostResult, ValidatePostVariables>;

export type FollowPostResult = {
  /** Every step of a group’s publishing, each once and in order. With `after`, first the steps after that number, so that a subscriber that returns misses nothing; 0 replays all events that are kept: seven days, with the objects as they are now. While the database is away it waits, then continues without a gap. Ends after DELETED, when the group is removed. Errors: POST_GROUP_NOT_FOUND; CURSOR_EXPIRED if the step after `after` was removed, or no step had that number; INTERNAL_ERROR if it is opened while the database is away. */
  postProgress: ProgressEvent;
};

export type FollowPostVariables = {
  postGroupId: string;
  after: number;
};

export const FollowPost = 'subscription FollowPost($postGroupId:ID!$after:Int!){postProgress(postGroupId:$postGroupId after:$after){sequence type occurredAt postGroupId groupStatus processingStatus platformPostId platformPost{id platformId platform partIndex status url postedId dueAt publishedAt deletedAt attemptCount allowedActions error{code message advice fault retryable failedAt platformError platformStatusCode}}attempt dueAt reason error{code message advice fault retryable failedAt platformError platformStatusCode}}}' as TypedDocument<FollowPostResult, FollowPostVariables>;

export type CreateUploadResult = {
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

export const CreateUpload = 'mutation CreateUpload($input:CreateUploadInput!){createUpload(input:$input){uploadUrl media{id name}}}' as TypedDocument<CreateUploadResult, CreateUploadVariables>;

export type CompleteUploadResult = {
  /** Inspects an uploaded file immediately instead of waiting for the queue. A file that has not been uploaded stays PENDING_UPLOAD; one that cannot be published, or exceeds the storage limit, becomes INVALID and is deleted. Errors: ID_INVALID, MEDIA_NOT_FOUND. */
  completeUpload: {
    /** The inspected file. */
    media: Media;
  } | null;
};

export type CompleteUploadVariables = {
  input: CompleteUploadInput;
};

export const CompleteUpload = 'mutation CompleteUpload($input:CompleteUploadInput!){completeUpload(input:$input){media{id name type mimeType correction status problem altText url addedAt}}}' as TypedDocument<CompleteUploadResult, CompleteUploadVariables>;

export type ListMediaResult = {
  /** Your group with this id; null if you have none. A malformed id is ID_INVALID. */
  postGroup: {
    /** Your files of the group, in the order of publishing; null only with an error: PAGE_INVALID. */
    media: {
      /** The entries of this page in the order of the list, at most 100. */
      edges: ({
        /** The entry at this place. */
        node: Media;
      })[];
    } | null;
  } | null;
};

export type ListMediaVariables = {
  postGroupId: string;
};

export const ListMedia = 'query ListMedia($postGroupId:ID!){postGroup(id:$postGroupId){media(first:100){edges{node{id name type mimeType correction status problem altText url addedAt}}}}}' as TypedDocument<ListMediaResult, ListMediaVariables>;

export type DeleteMediaResult = {
  /** Removes a file from a group whose publishing has not started. Errors: ID_INVALID, MEDIA_NOT_FOUND, MEDIA_NOT_DELETABLE. */
  deleteMedia: {
    /** Id of the removed file. */
    deletedMediaId: string;
  } | null;
};

export type DeleteMediaVariables = {
  input: DeleteMediaInput;
};

export const DeleteMedia = 'mutation DeleteMedia($input:DeleteMediaInput!){deleteMedia(input:$input){deletedMediaId}}' as TypedDocument<DeleteMediaResult, DeleteMediaVariables>;

export type ListConnectedAccountsResult = {
  /** Connected accounts, oldest first: the targets of posts. */
  connectedAccounts: {
    /** The entries of this page in the order of the list, at most 100. */
    edges: ({
      /** The entry at this place. */
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

export const ListConnectedAccounts = 'query ListConnectedAccounts($first:Int!$after:String$filter:ConnectedAccountFilter){connectedAccounts(first:$first after:$after filter:$filter){edges{node{id platformId platform accountId username displayName profileUrl tokenStatus accessTokenExpiresAt revokedAt lastPublishedAt}}pageInfo{endCursor hasNextPage}}}' as TypedDocument<ListConnectedAccountsResult, ListConnectedAccountsVariables>;
