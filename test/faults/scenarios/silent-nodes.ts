import { setTimeout as sleep } from 'node:timers/promises';
import { type Stage, serverOf, sized } from '../scenario.js';
import type { WorkerNode } from '../server.js';
import { type Absence, underLoad } from '../under-load.js';

const BETWEEN_MS = 8_000;

/** Each worker node for less and for longer than a statement may take, one after the other. */
async function inTurn(
  stage: Stage,
  absences: Absence[],
  begin: (node: WorkerNode) => Promise<void> | void,
  end: (node: WorkerNode) => Promise<void> | void,
): Promise<void> {
  const timesMs = sized(stage, { full: [4_000, 8_000, 40_000], quick: [6_000, 20_000], small: [4_000] });
  await sleep(BETWEEN_MS);
  for (const timeMs of timesMs) {
    for (const node of serverOf(stage).nodes) {
      stage.say(`${node.name} is silent for ${timeMs / 1000} s`);
      const from = Date.now();
      await begin(node);
      await sleep(timeMs);
      await end(node);
      absences.push({ node: node.name, from, to: Date.now() });
      await sleep(BETWEEN_MS);
    }
  }
}

/** A node whose disk stands still: its kernel accepts connections and bytes, and nobody answers. */
export const pausedNodes = underLoad({
  name: 'paused-nodes',
  title: 'Worker nodes are paused (SIGSTOP) in turn, for less and for longer than a statement may take',
  row: 'worker nodes paused',
  needsNodes: true,
  aheadMs: 5_000,
  everyMs: 2_000,
  fault: (_world, stage, absences) =>
    inTurn(
      stage,
      absences,
      ({ pause }) => pause(),
      ({ resume }) => resume(),
    ),
});

/** A network that loses everything, or a machine that is gone. */
export const silentNodes = underLoad({
  name: 'silent-nodes',
  title: 'Worker nodes are off the network in turn, for less and for longer than a statement may take',
  row: 'worker nodes off the network',
  needsNodes: true,
  aheadMs: 5_000,
  everyMs: 2_000,
  fault: (_world, stage, absences) =>
    inTurn(
      stage,
      absences,
      ({ cut }) => cut(),
      ({ restore }) => restore(),
    ),
});
