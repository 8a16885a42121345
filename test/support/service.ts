import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { TESTED_ENV } from '../../src/testing/environment.js';
import { ENCRYPTION_KEY } from './account.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { MACHINE_ENV } from './machine-env.js';

export interface ServiceOptions {
  db: Pick<TestDatabase, 'url'>;
  roles?: 'api' | 'worker' | 'api,worker';
  /** Further configuration. */
  env?: Record<string, string>;
  /** No file may grow beyond so many bytes: a disk that is full as soon as somebody writes more. */
  maxFileBytes?: number;
  /** The program; by default the built one. */
  main?: string;
  /** Further flags of Node. */
  flags?: string[];
  /** How much it yields to other processes, 0 to 19: as if it ran on another machine. */
  niceness?: number;
}

/** The service as a separate process, as an operator runs it. */
export interface Service {
  /** Base address of the API; empty for a worker. */
  url: string;
  wsUrl: string;
  pid: number;
  /** Every line that it wrote. */
  output: string[];
  /** Lines that it logged at level error or above. A test that expects some empties it before `stop`. */
  errors: string[];
  /** Stops it in order and fails when it did not end well or logged an error. */
  stop(): Promise<void>;
  /** Its exit code and signal, once it has ended. */
  exited: Promise<[number | null, string | null]>;
  /** kill -9. */
  kill(): Promise<void>;
  /** This process no longer waits for its end, and kills it at its own. */
  detach(): void;
}

const MAIN = path.resolve('.build/service/main.js');

const DEFAULTS = {
  ...TESTED_ENV,
  ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
  PUBLISH_RETRY_DELAYS_MS: '100,100,100,100',
  PUBLISH_RATE_LIMIT_WAIT_MS: '100',
  WEBHOOKS_RETRY_DELAYS_MS: '100,100,100,100',
};

/** Starts the built service on a test's database and waits until it is ready. */
export async function startService({
  db,
  roles = 'api,worker',
  env = {},
  maxFileBytes,
  main = MAIN,
  flags = [],
  niceness = 0,
}: ServiceOptions): Promise<Service> {
  const command = [process.execPath, '--enable-source-maps', ...flags, main];
  // In blocks of 512 bytes (POSIX).
  const limited = ['sh', '-c', `ulimit -f ${Math.ceil((maxFileBytes ?? 0) / 512)}; exec "$0" "$@"`, ...command];
  const [file = '', ...args] = maxFileBytes === undefined ? command : limited;
  const child = spawn(file, args, {
    env: {
      ...MACHINE_ENV,
      ...DEFAULTS,
      DATA_DIR: process.env.TEST_DATA_DIR,
      DATABASE_URL: db.url,
      ROLES: roles,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (niceness > 0 && child.pid !== undefined) os.setPriority(child.pid, niceness);
  // All that it has written has been read by then.
  const exited = once(child, 'close') as Promise<[number | null, string | null]>;
  const errors: string[] = [];
  const output: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    output.push(line);
    errors.push(line);
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line);
      if (/^\{"level":[56]0/.test(line)) errors.push(line);
      const ready = /"msg":"(?:Ready|Listening on ([^"]+))"/.exec(line);
      if (ready) resolve(ready[1] ?? '');
    });
    void exited.then(([code]) => reject(new Error(`The service ended with ${code}:\n${output.join('\n')}`)));
  });
  return {
    url,
    wsUrl: `${url.replace('http', 'ws')}/graphql`,
    pid: child.pid ?? 0,
    output,
    errors,
    exited,
    async stop() {
      child.kill('SIGTERM');
      const [code, signal] = await exited;
      if (code !== 0) throw new Error(`The service ended with ${code ?? signal}:\n${errors.join('\n')}`);
      if (errors.length > 0) throw new Error(`The service logged errors:\n${errors.join('\n')}`);
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    detach() {
      for (const handle of [child, child.stdout as Socket, child.stderr as Socket]) handle.unref();
      // SIGKILL, because stopping in order would hold up this process, which jest gives five seconds to end.
      process.once('exit', () => child.kill('SIGKILL'));
    },
  };
}

/** A service and its database. */
export interface Running {
  db: TestDatabase;
  service: Service;
  /** Fails when the service logged an error. A test that expects some empties `service.errors` before. */
  close(): Promise<void>;
}

export interface Wanted extends Pick<ServiceOptions, 'roles' | 'env'> {
  /** Nothing of other files is in its database. */
  alone?: boolean;
}

/** What the files of this Jest worker share: an API, an API with a worker, and a second API. */
const shared = new Map<string, Promise<Running>>();

/**
 * A service for one file: an API, or an API and a worker. All files of this Jest worker share it and have rows in its
 * database, so a file creates its own accounts. With `env`, or `alone`, it is started for this file.
 */
export async function openService({ roles = 'api', env, alone = false }: Wanted = {}): Promise<Running> {
  if (alone || env) return startOwn(roles, env);
  const running = await share(roles, () => startOwn(roles));
  // All files come from one address.
  await running.db.query('DELETE FROM throttles');
  return running;
}

/** The same for all tests of a file: `const { db, service } = await useService()`. */
export async function useService(wanted?: Wanted): Promise<Running> {
  const running = await openService(wanted);
  afterAll(running.close);
  return running;
}

/** The shared API and a second one on its database, which trusts one proxy. */
export async function useTwoApis(): Promise<Running & { second: Service }> {
  const first = await useService();
  const { service: second, close } = await share('second api', () =>
    startOn(first.db, 'api', { TRUSTED_PROXIES: '1' }),
  );
  afterAll(close);
  return { ...first, second };
}

/** A further service for all tests of a file, on a database that is there already. */
export async function useAnother(options: ServiceOptions): Promise<Service> {
  const service = await startService({ roles: 'api', ...options });
  afterAll(service.stop);
  return service;
}

async function startOwn(roles: ServiceOptions['roles'], env?: Record<string, string>): Promise<Running> {
  const running = await startOn(await createTestDatabase(), roles, env);
  const close = async () => {
    await running.close();
    await running.db.drop();
  };
  return { ...running, close };
}

async function startOn(db: TestDatabase, roles: ServiceOptions['roles'], env?: Record<string, string>) {
  const service = await startService({ db, roles, env: { LOG_LEVEL: 'info', ...env } });
  return { db, service, close: service.stop };
}

/** Starts a service once. It ends with the Jest worker, which does not wait for its end. */
async function share(name: string, start: () => Promise<Running>): Promise<Running> {
  let starting = shared.get(name);
  if (!starting) {
    starting = start();
    shared.set(name, starting);
    (await starting).service.detach();
  }
  const { db, service } = await starting;
  service.output.length = 0;
  const close = async () => {
    const errors = service.errors.splice(0);
    if (errors.length > 0) throw new Error(`The service logged errors:\n${errors.join('\n')}`);
  };
  return { db, service, close };
}

/** Where a process with METRICS_PORT and LOG_LEVEL=info serves its metrics. */
export function metricsOrigin({ output }: Pick<Service, 'output'>): string {
  const line = output.find((one) => one.includes('"msg":"Serving metrics"'));
  if (line === undefined) throw new Error('The process serves no metrics');
  return `http://127.0.0.1:${JSON.parse(line).port}`;
}
