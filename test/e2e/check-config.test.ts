import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import type { ConfigReport } from '../../src/admin/config-report.js';
import { runAdmin } from '../../src/compose/run-admin.js';
import { type MailServer, PASSWORD, startMailServer } from '../mail/support.js';
import { startCollector } from '../operations/collector.js';
import { type S3Server, startS3Server } from '../storage/s3-server.js';
import { createAccount, ENCRYPTION_KEY } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let db: TestDatabase;
let sandbox: Sandbox;
let s3: S3Server;
let mail: MailServer;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  [db, sandbox, s3, mail, folder] = await Promise.all([
    createTestDatabase(),
    startSandbox({ port: 0 }),
    startS3Server(),
    startMailServer(),
    mkdtemp(path.join(tmpdir(), 'check-config-')),
  ]);
  const addresses = Object.entries(sandbox.baseUrls).map(([key, url]) => [`${key.toUpperCase()}_BASE_URL`, url]);
  env = {
    DATABASE_URL: db.url,
    PUBLIC_URL: 'https://publishing.example.org',
    ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
    DATA_DIR: folder,
    PRIVATE_ADDRESSES: 'platforms',
    ...s3.env,
    SMTP_URL: mail.url(),
    MAIL_FROM: 'Service <service@example.org>',
    ...Object.fromEntries(addresses),
  };
});
afterAll(async () => {
  await Promise.all([db?.drop(), sandbox?.close(), s3?.close(), mail?.close()]);
  await rm(folder, { recursive: true });
});

async function run(args: string[], changed: Record<string, string>) {
  const outcome = { code: 0, out: '', error: '' };
  outcome.code = await runAdmin([...args, 'check-config'], {
    env: { ...env, ...changed },
    readInput: async () => '',
    write: (text) => (outcome.out += text),
    writeError: (text) => (outcome.error += text),
  });
  return outcome;
}

async function check(changed: Record<string, string> = {}): Promise<ConfigReport & { code: number }> {
  const { code, out, error } = await run(['--json'], changed);
  expect(error).toBe('');
  return { ...JSON.parse(out), code };
}

const named = ({ checks }: ConfigReport, name: string) => checks.find((each) => each.name === name);

test('a configuration that works is tried in every part, and leaves nothing behind', async () => {
  const report = await check();
  expect(report.checks.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
  expect(report.code).toBe(0);
  expect(report.checks).toHaveLength(3 + Object.keys(sandbox.baseUrls).length);
  expect(named(report, 'database')?.message).toMatch(/^Postgres \d+, UTF8, tables up to date$/);
  expect(s3.requests.map(({ method }) => method)).toEqual(['PUT', 'GET', 'DELETE', 'DELETE']);
  expect(mail.passwords).toEqual([PASSWORD]);
  expect(mail.received).toEqual([]);
});

test('every value has its source, and secrets are masked, also within addresses', async () => {
  const file = path.join(folder, 'service.env');
  const secret = path.join(folder, 'smtp');
  await writeFile(secret, `smtp://user:hidden-1@127.0.0.1:1?token=hidden-2`);
  await writeFile(file, `SMTP_URL_FILE=${secret}\nPUBLISH_CONCURRENCY=7\n`);
  const report = await check({
    SMTP_URL: '',
    CONFIG_FILE: file,
    DATABASE_URL: 'postgres://user:hidden-3@127.0.0.1:1/x?sslmode=disable',
    SKYFEED_BASE_URL: 'http://user:hidden-4@127.0.0.1:1',
    PINBOARD_CLIENT_ID: 'app',
    PINBOARD_CLIENT_SECRET: 'hidden-5',
  });
  const value = (name: string) => report.values.find((each) => each.name === name);
  expect(value('PUBLISH_CONCURRENCY')).toEqual({ name: 'PUBLISH_CONCURRENCY', value: '7', source: file });
  expect(value('PORT')).toEqual({ name: 'PORT', value: '4000', source: 'default' });
  expect(value('SMTP_URL')).toMatchObject({ value: 'smtp://user:***@127.0.0.1:1?token=***', source: secret });
  expect(value('DATABASE_URL')).toMatchObject({
    value: 'postgres://user:***@127.0.0.1:1/x?sslmode=disable',
    source: 'environment',
  });
  expect(value('ENCRYPTION_KEYS')?.value).toBe('***');
  expect(value('PINBOARD_CLIENT_SECRET')?.value).toBe('***');
  expect(JSON.stringify(report)).not.toMatch(/hidden-\d/);
});

test('a check leaves nothing in the data folder, which may be another user’s', async () => {
  const none = Object.fromEntries(Object.keys(s3.env).map((name) => [name, '']));
  const dataDir = path.join(folder, 'not there yet');
  const before = await readdir(folder);
  const report = await check({ ...none, DATA_DIR: dataDir });
  const storage = report.checks.find(({ name }) => name === 'storage');
  expect(storage).toEqual({ name: 'storage', outcome: 'ok', message: `files are kept in ${dataDir}/objects` });
  expect(await readdir(folder)).toEqual(before);
});

test('a service on an external database without PUBLIC_URL, or with private addresses, gets a warning', async () => {
  const { warnings } = await check({ PUBLIC_URL: '' });
  expect(warnings).toEqual([
    expect.stringMatching(/^PUBLIC_URL is not set: links in e-mails/),
    expect.stringMatching(
      /^PRIVATE_ADDRESSES is platforms: anyone with an account can have this service send requests/,
    ),
  ]);
});

test('each failing check is listed with a remedy, and the exit code is 1', async () => {
  const silent = await startCollector(() => undefined);
  const report = await check({
    DATABASE_URL: 'postgres://user:password@127.0.0.1:1/x',
    DATABASE_READ_URL: db.url.replace(/@[^/]*/, (place) => `${place},127.0.0.1:2`),
    S3_SECRET_ACCESS_KEY: 'wrong',
    SMTP_URL: 'smtp://user:password@127.0.0.1:1',
    SKYFEED_BASE_URL: 'http://127.0.0.1:1',
    PINBOARD_BASE_URL: silent.url,
  });
  await silent.close();
  expect(report.code).toBe(1);
  const failed = report.checks.filter(({ outcome }) => outcome === 'failed');
  expect(failed).toEqual([
    { name: 'database', outcome: 'failed', message: expect.stringMatching(/ECONNREFUSED.*\. Check DATABASE_URL\.$/) },
    {
      name: `replica ${new URL(db.url).host}`,
      outcome: 'failed',
      message: 'It is no replica: it accepts writes. Check DATABASE_READ_URL.',
    },
    {
      name: 'replica 127.0.0.1:2',
      outcome: 'failed',
      message: expect.stringMatching(/ECONNREFUSED.*\. Check DATABASE_READ_URL\.$/),
    },
    {
      name: 'storage',
      outcome: 'failed',
      message: expect.stringMatching(
        /^An object could not be written: .+\. Check the S3_ variables, and that the key may/,
      ),
    },
    { name: 'mail', outcome: 'failed', message: expect.stringMatching(/ECONNREFUSED.*\. Check SMTP_URL: host, port/) },
    {
      name: 'skyfeed',
      outcome: 'failed',
      message: expect.stringMatching(/ECONNREFUSED.*\. Check SKYFEED_BASE_URL, DNS/),
    },
    { name: 'pinboard', outcome: 'failed', message: expect.stringMatching(/within 5000 ms\. Check PINBOARD_BASE_URL/) },
  ]);
});

test('a wrong password of the mail server or of the database is named as such', async () => {
  const url = new URL(db.url);
  url.pathname = '/no-such-database';
  const strict = await startMailServer({
    onAuth: (_auth, _session, done) => done(new Error('Invalid username or password')),
  });
  const report = await check({ DATABASE_URL: url.href, SMTP_URL: strict.url() });
  await strict.close();
  expect(named(report, 'database')?.message).toContain('database "no-such-database" does not exist');
  expect(named(report, 'mail')?.message).toMatch(/did not accept the login \(EAUTH/);
});

test('a database of another encoding, and one that is still empty', async () => {
  const empty = await createTestDatabase({ empty: true });
  expect(named(await check({ DATABASE_URL: empty.url }), 'database')).toMatchObject({
    outcome: 'ok',
    message: expect.stringMatching(/UTF8, pending migrations: [1-9]\d*$/),
  });
  await empty.drop();
  const client = new pg.Client({ connectionString: db.url });
  await client.connect();
  const name = `latin_${process.pid}`;
  await client.query(
    `CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
  );
  const url = new URL(db.url);
  url.pathname = `/${name}`;
  const report = await check({ DATABASE_URL: url.href });
  await client.query(`DROP DATABASE ${name}`);
  await client.end();
  expect(named(report, 'database')).toMatchObject({
    outcome: 'failed',
    message: 'Its encoding is LATIN1. The service needs a database that was created with UTF8.',
  });
});

test('keys that cannot read what is stored are named', async () => {
  const own = await createTestDatabase();
  const account = await createAccount(own);
  await account.connect(sandbox.createAccount('fediverse'));
  const report = await check({ DATABASE_URL: own.url, ENCRYPTION_KEYS: randomBytes(32).toString('base64') });
  await own.drop();
  expect(named(report, 'database')).toMatchObject({
    outcome: 'failed',
    message: expect.stringContaining('ENCRYPTION_KEYS must include the key that encrypted it'),
  });
});

test('what the service would not start with is said, and nothing is tried', async () => {
  const report = await check({ PORT: 'x', SMTP_PORT: '25' });
  expect(report).toMatchObject({ code: 1, problems: ['PORT must be a port number from 0 to 65535.'], checks: [] });
  expect(report.warnings).toHaveLength(1);
});

test('without an app nobody can log in at a platform: that is no failure', async () => {
  const report = await check({ MICROBLOG_BASE_URL: '' });
  expect(named(report, 'microblog')).toEqual({
    name: 'microblog',
    outcome: 'skipped',
    message: 'MICROBLOG_CLIENT_ID is not set: nobody can log in there.',
  });
  expect(report.code).toBe(0);
});

test('files on the disk and e-mails as files; the report for people has a line for each value and part', async () => {
  const { code, out } = await run([], {
    ...Object.fromEntries(
      Object.keys(env)
        .filter((name) => name.startsWith('S3_'))
        .map((name) => [name, '']),
    ),
    SMTP_URL: '',
  });
  expect(code).toBe(0);
  expect(out).toMatch(/^PORT +4000 +default$/m);
  expect(out).toMatch(/^database +ok +Postgres/m);
  expect(out).toMatch(/^storage +ok +files are kept in /m);
  expect(out).toMatch(/^mail +skipped +SMTP_URL is not set/m);
  expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('check-config'));
});
