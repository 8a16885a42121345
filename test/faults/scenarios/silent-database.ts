import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseProxy } from '../database-proxy.js';
import { type Stage, serverOf, sized } from '../scenario.js';
import { underLoad } from '../under-load.js';
import type { World } from '../world.js';

/** A failover or a NAT time-out: sessions die without a FIN. Then what they led to is unreachable for a while. */
async function fallSilent(stage: Stage, connections: () => DatabaseProxy[]): Promise<void> {
  const { beforeMs, forgottenMs, silentMs } = sized(stage, {
    full: { beforeMs: 8_000, forgottenMs: 25_000, silentMs: 40_000 },
    quick: { beforeMs: 4_000, forgottenMs: 15_000, silentMs: 20_000 },
    small: { beforeMs: 1_000, forgottenMs: 3_000, silentMs: 3_000 },
  });
  await sleep(beforeMs);
  stage.say('sessions are forgotten');
  for (const way of connections()) way.forget();
  await sleep(forgottenMs);
  stage.say(`silent for ${silentMs / 1000} s`);
  for (const way of connections()) way.freeze();
  await sleep(silentMs);
  for (const way of connections()) way.thaw();
  stage.say('back');
}

export const silentDatabase = underLoad({
  name: 'silent-database',
  title: 'The database falls silent: sessions die without a FIN, then nothing passes for a while',
  row: 'silent database',
  mayRestart: true,
  fault: (world: World, stage) => fallSilent(stage, () => world.members.map(({ database }) => database)),
});

export const silentNodes = underLoad({
  name: 'silent-nodes',
  title: 'The worker nodes fall silent to the coordinator in the same way',
  row: 'silent worker nodes',
  needsNodes: true,
  mayRestart: true,
  fault: (_world, stage) => fallSilent(stage, () => serverOf(stage).nodes.map(({ connections }) => connections)),
});
