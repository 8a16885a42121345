import type { CpuQueue } from '../../foundation/concurrency/cpu-queue.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Addition, AllowedAdditions } from '../posts/state/additions.js';
import type { FinishTexts } from '../posts/state/finish-text.port.js';
import { textsOfTargets } from '../posts/state/overrides.js';
import { MAX_CONTENT } from '../posts/state/post-bounds.js';
import type { TextsOnPlatforms, TextsToFinish } from '../posts/state/post-validator.port.js';

/** A text of the longest takes a turn of the event loop. */
const SHARE_OF_CHARACTER = 1 / MAX_CONTENT;

export interface FinishNeeds {
  finishTexts: FinishTexts;
  cpuQueue: CpuQueue;
  clock: () => Date;
}

/** The texts of a post as they are published: a target to whose text something is added has its own. */
export type FinalTexts = (db: Db, post: TextsToFinish & { content: string }) => Promise<TextsOnPlatforms>;

export const makeFinalTexts =
  ({ finishTexts, cpuQueue, clock }: FinishNeeds): FinalTexts =>
  async (db, { userId, content, targets, ownTexts, allowed, scheduledTime }) => {
    const at = scheduledTime ?? clock();
    const finishes = await finishTexts(
      db,
      targets.map(({ platform, platformId }) => ({ userId, platform, platformId, at, ...allowed })),
    );
    const texts = new Map(ownTexts);
    const additions = new Map<string, readonly Addition[]>();
    for (const [index, { platformId }] of targets.entries()) {
      const finish = finishes[index];
      if (!finish) continue;
      const own = ownTexts.get(platformId);
      const written = own?.content ?? content;
      const finished = await cpuQueue(() => finish(written, 'post'), written.length * SHARE_OF_CHARACTER);
      if (finished.additions.length === 0) continue;
      texts.set(platformId, { ...own, content: finished.text });
      additions.set(platformId, finished.additions);
    }
    const { platforms, overrides } = textsOfTargets(content, targets, texts);
    return {
      platforms,
      overrides: overrides.map((override) => ({
        ...override,
        additions: additions.get(override.platformIds[0] ?? '') ?? [],
      })),
    };
  };

/** The same of a post that is written for platforms: what is added for any of their accounts. */
export async function finalTextsOnPlatforms(
  { finishTexts, cpuQueue, clock }: FinishNeeds,
  db: Db,
  post: { userId: string; content: string; platforms: readonly string[]; allowed: AllowedAdditions },
): Promise<TextsOnPlatforms> {
  const { userId, content, allowed } = post;
  const platforms = [...new Set(post.platforms)];
  const targets = platforms.map((platform) => ({ userId, platform, platformId: null, at: clock(), ...allowed }));
  const finishes = await finishTexts(db, targets);
  const texts: TextsOnPlatforms = { platforms: [], overrides: [] };
  for (const [index, platform] of platforms.entries()) {
    const finish = finishes[index];
    const finished = finish && (await cpuQueue(() => finish(content, 'post'), content.length * SHARE_OF_CHARACTER));
    if (!finished?.additions.length) texts.platforms.push(platform);
    else texts.overrides.push({ platform, platformIds: [], content: finished.text, additions: finished.additions });
  }
  return texts;
}
