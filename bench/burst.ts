import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxPlatform, SandboxPost } from '../sandbox/sandbox.js';

/** A post that is to go out at a moment, epoch milliseconds. */
export interface Due {
  platform: SandboxPlatform;
  at: number;
  text: string;
}

/** Posts of one run. The text has run and moment, so that the sandbox's timeline is all that is needed to measure. */
export const makeBurst = (run: string, platforms: readonly SandboxPlatform[], moments: readonly number[]): Due[] =>
  moments.map((at, i) => ({
    platform: platforms[i % platforms.length] as SandboxPlatform,
    at: Math.round(at),
    text: `Bench ${run}: due ${Math.round(at)}, number ${i}`,
  }));

export interface Arrivals {
  /** Arrival minus due time, one per post. */
  latenessMs: number[];
  /** When the first one came, epoch milliseconds. */
  first: number;
  /** Posts that came more often than once. */
  doubles: number;
}

const LOOK_MS = 100;

/** Waits until the sandbox has every post of a run; to be called before the first is due. */
export async function awaitArrivals(sandboxUrl: string, run: string, count: number, until: number): Promise<Arrivals> {
  const before = await total(sandboxUrl);
  for (;;) {
    // A cheap question while the sandbox is busy; the whole timeline only when it may hold everything.
    if ((await total(sandboxUrl)) >= before + count) {
      const { posts } = await timeline(sandboxUrl, 100_000);
      const found = posts.map((post) => ({ post, due: dueOf(post, run) })).filter(({ due }) => due !== undefined);
      const distinct = new Set(found.map(({ post }) => post.text)).size;
      if (distinct >= count) {
        const latenessMs = found.map(({ post, due = 0 }) => Date.parse(post.receivedAt) - due);
        const first = Math.min(...found.map(({ post }) => Date.parse(post.receivedAt)));
        return { latenessMs, first, doubles: found.length - distinct };
      }
    }
    if (Date.now() > until) throw new Error(`${run}: the posts did not all arrive in time`);
    await pause(LOOK_MS);
  }
}

const total = async (url: string) => Object.values((await timeline(url, 1)).totals).reduce((sum, one) => sum + one, 0);

const dueOf = (post: SandboxPost, run: string): number | undefined => {
  const found = /^Bench (.+): due (\d+), number \d+$/.exec(post.text);
  return found?.[1] === run ? Number(found[2]) : undefined;
};

async function timeline(url: string, limit: number): Promise<{ posts: SandboxPost[]; totals: Record<string, number> }> {
  const answer = await fetch(`${url}/timeline.json?limit=${limit}`);
  return (await answer.json()) as { posts: SandboxPost[]; totals: Record<string, number> };
}
