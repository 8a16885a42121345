import { z } from 'zod';
import type { AccountCore } from '../account.js';
import type { SandboxContext } from '../exchange.js';
import { PiecedFile, type ReceivedFile } from '../received-files.js';
import { nothingToDo, type Work } from '../work.js';
import { Ids } from './ids.js';
import { invalid, read, refuse, tooLarge } from './wire.js';

const mb = 1024 * 1024;

/** The largest file that comes in one request, and the largest piece of one that comes in several. */
export const maxFileBytes = 15 * mb;
export const maxPieceBytes = 5 * mb;
const maxImageBytes = 5 * mb;
const maxVideoBytes = 512 * mb;
const maxVideoSeconds = 120;

/** Uploads that are remembered; the platform removes them after a day. */
const remembered = 10_000;
const expires_after_secs = 86_400;

const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/bmp', 'image/tiff'];

const id = z.string().regex(/^\d{1,19}$/);

/** Of the schema MediaUploadRequest: `tweet_video` is for uploads in pieces. */
const uploadSchema = z.strictObject({ media_category: z.enum(['tweet_image', 'tweet_gif']) });
/** Of the schema InitializeMediaUploadRequest: what is for a video in a post. */
const initializeSchema = z.strictObject({
  media_type: z.enum(['video/mp4', 'video/quicktime', 'video/webm', 'video/mp2t']),
  media_category: z.literal('tweet_video'),
  total_bytes: z.int().min(1).max(maxVideoBytes),
});
const appendSchema = z.strictObject({ segment_index: z.string().regex(/^\d{1,3}$/) });
const statusSchema = z.strictObject({ command: z.literal('STATUS').optional(), media_id: id });
const describeSchema = z.strictObject({
  id,
  metadata: z.strictObject({
    alt_text: z.strictObject({ text: z.string().refine((text) => [...text].length <= 1000, 'is too long') }),
  }),
});

/** A file that can be attached to a post. */
export interface Upload {
  id: string;
  accountId: string;
  kind: 'photo' | 'animated_gif' | 'video';
  media_key: string;
  altText: string | null;
  /** Null until its pieces have arrived. */
  file: ReceivedFile | null;
  pieces: { file: PiecedFile; next: number; total: number; mimeType: string } | null;
  work: Work;
  /** Whether it can be shown. */
  broken: boolean;
}

const keyPrefix = { photo: '3', animated_gif: '16', video: '7' };

/** The media that wait for a post. They are not kept beyond the end of the sandbox. */
export class Uploads {
  private readonly ids = new Ids();
  private readonly uploads = new Map<string, Upload>();

  constructor(private readonly context: SandboxContext) {}

  /** POST /2/media/upload. */
  image(account: AccountCore, form: unknown, files: readonly ReceivedFile[]): () => unknown {
    const { media_category } = read(uploadSchema, form);
    const file = only(files);
    const isGif = media_category === 'tweet_gif';
    if (!isGif && file.bytes > maxImageBytes) throw tooLarge();
    const types = isGif ? ['image/gif'] : imageTypes;
    if (!file.playable || !types.includes(file.mimeType ?? '')) throw invalid('media: media type unrecognized.');
    return () => {
      const upload = this.add(account, isGif ? 'animated_gif' : 'photo');
      upload.file = file;
      if (isGif) upload.work = this.context.beginWork();
      const { width: w, height: h, mimeType: image_type } = file;
      return { ...this.answer(upload, 'pending'), image: { w, h, image_type } };
    };
  }

  /** POST /2/media/upload/initialize. */
  initialize(account: AccountCore, body: unknown): () => unknown {
    const { media_type: mimeType, total_bytes: total } = read(initializeSchema, body);
    return () => {
      const upload = this.add(account, 'video');
      const about = { field: 'media', fileName: '', contentType: mimeType };
      upload.pieces = { file: new PiecedFile(about), next: 0, total, mimeType };
      return { id: upload.id, media_key: upload.media_key, expires_after_secs };
    };
  }

  /** POST /2/media/upload/:id/append. */
  append(account: AccountCore, mediaId: string, form: unknown, files: readonly ReceivedFile[]): () => Promise<unknown> {
    const pieces = this.unfinished(account, mediaId);
    const index = Number(read(appendSchema, form).segment_index);
    const piece = only(files);
    if (index !== pieces.next) throw invalid(`segment_index: ${pieces.next} is the next one, not ${index}.`);
    if (pieces.file.bytes + piece.bytes > pieces.total) throw invalid('media: more bytes than total_bytes.');
    return async () => {
      pieces.next += 1;
      await pieces.file.add(piece);
      return { expires_at: Math.floor(Date.now() / 1000) + expires_after_secs };
    };
  }

  /** POST /2/media/upload/:id/finalize. */
  finalize(account: AccountCore, mediaId: string): () => Promise<unknown> {
    const upload = this.find(account, mediaId);
    const { file, total, mimeType } = this.unfinished(account, mediaId);
    if (file.bytes !== total) throw invalid('Segments do not add up to provided total file size.');
    return async () => {
      upload.pieces = null;
      upload.file = await file.end();
      const { playable, mimeType: is, seconds } = upload.file;
      upload.broken = !playable || is !== mimeType || (seconds ?? 0) > maxVideoSeconds;
      upload.work = this.context.beginWork();
      return this.answer(upload, 'pending');
    };
  }

  /** GET /2/media/upload. */
  status(account: AccountCore, query: unknown): () => unknown {
    const upload = this.find(account, read(statusSchema, query).media_id);
    if (upload.pieces) throw invalid('media_id: the upload is not finalized.');
    return () => this.answer(upload, 'in_progress');
  }

  /** POST /2/media/metadata. */
  describe(account: AccountCore, body: unknown): () => unknown {
    const { id: mediaId, metadata } = read(describeSchema, body);
    const upload = this.find(account, mediaId);
    return () => {
      upload.altText = metadata.alt_text.text;
      return { id: mediaId, associated_metadata: metadata };
    };
  }

  /** The uploads of a new post, in the order of their ids in the request. */
  forPost(account: AccountCore, ids: readonly string[]): (Upload & { file: ReceivedFile })[] {
    const found = ids.flatMap((mediaId) => {
      const upload = this.uploads.get(mediaId);
      const isReady = upload && upload.accountId === account.accountId && !upload.broken && upload.work.isDone();
      return isReady && upload.file ? [{ ...upload, file: upload.file }] : [];
    });
    if (found.length < ids.length || new Set(ids).size < ids.length) throw invalid('Your media IDs are invalid.');
    if (found.length > 1 && found.some(({ kind }) => kind !== 'photo')) {
      throw invalid('media.media_ids: a video or an animated GIF cannot be combined with other media.');
    }
    return found;
  }

  private add({ accountId }: AccountCore, kind: Upload['kind']): Upload {
    const mediaId = this.ids.next();
    const media_key = `${keyPrefix[kind]}_${mediaId}`;
    const none = { altText: null, file: null, pieces: null, work: nothingToDo, broken: false };
    const upload: Upload = { id: mediaId, accountId, kind, media_key, ...none };
    this.uploads.set(mediaId, upload);
    for (const oldest of this.uploads.keys()) {
      if (this.uploads.size <= remembered) break;
      this.uploads.delete(oldest);
    }
    return upload;
  }

  private find({ accountId }: AccountCore, mediaId: string): Upload {
    const upload = this.uploads.get(mediaId);
    if (upload?.accountId === accountId) return upload;
    const detail = `Could not find media with id: [${mediaId}].`;
    throw refuse(404, { kind: 'resource-not-found', title: 'Not Found Error', detail, resource_type: 'media' });
  }

  private unfinished(account: AccountCore, mediaId: string): NonNullable<Upload['pieces']> {
    const { pieces } = this.find(account, mediaId);
    if (!pieces) throw invalid('id: the upload is finalized.');
    return pieces;
  }

  private answer({ id: mediaId, kind, media_key, file, work, broken }: Upload, working: string): object {
    const done = broken ? { state: 'failed' } : { state: 'succeeded', progress_percent: 100 };
    const info = !work.isDone() ? { state: working, check_after_secs: 1, progress_percent: 0 } : done;
    return {
      id: mediaId,
      media_key,
      size: file?.bytes,
      expires_after_secs,
      ...(kind !== 'photo' && { processing_info: info }),
    };
  }
}

function only(files: readonly ReceivedFile[]): ReceivedFile {
  const [file, ...others] = files;
  if (file?.field !== 'media' || others.length > 0) throw invalid('media: one file is required.');
  return file;
}
