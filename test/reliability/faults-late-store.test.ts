import { lateStore } from '../faults/scenarios/late-store.js';
import { expectGood } from './small-faults.js';

test(
  'a post that a platform stores after the time-out and the grace is found by a lookup right before the next attempt',
  () => expectGood(lateStore),
  // The scenario waits longer on a slow machine.
  600_000,
);
