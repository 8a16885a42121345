import { pino } from 'pino';
import { makeWatchdog, type Watchdog } from '../../jobs/watchdog.js';

const LIMIT = 30;

let did: string[];
let watchdog: Watchdog;

beforeEach(() => {
  jest.useFakeTimers();
  did = [];
  watchdog = makeWatchdog({
    limitSeconds: LIMIT,
    reconnect: () => did.push('reconnect'),
    giveUp: (reason) => did.push(reason),
    log: pino({ level: 'silent' }),
  });
});
afterEach(() => {
  watchdog.stop();
  jest.useRealTimers();
});

const pass = (seconds: number) => jest.advanceTimersByTime(seconds * 1000);

test('a loop in which no fetch settles gets new connections once, and then the process ends', () => {
  watchdog.watch('publish');
  pass(LIMIT - 1);
  expect(did).toEqual([]);
  pass(1);
  expect(did).toEqual(['reconnect']);
  pass(LIMIT - 1);
  expect(did).toEqual(['reconnect']);
  pass(1);
  expect(did).toEqual(['reconnect', expect.stringMatching(/^The publish loop has fetched nothing for 60 seconds/)]);
});

test('a loop that gets on over the new connections is left alone', () => {
  const pulse = watchdog.watch('publish');
  pass(LIMIT + 1);
  pulse.fetched();
  pass(LIMIT - 1);
  expect(did).toEqual(['reconnect']);
});

test('one loop does not count for another', () => {
  const busy = watchdog.watch('publish');
  watchdog.watch('webhook');
  for (let second = 0; second < LIMIT; second += 1) {
    busy.fetched();
    pass(1);
  }
  expect(did).toEqual(['reconnect']);
});

test('a fetch that fails has settled: the database is away, and the loop is there when it comes back', () => {
  const pulse = watchdog.watch('publish');
  for (let second = 0; second < 5 * LIMIT; second += 1) {
    pulse.failed();
    pass(1);
  }
  expect(did).toEqual([]);
  expect(watchdog.problem()).toBe('the publish loop has fetched nothing for 150 s');
  pulse.fetched();
  expect(watchdog.problem()).toBeUndefined();
});

test('time in which the process itself stood still counts for nothing', () => {
  watchdog.watch('publish');
  jest.setSystemTime(Date.now() + 10 * LIMIT * 1000);
  pass(1);
  expect(did).toEqual([]);
  expect(watchdog.problem()).toBeUndefined();
});
