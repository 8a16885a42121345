import { registerEnumType } from 'type-graphql';
import { TokenStatus } from '../../domain/accounts/token-expiry.js';
import { LiveEventType } from '../../domain/posts/live-event.js';
import { PlatformPostStatus } from '../../domain/posts/platform-post.js';
import { PostGroupStatus, ProcessingStatus } from '../../domain/posts/post-group.js';
import { PostLogEvent } from '../../domain/posts/post-log.js';
import { DeliveryStatus } from '../../domain/webhooks/webhook.js';
import { WebhookEventName } from '../../domain/webhooks/webhook-event.js';
import { FAILURES, type FailureCode } from '../../platforms/port/failure.js';
import { PLATFORM_KEYS, type PlatformKey } from '../../platforms/port/platform.js';
import { CATALOGUE, type ErrorCode } from '../errors/catalogue.js';

/** GraphQL enum values are upper case; internally, a value is the term of document 1. */
const upperCase = <Key extends string>(values: readonly Key[]) =>
  Object.fromEntries(values.map((value) => [value.toUpperCase(), value])) as Record<string, Key>;

const codes = <Code extends string>(table: Record<Code, unknown>) =>
  Object.fromEntries(Object.keys(table).map((code) => [code, code])) as Record<Code, Code>;

export const PlatformEnum = upperCase<PlatformKey>(PLATFORM_KEYS);
registerEnumType(PlatformEnum, {
  name: 'Platform',
  description: 'A social platform, by its neutral key.',
  valuesConfig: {
    PINBOARD: { description: 'Not fully available: posts are images, and a connection cannot be checked.' },
  },
});

export const ErrorCodeEnum = codes<ErrorCode>(CATALOGUE);
registerEnumType(ErrorCodeEnum, {
  name: 'ErrorCode',
  description:
    'What `extensions.code` of an error can be; `Query.errorCodes` explains each. An operation that GraphQL itself refuses has one of GRAPHQL_PARSE_FAILED, GRAPHQL_VALIDATION_FAILED, OPERATION_TOO_LARGE, OPERATION_RESOLUTION_FAILURE, BAD_USER_INPUT and BAD_REQUEST.',
});

export const FailureCodeEnum = codes<FailureCode>(FAILURES);
registerEnumType(FailureCodeEnum, {
  name: 'FailureCode',
  description: 'Why a platform post failed. The list grows: treat a code that you do not know as UNKNOWN_ERROR.',
  valuesConfig: Object.fromEntries(
    Object.entries(FAILURES).map(([code, { advice }]) => [code, { description: advice }]),
  ),
});

export const FaultEnum = { CONTENT: 'content', ACCOUNT: 'account', PLATFORM: 'platform', SERVICE: 'service' } as const;
registerEnumType(FaultEnum, {
  name: 'Fault',
  description: 'Who has to act on a failure.',
  valuesConfig: {
    CONTENT: { description: 'The content or its settings have to change.' },
    ACCOUNT: { description: 'The connected account has to be connected again or given a right.' },
    PLATFORM: { description: 'The platform had an error or applied a limit.' },
    SERVICE: { description: 'This service was at fault.' },
  },
});

registerEnumType(TokenStatus, {
  name: 'TokenStatus',
  description: 'Whether the access of a connection lasts.',
  valuesConfig: {
    EXPIRING_SOON: { description: 'It ends in less than seven days.' },
    EXPIRED: { description: 'It has ended, or the platform refused it.' },
    UNKNOWN: { description: 'Nothing in its credentials expires.' },
  },
});

registerEnumType(PostGroupStatus, {
  name: 'PostGroupStatus',
  description:
    'Status of a post group. PUBLISHED, FAILED and PARTIALLY_PUBLISHED are set once every platform post has ended.',
});
registerEnumType(ProcessingStatus, {
  name: 'ProcessingStatus',
  description: 'How far publishing is.',
  valuesConfig: {
    PENDING: { description: 'Not begun.' },
    PROCESSING: { description: 'Some platform post is pending or processing.' },
    FINISHED: { description: 'Every platform post has ended.' },
  },
});
registerEnumType(PlatformPostStatus, {
  name: 'PlatformPostStatus',
  description: 'draft → scheduled → pending → processing → published | failed',
  valuesConfig: {
    PENDING: { description: 'Its job is queued.' },
    PROCESSING: { description: 'A worker has it; also between two attempts.' },
  },
});
registerEnumType(PostLogEvent, { name: 'PostLogEvent', description: 'What a log entry tells.' });
registerEnumType(LiveEventType, {
  name: 'ProgressEventType',
  description: 'What a progress event tells.',
  valuesConfig: {
    CREATED: { description: 'The group was created.' },
    QUEUED: { description: 'A platform post waits for its time (dueAt).' },
    UNSCHEDULED: { description: 'A platform post went back to draft.' },
    PROCESSING: { description: 'A worker has taken a platform post.' },
    ATTEMPT_STARTED: { description: 'A request to the platform is about to leave.' },
    ATTEMPT_FAILED: { description: 'An attempt failed; the next look or attempt is at dueAt.' },
    PUBLISHED: { description: 'The platform has the post.' },
    FAILED: { description: 'The platform post has failed for good; error says why.' },
    ROLLUP: { description: 'Every platform post has ended; groupStatus is the result.' },
    DELETED: { description: 'The group was removed.' },
  },
});

registerEnumType(WebhookEventName, {
  name: 'WebhookEventName',
  description: 'What a webhook can be told of. Its body spells it in lower case with a dot: `post.published`.',
  valuesConfig: {
    POST_SCHEDULED: { description: 'A platform post has a time, or another one than before.' },
    POST_PUBLISHED: { description: 'The platform has the post.' },
    POST_FAILED: { description: 'The platform post has failed for good.' },
    TOKEN_EXPIRING: { description: 'The access to a connected account ends within seven days.' },
  },
});
registerEnumType(DeliveryStatus, {
  name: 'WebhookDeliveryStatus',
  description: 'How far a delivery is.',
  valuesConfig: {
    PENDING: { description: 'Its next attempt is to come, or under way.' },
    FAILED: { description: 'Every attempt failed.' },
    SKIPPED: {
      description:
        'The webhook was disabled when the event happened, or before it was delivered. Sent only by redeliverSkipped or redeliverWebhook.',
    },
    CANCELLED: {
      description: 'The webhook was disabled before it was delivered, in an earlier version.',
      deprecationReason: 'It is `SKIPPED` now.',
    },
  },
});

/** A stored platform key as the enum; null for one that REST accepted and this service does not know. */
export const knownPlatform = (platform: string | null): PlatformKey | null =>
  PLATFORM_KEYS.find((key) => key === platform) ?? null;
