import { rateLimits } from '../faults/scenarios/rate-limits.js';
import { expectGood } from './small-faults.js';

test(
  'a rate limit whose reset is now, while it goes on, causes a handful of requests and fills no log',
  () => expectGood(rateLimits),
  // The scenario waits longer on a slow machine.
  600_000,
);
