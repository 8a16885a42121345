/** Many more: `npm run test:simulation`. */
import { simulate } from './simulate.js';

test('in 2,000 schedules of faults no part is live twice, stuck, or reported to have ended as it did not', async () => {
  const violated: string[] = [];
  const total = { parts: 0, sent: 0, unknown: 0 };
  for (let seed = 1; seed <= 2_000; seed++) {
    const { violations, parts, sent, unknown } = await simulate(seed);
    if (violations.length > 0) violated.push(`seed ${seed}: ${violations.join('; ')}`);
    total.parts += parts;
    total.sent += sent;
    total.unknown += unknown;
  }
  expect(violated).toEqual([]);
  // The schedules are worth something: posts go out, some more than once, and some outcomes cannot be known.
  expect(total.sent).toBeGreaterThan(total.parts);
  expect(total.unknown).toBeGreaterThan(0);
}, 600_000);
