import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import request from 'supertest';
import { startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, ENCRYPTION_KEY } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startDatabaseProxy } from '../support/database-proxy.js';
import { eventually } from '../support/eventually.js';
import { startService } from '../support/service.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db?.drop());

/** What a start says that does not come about; every line of it. */
async function refusal(change: (url: URL) => void, env: Record<string, string> = {}): Promise<string[]> {
  const url = new URL(db.url);
  change(url);
  const starting = startService({ db: { ...db, url: url.href }, roles: 'api', env });
  const error: Error = await starting.then(
    () => Promise.reject(new Error('It started')),
    (reason) => reason,
  );
  const [how, ...lines] = error.message.split('\n');
  expect(how).toBe('The service ended with 1:');
  return lines;
}

describe('a start that cannot have its database says why in one sentence', () => {
  const place = () => new URL(db.url).host;

  test('a wrong password, at once', async () => {
    const lines = await refusal(
      (url) => {
        url.password = 'not-the-password';
      },
      { DATABASE_WAIT_SECONDS: '600' },
    );
    expect(lines).toEqual([
      `The database ${place()}${new URL(db.url).pathname} refused the connection: password authentication failed for user "${new URL(db.url).username}". Check DATABASE_URL.`,
    ]);
  });

  test('an unknown database, at once', async () => {
    const lines = await refusal(
      (url) => {
        url.pathname = '/elsewhere';
      },
      { DATABASE_WAIT_SECONDS: '600' },
    );
    expect(lines).toEqual([
      `The database ${place()}/elsewhere refused the connection: database "elsewhere" does not exist. Check DATABASE_URL.`,
    ]);
  });

  test('TLS that the server does not have, at once', async () => {
    const lines = await refusal(
      (url) => {
        url.search = '?sslmode=verify-full';
      },
      { DATABASE_WAIT_SECONDS: '600' },
    );
    expect(lines).toEqual([
      `The database ${place()}${new URL(db.url).pathname} refused the connection: The server does not support SSL connections. Check DATABASE_URL.`,
    ]);
  });

  test('a server that is not there, once it has waited for it', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    holder.close();
    const lines = await refusal(
      (url) => {
        url.port = String(port);
      },
      { DATABASE_WAIT_SECONDS: '1' },
    );
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      msg: 'Waiting for the database',
      reason: expect.stringContaining('ECONNREFUSED'),
    });
    expect(lines[1]).toMatch(
      /^The database 127\.0\.0\.1:\d+\/\w+ is not available: .*ECONNREFUSED.*\. Gave up after 1 seconds/,
    );
    expect(lines.join('\n')).not.toContain(new URL(db.url).password);
  });
});

describe('a start that cannot have what it was configured with says so in one sentence', () => {
  const same = () => undefined;

  test.each(['/proc/publishing', '/proc/self/status', '/proc'])('DATA_DIR=%s', async (DATA_DIR) => {
    const [line, ...more] = await refusal(same, { DATA_DIR });
    expect(line).toMatch(
      /^The data folder \/proc\S* cannot be used \(.+\): set DATA_DIR to a folder that this user may write to\.$/,
    );
    expect(more).toEqual([]);
  });

  test.each(['203.0.113.1', 'no-such-host.invalid', '2001:db8::1'])('HOST=%s', async (HOST) => {
    for (const PORT of ['0', '49500']) {
      expect(await refusal(same, { HOST, PORT, METRICS_PORT: '0' })).toEqual([
        expect.stringMatching(
          /^HOST is \S+, which is no address of this machine \(E\w+\)\. Set it to one that it has, such as 127\.0\.0\.1, or to 0\.0\.0\.0 for all of them\.$/,
        ),
      ]);
    }
  });

  test.each(['0x10', '4e3', ' 1', '+1'])('PORT=%s', async (PORT) => {
    expect(await refusal(same, { PORT })).toEqual(['PORT must be a port number from 0 to 65535.']);
  });
});

test('a start waits for a database that comes', async () => {
  const proxy = await startDatabaseProxy(db.url);
  proxy.silence();
  const starting = startService({
    db: { ...db, url: proxy.url },
    roles: 'api',
    env: { DATABASE_CONNECT_TIMEOUT_MS: '2000' },
  });
  await eventually(async () => (proxy.taken() > 1 ? true : undefined), 60_000);
  proxy.restore();
  const service = await starting;
  expect(service.output.filter((line) => line.includes('Waiting for the database'))).toHaveLength(1);
  await service.stop();
  await proxy.close();
});

describe('the encryption keys', () => {
  const other = randomBytes(32).toString('base64');
  const own = ENCRYPTION_KEY.toString('base64');

  test('that cannot read what is stored are refused', async () => {
    const account = await createAccount(db);
    const sandbox = await startSandbox({ port: 0 });
    await account.connect(sandbox.createAccount('fediverse'));
    await sandbox.close();
    const lines = await refusal(() => undefined, { ENCRYPTION_KEYS: other });
    expect(lines).toEqual([
      expect.stringMatching(
        /^The encryption keys cannot decrypt any stored secret \(connections [0-9a-f]{24}, for example\): ENCRYPTION_KEYS must include the key that encrypted it\.$/,
      ),
    ]);
  });

  test('may be several, in any order', async () => {
    for (const keys of [`${other},${own}`, `${own},${other}`]) {
      const service = await startService({ db, roles: 'api', env: { ENCRYPTION_KEYS: keys } });
      await service.stop();
    }
  });
});

test('a stop ends in its time, also when the work does not, and says what was under way', async () => {
  const sandbox = await startSandbox({ port: 0 });
  const account = await createAccount(db);
  const target = sandbox.createAccount('fediverse');
  sandbox.setFault({ platform: 'fediverse', accountId: target.accountId, kind: 'delay_after_store', delayMs: 600_000 });
  const service = await startService({ db, env: { PUBLISH_TIMEOUT_MS: '120000', STOP_TIMEOUT_SECONDS: '2' } });
  await request(service.url)
    .post('/api/v1/create-post')
    .set('x-api-key', account.apiKey)
    .send({
      content: 'Takes its time',
      platforms: [await account.connect(target)],
      scheduledTime: new Date().toISOString(),
    });
  await eventually(async () => (sandbox.posts().length === 1 ? true : undefined));
  process.kill(service.pid, 'SIGTERM');
  process.kill(service.pid, 'SIGTERM');
  expect(await service.exited).toEqual([1, null]);
  expect(service.output.at(-1)).toMatch(
    /^Stopping took longer than 2 seconds: the publish worker(, .*)? did not end\.$/,
  );
  await sandbox.close();
});
