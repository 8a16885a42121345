/**
 * A post group: one piece of content for several targets.
 *
 * status             what the owner requested and, once every part has ended, how it went
 * processingStatus   how far publishing is: pending (not begun), processing, finished
 * rollup             the status that follows from the parts; it changes only when all have ended
 */
import type { AllowedAdditions } from './additions.js';
import { ACTIVE_STATUSES, type PlatformPostStatus } from './platform-post.js';
import type { PlatformSettings } from './platform-settings.js';

export enum PostGroupStatus {
  DRAFT = 'draft',
  SCHEDULED = 'scheduled',
  PUBLISHED = 'published',
  FAILED = 'failed',
  PARTIALLY_PUBLISHED = 'partially_published',
}

export enum ProcessingStatus {
  PENDING = 'pending',
  PROCESSING = 'processing',
  FINISHED = 'finished',
}

/**
 * Group statuses that may be updated: draft and scheduled, in the dashboard partially_published too
 * [states/dashboard-updates-partially-published].
 */
export const isUpdatable = (status: PostGroupStatus, inDashboard = false): boolean =>
  status === PostGroupStatus.DRAFT ||
  status === PostGroupStatus.SCHEDULED ||
  (inDashboard && status === PostGroupStatus.PARTIALLY_PUBLISHED);

/** The group's statuses as its parts say; undefined while a part has not ended. */
export function rollup(parts: readonly PlatformPostStatus[]): PostGroupStatus | undefined {
  const published = parts.filter((status) => status === 'published').length;
  const failed = parts.filter((status) => status === 'failed').length;
  if (parts.length === 0 || published + failed < parts.length) return undefined;
  if (failed === 0) return PostGroupStatus.PUBLISHED;
  return published === 0 ? PostGroupStatus.FAILED : PostGroupStatus.PARTIALLY_PUBLISHED;
}

/**
 * How far publishing is [states/processingStatus]. `isBegun`: something happened to a part since its owner last gave the
 * group a time, or took it back.
 */
export function processingStatus(parts: readonly PlatformPostStatus[], isBegun: boolean): ProcessingStatus {
  if (rollup(parts) !== undefined) return ProcessingStatus.FINISHED;
  const isUnderWay = isBegun && parts.some((status) => ACTIVE_STATUSES.includes(status));
  return isUnderWay ? ProcessingStatus.PROCESSING : ProcessingStatus.PENDING;
}

export interface PostGroup extends AllowedAdditions {
  id: string;
  userId: string;
  /** The person who created it; null: a program. */
  authorId: string | null;
  status: PostGroupStatus;
  processingStatus: ProcessingStatus;
  scheduledTime: Date | null;
  /** When the first of its posts was published; null before. */
  publishedAt: Date | null;
  platformSettings: PlatformSettings;
  /** The frame that is the cover of a video, in milliseconds; null: the platform chooses. */
  videoTimestamp: number | null;
  eventSequence: number;
  createdAt: Date;
  updatedAt: Date;
}

/** When a group that changes now was changed: later than the change before it, also within the same millisecond. */
export const changedAt = ({ updatedAt }: Pick<PostGroup, 'updatedAt'>, now: Date): Date =>
  new Date(Math.max(now.getTime(), updatedAt.getTime() + 1));

/** A group to be stored. Its text is read separately, and only where it is requested (post-text.repository.ts). */
export interface NewPostGroup extends PostGroup {
  content: string;
}
