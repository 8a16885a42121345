import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { AccountFile } from '../../src/domain/media/media-file.js';
import { type MediaProcessesLimits, makeMediaProcesses } from '../../src/domain/media/media-processes.js';
import { makeProbe, type Probed } from '../../src/domain/media/probe.js';

/** The tests run the sources, a process of its own the build. */
const program = path.resolve('.build/src/domain/media/media-process-main.js');

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

/** An animation of three frames: red, green, blue. */
export async function animation(width: number, height: number): Promise<Sharp> {
  const frames = await Promise.all(
    ['red', 'green', 'blue'].map((color) => plain(width, height, color).png().toBuffer()),
  );
  return sharp(frames, { join: { animated: true } });
}
