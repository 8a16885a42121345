import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A measured process. Each has an event loop of its own, so that the load generator disturbs none. */
export interface Child {
  /** What it printed in the brackets of `ready`: its address. */
  address: string;
  pid: number;
  stop(): Promise<void>;
}

export interface ChildOptions {
  /** The built file. */
  script: URL;
  args?: string[];
  env?: Record<string, string>;
  /** The line that it prints when it can be used. */
  ready: RegExp;
}

const STOP_WITHIN_MS = 15_000;
const running = new Set<ChildProcess>();

/** Starts a built file and waits until it says that it is ready. */
export async function startChild({ script, args = [], env = {}, ready }: ChildOptions): Promise<Child> {
  const file = fileURLToPath(script);
  const child = spawn(process.execPath, ['--enable-source-maps', file, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  let expected = false;
  const exited = once(child, 'exit').finally(() => running.delete(child));
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = ready.exec(line);
      if (found) resolve(found[1] ?? '');
      // pino: 50 is an error, 60 is fatal.
      else if (/^\{"level":[56]0/.test(line)) process.stderr.write(`${line}\n`);
    });
    exited.then(([code]) => reject(new Error(`${file} ended with ${code} before it was ready`)), reject);
  });
  exited.then(([code, signal]) => {
    if (!expected) process.stderr.write(`${file} ended by itself with ${code ?? signal}\n`);
  });
  return {
    address,
    pid: child.pid ?? 0,
    async stop() {
      expected = true;
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      await exited;
      clearTimeout(force);
    },
  };
}

/** For an end out of turn: whatever was started and not stopped. */
export function killChildren(): void {
  for (const child of running) child.kill('SIGKILL');
}

const built = (path: string) => new URL(`../${path}`, import.meta.url);

/** Under which the bench stores credentials. */
export const ENCRYPTION_KEY = Buffer.alloc(32, 7);

/** The service as an operator runs it, with its default configuration but for `env`, on a database and with one role. */
export const startService = (
  databaseUrl: string,
  role: 'api' | 'worker',
  env: Record<string, string> = {},
): Promise<Child> =>
  startChild({
    script: built('src/main.js'),
    env: {
      DATABASE_URL: databaseUrl,
      ROLES: role,
      PORT: '0',
      HOST: '127.0.0.1',
      ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
      PLATFORMS_ALLOW_PRIVATE: 'true',
      ...env,
    },
    ready: /^(?:Ready|Listening on (\S+))$/,
  });

export const startSandbox = (): Promise<Child> =>
  startChild({ script: built('sandbox/main.js'), args: ['--port', '0'], ready: /^sandbox listening on (\S+)$/ });
