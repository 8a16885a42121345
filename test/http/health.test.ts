import request from 'supertest';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.js';
import { eventually } from '../support/eventually.js';
import { metricsOrigin, type Service, startService } from '../support/service.js';

let db: TestDatabase;
let proxy: DatabaseProxy;
let service: Service;
/** The port of metrics. */
let operator: Pick<Service, 'url'>;

beforeAll(async () => {
  db = await createTestDatabase();
  proxy = await startDatabaseProxy(db.url);
  service = await startService({
    db: { ...db, url: proxy.url },
    env: { WORKER_WATCHDOG_SECONDS: '2', METRICS_PORT: '0', LOG_LEVEL: 'info' },
  });
  operator = { url: metricsOrigin(service) };
});
afterAll(async () => {
  if (service) service.errors.length = 0;
  await service?.stop();
  await proxy?.close();
  await db?.drop();
});

const getJson = async (path: string, { url }: Pick<Service, 'url'> = service) => {
  const { status, body } = await request(url).get(path);
  return { status, body };
};
const ready = (checks: object) =>
  eventually(async () => {
    const answer = await getJson('/health/ready', operator);
    expect(answer.body.checks).toEqual(checks);
    return answer;
  });

const OK = { status: 200, body: { status: 'ok' } };
const ALL_OK = { database: 'ok', worker: 'ok' };

test('a process that can do its work says so', async () => {
  expect(await getJson('/health')).toEqual(OK);
  expect(await getJson('/health/live')).toEqual(OK);
  expect(await ready(ALL_OK)).toEqual({ status: 200, body: { status: 'ok', checks: ALL_OK } });
});

test('what fails is shown on the ports of the operator alone: to everybody else, readiness is a status', async () => {
  expect(await getJson('/health/ready')).toEqual(OK);
});

test('each role reports on what it does; a worker responds on WORKER_PORT, and to nothing else', async () => {
  const api = await startService({ db, roles: 'api' });
  expect(await getJson('/health/ready', api)).toEqual(OK);
  await api.stop();
  const worker = await startService({ db, roles: 'worker', env: { WORKER_PORT: '0' } });
  expect(worker.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await getJson('/health', worker)).toEqual(OK);
  expect(await getJson('/health/live', worker)).toEqual(OK);
  expect((await getJson('/health/ready', worker)).body).toEqual({ status: 'ok', checks: ALL_OK });
  expect((await getJson('/graphql', worker)).status).toBe(404);
  await worker.stop();
});

test('a database without room on its disk responds and takes no work', async () => {
  // A session's limit for temporary files simulates a full disk.
  await db.query(`ALTER DATABASE ${new URL(db.url).pathname.slice(1)} SET temp_file_limit = '128kB'`);
  proxy.drop();
  const { status, body } = await ready({ database: 'failed with 53400', worker: 'ok' });
  expect({ status, body: body.status }).toEqual({ status: 503, body: 'unavailable' });
  // On a busy machine, the first statement of a new session may take longer than a probe waits.
  await eventually(async () => {
    expect(await getJson('/health')).toEqual(OK);
    return true;
  });
  await db.query(`ALTER DATABASE ${new URL(db.url).pathname.slice(1)} RESET temp_file_limit`);
  proxy.drop();
  expect((await ready(ALL_OK)).status).toBe(200);
});

test('so does one that only reads, as after a failover', async () => {
  await db.query(`ALTER DATABASE ${new URL(db.url).pathname.slice(1)} SET default_transaction_read_only = on`);
  proxy.drop();
  const { body } = await eventually(async () => {
    const answer = await getJson('/health/ready', operator);
    return answer.body.checks.database === 'failed with 25006' ? answer : undefined;
  });
  expect(body.status).toBe('unavailable');
  await db.query(
    `SET default_transaction_read_only = off; ALTER DATABASE ${new URL(db.url).pathname.slice(1)} RESET default_transaction_read_only`,
  );
  proxy.drop();
  await ready(ALL_OK);
});

test('a worker that fetches nothing is not ready', async () => {
  await db.query('ALTER SCHEMA pgboss RENAME TO pgboss_away');
  const worker = expect.stringMatching(/^the (publish|webhook) loop has fetched nothing for \d+ s$/);
  expect((await ready({ database: 'ok', worker })).status).toBe(503);
  expect(await getJson('/health/live')).toEqual(OK);
  await db.query('ALTER SCHEMA pgboss_away RENAME TO pgboss');
  await ready(ALL_OK);
});

test('many probes make one write', async () => {
  await db.query(`
    CREATE TABLE writes ();
    CREATE FUNCTION note_write() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO writes DEFAULT VALUES; PERFORM pg_sleep(0.3); RETURN NULL; END $$;
    CREATE TRIGGER note AFTER INSERT OR UPDATE ON health_checks FOR EACH ROW EXECUTE FUNCTION note_write()`);
  const answers = await Promise.all(Array.from({ length: 40 }, () => getJson('/health/ready')));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const [{ count } = { count: 0 }] = await db.query<{ count: number }>('SELECT count(*)::int AS count FROM writes');
  // The probes of one moment share one; a slow machine may need a few moments.
  expect(count).toBeLessThan(10);
  await db.query('DROP TRIGGER note ON health_checks; DROP TABLE writes');
});
