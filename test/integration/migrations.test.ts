import type { DataSource } from 'typeorm';
import { makeDataSource } from '../../src/compose/data-source.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

async function onEmptyDatabase<T>(work: (dataSource: DataSource) => Promise<T>) {
  const db = await createTestDatabase({ empty: true });
  const dataSource = await makeDataSource({ url: db.url, poolSize: 1 }).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
    await db.drop();
  }
}

test('the migrations make exactly the tables that the entities describe', () =>
  onEmptyDatabase(async (dataSource) => {
    await dataSource.runMigrations();
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  }));

test('each migration can be taken back and made again', () =>
  onEmptyDatabase(async (dataSource) => {
    const tables = async () => {
      const rows = await dataSource.query(
        `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
      );
      return rows.map((row: { table_name: string }) => row.table_name);
    };
    await dataSource.runMigrations();
    const all = await tables();
    for (const _ of dataSource.migrations) await dataSource.undoLastMigration();
    expect(await tables()).toEqual(['migrations']);
    await dataSource.runMigrations();
    expect(await tables()).toEqual(all);
  }));

test('accounts of the time before count as confirmed; users who are or were managed hold no address', () =>
  onEmptyDatabase(async (dataSource) => {
    await dataSource.runMigrations();
    const known = async () =>
      (await dataSource.query(`SELECT 1 FROM migrations WHERE name = 'SignUps1765000000000'`)).length === 1;
    for (let left = dataSource.migrations.length; left > 0 && (await known()); left--) {
      await dataSource.undoLastMigration();
    }
    await dataSource.query(
      `INSERT INTO users (id, email, display_name, plan, password_hash, managed_by_id, created_at) VALUES
         ('owner', 'owner@example.com', 'Owner', 'starter', 'x', NULL, now()),
         ('by an operator', 'pro@example.com', 'Pro', 'pro', NULL, NULL, now()),
         ('managed', 'managed@example.com', 'Managed', 'starter', NULL, 'owner', now()),
         ('detached', 'detached@example.com', 'Detached', 'starter', NULL, NULL, now())`,
    );
    await dataSource.runMigrations();
    const confirmed = await dataSource.query('SELECT id FROM users WHERE email_confirmed_at IS NOT NULL ORDER BY id');
    expect(confirmed).toEqual([{ id: 'by an operator' }, { id: 'owner' }]);
    const add = (id: string, email: string) =>
      dataSource.query(
        `INSERT INTO users (id, email, display_name, plan, created_at) VALUES ($1, $2, 'New', 'starter', now())`,
        [id, email],
      );
    await add('new 1', 'managed@example.com');
    await add('new 2', 'detached@example.com');
    await expect(add('new 3', 'owner@example.com')).rejects.toThrow('users_email_key');
  }));

test('a text of the time before is its target’s own where it is another one than the group’s, also as a thread', () =>
  onEmptyDatabase(async (dataSource) => {
    await dataSource.runMigrations();
    const known = async () =>
      (await dataSource.query(`SELECT 1 FROM migrations WHERE name = 'OwnTexts1765490000000'`)).length === 1;
    for (let left = dataSource.migrations.length; left > 0 && (await known()); left--) {
      await dataSource.undoLastMigration();
    }
    await dataSource.query(
      `INSERT INTO post_groups (id, user_id, content, status, processing_status, platform_settings, created_at, updated_at)
       VALUES ('group', 'user', 'A', 'draft', 'pending', '{}', now(), now())`,
    );
    await dataSource.query(
      `INSERT INTO platform_posts (id, group_id, user_id, target_index, part_index, platform, account_id, platform_id,
                                   content, unsplit_content, status, created_at, updated_at)
       SELECT id, 'group', 'user', target, part, 'fediverse', '1', 'fediverse-1', content, unsplit, 'draft', now(), now()
         FROM (VALUES ('shared', 0, 0, NULL, NULL), ('equal', 1, 0, 'A', NULL), ('own', 2, 0, 'B', NULL),
                      ('shared thread', 3, 0, '1/2', NULL), ('its second part', 3, 1, '2/2', NULL),
                      ('own thread', 4, 0, '1/2', 'B'), ('its second', 4, 1, '2/2', NULL))
           AS post (id, target, part, content, unsplit)`,
    );
    await dataSource.runMigrations();
    const own = await dataSource.query('SELECT id FROM platform_posts WHERE has_own_text ORDER BY id');
    expect(own).toEqual([{ id: 'own' }, { id: 'own thread' }]);
  }));

describe('every query of the contract is served by an index', () => {
  const USER = '0'.repeat(24);
  let db: TestDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    db = await createTestDatabase();
    dataSource = await makeDataSource({ url: db.url, poolSize: 1 }).initialize();
    await dataSource.query('SET enable_seqscan = off');
  });
  afterAll(async () => {
    await dataSource?.destroy();
    await db?.drop();
  });
  const planOf = async (query: string): Promise<string> => {
    const plan = await dataSource.query(`EXPLAIN ${query}`);
    return plan.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
  };

  const lists = {
    'newest first': `ORDER BY g.created_at DESC, g.id DESC`,
    'by updatedAt': `ORDER BY g.updated_at DESC, g.id DESC`,
    'by scheduledTime': `ORDER BY coalesce(g.scheduled_time, '-infinity'::timestamptz) DESC, g.id DESC`,
    'of one status': `AND g.status = 'failed' ORDER BY g.created_at DESC, g.id DESC`,
  };

  test.each(Object.entries(lists))('list-posts %s reads no more than its page', async (_name, rest) => {
    const plan = await planOf(`SELECT * FROM post_groups g WHERE g.user_id = '${USER}' ${rest} LIMIT 21`);
    expect(plan).toContain('Index Scan');
    expect(plan).not.toContain('Sort');
  });

  const lookups = {
    'the platform filter': `SELECT 1 FROM platform_posts p WHERE p.user_id = '${USER}' AND p.platform = ANY('{fediverse}') AND p.group_id = '${USER}'`,
    'the posts of a page': `SELECT * FROM platform_posts WHERE group_id = ANY('{${USER}}')`,
    'what falls due': `SELECT due_at FROM platform_posts WHERE status IN ('scheduled', 'pending', 'processing') AND due_at < now()`,
    'the log of a group': `SELECT * FROM post_logs WHERE group_id = '${USER}' ORDER BY id LIMIT 100`,
    'what an account’s subscriber has not seen': `SELECT * FROM live_events WHERE user_id = '${USER}' AND position >= 9 AND (position, group_id, sequence) > (9, '${USER}', 1) ORDER BY position, group_id, sequence LIMIT 500`,
    'deliveries that changed': `SELECT * FROM webhook_deliveries WHERE user_id = '${USER}' AND changed_in >= 9 ORDER BY changed_in, id LIMIT 500`,
    'the sessions of a user': `SELECT * FROM sessions WHERE user_id = '${USER}' ORDER BY created_at DESC`,
    'a session by its id': `UPDATE sessions SET last_used_at = now() WHERE id = '${USER}'`,
    'the browsers of an account': `SELECT d.id FROM users u JOIN devices d ON d.user_id = u.id WHERE u.email = 'a' AND d.token_hash = ANY('{b}')`,
    'browsers that stayed away': `DELETE FROM devices WHERE last_sign_in_at <= now()`,
    'second factors that were given up': `DELETE FROM second_factors WHERE confirmed_at IS NULL AND created_at <= now()`,
    'a recovery code': `DELETE FROM recovery_codes WHERE user_id = '${USER}' AND hash = 'a'`,
    'the account that an address belongs to': `SELECT * FROM users WHERE email = 'a@example.com' AND managed_by_id IS NULL AND (password_hash IS NOT NULL OR email_confirmed_at IS NOT NULL)`,
    'the links of an account': `DELETE FROM email_tokens WHERE user_id = '${USER}' AND purpose = 'reset_password'`,
    'the sign-ups with an address': `SELECT * FROM sign_ups WHERE email = 'a@example.com' ORDER BY id FOR UPDATE`,
    'an API key': `SELECT * FROM api_keys WHERE prefix = 'sk_x'`,
    'a connection by its platform id': `SELECT * FROM connections WHERE user_id = '${USER}' AND platform_id = 'fediverse-1'`,
  };

  test.each(Object.entries(lookups))('%s', async (_name, query) => {
    const plan = await planOf(query);
    expect(plan).toMatch(/Index (Only )?Scan|Bitmap Index Scan/);
    expect(plan).not.toContain('Seq Scan');
  });
});
