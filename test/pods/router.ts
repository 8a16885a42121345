import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeRouter } from '../../src/pods/write-router.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';

/** Whether HAProxy is installed (Debian: `apt-get install haproxy`). */
export const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;

export const NO_HAPROXY = 'the pods are skipped: HAProxy is not installed here (Debian: apt-get install haproxy)';

export interface Router {
  url: string;
  pid: number | undefined;
  folder: string;
  /** Its admin socket. */
  socket: string;
  mapFile: string;
  close(): Promise<void>;
}

/** HAProxy in front of the pods, with the configuration that `admin pods config` writes. */
export async function startRouter(
  pods: readonly { pod: string; url: string }[],
  { moved = [], port: given }: { moved?: readonly (readonly [name: string, pod: string])[]; port?: number } = {},
): Promise<Router> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pods-'));
  const port = given ?? (await freePort());
  const [list, socket] = [path.join(folder, 'pods.txt'), path.join(folder, 'admin.sock')];
  await writeFile(list, pods.map(({ pod, url }) => `${pod} ${new URL(url).host}\n`).join(''));
  const { file, mapFile } = await writeRouter({ list, folder, bind: `127.0.0.1:${port}`, socket });
  await writeFile(mapFile, moved.map((entry) => `${entry.join(' ')}\n`).join(''));
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  await eventually(() => opens(port));
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    folder,
    socket,
    mapFile,
    async close() {
      await end(child);
      await rm(folder, { recursive: true });
    },
  };
}

const opens = (port: number): Promise<true | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(undefined));
    socket.once('connect', () => socket.destroy());
  });

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
