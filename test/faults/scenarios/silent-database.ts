import { setTimeout as sleep } from 'node:timers/promises';
import { count, untilEnded } from '../counting.js';
import { secondsUntilItWorks, startLoad } from '../load.js';
import { inWorld, rowOf, type Scenario, sized } from '../scenario.js';

/** A failover or a NAT time-out: sessions die without a FIN. Then the database is unreachable for a while. */
export const silentDatabase: Scenario = {
  name: 'silent-database',
  title: 'The database falls silent: sessions die without a FIN, then nothing passes for a while',
  run: (stage) =>
    inWorld(stage, { mayRestart: true }, async (world) => {
      const { beforeMs, forgottenMs, silentMs } = sized(stage, {
        full: { beforeMs: 8_000, forgottenMs: 25_000, silentMs: 40_000 },
        quick: { beforeMs: 4_000, forgottenMs: 15_000, silentMs: 20_000 },
        small: { beforeMs: 1_000, forgottenMs: 3_000, silentMs: 3_000 },
      });
      await world.startWorker('worker 1');
      await world.startWorker('worker 2');
      const load = await startLoad(world, { everyMs: 1_000 });
      await sleep(beforeMs);
      stage.say('sessions are forgotten');
      for (const { database } of world.members) database.forget();
      await sleep(forgottenMs);
      stage.say(`silent for ${silentMs / 1000} s`);
      for (const { database } of world.members) database.freeze();
      await sleep(silentMs);
      for (const { database } of world.members) database.thaw();
      stage.say('back');
      const recoverySeconds = await secondsUntilItWorks(world, load.posts);
      await load.stop();
      await untilEnded(world, load.posts, 90_000);
      const problems =
        recoverySeconds === null ? ['nothing was published within 90 s after the database was back'] : [];
      return rowOf('silent database', await count(world, load.posts), { recoverySeconds, problems });
    }),
};
