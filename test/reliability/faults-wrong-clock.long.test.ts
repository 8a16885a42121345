import { wrongClock } from '../faults/scenarios/wrong-clock.js';
import { expectGood } from './small-faults.js';

test(
  'a worker four minutes ahead that dies after the store leaves nothing behind that is posted twice, or never ends',
  () => expectGood(wrongClock),
  // The scenario waits longer on a slow machine.
  600_000,
);
