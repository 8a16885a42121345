/**
 * Watches a media process from a thread of its own, which runs also while the file keeps the others busy: ends it when
 * it has too much memory, or when the one who waits for its answer is gone.
 */
const memoryBytes = Number(process.argv[2]);
const parent = process.ppid;

setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 20);
