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

/** An entry to be written; what is left out is stored as absent. */
export interface NewLogEntry {
  event: PostLogEvent;
  postId?: string;
  platform?: string;
  error?: string;
  httpStatus?: number;
  /** Number of the retry; left out for the first try. */
  retryCount?: number;
  metadata?: Record<string, unknown>;
}

/** A platform post waits for its time. */
export const scheduledEntry = ({ id, platform }: { id: string; platform: string }): NewLogEntry => ({
  event: PostLogEvent.SCHEDULED,
  postId: id,
  platform,
});
