import fc from 'fast-check';
import { makeDatabaseClock } from '../../src/foundation/database/database-clock.js';

const HOLD_MS = 50_000;

/** A database, a monotonic clock and a machine's clock that is wrong, over one true time. */
function world(machineAheadMs: number) {
  const state = { time: Date.UTC(2026, 2, 15, 10), there: 1, back: 1, aheadMs: 0 };
  const clock = makeDatabaseClock({
    readTime: async () => {
      state.time += state.there;
      const now = new Date(state.time + state.aheadMs);
      state.time += state.back;
      return now;
    },
    monotonic: () => state.time - 1_000_000,
    wallClock: () => new Date(state.time + machineAheadMs),
    holdStepsMs: HOLD_MS,
  });
  return { state, clock };
}

const anyOffset = fc.integer({ min: -86_400_000, max: 86_400_000 });
const anyWay = fc.integer({ min: 0, max: 500 });

test('the time is the database’s and not the machine’s, within half a round trip', () =>
  fc.assert(
    fc.asyncProperty(anyOffset, anyWay, anyWay, async (ahead, there, back) => {
      const { state, clock } = world(ahead);
      Object.assign(state, { there, back });
      await clock.synchronize();
      expect(Math.abs(clock.now().getTime() - state.time)).toBeLessThanOrEqual((there + back) / 2 + 1);
    }),
  ));

test('it is never before the earliest time, however slow the reading was', () =>
  fc.assert(
    fc.asyncProperty(
      anyOffset,
      fc.integer({ min: 0, max: 1_900 }),
      fc.integer({ min: 0, max: 1_900 }),
      fc.integer({ min: 0, max: 3_600_000 }),
      async (ahead, there, back, later) => {
        const { state, clock } = world(ahead);
        Object.assign(state, { there, back });
        await clock.synchronize();
        state.time += later;
        expect(clock.earliest().getTime()).toBeLessThanOrEqual(state.time);
        // Not much before it, either.
        expect(state.time - clock.earliest().getTime()).toBeLessThanOrEqual(there + back + 2 + later / 10_000);
      },
    ),
  ));

test('it goes on between two readings, also while the process was paused', async () => {
  const { state, clock } = world(240_000);
  await clock.synchronize();
  const before = clock.now().getTime();
  state.time += 45_000;
  expect(clock.now().getTime() - before).toBe(45_000);
});

test('a slow reading does not replace a quick one, until that is old', async () => {
  const { state, clock } = world(0);
  await clock.synchronize();
  Object.assign(state, { there: 0, back: 4_000 });
  await clock.synchronize();
  expect(Math.abs(clock.now().getTime() - state.time)).toBeLessThanOrEqual(1);
  state.time += 61_000;
  await clock.synchronize();
  expect(clock.now().getTime() - state.time).toBe(-2_000);
});

test('a reading during which the process was paused is made again', async () => {
  const { state, clock } = world(0);
  Object.assign(state, { there: 120_000 });
  const reading = clock.synchronize();
  state.there = 1;
  await reading;
  expect(Math.abs(clock.now().getTime() - state.time)).toBeLessThanOrEqual(2);
});

test('where every reading takes too long, no time is known', async () => {
  const { state, clock } = world(0);
  Object.assign(state, { there: 5_000 });
  await expect(clock.synchronize()).rejects.toThrow('The database took more than 4 s to tell the time');
});

test('before the first reading it is the machine’s time', () => {
  const { state, clock } = world(5_000);
  expect(clock.now().getTime()).toBe(state.time + 5_000);
});

describe('when the database’s clock is set', () => {
  /** How far ahead it seems after some time, and at least. */
  const readAfter = async ({ state, clock }: ReturnType<typeof world>, ms: number) => {
    state.time += ms;
    await clock.synchronize();
    const aheadOf = (time: Date) => Math.round((time.getTime() - state.time) / 1_000) || 0;
    return { now: aheadOf(clock.now()), earliest: aheadOf(clock.earliest()) };
  };

  test('forward, what was stored before is not over sooner', async () => {
    const it = world(0);
    await it.clock.synchronize();
    it.state.aheadMs = 60_000;
    expect(await readAfter(it, 1_000)).toEqual({ now: 60, earliest: 0 });
    expect(await readAfter(it, HOLD_MS / 2)).toEqual({ now: 60, earliest: 0 });
    it.state.aheadMs = 90_000;
    expect(await readAfter(it, 1_000)).toEqual({ now: 90, earliest: 0 });
    expect(await readAfter(it, HOLD_MS - 1_000)).toEqual({ now: 90, earliest: 0 });
    expect(await readAfter(it, 2_000)).toEqual({ now: 90, earliest: 90 });
  });

  test('back, or forward by less than a second, both follow at once', async () => {
    const it = world(0);
    await it.clock.synchronize();
    it.state.aheadMs = 900;
    await it.clock.synchronize();
    expect(it.clock.now().getTime() - it.clock.earliest().getTime()).toBeLessThan(5);
    it.state.aheadMs = -60_000;
    expect(await readAfter(it, 1_000)).toEqual({ now: -60, earliest: -60 });
  });
});
