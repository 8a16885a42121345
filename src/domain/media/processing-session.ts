/**
 * A video on its way through the server [process-video/progress].
 *
 * session    one upload; its id is the time of its receipt in milliseconds
 * event      a step of it; numbered from 1 in its session
 * stage      uploading, probing, storing; then done or failed, which ends the session
 */
import type { MediaMetadata } from './media.js';

/** `percent` is of the stage. */
export type ProcessingEvent =
  | { stage: 'uploading' | 'probing' | 'storing'; percent: number }
  | { stage: 'done'; percent: 100; media: ProcessedMedia }
  | { stage: 'failed'; percent: 0; error: string };

/** The media record as get-upload-url names it, with what the file turned out to be. */
export interface ProcessedMedia {
  mediaId: string;
  fileUrl: string;
  mimeType: string;
  metadata: MediaMetadata;
}

export interface ProcessingSession {
  id: string;
  userId: string;
  /** In order: the number of an event is its position. */
  events: ProcessingEvent[];
  ended: boolean;
  /** Last heartbeat of its process. */
  aliveAt: Date;
}

/** Heartbeat interval, and the time after which the process is considered dead. */
export const ALIVE_EVERY_MS = 5_000;
export const GONE_AFTER_MS = 30_000;

export const isEnd = ({ stage }: ProcessingEvent): boolean => stage === 'done' || stage === 'failed';
