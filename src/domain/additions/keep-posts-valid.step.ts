import { isDeepStrictEqual } from 'node:util';
import type { CpuQueue } from '../../foundation/concurrency/cpu-queue.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Block } from '../../platforms/port/rules.js';
import { MAX_CONTENT } from '../posts/state/post-bounds.js';
import { issuesOn, measure } from '../validation/validate-post.js';
import { additionsOfTargets, targetsInScope } from './addition.repository.js';
import { finishWith, type TargetAdditions } from './finish-text.js';
import type { SavedText, SavedTexts, TextsInScope } from './saved-texts.port.js';
import { scheduledTexts } from './scheduled-texts.repository.js';

export interface KeepPostsValidNeeds {
  blocks: Readonly<Record<Block, boolean>>;
  cpuQueue: CpuQueue;
  /** Those of other rooms, beside the texts of scheduled posts. */
  savedTexts: readonly SavedTexts[];
}

/** Texts of each source that one change checks. */
const MAX_CHECKED = 1_000;
/** Groups that the error names. */
const MAX_NAMED = 10;

type Additions = ReadonlyMap<string, TargetAdditions>;
type Broken = Record<SavedText['kind'], Set<string>>;

/**
 * Makes a change of what is added to texts, in the caller's transaction, which has them locked. SCHEDULED_POSTS_INVALID: a
 * platform would refuse a saved text that it takes without the change.
 */
export async function keepPostsValid(
  needs: KeepPostsValidNeeds,
  db: Db,
  of: TextsInScope,
  change: () => Promise<void>,
): Promise<void> {
  const targets = await targetsInScope(db, of);
  const read = async (): Promise<Additions> => {
    const set = await additionsOfTargets(db, targets);
    return new Map(set.map((additions, index) => [targets[index]?.platformId ?? '', additions]));
  };
  const before = await read();
  await change();
  const after = await read();
  if (isDeepStrictEqual(before, after)) return;
  const broken: Broken = { post: new Set(), recurrence: new Set(), feed: new Set() };
  for (const source of [scheduledTexts, ...needs.savedTexts]) {
    await check(needs, source(db, of), { before, after, broken });
  }
  refuse(broken);
}

async function check(
  { blocks, cpuQueue }: KeepPostsValidNeeds,
  pages: AsyncIterable<readonly SavedText[]>,
  { before, after, broken }: { before: Additions; after: Additions; broken: Broken },
): Promise<void> {
  const errorsOf = (saved: SavedText, set: TargetAdditions | undefined) => {
    const { platform, text, settings } = saved;
    const content = set ? (finishWith(set, saved)?.(text, 'post').text ?? text) : text;
    const measured = measure({ content, platforms: [platform], settings, media: [], blocks });
    const issues = issuesOn(measured, platform, () => undefined);
    return new Set(
      issues.filter(({ severity, field }) => severity === 'error' && field === 'content').map(({ code }) => code),
    );
  };
  const isBroken = (saved: SavedText) => {
    const had = errorsOf(saved, before.get(saved.platformId));
    return [...errorsOf(saved, after.get(saved.platformId))].some((code) => !had.has(code));
  };
  let checked = 0;
  for await (const page of pages) {
    for (const saved of page) {
      if (await cpuQueue(() => isBroken(saved), (2 * saved.text.length) / MAX_CONTENT))
        broken[saved.kind].add(saved.id);
    }
    checked += page.length;
    if (checked >= MAX_CHECKED) return;
  }
}

function refuse({ post, recurrence, feed }: Broken): void {
  const count = post.size + recurrence.size + feed.size;
  if (count === 0) return;
  throw new AppError('SCHEDULED_POSTS_INVALID', {
    count,
    postGroupIds: [...post].slice(0, MAX_NAMED),
    recurrenceIds: [...recurrence],
    feedIds: [...feed],
  });
}
