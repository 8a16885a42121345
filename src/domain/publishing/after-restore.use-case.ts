import { limitConcurrency } from '../../foundation/concurrency/limit-concurrency.js';
import { HOUR_MS } from '../../foundation/time/durations.js';
import { type SendGuard, SendRefused } from '../../platforms/kit/guarded-http.js';
import type { Failure } from '../../platforms/port/failure.js';
import type { Publisher, Session } from '../../platforms/port/platform.js';
import type { Block, PlatformRules } from '../../platforms/port/rules.js';
import type { LoadAccount } from '../accounts/load-account.use-case.js';
import { isAwaitingPredecessor, isPart, type PlatformPost } from '../posts/state/platform-post.js';
import { type EndedAttempt, failedForGood, newParts, published } from './attempt-changes.js';
import type { CommitRun } from './commit-runs.js';
import { firstSent } from './first-sent.js';
import { asStored, type FirstTexts, firstTexts } from './first-texts.js';
import type { PostToPublish, PublishStore } from './publish-store.js';
import { openPublisherSession, type PartLookup } from './publisher-session.js';
import { accountKey } from './whose-post.js';

/** What became of the platform posts that were due. */
export interface RestoredPosts {
  /** A lookup found them at their platforms. */
  published: number;
  /** SCHEDULE_MISSED: a lookup did not find them. */
  notFound: number;
  /** SCHEDULE_MISSED: the platform could not be asked. */
  notLookedUp: number;
}

/** Ends every platform post that was due at that time, or before, without sending anything. */
export type EndPostsOfBackup = (at: Date) => Promise<RestoredPosts>;

/** Where the list of due posts goes on. */
export interface DuePosition {
  dueAt: Date;
  id: string;
}

interface Needs {
  store: PublishStore;
  commitRun: CommitRun;
  clock: () => Date;
  loadAccount: LoadAccount;
  blocks: Readonly<Record<Block, boolean>>;
  /** Active posts due at a time or before, after a position, in the order of positions; a bounded number. */
  duePosts: (until: Date, after: DuePosition | null) => Promise<DuePosition[]>;
  findPlatform: (key: string) =>
    | {
        baseUrl: string | null;
        session: Session | null;
        openPublisher(guard: SendGuard): Publisher;
        rules: PlatformRules;
      }
    | undefined;
}

type Found = Extract<PartLookup, { kind: 'published' }> & { account: string };

const ACCOUNTS_AT_ONCE = 8;
/** A lookup considers posts that are a little older than the due time, because clocks differ. */
const TAKEN_WINDOW_MS = HOUR_MS;

/**
 * After a restored backup, a post that was due between the backup and the restore may have been published: the database
 * has forgotten it. Where a lookup finds it, it is published; else it fails as SCHEDULE_MISSED, and its owner decides
 * [waits/after-restore]. Only that a post is found proves something: what the attempt stored at the platform before it
 * published is forgotten, too.
 */
export const makeEndPostsOfBackup = (needs: Needs): EndPostsOfBackup => {
  const { store, duePosts } = needs;
  return async (at) => {
    const counts: RestoredPosts = { published: 0, notFound: 0, notLookedUp: 0 };
    const runLimited = limitConcurrency(ACCOUNTS_AT_ONCE);
    let page = await duePosts(at, null);
    while (page.length > 0) {
      const found = (await store.findPosts(page.map(({ id }) => id))).filter((post) => post !== undefined);
      // One after the other at each account: a native id that was found for a post is not that of another.
      const accounts = new Set(found.map(({ post }) => post.platformId));
      await Promise.all(
        [...accounts].map((account) =>
          runLimited(async () => {
            for (const one of found) if (one.post.platformId === account) await endThread(needs, one, counts);
          }),
        ),
      );
      page = await duePosts(at, page.at(-1) ?? null);
    }
    return counts;
  };
};

/** Ends a due post and the parts of its thread that follow it. */
async function endThread(needs: Needs, first: PostToPublish, counts: RestoredPosts): Promise<void> {
  let next: PostToPublish | undefined = first;
  const dueAt = first.post.dueAt ?? needs.clock();
  while (next) {
    const texts = await textsOf(needs, next, dueAt);
    const seen = await lookUp(needs, next, texts.parts[0] ?? '', dueAt);
    const following: PlatformPost | undefined =
      seen?.lookup.kind === 'published'
        ? await recordFound(needs, next, { ...seen.lookup, account: seen.account }, texts, counts)
        : await recordMissed(needs, next, seen?.lookup, counts);
    [next] = following ? await needs.store.findPosts([following.id]) : [];
  }
}

/** What the post is, or becomes. */
async function textsOf(
  { store, blocks, findPlatform }: Needs,
  { post, open, isSplit, text, firstComment, allowed }: PostToPublish,
  at: Date,
): Promise<FirstTexts> {
  const { userId, platform, platformId } = post;
  const rules = findPlatform(platform)?.rules;
  if (!rules || isSplit || open || post.firstAttemptAt || post.partIndex > 0) return asStored(text);
  const [finish = null] = await store.findFinishing([{ userId, platform, platformId, at, ...allowed }]);
  return firstTexts({ text, firstComment }, finish, { platform, rules, blocks });
}

/** Undefined: the platform could not be asked. */
async function lookUp(
  { store, loadAccount, findPlatform }: Needs,
  { post, open, earlier, settings, videoTimestamp, replyTo, threadId }: PostToPublish,
  text: string,
  dueAt: Date,
): Promise<{ lookup: PartLookup; account: string } | undefined> {
  const platform = findPlatform(post.platform);
  if (!platform) return undefined;
  const { baseUrl, session } = platform;
  const where = { userId: post.userId, platformId: post.platformId, baseUrl, session };
  const opened = await loadAccount(where);
  if (opened.kind !== 'open') return undefined;
  const at = post.firstAttemptAt ?? dueAt;
  const since = firstSent({ startedAt: at }, ...(open ? [open] : []), ...earlier);
  const account = accountKey(post, opened.account);
  const publisherSession = openPublisherSession({
    publisher: platform.openPublisher(NOTHING_IS_SENT),
    part: {
      ...{ key: post.id, at, text, media: [], card: null, settings, videoTimestamp, replyTo, threadId },
      ...(!isPart(post) && { isComment: true }),
    },
    since,
    opened,
    renew: session && (({ credentials }) => loadAccount({ ...where, refused: credentials })),
    activity: () => store.accountActivity(account, post.id, new Date(since.getTime() - TAKEN_WINDOW_MS)),
    // One post after the other is looked up, so each gets the oldest that is left.
    assign(found, { taken }) {
      const post = found.find(({ postedId }) => !taken.has(postedId));
      return post ? { kind: 'own', post } : { kind: 'none' };
    },
    mayBeRepeat: true,
  });
  const lookup = await publisherSession.lookUp(open?.state ?? null);
  // The response about an upload that has ended may only be where to look next.
  const last = lookup.kind === 'pending' ? await publisherSession.lookUp(lookup.state) : lookup;
  return { lookup: last, account };
}

const NOTHING_IS_SENT: SendGuard = {
  beforeSend: () => Promise.reject(new SendRefused('A lookup sends nothing')),
  mayLeave: () => false,
};

const endedAs = ({ open }: PostToPublish, outcome: EndedAttempt['outcome']): EndedAttempt | null =>
  open && { id: open.id, number: open.number, outcome };

const tokenOf = ({ post: { id: postId, groupId, generation } }: PostToPublish) => ({ postId, groupId, generation });

/** Returns the part after it, which is looked up next. */
async function recordFound(
  { commitRun, clock }: Needs,
  found: PostToPublish,
  step: Found,
  texts: FirstTexts,
  counts: RestoredPosts,
): Promise<PlatformPost | undefined> {
  const { account, postedId } = step;
  const { result: following } = await commitRun({
    token: tokenOf(found),
    claim: { account, postedId },
    decide(post, laterParts, { isAnothers }) {
      if (!post || isAnothers) return { result: undefined };
      const now = clock();
      const added = newParts(post, texts, now);
      const [own = ''] = texts.parts;
      const sent = texts.parts.length > 1 ? { content: own } : texts.additions.length > 0 ? { finalText: own } : {};
      const changes = published(post, endedAs(found, 'published'), step, [], now).map((change) => ({
        ...change,
        post: { ...change.post, ...sent },
        newParts: added,
      }));
      return { changes, result: added[0] ?? laterParts.find(isAwaitingPredecessor) };
    },
  });
  counts.published += 1;
  return following;
}

/** The parts after it fail with it: a reply needs what it replies to. */
async function recordMissed(
  { commitRun, clock }: Needs,
  found: PostToPublish,
  lookup: PartLookup | undefined,
  counts: RestoredPosts,
): Promise<undefined> {
  const { platform } = found.post;
  const wasLookedUp = lookup !== undefined && !['unsupported', 'failed', 'contested'].includes(lookup.kind);
  const failure = missed(platform, wasLookedUp);
  const { result: ended } = await commitRun({
    token: tokenOf(found),
    decide(post, laterParts) {
      if (!post) return { result: 0 };
      const now = clock();
      const waiting = laterParts.filter(isAwaitingPredecessor);
      return {
        changes: [
          ...failedForGood(post, failure, endedAs(found, 'unknown'), [], now),
          ...waiting.flatMap((part) => failedForGood(part, failure, null, [], now)),
        ],
        result: 1 + waiting.length,
      };
    },
  });
  counts[wasLookedUp ? 'notFound' : 'notLookedUp'] += ended;
  return undefined;
}

const missed = (platform: string, wasLookedUp: boolean): Failure => ({
  code: 'SCHEDULE_MISSED',
  message: `The service was restored from a backup of before this post was due, and ${
    wasLookedUp ? `a lookup at ${platform} did not find it` : `${platform} could not be asked for it`
  }. It may have been published: check that before you publish it again`,
  outcome: 'rejected',
  platformError: null,
});
