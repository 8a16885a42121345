/** Entry point of a media process: runs a task on one file after the other until it is ended. Started by `media-process.ts`. */
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ByteSource } from './media-file.js';
import { MediaRefused } from './media-refused.js';

/** Each task loads only its own library: loading takes longer than most files. */
const TASKS = {
  probeBySharp: async () => (await import('./probe-by-sharp.js')).probeBySharp,
  probeByMediainfo: async () => (await import('./probe-by-mediainfo.js')).probeByMediainfo,
  convertImage: async () => (await import('./convert-image.io.js')).convertImage,
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
new Worker(new URL('./media-process-guard.main.js', import.meta.url), { argv: process.argv.slice(2) });

// Keeps what comes while nothing waits for it: the next task may come before the response to this one was noted as sent.
const messages = on(process, 'message');
const next = async () => (await messages.next()).value[0];

const send = (message: FromMediaProcess) => new Promise((resolve) => process.send?.(message, undefined, {}, resolve));

const read: ByteSource['read'] = async (start, length) => {
  await send({ read: { start, length } });
  return next();
};

for (;;) {
  const { task, argument } = await next();
  try {
    const work = await TASKS[task as keyof MediaTasks]();
    await send({ done: await work(argument, read) });
  } catch (error) {
    // The parent ends this process then.
    if (error instanceof MediaRefused) await send({ refused: error.message });
    else await send({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}
