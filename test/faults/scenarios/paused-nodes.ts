import { setTimeout as sleep } from 'node:timers/promises';
import { serverOf, sized } from '../scenario.js';
import { underLoad } from '../under-load.js';

const BETWEEN_MS = 5_000;

/** A node whose disk or machine stands still: it accepts connections and bytes, and answers nothing. */
export const pausedNodes = underLoad({
  name: 'paused-nodes',
  title: 'Each worker node is paused (SIGSTOP), for less and for longer than a statement may take',
  row: 'worker nodes paused',
  needsNodes: true,
  mayRestart: true,
  aheadMs: 5_000,
  async fault(_world, stage) {
    const pausesMs = sized(stage, { full: [4_000, 8_000, 30_000], quick: [6_000], small: [4_000] });
    await sleep(BETWEEN_MS);
    for (const pauseMs of pausesMs) {
      for (const { name, pause, resume } of serverOf(stage).nodes) {
        stage.say(`${name} is paused for ${pauseMs / 1000} s`);
        pause();
        await sleep(pauseMs);
        resume();
        await sleep(BETWEEN_MS);
      }
    }
  },
});
