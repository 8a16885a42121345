import { setTimeout as sleep } from 'node:timers/promises';
import { clockTool } from '../clock.js';
import { count, until, untilEnded } from '../counting.js';
import { makeAuthor, type Post } from '../posting.js';
import { inWorld, rowOf, type Scenario, type Stage, sized } from '../scenario.js';
import type { World } from '../world.js';

const OFF = 240;
/** So long for all posts to be stored, from the first; then the worker dies. */
const GATHER_MS = 4_000;

/** How far the clocks of the worker that dies and of the one that takes over are ahead, in seconds. */
type Clocks = [dies: number, takesOver: number];

/** A worker dies when the platforms have stored its posts and it has recorded none; another takes over. */
async function round(world: World, stage: Stage, [dies, takesOver]: Clocks, sets: number): Promise<Post[]> {
  stage.say(`clocks: the worker that dies ${dies} s, the one that takes over ${takesOver} s (${clockTool})`);
  const author = await makeAuthor(world);
  const first = await world.startWorker(`the worker that dies, ${dies} s off`, { clockSeconds: dies });
  let stored = 0;
  let isDead = false;
  let firstAt = 0;
  let die = () => {};
  const dead = new Promise<null>((resolve) => {
    die = () => resolve(null);
  });
  world.traffic.handle = async ({ purpose }, forward) => {
    const answer = await forward();
    if (purpose !== 'publish' || isDead) return answer;
    stored += 1;
    firstAt ||= performance.now();
    return dead;
  };
  const dueAt = new Date(Date.now() + 3_000);
  const posts: Post[] = [];
  for (let set = 0; set < sets; set++) posts.push(...(await author.post('simple', dueAt)));
  const isOver = () => stored === posts.length || (firstAt > 0 && performance.now() - firstAt > GATHER_MS);
  await until(isOver, 30_000);
  isDead = true;
  await world.end(first, 'kill');
  die();
  stage.say(`killed with ${stored} of ${posts.length} posts stored`);
  const second = await world.startWorker(`the worker that takes over, ${takesOver} s off`, { clockSeconds: takesOver });
  await untilEnded(world, posts, 60_000);
  await sleep(1_000);
  await world.end(second, 'stop');
  return posts;
}

/** Workers whose clocks are four minutes off, and one that dies before it has recorded what the platforms stored. */
export const wrongClock: Scenario = {
  name: 'wrong-clock',
  title: 'A worker 4 minutes ahead (or behind) is killed between the store and its outcome; another takes over',
  run: (stage) => {
    const env = { PUBLISH_TIMEOUT_MS: '10000', PUBLISH_GRACE_MS: '1000', WORKER_HEARTBEAT_SECONDS: '10' };
    return inWorld(stage, { env }, async (world) => {
      const rounds = sized<Clocks[]>(stage, {
        full: [
          [OFF, 0],
          [-OFF, 0],
          [0, OFF],
          [0, -OFF],
        ],
        quick: [
          [OFF, 0],
          [0, OFF],
        ],
        small: [[OFF, 0]],
      });
      const sets = sized(stage, { full: 3, quick: 1, small: 1 });
      const posts: Post[] = [];
      for (const clocks of rounds) posts.push(...(await round(world, stage, clocks, sets)));
      return rowOf('worker with a wrong clock dies', await count(world, posts));
    });
  },
};
