/** The end of everything that a program has started. Needs Linux. */
import { readdirSync, readFileSync } from 'node:fs';

/** However this process ends, its descendants do. On SIGINT and SIGTERM it runs `close`, and exits with 130. */
export function endDescendants(close: () => Promise<void>): void {
  process.on('exit', killDescendants);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void close().finally(() => process.exit(130)));
  }
}

/** Also kills children of a child that does not forward signals, and those in other process groups. */
export function killDescendants(): void {
  for (const pid of descendantsOf(process.pid)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
}

const descendantsOf = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);

/** Of each of its threads. */
function childrenOf(pid: number): number[] {
  const tasks = `/proc/${pid}/task`;
  const threads = unlessGone(() => readdirSync(tasks)) ?? [];
  const children = threads.map(
    (thread) => unlessGone(() => readFileSync(`${tasks}/${thread}/children`, 'latin1')) ?? '',
  );
  return children.flatMap((pids) => pids.split(' ').filter(Boolean).map(Number));
}

/** Undefined when the process or thread has ended meanwhile. */
function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
