/**
 * deploy/backup and docs/backups.md, on a Postgres with client programs: that of the tests has none. Copies of files need
 * rclone. Tests whose programs are missing are skipped.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import request from 'supertest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, ENCRYPTION_KEY } from '../support/account.js';
import { type DebianPostgres, POSTGRES_PROGRAMS, startDebianPostgres } from '../support/debian-postgres.js';
import { codeBlocks } from '../support/documents.js';
import { eventually } from '../support/eventually.js';
import { startService } from '../support/service.js';

const run = promisify(execFile);
const RCLONE = await run('rclone', ['version']).then(
  () => true,
  () => false,
);
const withPostgres = POSTGRES_PROGRAMS ? describe : describe.skip;
const withRclone = RCLONE ? describe : describe.skip;
/** As a unit of systemd has it, with the programs of one version of Postgres. */
const PATH = `${POSTGRES_PROGRAMS}:/usr/bin:/bin`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The dumps of the folder, oldest first. */
const dumps = async () => (await readdir(folder)).filter((name) => name.endsWith('.dump')).sort();
const failed = ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr });

withPostgres('dump.sh', () => {
  let postgres: DebianPostgres;
  beforeAll(async () => {
    postgres = await startDebianPostgres(POSTGRES_PROGRAMS as string);
    // As a minimal Debian initializes a cluster.
    await postgres.query("UPDATE pg_database SET datcollate = 'C', datctype = 'C' WHERE datname = 'template0'");
  });
  afterAll(() => postgres?.stop());

  const dump = (env: Record<string, string> = {}) =>
    run('deploy/backup/dump.sh', { env: { PATH, DATABASE_URL: postgres.url, BACKUP_DIR: folder, ...env } });
  const lastSuccess = async () =>
    Number(/^backup_last_success_timestamp_seconds (\d+)$/m.exec(await text('metrics/backup.prom'))?.[1]);
  const text = (name: string) => readFile(path.join(folder, name), 'utf8');
  const databases = async () =>
    (await postgres.query<{ datname: string }>('SELECT datname FROM pg_database ORDER BY 1')).map((row) => row.datname);

  beforeEach(async () => {
    await postgres.query('CREATE SCHEMA IF NOT EXISTS other');
    await postgres.query('CREATE TABLE IF NOT EXISTS "Some posts" AS SELECT generate_series(1, 1000) AS id');
    await postgres.query('CREATE TABLE IF NOT EXISTS other.empty (id int)');
  });
  afterEach(() => postgres.query('DROP TABLE IF EXISTS "Some posts", other.empty'));

  test('a dump is restored, its rows are counted, and it is kept for its owner only, with its age as a metric', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { stdout, stderr } = await dump();
    const [name = '', ...others] = await dumps();
    expect([stderr, others]).toEqual(['', []]);
    expect(stdout).toMatch(
      /^publishing-\w+\.dump: \d+ bytes, 2 tables with 1000 rows, restored and compared in \d+ s\n$/,
    );
    expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
    const { stdout: list } = await run('pg_restore', ['--list', path.join(folder, name)], { env: { PATH } });
    expect(list).toContain('TABLE DATA public Some posts');
    expect(await lastSuccess()).toBeGreaterThanOrEqual(before);
    expect((await stat(path.join(folder, 'metrics/backup.prom'))).mode & 0o777).toBe(0o644);
    // Nothing else is left, neither files nor the scratch database.
    expect((await readdir(folder)).sort()).toEqual(['.lock', 'metrics', name]);
    expect(await databases()).toEqual(['postgres', 'template0', 'template1']);
  });

  test('the address can be in a file, and the password is in no argument of a process', async () => {
    await writeFile(path.join(folder, 'url'), `${postgres.url}\n`);
    const spied = path.join(folder, 'bin');
    await mkdir(spied);
    for (const name of ['psql', 'pg_dump', 'pg_restore']) {
      const script = `#!/bin/sh\necho "$@" >>${folder}/arguments\nexec ${POSTGRES_PROGRAMS}/${name} "$@"\n`;
      await writeFile(path.join(spied, name), script, { mode: 0o755 });
    }
    await dump({ DATABASE_URL: '', DATABASE_URL_FILE: path.join(folder, 'url'), PATH: `${spied}:${PATH}` });
    const used = await text('arguments');
    expect(used).toContain('postgres://postgres@127.0.0.1:');
    expect(used).not.toContain(new URL(postgres.url).password);
  });

  test('a dump that lacks rows fails, and neither replaces a backup nor its age', async () => {
    await dump();
    const [first] = await dumps();
    const age = await lastSuccess();
    const damaged = path.join(folder, 'bin');
    await mkdir(damaged);
    const script = `#!/bin/sh\nexec ${POSTGRES_PROGRAMS}/pg_dump --exclude-table-data='"Some posts"' "$@"\n`;
    await writeFile(path.join(damaged, 'pg_dump'), script, { mode: 0o755 });
    const { code, stderr } = failed(await dump({ PATH: `${damaged}:${PATH}` }).catch((error) => error));
    expect(code).toBe(1);
    expect(stderr).toContain('< public.Some posts|1000\n---\n> public.Some posts|0\n');
    expect(stderr).toContain('The restored dump has other rows');
    expect([await dumps(), await lastSuccess()]).toEqual([[first], age]);
    expect(await databases()).toEqual(['postgres', 'template0', 'template1']);
  });

  test('a dump has the rows of one moment, also while others are written', async () => {
    let isWriting = true;
    const writing = (async () => {
      while (isWriting) await postgres.query('INSERT INTO "Some posts" SELECT generate_series(1, 50)');
    })();
    try {
      await dump();
    } finally {
      isWriting = false;
      await writing;
    }
  });

  test('old dumps are removed, but never before there is a new one', async () => {
    const days = (number: number) => new Date(Date.now() - number * 86_400_000);
    const old = async (name: string, age: number) => {
      await writeFile(path.join(folder, name), '');
      await utimes(path.join(folder, name), days(age), days(age));
    };
    await old('publishing-20300101T000000Z.dump', 10);
    await old('publishing-20300115T000000Z.dump', 2);
    await old('notes.txt', 100);
    const unreachable = new URL(postgres.url);
    unreachable.port = '1';
    expect(failed(await dump({ DATABASE_URL: unreachable.href }).catch((error) => error)).code).toBeGreaterThan(0);
    expect(await dumps()).toHaveLength(2);
    await dump({ BACKUP_KEEP_DAYS: '08' });
    const [, kept, ...others] = await dumps();
    expect([kept, others]).toEqual(['publishing-20300115T000000Z.dump', []]);
    expect(await readdir(folder)).toContain('notes.txt');
  });

  test('settings that would remove another database, or that are no number, are refused', async () => {
    for (const [name, value] of [
      ['BACKUP_SCRATCH_DATABASE', 'postgres'],
      ['BACKUP_KEEP_DAYS', '1 -delete'],
      ['DATABASE_URL', 'dbname=postgres'],
    ] as const) {
      const { code, stderr } = failed(await dump({ [name]: value }).catch((error) => error));
      expect([code, stderr]).toEqual([1, expect.stringContaining(`${name} must`)]);
    }
  });

  test('a second run at the same time ends with a message', async () => {
    const slow = path.join(folder, 'bin');
    await mkdir(slow);
    const script = `#!/bin/sh\ntouch ${folder}/began\nwhile [ ! -e ${folder}/go ]; do sleep 0.1; done\nexec ${POSTGRES_PROGRAMS}/pg_dump "$@"\n`;
    await writeFile(path.join(slow, 'pg_dump'), script, { mode: 0o755 });
    const first = dump({ PATH: `${slow}:${PATH}` });
    await eventually(async () => ((await readdir(folder)).includes('began') ? true : undefined));
    const { stderr } = failed(await dump().catch((error) => error));
    await writeFile(path.join(folder, 'go'), '');
    expect(stderr).toContain('is running');
    await first;
    expect(await dumps()).toHaveLength(1);
  });

  const localeOf = async (name: string) =>
    (await postgres.query<{ datctype: string }>('SELECT datctype FROM pg_database WHERE datname = $1', [name]))[0]
      ?.datctype;

  test.each([
    { where: 'Compose', restored: 'social_publishing', kept: 'before_restore' },
    { where: 'Kubernetes', restored: 'social_publishing_2', kept: 'social_publishing' },
  ])('the commands for $where restore the newest dump, and keep the database before', async ({ restored, kept }) => {
    const scripts = codeBlocks('docs/backups.md').map(({ code }) => /<<'RESTORE'\n(.*)^RESTORE$/ms.exec(code)?.[1]);
    const script = scripts.find((one) => one?.match(`CREATE DATABASE ${restored}\\s`));
    await postgres.query('CREATE ROLE social_publishing');
    await postgres.query('CREATE DATABASE social_publishing OWNER social_publishing');
    const url = new URL(postgres.url);
    url.pathname = '/social_publishing';
    const client = await openClient(url.href);
    try {
      await client.query('CREATE TABLE things AS SELECT generate_series(1, 10) AS id');
      await dump({ DATABASE_URL: url.href });
      await client.query('DELETE FROM things');
      await client.end();
      await writeFile(path.join(folder, 'url'), url.href);
      const env = { PATH, BACKUP_DIR: folder, DATABASE_URL: url.href, DATABASE_URL_FILE: path.join(folder, 'url') };
      await run('bash', ['-euc', script ?? 'exit 1'], { env });
      for (const [name, rows] of [
        [restored, '10'],
        [kept, '0'],
      ] as const) {
        url.pathname = `/${name}`;
        const database = await openClient(url.href);
        const [counted] = await database.query('SELECT count(*) FROM things');
        await database.end();
        expect([name, counted]).toEqual([name, { count: rows }]);
      }
      expect(await localeOf(restored)).toBe('C.UTF-8');
    } finally {
      await client.end().catch(() => undefined);
      for (const name of new Set([restored, kept]))
        await postgres.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await postgres.query('DROP ROLE social_publishing');
    }
  });

  test('the drill of the documentation restores the newest dump, and a restored service publishes nothing twice', async () => {
    await postgres.query('DROP TABLE "Some posts", other.empty');
    await postgres.query(`CREATE ROLE social_publishing LOGIN PASSWORD 'secret'`);
    await postgres.query(`CREATE DATABASE service OWNER social_publishing ENCODING 'UTF8' TEMPLATE template0`);
    const server = new URL(postgres.url);
    const url = `postgres://social_publishing:secret@${server.host}/service`;
    const sandbox: Sandbox = await startSandbox({ port: 0 });
    const service = await startService({ db: { url }, roles: 'api' });
    const client = await openClient(url);
    try {
      const account = await createAccount(client);
      const target = sandbox.createAccount('skyfeed');
      const platformId = await account.connect(target);
      const create = async (content: string, scheduledTime = new Date().toISOString()) => {
        const { body } = await request(service.url)
          .post('/api/v1/create-post')
          .set('x-api-key', account.apiKey)
          .send({ content, platforms: [platformId], scheduledTime })
          .expect(200);
        return body.postGroupId as string;
      };
      await create('Published after the dump');
      await create('Due later', '2035-01-01T00:00:00.000Z');
      await dump({ DATABASE_URL: postgres.url.replace(/\/postgres$/, '/service') });

      // After the dump, the post goes out.
      const worker = await startService({ db: { url }, roles: 'worker' });
      const contents = () => sandbox.posts({ accountId: target.accountId }).map(({ text }) => text);
      await eventually(async () => (contents().length === 1 ? true : undefined));
      await worker.stop();
      await service.stop();
      const stopped = new Date().toISOString();

      const bin = path.join(folder, 'bin');
      await mkdir(bin);
      const main = path.resolve('.build/service/admin-main.js');
      await writeFile(path.join(bin, 'admin'), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`, { mode: 0o755 });
      const env = {
        PATH: `${bin}:${PATH}`,
        BACKUP_DIR: folder,
        ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
        PRIVATE_ADDRESSES: 'platforms',
        DATA_DIR: process.env.TEST_DATA_DIR,
        DATABASE_URL: url,
        ...{ PGHOST: server.hostname, PGPORT: server.port, PGUSER: 'postgres' },
        PGPASSWORD: decodeURIComponent(server.password),
      };
      const blocks = codeBlocks('docs/backups.md').filter(({ runBy }) => runBy !== undefined);
      const [restore, drill] = blocks.map(({ code }) => code);
      expect(blocks).toHaveLength(2);
      const drilled = await run('bash', ['-euc', drill ?? ''], { env });
      expect(drilled.stdout).toMatch(/^database +ok/m);
      expect(drilled.stdout).toMatch(/^Posts that were due +1$/m);
      expect(await databases()).toEqual(['postgres', 'service', 'template0', 'template1']);

      // The database is lost.
      await client.end();
      await postgres.query('DROP DATABASE service WITH (FORCE)');
      const repaired = await run('bash', ['-euc', (restore ?? '').replaceAll('2030-01-31T18:00:00Z', stopped)], {
        env,
      });
      expect(repaired.stdout).toMatch(/^Found at their platforms +1$/m);
      expect(await localeOf('service')).toBe('C.UTF-8');
      const restored = await startService({ db: { url }, roles: 'api,worker' });
      await run(path.join(bin, 'admin'), ['resume'], { env });
      const after = await openClient(url);
      const states = await eventually(async () => {
        const rows = await after.query<{ status: string }>('SELECT status FROM platform_posts ORDER BY status');
        return rows.some(({ status }) => status === 'published') ? rows.map(({ status }) => status) : undefined;
      });
      await after.end();
      expect(states).toEqual(['published', 'scheduled']);
      await restored.stop();
      expect(contents()).toEqual(['Published after the dump']);
    } finally {
      await service.kill().catch(() => undefined);
      await sandbox.close();
    }
  });
});

async function openClient(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  client.on('error', () => undefined);
  return {
    query: async <Row = Record<string, unknown>>(text: string, values?: unknown[]) =>
      (await client.query(text, values)).rows as Row[],
    end: () => client.end(),
  };
}

withRclone('copy.sh', () => {
  const copy = (env: Record<string, string> = {}) =>
    run('deploy/backup/copy.sh', {
      env: {
        PATH,
        OBJECTS: path.join(folder, 'objects'),
        BACKUP_DIR: path.join(folder, 'backup'),
        RCLONE_CONFIG: path.join(folder, 'rclone.conf'),
        ...env,
      },
    });
  const filesIn = async (name: string) =>
    (await readdir(path.join(folder, name), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(path.join(folder, name), path.join(entry.parentPath, entry.name)))
      .sort();
  const lastSuccess = async () => {
    const text = await readFile(path.join(folder, 'backup/metrics/copy.prom'), 'utf8');
    return Number(/^backup_copy_last_success_timestamp_seconds (\d+)$/m.exec(text)?.[1]);
  };
  const file = async (name: string, content: string) => {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  };
  beforeEach(async () => {
    await file('rclone.conf', '');
    await file('objects/a/one', '1');
    await file('objects/two', '2');
    await file('backup/publishing-20300101T000000Z.dump', 'dump');
  });

  test('files are copied, and a deleted one is kept for as long as dumps', async () => {
    await copy();
    expect(await filesIn('backup')).toEqual([
      'metrics/copy.prom',
      ...['objects/a/one', 'objects/two', 'publishing-20300101T000000Z.dump'],
    ]);
    await rm(path.join(folder, 'objects/two'));
    await copy();
    expect(await filesIn('backup/objects')).toEqual(['a/one']);
    const [day = ''] = await readdir(path.join(folder, 'backup/removed-objects'));
    expect(await filesIn(`backup/removed-objects/${day}`)).toEqual(['two']);
    const old = new Date(Date.now() - 16 * 86_400_000);
    await utimes(path.join(folder, 'backup/removed-objects', day), old, old);
    await copy();
    expect(await readdir(path.join(folder, 'backup/removed-objects'))).toEqual([]);
  });

  test('all of it goes to another place, where nothing is deleted', async () => {
    const env = { BACKUP_REMOTE: path.join(folder, 'remote') };
    await copy(env);
    expect(await lastSuccess()).toBeGreaterThan(Date.now() / 1000 - 60);
    const all = ['objects/a/one', 'objects/two', 'publishing-20300101T000000Z.dump'];
    expect(await filesIn('remote')).toEqual(all);
    await rm(path.join(folder, 'backup/publishing-20300101T000000Z.dump'));
    await copy(env);
    expect(await filesIn('remote')).toEqual(all);
  });

  test('one copy is made even if the other fails, whose exit code it has; the metric keeps the last success', async () => {
    await copy();
    const age = await lastSuccess();
    await rm(path.join(folder, 'objects'), { recursive: true });
    const remote = path.join(folder, 'remote');
    const noFiles = failed(await copy({ BACKUP_REMOTE: remote }).catch((error) => error));
    expect(noFiles).toEqual({ code: 3, stderr: expect.stringContaining('directory not found') });
    expect(await filesIn('remote')).toContain('publishing-20300101T000000Z.dump');

    await file('objects/three', '3');
    const noRemote = failed(await copy({ BACKUP_REMOTE: 'missing:' }).catch((error) => error));
    expect(noRemote).toEqual({ code: 1, stderr: expect.stringContaining('missing') });
    expect(await filesIn('backup/objects')).toEqual(['three']);
    expect(await lastSuccess()).toBe(age);
  });

  test('before the first success, the metric is 0', async () => {
    await copy({ BACKUP_REMOTE: 'missing:' }).catch(() => undefined);
    expect(await lastSuccess()).toBe(0);
  });

  test('a bucket that is created with the first upload is no failure', async () => {
    const { stderr } = await copy({
      OBJECTS: path.join(folder, 'nowhere'),
      BACKUP_REMOTE: path.join(folder, 'remote'),
    });
    expect(stderr).toContain('/nowhere does not exist yet');
    expect(await filesIn('remote')).toEqual(['publishing-20300101T000000Z.dump']);
    expect(await lastSuccess()).toBeGreaterThan(0);
  });
});
