import { setTimeout as sleep } from 'node:timers/promises';
import { count, untilEnded } from '../counting.js';
import { makeAuthor, type Post } from '../posting.js';
import { inWorld, rowOf, type Scenario, sized } from '../scenario.js';
import type { World } from '../world.js';

/** What the platform says of when its limit ends, while it goes on. Nothing: its response has no headers of limits. */
const RESETS = { now: 0, 'a minute ago': -60, nothing: 0 } as const;
type Reset = keyof typeof RESETS;

/** Waits of 5, 10, 20 … seconds: so many attempts start within `seconds`, with one to spare. */
function mostAttempts(seconds: number): number {
  let attempts = 1;
  for (let [at, wait] = [5, 10]; at <= seconds; at += wait, wait *= 2) attempts += 1;
  return attempts + 1;
}

/** Of a post that is created, waits and is published; one more for what each attempt may have to say. */
const LOG_ENTRIES = 8;

const logEntries = (world: World, { groupId, platformId }: Post) =>
  world.db.query(
    `SELECT 1 FROM post_logs l JOIN platform_posts p ON p.id = l.post_id WHERE p.group_id = $1 AND p.platform_id = $2`,
    [groupId, platformId],
  );

/** A limit that goes on although its reset has passed, or is not reported: what is sent and logged stays small. */
export const rateLimits: Scenario = {
  name: 'rate-limits',
  title: 'A rate limit lasts 30 s, and its reset is now, in the past, or not reported',
  run: (stage) =>
    inWorld(stage, { env: { PUBLISH_RATE_LIMIT_WAIT_MS: '5000' } }, async (world) => {
      const seconds = sized(stage, { full: 30, quick: 16, small: 8 });
      const resets = sized<Reset[]>(stage, {
        full: ['now', 'a minute ago', 'nothing'],
        quick: ['now', 'nothing'],
        small: ['now'],
      });
      await world.startWorker('worker 1');
      const author = await makeAuthor(world, { isAlone: true });
      const dueAt = new Date(Date.now() + 2_000 + 2_000 * resets.length);
      const posts: Post[] = [];
      const withoutReset = new Set<string>();
      for (const reset of resets) {
        const made = await author.post('simple', dueAt);
        for (const { platform, accountId } of made) {
          if (reset === 'nothing') withoutReset.add(accountId);
          world.sandbox.setFault({ platform, accountId, kind: 'rate_limited', resetSeconds: RESETS[reset], times: 0 });
        }
        posts.push(...made);
      }
      world.traffic.handle = async ({ purpose, accountId }, forward) => {
        const answer = await forward();
        const saysNothing = purpose === 'publish' && accountId !== null && withoutReset.has(accountId);
        if (!saysNothing || answer.status < 400) return answer;
        // The body identifies a limit of the platform, not of a gateway.
        return { ...answer, headers: { 'content-type': 'application/json' } };
      };
      await sleep(Math.max(0, dueAt.getTime() - Date.now()) + seconds * 1000);
      world.sandbox.clearFaults();

      const problems: string[] = [];
      const most = mostAttempts(seconds);
      for (const post of posts) {
        const requests = world.traffic.passed.filter(
          ({ accountId, purpose }) => accountId === post.accountId && purpose === 'publish',
        );
        const entries = await logEntries(world, post);
        if (requests.length > most || entries.length > LOG_ENTRIES + most) {
          problems.push(
            `${post.platform}: ${requests.length} publishing requests and ${entries.length} log entries in ${seconds} s`,
          );
        }
      }
      await untilEnded(world, posts, 90_000);
      return rowOf('rate limit without a useful reset', await count(world, posts, { canBeUnknown: false }), {
        problems,
      });
    }),
};
