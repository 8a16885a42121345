import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import request from 'supertest';
import { startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, ENCRYPTION_KEY } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { MACHINE_ENV } from '../support/machine-env.js';
import { type Service, startService } from '../support/service.js';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.drop());

/** `npm run admin -- …` on the database. */
async function admin(...args: string[]) {
  const child = spawn(process.execPath, ['--enable-source-maps', '.build/service/admin-main.js', ...args], {
    env: {
      ...MACHINE_ENV,
      DATABASE_URL: db.url,
      ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
      LOG_LEVEL: 'warn',
    },
  });
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, out, error };
}

/** What a process says that does not start. */
const refusal = (env: Record<string, string> = {}): Promise<string> =>
  startService({ db, roles: 'worker', env }).then(
    async (service) => {
      await service.stop();
      throw new Error('It started');
    },
    (error: Error) => error.message,
  );

/** Takes the migration of the indexes back: the database of the version before. */
async function takeBack(): Promise<void> {
  await db.query(`DELETE FROM migrations WHERE name = 'Retention1765530000000'`);
  await db.query('DROP INDEX request_limits_resets_idx, network_answers_claimed_idx');
}

const EMPTY_ENV = { MIGRATE_AT_START: 'false' };

test('migrate --check lists what is pending, migrate runs it, and a start without migrations waits for that', async () => {
  expect(await admin('migrate', '--check')).toEqual({ code: 0, out: 'The database is up to date\n', error: '' });
  await takeBack();
  expect(await admin('migrate', '--check')).toEqual({ code: 1, out: 'Pending: Retention1765530000000\n', error: '' });
  expect(await admin('--json', 'migrate', '--check')).toMatchObject({
    code: 1,
    out: '{"pending":["Retention1765530000000"]}\n',
  });
  expect(await refusal(EMPTY_ENV)).toContain(
    'Migrations are pending (Retention1765530000000), and MIGRATE_AT_START is false: run npm run admin -- migrate first.',
  );
  expect(await admin('migrate')).toEqual({ code: 0, out: 'Migrated: Retention1765530000000\n', error: '' });
  const service = await startService({ db, roles: 'worker', env: EMPTY_ENV });
  await service.stop();
});

test('an empty database is migrated by the command, with the tables of the job engine', async () => {
  await db.drop();
  db = await createTestDatabase({ empty: true });
  expect((await admin('migrate', '--check')).out).toMatch(/^Pending: Initial\d+, .*, pg-boss$/m);
  expect(await refusal(EMPTY_ENV)).toContain('Migrations are pending (Initial');
  expect((await admin('migrate')).out).toMatch(/^Migrated: Initial\d+, .*, pg-boss$/m);
  expect(await admin('migrate', '--check')).toMatchObject({ code: 0 });
  const service = await startService({ db, env: EMPTY_ENV });
  await service.stop();
});

test('while a migration fails, the version before goes on publishing; once mended, the next start goes on', async () => {
  const sandbox = await startSandbox({ port: 0 });
  const old = await startService({ db });
  const account = await createAccount(db);
  const publish = async (service: Service) => {
    const target = sandbox.createAccount('fediverse');
    const platforms = [await account.connect(target)];
    const scheduledTime = new Date().toISOString();
    const post = { content: 'Published meanwhile', platforms, scheduledTime };
    await request(service.url).post('/api/v1/create-post').set('x-api-key', account.apiKey).send(post).expect(200);
    await eventually(async () => sandbox.posts({ accountId: target.accountId }).length === 1 || undefined);
  };
  await takeBack();
  // Something that the migration does not expect.
  await db.query('CREATE TABLE request_limits_resets_idx (id int)');
  expect(await refusal()).toContain(
    'The migration Retention1765530000000 failed: relation "request_limits_resets_idx" already exists. Processes of the version before it can go on; the next start tries again.',
  );
  await publish(old);
  await db.query('DROP TABLE request_limits_resets_idx');
  const next = await startService({ db });
  await publish(next);
  await publish(old);
  await next.stop();
  await old.stop();
  await sandbox.close();
  expect(
    await db.query(`SELECT 1 FROM pg_index WHERE indexrelid = 'request_limits_resets_idx'::regclass AND indisvalid`),
  ).toHaveLength(1);
});

test('a process that is too old for the database does not start, and the command says why', async () => {
  await db.query(`INSERT INTO migration_requirements VALUES ('Newer3000000000000')`);
  const sentence =
    'The database was migrated by a newer version, which needs Newer3000000000000 that this version does not have: start that version, or the one before it.';
  expect(await refusal()).toContain(sentence);
  expect(await refusal(EMPTY_ENV)).toContain(sentence);
  for (const command of ['migrate', 'status']) {
    expect(await admin(command)).toEqual({ code: 1, out: '', error: `${sentence}\n` });
  }
});
