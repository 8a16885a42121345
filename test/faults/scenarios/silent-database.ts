import { setTimeout as sleep } from 'node:timers/promises';
import { sized } from '../scenario.js';
import { underLoad } from '../under-load.js';

/** A failover or a NAT time-out: sessions die without a FIN. Then the database is unreachable for a while. */
export const silentDatabase = underLoad({
  name: 'silent-database',
  title: 'The database falls silent: sessions die without a FIN, then nothing passes for a while',
  row: 'silent database',
  mayRestart: true,
  async fault(world, stage) {
    const { beforeMs, forgottenMs, silentMs } = sized(stage, {
      full: { beforeMs: 8_000, forgottenMs: 25_000, silentMs: 40_000 },
      quick: { beforeMs: 4_000, forgottenMs: 15_000, silentMs: 20_000 },
      small: { beforeMs: 1_000, forgottenMs: 3_000, silentMs: 3_000 },
    });
    await sleep(beforeMs);
    stage.say('sessions are forgotten');
    for (const { database } of world.members) database.forget();
    await sleep(forgottenMs);
    stage.say(`silent for ${silentMs / 1000} s`);
    for (const { database } of world.members) database.freeze();
    await sleep(silentMs);
    for (const { database } of world.members) database.thaw();
    stage.say('back');
  },
});
