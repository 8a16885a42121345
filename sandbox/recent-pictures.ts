import express, { type Router } from 'express';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';

/** Larger pictures are not kept. */
const maxPictureBytes = 4 * 1024 * 1024;
/** Kept of all pictures together. */
const maxKeptBytes = 32 * 1024 * 1024;
/** Width and height of a thumbnail, at most. */
const thumbnailSize = 640;

/** The latest pictures by their SHA-256, for the timeline page. Equal bytes are kept once, so one store serves every sandbox. */
const pictures = new LRUCache<string, Buffer>({ maxSize: maxKeptBytes, sizeCalculation: ({ length }) => length });

/** Collects the bytes of one file while it arrives, until it is too large for a picture. */
export class PictureBytes {
  private chunks: Buffer[] | null = [];
  private bytes = 0;

  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > maxPictureBytes) this.chunks = null;
    this.chunks?.push(chunk);
  }

  /** Keeps a file that turned out to be a picture. */
  keep(sha256: string): void {
    if (this.chunks && this.bytes > 0) pictures.set(sha256, Buffer.concat(this.chunks));
  }
}

/** Thumbnails of the latest pictures; 404 for an older one, and for a format that sharp does not read. */
export function picturesRouter(): Router {
  const router = express.Router();
  router.get('/pictures/:sha256', async (req, res) => {
    const picture = pictures.get(req.params.sha256);
    const thumbnail = picture && (await makeThumbnail(picture).catch(() => null));
    if (!thumbnail) return void res.sendStatus(404);
    res.set('Cache-Control', 'private, max-age=31536000, immutable').type('webp').send(thumbnail);
  });
  return router;
}

const makeThumbnail = (picture: Buffer): Promise<Buffer> =>
  sharp(picture)
    .rotate()
    .resize(thumbnailSize, thumbnailSize, { fit: 'inside', withoutEnlargement: true })
    .webp()
    .toBuffer();
