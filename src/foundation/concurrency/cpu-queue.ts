import { AsyncResource } from 'node:async_hooks';

/** Runs CPU-bound work. `share` is the fraction of one event-loop turn that it may use; defaults to all of it. */
export type CpuQueue = <T>(work: () => T, share?: number) => Promise<T>;

interface Waiting {
  run: () => void;
  share: number;
}

/**
 * Runs CPU-bound work in FIFO order, in each turn of the event loop only as much as fits in it, so that other requests
 * are served in between however much work is queued.
 */
export function makeCpuQueue(): CpuQueue {
  const waiting: Waiting[] = [];

  function turn(): void {
    let room = 1;
    let fitting = 0;
    for (const { share } of waiting) {
      if (share > room) break;
      room -= share;
      fitting += 1;
    }
    const due = waiting.splice(0, fitting);
    if (waiting.length > 0) setImmediate(turn);
    for (const { run } of due) run();
  }

  return (work, share = 1) =>
    new Promise((resolve, reject) => {
      // In the caller's context, not in that of the caller that began this turn.
      const caller = new AsyncResource('CpuQueue');
      const run = () => {
        try {
          resolve(caller.runInAsyncScope(work));
        } catch (error) {
          reject(error);
        }
      };
      if (waiting.push({ run, share: Math.min(share, 1) }) === 1) setImmediate(turn);
    });
}
