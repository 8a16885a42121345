import fc from 'fast-check';
import { afterFailure, MAX_ATTEMPTS } from '../../src/domain/publishing/retry-policy.js';
import { FAILURES, type Failure, type FailureCode } from '../../src/platforms/port/failure.js';

const now = new Date('2026-03-15T10:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const delaysMs = [5_000, 30_000, 120_000, 600_000];

const failure = (code: FailureCode, retryAt?: Date): Failure => ({
  code,
  message: 'x',
  outcome: 'rejected',
  platformError: null,
  ...(retryAt && { retryAt }),
});

const decide = (given: {
  failure: Failure;
  burnt?: number;
  random?: number;
  giveUpAt?: Date;
  waitsBefore?: number;
}) => {
  const { waitsBefore = 0, ...more } = given;
  const rateLimit = { firstWaitMs: 5_000, waitsBefore };
  return afterFailure({ burnt: 0, random: 0.5, giveUpAt: later(86_400_000), now, delaysMs, rateLimit, ...more });
};

const retryable = Object.keys(FAILURES).filter((code) => FAILURES[code as FailureCode].retryable) as FailureCode[];
const final = Object.keys(FAILURES).filter((code) => !FAILURES[code as FailureCode].retryable) as FailureCode[];

test.each(final)('%s is never tried again', (code) => {
  expect(decide({ failure: failure(code, later(1000)) })).toEqual({ kind: 'final' });
});

test.each(retryable.filter((code) => code !== 'RATE_LIMITED'))('%s is tried again after a growing delay', (code) => {
  const waits = delaysMs.map((_, burnt) => {
    const next = decide({ failure: failure(code), burnt });
    return next.kind === 'again' ? next.at.getTime() - now.getTime() : 0;
  });
  expect(waits).toEqual(delaysMs);
});

test('there is no sixth attempt', () => {
  expect(decide({ failure: failure('PLATFORM_SERVER_ERROR'), burnt: MAX_ATTEMPTS - 1 })).toEqual({ kind: 'final' });
});

test('a rate limit with a reset time waits for it and burns no attempt, however often', () => {
  const next = decide({ failure: failure('RATE_LIMITED', later(900_000)), burnt: MAX_ATTEMPTS - 1 });
  expect(next).toEqual({ kind: 'again', at: later(900_000), burnsAttempt: false });
});

test.each([
  ['missing', undefined],
  ['now', now],
  ['in the past', later(-3_600_000)],
])('a rate limit whose reset time is %s is waited for 5 s, 10 s, 20 s … up to a quarter of an hour', (_, retryAt) => {
  const waits = [0, 1, 2, 7, 8, 100].map((waitsBefore) => {
    const next = decide({ failure: failure('RATE_LIMITED', retryAt), waitsBefore });
    return next.kind === 'again' && !next.burnsAttempt ? next.at.getTime() - now.getTime() : null;
  });
  expect(waits).toEqual([5_000, 10_000, 20_000, 640_000, 900_000, 900_000]);
});

test('nothing is tried after the time at which the post is given up', () => {
  const giveUpAt = later(10_000);
  expect(decide({ failure: failure('RATE_LIMITED', later(10_001)), giveUpAt })).toEqual({ kind: 'final' });
});

test('the next attempt is never in the past and never before the platform allows it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...retryable),
      fc.integer({ min: -100_000, max: 100_000 }),
      fc.integer({ min: 0, max: MAX_ATTEMPTS }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (code, resetInMs, burnt, random) => {
        const next = decide({ failure: failure(code, later(resetInMs)), burnt, random });
        if (next.kind === 'final') return;
        expect(next.at.getTime()).toBeGreaterThanOrEqual(Math.max(now.getTime(), later(resetInMs).getTime()));
      },
    ),
  );
});
