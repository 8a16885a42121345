import fc from 'fast-check';
import { countAttempt, nextAttempt } from '../../src/domain/webhooks/webhook.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** The delays by default. */
const delaysMs = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE];
const SHORTEST_PLAN = 0.8 * (10 * SECOND + MINUTE + 5 * MINUTE + 30 * MINUTE);

const fresh = { isActive: true, failureCount: 0, failuresCountFrom: null as Date | null };
type Counted = typeof fresh;
const fail = (webhook: Counted, startedAt: number, endedAt = startedAt) =>
  countAttempt(webhook, { succeeded: false, startedAt: new Date(startedAt) }, { delaysMs, now: new Date(endedAt) });
const succeed = (webhook: Counted, at: number) =>
  countAttempt(webhook, { succeeded: true, startedAt: new Date(at) }, { delaysMs, now: new Date(at) });

/** Runs a webhook whose receiver is down: each delivery keeps to the plan from its event on; when it was disabled. */
function outage(deliveries: { at: number; durationMs: number; jitter: number[] }[]) {
  const due = deliveries.map((delivery) => ({ ...delivery, failures: 0 }));
  const underWay: { endsAt: number; startedAt: number; of: (typeof due)[number] }[] = [];
  let webhook = fresh;
  const ends: { failures: number; at: number }[] = [];
  while (webhook.isActive && (due.length > 0 || underWay.length > 0)) {
    due.sort((a, b) => a.at - b.at);
    underWay.sort((a, b) => a.endsAt - b.endsAt);
    const [next] = due;
    const [ending] = underWay;
    if (next && (!ending || next.at < ending.endsAt)) {
      due.shift();
      underWay.push({ of: next, startedAt: next.at, endsAt: next.at + next.durationMs });
    } else if (ending) {
      underWay.shift();
      const { of: delivery, startedAt, endsAt } = ending;
      webhook = fail(webhook, startedAt, endsAt);
      const random = delivery.jitter[delivery.failures] ?? 0;
      const again = nextAttempt(
        { isTest: false, failures: delivery.failures },
        { delaysMs, now: new Date(endsAt), random },
      );
      delivery.failures += 1;
      ends.push({ failures: delivery.failures, at: endsAt });
      if (again) due.push({ ...delivery, at: again.getTime() });
    }
  }
  return { webhook, offAt: ends.at(-1)?.at ?? 0, planEnds: ends.find(({ failures }) => failures === 5)?.at };
}

const delivery = (at: fc.Arbitrary<number>) =>
  fc.record({
    at,
    durationMs: fc.integer({ min: 0, max: 10 * SECOND }),
    jitter: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
  });

test('the failures of a single delivery are the five steps, with any jitter of its retries', () =>
  fc.assert(
    fc.property(delivery(fc.constant(0)), (only) => {
      const { webhook, offAt, planEnds } = outage([only]);
      expect(webhook).toMatchObject({ isActive: false, failureCount: 5 });
      expect(offAt).toBe(planEnds);
    }),
  ));

test('a busy account’s webhook is off after no less than the shortest plan, and by the end of the first delivery’s plan', () =>
  fc.assert(
    fc.property(
      delivery(fc.constant(0)),
      fc.array(delivery(fc.integer({ min: 0, max: 50 * MINUTE })), { maxLength: 200 }),
      (first, others) => {
        const alone = outage([first]).offAt;
        const { webhook, offAt } = outage([first, ...others]);
        expect(webhook).toMatchObject({ isActive: false, failureCount: 5 });
        expect(offAt).toBeGreaterThanOrEqual(SHORTEST_PLAN - 4);
        expect(offAt).toBeLessThanOrEqual(alone);
      },
    ),
  ));

test('a hundred failures in the same moment are one', () => {
  let webhook = fresh;
  for (let failure = 0; failure < 100; failure++) webhook = fail(webhook, failure, failure + 5);
  expect(webhook).toMatchObject({ isActive: true, failureCount: 1 });
});

test('any success sets the count to 0, and the next failure counts at once', () => {
  const four = [0, MINUTE, 10 * MINUTE, 30 * MINUTE].reduce((webhook, at) => fail(webhook, at), fresh);
  expect(four.failureCount).toBe(4);
  const healthy = succeed(four, 31 * MINUTE);
  expect(healthy).toEqual(fresh);
  expect(fail(healthy, 31 * MINUTE + 1).failureCount).toBe(1);
});

test('attempts that are under way when it is disabled do not count on top of the five', () => {
  const off = { isActive: false, failureCount: 5, failuresCountFrom: null };
  expect(fail(off, 0)).toEqual(off);
});

test('a webhook that is enabled with five failures is disabled again at the next', () => {
  const on = { isActive: true, failureCount: 5, failuresCountFrom: new Date(MINUTE) };
  expect(fail(on, MINUTE - 1)).toEqual(on);
  expect(fail(on, MINUTE)).toMatchObject({ isActive: false, failureCount: 6 });
});
