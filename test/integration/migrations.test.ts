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
    'the sessions of a person': `SELECT * FROM sessions WHERE person_id = '${USER}' ORDER BY created_at DESC`,
    'a session by its id': `UPDATE sessions SET last_used_at = now() WHERE id = '${USER}'`,
    'the browsers of a person': `SELECT d.id FROM people p JOIN devices d ON d.person_id = p.id WHERE p.email = 'a' AND d.token_hash = ANY('{b}')`,
    'browsers that stayed away': `DELETE FROM devices WHERE last_sign_in_at <= now()`,
    'second factors that were given up': `DELETE FROM second_factors WHERE confirmed_at IS NULL AND created_at <= now()`,
    'a recovery code': `DELETE FROM recovery_codes WHERE person_id = '${USER}' AND hash = 'a'`,
    'the person whom an address belongs to': `SELECT * FROM people WHERE email = 'a@example.com'`,
    'the links of a person': `DELETE FROM email_tokens WHERE person_id = '${USER}' AND purpose = 'reset_password'`,
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
