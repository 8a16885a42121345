/** Hosts of the suite: network namespaces of this machine, on a separate bridge. Needs Linux, root and `ip`. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { promisify } from 'node:util';
import { asPostgres } from '../support/as-postgres.js';

const run = promisify(execFile);

export interface Host {
  name: string;
  address: string;
  /** Runs a program there as the user `postgres`; its output goes to a file. */
  start(command: readonly string[], logFile: string): ChildProcess;
  /** Ends everything there at once, as a crash of the machine does. */
  kill(): Promise<void>;
  /** Takes it off the network, and puts it back. */
  cut(): Promise<void>;
  restore(): Promise<void>;
}

export interface Network {
  /** Of this side, which the hosts reach. */
  address: string;
  hosts: Host[];
  remove(): Promise<void>;
}

const BRIDGE = 'publish-ha';
const PREFIX = '10.77.0';
/** What the names of namespaces and links begin with. */
const NAME = 'pub-ha';

export async function makeNetwork(count: number): Promise<Network> {
  const names = Array.from({ length: count }, (_, i) => `${NAME}${i + 1}`);
  const remove = async () => {
    for (const name of names) {
      await killAll(name);
      // The namespace goes a moment later than this returns, and its link with it.
      await run('ip', ['link', 'del', `${name}-out`]).catch(() => undefined);
      await run('ip', ['netns', 'del', name]).catch(() => undefined);
    }
    await run('ip', ['link', 'del', BRIDGE]).catch(() => undefined);
  };
  // Of a run that was killed.
  await remove();
  const address = `${PREFIX}.1`;
  await run('ip', ['link', 'add', BRIDGE, 'type', 'bridge']);
  await run('ip', ['addr', 'add', `${address}/24`, 'dev', BRIDGE]);
  await run('ip', ['link', 'set', BRIDGE, 'up']);
  const hosts: Host[] = [];
  for (const [index, name] of names.entries()) hosts.push(await makeHost(name, `${PREFIX}.${11 + index}`));
  return { address, hosts, remove };
}

async function makeHost(name: string, address: string): Promise<Host> {
  const [outside, inside] = [`${name}-out`, `${name}-in`];
  const within = (args: string[]) => run('ip', ['-n', name, ...args]);
  await run('ip', ['netns', 'add', name]);
  await run('ip', ['link', 'add', outside, 'type', 'veth', 'peer', 'name', inside]);
  await run('ip', ['link', 'set', inside, 'netns', name]);
  await run('ip', ['link', 'set', outside, 'master', BRIDGE, 'up']);
  await within(['addr', 'add', `${address}/24`, 'dev', inside]);
  await within(['link', 'set', inside, 'up']);
  await within(['link', 'set', 'lo', 'up']);
  return {
    name,
    address,
    start(command, logFile) {
      const args = ['netns', 'exec', name, ...asPostgres(command)];
      const child = spawn('ip', args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' });
      const log = createWriteStream(logFile, { flags: 'a' });
      child.stdout.pipe(log, { end: false });
      child.stderr.pipe(log, { end: false });
      return child;
    },
    kill: () => killAll(name),
    async cut() {
      await run('ip', ['link', 'set', outside, 'down']);
    },
    async restore() {
      await run('ip', ['link', 'set', outside, 'up']);
    },
  };
}

async function killAll(namespace: string): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    const { stdout } = await run('ip', ['netns', 'pids', namespace]).catch(() => ({ stdout: '' }));
    const pids = stdout.split('\n').filter(Boolean).map(Number);
    if (pids.length === 0) return;
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended already.
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Processes of ${namespace} did not end`);
}
