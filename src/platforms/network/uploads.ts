/**
 * Images and videos of a post. They are uploaded before it, and invisible until a post references them. A video is sent
 * in the pieces that the platform asks for, and worked on afterwards.
 */
import { z } from 'zod';
import { type Context, type FailedStep, failed } from '../kit/failed-step.js';
import { isOverdue, pollAgain, retryPoll } from '../kit/polling.js';
import type { Clock, LookupResult, PartMedia, Step } from '../port/platform.js';
import type { NetworkClient } from './client.js';

const mediaSchema = z.object({ id: z.string(), altText: z.string().optional() });
export type Media = z.infer<typeof mediaSchema>;

const media = z.array(mediaSchema).min(1);
const processingSchema = z.object({
  stage: z.literal('processing'),
  media,
  /** When the upload ended, in epoch milliseconds. */
  since: z.number(),
});
type Processing = z.infer<typeof processingSchema>;

/** How far a post with media is: they are to be uploaded, the platform works on them, a post may have them. */
const stateSchema = z.discriminatedUnion('stage', [
  z.object({ stage: z.literal('upload') }),
  processingSchema,
  z.object({ stage: z.literal('uploaded'), media }),
]);

/** What a step left behind as the state of its part. */
export const readState = (state: unknown): z.infer<typeof stateSchema> => stateSchema.parse(state);

const ready = (state: z.infer<typeof stateSchema>): Step => ({ kind: 'ready', state });

/** A worker may die in a long upload: from here on it is known that nothing was posted. */
export const readyToUpload = (): Step => ready({ stage: 'upload' });

const imageBegunSchema = z.object({ value: z.object({ uploadUrl: z.url(), image: z.string().min(1) }) });
const videoBegunSchema = z.object({
  value: z.object({
    video: z.string().min(1),
    uploadToken: z.string(),
    uploadInstructions: z
      .array(z.object({ uploadUrl: z.url(), firstByte: z.int().min(0), lastByte: z.int().min(0) }))
      .min(1),
  }),
});
const statusSchema = z.object({ status: z.string() });
/** The platform has nothing of it. A video that was finished a moment ago may still be called so. */
const WAITING_UPLOAD = 'WAITING_UPLOAD';
const FINISHED_MS = 60_000;

/** Uploads the media of a part, which publishes nothing. */
export async function uploadMedia(client: NetworkClient, files: readonly PartMedia[], clock: Clock): Promise<Step> {
  const uploaded: Media[] = [];
  for (const file of files) {
    const upload = file.kind === 'video' ? await uploadVideo(client, file) : await uploadImage(client, file);
    if (upload.kind === 'failed') return upload;
    uploaded.push({ id: upload.id, ...(file.altText && { altText: file.altText }) });
  }
  const isProcessing = files.some(({ kind }) => kind === 'video');
  return isProcessing
    ? pollAgain({ stage: 'processing', media: uploaded, since: clock().getTime() } satisfies Processing, clock)
    : ready({ stage: 'uploaded', media: uploaded });
}

type Upload = { kind: 'uploaded'; id: string } | FailedStep;

async function uploadImage({ author, rest, upload, context }: NetworkClient, file: PartMedia): Promise<Upload> {
  const json = { initializeUploadRequest: { owner: author } };
  const begun = await rest('/images?action=initializeUpload', imageBegunSchema, { method: 'POST', json });
  if (begun.kind === 'rejected') return begun.step;
  const { uploadUrl, image } = begun.value.value;
  const sent = await upload(uploadUrl, file);
  if (sent.kind === 'rejected') return sent.step;
  // The platform says 201; another success may be somebody else's.
  if (sent.answer.status !== 201) {
    const result = await rest(`/images/${encodeURIComponent(image)}`, statusSchema);
    if (result.kind === 'ok' && result.value.status === WAITING_UPLOAD) return notThere(context);
  }
  return { kind: 'uploaded', id: image };
}

const notThere = (context: Context): FailedStep =>
  failed('PLATFORM_SERVER_ERROR', context, {
    outcome: 'rejected',
    happened: 'does not have the uploaded file',
  });

async function uploadVideo({ author, rest, upload, context }: NetworkClient, file: PartMedia): Promise<Upload> {
  const about = { owner: author, fileSizeBytes: file.bytes, uploadCaptions: false, uploadThumbnail: false };
  const json = { initializeUploadRequest: about };
  const begun = await rest('/videos?action=initializeUpload', videoBegunSchema, { method: 'POST', json });
  if (begun.kind === 'rejected') return begun.step;
  const { video, uploadToken, uploadInstructions } = begun.value.value;
  const uploadedPartIds: string[] = [];
  for (const { uploadUrl, firstByte, lastByte } of uploadInstructions) {
    const slice = { start: firstByte, end: lastByte + 1 };
    const sent = await upload(uploadUrl, { ...file, mimeType: 'application/octet-stream', slice });
    if (sent.kind === 'rejected') return sent.step;
    const { etag } = sent.answer.headers;
    if (etag === undefined) {
      const happened = 'accepted a chunk of the video, but did not return its ETag';
      return failed('PLATFORM_SERVER_ERROR', context, { outcome: 'rejected', happened, status: sent.answer.status });
    }
    uploadedPartIds.push(etag);
  }
  const finalize = { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } };
  const done = await rest('/videos?action=finalizeUpload', z.unknown(), { method: 'POST', json: finalize });
  return done.kind === 'rejected' ? done.step : { kind: 'uploaded', id: video };
}

/** `ready` when the platform is done with the video, `pending` while it is not. */
export async function pollProcessing(
  { rest, context }: NetworkClient,
  processing: Processing,
  clock: Clock,
): Promise<LookupResult> {
  const [video] = processing.media;
  const result = await rest(`/videos/${encodeURIComponent(video?.id ?? '')}`, statusSchema);
  if (result.kind === 'rejected') return retryPoll(result.step, processing, clock);
  switch (result.value.status) {
    case 'AVAILABLE':
      return ready({ stage: 'uploaded', media: processing.media });
    case 'PROCESSING_FAILED': {
      const happened = 'could not process the video';
      return failed('INVALID_CONTENT', context, { outcome: 'rejected', happened, raw: result.answer.text });
    }
    default: {
      const isLost = result.value.status === WAITING_UPLOAD && clock().getTime() - processing.since > FINISHED_MS;
      if (isLost) return notThere(context);
      if (!isOverdue(processing, clock)) return pollAgain(processing, clock);
      return failed('TIMEOUT_ERROR', context, {
        outcome: 'rejected',
        happened: 'did not finish processing the video in time',
      });
    }
  }
}
