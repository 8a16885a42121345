/** Schedules of faults, by their seeds. All that happens in one: `npm run test:simulation -- --seed n`. */
import { GRAPH_KINDS } from './graph.js';
import { KINDS } from './platforms.js';
import type { AnyKind } from './schedule.js';
import { KNOWN_FAULTS } from './seeds.js';
import { simulate } from './simulate.js';

describe.each(KNOWN_FAULTS)('$fault: not any more', ({ seeds, isReal }) => {
  test.each(seeds)('seed %i', async (seed) => {
    expect((await simulate(seed, { hasComments: false, ...(isReal && { kinds: GRAPH_KINDS }) })).violations).toEqual(
      [],
    );
  });
});

test.each([...KINDS, ...GRAPH_KINDS])('a seed repeats its schedule, event by event: %s', async (kind) => {
  const [first, second] = [await run(kind), await run(kind)];
  expect(first.history.length).toBeGreaterThan(0);
  expect(second.history.map(withoutIds)).toEqual(first.history.map(withoutIds));
});

const run = (kind: AnyKind) => simulate(31, { keepsHistory: true, kinds: [kind] });

/** Ids of attempts and of new parts end in random characters. */
const withoutIds = (line: string) => line.replaceAll(/[0-9a-f]{24}/g, 'id');
