/** Points that several processes take at once, on a real Postgres. */
import fc from 'fast-check';
import { makeDataSource } from '../../src/compose/data-source.js';
import { newId } from '../../src/foundation/database/id.js';
import { makeTransaction } from '../../src/foundation/database/unit-of-work.js';
import { makeRateLimiter } from '../../src/foundation/request-limits/rate-limiter.js';
import { makeCountPoints } from '../../src/foundation/request-limits/request-limit.repository.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { removeExpired } from '../support/retention.js';

let db: TestDatabase;
let dataSource: ReturnType<typeof makeDataSource>;

beforeAll(async () => {
  db = await createTestDatabase();
  dataSource = await makeDataSource({ url: db.url, poolSize: 4 }).initialize();
});
afterAll(async () => {
  await dataSource?.destroy();
  await db?.drop();
});

const requests = fc.array(fc.record({ process: fc.nat(2), points: fc.integer({ min: 1, max: 60 }) }), {
  minLength: 1,
  maxLength: 60,
});

test('they never get more than the limit, and one that has it alone gets all of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 600 }), requests, fc.boolean(), async (limit, uses, atOnce) => {
      const count = makeCountPoints(dataSource.manager);
      const processes = Array.from({ length: 3 }, () => makeRateLimiter({ limit, count }));
      const key = newId();
      let used = 0;
      const take = async ({ process, points }: { process: number; points: number }) => {
        const state = await processes[process]?.(key, points);
        if (state?.allowed) used += points;
        expect(state).toMatchObject({ limit });
        expect(state?.remaining).toBeGreaterThanOrEqual(0);
        expect(state?.resetsInSeconds).toBeGreaterThanOrEqual(1);
        expect(state?.resetsInSeconds).toBeLessThanOrEqual(60);
      };
      if (atOnce) await Promise.all(uses.map(take));
      else for (const one of uses) await take(one);
      expect(used).toBeLessThanOrEqual(limit);
      const total = uses.reduce((sum, { points }) => sum + points, 0);
      const usesOne = new Set(uses.map(({ process }) => process)).size === 1;
      if (usesOne && total <= limit) expect(used).toBe(total);
    }),
    { numRuns: 60 },
  );
});

test('one process uses all of it, to the last point', async () => {
  const limiter = makeRateLimiter({ limit: 1000, count: makeCountPoints(dataSource.manager) });
  const key = newId();
  const states = await Promise.all(Array.from({ length: 150 }, () => limiter(key, 7)));
  expect(states.filter(({ allowed }) => allowed)).toHaveLength(142);
  expect((await limiter(key, 6)).allowed).toBe(true);
  expect((await limiter(key, 1)).allowed).toBe(false);
});

test('a failure to count is reported to everybody who waits for it, and the next use queries again', async () => {
  let isDown = true;
  const count = makeCountPoints(dataSource.manager);
  const limiter = makeRateLimiter({
    limit: 100,
    count: (key, points) => (isDown ? Promise.reject(new Error('away')) : count(key, points)),
  });
  const key = newId();
  const answers = await Promise.allSettled([limiter(key, 1), limiter(key, 1)]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isDown = false;
  expect(await limiter(key, 1)).toMatchObject({ allowed: true, remaining: 99 });
});

test('a window that has ended is removed, and one that has not stays', async () => {
  const count = makeCountPoints(dataSource.manager);
  const [ended, open] = [newId(), newId()];
  await Promise.all([count(ended, 1), count(open, 1)]);
  await db.query(`UPDATE request_limits SET resets_at = now() WHERE key = $1`, [ended]);
  await removeExpired(makeTransaction(dataSource), { kinds: ['request_counts'] });
  expect(await db.query('SELECT key FROM request_limits WHERE key = ANY($1)', [[ended, open]])).toEqual([
    { key: open },
  ]);
});
