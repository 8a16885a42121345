import { readFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { AccountFile } from '../../src/domain/media/media-file.js';
import { type MediaProcessesLimits, makeMediaProcesses } from '../../src/domain/media/media-processes.io.js';
import { makeProbe, type Probed } from '../../src/domain/media/probe.js';

/** The tests run the sources, a process of its own the build. */
const program = path.resolve('.build/src/domain/media/media-process.main.js');

export const mediaProcesses = (limits: Partial<MediaProcessesLimits> = {}) =>
  makeMediaProcesses({ concurrency: 2, program, ...limits });

export const sourceOf = (bytes: Buffer, userId = 'user'): AccountFile => ({
  userId,
  size: bytes.length,
  read: async (start, length) => bytes.subarray(start, start + length),
});

export const fixture = (name: string): Buffer => readFileSync(path.resolve('test/media/fixtures', name));

const probe = makeProbe(mediaProcesses());

export const probeBytes = (bytes: Buffer, contentType = ''): Promise<Probed> => probe(sourceOf(bytes), contentType);

/** An image that no encoder makes small. */
export const noise = (width: number, height: number): Sharp =>
  sharp({
    create: { width, height, channels: 3, background: 'gray', noise: { type: 'gaussian', mean: 128, sigma: 50 } },
  });

export const plain = (width: number, height: number, background: string): Sharp =>
  sharp({ create: { width, height, channels: background.startsWith('rgba') ? 4 : 3, background } });

/** A PNG with the chunk that says that it is animated (APNG), and how many frames it has. */
export function animatedPng(still: Buffer, frames: number): Buffer {
  const data = Buffer.alloc(8);
  data.writeUInt32BE(frames);
  const type = Buffer.from('acTL');
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(Buffer.concat([type, data])));
  // The signature and the header come first.
  const header = 8 + 25;
  return Buffer.concat([still.subarray(0, header), length, type, data, checksum, still.subarray(header)]);
}

/** A TIFF of 8 x 8 pixels in CIELab with an alpha channel. */
export function labWithAlpha(): Buffer {
  const [ifd, samples, pixels] = [8, 4, 64];
  const tags: [tag: number, type: 3 | 4, count: number, value: number][] = [
    [256, 3, 1, 8],
    [257, 3, 1, 8],
    [258, 3, samples, 0],
    [259, 3, 1, 1],
    [262, 3, 1, 8],
    [273, 4, 1, 0],
    [277, 3, 1, samples],
    [278, 3, 1, 8],
    [279, 4, 1, pixels * samples],
    [338, 3, 1, 2],
  ];
  const bitsAt = ifd + 2 + tags.length * 12 + 4;
  const pixelsAt = bitsAt + 2 * samples;
  const file = Buffer.alloc(pixelsAt + pixels * samples, 0xff);
  file.fill(0, 0, bitsAt);
  file.write('II*');
  file.writeUInt32LE(ifd, 4);
  file.writeUInt16LE(tags.length, ifd);
  for (const [index, [tag, type, count, value]] of tags.entries()) {
    const at = ifd + 2 + 12 * index;
    file.writeUInt16LE(tag, at);
    file.writeUInt16LE(type, at + 2);
    file.writeUInt32LE(count, at + 4);
    file.writeUInt32LE(tag === 258 ? bitsAt : tag === 273 ? pixelsAt : value, at + 8);
  }
  for (let sample = 0; sample < samples; sample += 1) file.writeUInt16LE(8, bitsAt + 2 * sample);
  for (let pixel = 0; pixel < pixels; pixel += 1) file.set([140, 60, 40, 255], pixelsAt + samples * pixel);
  return file;
}

/** An animation of three frames: red, green, blue. */
export async function animation(width: number, height: number): Promise<Sharp> {
  const frames = await Promise.all(
    ['red', 'green', 'blue'].map((color) => plain(width, height, color).png().toBuffer()),
  );
  return sharp(frames, { join: { animated: true } });
}
