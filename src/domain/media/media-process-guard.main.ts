/**
 * Watches a media process from a separate thread, which also runs while the main thread is blocked: ends the process if
 * it uses too much memory, or if its parent is gone.
 */
// The parent passes its identity: it may be gone before this line runs.
const [memoryBytes, parent] = process.argv.slice(2).map(Number);

setInterval(() => {
  if (process.memoryUsage.rss() > Number(memoryBytes) || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 20);
