/**
 * The video of a pin. It is registered, uploaded to storage beside the API and processed there; nothing of that
 * publishes anything. The pin then names it, in place of addresses of images.
 */
import { z } from 'zod';
import { uploadMs } from '../../foundation/http-client/http-body.js';
import { type FailedStep, failed } from '../kit/failed-step.js';
import { isOverdue, pollAgain, retryPoll } from '../kit/polling.js';
import { soleVideo } from '../kit/sole-video.js';
import type { Clock, LookupResult, Part, Step } from '../port/platform.js';
import type { PinboardClient } from './client.js';
import { altTextOf } from './pin.js';

const videoSchema = z.object({
  mediaId: z.string(),
  /** A part may come without its media once they were uploaded. */
  altText: z.string().optional(),
  /** When the upload ended, in epoch milliseconds. */
  since: z.number(),
});
const stateSchema = z.discriminatedUnion('stage', [
  z.object({ stage: z.literal('upload') }),
  videoSchema.extend({ stage: z.literal('processing') }),
  videoSchema.extend({ stage: z.literal('processed') }),
]);
type VideoState = z.infer<typeof stateSchema>;
type Processing = Extract<VideoState, { stage: 'processing' }>;

/** What an earlier step stored. */
export const readVideoState = (state: unknown): VideoState => stateSchema.parse(state);

/** A worker may die during a long upload: with this state stored, it is known that nothing was published. */
export function readyToUpload(part: Part): Step {
  const state: VideoState = { stage: 'upload' };
  return { kind: 'ready', state, withinMs: uploadMs(soleVideo(part).bytes) };
}

/** Uploads the video. */
export async function uploadVideo(client: PinboardClient, part: Part, clock: Clock): Promise<Step> {
  const registered = await client.register();
  if (registered.kind === 'rejected') return registered.step;
  const { media_id: mediaId } = registered.value;
  const sent = await client.upload(registered.value, soleVideo(part));
  if (sent.kind === 'rejected') return sent.step;
  const since = clock().getTime();
  const processing: Processing = { stage: 'processing', mediaId, ...altTextOf(part.media), since };
  return pollAgain(processing, clock);
}

/** `ready` when the platform has processed the video, `pending` while it has not. */
export async function pollVideo(client: PinboardClient, processing: Processing, clock: Clock): Promise<LookupResult> {
  const media = await client.media(processing.mediaId);
  if (media.kind === 'rejected') return retryPoll(media.step, processing, clock);
  const { status } = media.value;
  if (status === 'succeeded') return { kind: 'ready', state: { ...processing, stage: 'processed' } };
  if (status === 'failed') return unusable('INVALID_CONTENT', 'could not process the video', media.answer.text);
  if (!isOverdue(processing, clock)) return pollAgain(processing, clock);
  return unusable('TIMEOUT_ERROR', 'did not finish processing the video in time', media.answer.text);
}

function unusable(code: 'INVALID_CONTENT' | 'TIMEOUT_ERROR', happened: string, raw: string): FailedStep {
  const context = { platform: 'pinboard', purpose: 'prepare', secrets: [] } as const;
  return failed(code, context, { outcome: 'rejected', happened, raw });
}
