import { setTimeout as sleep } from 'node:timers/promises';
import { count, untilEnded } from '../counting.js';
import { type Kind, makeAuthor, type Post } from '../posting.js';
import { inWorld, rowOf, type Scenario, sized } from '../scenario.js';

const BETWEEN_MS = 2_500;

/** Every third publishing request of an account meets one of them in turn. */
const FAULTS = ['lost before', 'lost after', '502 after'] as const;

/** Parts of posts are lost, and workers are killed between them. */
const lostParts = (kind: Kind, name: string, title: string): Scenario => ({
  name,
  title: `${title}, some of them with one text on one account: every third request is lost or fails, and workers are killed`,
  run: (stage) => {
    const env = { PUBLISH_TIMEOUT_MS: '3000', PUBLISH_GRACE_MS: '500', WORKER_HEARTBEAT_SECONDS: '10' };
    return inWorld(stage, { env }, async (world) => {
      const sets = sized(stage, { full: 8, quick: 2, small: 2 });
      const kills = sized(stage, { full: 6, quick: 1, small: 1 });
      const workers = [await world.startWorker('worker 1'), await world.startWorker('worker 2')];
      const sent = new Map<string, number>();
      world.traffic.handle = async ({ purpose, platform, accountId }, forward) => {
        if (purpose !== 'publish') return forward();
        const key = `${platform} ${accountId}`;
        const before = sent.get(key) ?? 0;
        sent.set(key, before + 1);
        if (before % 3 !== 1) return forward();
        const fault = FAULTS[Math.floor(before / 3) % FAULTS.length];
        if (fault === 'lost before') return null;
        await forward();
        return fault === 'lost after' ? null : { status: 502, headers: {}, body: '' };
      };
      const alone = await makeAuthor(world, { isAlone: true });
      const authors = [alone, alone, await makeAuthor(world), await makeAuthor(world)];
      const posts: Post[] = [];
      for (let set = 0; set < sets; set++) {
        for (const author of authors) posts.push(...(await author.post(kind, new Date(Date.now() + 1_000))));
      }
      for (let kill = 0; kill < kills; kill++) {
        await sleep(BETWEEN_MS);
        const victim = workers.shift();
        if (victim) await world.end(victim, 'kill');
        workers.push(await world.startWorker(`worker ${kill + 3}`));
      }
      await untilEnded(world, posts, 120_000);
      return rowOf(name, await count(world, posts));
    });
  },
});

export const threads = lostParts('thread', 'threads', 'Threads');

export const firstComments = lostParts('commented', 'first-comments', 'Posts with first comments');
