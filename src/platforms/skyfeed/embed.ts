/**
 * The `embed` of a record: images, one video, or a link card. Their files are uploaded to the account's data server first,
 * which keeps them for a while, and the record refers to them.
 */
import { z } from 'zod';
import type { HttpFile } from '../../foundation/http-client/http-body.js';
import type { FailedStep } from '../kit/failed-step.js';
import type { LinkCard, PartMedia } from '../port/platform.js';
import type { Xrpc } from './client.js';

export const blobSchema = z.object({
  $type: z.literal('blob'),
  ref: z.object({ $link: z.string() }),
  mimeType: z.string(),
  size: z.number(),
});
const uploadedSchema = z.object({ blob: blobSchema });

type Blob = z.infer<typeof blobSchema>;

const shape = { aspectRatio: z.object({ width: z.number(), height: z.number() }).optional() };

/** What a record says of a video besides its blob. */
export const aboutVideoSchema = z.object({ alt: z.string().optional(), ...shape });
export type AboutVideo = z.infer<typeof aboutVideoSchema>;

const embedSchema = z.discriminatedUnion('$type', [
  z.object({
    $type: z.literal('app.bsky.embed.images'),
    images: z.array(z.object({ image: blobSchema, alt: z.string(), ...shape })).min(1),
  }),
  aboutVideoSchema.extend({ $type: z.literal('app.bsky.embed.video'), video: blobSchema }),
  z.object({
    $type: z.literal('app.bsky.embed.external'),
    external: z.object({ uri: z.string(), title: z.string(), description: z.string(), thumb: blobSchema.optional() }),
  }),
]);
export type Embed = z.infer<typeof embedSchema>;

/** The state of a part whose embed is complete. */
export const preparedSchema = z.object({ embed: embedSchema });

export type EmbedResult = { kind: 'embed'; embed: Embed } | FailedStep;

/** Uploads images, which publishes nothing. An image has an alternative text, even if it is empty. */
export async function embedImages(xrpc: Xrpc, media: readonly PartMedia[]): Promise<EmbedResult> {
  const images: Extract<Embed, { images: unknown }>['images'] = [];
  for (const file of media) {
    const uploaded = await uploadBlob(xrpc, file);
    if (uploaded.kind === 'failed') return uploaded;
    images.push({ image: uploaded.blob, alt: file.altText ?? '', ...shapeOf(file) });
  }
  return { kind: 'embed', embed: { $type: 'app.bsky.embed.images', images } };
}

/** Uploads a video as it is: the network's public app processes it once the post is there. */
export async function embedVideoFile(xrpc: Xrpc, file: PartMedia): Promise<EmbedResult> {
  const uploaded = await uploadBlob(xrpc, file);
  return uploaded.kind === 'failed' ? uploaded : { kind: 'embed', embed: videoEmbed(uploaded.blob, aboutVideo(file)) };
}

/** Uploads the picture of a link card. A picture that the server rejects is left out. */
export async function embedCard(xrpc: Xrpc, { url: uri, title, description, picture }: LinkCard): Promise<EmbedResult> {
  const uploaded = picture && (await uploadBlob(xrpc, picture));
  // The session is renewed and the card made again.
  if (uploaded?.kind === 'failed' && uploaded.failure.code === 'PLATFORM_AUTH_EXPIRED') return uploaded;
  const thumb = uploaded?.kind === 'uploaded' ? { thumb: uploaded.blob } : {};
  const external = { uri, title, description, ...thumb };
  return { kind: 'embed', embed: { $type: 'app.bsky.embed.external', external } };
}

export const videoEmbed = (video: Blob, about: AboutVideo): Embed => ({
  $type: 'app.bsky.embed.video',
  video,
  ...about,
});

/** A video may have no alternative text. */
export const aboutVideo = (video: PartMedia): AboutVideo => ({
  ...(video.altText && { alt: video.altText }),
  ...shapeOf(video),
});

async function uploadBlob(xrpc: Xrpc, file: HttpFile): Promise<{ kind: 'uploaded'; blob: Blob } | FailedStep> {
  const uploaded = await xrpc('com.atproto.repo.uploadBlob', uploadedSchema, { method: 'POST', file });
  return uploaded.kind === 'rejected' ? uploaded.step : { kind: 'uploaded', blob: uploaded.value.blob };
}

/** Without it a client does not know how much room to keep free. */
const shapeOf = ({ width, height }: PartMedia) => (width && height ? { aspectRatio: { width, height } } : {});
