import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxPlatform } from '../../../sandbox/sandbox.js';
import { count, untilEnded } from '../counting.js';
import type { Answer, Passed } from '../platform-proxy.js';
import { type Author, type Kind, makeAuthor, type Post } from '../posting.js';
import { inWorld, rowOf, type Scenario, sized, sum } from '../scenario.js';
import { slowness } from '../slowness.js';
import type { World } from '../world.js';

type Forward = () => Promise<Answer>;

const PAGE = '<!doctype html><html><body><h1>We will be back soon</h1></body></html>';

/** What comes instead of a response. Half of them when the platform has done what was requested. */
const FAULTS: Record<string, (forward: Forward) => Promise<Answer>> = {
  html: async () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: PAGE }),
  redirect: async () => ({ status: 302, headers: { location: 'http://127.0.0.1:9/login' }, body: '' }),
  async empty(forward) {
    await forward();
    return { status: 200, headers: {}, body: '' };
  },
  async 'cut off'(forward) {
    const { status, headers, body } = await forward();
    return { status, headers, body: body.length > 1 ? body.slice(0, body.length / 2) : '{"id":' };
  },
  /** A proxy or a firewall before the platform. */
  async 'not its own'(forward) {
    await forward();
    return { status: nextOdd(), headers: { 'content-type': 'text/html' }, body: PAGE };
  },
};

const ODD = [404, 418, 999];

/** Each in turn. */
function nextOdd(): number {
  const status = ODD.shift() ?? 404;
  ODD.push(status);
  return status;
}

/** Which request of an account meets the fault, counted from 0, and how many after it do. */
interface Hit {
  index: number;
  count: number;
  fault: string;
}

/** The longest waits for a platform that works on a file are left out: they poll the same again and again. */
const MAX_STEPS = 7;

/** How many requests a post takes, by platform. */
async function stepsOf(world: World, author: Author, kind: Kind): Promise<Map<SandboxPlatform, Passed[]>> {
  const posts = await author.post(kind);
  if (!(await untilEnded(world, posts, 60_000))) throw new Error('Without any fault, not every post was published');
  return new Map(
    posts.map(({ platform, accountId }) => [
      platform,
      world.traffic.passed.filter((passed) => passed.accountId === accountId).slice(0, MAX_STEPS),
    ]),
  );
}

/** A web page, nothing, half a response or a redirect, once at every step of every platform. */
export const unreadableAnswers: Scenario = {
  name: 'unreadable-answers',
  title:
    'A platform responds with HTML, nothing, half a response, a redirect or the page of a proxy (404, 418, 999): once, at every step',
  run: (stage) =>
    inWorld(stage, {}, async (world) => {
      await world.startWorker('worker 1');
      await world.startWorker('worker 2');
      const author = await makeAuthor(world, { isAlone: true });
      const kinds = sized<Kind[]>(stage, { full: ['simple', 'image'], quick: ['simple'], small: ['simple'] });
      const hits = new Map<string, Hit>();
      const seen = new Map<string, number>();
      const hitToPublish = new Set<string>();
      const posts: Post[] = [];
      /** So long the posts of a round take to be created. */
      const creationMs = 2_500 * slowness();
      world.traffic.handle = async ({ accountId, purpose }, forward) => {
        const hit = accountId === null ? undefined : hits.get(accountId);
        if (!hit || accountId === null) return forward();
        const index = seen.get(accountId) ?? 0;
        seen.set(accountId, index + 1);
        if (index < hit.index || index >= hit.index + hit.count) return forward();
        if (purpose === 'publish') hitToPublish.add(accountId);
        return FAULTS[hit.fault]?.(forward) ?? forward();
      };

      for (const kind of kinds) {
        const steps = await stepsOf(world, author, kind);
        const most = Math.max(...[...steps.values()].map(({ length }) => length));
        const publishAt = (platform: SandboxPlatform) =>
          steps.get(platform)?.findIndex(({ purpose }) => purpose === 'publish') ?? -1;
        /** The post of each platform that takes so many requests meets the fault at its request `index`. */
        const meet = async (index: (platform: SandboxPlatform) => number, hitCount: number, fault: string) => {
          const those = [...steps.keys()].filter((platform) => {
            const at = index(platform);
            return at >= 0 && at < (steps.get(platform)?.length ?? 0);
          });
          const made = await author.post(kind, new Date(Date.now() + creationMs), those);
          for (const post of made) {
            const { platform, accountId } = post;
            const at = index(platform);
            hits.set(accountId, { index: at, count: hitCount, fault });
            const step = steps.get(platform)?.[at];
            const also = hitCount > 1 ? ' and at the next' : '';
            posts.push({ ...post, about: `${fault} at ${step?.method} ${step?.path.slice(0, 80)}${also}` });
          }
        };
        for (const fault of Object.keys(FAULTS)) {
          for (let index = 0; index < most; index++) await meet(() => index, 1, fault);
          // The lookup that follows meets it, too.
          await meet(publishAt, 2, fault);
          await sleep(500);
        }
      }
      await untilEnded(world, posts, 90_000);
      const [toPublish, others] = [true, false].map((isHit) =>
        posts.filter(({ accountId }) => hitToPublish.has(accountId) === isHit),
      );
      const counts = [await count(world, toPublish ?? []), await count(world, others ?? [], { canBeUnknown: false })];
      return rowOf('unreadable answers', sum(counts));
    }),
};
