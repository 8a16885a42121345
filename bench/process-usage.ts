import { readFile } from 'node:fs/promises';

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
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  // The second field is the name in brackets and may hold anything; utime and stime are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return { cpuSeconds: ticks / TICKS, rssMiB: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024 };
}
