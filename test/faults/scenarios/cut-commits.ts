import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../counting.js';
import { serverOf, sized } from '../scenario.js';
import { underLoad } from '../under-load.js';

const HELD_WITHIN_MS = 10_000;
/** So long others begin that do not see it. */
const HELD_MS = 300;
const BETWEEN_MS = 700;

/** The coordinator loses its connection to a worker node when that has prepared a transaction, or is to commit it. */
export const cutCommits = underLoad({
  name: 'cut-commits',
  title: 'Connections of the coordinator to worker nodes are cut between the two phases of a commit, under load',
  row: 'commits cut between their phases',
  needsNodes: true,
  aheadMs: 1_000,
  async fault(world, stage) {
    const rounds = sized(stage, { full: 30, quick: 8, small: 2 });
    const gates = await Promise.all(serverOf(stage).nodes.map(({ openGate }) => openGate(world.db)));
    await sleep(2_000);
    let cuts = 0;
    for (let round = 0; round < rounds; round++) {
      for (const gate of gates) gate.hold(round % 2 === 0 ? 'prepare' : 'commit');
      await until(() => gates.some((gate) => gate.held() > 0), HELD_WITHIN_MS, 5);
      await sleep(HELD_MS);
      for (const gate of gates) {
        cuts += gate.held();
        gate.cut();
      }
      await sleep(BETWEEN_MS);
    }
    stage.say(`${cuts} commits were cut`);
    for (const gate of gates) gate.open();
  },
});
