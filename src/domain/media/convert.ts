import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { type ImageFormat, type ImageRules, sentFormat } from '../../platforms/port/rules.js';
import type { ConvertedImage, Frame, ImageTarget } from './converted-image.js';
import { HEAD_BYTES, identify } from './file-format.js';
import type { AccountFile } from './media-file.js';
import type { RunInMediaProcess } from './media-processes.io.js';
import { MediaRefused } from './media-refused.js';

/** The part of a platform's rules that determines image conversion. */
export type ImageRule = Pick<ImageRules, 'conversion' | 'maxBytes' | keyof Limits>;
type Limits = Pick<ImageRules, 'maxSide' | 'maxSum' | 'maxPixels' | 'aspectRatio'>;

/**
 * Converts an image according to a platform's rule, into a file in the folder; null: no conversion is needed. Rejects
 * with MediaRefused if the file is at fault.
 */
export type ConvertImage = (
  file: AccountFile,
  rule: ImageRule,
  folder: string,
  frame?: Frame,
) => Promise<ConvertedImage | null>;

export const makeConvertImage =
  (run: RunInMediaProcess): ConvertImage =>
  (file, rule, folder, frame = {}) =>
    convertTo(run, file, (format) => targetOf(format, rule, file.size, frame), folder);

const THUMBNAIL: ImageTarget = { format: 'webp', maxSide: 320, maxBytes: 128 * 1024, isStill: true };

/** Makes a small picture of an image, into a file in the folder. Rejects with MediaRefused if the file is at fault. */
export type ConvertToThumbnail = (file: AccountFile, folder: string) => Promise<ConvertedImage | null>;

export const makeConvertToThumbnail =
  (run: RunInMediaProcess): ConvertToThumbnail =>
  (file, folder) =>
    convertTo(run, file, () => THUMBNAIL, folder);

async function convertTo(
  run: RunInMediaProcess,
  file: AccountFile,
  targetFor: (format: ImageFormat) => ImageTarget | null,
  folder: string,
): Promise<ConvertedImage | null> {
  const { size, read } = file;
  const identity = identify(await read(0, Math.min(size, HEAD_BYTES)), '');
  if ('problem' in identity) throw new MediaRefused(identity.problem);
  const { kind, name, is } = identity.format;
  if (kind !== 'image') throw new MediaRefused(`The file is ${is}, not an image`);
  const target = targetFor(name);
  if (target === null) return null;
  const to = path.join(folder, randomUUID());
  const made = await run('convertImage', { is, size, target, file: to }, file);
  return made && { ...made, path: to, mimeType: `image/${target.format}` };
}

/**
 * Null for an image that is kept as a whole: GIF [conversion/network] and BMP within the bounds. They need no process if only
 * their bytes are bounded. Any other image is encoded again, even if its format is kept: other data in the file
 * (places, names, a hidden second format) must not reach a platform.
 */
function targetOf(
  format: ImageFormat,
  rule: ImageRule,
  bytes: number,
  { crop = null, focus = null }: Frame,
): ImageTarget | null {
  const { conversion, maxBytes, maxSide, maxSum, maxPixels, aspectRatio } = rule;
  const limits: Limits = { maxSide, maxSum, maxPixels, aspectRatio };
  const into = sentFormat(rule, format);
  if (into === 'gif' || into === 'bmp' || into === 'avif') {
    const made = { ...limits, crop, focus, maxBytes, format: into === 'gif' ? 'gif' : 'jpeg' } as const;
    if (crop) return made;
    const isBounded = bytes > maxBytes || Object.values(limits).some((limit) => limit !== undefined);
    return isBounded ? { ...made, onlyOutOfBounds: true } : null;
  }
  const { maxWidth, maxHeight } = conversion;
  return {
    ...limits,
    crop,
    focus,
    format: into,
    maxWidth,
    maxHeight,
    maxBytes: Math.min(maxBytes, conversion.maxBytes ?? maxBytes),
  };
}
