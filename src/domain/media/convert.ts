import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { ImageFormat, ImageRules } from '../../platforms/port/rules.js';
import type { ConvertedImage, ImageTarget } from './converted-image.js';
import { HEAD_BYTES, identify } from './file-format.js';
import type { ByteSource } from './media-file.js';
import type { RunInMediaProcess } from './media-process.js';
import { MediaRefused } from './media-refused.js';

/** The part of a platform's rules that determines image conversion. */
export type ImageRule = Pick<ImageRules, 'conversion' | 'maxBytes'>;

/**
 * Converts an image according to a platform's rule, into a file in the folder; null: no conversion is needed. Rejects
 * with MediaRefused if the file is at fault.
 */
export type ConvertImage = (source: ByteSource, rule: ImageRule, folder: string) => Promise<ConvertedImage | null>;

export const makeConvertImage =
  (run: RunInMediaProcess): ConvertImage =>
  async ({ size, read }, rule, folder) => {
    const identity = identify(await read(0, Math.min(size, HEAD_BYTES)), '');
    if ('problem' in identity) throw new MediaRefused(identity.problem);
    const { kind, name, is } = identity.format;
    if (kind !== 'image') throw new MediaRefused(`The file is ${is}, not an image`);
    const target = targetOf(name, rule);
    if (target === null) return null;
    // The prebuilt sharp cannot read it.
    if (name === 'bmp') throw new MediaRefused('The file is a BMP image, which cannot be converted');
    const file = path.join(folder, randomUUID());
    const made = await run('convertImage', { is, size, target, file }, read);
    return { ...made, path: file, mimeType: `image/${target.format}` };
  };

/**
 * Null for what stays as it is: GIF [conversion/network], and BMP, which holds
 * pixels only. Any other image is made anew even when its format is kept: what else is in the file (places, names, what
 * a second format hides) is no platform's business.
 */
function targetOf(format: ImageFormat, { conversion, maxBytes }: ImageRule): ImageTarget | null {
  const wish = conversion.formats[format] ?? conversion.default;
  const into = wish === 'keep' ? format : wish;
  if (into === 'gif' || into === 'bmp') return null;
  const { maxWidth, maxHeight } = conversion;
  return { format: into, maxWidth, maxHeight, maxBytes: Math.min(maxBytes, conversion.maxBytes ?? maxBytes) };
}
