import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** Files by the names of their fields. */
export type Files = Record<string, Buffer>;

/** An image that no other is like. */
export const noise = (width = 40, height = 30) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });

/** An image that is small however large it is. */
export const blank = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'white' } })
    .png()
    .toBuffer();

/** The start of an MP4, and a box. */
export const video = (box = 'moov') => Buffer.from(`\0\0\0\x14ftypisom\0\0\0\x01isom\0\0\0\x08${box}`, 'latin1');

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A form with texts and files. */
export function formOf(fields: Record<string, string>, files: Files): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, bytes] of Object.entries(files))
    form.append(name, new Blob([Uint8Array.from(bytes)]), `${name}.bin`);
  return form;
}
