/**
 * Watches a media process from a thread of its own, which runs also while the file keeps the others busy: ends it when
 * it has too much memory, or when the one who waits for its answer is gone.
 */
// The parent tells who it is: it may be gone before this line runs.
const [memoryBytes, parent] = process.argv.slice(2).map(Number);

setInterval(() => {
  if (process.memoryUsage.rss() > Number(memoryBytes) || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 20);
