/**
 * Live events: every step of a group's publishing and what else changes about it, numbered within the group.
 *
 * An event is written in the transaction that causes it. NOTIFY only says that there is something to read, so a
 * subscriber that lost a notification, or its connection, reads on from the last number it saw.
 */
import { DAY_MS } from '../../../foundation/time/durations.js';
import type { PlatformPostError } from './platform-post.js';
import type { PostGroupStatus, ProcessingStatus } from './post-group.js';

export enum LiveEventType {
  CREATED = 'created',
  EDITED = 'edited',
  QUEUED = 'queued',
  UNSCHEDULED = 'unscheduled',
  PROCESSING = 'processing',
  ATTEMPT_STARTED = 'attempt_started',
  ATTEMPT_FAILED = 'attempt_failed',
  PUBLISHED = 'published',
  FAILED = 'failed',
  UNPUBLISHED = 'unpublished',
  GROUP_FINISHED = 'group_finished',
  /** Something about the group changed that changes nothing of its publishing: an approval, a comment, a label. */
  ANNOTATED = 'annotated',
  DELETED = 'deleted',
}

/** What an event says of its platform post. */
export interface LivePost {
  id: string;
  error?: PlatformPostError | null;
  /** Number of the attempt, from 1. */
  attempt?: number;
  /** When the post's job runs (again), ISO 8601. */
  dueAt?: string | null;
  /** Why it waits until then, for people; absent when it waits for nothing but its time. */
  reason?: string;
}

export interface LiveEventPayload {
  type: LiveEventType;
  groupStatus: PostGroupStatus;
  processingStatus: ProcessingStatus;
  post?: LivePost;
}

export interface LiveEvent extends LiveEventPayload {
  groupId: string;
  sequence: number;
  userId: string;
  createdAt: Date;
}

/** What is new in a group. */
export interface GroupEvents {
  groupId: string;
  events: LiveEventPayload[];
  /** When jobs fall due that the transaction enqueued. */
  due?: Date[];
  /** Statuses that the group has from now on; the ones it had when left out. */
  status?: PostGroupStatus;
  processingStatus?: ProcessingStatus;
  /** The time that the group has from now on; null: none. Left out: the one that it had. */
  scheduledTime?: Date | null;
}

/** What NOTIFY carries, in less than its 8,000 bytes: which group has new events, and when its new jobs fall due. */
export interface LiveNotice {
  userId: string;
  groupId: string;
  /** In epoch milliseconds. */
  due: number[];
}

/** How many moments a notice has: their jobs are fetched on time, any others by the poll of the workers. */
const DUE_IN_NOTICE = 200;

/** The earliest of the moments when jobs fall due, in the form and number that a notice has. */
export const noticedTimes = (due: readonly Date[]): number[] =>
  [...new Set(due.map((date) => date.getTime()))].sort((a, b) => a - b).slice(0, DUE_IN_NOTICE);

export const LIVE_CHANNEL = 'live_events';

/** How long events are kept. A subscriber that was away for less misses nothing. */
export const EVENTS_KEPT_MS = 7 * DAY_MS;
