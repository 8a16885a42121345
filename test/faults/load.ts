/** Clients that go on posting while something fails, and the time until it works again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { haveEnded } from './counting.js';
import { type Author, type Kind, makeAuthor, type Post } from './posting.js';
import type { World } from './world.js';

export interface Load {
  /** What was accepted so far. */
  posts: Post[];
  /** Creates that were refused, or had no response. */
  refused: number;
  stop(): Promise<void>;
}

/** A client does not wait for long while something fails. */
const CLIENT_WAITS_MS = 10_000;

/** One author fits 500 posts that wait. */
const POSTS_PER_AUTHOR = 400;

/**
 * Posts for all platforms again and again, `most` of them; what the API does not accept is left. `isAlone`: no two share their
 * accounts, so that one whose acceptance was lost counts nowhere.
 */
export async function startLoad(
  world: World,
  {
    everyMs,
    most = 300,
    kind = 'simple',
    aheadMs = 0,
    isAlone = false,
  }: { everyMs: number; most?: number; kind?: Kind; aheadMs?: number; isAlone?: boolean },
): Promise<Load> {
  // Before anything fails, and of the pod that is meant now.
  const authors: Author[] = [];
  while (authors.length * POSTS_PER_AUTHOR < most) {
    authors.push(await makeAuthor(world, { isAlone, withinMs: CLIENT_WAITS_MS }));
  }
  let isOver = false;
  const load: Load = {
    posts: [],
    refused: 0,
    async stop() {
      isOver = true;
      await running;
    },
  };
  const run = async (): Promise<void> => {
    while (!isOver && load.posts.length < most) {
      const author = authors[Math.floor(load.posts.length / POSTS_PER_AUTHOR)] as Author;
      const began = performance.now();
      try {
        // Each group by itself: that the one after it was refused does not take back that it was accepted.
        for (const platforms of GROUPS) {
          if (isOver) break;
          const posts = await author.post(kind, new Date(Date.now() + aheadMs), platforms);
          load.posts.push(...posts);
        }
      } catch {
        load.refused += 1;
      }
      await sleep(Math.max(50, everyMs - (performance.now() - began)));
    }
  };
  const running = run();
  return load;
}

const GROUPS = [
  ['microblog', 'network', 'threadtalk', 'socialpage', 'skyfeed', 'fediverse', 'messenger'],
  ['photogram', 'pinboard'],
  ['shortvideo', 'videohub'],
] as const;

/** Seconds until a new post was accepted and published; null: not within the limit. What was accepted is in `posts`. */
export async function secondsUntilItWorks(world: World, posts: Post[], withinMs = 90_000): Promise<number | null> {
  const began = performance.now();
  const author = await makeAuthor(world, { withinMs: CLIENT_WAITS_MS });
  for (;;) {
    const left = withinMs - (performance.now() - began);
    if (left <= 0) return null;
    const created = await author.post('simple', new Date(), ['fediverse']).catch(() => undefined);
    if (!created) {
      await sleep(100);
      continue;
    }
    posts.push(...created);
    return (await haveEnded(world, created, left)) ? (performance.now() - began) / 1000 : null;
  }
}
