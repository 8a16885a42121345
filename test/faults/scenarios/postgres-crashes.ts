import { setTimeout as sleep } from 'node:timers/promises';
import { count, until, untilEnded } from '../counting.js';
import { secondsUntilItWorks } from '../load.js';
import { type Author, makeAuthor, type Post } from '../posting.js';
import { inWorld, rowOf, type Scenario, serverOf, sized } from '../scenario.js';
import { slowness } from '../slowness.js';
import { missed, type Subscriber, subscribe } from '../subscriber.js';

/** Three groups each, all of which one author's subscriber follows over one socket. */
const SETS_PER_SOCKET = 5;

const AWAY_MS = 1_500;
const BETWEEN_MS = 4_000;

export const postgresCrashes: Scenario = {
  name: 'postgres-crashes',
  title: 'Postgres is restarted (immediate) several times under load; subscribers follow every group',
  run: (stage) =>
    inWorld(stage, {}, async (world) => {
      const server = serverOf(stage);
      const crashes = sized(stage, { full: 5, quick: 2, small: 1 });
      const sets = sized(stage, { full: 15, quick: 5, small: 2 });
      await world.startWorker('worker 1');
      await world.startWorker('worker 2');
      const posts: Post[] = [];
      let author: Author | undefined;
      const subscribers: Subscriber[] = [];
      // Due all along the crashes, so that something happens at each.
      const first = Date.now() + 5_000 + sets * 2_000 * slowness();
      const spread = (crashes * (AWAY_MS + BETWEEN_MS)) / sets;
      for (let set = 0; set < sets; set++) {
        if (set % SETS_PER_SOCKET === 0) {
          author = await makeAuthor(world);
          subscribers.push(subscribe(world, author.account));
        }
        const made = (await author?.post('simple', new Date(first + set * spread))) ?? [];
        posts.push(...made);
        for (const groupId of new Set(made.map((post) => post.groupId))) subscribers.at(-1)?.follow(groupId);
      }
      await sleep(Math.max(0, first - Date.now()));
      for (let crash = 0; crash < crashes; crash++) {
        await sleep(BETWEEN_MS);
        stage.say(`crash ${crash + 1}`);
        await server.crash(AWAY_MS);
      }
      const recoverySeconds = await secondsUntilItWorks(world, posts);
      await untilEnded(world, posts, 90_000);
      await until(async () => (await missed(world, subscribers)).length === 0, 60_000);
      const problems = await missed(world, subscribers);
      for (const subscriber of subscribers) subscriber.close();
      return rowOf('Postgres crashes', await count(world, posts), { recoverySeconds, problems });
    }),
};
