/** Loaded into a process that is measured, with --expose-gc: answers with the MiB that it holds once the garbage is gone. */
import { isMainThread } from 'node:worker_threads';

declare const gc: (() => void) | undefined;

const MIB = 2 ** 20;

if (isMainThread && process.send) {
  process.on('message', () => {
    // What the first one finalizes, the second one collects.
    gc?.();
    gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    process.send?.({ rssMiB: rss / MIB, heapMiB: (heapUsed + external) / MIB });
  });
  process.channel?.unref();
}
