/** Lists of columns against the tables of a real database. */
import { PlatformPostEntity } from '../../src/domain/posts/state/platform-post.entity.js';
import { PostGroupEntity } from '../../src/domain/posts/state/post-group.entity.js';
import { PostLogEntity } from '../../src/domain/posts/state/post-log.entity.js';
import { expression, table } from '../../src/foundation/database/table.js';
import { openDataSource } from '../support/data-source.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const LOG = table(PostLogEntity);
const AT = new Date('2026-03-15T10:00:00.123Z');

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.query(
    `INSERT INTO post_groups (id, user_id, content, status, processing_status, platform_settings, created_at, updated_at)
     VALUES ('group', 'user', 'Hi', 'draft', 'pending', '{}', $1, $1)`,
    [AT],
  );
});
afterAll(() => db?.drop());

const entry = { id: 'entry', groupId: 'group', event: 'scheduled', createdAt: AT } as const;

/** Writes entries with all of their columns. */
const insert = (entries: readonly object[]) =>
  db.query(
    `INSERT INTO post_logs (${LOG.names}) SELECT ${LOG.from('c')} FROM jsonb_to_recordset($1::jsonb) AS c(${LOG.record})`,
    [JSON.stringify(entries)],
  );

afterEach(() => db.query('DELETE FROM post_logs'));

test('the list of every entity has the names and types of its table', async () => {
  const dataSource = await openDataSource(db);
  const tables = dataSource.entityMetadatas.map(({ tableName, target }) => ({ tableName, target }));
  await dataSource.destroy();
  const listed = tables.map(({ tableName, target }) => {
    const { names, record } = table(target as new () => object);
    const types = record.split(', ').map((column) => column.slice(column.lastIndexOf('" ') + 2));
    return {
      table: tableName,
      columns: names
        .split(', ')
        .map((name, index) => `${name} ${types[index]}`)
        .sort(),
    };
  });
  const stored = await db.query(
    `SELECT relname AS table, array_agg(attname || ' ' || replace(replace(format_type(atttypid, NULL),
              'timestamp with time zone', 'timestamptz'), 'character varying', 'text')
              ORDER BY attname COLLATE "C") AS columns
       FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
      WHERE relname = ANY($1) AND relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped
      GROUP BY relname`,
    [tables.map(({ tableName }) => tableName)],
  );
  const byTable = (one: { table?: unknown }, other: { table?: unknown }) =>
    String(one.table) < String(other.table) ? -1 : 1;
  expect(listed.sort(byTable)).toEqual(stored.sort(byTable));
});

test('a row is read as its entity has it: names in camel case, times as dates, JSON parsed', async () => {
  await insert([{ ...entry, httpStatus: 429, metadata: { reason: 'rate limit' } }]);
  const rows = LOG.rows(await db.query(`SELECT ${LOG.list} FROM post_logs`));
  const read = { ...entry, postId: null, platform: null, error: null, httpStatus: 429, retryCount: null };
  expect(rows).toEqual([{ ...read, metadata: { reason: 'rate limit' } }]);
});

test('rows that Postgres wrote as JSON are the same', async () => {
  await insert([
    { ...entry, metadata: { postedId: '1' } },
    { ...entry, id: 'second' },
  ]);
  const written = await db.query(`SELECT row_to_json(e) AS row FROM (SELECT ${LOG.list} FROM post_logs ORDER BY id) e`);
  expect(LOG.fromJson(written.map(({ row }) => row))).toEqual(
    LOG.rows(await db.query(`SELECT ${LOG.list} FROM post_logs ORDER BY id`)),
  );
});

test.each([{}, { metadata: null, error: null, httpStatus: null }])(
  'what a record leaves out, or has as null, is NULL in every type: %j',
  async (left) => {
    await insert([{ ...entry, ...left }]);
    expect(await db.query('SELECT id FROM post_logs WHERE (metadata, error, http_status) IS NULL')).toHaveLength(1);
  },
);

test('columns of an update are set from a record', async () => {
  await insert([{ ...entry, error: 'before', metadata: { retryable: false } }]);
  const changed = LOG.only('error', 'metadata');
  const given = LOG.only('id').and(changed);
  await db.query(
    `UPDATE post_logs l SET ${changed.set('c')} FROM jsonb_to_recordset($1::jsonb) AS c(${given.record}) WHERE l.id = c.id`,
    [given.toJson([{ id: 'entry', error: 'after', metadata: null }])],
  );
  expect(changed.rows(await db.query(`SELECT ${changed.list} FROM post_logs`))).toEqual([
    { error: 'after', metadata: null },
  ]);
});

test('columns of two tables, and computed values, are selected beside each other', async () => {
  await insert([entry]);
  const list = LOG.only('groupId')
    .of('l')
    .plus({
      groupStatus: table(PostGroupEntity).of('g').get('status'),
      length: expression<number>('length(g.content)'),
    })
    .and(table(PostGroupEntity).only('userId').of('g'));
  expect(list.list).toBe(
    'l.group_id AS "groupId", g.status AS "groupStatus", length(g.content) AS "length", g.user_id AS "userId"',
  );
  const rows = await db.query(`SELECT ${list.list} FROM post_logs l JOIN post_groups g ON g.id = l.group_id`);
  expect(list.rows(rows)).toEqual([{ groupId: 'group', groupStatus: 'draft', length: 2, userId: 'user' }]);
});

test('what an entity converts is converted in both directions', async () => {
  const list = table(PostGroupEntity).only('id', 'platformSettings');
  const settings = { microblog: { replySettings: 'following' } };
  const stored = JSON.parse(list.toJson([{ id: 'group', platformSettings: settings }]));
  expect(stored).toEqual([{ id: 'group', platformSettings: settings }]);
  const [read] = list.rows(await db.query(`SELECT ${list.list} FROM post_groups`));
  expect(Object.keys(read?.platformSettings ?? {})).toContain('photogram');
});

test('what is no column of the list is refused where the list is made', () => {
  const list = table(PlatformPostEntity).except('wait');
  expect(() => list.only('wait' as never)).toThrow('There is no column for wait');
  expect(() => list.except('group' as never)).toThrow('There is no column for group');
  expect(() => table(Date)).toThrow('Date is not an entity');
  expect(() => list.plus({ one: expression<number>('1') }).names).toThrow('one is computed: it has no column');
});

test('a column that is not selected cannot be read, and one that is required must be written', () => {
  const list = table(PlatformPostEntity).only('id', 'status');
  const read = () => list.rows([]).map((row) => row.id);
  // @ts-expect-error: it is not selected.
  const wrong = () => list.rows([]).map((row) => row.generation);
  // @ts-expect-error: it is a relation, not a column.
  const relation = () => table(PlatformPostEntity).only('group');
  // @ts-expect-error: the status is missing.
  const forgotten = () => list.toJson([{ id: 'one' }]);
  for (const each of [read, wrong, forgotten]) expect(each()).toBeDefined();
  expect(relation).toThrow('There is no column for group');
});
