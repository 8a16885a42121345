/**
 * Converts an image several times, two at a time, and prints how long one took, and how much memory it needed with its
 * children:
 *
 * service   as a worker does: each in a process of its own
 * sharp     sharp alone, in this process
 * isolated  sharp alone, each in a process of its own
 * once      what a process of `isolated` does
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ImageRules } from '../src/platforms/port/rules.js';
import { treeMemoryMiB } from './process-usage.js';
import { max } from './statistics.js';

export type ConverterMode = 'service' | 'sharp' | 'isolated' | 'once';

export interface ConverterTask {
  mode: ConverterMode;
  photo: string;
  folder: string;
  images: number;
}

export interface Converted {
  /** Milliseconds per image. */
  ms: number;
  peakMiB: number;
}

/** The longer side of what is made, in pixels. */
const SIDE = 2000;
const AT_ONCE = 2;
const SAMPLE_MS = 20;

const task = JSON.parse(process.argv[2] ?? '') as ConverterTask;

/** Loaded by the modes that use them: what is measured is one process with sharp, and one without. */
const CONVERTERS: Record<ConverterMode, () => Promise<() => Promise<unknown>>> = {
  async service() {
    const [{ makeConvertImage }, { makeMediaProcesses }, { withFileSource }] = await Promise.all([
      import('../src/domain/media/convert.js'),
      import('../src/domain/media/media-processes.js'),
      import('../src/domain/media/file-source.js'),
    ]);
    const convertImage = makeConvertImage(makeMediaProcesses({ concurrency: AT_ONCE }));
    const maxBytes = 2 ** 26;
    const conversion = { formats: {}, default: 'jpeg', maxWidth: SIDE, maxHeight: SIDE } as const;
    const rule: ImageRules = { maxCount: 1, maxBytes, formats: ['jpeg'], conversion };
    return () => withFileSource(task.photo, (source) => convertImage({ ...source, userId: 'user' }, rule, task.folder));
  },
  async sharp() {
    const { default: sharp } = await import('sharp');
    sharp.concurrency(1);
    sharp.cache(false);
    let made = 0;
    return () => {
      made += 1;
      return sharp(task.photo)
        .autoOrient()
        .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: 90 })
        .toFile(`${task.folder}/alone-${process.pid}-${made}.jpg`);
    };
  },
  async isolated() {
    const once = JSON.stringify({ ...task, mode: 'once', images: 1 } satisfies ConverterTask);
    return () => promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), once]);
  },
  once: () => CONVERTERS.sharp(),
};

const convert = await CONVERTERS[task.mode]();
const samples: number[] = [];
const sampling = setInterval(async () => samples.push(await treeMemoryMiB(process.pid)), SAMPLE_MS);
const start = performance.now();
let left = task.images;
const convertSome = async () => {
  for (; left > 0; ) {
    left -= 1;
    await convert();
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, convertSome));
const ms = (performance.now() - start) / task.images;
clearInterval(sampling);
process.stdout.write(`Took ${JSON.stringify({ ms, peakMiB: max(samples) } satisfies Converted)}\n`);
