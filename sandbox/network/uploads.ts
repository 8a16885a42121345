import { z } from 'zod';
import type { SandboxContext } from '../exchange.js';
import { randomToken } from '../random.js';
import { asMedia, PiecedFile, type ReceivedFile } from '../received-files.js';
import type { SandboxMedia } from '../types.js';
import { nothingToDo, type Work } from '../work.js';
import { readBody, urn } from './body.js';
import { mediaId } from './ids.js';
import { invalidField, notFound, refuse } from './wire.js';

export const maxImageBytes = 5 * 1024 * 1024;
const maxVideoBytes = 500 * 1024 * 1024;
const maxVideoSeconds = 30 * 60;

/** An image has fewer pixels. */
const imagePixels = 36_152_320;

/** The platform requests a video in pieces of this size. */
export const pieceBytes = 4 * 1024 * 1024;

/** Uploads that are remembered. */
const remembered = 10_000;

const imageTypes = ['image/jpeg', 'image/png', 'image/gif'];

interface Upload {
  urn: string;
  owner: string;
  /** Null until the bytes have arrived. */
  media: SandboxMedia | null;
  /** Null while bytes are missing. */
  work: Work | null;
  /** Whether its processing failed. */
  broken: boolean;
  /** The pieces of a video. */
  pieces: { file: PiecedFile; total: number; token: string; etags: string[] } | null;
}

const imageSchema = z.strictObject({
  initializeUploadRequest: z.strictObject({ owner: urn('person', 'organization') }),
});
const videoSchema = z.strictObject({
  initializeUploadRequest: z.strictObject({
    owner: urn('person', 'organization'),
    fileSizeBytes: z.int().min(1).max(maxVideoBytes),
    uploadCaptions: z.boolean(),
    uploadThumbnail: z.boolean(),
  }),
});
const finalizeSchema = z.strictObject({
  finalizeUploadRequest: z.strictObject({
    video: z.string(),
    uploadToken: z.string(),
    uploadedPartIds: z.array(z.string()),
  }),
});

/** The images and videos of the members. They are not kept beyond the end of the sandbox. */
export class Uploads {
  private readonly uploads = new Map<string, Upload>();

  constructor(private readonly context: SandboxContext) {}

  /** The owner of a new image or video. */
  readImage = (body: unknown): string => readBody(imageSchema, body).initializeUploadRequest.owner;
  readVideo = (body: unknown) => readBody(videoSchema, body).initializeUploadRequest;

  beginImage(owner: string): Record<string, unknown> {
    const image = `urn:li:image:${mediaId()}`;
    this.keep({ urn: image, owner, media: null, work: null, broken: false, pieces: null });
    return { uploadUrlExpiresAt: tomorrow(), uploadUrl: this.address('uploaded-image', image), image };
  }

  beginVideo({ owner, fileSizeBytes: total }: { owner: string; fileSizeBytes: number }): Record<string, unknown> {
    const video = `urn:li:video:${mediaId()}`;
    const file = new PiecedFile({ field: '', fileName: '', contentType: 'video/mp4' });
    const token = randomToken();
    this.keep({
      urn: video,
      owner,
      media: null,
      work: null,
      broken: false,
      pieces: { file, total, token, etags: [] },
    });
    const uploadInstructions = Array.from({ length: Math.ceil(total / pieceBytes) }, (_, index) => ({
      uploadUrl: this.address('uploaded-video', video, index),
      firstByte: index * pieceBytes,
      lastByte: Math.min((index + 1) * pieceBytes, total) - 1,
    }));
    return { uploadUrlsExpireAt: tomorrow(), video, uploadInstructions, uploadToken: token };
  }

  /** Checks the bytes of an image and stores them for its URN. */
  addImage(id: string, file: ReceivedFile): void {
    const upload = this.uploads.get(`urn:li:image:${id}`);
    if (!upload || upload.media) throw notFound('Upload');
    if (!file.playable || !imageTypes.includes(file.mimeType ?? '')) {
      throw refuse(415, 'UNSUPPORTED_MEDIA_TYPE', 'The file is none of the supported image types');
    }
    if ((file.width ?? 0) * (file.height ?? 0) >= imagePixels) {
      throw refuse(400, 'MEDIA_ASSET_PROCESSING_FAILED', `The image must have fewer than ${imagePixels} pixels`);
    }
    upload.media = asMedia(file);
    upload.work = nothingToDo;
  }

  /**
   * Stores a piece of a video and returns its ETag. The platform accepts any order; the sandbox requires theirs and
   * discards the bytes.
   */
  async addPiece(id: string, index: number, piece: ReceivedFile): Promise<string> {
    const upload = this.uploads.get(`urn:li:video:${id}`);
    if (!upload?.pieces || upload.work !== null) throw notFound('Upload');
    const { file, total, etags } = upload.pieces;
    if (index !== etags.length) throw refuse(400, 'BAD_REQUEST', `The piece ${etags.length} is missing`);
    if (piece.contentType !== 'application/octet-stream') {
      throw refuse(415, 'UNSUPPORTED_MEDIA_TYPE', 'Content-Type must be application/octet-stream');
    }
    if (piece.bytes !== Math.min(pieceBytes, total - index * pieceBytes)) {
      throw refuse(400, 'BAD_REQUEST', 'The piece does not have the bytes that were requested');
    }
    await file.add(piece);
    const etag = `/ambry-video/signedId/${piece.sha256.slice(0, 40)}`;
    etags.push(etag);
    return etag;
  }

  /** Reads the request that finishes a video, and checks that all pieces have arrived. */
  readFinalize(body: unknown): { owner: string; finish(): Promise<void> } {
    const { video, uploadToken, uploadedPartIds } = readBody(finalizeSchema, body).finalizeUploadRequest;
    const upload = this.uploads.get(video);
    const pieces = upload?.pieces;
    if (!upload || !pieces || upload.work !== null) throw notFound('Video');
    if (uploadToken !== pieces.token) throw invalidField('uploadToken', 'is not that of the upload');
    const isWhole = pieces.file.bytes === pieces.total;
    if (!isWhole || uploadedPartIds.join() !== pieces.etags.join()) {
      throw invalidField('uploadedPartIds', 'must be the ETags of all parts, in their order');
    }
    const finish = async () => {
      upload.work = this.context.beginWork();
      const file = await pieces.file.end();
      upload.media = asMedia(file);
      upload.broken = !file.playable || file.mimeType !== 'video/mp4' || (file.seconds ?? 0) > maxVideoSeconds;
    };
    return { owner: upload.owner, finish };
  }

  /** The image as its owner sees it, who is one of these. */
  image(owners: readonly string[], image: string): Record<string, unknown> {
    const upload = this.uploads.get(image);
    if (!upload || upload.pieces || !owners.includes(upload.owner)) throw notFound('Image');
    return { id: upload.urn, owner: upload.owner, status: statusOf(upload) };
  }

  /** The video as its owner sees it, who is one of these. */
  video(owners: readonly string[], video: string): Record<string, unknown> {
    const upload = this.uploads.get(video);
    if (!upload?.pieces || !owners.includes(upload.owner)) throw notFound('Video');
    return { id: upload.urn, owner: upload.owner, status: statusOf(upload) };
  }

  /** The files of a new post. Refuses files that the author does not have, or that are not ready. */
  named(owner: string, urns: readonly string[]): SandboxMedia[] {
    return urns.map((name) => {
      const upload = this.uploads.get(name);
      if (!upload || upload.owner !== owner) throw invalidField('content', `${name} is no media of the author`);
      if (!upload.media || statusOf(upload) !== 'AVAILABLE') throw invalidField('content', `${name} is not ready`);
      return upload.media;
    });
  }

  private keep(upload: Upload): void {
    this.uploads.set(upload.urn, upload);
    for (const key of this.uploads.keys()) {
      if (this.uploads.size <= remembered) break;
      this.uploads.delete(key);
    }
  }

  private address(kind: string, name: string, index = 0): string {
    return `${this.context.url}/network/dms-uploads/${name.slice(name.lastIndexOf(':') + 1)}/${kind}/${index}`;
  }
}

const tomorrow = (): number => Date.now() + 24 * 3_600_000;

function statusOf({ work, broken, media }: Upload): string {
  if (work === null) return 'WAITING_UPLOAD';
  if (!work.isDone() || !media) return 'PROCESSING';
  return broken ? 'PROCESSING_FAILED' : 'AVAILABLE';
}
