import { imageSize } from 'image-size';
import sharp from 'sharp';
import type { Excerpt } from './excerpt.js';
import { readVideo } from './read-video.js';

/** The kind of a file, read from its bytes and not from its name. */
export interface FileKind {
  /** Null for a file of no known format. */
  mimeType: string | null;
  /** Pixels; null where they cannot be read. */
  width: number | null;
  height: number | null;
  /** Of a video; null where they cannot be read. */
  seconds: number | null;
  frameRate: number | null;
  /** Whether it has several frames (an animated GIF). */
  animated: boolean;
  /** Whether it can be shown: an image that can be read, an MP4 that has its movie box. */
  playable: boolean;
}

/** A file of unknown kind. */
export const unknownFile: FileKind = {
  mimeType: null,
  width: null,
  height: null,
  seconds: null,
  frameRate: null,
  animated: false,
  playable: false,
};

// A format with a longer signature comes before the one that it would be mistaken for.
const signatures: readonly [mimeType: string, offset: number, bytes: string][] = [
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['image/bmp', 0, 'BM'],
  ['image/tiff', 0, 'II*\0'],
  ['image/tiff', 0, 'MM\0*'],
  ['image/avif', 4, 'ftypavif'],
  ['image/heic', 4, 'ftyphei'],
  ['image/heif', 4, 'ftypmif1'],
  ['video/quicktime', 4, 'ftypqt  '],
  ['video/mp4', 4, 'ftyp'],
  ['video/webm', 0, '\x1a\x45\xdf\xa3'],
  ['video/x-msvideo', 8, 'AVI '],
];

/** The largest image that is read whole; of a larger one only the start is read. */
const maxImageBytes = 32 * 1024 * 1024;
const headBytes = 1024 * 1024;

/** Inspects a file; `hasMovie` says whether an MP4's movie box was seen in it. */
export async function describeFile(excerpt: Excerpt, hasMovie: boolean): Promise<FileKind> {
  const text = excerpt.read(0, 32).toString('latin1');
  const mimeType = signatures.find(([, offset, bytes]) => text.startsWith(bytes, offset))?.[0] ?? null;
  const none = { ...unknownFile, mimeType };
  if (mimeType?.startsWith('image/')) {
    const image = await readImage(mimeType, excerpt).catch(() => null);
    return { ...none, ...image, playable: image !== null };
  }
  const needsMovie = mimeType === 'video/mp4' || mimeType === 'video/quicktime';
  const playable = mimeType !== null && (hasMovie || !needsMovie);
  return { ...none, ...(playable && (await readVideo(excerpt))), playable };
}

/** Throws for an image that cannot be read. */
async function readImage(mimeType: string, excerpt: Excerpt) {
  // The directory of a TIFF may be at its end, and sharp opens a WebP only as a whole.
  const isWhole = ['image/tiff', 'image/webp'].includes(mimeType) && excerpt.bytes <= maxImageBytes;
  const bytes = excerpt.read(0, isWhole ? excerpt.bytes : headBytes);
  // sharp's prebuilt library reads neither BMP nor HEIC.
  if (['image/bmp', 'image/heic', 'image/heif', 'image/avif'].includes(mimeType)) {
    const { width, height } = imageSize(bytes);
    return { width, height };
  }
  const { width, height, pages = 1 } = await sharp(bytes).metadata();
  return { width, height, animated: pages > 1 };
}
