import type { CpuQueue } from '../../foundation/concurrency/cpu-queue.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Block } from '../../platforms/port/rules.js';
import { MAX_CONTENT } from '../posts/state/post-bounds.js';
import { issuesOn, measure } from '../validation/validate-post.js';
import { additionsOfTargets, type LinkScope } from './addition.repository.js';
import { finishWith, type TargetAdditions } from './finish-text.js';
import { type ScheduledPost, scheduledPosts, scheduledTargets } from './scheduled-posts.repository.js';

export interface KeepPostsValidNeeds {
  blocks: Readonly<Record<Block, boolean>>;
  cpuQueue: CpuQueue;
}

/** Posts that one change checks; a later one is published without what its platform would not take. */
const MAX_CHECKED = 1_000;
const AT_ONCE = 50;
/** Groups that the error names. */
const MAX_NAMED = 10;

/**
 * Makes a change of what is added to texts, in the caller's transaction. SCHEDULED_POSTS_INVALID: a platform would refuse the
 * text of a scheduled post that it takes without the change.
 */
export async function keepPostsValid(
  { blocks, cpuQueue }: KeepPostsValidNeeds,
  db: Db,
  of: { userId: string; scope: LinkScope },
  change: () => Promise<void>,
): Promise<void> {
  const targets = await scheduledTargets(db, of.userId, of.scope);
  const read = async () => {
    const set = await additionsOfTargets(db, targets);
    return new Map(targets.map(({ platformId }, index) => [platformId, set[index]]));
  };
  const before = targets.length > 0 ? await read() : new Map();
  await change();
  if (targets.length === 0) return;
  const after = await read();

  const errorsOf = (post: ScheduledPost, set: TargetAdditions | undefined) => {
    const { platform, text, settings, dueAt: at } = post;
    const content = set ? (finishWith(set, { ...post, at })?.(text, 'post').text ?? text) : text;
    const measured = measure({ content, platforms: [platform], settings, media: [], blocks });
    const issues = issuesOn(measured, platform, () => undefined);
    return new Set(
      issues.filter(({ severity, field }) => severity === 'error' && field === 'content').map(({ code }) => code),
    );
  };
  const isBroken = (post: ScheduledPost) => {
    const had = errorsOf(post, before.get(post.platformId));
    return [...errorsOf(post, after.get(post.platformId))].some((code) => !had.has(code));
  };

  const broken = new Set<string>();
  let last: ScheduledPost | null = null;
  for (let checked = 0; checked < MAX_CHECKED; checked += AT_ONCE) {
    const page: ScheduledPost[] = await scheduledPosts(db, of, last, AT_ONCE);
    for (const post of page) {
      if (await cpuQueue(() => isBroken(post), (2 * post.text.length) / MAX_CONTENT)) broken.add(post.groupId);
    }
    last = page.at(-1) ?? null;
    if (page.length < AT_ONCE) break;
  }
  if (broken.size > 0) {
    throw new AppError('SCHEDULED_POSTS_INVALID', {
      count: broken.size,
      postGroupIds: [...broken].slice(0, MAX_NAMED),
    });
  }
}
