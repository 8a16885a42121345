import type { CpuQueue } from '../../foundation/concurrency/cpu-queue.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { type Block, rulesFor } from '../../platforms/port/rules.js';
import { findRules } from '../../platforms/rules-registry.js';
import type { Addition } from '../posts/state/additions.js';
import type { FinishText, FinishTexts, TextTarget } from '../posts/state/finish-text.port.js';
import { textsOfTargets } from '../posts/state/overrides.js';
import { firstCommentIn, type PlatformSettings } from '../posts/state/platform-settings.js';
import { MAX_CONTENT } from '../posts/state/post-bounds.js';
import type { TextsOnPlatforms, TextsToFinish } from '../posts/state/post-validator.port.js';
import { commentWithAdditions } from '../publishing/first-texts.js';

/** A text of the longest takes a turn of the event loop. */
const SHARE_OF_CHARACTER = 1 / MAX_CONTENT;

export interface FinishNeeds {
  finishTexts: FinishTexts;
  cpuQueue: CpuQueue;
  clock: () => Date;
}

/**
 * The texts of posts as they are published: a target to whose text something is added has its own. One query, and the texts
 * of one post at a time.
 */
export type FinalTexts = (db: Db, posts: readonly PostToFinish[]) => AsyncGenerator<TextsOnPlatforms>;

type PostToFinish = TextsToFinish & { content: string; settings: PlatformSettings };

/** What is added keeps no comment from being sent: it is left off then (first-texts.ts). */
const NOTHING_BLOCKED: Readonly<Record<Block, boolean>> = { threadtalkThreadsBlocked: false };

/** A first comment as it is sent; undefined: as it is written. */
function finishedComment(
  written: string | null,
  platform: string,
  settings: PlatformSettings,
  finish: FinishText,
): string | undefined {
  const all = findRules(platform);
  if (!written || !all) return undefined;
  const rules = rulesFor(all, settings[platform] ?? {});
  const finished = commentWithAdditions(written, finish, { platform, rules, blocks: NOTHING_BLOCKED });
  return finished === written ? undefined : finished;
}

export const makeFinalTexts = (needs: FinishNeeds): FinalTexts =>
  async function* (db, posts) {
    const targets = posts.map((post) => toTargets(post, post.scheduledTime ?? needs.clock()));
    const finishes = await needs.finishTexts(db, targets.flat());
    let first = 0;
    for (const post of posts) {
      const next = first + post.targets.length;
      yield finishPost(needs, post, finishes.slice(first, next));
      first = next;
    }
  };

/** The same of one post. */
export async function finalTextsOfPost(needs: FinishNeeds, db: Db, post: PostToFinish): Promise<TextsOnPlatforms> {
  const targets = toTargets(post, post.scheduledTime ?? needs.clock());
  return finishPost(needs, post, await needs.finishTexts(db, targets));
}

const toTargets = ({ userId, targets, allowed }: PostToFinish, at: Date): TextTarget[] =>
  targets.map(({ platform, platformId }) => ({ userId, platform, platformId, at, ...allowed }));

async function finishPost(
  { cpuQueue }: FinishNeeds,
  { content, settings, targets, ownTexts }: PostToFinish,
  finishes: readonly (FinishText | null)[],
): Promise<TextsOnPlatforms> {
  const texts = new Map(ownTexts);
  const additions = new Map<string, readonly Addition[]>();
  for (const [index, { platform, platformId }] of targets.entries()) {
    const finish = finishes[index];
    if (!finish) continue;
    const own = ownTexts.get(platformId);
    const written = own?.content ?? content;
    const finished = await cpuQueue(() => finish(written, 'post'), written.length * SHARE_OF_CHARACTER);
    const comment = own?.firstComment ?? firstCommentIn(settings[platform]);
    const firstComment = await cpuQueue(
      () => finishedComment(comment, platform, settings, finish),
      (comment?.length ?? 0) * SHARE_OF_CHARACTER,
    );
    if (finished.additions.length > 0 || firstComment !== undefined) {
      texts.set(platformId, { ...own, content: finished.text, ...(firstComment !== undefined && { firstComment }) });
      additions.set(platformId, finished.additions);
    }
  }
  const { platforms, overrides } = textsOfTargets(content, targets, texts);
  return {
    platforms,
    overrides: overrides.map((override) => ({
      ...override,
      additions: additions.get(override.platformIds[0] ?? '') ?? [],
    })),
  };
}

/** The same of a post that is written for platforms: what is added for any of their accounts. */
export async function finalTextsOnPlatforms(
  { finishTexts, cpuQueue, clock }: FinishNeeds,
  db: Db,
  post: Pick<PostToFinish, 'userId' | 'content' | 'settings' | 'allowed'> & { platforms: readonly string[] },
): Promise<TextsOnPlatforms> {
  const { userId, content, settings, allowed } = post;
  const platforms = [...new Set(post.platforms)];
  const targets = platforms.map((platform) => ({ userId, platform, platformId: null, at: clock(), ...allowed }));
  const finishes = await finishTexts(db, targets);
  const texts: TextsOnPlatforms = { platforms: [], overrides: [] };
  for (const [index, platform] of platforms.entries()) {
    const finish = finishes[index];
    if (!finish) {
      texts.platforms.push(platform);
      continue;
    }
    const { text, additions } = await cpuQueue(() => finish(content, 'post'), content.length * SHARE_OF_CHARACTER);
    const comment = firstCommentIn(settings[platform]);
    const firstComment = await cpuQueue(
      () => finishedComment(comment, platform, settings, finish),
      (comment?.length ?? 0) * SHARE_OF_CHARACTER,
    );
    if (additions.length === 0 && firstComment === undefined) texts.platforms.push(platform);
    else {
      const own = firstComment === undefined ? {} : { firstComment };
      texts.overrides.push({ platform, platformIds: [], content: text, ...own, additions });
    }
  }
  return texts;
}
