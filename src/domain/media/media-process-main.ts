/** The program of a media process: does one task with one file and ends. `media-process.ts` starts it. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ByteSource } from './media-file.js';
import { MediaRefused } from './media-refused.js';

/** Each loads no library but its own: loading takes longer than most files do. */
const TASKS = {
  probeBySharp: async () => (await import('./probe-by-sharp.js')).probeBySharp,
  probeByMediainfo: async () => (await import('./probe-by-mediainfo.js')).probeByMediainfo,
  convertImage: async () => (await import('./convert-image.js')).convertImage,
};
export type MediaTasks = { [Name in keyof typeof TASKS]: Awaited<ReturnType<(typeof TASKS)[Name]>> };

export type FromMediaProcess =
  | { read: { start: number; length: number } }
  | { done: unknown }
  /** The file's own fault: a sentence for people. */
  | { refused: string }
  /** Not the file's fault: for the log. */
  | { failed: string };

// Its end is decided by who started it: a signal to all processes of a terminal says nothing about a file.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit());
new Worker(new URL('./media-process-guard.js', import.meta.url), { argv: process.argv.slice(2) });

const tell = (message: FromMediaProcess) => new Promise((resolve) => process.send?.(message, undefined, {}, resolve));

const read: ByteSource['read'] = async (start, length) => {
  await tell({ read: { start, length } });
  const [bytes] = await once(process, 'message');
  return bytes;
};

const [{ task, argument }] = await once(process, 'message');
try {
  const work = await TASKS[task as keyof MediaTasks]();
  await tell({ done: await work(argument, read) });
} catch (error) {
  if (error instanceof MediaRefused) await tell({ refused: error.message });
  else await tell({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
process.disconnect();
