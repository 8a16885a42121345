import { setTimeout as sleep } from 'node:timers/promises';
import { count, untilEnded } from '../counting.js';
import { secondsUntilItWorks, startLoad } from '../load.js';
import { inWorld, rowOf, type Scenario, sized } from '../scenario.js';

const END_ALL = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

/** Postgres ends sessions right after it has made them, again and again. No process ends by that. */
export const endedSessions: Scenario = {
  name: 'ended-sessions',
  title: 'Sessions are ended with FATAL right after they were made',
  run: (stage) =>
    inWorld(stage, {}, async (world) => {
      const rounds = sized(stage, { full: 12, quick: 4, small: 2 });
      await world.startWorker('worker 1');
      await world.startWorker('worker 2');
      const load = await startLoad(world, { everyMs: 1_000 });
      await sleep(2_000);
      for (let round = 0; round < rounds; round++) {
        // Those that were made before are ended too, so that new ones are wanted at once.
        for (const { database } of world.members) database.endNext(6);
        await world.db.query(END_ALL);
        await sleep(1_500);
      }
      for (const { database } of world.members) database.endNext(0);
      const recoverySeconds = await secondsUntilItWorks(world, load.posts);
      await load.stop();
      await untilEnded(world, load.posts, 60_000);
      const problems =
        recoverySeconds === null ? ['nothing was published within 90 s after the last session ended'] : [];
      return rowOf('sessions ended at birth', await count(world, load.posts), { recoverySeconds, problems });
    }),
};
