import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxPlatform } from '../../../sandbox/sandbox.js';
import { count, untilEnded } from '../counting.js';
import type { Answer } from '../platform-proxy.js';
import { makeAuthor, type Post } from '../posting.js';
import { inWorld, rowOf, type Scenario, sized } from '../scenario.js';

const PLATFORMS: SandboxPlatform[] = ['microblog', 'threadtalk', 'socialpage', 'skyfeed', 'fediverse'];
const RESET_MS = 100;
/** Less than a request may be in flight: the time-out of the suite, and the grace. */
const LATE_MS = 12_000;
/** The list that the lookup of a platform reads. */
const LIST = /published_posts|\/me\/threads|\/tweets|\/statuses(\?|$)/;

/** The list without anything. */
function emptied(answer: Answer): Answer {
  const list = JSON.parse(answer.body) as unknown[] | { meta?: object; paging?: object };
  const empty = Array.isArray(list) ? [] : { data: [], ...(list.meta && { meta: { result_count: 0 } }) };
  return { ...answer, body: JSON.stringify(empty) };
}

/** A load balancer drops a connection, and the platform goes on: it stores, or lists, what it was sent much later. */
export const earlyReset: Scenario = {
  name: 'early-reset',
  title: 'A connection breaks after 0.1 s, and the platform stores the post, or lists it, 12 s later',
  run: (stage) =>
    inWorld(stage, {}, async (world) => {
      await world.startWorker('worker 1');
      await world.startWorker('worker 2');
      const sets = sized(stage, { full: 3, quick: 1, small: 1 });
      const storesLate = new Set<string>();
      const sent = new Map<string, number>();
      const stored: Promise<unknown>[] = [];
      world.traffic.handle = async ({ purpose, platform, accountId, path }, forward) => {
        const key = `${platform} ${accountId}`;
        const sentAt = sent.get(key);
        if (purpose === 'publish' && sentAt === undefined) {
          sent.set(key, Date.now());
          const waitMs = accountId !== null && storesLate.has(accountId) ? LATE_MS : 0;
          stored.push(sleep(waitMs).then(forward));
          await sleep(RESET_MS);
          return null;
        }
        const answer = await forward();
        const isHidden =
          sentAt !== undefined && Date.now() < sentAt + LATE_MS && LIST.test(path) && answer.status === 200;
        return isHidden && purpose === 'lookup' ? emptied(answer) : answer;
      };
      const author = await makeAuthor(world, { isAlone: true });
      const posts: Post[] = [];
      for (let set = 0; set < sets; set++) {
        const late = await author.post('simple', new Date(Date.now() + 2_000), PLATFORMS);
        for (const { accountId } of late) storesLate.add(accountId);
        posts.push(...late, ...(await author.post('simple', new Date(Date.now() + 2_000), PLATFORMS)));
      }
      await untilEnded(world, posts, 90_000);
      await Promise.all(stored);
      return rowOf('early reset, late store or list', await count(world, posts));
    }),
};
