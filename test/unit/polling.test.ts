import { failed } from '../../src/platforms/kit/failed-step.js';
import { isOverdue, type PollState, pollAfter, pollAgain, retryPoll } from '../../src/platforms/kit/polling.js';

const NOW = new Date('2026-03-04T05:06:07.000Z');
const MINUTE = 60_000;
const clock = () => NOW;
const since = (ms: number): PollState => ({ since: NOW.getTime() - ms });
const pendingOf = (step: ReturnType<typeof pollAgain>) => {
  if (step.kind !== 'pending') throw new Error(step.kind);
  return { state: step.state as PollState, checkAfterMs: step.checkAfterMs };
};

test.each([
  [0, 1_000],
  [7_000, 7_000],
  [29 * MINUTE, 60_000],
])('what has taken %d ms is polled again after %d ms', (age, checkAfterMs) => {
  expect(pollAgain(since(age), clock)).toEqual({ kind: 'pending', state: since(age), checkAfterMs });
});

test.each([4 * MINUTE, 1e15])('a start that lies %d ms ahead counts from now on', (ahead) => {
  expect(pollAgain(since(-ahead), clock)).toEqual({ kind: 'pending', state: since(0), checkAfterMs: 1_000 });
  expect(pollAfter(since(-ahead), clock, 5_000)).toEqual({ kind: 'pending', state: since(0), checkAfterMs: 5_000 });
});

test.each([1, 5, 60])(
  'workers whose clocks are four minutes apart poll a limited number of times, each %d s requested',
  (wanted) => {
    let [time, state, pollCount] = [NOW.getTime(), since(-4 * MINUTE), 0];
    const clockOf = (turn: number) => () => new Date(time + (turn % 2 === 0 ? 4 : -4) * MINUTE);
    while (!isOverdue(state, clockOf(pollCount)) && pollCount < 10_000) {
      const next = pendingOf(pollAfter(state, clockOf(pollCount), wanted * 1000));
      [time, state, pollCount] = [time + next.checkAfterMs, next.state, pollCount + 1];
    }
    expect(pollCount).toBeLessThanOrEqual((39 * 60) / wanted);
    let [polls, again] = [0, since(-4 * MINUTE)];
    for (time = NOW.getTime(); !isOverdue(again, clockOf(polls)) && polls < 10_000; polls += 1) {
      const next = pendingOf(pollAgain(again, clockOf(polls)));
      [time, again] = [time + next.checkAfterMs, next.state];
    }
    expect(polls).toBeLessThan(100);
  },
);

describe('a question that was refused', () => {
  const refused = (code: 'RATE_LIMITED' | 'INVALID_CONTENT', retryAt?: Date) =>
    failed(
      code,
      { platform: 'network', purpose: 'prepare', secrets: [] },
      { outcome: 'rejected', happened: 'x', retryAt },
    );
  const at = (ms: number) => new Date(NOW.getTime() + ms);

  test.each([
    ['not before it may be', at(20 * MINUTE), 20 * MINUTE],
    ['in its turn when it may be at once', at(0), 7_000],
    ['in its turn when the time has passed', at(-MINUTE), 7_000],
    ['after a day when it may be in a year', at(365 * 86_400_000), 86_400_000],
  ])('is polled again %s', (_when, retryAt, checkAfterMs) => {
    const step = retryPoll(refused('RATE_LIMITED', retryAt), since(7_000), clock);
    expect(step).toEqual({ kind: 'pending', state: since(7_000), checkAfterMs });
  });

  test('is the end when no other response will come, or none has come for too long', () => {
    const final = refused('INVALID_CONTENT');
    expect(retryPoll(final, since(0), clock)).toBe(final);
    const passing = refused('RATE_LIMITED');
    expect(retryPoll(passing, since(30 * MINUTE + 1), clock)).toBe(passing);
  });
});
