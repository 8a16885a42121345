import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { type DataSource, QueryFailedError } from 'typeorm';
import { makeDataSource } from '../../src/compose/data-source.js';
import { type Connections, makeConnections } from '../../src/foundation/database/connections.js';
import { committing, prepared } from '../../src/foundation/database/statement.js';
import { internalError } from '../../src/foundation/errors/temporary-failure.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.js';
import { eventually } from '../support/eventually.js';

const LIMITS = { connectMs: 2_000, queryMs: 3_000 };
const POOL_SIZE = 2;

let db: TestDatabase;
let proxy: DatabaseProxy;
let connections: Connections;
let dataSource: DataSource;

beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(async () => {
  proxy = await startDatabaseProxy(db.url);
  const { url } = proxy;
  connections = makeConnections(url, { limits: LIMITS });
  dataSource = await makeDataSource({ url, poolSize: POOL_SIZE, connect: connections.options }).initialize();
});
afterEach(async () => {
  proxy.restore();
  await dataSource.destroy();
  await proxy.close();
});
afterAll(() => db?.drop());

const pool = () => (dataSource.driver as unknown as { master: pg.Pool }).master;
const backend = async (): Promise<number> => (await dataSource.query('SELECT pg_backend_pid() AS pid'))[0].pid;

test('a statement on a silent connection ends, and the connection is not used again', async () => {
  const before = await backend();
  proxy.forget();
  await expect(dataSource.query('SELECT 1')).rejects.toThrow('Query read timeout');
  expect(pool().totalCount).toBe(0);
  expect(await backend()).not.toBe(before);
});

test('a transaction on a silent connection ends with its first statement: its rollback waits for nothing', async () => {
  await backend();
  let answered = 0;
  const work = dataSource.transaction(async (tx) => {
    await tx.query('SELECT 1');
    answered = performance.now();
    proxy.forget();
    await tx.query('SELECT 2');
  });
  await expect(work).rejects.toThrow('Query read timeout');
  // One limit, not one for the statement and one more for the rollback.
  expect(performance.now() - answered).toBeLessThan(2 * LIMITS.queryMs);
  expect(pool().totalCount).toBe(0);
  await expect(backend()).resolves.toEqual(expect.any(Number));
});

test('what is written in it is rolled back by Postgres, which ends the idle session', async () => {
  const work = dataSource.transaction(async (tx) => {
    await tx.query('INSERT INTO health_checks (id, checked_at) VALUES (7, now())');
    proxy.forget();
    await tx.query('SELECT 1');
  });
  await expect(work).rejects.toThrow('Query read timeout');
  // The row of the lost session is locked no longer than that: this would wait for it.
  await db.query(`SET statement_timeout = '10s'; INSERT INTO health_checks (id, checked_at) VALUES (7, now())`);
  await db.query('DELETE FROM health_checks');
});

test('Postgres ends a statement before the service stops waiting, so that its connection can stay', async () => {
  const before = await backend();
  await expect(dataSource.query('SELECT pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
  expect(await backend()).toBe(before);
});

test('a lock that is held for too long is SERVICE_BUSY', async () => {
  const lock = 'SELECT pg_advisory_xact_lock(4711)';
  await dataSource.transaction(async (tx) => {
    await tx.query(lock);
    const error = await dataSource.query(lock).catch((error: Error) => error);
    expect(internalError(error)).toMatchObject({ code: 'SERVICE_BUSY' });
  });
});

test('a connection of a full pool is waited for no longer than a statement', async () => {
  const holders = Array.from({ length: POOL_SIZE }, () => dataSource.createQueryRunner());
  for (const holder of holders) await holder.connect();
  await expect(dataSource.query('SELECT 1')).rejects.toThrow('timeout exceeded when trying to connect');
  for (const holder of holders) await holder.release();
  await expect(backend()).resolves.toEqual(expect.any(Number));
});

test('a new connection to a silent database ends in the time for connecting', async () => {
  await backend();
  proxy.forget();
  proxy.silence();
  await expect(dataSource.query('SELECT 1')).rejects.toThrow('Query read timeout');
  await expect(dataSource.query('SELECT 1')).rejects.toThrow('timeout expired');
  proxy.restore();
  await expect(backend()).resolves.toEqual(expect.any(Number));
});

test('after a reset, waiting queries fail, and the pools open new connections', async () => {
  const others = new pg.Pool(connections.options);
  others.on('error', () => undefined);
  await others.query('SELECT 1');
  const before = await backend();
  const waiting = dataSource.query('SELECT pg_sleep(60)');
  connections.reset();
  await expect(waiting).rejects.toThrow('Connection terminated');
  expect(await backend()).not.toBe(before);
  await expect(others.query('SELECT 1')).resolves.toMatchObject({ rowCount: 1 });
  await others.end();
});

test('statements outside of a transaction return, and throw, what they do within one', async () => {
  const outcomesOf = async ({ query }: Pick<DataSource, 'query'>) => {
    const outcomes: unknown[] = [];
    for (const [text, values] of [
      ['SELECT $1::int AS one', [1]],
      ['INSERT INTO health_checks (id, checked_at) VALUES (6, $1)', [new Date(0)]],
      ['UPDATE health_checks SET checked_at = $1 WHERE id = 6 RETURNING id', [new Date(1)]],
      ['DELETE FROM health_checks WHERE id = 6', []],
      ['SELECT 1 / $1', [0]],
    ] as const) {
      outcomes.push(await query(text, [...values]).catch((error: Error) => ({ error, ...error })));
    }
    return outcomes;
  };
  const outside = await outcomesOf({ query: (text, values) => dataSource.manager.query(text, values) });
  const within = await dataSource.transaction((tx) => outcomesOf({ query: (text, values) => tx.query(text, values) }));
  expect(outside).toEqual(within);
  expect(outside.at(-1)).toEqual(expect.objectContaining({ error: expect.any(QueryFailedError), code: '22012' }));
  expect(outside.slice(1, 4)).toEqual([[], [[{ id: 6 }], 1], [[], 1]]);
  // The connection stays, and is free.
  expect(pool()).toMatchObject({ totalCount: 1, idleCount: 1 });
});

test('a connection that cannot be made is an error of the driver', async () => {
  proxy.refuse();
  await eventually(async () => pool().totalCount === 0 || undefined);
  await expect(dataSource.query('SELECT 1')).rejects.not.toBeInstanceOf(QueryFailedError);
});

const rowsOf = async (id: number) => (await db.query('SELECT 1 FROM health_checks WHERE id = $1', [id])).length;

test.each([
  ['writes', []],
  ['reads', ['SELECT 1']],
])('of a transaction whose first statement %s, nothing is stored when it fails', async (_, reads: string[]) => {
  const work = dataSource.transaction(async (tx) => {
    for (const read of reads) await tx.query(read);
    await tx.query('INSERT INTO health_checks (id, checked_at) VALUES (8, now())');
    throw new Error('stop');
  });
  await expect(work).rejects.toThrow('stop');
  expect(await rowsOf(8)).toBe(0);
});

test('of statements that are sent at once, those after one that fails are refused, and nothing is stored', async () => {
  const work = dataSource.transaction((tx) =>
    Promise.allSettled([
      tx.query('SELECT 1 / 0'),
      tx.query('INSERT INTO health_checks (id, checked_at) VALUES (9, now())'),
    ]),
  );
  expect(await work).toMatchObject([{ reason: { code: '22012' } }, { reason: { code: '25P02' } }]);
  expect(await rowsOf(9)).toBe(0);
});

describe('a statement that COMMIT is sent with', () => {
  const insert = (id: number) => committing(`INSERT INTO health_checks (id, checked_at) VALUES (${id}, now())`);
  const stored = async () =>
    (await db.query<{ id: number }>('SELECT id FROM health_checks ORDER BY id')).map(({ id }) => id);
  afterEach(() => db.query('DELETE FROM health_checks'));

  test('is stored once it has a response', async () => {
    await dataSource.transaction(async (tx) => {
      await tx.query('SELECT 1');
      await tx.query(insert(1));
      expect(await stored()).toEqual([1]);
    });
    expect(await stored()).toEqual([1]);
  });

  test('that fails is reported, and nothing of its transaction is stored', async () => {
    const work = dataSource.transaction(async (tx) => {
      await tx.query('INSERT INTO health_checks (id, checked_at) VALUES (1, now())');
      await tx.query(committing('INSERT INTO health_checks (id) VALUES (1)'));
    });
    await expect(work).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
    expect(await stored()).toEqual([]);
    await expect(backend()).resolves.toEqual(expect.any(Number));
  });

  test('fails where the COMMIT does', async () => {
    await db.query('CREATE TABLE checked_late (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)');
    const work = dataSource.transaction(async (tx) => {
      await tx.query('SELECT 1');
      await tx.query(committing('INSERT INTO checked_late VALUES (1), (1)'));
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await db.query('SELECT * FROM checked_late')).toEqual([]);
    await db.query('DROP TABLE checked_late');
  });

  test('is followed by no other one', async () => {
    const work = dataSource.transaction(async (tx) => {
      await tx.query('SELECT 1');
      await tx.query(insert(1));
      await tx.query('INSERT INTO health_checks (id, checked_at) VALUES (2, now())');
    });
    await expect(work).rejects.toThrow('A statement came after the one that COMMIT was sent with');
    expect(await stored()).toEqual([1]);
  });

  test('leaves a connection that the next transaction can use', async () => {
    for (const id of [1, 2]) {
      await dataSource.transaction(async (tx) => {
        await tx.query('SELECT 1');
        await tx.query(insert(id));
      });
    }
    await expect(
      dataSource.transaction(async (tx) => {
        await tx.query('INSERT INTO health_checks (id, checked_at) VALUES (3, now())');
        throw new Error('Changed my mind');
      }),
    ).rejects.toThrow('Changed my mind');
    expect(await stored()).toEqual([1, 2]);
  });
});

test('a statement that is sent with the first one of a transaction does not overtake it', async () => {
  const [, counted] = await dataSource.transaction((tx) =>
    Promise.all([
      tx.query('INSERT INTO health_checks (id, checked_at) VALUES (6, now())'),
      tx.query('SELECT count(*)::int AS count FROM health_checks WHERE id = 6'),
    ]),
  );
  expect(counted).toEqual([{ count: 1 }]);
  await db.query('DELETE FROM health_checks');
});

test('a transaction without a statement sends nothing', async () => {
  await backend();
  proxy.forget();
  await expect(dataSource.transaction(async () => 'done')).resolves.toBe('done');
});

test('migrations have an hour', async () => {
  const client = new connections.forMigrations.Client(connections.forMigrations);
  await client.connect();
  const { rows } = await client.query(`SELECT current_setting('statement_timeout') AS limit`);
  expect(rows).toEqual([{ limit: '40min' }]);
  await client.query(`SELECT pg_sleep(${(2 * LIMITS.queryMs) / 1000})`);
  await client.end();
});

test('a session that Postgres ends in the moment in which it is ready is an error of its statement', async () => {
  proxy.drop();
  await eventually(async () => (pool().totalCount === 0 ? true : undefined));
  proxy.endWhenReady(3);
  for (let count = 0; count < 3; count += 1) {
    await expect(dataSource.query('SELECT 1')).rejects.toThrow(/terminat|not queryable|already released/);
  }
  expect(proxy.toEnd()).toBe(0);
  await expect(backend()).resolves.toEqual(expect.any(Number));
});

describe('of several hosts', () => {
  const REFUSING = '127.0.0.1:1';
  /** The database at several hosts, and statements of a connection to it. */
  const query = async (hosts: string[], text: string, database = db.url) => {
    const { host, pathname, username, password } = new URL(database);
    const places = hosts.map((one) => (one === 'real' ? host : one)).join(',');
    const { options } = makeConnections(`postgres://${username}:${password}@${places}${pathname}`, { limits: LIMITS });
    const client = new options.Client(options);
    try {
      await client.connect();
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };

  test('the connection goes to the host that accepts writes, at any position', async () => {
    for (const hosts of [
      ['real', REFUSING],
      [REFUSING, 'real'],
    ]) {
      expect(await query(hosts, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    }
  });

  test('where none accepts writes, the error has the reason of each', async () => {
    const standby = await createTestDatabase({ empty: true });
    await standby.query(
      `ALTER DATABASE ${new URL(standby.url).pathname.slice(1)} SET default_transaction_read_only = on`,
    );
    const { host } = new URL(standby.url);
    await expect(query(['real', REFUSING], 'SELECT 1', standby.url)).rejects.toMatchObject({
      code: '57P03',
      message: `No host accepts writes (${host}: it is a standby; ${REFUSING}: connect ECONNREFUSED ${REFUSING})`,
    });
    await standby.drop();
  });

  test('one that does not respond is waited for no longer than a connection', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    await expect(query([`127.0.0.1:${port}`, REFUSING], 'SELECT 1')).rejects.toThrow('No host accepts writes');
    await expect(query([`127.0.0.1:${port}`, 'real'], 'SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
    silent.close();
  });
});

test('a pooler is sent no limits of its sessions, and has nothing prepared', async () => {
  const { options } = makeConnections(db.url, { limits: LIMITS, isPooled: true });
  const pool = new pg.Pool({ ...options, max: 1 });
  await pool.query(prepared('SELECT 1 AS prepared_by_nobody'));
  const { rows } = await pool.query(
    `SELECT current_setting('statement_timeout') AS limit, (SELECT count(*)::int FROM pg_prepared_statements) AS statements`,
  );
  expect(rows).toEqual([{ limit: '0', statements: 0 }]);
  await pool.end();
});

test('a session has the settings that statements rely on, and not those of its database', async () => {
  const own = await createTestDatabase();
  try {
    const [{ name }] = (await own.query<{ name: string }>('SELECT current_database() AS name')) as [{ name: string }];
    await own.query(`ALTER DATABASE "${name}" SET datestyle = 'SQL, DMY'`);
    await own.query(`ALTER DATABASE "${name}" SET standard_conforming_strings = off`);
    await own.query(`ALTER DATABASE "${name}" SET search_path = other, public`);
    const source = await makeDataSource({
      url: own.url,
      poolSize: 1,
      connect: makeConnections(own.url).options,
    }).initialize();
    const settings = await source.query(
      `SELECT current_setting('datestyle') AS dates, current_setting('standard_conforming_strings') AS strings,
              current_setting('search_path') AS path`,
    );
    await source.destroy();
    expect(settings).toEqual([{ dates: 'ISO, MDY', strings: 'on', path: 'public' }]);
  } finally {
    await own.drop();
  }
});
