import { makeDataSource } from '../../src/compose/data-source.js';
import { forgetRemoved } from '../../src/domain/owner/removal.repository.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let db: TestDatabase;
let dataSource: ReturnType<typeof makeDataSource>;

beforeAll(async () => {
  db = await createTestDatabase();
  dataSource = await makeDataSource({ url: db.url, poolSize: 2 }).initialize();
});
afterAll(async () => {
  await dataSource?.destroy();
  await db?.drop();
});

test('of removed users, those are forgotten of whom nothing is left, and who were removed before the given time', async () => {
  await db.query(
    `INSERT INTO removed_users (user_id, removed_at)
     VALUES ('empty', now() - interval '2 hours'), ('with posts', now() - interval '2 hours'), ('of late', now())`,
  );
  await db.query(
    `INSERT INTO post_groups (id, user_id, content, status, processing_status, platform_settings, created_at, updated_at)
     VALUES ('left', 'with posts', 'Left', 'draft', 'pending', '{}', now(), now())`,
  );
  const before = new Date(Date.now() - 3_600_000);
  await forgetRemoved(dataSource.manager, ['empty', 'of late', 'with posts'], before);
  expect(await db.query('SELECT user_id FROM removed_users ORDER BY 1')).toEqual([
    { user_id: 'of late' },
    { user_id: 'with posts' },
  ]);
});
