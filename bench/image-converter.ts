/**
 * Converts an image several times, two at a time, and prints how long one took, and how much CPU and memory it needed with
 * its children:
 *
 * account   as a worker does with images of one account
 * accounts  as a worker does with images of several accounts: one process for each account
 * sharp     sharp alone, in this process
 * isolated  sharp alone, in a new process for each image
 * once      what a process of `isolated` does
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ImageRules } from '../src/platforms/port/rules.js';
import { childrenOf, endedCpuSeconds, treeMemoryMiB } from './process-usage.js';
import { max } from './statistics.js';

export type ConverterMode = 'account' | 'accounts' | 'sharp' | 'isolated' | 'once';

export interface ConverterTask {
  mode: ConverterMode;
  photo: string;
  folder: string;
  images: number;
  /** Takes CPU from what is measured, more with more processes. */
  isMemoryMetered?: true;
}

export interface Converted {
  /** Milliseconds per image. */
  ms: number;
  /** CPU of all processes, in milliseconds per image; NaN (null in JSON) where there is no /proc. */
  cpuMs: number | null;
  /** 0 unless it is metered. */
  peakMiB: number;
}

/** The longer side of what is made, in pixels. */
const SIDE = 2000;
const AT_ONCE = 2;
const SAMPLE_MS = 20;
/** Processes that are kept end by themselves within that. */
const ENDED_WITHIN_MS = 10_000;

const task = JSON.parse(process.argv[2] ?? '') as ConverterTask;

/** Loaded by the modes that use them: what is measured is one process with sharp, and one without. */
const CONVERTERS: Record<ConverterMode, () => Promise<() => Promise<unknown>>> = {
  account: () => asWorker(() => 'one'),
  accounts: () => asWorker(randomUUID),
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

/** Each image is of the account that `userId` names. */
async function asWorker(userId: () => string) {
  const [{ makeConvertImage }, { makeMediaProcesses }, { withFileSource }] = await Promise.all([
    import('../src/domain/media/convert.js'),
    import('../src/domain/media/media-processes.io.js'),
    import('../src/domain/media/file-source.io.js'),
  ]);
  const convertImage = makeConvertImage(makeMediaProcesses({ concurrency: AT_ONCE }));
  const maxBytes = 2 ** 26;
  const conversion = { formats: {}, default: 'jpeg', maxWidth: SIDE, maxHeight: SIDE } as const;
  const rule: ImageRules = { maxCount: 1, maxBytes, formats: ['jpeg'], conversion };
  return () => withFileSource(task.photo, (source) => convertImage({ ...source, userId: userId() }, rule, task.folder));
}

const convert = await CONVERTERS[task.mode]();
const samples: number[] = [];
const sampling = task.isMemoryMetered
  ? setInterval(async () => samples.push(await treeMemoryMiB(process.pid)), SAMPLE_MS)
  : undefined;
const cpuBefore = process.cpuUsage();
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
const { user, system } = process.cpuUsage(cpuBefore);
const until = performance.now() + ENDED_WITHIN_MS;
while ((await childrenOf(process.pid)).length > 0 && performance.now() < until) await pause(SAMPLE_MS);
const cpuMs = ((user + system) / 1000 + (await endedCpuSeconds(process.pid)) * 1000) / task.images;
process.stdout.write(
  `Took ${JSON.stringify({ ms, cpuMs, peakMiB: sampling ? max(samples) : 0 } satisfies Converted)}\n`,
);
