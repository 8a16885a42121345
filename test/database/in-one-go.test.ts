import { setImmediate as turn } from 'node:timers/promises';
import { makeDataSource } from '../../src/compose/data-source.js';
import { inOneGo } from '../../src/foundation/concurrency/in-one-go.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let db: TestDatabase;
let source: ReturnType<typeof makeDataSource>;
beforeAll(async () => {
  db = await createTestDatabase({ empty: true });
  await db.query('CREATE TABLE kept (id int)');
  source = await makeDataSource({ url: db.url, poolSize: 1 }).initialize();
});
afterAll(async () => {
  await source?.destroy();
  await db?.drop();
});

test('statements of a transaction are stored together', async () => {
  await source.transaction((tx) =>
    inOneGo(tx.query('INSERT INTO kept VALUES (1)'), tx.query('INSERT INTO kept VALUES (2)')),
  );
  expect(await db.query('DELETE FROM kept RETURNING id')).toEqual([{ id: 1 }, { id: 2 }]);
});

test('after an error, one that is sent late is not stored outside of the transaction', async () => {
  const storing = source.transaction((tx) => {
    const late = async () => {
      for (let turns = 0; turns < 100; turns += 1) await turn();
      await tx.query('INSERT INTO kept VALUES (3)');
    };
    return inOneGo(tx.query('SELECT 1 / 0'), late());
  });
  await expect(storing).rejects.toThrow('division by zero');
  expect(await db.query('SELECT id FROM kept')).toEqual([]);
});
