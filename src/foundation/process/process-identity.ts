import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * When the process with this pid started, as a text that no later process with the same pid shares;
 * `undefined` when no such process runs. A zombie counts as gone: it holds no file and no port, and in a container
 * whose first process never reaps, it would stay "alive" forever.
 */
export async function processStart(pid: number): Promise<string | undefined> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (process.platform === 'linux') return linuxProcessStart(pid);
  try {
    const { stdout } = await run('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { env: { LC_ALL: 'C' } });
    const [state = '', ...started] = stdout.trim().split(/\s+/);
    return state === '' || state.startsWith('Z') ? undefined : started.join(' ');
  } catch {
    return undefined;
  }
}

async function linuxProcessStart(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = fields[0] ?? '';
    if (state === 'Z' || state === 'X') return undefined;
    // The start time counts from the machine's boot, so the boot belongs to it.
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
    return `${boot.trim()}:${fields[19] ?? ''}`;
  } catch {
    return undefined;
  }
}

/** The command line of a running process, one string per argument if the system separates them. */
export async function processArguments(pid: number): Promise<string[]> {
  try {
    if (process.platform === 'linux') return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    const { stdout } = await run('ps', ['-o', 'command=', '-ww', '-p', String(pid)]);
    return stdout.trim().split(' ');
  } catch {
    return [];
  }
}

/** Waits until the process that had this start is gone; false when it is still there after the time. */
export async function waitForEnd(pid: number, start: string, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while ((await processStart(pid)) === start) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return true;
}
