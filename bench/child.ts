import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** A measured process. Each has an event loop of its own, so that the load generator disturbs none. */
export interface Child {
  /** What it printed in the brackets of `ready`: its address. */
  address: string;
  pid: number;
  /** The CPU time of the longest turn of its event loop since the last call, in milliseconds; where it is metered. */
  longestTurn(): Promise<number>;
  stop(): Promise<void>;
}

export interface ChildOptions {
  /** The built file. */
  script: URL;
  args?: string[];
  env?: Record<string, string>;
  /** Flags of Node. */
  flags?: readonly string[];
  /** Whether the turns of its event loop are measured. */
  metered?: boolean;
  /** The line that it prints when it can be used. */
  ready: RegExp;
}

const STOP_WITHIN_MS = 15_000;
const ANSWER_WITHIN_MS = 60_000;
const METER = new URL('./turn-meter.js', import.meta.url).href;
const running = new Set<ChildProcess>();

/** Starts a built file and waits until it reports that it is ready. */
export async function startChild(options: ChildOptions): Promise<Child> {
  const { script, args = [], env = {}, flags = ['--enable-source-maps'], metered = false, ready } = options;
  const file = fileURLToPath(script);
  const child = spawn(process.execPath, [...flags, ...(metered ? ['--import', METER] : []), file, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit', ...(metered ? ['ipc' as const] : [])],
  });
  running.add(child);
  let expected = false;
  const exited = once(child, 'exit').finally(() => running.delete(child));
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout as Readable }).on('line', (line) => {
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
    async longestTurn() {
      if (!metered) return Number.NaN;
      const answer = once(child, 'message', { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
      child.send('take');
      return Number((await answer)[0]);
    },
    async stop() {
      expected = true;
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      await exited;
      clearTimeout(force);
    },
  };
}

process.on('exit', killChildren);

/** For an end out of turn: whatever was started and not stopped. */
export function killChildren(): void {
  for (const child of running) child.kill('SIGKILL');
}

const built = (path: string) => new URL(`../${path}`, import.meta.url);

/** Under which the bench stores credentials. */
export const ENCRYPTION_KEY = Buffer.alloc(32, 7);

/** The variables and the flags of Node that `npm start` runs the service with. */
const { scripts } = JSON.parse(await readFile(built('../package.json'), 'utf8'));
const [, variables, flags] = /env (\S+=.+) node (--.+) \S+$/.exec(scripts.start) ?? [];
if (!variables || !flags) throw new Error('npm start names no variables and flags of Node');
const VARIABLES = Object.fromEntries(variables.split(' ').map((variable) => variable.split('=')));
const FLAGS = flags.split(' ');

/** The service as an operator runs it, with its default configuration but for `env`, on a database and with one role. */
export const startService = (
  databaseUrl: string,
  role: 'api' | 'worker',
  env: Record<string, string> = {},
  { metered = false } = {},
): Promise<Child> =>
  startChild({
    script: built('service/main.js'),
    env: {
      ...VARIABLES,
      DATABASE_URL: databaseUrl,
      ROLES: role,
      PORT: '0',
      HOST: '127.0.0.1',
      ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
      PLATFORMS_ALLOW_PRIVATE: 'true',
      ...env,
    },
    flags: FLAGS,
    metered,
    ready: /^(?:Ready|Listening on (\S+))$/,
  });

/** All of it in one process, metered, with a database and a sandbox of its own, as `npm start` does it. */
export const startLocal = (dataDir: string, env: Record<string, string> = {}): Promise<Child> =>
  startChild({
    script: built('service/main.js'),
    env: {
      ...VARIABLES,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
      ...env,
    },
    flags: FLAGS,
    metered: true,
    ready: /^ {2}REST +(\S+)\/api\/v1 *$/,
  });

export const startSandbox = (): Promise<Child> =>
  startChild({ script: built('sandbox/main.js'), args: ['--port', '0'], ready: /^sandbox listening on (\S+)$/ });
