import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { processStart } from '../../src/foundation/process/process-identity.js';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../src/local/postgres.js';

const FAST = { fsync: 'off', shared_buffers: '16MB' };
const compiled = pathToFileURL(join(process.cwd(), '.build/src/local/postgres.js')).href;
const isRoot = process.getuid?.() === 0;
const asRoot = isRoot ? it : it.skip;

// One folder for all tests, because making the database files takes longer than all else; every test has a database of
// its own in them.
let root: string;
let dir: string;
let database: string;
let count = 0;
const running: EmbeddedPostgres[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'embedded-'));
  dir = join(root, 'database');
});

beforeEach(() => {
  count += 1;
  database = `service ${count}`;
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

afterAll(() => rm(root, { recursive: true, force: true }));

async function start(more: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dir, database, settings: FAST, ...more });
  running.push(server);
  return server;
}

async function ask<Row extends pg.QueryResultRow>(server: { url: string }, sql: string): Promise<Row | undefined> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows[0];
  } finally {
    await client.end();
  }
}

const postmasterPid = async () => Number((await readFile(join(dir, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);

/** A Node process that starts Postgres, writes one row and is killed; leaves its server running. */
async function startElsewhereAndKill(runAs: string): Promise<void> {
  const script = `
    import pg from ${JSON.stringify(pathToFileURL(join(process.cwd(), 'node_modules/pg/esm/index.mjs')).href)};
    import { startEmbeddedPostgres } from ${JSON.stringify(compiled)};
    const options = ${JSON.stringify({ dir, database, settings: FAST, runAs })};
    const server = await startEmbeddedPostgres(options);
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query('create table kept (word text)');
    await client.query("insert into kept values ('still here')");
    console.log('ready');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('the embedded Postgres', () => {
  it('starts from nothing but the half-made database of a killed first start', async () => {
    await mkdir(join(dir, 'initdb-killed', 'data'), { recursive: true });
    const server = await start();
    expect((await ask<{ version: string }>(server, 'select version()'))?.version).toMatch(/^PostgreSQL 18/);
    expect(await readdir(dir)).not.toContain('initdb-killed');
  });

  it('starts again quickly, with the data kept', async () => {
    const first = await start();
    await ask(first, "create table kept as select 'still here' as word");
    await first.stop();
    const began = Date.now();
    const second = await start();
    expect(Date.now() - began).toBeLessThan(20_000);
    expect(await ask(second, 'select word from kept')).toEqual({ word: 'still here' });
    expect(await ask(second, 'show max_connections')).toEqual({ max_connections: '120' });
  });

  it('sorts by code point, independent of the machine’s locale, and converts the case of all letters', async () => {
    const words = "unnest(array['b', 'A', 'a', 'é', 'Z']) as word";
    const row = await ask(
      await start(),
      `select string_agg(word, '' order by word) as sorted, upper('é') from ${words}`,
    );
    expect(row).toEqual({ sorted: 'AZabé', upper: 'É' });
  });

  it('keeps the password to its owner and lets no client in without it', async () => {
    const { url } = await start();
    expect((await stat(join(dir, 'password'))).mode & 0o777).toBe(0o600);
    const wrong = url.replace(/:[0-9a-f]{48}@/, ':wrong@');
    await expect(ask({ url: wrong }, 'select 1')).rejects.toThrow('password authentication failed');
  });

  it('shuts down in order, also when called twice', async () => {
    const server = await start();
    const pid = await postmasterPid();
    await Promise.all([server.stop(), server.stop()]);
    expect(await processStart(pid)).toBeUndefined();
    expect(await readFile(join(dir, 'server.log'), 'utf8')).toContain('database system is shut down');
  });

  it("does not share our terminal's process group, so that Ctrl-C is ours to handle", async () => {
    await start();
    const pid = await postmasterPid();
    const group = (file: string) =>
      readFile(file, 'utf8').then((text) => text.slice(text.lastIndexOf(')')).split(' ')[3]);
    if (process.platform !== 'linux') return;
    expect(await group(`/proc/${pid}/stat`)).not.toBe(await group('/proc/self/stat'));
  });

  it("shows the server's own words when it cannot start", async () => {
    await expect(start({ settings: { no_such_setting: '1' } })).rejects.toThrow(
      /did not start: exit code 1[\s\S]*unrecognized configuration parameter "no_such_setting"/,
    );
  });

  it('refuses database files of another Postgres version with a clear sentence', async () => {
    const old = join(root, 'old');
    await mkdir(join(old, 'data'), { recursive: true });
    await writeFile(join(old, 'data', 'PG_VERSION'), '15\n');
    await writeFile(join(old, 'password'), 'secret');
    await expect(start({ dir: old })).rejects.toThrow(/were created by Postgres 15, but the installed Postgres is 18/);
  });

  it('is not stopped by a stale pid file whose pid belongs to another program now', async () => {
    const first = await start();
    await ask(first, "create table kept as select 'still here' as word");
    const pidFile = join(dir, 'data', 'postmaster.pid');
    const lines = (await readFile(pidFile, 'utf8')).split('\n');
    await first.stop();
    const foreign = createServer().listen(0);
    await writeFile(pidFile, [process.ppid, ...lines.slice(1)].join('\n'));
    const second = await start();
    foreign.close();
    expect(await ask(second, 'select word from kept')).toEqual({ word: 'still here' });
  });

  for (const runAs of isRoot ? (['namespace', 'service-user'] as const) : (['self'] as const)) {
    it(`recovers after kill -9 of its owner, with the orphaned server alive (${runAs})`, async () => {
      await startElsewhereAndKill(runAs);
      const orphan = await postmasterPid();
      expect(await processStart(orphan)).toBeDefined();
      const server = await start({ runAs });
      expect(await processStart(orphan)).toBeUndefined();
      expect(await ask(server, 'select word from kept')).toEqual({ word: 'still here' });
    });
  }

  it('recovers after kill -9 of the server itself, whose children may live a moment longer', async () => {
    await startElsewhereAndKill('auto');
    process.kill(await postmasterPid(), 'SIGKILL');
    expect(await ask(await start(), 'select word from kept')).toEqual({ word: 'still here' });
  });

  asRoot(
    'as root, finds the same data when the account changes between namespace and service user, below a closed folder',
    async () => {
      await chmod(root, 0o700);
      const first = await start({ runAs: 'service-user' });
      await ask(first, "create table kept as select 'still here' as word");
      await first.stop();
      expect((await stat(join(dir, 'data'))).uid).not.toBe(0);
      const second = await start({ runAs: 'namespace' });
      expect(await ask(second, 'select word from kept')).toEqual({ word: 'still here' });
      await second.stop();
      expect((await stat(join(dir, 'data'))).uid).toBe(0);
      const third = await start({ runAs: 'service-user' });
      expect(await ask(third, 'select word from kept')).toEqual({ word: 'still here' });
    },
  );
});
