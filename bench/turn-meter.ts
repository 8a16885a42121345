/**
 * Loaded into a process that is measured: how much CPU time its main thread takes in the longest turn of its event loop.
 * That is how long it keeps everybody waiting by itself, however little of the machine it gets.
 */
import { openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Each timer of so short a time is due in the next turn. */
const EVERY_MS = 1;

/** Nothing where there is no /proc. */
function meterCpu(): () => number {
  if (process.platform !== 'linux') return () => Number.NaN;
  // Nanoseconds on a processor come first.
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  const buffer = Buffer.alloc(64);
  return () => Number.parseInt(buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0)), 10) / 1e6;
}

/** Answers any message with the longest turn since the last one, in milliseconds. */
function meterTurns(): void {
  const cpuMs = meterCpu();
  let last = cpuMs();
  let longest = 0;
  setInterval(() => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, EVERY_MS).unref();
  process.on('message', () => {
    process.send?.(longest);
    longest = 0;
  });
  process.channel?.unref();
}

if (isMainThread && process.send) meterTurns();
