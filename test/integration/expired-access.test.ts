import { makeDataSource } from '../../src/compose/data-source.js';
import { deleteExpiredAccess } from '../../src/domain/identity/access.repository.js';
import { createTestDatabase } from '../support/database.js';

test('what has served its time is removed: sessions, browsers, set-ups of a second factor, counts', async () => {
  const db = await createTestDatabase();
  const dataSource = await makeDataSource({ url: db.url, poolSize: 1 }).initialize();
  const now = new Date('2026-11-22T10:00:00Z');
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const DAYS_400 = 400 * 24 * 60;
  for (const [id, minutes] of [['over', 0] as const, ['not over', -1] as const]) {
    await db.query(`INSERT INTO sessions (token_hash, user_id, created_at, expires_at) VALUES ($1, 'u', $2, $2)`, [
      id,
      ago(minutes),
    ]);
    await db.query(
      `INSERT INTO devices (id, user_id, token_hash, last_sign_in_at) VALUES (left($1, 24), 'u', $1, $2)`,
      [id, ago(minutes + DAYS_400)],
    );
    await db.query(`INSERT INTO second_factors (user_id, secret, created_at) VALUES ($1, 's', $2)`, [
      id,
      ago(minutes + 10),
    ]);
    await db.query('INSERT INTO sign_in_throttle (key, expire) VALUES ($1, $2)', [id, ago(minutes).getTime()]);
  }
  await db.query(`INSERT INTO second_factors (user_id, secret, created_at, confirmed_at) VALUES ('on', 's', $1, $1)`, [
    ago(DAYS_400),
  ]);

  await deleteExpiredAccess(dataSource.manager, now);
  expect(await db.query('SELECT token_hash AS id FROM sessions')).toEqual([{ id: 'not over' }]);
  expect(await db.query('SELECT id FROM devices')).toEqual([{ id: 'not over' }]);
  expect(await db.query('SELECT user_id AS id FROM second_factors ORDER BY 1')).toEqual([
    { id: 'not over' },
    { id: 'on' },
  ]);
  expect(await db.query('SELECT key AS id FROM sign_in_throttle')).toEqual([{ id: 'not over' }]);
  await dataSource.destroy();
  await db.drop();
});
