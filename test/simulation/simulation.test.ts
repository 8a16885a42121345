/** Many more schedules: `npm run test:simulation`; one with all that happens in it: `npm run test:simulation -- --seed n`. */
import { KINDS } from './platforms.js';
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

// What the version of 2026-11-21 did in these: a part that was live twice, or never ended.
describe('a schedule that once had a part live twice', () => {
  test.each([
    [493, 'a post that the platform stored after the time-out and the grace'],
    [892, 'a container that was published so late'],
    [567, 'a worker whose clock was ahead, and that lost the answer'],
    [817, 'another such worker, killed before it stored the outcome'],
    [4192, 'a worker that was paused between storing the attempt and its first byte'],
    [2733, 'two workers that continued one attempt'],
  ])('seed %i, %s: each part is live at most once', async (seed) => {
    expect((await simulate(seed)).violations).toEqual([]);
  });
});

test.each([
  [95, 'the answer to the commit of an attempt was lost'],
  [4365, 'a post whose lease was another than its attempt’s'],
])('seed %i, %s: no part is stuck', async (seed) => {
  expect((await simulate(seed)).violations).toEqual([]);
});

test.each(KINDS)('a seed repeats its schedule, event by event: %s', async (kind) => {
  const [first, second] = [await run(kind), await run(kind)];
  expect(first.history.length).toBeGreaterThan(0);
  expect(second.history.map(withoutIds)).toEqual(first.history.map(withoutIds));
});

const run = (kind: (typeof KINDS)[number]) => simulate(31, { keepsHistory: true, kinds: [kind] });

/** Ids of attempts and of new parts end in random characters. */
const withoutIds = (line: string) => line.replaceAll(/[0-9a-f]{24}/g, 'id');
