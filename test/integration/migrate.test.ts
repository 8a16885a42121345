import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { MIGRATIONS, makeDataSource } from '../../src/compose/data-source.js';
import { assertKnown, migrate, pendingMigrations } from '../../src/compose/migrate.js';
import { dumpSchema } from '../../src/foundation/database/dump-schema.js';
import { createIndexConcurrently } from '../../src/foundation/database/index-concurrently.js';
import { requireMigration } from '../../src/foundation/database/require-migration.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

let db: TestDatabase;
let opened: ReturnType<typeof makeDataSource>[];
beforeEach(async () => {
  db = await createTestDatabase();
  opened = [];
});
afterEach(async () => {
  for (const dataSource of opened) await dataSource.destroy();
  await db.drop();
});

type Migration = new () => MigrationInterface;

/** A process of a version that has these migrations as well. */
async function version(...migrations: Migration[]) {
  const options = { url: db.url, poolSize: 2, migrations: [...MIGRATIONS, ...migrations] };
  const dataSource = await makeDataSource(options).initialize();
  opened.push(dataSource);
  return dataSource;
}

const LOCKS = { attempts: 100, timeoutMs: 100, pauseMs: 50 };

const client = async () => {
  const one = new pg.Client({ connectionString: db.url });
  await one.connect();
  return one;
};

class AddColumn2000000000000 implements MigrationInterface {
  up = (query: QueryRunner) => query.query('ALTER TABLE post_groups ADD COLUMN next text');
  down = async () => undefined;
}
class AddIndex2000000000001 implements MigrationInterface {
  transaction = false;
  up = (query: QueryRunner) => createIndexConcurrently(query, 'next_idx', 'ON post_groups (updated_at)');
  down = async () => undefined;
}
const [ADD_COLUMN, ADD_INDEX] = ['AddColumn2000000000000', 'AddIndex2000000000001'];

test('a migration that fails in the middle changes nothing, and those before it stay; after a fix, the next run continues', async () => {
  let isMended = false;
  class Halfway2000000000002 implements MigrationInterface {
    async up(query: QueryRunner) {
      await query.query('CREATE TABLE halfway (id int)');
      await query.query('ALTER TABLE post_groups DROP COLUMN event_sequence');
      if (!isMended) await query.query('SELECT 1 / 0');
      await query.query('ALTER TABLE post_groups ADD COLUMN event_sequence integer NOT NULL DEFAULT 0');
    }
    down = async () => undefined;
  }
  const dataSource = await version(AddColumn2000000000000, Halfway2000000000002);
  const onlyFirst = await version(AddColumn2000000000000);
  await expect(migrate(dataSource, db.url)).rejects.toThrow(
    'The migration Halfway2000000000002 failed: division by zero. Processes of the version before it can go on; the next start tries again.',
  );
  expect(await pendingMigrations(onlyFirst)).toEqual([]);
  expect(await pendingMigrations(dataSource)).toEqual(['Halfway2000000000002']);
  const before = await dumpSchema((text) => dataSource.query(text));
  expect(before).toContain('event_sequence integer');
  expect(before).not.toContain('halfway');
  isMended = true;
  expect(await migrate(dataSource, db.url)).toEqual(['Halfway2000000000002']);
  expect(await dumpSchema((text) => dataSource.query(text))).toContain('CREATE TABLE halfway');
});

test('a migration does not stop the service while it waits for a table: it gives up, lets others through, and comes back', async () => {
  const dataSource = await version(AddColumn2000000000000);
  const [holder, other] = [await client(), await client()];
  await holder.query('BEGIN');
  await holder.query('SELECT * FROM post_groups');
  const waits: object[] = [];
  const log = { info: () => undefined, warn: (line: object) => void waits.push(line) };
  const migrating = migrate(dataSource, db.url, { locks: LOCKS, log: log as never });
  await eventually(async () => waits.length >= 3 || undefined);
  // A statement behind the waiting one is held up for as long as that waits, and no longer.
  await other.query(`SET statement_timeout = '10s'`);
  await other.query('SELECT count(*) FROM post_groups');
  await holder.query('COMMIT');
  expect(await migrating).toEqual([ADD_COLUMN]);
  expect(waits[0]).toEqual({ migration: ADD_COLUMN, attempt: 1 });
  await holder.end();
  await other.end();
});

test('and fails once it has waited often enough, with the database as it was', async () => {
  const dataSource = await version(AddColumn2000000000000);
  const holder = await client();
  await holder.query('BEGIN');
  await holder.query('SELECT * FROM post_groups');
  await expect(migrate(dataSource, db.url, { locks: { ...LOCKS, attempts: 2 } })).rejects.toThrow(
    `The migration ${ADD_COLUMN} failed: canceling statement due to lock timeout.`,
  );
  await holder.query('COMMIT');
  await holder.end();
  expect(await pendingMigrations(dataSource)).toEqual([ADD_COLUMN]);
});

test('an index is built while rows are written', async () => {
  const dataSource = await version(AddIndex2000000000001);
  const [writer, other] = [await client(), await client()];
  await writer.query('BEGIN');
  const insert = (id: string) =>
    `INSERT INTO post_groups (id, user_id, content, status, processing_status, platform_settings, created_at, updated_at)
     VALUES ('${id}', 'u', 'A', 'draft', 'pending', '{}', now(), now())`;
  await writer.query(insert('first'));
  let isOver = false;
  const migrating = migrate(dataSource, db.url, { locks: LOCKS }).finally(() => (isOver = true));
  await eventually(async () => (await db.query('SELECT 1 FROM pg_stat_progress_create_index')).length > 0 || undefined);
  await other.query(insert('second'));
  // It has outlasted the time-out for locks.
  await pause(3 * LOCKS.timeoutMs);
  expect(isOver).toBe(false);
  await writer.query('COMMIT');
  expect(await migrating).toEqual([ADD_INDEX]);
  await writer.end();
  await other.end();
});

test('an invalid index, left by an interrupted build, is built again', async () => {
  const dataSource = await version(AddIndex2000000000001);
  const [writer, builder] = [await client(), await client()];
  await writer.query('BEGIN');
  await writer.query('LOCK TABLE post_groups IN ROW EXCLUSIVE MODE');
  await builder.query(`SET statement_timeout = '300ms'`);
  await expect(builder.query('CREATE INDEX CONCURRENTLY next_idx ON post_groups (updated_at)')).rejects.toThrow();
  await writer.query('COMMIT');
  await writer.end();
  await builder.end();
  const isValid = async () =>
    (await db.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'next_idx'::regclass`))[0]?.indisvalid;
  expect(await isValid()).toBe(false);
  expect(await migrate(dataSource, db.url, { locks: LOCKS })).toEqual([ADD_INDEX]);
  expect(await isValid()).toBe(true);
});

test('processes that start together run each migration once, also where it builds an index', async () => {
  const versions = await Promise.all([1, 2, 3].map(() => version(AddColumn2000000000000, AddIndex2000000000001)));
  const done = await Promise.all(versions.map((dataSource) => migrate(dataSource, db.url)));
  expect(done.flat()).toEqual([ADD_COLUMN, ADD_INDEX]);
  expect(await db.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = 'next_idx'::regclass`)).toEqual([
    { indisvalid: true },
  ]);
});

test('an older version works on the database of a newer one, until that requires what it does not know', async () => {
  class Contract2000000000003 implements MigrationInterface {
    up = (query: QueryRunner) => requireMigration(query, ADD_COLUMN as string);
    down = async () => undefined;
  }
  const [first, second, third] = [
    await version(),
    await version(AddColumn2000000000000),
    await version(AddColumn2000000000000, Contract2000000000003),
  ];
  await migrate(second, db.url);
  expect(await migrate(first, db.url)).toEqual([]);
  await migrate(third, db.url);
  expect(await migrate(second, db.url)).toEqual([]);
  const sentence = `The database was migrated by a newer version, which needs ${ADD_COLUMN} that this version does not have: start that version, or the one before it.`;
  await expect(migrate(first, db.url)).rejects.toThrow(sentence);
  await expect(assertKnown(first)).rejects.toThrow(sentence);
});
