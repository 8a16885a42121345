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

const MANUAL = { MIGRATE_AT_START: 'false' };

test('migrate --check lists what is pending, migrate runs it with the tables of the job engine, and a start without migrations waits for that', async () => {
  expect(await admin('migrate', '--check')).toEqual({ code: 0, out: 'The database is up to date\n', error: '' });
  await db.drop();
  db = await createTestDatabase({ empty: true });
  const names = 'Initial\\d+(, \\w+)*, pg-boss';
  expect(await admin('migrate', '--check')).toEqual({
    code: 1,
    out: expect.stringMatching(new RegExp(`^Pending: ${names}\\n$`)),
    error: '',
  });
  const { code, out } = await admin('--json', 'migrate', '--check');
  expect(code).toBe(1);
  expect(JSON.parse(out).pending.join(', ')).toMatch(new RegExp(`^${names}$`));
  expect(await refusal(MANUAL)).toMatch(
    new RegExp(
      `Migrations are pending \\(${names}\\), and MIGRATE_AT_START is false: run npm run admin -- migrate first\\.`,
    ),
  );
  expect(await admin('migrate')).toEqual({
    code: 0,
    out: expect.stringMatching(new RegExp(`^Migrated: ${names}\\n$`)),
    error: '',
  });
  expect(await admin('migrate', '--check')).toMatchObject({ code: 0 });
  const service = await startService({ db, env: MANUAL });
  await service.stop();
});

test('while a migration fails, processes that run go on publishing; once the cause is gone, the next start works', async () => {
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
  // A new process would migrate again, and finds what it is to create.
  const made = await db.query<{ timestamp: string; name: string }>('DELETE FROM migrations RETURNING timestamp, name');
  expect(await refusal()).toMatch(
    /The migration Initial\d+ failed: .* already exists.*\. Processes of the version before it can go on; the next start tries again\./,
  );
  await publish(old);
  for (const { timestamp, name } of made) {
    await db.query('INSERT INTO migrations (timestamp, name) VALUES ($1, $2)', [timestamp, name]);
  }
  const next = await startService({ db });
  await publish(next);
  await publish(old);
  await next.stop();
  await old.stop();
  await sandbox.close();
});

test('a process that is too old for the database does not start, and the command says why', async () => {
  await db.query(`INSERT INTO migration_requirements VALUES ('Newer3000000000000')`);
  const sentence =
    'The database was migrated by a newer version, which needs Newer3000000000000 that this version does not have: start that version, or the one before it.';
  expect(await refusal()).toContain(sentence);
  expect(await refusal(MANUAL)).toContain(sentence);
  for (const command of ['migrate', 'status']) {
    expect(await admin(command)).toEqual({ code: 1, out: '', error: `${sentence}\n` });
  }
});
