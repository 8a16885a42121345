/** How the service of a test starts and ends, and what it says of mistakes. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import {
  type StartOptions,
  startForTesting,
  type TestingAccount,
  type TestingApp,
} from 'social-publishing-service/testing';
import { processStart } from '../../src/foundation/process/process-identity.js';
import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { MACHINE_ENV } from '../support/machine-env.js';

const db = await createTestDatabase({ empty: true });

/** Starts the service on an existing Postgres. */
const start = (options: StartOptions = {}) => startForTesting({ databaseUrl: db.url, ...options });

async function groupsOf(service: TestingApp, { apiKey }: TestingAccount): Promise<number> {
  const { data } = await graphql(service, { 'x-api-key': apiKey }, '{ postGroups { totalCount } }');
  return data.postGroups.totalCount;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

let app: TestingApp;
afterAll(async () => {
  await app?.stop();
  await db.drop();
});

test('a service on a given database runs until it is stopped, and a later one continues with its time', async () => {
  const port = await freePort();
  const first = await start({ port });
  expect([first.url, first.graphqlUrl, first.graphqlWsUrl]).toEqual([
    `http://127.0.0.1:${port}`,
    `http://127.0.0.1:${port}/graphql`,
    `ws://127.0.0.1:${port}/graphql`,
  ]);
  const account = await first.createAccount({ plan: 'pro', connected: ['network', 'skyfeed'] });
  expect(account.connections).toEqual([expect.stringMatching(/^network-/), expect.stringMatching(/^skyfeed-/)]);
  expect(await groupsOf(first, account)).toBe(0);
  await first.clock.advance({ days: 3, hours: 2, minutes: 1, seconds: 5, milliseconds: 7 });
  expect(Math.abs(first.clock.now().getTime() - Date.now() - 266_465_007)).toBeLessThan(10_000);
  await Promise.all([first.stop(), first.stop()]);
  await expect(first.idle()).rejects.toThrow('The service has been stopped.');
  await expect(fetch(first.url)).rejects.toThrow();

  app = await start();
  expect(Math.abs(app.clock.now().getTime() - first.clock.now().getTime())).toBeLessThan(1000);
  expect(await groupsOf(app, account)).toBe(0);
});

test('a port that is in use is named', async () => {
  const { port } = new URL(app.url);
  await expect(start({ port: Number(port) })).rejects.toThrow(
    `Port ${port} of 127.0.0.1 cannot be used: give startForTesting another, or none for a free one.`,
  );
});

test('a configuration that is wrong is explained', async () => {
  await expect(start({ env: { PUBLISH_CONCURRENCY: 'many' } })).rejects.toThrow(/^PUBLISH_CONCURRENCY must be/);
});

test('a database that cannot be used is explained', async () => {
  const gone = db.url.replace(/[^/]*$/, 'gone');
  await expect(start({ databaseUrl: gone })).rejects.toThrow(/^The database cannot be used: database "gone" does not/);
});

test.each<[mistake: string, call: () => Promise<unknown>, message: RegExp]>([
  ['platform', () => app.createAccount({ connected: ['twitter' as 'microblog'] }), /^connected: 0: Invalid option/],
  ['plan', () => app.createAccount({ plan: 'gold' as 'pro' }), /^plan: Invalid option/],
  ['connection', () => app.platforms.received('network-1'), /^network-1 is no platform, and no connection of an acc/],
  ['connection of a fault', () => app.faults.add({ connection: 'network-1', kind: 'rejected' }), /^network-1 is no p/],
  ['fault', () => app.faults.add({ kind: 'rejected' } as never), /^give either a platform or a connection/],
  ['time', () => app.clock.advance({ days: -1 }), /expected number to be >=0/],
  ['unit', () => app.clock.advance({ weeks: 1 } as never), /^clock.advance does not know weeks, but days, hours, min/],
  ['number', () => app.clock.advance(5 as never), /^clock.advance takes an object with days, hours, minutes, seconds/],
  ['text', () => app.clock.advance('1d' as never), /^clock.advance takes an object with days/],
  ['call without time', () => app.clock.advance(undefined as never), /^clock.advance takes an object with days/],
  [
    'option',
    () => start({ prot: 5 } as never),
    /^startForTesting does not know prot, but env, port, databaseUrl and s/,
  ],
])('a wrong %s is explained', async (_mistake, call, message) => {
  await expect(call()).rejects.toThrow(message);
});

test('a start that is aborted leaves nothing', async () => {
  const tmp = await mkdtemp(path.join(tmpdir(), 'aborted-'));
  const aborting = new AbortController();
  const starting = start({ env: { TMPDIR: tmp }, signal: aborting.signal });
  await eventually(async () => (await readdir(tmp))[0]);
  aborting.abort(new Error('Enough'));
  await expect(starting).rejects.toThrow('Enough');
  expect(await readdir(tmp)).toEqual([]);
  await rm(tmp, { recursive: true });
});

test('a service that is killed leaves nothing, and stop says what happened', async () => {
  const tmp = await mkdtemp(path.join(tmpdir(), 'killed-'));
  const killed = await startForTesting({ env: { TMPDIR: tmp } });
  const postgres = await postgresIn(tmp);
  const { stdout: service } = await promisify(execFile)('ps', ['-o', 'ppid=', '-p', String(postgres)]);
  process.kill(Number(service), 'SIGKILL');
  await expect(killed.stop()).rejects.toThrow(/^The service had been ended by SIGKILL. Nothing of it is left.$/m);
  // A zombie counts as ended: its new parent has not noticed yet.
  expect(await processStart(postgres)).toBeUndefined();
  expect(await readdir(tmp)).toEqual([]);
  await expect(killed.stop()).rejects.toThrow('SIGKILL');
  await rm(tmp, { recursive: true });
});

/** The process of the Postgres of the only service whose data is in a folder. */
async function postgresIn(tmp: string): Promise<number> {
  const [folder = ''] = await readdir(tmp);
  const [pid] = (await readFile(path.join(tmp, folder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

describe('a process of tests', () => {
  let tmp: string;
  beforeAll(async () => {
    tmp = await mkdtemp(path.join(tmpdir(), 'tests-'));
  });
  afterAll(() => rm(tmp, { recursive: true }));

  const run = (program: string): ChildProcess =>
    spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...MACHINE_ENV, TMPDIR: tmp },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const starting = (options: StartOptions) => `import { startForTesting } from 'social-publishing-service/testing';
    const app = await startForTesting(${JSON.stringify(options)});`;

  test('that is killed leaves nothing', async () => {
    const child = run(`${starting({})} console.log(app.url); setInterval(() => undefined, 1000);`);
    await once(child.stdout as Readable, 'data');
    const postgres = await postgresIn(tmp);
    child.kill('SIGKILL');
    await eventually(async () => {
      expect(() => process.kill(postgres, 0)).toThrow('ESRCH');
      expect(await readdir(tmp)).toEqual([]);
      return true;
    });
  });

  test('that forgets its service ends all the same, and leaves nothing', async () => {
    const child = run(`${starting({ databaseUrl: db.url })} await app.idle(); console.log(app.url);`);
    const [[url], [code]] = await Promise.all([once(child.stdout as Readable, 'data'), once(child, 'exit')]);
    expect([code, String(url)]).toEqual([0, expect.stringMatching(/^http:/)]);
    await eventually(async () => {
      await expect(fetch(String(url).trim())).rejects.toThrow();
      expect(await readdir(tmp)).toEqual([]);
      return true;
    });
  });
});
