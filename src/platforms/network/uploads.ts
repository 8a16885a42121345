/**
 * Images and videos of a post. They are uploaded before it; nobody sees them until a post names them. A video is sent
 * in the pieces that the platform asks for, and worked on afterwards.
 */
import { z } from 'zod';
import { type FailedStep, failed } from '../failed-step.js';
import { FAILURES } from '../failure.js';
import type { PartMedia, Sighting, Step } from '../platform.js';
import type { NetworkClient } from './client.js';

const mediaSchema = z.object({ id: z.string(), altText: z.string().optional() });
export type Media = z.infer<typeof mediaSchema>;

const uploadedSchema = z.object({
  /** In the order of the part. */
  media: z.array(mediaSchema).min(1),
  /** When the platform got the video that it works on, in milliseconds since 1970; null: a post may have them all. */
  processingSince: z.number().nullable(),
});
export type Uploaded = z.infer<typeof uploadedSchema>;

/** What an upload left behind as the state of its part. */
export const readUploaded = (state: unknown): Uploaded => uploadedSchema.parse(state);

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
const videoSchema = z.object({ status: z.string() });

/** How long a video is waited for, and how often it is asked for: less and less often. */
const PROCESSING_MAX_MS = 60 * 60_000;
const ASK_MS = { least: 1_000, most: 60_000 };

/** In characters. */
const ALT_TEXT_MAX = 4086;

/** Uploads the media of a part, which publishes nothing. */
export async function uploadMedia(client: NetworkClient, files: readonly PartMedia[]): Promise<Step> {
  const media: Media[] = [];
  for (const file of files) {
    const upload = file.kind === 'video' ? await uploadVideo(client, file) : await uploadImage(client, file);
    if (upload.kind === 'failed') return upload;
    media.push({ id: upload.id, ...(file.altText && { altText: file.altText.slice(0, ALT_TEXT_MAX) }) });
  }
  const isWorkedOn = files.some(({ kind }) => kind === 'video');
  return isWorkedOn
    ? stillProcessing({ media, processingSince: Date.now() })
    : { kind: 'ready', state: { media, processingSince: null } satisfies Uploaded };
}

type Upload = { kind: 'uploaded'; id: string } | FailedStep;

async function uploadImage({ author, rest, upload }: NetworkClient, file: PartMedia): Promise<Upload> {
  const json = { initializeUploadRequest: { owner: author } };
  const begun = await rest('/images?action=initializeUpload', imageBegunSchema, { method: 'POST', json });
  if (begun.kind === 'refused') return begun.step;
  const { uploadUrl, image } = begun.value.value;
  const sent = await upload(uploadUrl, file);
  return sent.kind === 'refused' ? sent.step : { kind: 'uploaded', id: image };
}

async function uploadVideo({ author, rest, upload, context }: NetworkClient, file: PartMedia): Promise<Upload> {
  const about = { owner: author, fileSizeBytes: file.bytes, uploadCaptions: false, uploadThumbnail: false };
  const json = { initializeUploadRequest: about };
  const begun = await rest('/videos?action=initializeUpload', videoBegunSchema, { method: 'POST', json });
  if (begun.kind === 'refused') return begun.step;
  const { video, uploadToken, uploadInstructions } = begun.value.value;
  const uploadedPartIds: string[] = [];
  for (const { uploadUrl, firstByte, lastByte } of uploadInstructions) {
    const slice = { start: firstByte, end: lastByte + 1 };
    const sent = await upload(uploadUrl, { ...file, mimeType: 'application/octet-stream', slice });
    if (sent.kind === 'refused') return sent.step;
    const { etag } = sent.answer.headers;
    if (etag === undefined) {
      const happened = 'took a piece of the video, but did not say under which name';
      return failed('UNKNOWN_ERROR', context, { outcome: 'rejected', happened, status: sent.answer.status });
    }
    uploadedPartIds.push(etag);
  }
  const finalize = { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } };
  const done = await rest('/videos?action=finalizeUpload', z.unknown(), { method: 'POST', json: finalize });
  return done.kind === 'refused' ? done.step : { kind: 'uploaded', id: video };
}

/** `ready` when the platform is done with the video, `pending` while it is not. */
export async function askProcessed({ rest, context }: NetworkClient, uploaded: Uploaded): Promise<Sighting> {
  const { media, processingSince } = uploaded;
  const isOverdue = Date.now() - (processingSince ?? 0) > PROCESSING_MAX_MS;
  const asked = await rest(`/videos/${encodeURIComponent(media[0]?.id ?? '')}`, videoSchema);
  if (asked.kind === 'refused') {
    return isOverdue || !FAILURES[asked.step.failure.code].retryable ? asked.step : stillProcessing(uploaded);
  }
  switch (asked.value.status) {
    case 'AVAILABLE':
      return { kind: 'ready', state: { media, processingSince: null } satisfies Uploaded };
    case 'PROCESSING_FAILED': {
      const happened = 'could not process the video';
      return failed('INVALID_CONTENT', context, { outcome: 'rejected', happened, raw: asked.answer.text });
    }
    default: {
      if (!isOverdue) return stillProcessing(uploaded);
      return failed('TIMEOUT_ERROR', context, { outcome: 'rejected', happened: 'did not get the video ready in time' });
    }
  }
}

/** As long again as it has taken so far. */
function stillProcessing(uploaded: Uploaded): Step {
  const age = Date.now() - (uploaded.processingSince ?? 0);
  return { kind: 'pending', state: uploaded, checkAfterMs: Math.min(Math.max(age, ASK_MS.least), ASK_MS.most) };
}
