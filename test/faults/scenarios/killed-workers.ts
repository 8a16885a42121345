import { setTimeout as sleep } from 'node:timers/promises';
import { count, untilEnded } from '../counting.js';
import { startLoad } from '../load.js';
import { inWorld, rowOf, type Scenario, sized } from '../scenario.js';

/** kill -9 at random moments under load, on all platforms. */
export const killedWorkers: Scenario = {
  name: 'killed-workers',
  title: 'Workers are killed with -9 at random moments under load',
  run: (stage) => {
    const env = { PUBLISH_TIMEOUT_MS: '3000', PUBLISH_GRACE_MS: '500', WORKER_HEARTBEAT_SECONDS: '10' };
    return inWorld(stage, { env }, async (world) => {
      const kills = sized(stage, { full: 14, quick: 4, small: 2 });
      const most = sized(stage, { full: 300, quick: 60, small: 20 });
      const workers = [await world.startWorker('worker 1'), await world.startWorker('worker 2')];
      const loads = [
        await startLoad(world, { everyMs: 500, most }),
        await startLoad(world, { everyMs: 1_000, most, kind: 'image' }),
      ];
      for (let kill = 0; kill < kills; kill++) {
        await sleep(1_000 + Math.random() * 2_000);
        const victim = workers.shift();
        if (victim) await world.end(victim, 'kill');
        workers.push(await world.startWorker(`worker ${kill + 3}`));
      }
      for (const load of loads) await load.stop();
      const posts = loads.flatMap((load) => load.posts);
      stage.say(`${kills} workers killed, ${posts.length} posts accepted`);
      await untilEnded(world, posts, 120_000);
      return rowOf('workers killed at random', await count(world, posts));
    });
  },
};
