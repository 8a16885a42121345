/**
 * Media of a record: they are uploaded to the account's data server, which keeps them for a while, and the record's
 * `embed` names them. A record holds images or one video.
 */
import { z } from 'zod';
import type { FailedStep } from '../kit/failed-step.js';
import type { PartMedia } from '../port/platform.js';
import type { Xrpc } from './client.js';

const blobSchema = z.object({
  $type: z.literal('blob'),
  ref: z.object({ $link: z.string() }),
  mimeType: z.string(),
  size: z.number(),
});
const uploadedSchema = z.object({ blob: blobSchema });

type Blob = z.infer<typeof blobSchema>;

const shape = { aspectRatio: z.object({ width: z.number(), height: z.number() }).optional() };
const embedSchema = z.discriminatedUnion('$type', [
  z.object({
    $type: z.literal('app.bsky.embed.images'),
    images: z.array(z.object({ image: blobSchema, alt: z.string(), ...shape })).min(1),
  }),
  z.object({ $type: z.literal('app.bsky.embed.video'), video: blobSchema, alt: z.string().optional(), ...shape }),
]);
export type Embed = z.infer<typeof embedSchema>;

const stateSchema = z.object({ embed: embedSchema });

/** The embed that a step left behind as its state. */
export const readEmbed = (state: unknown): Embed => stateSchema.parse(state).embed;

/** Uploads the media of a part, which publishes nothing. */
export async function uploadEmbed(
  xrpc: Xrpc,
  media: readonly PartMedia[],
): Promise<{ kind: 'uploaded'; embed: Embed } | FailedStep> {
  const video = media.find(({ kind }) => kind === 'video');
  const blobs: { file: PartMedia; blob: Blob }[] = [];
  for (const file of media) {
    const uploaded = await xrpc('com.atproto.repo.uploadBlob', uploadedSchema, { method: 'POST', file });
    if (uploaded.kind === 'rejected') return uploaded.step;
    blobs.push({ file, blob: uploaded.value.blob });
  }
  const [first] = blobs;
  // An image has an alternative text, even if it is empty; a video may have none.
  return {
    kind: 'uploaded',
    embed:
      video && first
        ? {
            $type: 'app.bsky.embed.video',
            video: first.blob,
            ...(video.altText && { alt: video.altText }),
            ...shapeOf(video),
          }
        : {
            $type: 'app.bsky.embed.images',
            images: blobs.map(({ file, blob }) => ({ image: blob, alt: file.altText ?? '', ...shapeOf(file) })),
          },
  };
}

/** Without it a client does not know how much room to keep free. */
const shapeOf = ({ width, height }: PartMedia) => (width && height ? { aspectRatio: { width, height } } : {});
