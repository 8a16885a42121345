import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { commandOf, THIS_VERSION, type Version } from './version.js';

/** A measured process. It has a separate event loop, which the load generator does not disturb. */
export interface Child {
  /** What it printed in the brackets of `ready`: its address. */
  address: string;
  pid: number;
  /** What its hook answers to a message. */
  ask(message: string): Promise<unknown>;
  stop(): Promise<void>;
}

/** What is loaded into a process to measure it from within. */
export type Hook = 'turn-meter' | 'memory-meter' | 'profiler';

export interface ChildOptions {
  /** The built file. */
  script: URL;
  args?: string[];
  env?: Record<string, string>;
  /** Flags of Node. */
  flags?: readonly string[];
  hook?: Hook;
  /** Where it runs; here by default. */
  cwd?: string;
  /** The line that it prints when it can be used. */
  ready: RegExp;
}

export interface ProgramOptions extends Pick<ChildOptions, 'args' | 'env' | 'cwd' | 'ready'> {
  /** Its file, or its name where the system finds it. */
  program: string;
  /** Whether it answers messages. */
  hasHook?: boolean;
}

const STOP_WITHIN_MS = 15_000;
const ANSWER_WITHIN_MS = 60_000;
const running = new Set<ChildProcess>();

/** Starts a built file and waits until it reports that it is ready. */
export function startChild(options: ChildOptions): Promise<Child> {
  const { script, args = [], env, flags = ['--enable-source-maps'], hook, cwd, ready } = options;
  const hooked = hook ? ['--import', new URL(`./${hook}.js`, import.meta.url).href] : [];
  const given = [...flags, ...hooked, fileURLToPath(script), ...args];
  return startProgram({ program: process.execPath, args: given, env, hasHook: hook !== undefined, cwd, ready });
}

/** Starts a program and waits until it reports that it is ready; the error says ENOENT where it is not there. */
export async function startProgram(options: ProgramOptions): Promise<Child> {
  const { program, args = [], env = {}, hasHook = false, cwd, ready } = options;
  const name = [program, ...args].join(' ');
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit', ...(hasHook ? ['ipc' as const] : [])],
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
    exited.then(([code]) => reject(new Error(`${name} ended with ${code} before it was ready`)), reject);
  });
  exited.then(([code, signal]) => {
    if (!expected) process.stderr.write(`${name} ended by itself with ${code ?? signal}\n`);
  });
  return {
    address,
    pid: child.pid ?? 0,
    async ask(message) {
      const answer = once(child, 'message', { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
      child.send(message);
      return (await answer)[0];
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

/** Kills the started processes that still run, when the bench ends early. */
export function killChildren(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Under which the bench stores credentials. */
export const ENCRYPTION_KEY = createHash('sha256').update('the key of benchmarks').digest();

export interface ServiceOptions {
  hook?: Hook;
  version?: Version;
  /** Instead of the one that `npm start` runs. */
  script?: URL;
  /** Further flags of Node. */
  flags?: readonly string[];
}

/** The service as an operator runs it, with its default configuration but for `env`, on a database and with one role. */
export async function startService(
  databaseUrl: string,
  role: 'api' | 'worker',
  env: Record<string, string> = {},
  { hook, version = THIS_VERSION, script, flags = [] }: ServiceOptions = {},
): Promise<Child> {
  const command = await commandOf(version);
  return startChild({
    script: script ?? command.script,
    env: {
      ...command.variables,
      DATABASE_URL: databaseUrl,
      ROLES: role,
      PORT: '0',
      HOST: '127.0.0.1',
      DEMO_DATA: 'false',
      ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
      PRIVATE_ADDRESSES: 'platforms',
      ...env,
    },
    flags: [...command.flags, ...flags],
    hook,
    cwd: version.folder,
    ready: /"msg":"(?:Ready|Listening on ([^"]+))"/,
  });
}

/** The line that `npm start` prints when the service is ready. */
export const LOCAL_READY = /^ {2}REST +(\S+)\/api\/v1 *$/;

/** Starts the API, worker, database and sandbox in one metered process, as `npm start` does. */
export async function startLocal(dataDir: string, env: Record<string, string> = {}): Promise<Child> {
  const { script, variables, flags } = await commandOf(THIS_VERSION);
  return startChild({
    script,
    env: {
      ...variables,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
      ...env,
    },
    flags,
    hook: 'turn-meter',
    ready: LOCAL_READY,
  });
}

export const startSandbox = (): Promise<Child> =>
  startChild({
    script: new URL('../sandbox/main.js', import.meta.url),
    args: ['--port', '0'],
    ready: /^sandbox listening on (\S+)$/,
  });
