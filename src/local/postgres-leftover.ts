import { createHash } from 'node:crypto';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { processArguments, processStart, waitForEnd } from '../foundation/process/process-identity.js';

/** How long Postgres may take for each way of ending it, from the gentlest to the one that cannot be refused. */
const WAYS_TO_END = [
  { signal: 'SIGINT', milliseconds: 10_000 },
  { signal: 'SIGQUIT', milliseconds: 5_000 },
  { signal: 'SIGKILL', milliseconds: 2_000 },
] as const;

/** An argument on the server's command line by which a later start recognises the server of this data folder. */
export async function markOf(data: string): Promise<string> {
  return `embedded-${createHash('sha256')
    .update(await realpath(data))
    .digest('hex')
    .slice(0, 20)}`;
}

/**
 * Ends what a killed service left behind: a server that still runs on this data, or a pid file that now names some
 * other program's process.
 */
export async function endLeftover(data: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(data, 'postmaster.pid');
  const text = await readFile(pidFile, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const pid = Number(text.split('\n')[0]);
  const start = await processStart(pid);
  if (start !== undefined && (await isServerOf(data, pid))) {
    log(`Stopping the database server left behind by an earlier run (pid ${pid}).`);
    if (!(await endProcess(pid, start))) throw new Error(`A database server (pid ${pid}) on ${data} did not stop.`);
    // A process killed with SIGKILL leaves its file, and Postgres would take a zombie for a live server.
    await rm(pidFile, { force: true });
    return;
  }
  // Postgres itself clears the file of a dead process, after it made sure that no child of it is left; it would only
  // refuse to start when the number belongs to another process now.
  if (numberIsTaken(pid)) await rm(pidFile, { force: true });
}

/** Ends a server in order, and by force when that takes too long; false when even that failed. */
export async function endProcess(pid: number, start: string): Promise<boolean> {
  for (const { signal, milliseconds } of WAYS_TO_END) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      return true;
    }
    if (await waitForEnd(pid, start, milliseconds)) return true;
  }
  return false;
}

/** Whether a process is the server of this data folder. */
export async function isServerOf(data: string, pid: number): Promise<boolean> {
  const args = await processArguments(pid);
  if (!/^postgres(\.exe)?$/.test(basename(args[0] ?? ''))) return false;
  const mark = await markOf(data);
  if (args.some((arg) => arg.endsWith(mark))) return true;
  // The folder may have been renamed since: a server stays in its folder.
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return cwd !== undefined && cwd === (await realpath(data));
}

function numberIsTaken(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
