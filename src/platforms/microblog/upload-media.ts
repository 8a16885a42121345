/**
 * Media of a post, uploaded before it: images in one request each, a video in pieces. The platform works on a video
 * after it has come, and no post can have it before that is done.
 */

import { z } from 'zod';
import { failed } from '../kit/failed-step.js';
import { isOverdue, pollAfter, retryPoll } from '../kit/polling.js';
import type { Clock, LookupResult, PartMedia, Step } from '../port/platform.js';
import { MB } from '../port/rules.js';
import type { MicroblogClient, ProcessingInfo } from './client.js';

const uploadsSchema = z.object({
  /** In the order of the part. */
  mediaIds: z.array(z.string()).min(1),
  /** Those that the platform works on; a post may have them all when it is empty. */
  processing: z.array(z.string()),
  /** When the upload ended, in epoch milliseconds. */
  since: z.number(),
});
type Uploads = z.infer<typeof uploadsSchema>;

/** The uploads that a step left behind as its state. */
export const readUploads = (state: unknown): Uploads => uploadsSchema.parse(state);

/** A request may bring 5 MB, with the form around the piece, and a video may have 1000 pieces. */
const PIECE_BYTES = 4 * MB;

const CONTEXT = { platform: 'microblog', purpose: 'prepare', secrets: [] } as const;

const isDone = (info: ProcessingInfo): boolean => info === undefined || info.state === 'succeeded';

/** Uploads the media of a part, which publishes nothing. */
export async function uploadMedia(client: MicroblogClient, media: readonly PartMedia[], clock: Clock): Promise<Step> {
  const mediaIds: string[] = [];
  const working = new Map<string, ProcessingInfo>();
  for (const file of media) {
    const uploaded = await (file.kind === 'video' ? uploadVideo(client, file) : uploadImage(client, file));
    if (uploaded.kind === 'rejected') return uploaded.step;
    const { id, processing_info: info } = uploaded.value.data;
    mediaIds.push(id);
    if (!isDone(info)) working.set(id, info);
  }
  const uploads = { mediaIds, processing: [...working.keys()], since: clock().getTime() };
  return working.size === 0
    ? { kind: 'ready', state: uploads }
    : pollAfter(uploads, clock, wantedMs([...working.values()]));
}

async function uploadImage(client: MicroblogClient, image: PartMedia) {
  const uploaded = await client.upload(image, image.mimeType === 'image/gif' ? 'tweet_gif' : 'tweet_image');
  if (uploaded.kind === 'rejected' || !image.altText) return uploaded;
  const described = await client.describe(uploaded.value.data.id, image.altText);
  return described.kind === 'rejected' ? described : uploaded;
}

async function uploadVideo(client: MicroblogClient, video: PartMedia) {
  const begun = await client.initialize(video.mimeType, video.bytes);
  if (begun.kind === 'rejected') return begun;
  const { id } = begun.value.data;
  for (let index = 0; index * PIECE_BYTES < video.bytes; index += 1) {
    const start = index * PIECE_BYTES;
    const slice = { start, end: Math.min(start + PIECE_BYTES, video.bytes) };
    const appended = await client.append(id, index, { ...video, slice });
    if (appended.kind === 'rejected') return appended;
  }
  return client.finalize(id);
}

/** `ready` when the platform is done with all of them, `pending` while it is not, `absent` when it has lost one. */
export async function pollProcessing(client: MicroblogClient, uploads: Uploads, clock: Clock): Promise<LookupResult> {
  for (const id of uploads.processing) {
    const result = await client.status(id);
    if (result.kind === 'rejected') {
      return result.status === 404 ? { kind: 'absent' } : retryPoll(result.step, uploads, clock);
    }
    const { processing_info: info } = result.value.data;
    if (isDone(info)) continue;
    if (info?.state === 'failed') {
      const about = { happened: 'could not process the video', raw: result.answer.text, status: result.answer.status };
      return failed('INVALID_CONTENT', CONTEXT, { outcome: 'rejected', ...about });
    }
    if (isOverdue(uploads, clock)) {
      const happened = 'did not finish processing the video in time';
      return failed('TIMEOUT_ERROR', CONTEXT, { outcome: 'rejected', happened });
    }
    return pollAfter(uploads, clock, wantedMs([info]));
  }
  return { kind: 'ready', state: { ...uploads, processing: [] } };
}

/** The platform says when it is to be polled again. */
const wantedMs = (infos: readonly ProcessingInfo[]): number =>
  Math.max(0, ...infos.map((info) => (info?.check_after_secs ?? 0) * 1000));
