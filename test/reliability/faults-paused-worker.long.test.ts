import { pausedWorker } from '../faults/scenarios/paused-worker.js';
import { expectGood } from './small-faults.js';

test(
  'a worker that was paused right before it sent sends nothing once another has taken over: no platform is sent a post twice',
  () => expectGood(pausedWorker),
  // The scenario waits longer on a slow machine.
  600_000,
);
