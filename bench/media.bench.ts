import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { request } from 'undici';
import { makeVideo } from '../test/support/video-file.js';
import { startChild } from './child.js';
import type { Converted, ConverterMode, ConverterTask } from './image-converter.js';
import { processUsage } from './process-usage.js';
import type { Row, Section } from './report.js';
import { max } from './statistics.js';
import { makeAccount, type Surroundings } from './surroundings.js';
import { makeTopic } from './topic.js';

export interface MediaOptions {
  /** Images that are converted one after the other, two at a time. */
  images: number;
  /** Of the video. */
  megabytes: number;
}

/** Measured in turn, so that other work on the machine meets all of them. */
const MODES = ['sharp', 'account', 'accounts', 'isolated'] as const satisfies readonly ConverterMode[];
const RUNS = 3;
const MIB = 2 ** 20;
const SAMPLE_MS = 50;
const POLL_MS = 200;
/** So that what is idle has returned what it can. */
const REST_MS = 5_000;
/** A video is published within that. */
const PUBLISHED_WITHIN_MS = 240_000;
/** Of the platforms that are sent a video of 500 MB. */
const VIDEO_PLATFORMS = ['microblog', 'network', 'socialpage'] as const;
const SIZES = { '1 megapixel': [1200, 900], '12 megapixels': [4000, 3000], '48 megapixels': [8000, 6000] } as const;

/** What images and videos cost: time beside sharp alone, and memory. */
export const media = makeTopic<MediaOptions>({
  about: 'conversion of images beside sharp alone, memory of four large ones, and of a video of 500 MB',
  isComparable: false,
  sizes: { full: { images: 48, megabytes: 500 }, quick: { images: 2, megabytes: 20 } },
  aims: [
    {
      name: 'conversion of 12 megapixels of one account, of sharp alone',
      unit: 'ratio',
      of: ['12 megapixels, one account', 'ratio'],
      atLeast: 0.9,
    },
    { name: 'four images of 48 megapixels at once', unit: 'MiB', of: ['four images', 'peak MiB'], atMost: 600 },
    { name: 'a video of 500 MB: memory of the API', unit: 'MiB', of: ['API', 'grown MiB'], atMost: 40 },
    { name: 'a video of 500 MB: memory of the worker', unit: 'MiB', of: ['worker', 'grown MiB'], atMost: 40 },
  ],
  start: async (surroundings, options) => ({
    round: async () => [
      await measureConversion(surroundings, options.images),
      await measureLargeImages(surroundings),
      await measureVideo(surroundings, options.megabytes),
    ],
    stop: async () => undefined,
  }),
});

async function measureConversion(surroundings: Surroundings, images: number): Promise<Section> {
  const folder = await surroundings.folder();
  const rows: Row[] = [];
  for (const [name, [width, height]] of Object.entries(SIZES)) {
    const photo = await makePhoto(folder, width, height);
    const least = await leastOf({ photo, folder, images });
    const { sharp: alone, isolated } = least;
    for (const [whose, mode] of [
      ['one account', 'account'],
      ['an account each', 'accounts'],
    ] as const) {
      const service = least[mode];
      rows.push({
        name: `${name}, ${whose}`,
        figures: {
          'ms/image': service.ms,
          'sharp alone': alone.ms,
          ratio: alone.ms / service.ms,
          'sharp in a separate process': isolated.ms,
          'ratio to that': isolated.ms / service.ms,
          'CPU ms/image': service.cpuMs,
          'CPU of sharp alone': alone.cpuMs,
          'CPU ratio': alone.cpuMs / service.cpuMs,
        },
      });
    }
  }
  return { title: 'Conversion to a JPEG of 2000 pixels, two at a time', rows, notes: [] };
}

type Took = Record<(typeof MODES)[number], { ms: number; cpuMs: number }>;

/** The least that each way took in several runs: other work on the machine only adds. */
async function leastOf(task: Omit<ConverterTask, 'mode'>): Promise<Took> {
  const least = Object.fromEntries(MODES.map((mode) => [mode, { ms: Infinity, cpuMs: Infinity }])) as Took;
  for (let run = 0; run < RUNS; run++) {
    for (const mode of MODES) {
      const { ms, cpuMs } = await convert({ ...task, mode });
      least[mode] = { ms: Math.min(least[mode].ms, ms), cpuMs: Math.min(least[mode].cpuMs, cpuMs ?? Number.NaN) };
    }
  }
  return least;
}

async function measureLargeImages(surroundings: Surroundings): Promise<Section> {
  const folder = await surroundings.folder();
  const photo = await makePhoto(folder, ...SIZES['48 megapixels']);
  const { peakMiB } = await convert({ mode: 'account', photo, folder, images: 4, isMemoryMetered: true });
  const notes = ['Of the worker and its media processes together; memory that they share is counted once.'];
  return {
    title: 'Four images of 8000 x 6000 at once',
    rows: [{ name: 'four images', figures: { 'peak MiB': peakMiB } }],
    notes,
  };
}

async function convert(task: ConverterTask): Promise<Converted> {
  const script = new URL('./image-converter.js', import.meta.url);
  const child = await startChild({ script, args: [JSON.stringify(task)], ready: /^Took (\{.*\})$/ });
  await child.stop();
  return JSON.parse(child.address);
}

/** A photo, as far as an encoder can tell: noise of some pixels' size. */
async function makePhoto(folder: string, width: number, height: number): Promise<string> {
  const [columns, rows] = [Math.round(width / 8), Math.round(height / 8)];
  const noise = sharp(randomBytes(columns * rows * 3), { raw: { width: columns, height: rows, channels: 3 } });
  const at = path.join(folder, `${width}.jpg`);
  await noise.resize(width, height, { kernel: 'cubic' }).jpeg({ quality: 90 }).toFile(at);
  return at;
}

/** Uploads a video, publishes it, and reports by how much the memory of each process was above that before. */
async function measureVideo(surroundings: Surroundings, megabytes: number): Promise<Section> {
  const { address } = await surroundings.sandbox();
  const accounts = await Promise.all(VIDEO_PLATFORMS.map((platform) => makeAccount(address, platform)));
  const { databaseUrl, people, targets } = await surroundings.seed('media', 1, { accounts });
  const env = { DATA_DIR: await surroundings.folder() };
  const api = await surroundings.service(databaseUrl, 'api', env);
  const worker = await surroundings.service(databaseUrl, 'worker', { ...env, PUBLIC_URL: api.address });
  const processes = { API: api.pid, worker: worker.pid };
  const call = restOf(api.address, people[0]?.apiKey ?? '');
  const publish = async (size: number) => {
    const folder = await surroundings.folder();
    return publishVideo(call, Object.values(targets), await makeFile(folder, size));
  };
  try {
    await publish(1);
    await pause(REST_MS);
    const before = await Promise.all(Object.values(processes).map(memoryOf));
    const samples: number[][] = [];
    let isOver = false;
    const sampling = (async () => {
      for (; !isOver; await pause(SAMPLE_MS)) samples.push(await Promise.all(Object.values(processes).map(memoryOf)));
    })();
    const seconds = await publish(megabytes);
    isOver = true;
    await sampling;
    const rows = Object.keys(processes).map((name, i) => ({
      name,
      figures: {
        'before MiB': before[i] ?? Number.NaN,
        'grown MiB': max(samples.map((sample) => sample[i] ?? Number.NaN)) - (before[i] ?? Number.NaN),
      },
    }));
    const notes = [`Uploaded, inspected and on ${VIDEO_PLATFORMS.length} platforms after ${seconds.toFixed(1)} s.`];
    return { title: `A video of ${megabytes} MB`, rows, notes };
  } finally {
    await worker.stop();
    await api.stop();
  }
}

const memoryOf = async (pid: number) => (await processUsage(pid))?.rssMiB ?? Number.NaN;

type Call = (method: 'GET' | 'POST' | 'PUT', route: string, body?: object) => Promise<Record<string, string>>;

const restOf =
  (origin: string, apiKey: string): Call =>
  async (method, route, body) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': apiKey };
    const answer = await fetch(`${origin}/api/v1${route}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  };

/** A video that is as large as that, most of it zeros. */
async function makeFile(folder: string, megabytes: number): Promise<string> {
  const at = path.join(folder, 'video.mp4');
  await writeFile(at, makeVideo({ seconds: 20 }));
  await truncate(at, megabytes * MIB);
  return at;
}

/** From the upload to the last outcome, in seconds. */
async function publishVideo(call: Call, platforms: string[], file: string): Promise<number> {
  const { postGroupId } = await call('POST', '/create-post', { content: 'A video', platforms });
  const about = { postGroupId, fileName: 'video.mp4', contentType: 'video/mp4', type: 'video' };
  const { uploadUrl } = await call('POST', '/get-upload-url', about);
  const start = performance.now();
  const { size } = await stat(file);
  const headers = { 'content-type': 'video/mp4', 'content-length': String(size) };
  const upload = await request(uploadUrl ?? '', { method: 'PUT', headers, body: createReadStream(file) });
  await upload.body.dump();
  if (upload.statusCode >= 300) throw new Error(`The upload was answered with ${upload.statusCode}`);
  await call('PUT', `/update-post/${postGroupId}`, { status: 'scheduled', scheduledTime: new Date().toISOString() });
  for (const until = start + PUBLISHED_WITHIN_MS; performance.now() < until; await pause(POLL_MS)) {
    const { processingStatus, posts } = (await call('GET', `/get-post/${postGroupId}`)) as unknown as Group;
    if (processingStatus !== 'finished') continue;
    const failed = posts.find(({ status }) => status !== 'published');
    if (failed) throw new Error(`The video was not published: ${JSON.stringify(failed)}`);
    return (performance.now() - start) / 1000;
  }
  throw new Error('The video was not published in time');
}

interface Group {
  processingStatus: string;
  posts: { status: string }[];
}
