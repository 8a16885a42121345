import { count, until, untilEnded } from '../counting.js';
import { makeAuthor, type Post } from '../posting.js';
import { inWorld, rowOf, type Scenario, sized } from '../scenario.js';

/** An owner disconnects an account that acts up: the response was lost, and the platform cannot be asked. */
export const disconnected: Scenario = {
  name: 'disconnected',
  title: 'An account is disconnected after a response was lost and before a lookup succeeds',
  run: (stage) =>
    inWorld(stage, {}, async (world) => {
      await world.startWorker('worker 1');
      await world.startWorker('worker 2');
      const sets = sized(stage, { full: 4, quick: 2, small: 1 });
      const sent = new Set<string>();
      world.traffic.handle = async ({ purpose, platform, accountId }, forward) => {
        const key = `${platform} ${accountId}`;
        if (purpose === 'publish') {
          sent.add(key);
          await forward();
          return null;
        }
        return sent.has(key) ? { status: 503, headers: {}, body: '' } : forward();
      };
      const author = await makeAuthor(world, { isAlone: true });
      const posts: Post[] = [];
      for (let set = 0; set < sets; set++) posts.push(...(await author.post('simple', new Date(Date.now() + 1_000))));
      await until(() => sent.size === posts.length, 120_000);
      await world.db.query('DELETE FROM connections WHERE user_id = $1', [author.account.userId]);
      await untilEnded(world, posts, 90_000);
      const counted = await count(world, posts, { canBeUnknown: 'anywhere' });
      return rowOf('disconnected while the outcome is open', counted);
    }),
};
