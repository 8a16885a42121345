import { setTimeout as sleep } from 'node:timers/promises';
import { count, untilEnded } from '../counting.js';
import { type Kind, makeAuthor, type Post } from '../posting.js';
import { inWorld, rowOf, type Scenario, sized } from '../scenario.js';

/** The response to the first post of an account is slow; the request of the second is lost before the platform stores it. */
const SLOW_MS = 1_500;
/** The second post is due so long after the first: while that is open, and once it is stored. */
const GAPS_MS = [150, 8_000];
const FIRST_DUE_MS = 8_000;

/** Two posts of one text go to one account; of the second, nothing was stored. */
export const sharedAccounts: Scenario = {
  name: 'shared-accounts',
  title:
    'Two posts of one text to one account, by one user or two: the response to the first is slow, the second is lost or refused',
  run: (stage) =>
    inWorld(stage, {}, async (world) => {
      await world.startWorker('worker 1');
      await world.startWorker('worker 2');
      const kinds = sized<Kind[]>(stage, { full: ['simple', 'image', 'simple'], quick: ['simple'], small: ['simple'] });
      const gaps = sized(stage, { full: GAPS_MS, quick: [150], small: [150] });
      const sent = new Map<string, number>();
      /** Accounts on which nothing fails: where a platform refuses a repeat, that is enough. */
      const untouched = new Set<string>();
      world.traffic.handle = async ({ purpose, platform, accountId }, forward) => {
        if (purpose !== 'publish' || accountId === null || untouched.has(accountId)) return forward();
        const key = `${platform} ${accountId}`;
        const before = sent.get(key) ?? 0;
        sent.set(key, before + 1);
        if (before === 1) return null;
        const answer = await forward();
        if (before === 0) await sleep(SLOW_MS);
        return answer;
      };
      const posts: Post[] = [];
      for (const kind of kinds) {
        for (const gapMs of gaps) {
          for (const isFaulty of [true, false]) {
            const [first, second] = [await makeAuthor(world), await makeAuthor(world)];
            for (const other of [first, second]) {
              const dueAt = Date.now() + FIRST_DUE_MS;
              const pair = [
                ...(await first.post(kind, new Date(dueAt))),
                ...(await other.post(kind, new Date(dueAt + gapMs))),
              ];
              if (!isFaulty) for (const { accountId } of pair) untouched.add(accountId);
              posts.push(...pair);
            }
          }
        }
      }
      await untilEnded(world, posts, 90_000);
      return rowOf('one text, one account', await count(world, posts));
    }),
};
