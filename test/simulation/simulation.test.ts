/** Schedules of faults, by their seeds. All that happens in one: `npm run test:simulation -- --seed n`. */
import { KINDS } from './platforms.js';
import { simulate } from './simulate.js';

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

test('seed 40134, a worker that was paused while it read the time: no request is sent outside a lease', async () => {
  expect((await simulate(40134)).violations).toEqual([]);
});

test.each(KINDS)('a seed repeats its schedule, event by event: %s', async (kind) => {
  const [first, second] = [await run(kind), await run(kind)];
  expect(first.history.length).toBeGreaterThan(0);
  expect(second.history.map(withoutIds)).toEqual(first.history.map(withoutIds));
});

const run = (kind: (typeof KINDS)[number]) => simulate(31, { keepsHistory: true, kinds: [kind] });

/** Ids of attempts and of new parts end in random characters. */
const withoutIds = (line: string) => line.replaceAll(/[0-9a-f]{24}/g, 'id');
