/**
 * sharp configured for untrusted files: only supported formats, a pixel limit that fits in a process's memory, and no
 * cache.
 */
import nsbmp from '@cwasm/nsbmp';
import sharp, { type Metadata, type Raw, type Sharp } from 'sharp';
import type { ByteSource } from './media-file.js';
import { damaged, MediaRefused, unopenable } from './media-refused.js';

sharp.cache(false);
// Media processes run in parallel, so each uses one thread.
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map((name) => `VipsForeignLoad${name}`) });

/** Several times what any platform takes (docs/contract/platforms.md). */
const MAX_BYTES = 100 * 1024 * 1024;
const PIECE_BYTES = 2 ** 20;
/** 8192 x 8192, as the largest photos of telephones; decoded at its worst, it fits into a process. */
const MAX_PIXELS = 2 ** 26;
/** Of all frames of an animation: 1280 x 720 for 580 frames. Decoding and writing more takes minutes. */
const MAX_ANIMATED_PIXELS = 2 ** 29;

export interface ImageFile {
  bytes: Buffer;
  /** As it is shown, orientation applied. */
  width: number;
  height: number;
  /** More than one: an animation that the library opens. */
  frames: number;
  /** Frames or pages of the file, also of those that the library does not open. */
  frameCount: number;
  /** Of an animation. */
  seconds?: number;
  /** Present if the bytes are pixels. */
  raw?: Raw;
}

/** Reads an image and its header; rejects oversized images before decoding. `is`: "a PNG image". */
export async function readImage(is: string, { size, read }: ByteSource): Promise<ImageFile> {
  if (size > MAX_BYTES) throw new MediaRefused('The image is larger than 100 MB');
  const pieces: Buffer[] = [];
  for (let start = 0; start < size; start += PIECE_BYTES) {
    pieces.push(await read(start, Math.min(PIECE_BYTES, size - start)));
  }
  const bytes = Buffer.concat(pieces);
  if (bytes.toString('latin1', 0, 2) === 'BM') return readBmp(is, bytes);
  const isSequence = bytes.toString('latin1', 4, 12) === 'ftypavis';
  // The library opens the still image of a sequence, but does not know its brand.
  if (isSequence) bytes.write('avif', 8);
  const header = await sharp(bytes, { failOn: 'error', limitInputPixels: false })
    .metadata()
    .catch((error) => {
      throw isSequence ? unopenable(is) : failureOf(is, error);
    });
  const { width, height } = header.autoOrient;
  assertReadable(width, height);
  assertConvertible(is, header);
  const frames = header.format === 'gif' || header.format === 'webp' ? (header.pages ?? 1) : 1;
  if (frames > 1) assertAnimates(width, height, frames);
  if (header.format === 'gif') {
    assertReadable(bytes.readUInt16LE(6), bytes.readUInt16LE(8));
    assertWhole(is, bytes);
  }
  const frameCount = framesIn(bytes, header);
  return { bytes, width, height, frames, frameCount, ...(frames > 1 && { seconds: secondsOf(header.delay, frames) }) };
}

/** What the library says of a valid file that it has no decoder for; "unsupported image format" is said of any other. */
const UNSUPPORTED = /unsupported(?! image format)|not (supported|implemented|configured)|no known route/i;

/** Why an image could not be decoded. */
export const failureOf = (is: string, error: Error): MediaRefused =>
  UNSUPPORTED.test(error.message) ? unopenable(is) : damaged(is);

/** Colour spaces that are converted to sRGB as they should be: with an alpha channel, CIELab becomes black. */
function assertConvertible(is: string, { space, hasAlpha }: Metadata): void {
  const isLab = /^labs?$/.test(space);
  if (isLab ? !hasAlpha : CONVERTIBLE.includes(space)) return;
  const named = isLab ? 'CIELab with an alpha channel' : space;
  throw new MediaRefused(`The file is ${is} in a colour space that cannot be converted (${named}): save it as sRGB`);
}
const CONVERTIBLE: readonly string[] = ['srgb', 'rgb', 'rgb16', 'scrgb', 'b-w', 'grey16', 'cmyk'];

function framesIn(file: Buffer, { format, pages = 1 }: Metadata): number {
  if (format === 'png') return framesOfPng(file);
  if (format === 'heif') return framesOfSequence(file);
  return pages;
}

/** The chunk acTL comes before the first image data. */
function framesOfPng(file: Buffer): number {
  for (let at = 8; at + 12 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') return 1;
    if (type === 'acTL') return file.readUInt32BE(at + 8);
  }
  return 1;
}

/** The box stsz of the track has the number of its samples, after its version and their common size. */
function framesOfSequence(file: Buffer): number {
  const at = file.indexOf('stsz', 0, 'latin1');
  return at > 0 && at + 16 <= file.length ? file.readUInt32BE(at + 12) : 1;
}

/** As browsers show it: a frame without a delay, or with a shorter one than they can show, takes a tenth of a second. */
const secondsOf = (delays: readonly number[] = [], frames: number): number =>
  Array.from({ length: frames }, (_, index) => delays[index] ?? 0).reduce((sum, ms) => sum + (ms <= 10 ? 100 : ms), 0) /
  1000;

/**
 * The decoder takes a GIF that is cut off for a shorter animation, so its blocks are followed to the end (GIF89a,
 * appendix A). Some encoders leave out the trailer: a file may also end where a block does.
 */
function assertWhole(is: string, file: Buffer): void {
  const table = (flags: number | undefined) => (flags !== undefined && flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + table(file[10]);
  while (at < file.length && file[at] !== 0x3b) {
    const isImage = file[at] === 0x2c;
    // What follows the last block is no part of the image.
    if (!isImage && file[at] !== 0x21) return;
    // An image has its place, its colours and the size of its codes before the data; an extension has its kind.
    at += isImage ? 11 + table(file[at + 9]) : 2;
    while (at < file.length && file[at] !== 0) at += 1 + (file[at] ?? 0);
    if (at >= file.length) throw damaged(is);
    at += 1;
  }
}

function assertReadable(width: number, height: number): void {
  if (width * height <= MAX_PIXELS) return;
  throw new MediaRefused(`The image has ${width} x ${height} pixels, more than the ${MAX_PIXELS} that can be opened`);
}

function assertAnimates(width: number, height: number, frames: number): void {
  if (width * height * frames <= MAX_ANIMATED_PIXELS) return;
  throw new MediaRefused(
    `The animation has ${frames} frames of ${width} x ${height} pixels, in all more than the ${MAX_ANIMATED_PIXELS} that can be opened`,
  );
}

/** Compressions of a BMP (its field `biCompression`): runs of pixels, JPEG, PNG. */
const ENCODED_BMP: readonly number[] = [1, 2, 4, 5];

/** Of the first header, which has 16-bit fields for the size. */
const OLD_HEADER_BYTES = 12;

/** The prebuilt sharp cannot read BMP. */
function readBmp(is: string, file: Buffer): ImageFile {
  if (file.length < 26) throw damaged(is);
  const isOld = file.readUInt32LE(14) === OLD_HEADER_BYTES;
  assertReadable(
    isOld ? file.readUInt16LE(18) : Math.abs(file.readInt32LE(18)),
    isOld ? file.readUInt16LE(20) : Math.abs(file.readInt32LE(22)),
  );
  try {
    const { data, width, height } = nsbmp.decode(file);
    const raw = { width, height, channels: 4 } as const;
    return { bytes: Buffer.from(data.buffer), width, height, frames: 1, frameCount: 1, raw };
  } catch {
    throw !isOld && file.length > 34 && ENCODED_BMP.includes(file.readUInt32LE(30)) ? unopenable(is) : damaged(is);
  }
}

/** An image to decode: its first frame, or all of them. A truncated file is an error. */
export function decoder({ bytes, raw }: ImageFile, animated = false): Sharp {
  return sharp(bytes, {
    ...(raw && { raw }),
    animated,
    failOn: 'error',
    limitInputPixels: animated ? false : MAX_PIXELS,
  });
}
