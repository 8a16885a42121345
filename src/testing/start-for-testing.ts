import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { makeDataFolder, removeDataFolder } from './data-folder.js';
import { TESTED_ENV } from './environment.js';
import type { FromHost, Host, Started, StartRequest, ToHost } from './protocol.js';
import type {
  AccountOptions,
  Duration,
  SandboxPost,
  SandboxRequest,
  StartOptions,
  TestingAccount,
  TestingApp,
} from './types.js';

export type * from './types.js';

const HOST = fileURLToPath(new URL('./testing-main.js', import.meta.url));
const TURNED_CLOCK = new URL('./turned-clock.js', import.meta.url).href;
/** A start takes a third less time with it. */
const COMPILE_CACHE = fileURLToPath(new URL('../compile-cache', import.meta.url));

/** A platform on a machine that is busy with tests shall not time out because of it. */
const UNHURRIED = { PUBLISH_TIMEOUT_MS: '3000', SANDBOX_PORT: '0' };

const KEPT_LINES = 1000;
/** Longer than the process itself takes to give up. */
const KILL_AFTER_MS = 30_000;

const OPTIONS = ['env', 'port', 'databaseUrl', 'signal'] satisfies (keyof StartOptions)[];
const UNITS = ['days', 'hours', 'minutes', 'seconds', 'milliseconds'] satisfies (keyof Duration)[];

/** What a process needs of the machine. Anything else of a tester's environment could configure the service. */
const MACHINE = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'NODE_COMPILE_CACHE'];

/**
 * Starts the service (API and worker) in a separate process, with an embedded Postgres and the sandbox in the
 * platforms' place. They end with `stop`, and at the latest with this process.
 * @throws Error that says what to do: a port that is taken, a configuration that is wrong, a package that is missing.
 */
export async function startForTesting(options: StartOptions = {}): Promise<TestingApp> {
  refuseUnknown(options, OPTIONS, 'startForTesting');
  const { signal } = options;
  signal?.throwIfAborted();
  const host = openHost(options);
  const stopOnAbort = () => void host.stop().catch(() => undefined);
  signal?.addEventListener('abort', stopOnAbort, { once: true });
  const { url, sandboxUrl } = await host.started
    .then((started) => {
      signal?.throwIfAborted();
      return started;
    })
    .catch(async (error: Error) => {
      await host.stop().catch(() => undefined);
      throw signal?.aborted ? signal.reason : error;
    });
  const stop = () => {
    signal?.removeEventListener('abort', stopOnAbort);
    return host.stop();
  };
  return {
    url,
    graphqlUrl: `${url}/graphql`,
    graphqlWsUrl: `${url.replace('http', 'ws')}/graphql`,
    sandboxUrl,
    log: host.log,
    createAccount: (wanted: AccountOptions = {}) => host.ask<TestingAccount>('createAccount', wanted),
    platforms: {
      received: (of) => host.ask<SandboxPost[]>('received', of ?? null),
      requests: (platform) => host.ask<SandboxRequest[]>('requests', platform ?? null),
    },
    faults: {
      add: (fault) => host.ask<void>('addFault', fault),
      clear: () => host.ask<void>('clearFaults', null),
    },
    clock: {
      now: () => new Date(Date.now() + host.aheadMs()),
      advance: async (duration) => host.ask<void>('advance', millisecondsOf(duration)),
    },
    idle: () => host.ask<void>('idle', null),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** What is not known would do nothing, and the test would not notice. */
function refuseUnknown(given: unknown, known: readonly string[], call: string): void {
  const names = `${known.slice(0, -1).join(', ')} and ${known.at(-1)}`;
  if (typeof given !== 'object' || given === null) throw new TypeError(`${call} takes an object with ${names}.`);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`${call} does not know ${unknown}, but ${names}.`);
}

function millisecondsOf(duration: Duration): number {
  refuseUnknown(duration, UNITS, 'clock.advance');
  const { days = 0, hours = 0, minutes = 0, seconds = 0, milliseconds = 0 } = duration;
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
}

/** The process of the service. */
function openHost({ env, port, databaseUrl }: StartOptions) {
  const dataDir = makeDataFolder(env?.TMPDIR);
  const child = spawn(process.execPath, ['--enable-source-maps', '--import', TURNED_CLOCK, HOST], {
    env: { ...machineEnv(), ...TESTED_ENV, ...UNHURRIED, ...env, ...(port !== undefined && { PORT: `${port}` }) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const log: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream as Readable }).on('line', (line) => {
      log.push(line);
      if (log.length > KEPT_LINES) log.shift();
    });
  }
  const closed = once(child, 'close').catch((error: Error) => log.push(error.message));
  const calls = talkTo(child, { dataDir, databaseUrl: databaseUrl ?? null }, closed, log);
  // Also when nobody stops a service that has been killed.
  const ended = closed.then(() => removeDataFolder(dataDir));
  ended.catch(() => undefined);
  let stopped: Promise<void> | undefined;
  return { ...calls, log, stop: () => (stopped ??= stop(child, ended, log)) };
}

interface Call {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Calls of the process, and their responses. */
function talkTo(child: ChildProcess, start: StartRequest, closed: Promise<unknown>, log: readonly string[]) {
  /** The start is the first. */
  const calls = new Map<number, Call>();
  let lastId = 0;
  let aheadMs = 0;
  /** A test that has ended may have forgotten the service, which keeps this process alive only while it has to answer. */
  const keepAlive = (isNeeded: boolean) => {
    for (const handle of [child, child.channel, child.stdout as Socket, child.stderr as Socket]) {
      if (isNeeded) handle?.ref();
      else handle?.unref();
    }
  };
  const answered = (id: number): Call | undefined => {
    const call = calls.get(id);
    calls.delete(id);
    keepAlive(calls.size > 0);
    return call;
  };
  const request = <Answer>(message: (id: number) => ToHost): Promise<Answer> =>
    new Promise<unknown>((resolve, reject) => {
      lastId += 1;
      calls.set(lastId, { resolve, reject });
      keepAlive(true);
      send(child, message(lastId));
    }) as Promise<Answer>;

  child.on('message', (message: FromHost) => {
    const call = answered(message.id);
    aheadMs = message.aheadMs;
    if ('error' in message) call?.reject(new Error(message.error));
    else call?.resolve(message.value);
  });
  void closed.then(() => {
    const error = new Error(['The service has ended.', ...log.slice(-20)].join('\n'));
    for (const call of calls.values()) call.reject(error);
    calls.clear();
  });
  return {
    started: request<Started>((id) => ({ id, start })),
    aheadMs: () => aheadMs,
    async ask<Answer>(call: keyof Host, argument: unknown): Promise<Answer> {
      if (!child.connected) throw new Error('The service has been stopped.');
      return request<Answer>((id) => ({ id, call, argument }));
    },
  };
}

/** `ended` resolves once nothing is left of the process. */
async function stop(child: ChildProcess, ended: Promise<void>, log: readonly string[]): Promise<void> {
  const hadEnded = child.exitCode !== null;
  child.ref();
  send(child, { stop: true });
  const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  await ended.finally(() => clearTimeout(timer));
  if (child.exitCode === 0) return;
  throw new Error([`${problemOf(child, hadEnded)} Nothing of it is left.`, ...log.slice(-20)].join('\n'));
}

function problemOf({ killed, signalCode, exitCode }: ChildProcess, hadEnded: boolean): string {
  if (killed) return `The service did not stop within ${KILL_AFTER_MS / 1000} seconds and was killed.`;
  if (signalCode) return `The service had been ended by ${signalCode}.`;
  return hadEnded ? `The service had ended by itself with exit code ${exitCode}.` : 'The service did not stop well.';
}

/** A process that has ended is noticed by its end. */
const send = (child: ChildProcess, message: ToHost) => {
  if (child.connected) child.send(message, () => undefined);
};

const machineEnv = () => ({
  NODE_COMPILE_CACHE: COMPILE_CACHE,
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => MACHINE.includes(name))),
});
