/**
 * Videos of a page. They go to /videos in pieces: nothing in a post says that it is a reel, and reels end at 90
 * seconds. The video has its id before its first byte is sent, so its status can be queried after a lost response.
 */
import { z } from 'zod';
import { graphId } from '../graph/graph-api.js';
import { UNKNOWN_OBJECT } from '../graph/graph-errors.js';
import { type Context, type FailedStep, failed } from '../kit/failed-step.js';
import { responseFailure } from '../kit/failure-table.js';
import { isOverdue, pollAgain, retryPoll } from '../kit/polling.js';
import type { Clock, LookupResult, PartMedia, Step } from '../port/platform.js';
import type { Page } from './client.js';
import { videoFailures } from './failures.js';

export const videoState = z.object({
  videoId: graphId,
  sessionId: graphId,
  /** Whether the platform has accepted the request to publish the video. */
  isAccepted: z.boolean(),
  /** When its upload ended, or when it was accepted, in milliseconds since 1970. */
  since: z.number(),
});
export type VideoState = z.infer<typeof videoState>;

/** Uploads a video, which publishes nothing. */
export async function uploadVideo(page: Page, file: PartMedia, clock: Clock): Promise<Step> {
  const started = await page.startVideo(file.bytes);
  if (started.kind === 'rejected') return started.step;
  const { upload_session_id: sessionId, video_id: videoId } = started.value;
  let { start, end } = started.value;
  while (start < end) {
    const sent = await page.sendPiece(sessionId, file, { start, end });
    if (sent.kind === 'rejected') return sent.step;
    // Otherwise a platform that requests the same piece repeatedly would block the worker forever.
    if (sent.value.start <= start) {
      const happened = 'lost chunks of the video';
      return failed('PLATFORM_SERVER_ERROR', contextOf(page), { outcome: 'rejected', happened });
    }
    ({ start, end } = sent.value);
  }
  return { kind: 'ready', state: { videoId, sessionId, isAccepted: false, since: clock().getTime() } };
}

/** Publishes a video that was uploaded. */
export async function publishVideo(page: Page, text: string, state: VideoState, clock: Clock): Promise<Step> {
  const published = await page.publishVideo(state.sessionId, text);
  if (published.kind === 'rejected') return published.step;
  return pollAgain({ ...state, isAccepted: true, since: clock().getTime() }, clock);
}

/**
 * Whether the platform has processed a video that was to be published. While its status is "uploading", the request that
 * ends the upload and publishes it has not arrived.
 */
export async function lookUpVideo(page: Page, state: VideoState, clock: Clock): Promise<LookupResult> {
  const result = await page.video(state.videoId);
  const later = (): LookupResult => (isOverdue(state, clock) ? tooSlow(page) : pollAgain(state, clock));
  if (result.kind === 'rejected') {
    if (result.subcode === UNKNOWN_OBJECT) return later();
    return state.isAccepted ? retryPoll(result.step, state, clock) : result.step;
  }
  const { status, error, permalink } = result.value;
  if (status === 'ready') return { kind: 'published', postedId: state.videoId, ...page.toAddress(permalink) };
  if (FAILED.includes(status)) return responseFailure(result.answer, videoFailures(status, error), contextOf(page));
  if (status === 'uploading' && !state.isAccepted) return { kind: 'absent' };
  return later();
}

/** It may be live: the request to publish it may have been received. */
function tooSlow(page: Page): FailedStep {
  const happened = 'did not finish processing the video in time';
  return failed('TIMEOUT_ERROR', contextOf(page), { outcome: 'unknown', happened });
}

const FAILED: readonly string[] = ['error', 'expired', 'upload_failed'];

const contextOf = ({ accessToken }: Page): Context => ({
  platform: 'socialpage',
  purpose: 'prepare',
  secrets: [accessToken],
});
