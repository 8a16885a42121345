import { setTimeout as sleep } from 'node:timers/promises';
import { count, until, untilEnded } from '../counting.js';
import { secondsUntilItWorks, startLoad } from '../load.js';
import { inWorld, rowOf, type Scenario, serverOf, sized } from '../scenario.js';
import type { World } from '../world.js';

const isReady = async ({ apiUrl }: World): Promise<number> =>
  (await fetch(`${apiUrl}/health/ready`, { signal: AbortSignal.timeout(5_000) })).status;

/** A disk that is full, as far as a client of Postgres can tell: reads go on, and no write does. */
export const readOnlyDatabase: Scenario = {
  name: 'read-only-database',
  title: 'Nothing can be written for a while (as with a full disk), and reads go on',
  run: (stage) =>
    inWorld(stage, {}, async (world) => {
      const server = serverOf(stage);
      const forMs = sized(stage, { full: 25_000, quick: 15_000, small: 5_000 });
      const setReadOnly = async (isOn: boolean) => {
        await server.administer(`ALTER SYSTEM SET default_transaction_read_only = ${isOn ? 'on' : 'off'}`);
        await server.administer('SELECT pg_reload_conf()');
      };
      await world.startWorker('worker 1');
      await world.startWorker('worker 2');
      const problems: string[] = [];
      if (!(await until(async () => (await isReady(world)) === 200, 30_000))) {
        problems.push('/health/ready does not say 200 while all is well');
      }
      const load = await startLoad(world, { everyMs: 700, aheadMs: 3_000 });
      await sleep(3_000);
      await setReadOnly(true);
      const until503 = performance.now() + forMs;
      if (!(await until(async () => (await isReady(world)) === 503, forMs))) {
        problems.push('/health/ready does not say 503 while nothing can be written');
      }
      await sleep(Math.max(0, until503 - performance.now()));
      await setReadOnly(false);
      const recoverySeconds = await secondsUntilItWorks(world, load.posts);
      if (!(await until(async () => (await isReady(world)) === 200, 30_000))) {
        problems.push('/health/ready does not say 200 again');
      }
      await load.stop();
      stage.say(`${load.refused} creates refused`);
      await untilEnded(world, load.posts, 90_000);
      return rowOf('nothing can be written', await count(world, load.posts), { recoverySeconds, problems });
    }),
};
