import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks per second, in which Linux counts CPU time (USER_HZ; 100 on every platform that Node runs on). */
const TICKS = 100;

export interface Usage {
  /** User and system time since the start. */
  cpuSeconds: number;
  rssMiB: number;
}

/** What a process has used; undefined where there is no /proc. */
export async function processUsage(pid: number): Promise<Usage | undefined> {
  if (process.platform !== 'linux') return undefined;
  const { ticks } = await readStat(pid);
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return { cpuSeconds: ticks / TICKS, rssMiB: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024 };
}

/**
 * Returns the CPU seconds of a process since the call, or of its children without it: those of threads that have not ended,
 * in nanoseconds where `processUsage` counts ticks. NaN where there is no /proc.
 */
export async function cpuMeter(pid: number, of: 'threads' | 'children' = 'threads'): Promise<() => Promise<number>> {
  const sample = async (): Promise<Map<number, number>> => {
    const folders =
      of === 'children'
        ? (await childrenOf(pid)).map((child) => [child, `/proc/${child}`] as const)
        : (await readdir(`/proc/${pid}/task`)).map((one) => [Number(one), `/proc/${pid}/task/${one}`] as const);
    const times = folders.map(async ([id, folder]) => {
      const [time] = (await readFile(`${folder}/schedstat`, 'latin1').catch(() => '')).split(' ');
      return [id, Number(time) / 1e9] as const;
    });
    return new Map(await Promise.all(times));
  };
  if (process.platform !== 'linux') return async () => Number.NaN;
  const before = await sample();
  return async () => {
    let sum = 0;
    for (const [id, time] of await sample()) sum += Math.max(time - (before.get(id) ?? 0), 0);
    return sum;
  };
}

/**
 * The CPU seconds of a process and its children, living and ended, of which each has one thread: those of a Postgres
 * server. NaN where there is no /proc.
 */
export async function treeCpuSeconds(pid: number): Promise<number> {
  if (process.platform !== 'linux') return Number.NaN;
  const { endedTicks } = await readStat(pid);
  const pids = (await readdir('/proc')).map(Number).filter((one) => one > 0);
  const times = await Promise.all(
    pids.map(async (one) => {
      try {
        if (one !== pid && (await readStat(one)).parent !== pid) return 0;
        // Nanoseconds on a processor come first: idle processes use less than a tick.
        return Number.parseInt(await readFile(`/proc/${one}/schedstat`, 'latin1'), 10) / 1e9;
      } catch {
        // It has ended meanwhile.
        return 0;
      }
    }),
  );
  return endedTicks / TICKS + times.reduce((sum, time) => sum + time, 0);
}

/** The CPU seconds of the children of a process that have ended. NaN where there is no /proc. */
export const endedCpuSeconds = async (pid: number): Promise<number> =>
  process.platform === 'linux' ? (await readStat(pid)).endedTicks / TICKS : Number.NaN;

/** The children of a process that have not ended; none where there is no /proc. */
export async function childrenOf(pid: number): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'latin1');
  return children.split(' ').filter(Boolean).map(Number);
}

/**
 * The memory of a process and its children, of which pages that several of them map count once. NaN where there is no
 * /proc.
 */
export async function treeMemoryMiB(pid: number): Promise<number> {
  if (process.platform !== 'linux') return Number.NaN;
  const sizes = await Promise.all(
    [pid, ...(await childrenOf(pid))].map(async (one) => {
      const smaps = await readFile(`/proc/${one}/smaps_rollup`, 'latin1').catch(() => '');
      return Number(/^Pss:\s+(\d+)/m.exec(smaps)?.[1] ?? 0) / 1024;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The second field is the name in brackets and may hold anything; state and parent follow it, utime is the 14th. */
async function readStat(pid: number): Promise<{ parent: number; ticks: number; endedTicks: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [utime = 0, stime = 0, endedUtime = 0, endedStime = 0] = fields.slice(11, 15);
  return { parent, ticks: utime + stime, endedTicks: endedUtime + endedStime };
}
