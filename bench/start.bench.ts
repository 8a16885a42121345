import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { LOCAL_READY } from './child.js';
import { makeTopic } from './topic.js';
import type { Version } from './version.js';

const WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 20_000;

/** `npm start` on a data folder that is there, until it answers a request. */
export const start = makeTopic<object>({
  about: 'the second npm start, until it answers',
  byDefault: true,
  rounds: { full: 5, quick: 1 },
  sizes: { full: {}, quick: {} },
  aims: [{ name: 'second npm start until it answers', unit: 's', of: ['second npm start', 's'], atMost: 2.5 }],
  async start(surroundings) {
    const folder = await surroundings.folder();
    const first = await startByNpm(surroundings.version, folder);
    return {
      async round() {
        const { seconds } = await startByNpm(surroundings.version, folder);
        const rows = [{ name: 'second npm start', figures: { s: seconds, 'first start, s': first.seconds } }];
        return [{ title: 'npm start until it answers', rows, notes: [] }];
      },
      stop: async () => undefined,
    };
  },
});

async function startByNpm({ folder }: Version, dataDir: string): Promise<{ seconds: number }> {
  const began = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A separate process group, to stop npm, its shell and the service together.
    detached: true,
  });
  const killAll = () => signalGroup(child, 'SIGKILL');
  process.once('exit', killAll);
  const exited = once(child, 'exit');
  try {
    const address = await addressOf(child, exited);
    const answer = await fetch(`${address}/health/live`);
    if (!answer.ok) throw new Error(`/health/live answered ${answer.status}`);
    return { seconds: (performance.now() - began) / 1000 };
  } finally {
    signalGroup(child, 'SIGINT');
    const force = setTimeout(killAll, STOP_WITHIN_MS);
    await exited;
    // npm may end before the service does, which holds the data folder.
    while (signalGroup(child, 0)) await pause(20);
    clearTimeout(force);
    process.off('exit', killAll);
  }
}

function addressOf(child: ChildProcess, exited: Promise<unknown>): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) throw new Error('npm start has no output');
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = LOCAL_READY.exec(line);
      if (found?.[1]) resolve(found[1]);
    });
    exited.then(() => reject(new Error('npm start ended before it was ready')), reject);
    setTimeout(() => reject(new Error('npm start did not answer in time')), WITHIN_MS).unref();
  });
}

/** False: nobody is left. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}
