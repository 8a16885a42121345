import type { FailureCode } from '../../../platforms/port/failure.js';
import type { Addition } from './additions.js';
import type { PostGroupStatus } from './post-group.js';

/** The events of a group's log [post-log/event]. */
export enum PostLogEvent {
  SCHEDULED = 'scheduled',
  PROCESSING = 'processing',
  PUBLISH_ATTEMPTED = 'publish_attempted',
  PUBLISH_SUCCEEDED = 'publish_succeeded',
  PUBLISH_FAILED = 'publish_failed',
  STATUS_CHANGED = 'status_changed',
  UNPUBLISHED = 'unpublished',
  UNPUBLISH_FAILED = 'unpublish_failed',
}

/** More about an event [post-log/metadata]. */
export interface PostLogMetadata {
  /** The statuses of a group before and after a change. */
  from?: PostGroupStatus;
  to?: PostGroupStatus;
  errorCode?: FailureCode;
  retryable?: boolean;
  /** The failure after which the owner retries. */
  retryOf?: FailureCode | undefined;
  /** The platform's id of the post. */
  postedId?: string | null;
  /** What a post waits for, for people. */
  reason?: string;
  /** It is about the first comment on a post. */
  firstComment?: true;
  /** What was added to its text, and what was not, because the platform would not take the text. */
  additions?: readonly Addition[];
  leftOff?: readonly Addition[];
  /** When its job runs next, as ISO 8601. */
  scheduledTime?: string;
}

/** An entry to be written; what is left out is stored as absent. */
export interface NewLogEntry {
  event: PostLogEvent;
  postId?: string;
  platform?: string;
  error?: string;
  httpStatus?: number;
  /** Number of the retry; left out for the first try. */
  retryCount?: number;
  metadata?: PostLogMetadata;
}

/** A platform post waits for its time. */
export const scheduledEntry = ({ id, platform }: { id: string; platform: string }): NewLogEntry => ({
  event: PostLogEvent.SCHEDULED,
  postId: id,
  platform,
});
