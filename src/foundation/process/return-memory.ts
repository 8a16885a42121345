import { performance } from 'node:perf_hooks';

const EVERY_MS = 5_000;
/** The share of time in which the event loop does something. */
const IDLE_SHARE = 0.02;
const GROWTH_BYTES = 8 * 2 ** 20;

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/**
 * Returns memory to the system once a process is idle after it has grown: V8 keeps the pages of what is garbage until
 * something else is allocated. A collection stops everything for the time of a slow request, so it takes both. Needs
 * Node's flag `--expose-gc`, and does nothing without. Returns how to stop it.
 */
export function returnMemoryWhenIdle(): () => void {
  const collect = (globalThis as { gc?: Collect }).gc;
  if (!collect) return () => undefined;
  let since = performance.eventLoopUtilization();
  let kept = 0;
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(since);
    since = performance.eventLoopUtilization();
    if (utilization > IDLE_SHARE || process.memoryUsage.rss() < kept + GROWTH_BYTES) return;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    kept = process.memoryUsage.rss();
    since = performance.eventLoopUtilization();
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
