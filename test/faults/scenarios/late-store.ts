import { setTimeout as sleep } from 'node:timers/promises';
import { count, until, untilEnded } from '../counting.js';
import { makeAuthor, type Post } from '../posting.js';
import { inWorld, rowOf, type Scenario, sized } from '../scenario.js';
import type { World } from '../world.js';

/** After it was decided that nothing is there, and before the next attempt. */
const LATER_MS = 1_000;
const RETRY_MS = 12_000;

const hasDecided = async (world: World, platform: string, accountId: string): Promise<boolean> => {
  const ended = await world.db.query(
    `SELECT 1 FROM publish_attempts a JOIN platform_posts p ON p.id = a.post_id
      WHERE p.platform = $1 AND p.account_id = $2 AND a.outcome IS NOT NULL`,
    [platform, accountId],
  );
  return ended.length > 0;
};

/** A platform stores a post after everybody has stopped waiting: a lookup has found nothing, and the next attempt is due. */
export const lateStore: Scenario = {
  name: 'late-store',
  title: 'A platform stores after the time-out and the grace, when a lookup has found nothing',
  run: (stage) => {
    const env = {
      PUBLISH_TIMEOUT_MS: '2000',
      PUBLISH_GRACE_MS: '500',
      PUBLISH_RETRY_DELAYS_MS: Array(4).fill(RETRY_MS).join(','),
    };
    return inWorld(stage, { env }, async (world) => {
      const sets = sized(stage, { full: 4, quick: 2, small: 1 });
      await world.startWorker('worker 1');
      await world.startWorker('worker 2');
      const met = new Set<string>();
      world.traffic.handle = async ({ purpose, platform, accountId }, forward, gone) => {
        if (purpose !== 'publish' || accountId === null || met.has(accountId)) return forward();
        met.add(accountId);
        await gone;
        await until(() => hasDecided(world, platform, accountId), 60_000, 300);
        await sleep(LATER_MS);
        await forward();
        return null;
      };
      const author = await makeAuthor(world, { isAlone: true });
      const posts: Post[] = [];
      for (let set = 0; set < sets; set++) {
        posts.push(...(await author.post('simple')));
        if (stage.size !== 'small') posts.push(...(await author.post('image')));
      }
      await untilEnded(world, posts, 90_000);
      // All delayed requests have arrived.
      await sleep(2 * LATER_MS);
      return rowOf('platform stores late', await count(world, posts));
    });
  },
};
