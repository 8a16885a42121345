/** Entry point of a media process: runs one task on one file and exits. Started by `media-process.ts`. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ByteSource } from './media-file.js';
import { MediaRefused } from './media-refused.js';

/** Each task loads only its own library: loading takes longer than most files. */
const TASKS = {
  probeBySharp: async () => (await import('./probe-by-sharp.js')).probeBySharp,
  probeByMediainfo: async () => (await import('./probe-by-mediainfo.js')).probeByMediainfo,
  convertImage: async () => (await import('./convert-image.js')).convertImage,
};
export type MediaTasks = { [Name in keyof typeof TASKS]: Awaited<ReturnType<(typeof TASKS)[Name]>> };

export type FromMediaProcess =
  | { read: { start: number; length: number } }
  | { done: unknown }
  /** The file is at fault: a human-readable reason. */
  | { refused: string }
  /** Not caused by the file: logged. */
  | { failed: string };

// Signals from the terminal are ignored: the parent decides when it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit());
new Worker(new URL('./media-process-guard.js', import.meta.url), { argv: process.argv.slice(2) });

const send = (message: FromMediaProcess) => new Promise((resolve) => process.send?.(message, undefined, {}, resolve));

const read: ByteSource['read'] = async (start, length) => {
  await send({ read: { start, length } });
  const [bytes] = await once(process, 'message');
  return bytes;
};

const [{ task, argument }] = await once(process, 'message');
try {
  const work = await TASKS[task as keyof MediaTasks]();
  await send({ done: await work(argument, read) });
} catch (error) {
  if (error instanceof MediaRefused) await send({ refused: error.message });
  else await send({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
process.disconnect();
