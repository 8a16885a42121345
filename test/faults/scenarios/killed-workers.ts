import { setTimeout as sleep } from 'node:timers/promises';
import { count, until, untilEnded } from '../counting.js';
import { startLoad } from '../load.js';
import { inWorld, rowOf, type Scenario, sized } from '../scenario.js';
import { slowness } from '../slowness.js';
import type { World } from '../world.js';

/** A post with more attempts used than that, of its five, ends before the next worker is killed. */
const MOST_USED = 2;
const LEFT_TO_END_MS = 120_000;

const areAllFarFromFailing = async ({ db }: World): Promise<boolean> => {
  const near = `SELECT 1 FROM platform_posts WHERE attempt_count > $1 AND status NOT IN ('published', 'failed') LIMIT 1`;
  return (await db.query(near, [MOST_USED])).length === 0;
};

/** kill -9 at random moments under load, on all platforms. */
export const killedWorkers: Scenario = {
  name: 'killed-workers',
  title: 'Workers are killed with -9 at random moments under load',
  run: (stage) => {
    // On a slow machine, a worker needs longer than usual to send what it has begun.
    const timeoutMs = Math.round(3_000 * slowness());
    const env = { PUBLISH_TIMEOUT_MS: String(timeoutMs), PUBLISH_GRACE_MS: '500', WORKER_HEARTBEAT_SECONDS: '10' };
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
        await until(() => areAllFarFromFailing(world), LEFT_TO_END_MS, 200);
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
