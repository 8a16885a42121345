/** What a client does about an error: who has to act, what to do, and where in the input it is. */
import { CATALOGUE, type ErrorCode } from './catalogue.js';
import type { Entry } from './entry.js';

/** Who has to act. */
export enum ErrorFault {
  /** The caller: the input is wrong, or no longer fits. */
  ARGUMENTS = 'ARGUMENTS',
  /** The person, who changes the account, its plan or the API key. */
  ACCOUNT = 'ACCOUNT',
  /** No one: the same request succeeds later. */
  LIMIT = 'LIMIT',
  /** The operator of the service. */
  SERVICE = 'SERVICE',
}

export interface Guidance {
  fault: ErrorFault;
  /** What to do next, in one or two sentences. */
  advice: string;
  /** Whether the same request may succeed later. */
  retryable: boolean;
}

const ADVICE: Record<ErrorFault, string> = {
  ARGUMENTS: 'Change the input as the message says, then send the request again.',
  ACCOUNT: 'Do not repeat the request: the account, its plan or the API key has to be changed first.',
  LIMIT: 'Wait, then repeat the request with the same input.',
  SERVICE:
    'The change may have been made: read the post or the list first. If it was not, repeat the request once, with the same idempotencyKey if it has one. If it fails again, contact the operator of the service.',
};

const NEW_KEY = 'Send a valid API key in the header x-api-key, or sign in.';
const USE_LISTED = 'List the connected accounts, and use their platformId as it is written there.';

/** Where the general advice is not enough. */
const ADVICE_BY_CODE: { [Code in ErrorCode | 'OPERATION_TOO_LARGE']?: string } = {
  API_KEY_REQUIRED: NEW_KEY,
  API_KEY_INVALID: NEW_KEY,
  ACCESS_TOKEN_INVALID: 'Authorize again: the application was revoked, or the token is of another service.',
  ACCESS_TOKEN_EXPIRED: 'Refresh the access token.',
  API_KEY_SCOPE_REQUIRED:
    'Use a key that has the scope. The owner or an admin of the account creates one in the dashboard.',
  PERMISSION_REQUIRED: 'Do not repeat the request: ask the owner or an admin of the account for another role.',
  TWO_FACTOR_SETUP_REQUIRED: 'Turn on two-factor authentication in your settings, then send the request again.',
  PUSH_SUBSCRIPTION_INVALID: 'Read the key of pushSubscription again, and have the browser subscribe with it.',
  SESSION_REQUIRED: 'Sign in, and send the request with the session cookie.',
  SIGN_IN_FAILED: 'Check the e-mail address and the password.',
  SECOND_FACTOR_REQUIRED: 'Sign in again with a code from the authenticator app, or a recovery code.',
  SECOND_FACTOR_INVALID: 'Enter the current code from the authenticator app, or an unused recovery code.',
  MEMBER_NOT_FOUND: 'List the members again: the person may have left or may have been removed.',
  MEMBER_EXISTS: 'Change the role of the member instead.',
  MEMBER_IS_OWNER: 'Transfer the ownership of the account first.',
  ROLE_NOT_GIVEN: 'Choose another role. To make a member the owner, transfer the ownership.',
  MEMBER_LIMIT_REACHED: 'Remove a member or revoke an invitation first.',
  MEMBERSHIP_LIMIT_REACHED:
    'Leave another account, then accept the invitation. To limit a person, name fewer managed users.',
  MANAGED_USERS_INVALID: 'Name 1 to 100 managed users. To take all of them away, remove the member.',
  MEMBERSHIP_ENDED:
    'Sign in again, or name another account with x-service-user-id, or ask the owner or an admin of this one for an invitation.',
  INVITATION_NOT_FOUND: 'List the invitations again: it may have been accepted or revoked, or may have expired.',
  INVITATION_INVALID: 'Ask the owner or an admin of the account for another invitation.',
  INVITATION_FOR_ANOTHER: 'Sign out, sign in with the invited address, and accept again.',
  INVITATION_NEEDS_SIGN_IN: 'Sign in with the invited address, then accept without a password.',
  APPROVAL_REQUIRED: 'Take the post back to draft if it is scheduled, then ask for approval of the draft.',
  APPROVALS_OFF:
    'Do not repeat the request: somebody who may publish schedules the draft, or an admin turns approvals on.',
  APPROVAL_NOT_OF_DRAFT:
    'Take the post back to draft, then ask again. A post that was published in part cannot be approved.',
  APPROVAL_NOT_PENDING: 'Read the post: it may have been approved, rejected or scheduled meanwhile.',
  APPROVAL_OUTDATED: 'Read the post as it is now, then ask for approval again.',
  APPROVAL_OF_OWN: 'Do not repeat the request: have another person who may approve decide.',
  APPROVAL_DECIDED_BEFORE: 'Do not repeat the request: another person has to decide.',
  APPROVAL_TOO_LATE: 'Approve with another scheduledTime, or ask for approval again with a later one.',
  APPROVAL_NOT_SCHEDULABLE:
    'Tell the person who sent the link: approving it in the dashboard shows why it cannot be scheduled.',
  APPROVAL_LINK_LIMIT_REACHED: 'Revoke an approval link, or wait until one expires.',
  APPROVAL_LINK_NOT_FOUND: 'List the approval links again: it may have been revoked or may have expired.',
  REPORT_LINK_INPUT_INVALID: 'Give the report a heading, and 1 to 90 days.',
  REPORT_LINK_LIMIT_REACHED: 'Revoke a report link, or wait until one expires.',
  REPORT_LINK_NOT_FOUND: 'List the report links again: it may have been revoked or may have expired.',
  REPORT_LINK_INVALID: 'Ask the person who sent the link for another one.',
  APPROVAL_LINK_INVALID: 'Ask the person who sent the link for another one.',
  TEAM_COMMENT_MENTIONS_INVALID: 'Read the people again: somebody may have left. Mention fewer people, or others.',
  TEAM_COMMENT_LIMIT_REACHED: 'Delete comments that are not needed any more.',
  TEAM_COMMENT_NOT_FOUND: 'Read the comments again: it may have been deleted.',
  TEAM_COMMENT_NOT_YOURS: 'Reply to the comment instead.',
  COMMENT_THREAD_NOT_FOUND: 'Read the comments again: the thread may have been deleted.',
  LABEL_NAME_TAKEN: 'List the labels, and use the one with this name, or choose another name.',
  LABEL_LIMIT_REACHED: 'Delete labels that are not needed any more.',
  LABEL_NOT_FOUND: 'List the labels again: it may have been deleted.',
  LABEL_TARGETS_NOT_FOUND: 'Read the posts and files again, and leave out those that were deleted.',
  LABELS_TOO_MANY: 'Remove labels from the post or the file in the same request.',
  IMPORT_HAS_PROBLEMS:
    'Preview the file: each problem says what to change. Correct the file, or import the other rows with skipInvalid.',
  IMPORT_NOT_FOUND: 'List the imports again: they are deleted 90 days after they ended.',
  IMPORT_BEING_UNDONE: 'Read the import until its status is UNDONE, then import the file again.',
  SNIPPET_NAME_TAKEN: 'Choose another name, or change the snippet that has it.',
  SNIPPET_VALUES_INVALID: 'Send a value for each placeholder that the details name, and no others.',
  SNIPPET_LIMIT_REACHED: 'Delete snippets that are not needed any more.',
  SCHEDULED_POSTS_INVALID:
    'Shorten these texts, or update the posts with addSignature or addLinkParameters false; then repeat the change.',
  SNIPPET_NOT_FOUND: 'List the snippets again: it may have been deleted.',
  FEED_NAME_TAKEN: 'Choose another name, or change the feed that has it.',
  FEED_LIMIT_REACHED: 'Delete a feed that is not needed any more.',
  FEED_NOT_FOUND: 'List the feeds again: it may have been deleted.',
  FEED_NOT_READ: 'Open the address in a browser: it must show a public RSS, Atom or JSON Feed.',
  FEED_BUSY: 'Resume the feed if it is paused; otherwise read it again in a minute.',
  ACCOUNT_NOT_RECONNECTED: 'Have the owner or an admin connect the account again, then repeat the request.',
  RECURRENCE_NOT_FOUND: 'List the recurrences again: it may have been deleted.',
  RECURRENCE_ENDED: 'Choose a later COUNT or UNTIL, or a later start.',
  RECURRENCE_LIMIT_REACHED: 'Delete recurrences that have ended.',
  OCCURRENCE_NOT_FOUND: 'Read the occurrences and the next times of the recurrence, and send one of them.',
  OCCURRENCE_HAS_POST: 'Change or delete its post, or skip the occurrence first.',
  OCCURRENCE_PAST: 'Send scheduledTime: when the post goes out.',
  POSTING_SCHEDULE_LIMIT_REACHED: 'Delete a posting schedule that is not needed any more.',
  POSTING_SCHEDULE_NOT_FOUND: 'List the posting schedules again: it may have been deleted.',
  POSTING_SCHEDULE_NOT_FOR_POST:
    'List the posting schedules: choose one that is for these accounts, create one, or give a scheduledTime.',
  QUEUE_FULL: 'Add times to the posting schedule, or give a scheduledTime.',
  QUEUE_CHANGED: 'Read the queue again, then send its new order.',
  CONNECTIONS_NOT_FOUND: USE_LISTED,
  PLATFORM_ID_INVALID: USE_LISTED,
  VALIDATION_FAILED:
    'Change what validation.errors of the details names, validate the post, then send the request again.',
  MEDIA_NOT_REPLACEABLE: 'Create another upload: this one keeps what it has.',
  LIBRARY_FILE_NOT_FOUND: 'List the library again. A file of a post is kept in it first, with keepInLibrary.',
  LIBRARY_FILES_TOO_MANY: 'Delete the files in several requests.',
  LIBRARY_FILES_IN_USE: 'Read the posts of the details, then repeat the request with detach: true, or keep the files.',
  LIBRARY_FILES_SCHEDULED: 'Give these posts other files, or unschedule them, then repeat the request.',
  LIBRARY_FILES_PUBLISHING: 'Wait until these posts have ended, then repeat the request.',
  MEDIA_NOT_READY: 'Wait until its status is READY, or choose another file.',
  MEDIA_IN_USE: 'Upload the file again for this post, or give its URL.',
  POST_GROUP_NOT_FOUND: 'List the posts to find its id; the post may have been deleted.',
  POST_VERSION_NOT_FOUND: 'Read the history of the post: of many versions, the oldest are dropped.',
  POST_GROUP_CHANGED: 'Read the post, look at what has changed, then update it again with its updatedAt.',
  POST_GROUP_NOT_UPDATABLE:
    'Its publishing has begun or ended. Read the post: an earlier request may already have had the effect. Create a new post only for content that it does not show.',
  OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED:
    'The post may be live. Have the user look at the account; only if it is not there, retry with acknowledgeUnknownOutcome: true.',
  IDEMPOTENCY_KEY_REUSED:
    'The key has created a post with other input: find it in the list of posts. Use a new key only for a post that is not there.',
  ADD_COMMENT_FAILED: 'The comment may be there. Have the user look at the post, and comment again only if it is not.',
  ANSWER_TOO_LARGE: 'Request fewer posts at a time.',
  OPERATION_TOO_LARGE: 'Request less at a time, or shorten the input.',
};

/** Codes about the account whose status is that of bad input. */
const OF_ACCOUNT =
  /^(EMAIL_NOT_CONFIRMED|PLATFORM_NOT_AVAILABLE|CONNECTIONS_OVER_LIMIT|\w+_LIMIT_REACHED|\w+_ACCESS_DISABLED|OPERATOR_READS_ONLY|OPERATOR_GETS_NO_ACCESS|SESSION_REQUIRED|API_KEY_SCOPE_REQUIRED|PERMISSION_REQUIRED|TWO_FACTOR_SETUP_REQUIRED|MEMBERSHIP_ENDED|INVITATION_INVALID|INVITATION_FOR_ANOTHER|INVITATION_NEEDS_SIGN_IN|APPROVAL_REQUIRED|APPROVALS_OFF|APPROVAL_OF_OWN|APPROVAL_NOT_SCHEDULABLE|APPROVAL_LINK_INVALID|REPORT_LINK_INVALID|ACCOUNT_NOT_RECONNECTED)$/;

/** Codes about the input whose status is that of a missing key. */
const OF_INPUT = /^(SIGN_IN_FAILED|SECOND_FACTOR_REQUIRED|SECOND_FACTOR_INVALID)$/;

function faultOf(code: string): ErrorFault {
  if (OF_INPUT.test(code)) return ErrorFault.ARGUMENTS;
  if (OF_ACCOUNT.test(code)) return ErrorFault.ACCOUNT;
  const { status = 400 } = (CATALOGUE as Record<string, Entry<unknown> | undefined>)[code] ?? {};
  if (status === 401) return ErrorFault.ACCOUNT;
  if (status === 429) return ErrorFault.LIMIT;
  return status >= 500 ? ErrorFault.SERVICE : ErrorFault.ARGUMENTS;
}

/** The guidance for a code of the catalogue, or one of GraphQL's own. */
export function guidanceOf(code: string): Guidance {
  const fault = faultOf(code);
  const advice = (ADVICE_BY_CODE as Record<string, string | undefined>)[code] ?? ADVICE[fault];
  // A repeated comment would be a second one.
  const retryable = code !== 'ADD_COMMENT_FAILED' && (fault === ErrorFault.LIMIT || fault === ErrorFault.SERVICE);
  return { fault, advice, retryable };
}

/** Where each code has a page. */
export const ERRORS_PATH = '/docs/errors';

/** The address of the page of a code of the catalogue; undefined for one of GraphQL's own. */
export const documentationOf = (code: string, publicUrl: string): string | undefined =>
  code in CATALOGUE ? new URL(`${ERRORS_PATH}/${code}`, publicUrl).href : undefined;

/** The fields of the input that codes are about, as every input names them. */
const FIELDS: { [Code in ErrorCode]?: string } = {
  CONTENT_REQUIRED: 'content',
  CONTENT_TOO_LONG: 'content',
  PLATFORMS_REQUIRED: 'platformIds',
  PLATFORMS_EMPTY: 'platformIds',
  PLATFORMS_TOO_MANY: 'platformIds',
  PLATFORM_ID_INVALID: 'platformIds',
  CONNECTIONS_NOT_FOUND: 'platformIds',
  PLATFORM_SETTINGS_TOO_LONG: 'platformSettings',
  OVERRIDE_NOT_A_TARGET: 'overrides',
  OVERRIDE_DUPLICATE: 'overrides',
  OVERRIDES_TOO_LONG: 'overrides',
  MEDIA_TOO_MANY: 'media',
  MEDIA_URL_INVALID: 'url',
  MEDIA_NOT_FOUND: 'mediaId',
  MEDIA_NOT_DELETABLE: 'mediaId',
  CONTENT_TYPE_INVALID: 'contentType',
  ALT_TEXTS_TOO_LONG: 'altTexts',
  FRAMING_INVALID: 'framings',
  VIDEO_TIMESTAMP_INVALID: 'videoTimestamp',
  SCHEDULE_HORIZON_REACHED: 'scheduledTime',
  POSTS_TOO_MANY: 'posts',
  IDEMPOTENCY_KEY_INVALID: 'idempotencyKey',
  IDEMPOTENCY_KEY_REUSED: 'idempotencyKey',
  POST_GROUP_NOT_FOUND: 'postGroupId',
  POST_VERSION_NOT_FOUND: 'number',
  POST_GROUP_CHANGED: 'ifUnchangedSince',
  PLATFORM_POST_NOT_FOUND: 'platformPostId',
  OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED: 'acknowledgeUnknownOutcome',
  EMAIL_REQUIRED: 'email',
  EMAIL_INVALID: 'email',
  EMAIL_TAKEN: 'email',
  PASSWORD_INVALID: 'password',
  PASSWORD_WEAK: 'password',
  CURRENT_PASSWORD_WRONG: 'currentPassword',
  DISPLAY_NAME_INVALID: 'displayName',
  MEMBER_EXISTS: 'email',
  MEMBER_NOT_FOUND: 'memberId',
  MEMBER_IS_OWNER: 'memberId',
  MANAGED_USERS_INVALID: 'managedUserIds',
  ROLE_NOT_GIVEN: 'role',
  INVITATION_NOT_FOUND: 'invitationId',
  INVITATION_INVALID: 'token',
  APPROVAL_COMMENT_TOO_LONG: 'comment',
  APPROVAL_COUNT_INVALID: 'approvals',
  APPROVAL_LINK_NOT_FOUND: 'approvalLinkId',
  REPORT_LINK_NOT_FOUND: 'reportLinkId',
  APPROVAL_LINK_INVALID: 'token',
  TEAM_COMMENT_BODY_INVALID: 'body',
  TEAM_COMMENT_MENTIONS_INVALID: 'mentions',
  TEAM_COMMENT_NOT_FOUND: 'commentId',
  COMMENT_THREAD_NOT_FOUND: 'threadId',
  LABEL_NAME_INVALID: 'name',
  LABEL_NAME_TAKEN: 'name',
  LABEL_NOT_FOUND: 'labelId',
  LABELS_TOO_MANY: 'add',
  LIBRARY_NAME_INVALID: 'name',
  LIBRARY_FILE_NOT_FOUND: 'mediaId',
  LIBRARY_FILES_TOO_MANY: 'mediaIds',
  IMPORT_FILE_INVALID: 'file',
  IMPORT_COLUMNS_INVALID: 'columns',
  IMPORT_NOT_FOUND: 'importId',
  SNIPPET_NAME_INVALID: 'name',
  SNIPPET_NAME_TAKEN: 'name',
  SNIPPET_TEXT_INVALID: 'text',
  SNIPPET_VALUES_INVALID: 'values',
  SNIPPET_NOT_FOUND: 'snippetId',
  SIGNATURE_INVALID: 'text',
  LINK_SCOPE_INVALID: 'platform',
  LINK_PARAMETERS_INVALID: 'parameters',
  FEED_NAME_INVALID: 'name',
  FEED_NAME_TAKEN: 'name',
  FEED_URL_INVALID: 'url',
  FEED_NOT_READ: 'url',
  FEED_TEMPLATE_INVALID: 'template',
  FEED_FILTER_INVALID: 'filter',
  FEED_NOT_FOUND: 'feedId',
  TIME_ZONE_INVALID: 'timeZone',
  RECURRENCE_RULE_INVALID: 'rule',
  RECURRENCE_START_INVALID: 'startsAt',
  RECURRENCE_TEXTS_INVALID: 'texts',
  RECURRENCE_NOT_FOUND: 'recurrenceId',
  OCCURRENCE_NOT_FOUND: 'occursAt',
  OCCURRENCE_HAS_POST: 'occursAt',
  OCCURRENCE_PAST: 'scheduledTime',
  POSTING_SCHEDULE_NAME_INVALID: 'name',
  POSTING_SCHEDULE_NAME_TAKEN: 'name',
  POSTING_TIMES_INVALID: 'times',
  SCHEDULE_AND_TIME: 'schedule',
  POSTING_SCHEDULE_NOT_FOR_POST: 'schedule',
  QUEUE_ORDER_INVALID: 'postGroupIds',
  QUEUE_CHANGED: 'postGroupIds',
  API_KEY_NAME_INVALID: 'name',
  EXPIRY_DAYS_INVALID: 'expiresInDays',
  RETURN_ADDRESS_INVALID: 'returnTo',
  WEBHOOK_NAME_TOO_LONG: 'name',
  WEBHOOK_URL_LOCALHOST: 'url',
  WEBHOOK_URL_PRIVATE: 'url',
  WEBHOOK_URL_LINK_LOCAL: 'url',
  WEBHOOK_URL_METADATA: 'url',
  WEBHOOK_URL_NOT_PUBLIC: 'url',
  POSTED_ID_INVALID: 'postedId',
  COMMENT_EMPTY: 'message',
  COMMENT_TOO_LONG: 'message',
  PARENT_COMMENT_INVALID: 'parentComment',
  COMMENT_ID_INVALID: 'commentId',
};

/** The field that an error is about: a path from the object that has it, such as `media.1.url`; undefined if none. */
export function fieldOf(error: { code: ErrorCode; field?: string | undefined; details: Record<string, unknown> }) {
  const { field, argument } = error.details;
  return [error.field, field, argument, FIELDS[error.code]].find((one) => typeof one === 'string') as
    | string
    | undefined;
}
