/** Many more: `npm run test:simulation`. */
import { GRAPH_KINDS } from './graph.js';
import { simulate } from './simulate.js';

/** In CI three times as many. */
const SCHEDULES = Number(process.env.SCHEDULES ?? 1_000);

test('in a thousand and more schedules of faults, no part is live twice, stuck, or reported to have ended as it did not', async () => {
  const violated: string[] = [];
  const total = { parts: 0, sent: 0, unknown: 0 };
  for (let seed = 1; seed <= SCHEDULES; seed++) {
    // Every tenth on the service's own adapters.
    const { violations, parts, sent, unknown } = await simulate(seed, seed % 10 === 0 ? { kinds: GRAPH_KINDS } : {});
    if (violations.length > 0) violated.push(`seed ${seed}: ${violations.join('; ')}`);
    total.parts += parts;
    total.sent += sent;
    total.unknown += unknown;
  }
  expect(violated).toEqual([]);
  // The schedules are worth something: posts go out, and some outcomes cannot be known.
  expect(total.parts).toBeGreaterThan(SCHEDULES);
  expect(total.sent).toBeGreaterThan(SCHEDULES);
  expect(total.unknown).toBeGreaterThan(0);
}, 900_000);
