import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { HOUR_MS, MINUTE_MS } from '../../foundation/time/durations.js';
import type { ConfiguredMetrics, ConfiguredPlatform } from '../../platforms/platform-directory.js';
import type { Account } from '../../platforms/port/account.js';
import type { Failure } from '../../platforms/port/failure.js';
import type { InteractionResult } from '../../platforms/port/interactions.js';
import type { MeasuredPost } from '../../platforms/port/metrics.js';
import type { ConnectionKey } from '../accounts/connection.repository.js';
import type { FindConnectedAccount } from '../engagement/connected-account.use-case.js';
import type { AnnounceEvents } from '../webhooks/announce-events.use-case.js';
import { recover, waitFor } from './account-failures.repository.js';
import {
  type AccountToRead,
  accountToRead,
  type DuePost,
  duePosts,
  postpone,
  stopPosts,
} from './due-metrics.repository.js';
import { isOfAccount, isOutage, makeFollowFailure } from './follow-failure.step.js';
import { nextAccountReading, nextReading, retryReading, storableNumbers, storableOwn } from './metrics.js';
import { metricsUpdated } from './metrics-updated.js';
import { takeRequests } from './request-room.step.js';
import { accountWasRead, type ReadPost, storeAccounts, storePosts } from './store-metrics.repository.js';

/** Posts of an account that are read in one turn: what has become due during an outage is spread over several. */
const POSTS_AT_ONCE = 200;
/** An account that cannot be used is looked at again after this time. */
const UNUSED_MS = 6 * HOUR_MS;
/** Accounts that wait for room in a limit are read in the turns of this time. */
const TURNS_MS = 5 * MINUTE_MS;

interface Needs {
  announce: AnnounceEvents;
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  random: () => number;
  findPlatform: (key: string) => Pick<ConfiguredPlatform, 'metrics' | 'rules' | 'baseUrl'> | undefined;
  findMetricsAccount: FindConnectedAccount<ConfiguredMetrics>;
  report: (report: { account: AccountToRead; failure: Failure }) => void;
}

/** Reads the numbers of an account and of its posts that are due, until the signal aborts. */
export type MeasureAccount = (account: ConnectionKey, stopping: AbortSignal) => Promise<void>;

/**
 * Values are totals: a reading that is repeated, because a process died before it had stored it, changes nothing else. Each
 * request is stored before the next one. A post that fails stops no other, nor do the account's own numbers.
 */
export const makeMeasureAccount =
  (needs: Needs): MeasureAccount =>
  async (key, stopping) => {
    const { db, transaction, clock, findPlatform } = needs;
    const now = clock();
    const account = await accountToRead(db, key, now);
    const platform = account && findPlatform(account.platform);
    if (!account || !platform?.metrics) return stopPosts(db, key, null);
    const { state, nextAt, waitsUntil } = account;
    if (nextAt === null) return stopPosts(db, key, state);
    const unused = new Date(now.getTime() + UNUSED_MS);
    if (account.revokedAt !== null) {
      return transaction((tx) => waitFor(tx, account, { now, until: unused, isFailed: 'both' }));
    }
    if (!account.isInUse) return postpone(db, account, unused);
    if (waitsUntil && waitsUntil > now) return postpone(db, account, waitsUntil);

    const { metrics, rules, baseUrl } = platform;
    const rated = { ...account, baseUrl: account.baseUrl ?? baseUrl ?? '' };
    /** Null: nothing more of the account is to be read now. */
    const request: Request = async (requests, ask) => {
      const until = await takeRequests(
        transaction,
        { account: rated, limits: rules.rateLimits, appLimits: metrics.appLimits, requests },
        clock(),
      );
      if (until) {
        // In another order each time: with an app that has no room for all, no account is always the last.
        await postpone(db, account, new Date(until.getTime() + needs.random() * TURNS_MS));
        return null;
      }
      const connected = await needs.findMetricsAccount(account, account.platformId);
      return (await connected?.call(ask).catch(unlessDisconnected)) ?? null;
    };
    if (nextAt <= now && !(await measureItself(needs, account, metrics, request))) return;
    const follow = makeFollowFailure(needs, account, 'posts');
    const posts = await duePosts(db, key, now, POSTS_AT_ONCE);
    await storePosts(
      db,
      posts.filter((post) => !isLive(post)).map((post) => gone(post, now)),
    );
    const live = posts.filter(isLive);
    for (let index = 0; index < live.length && !stopping.aborted; index += metrics.postsAtOnce) {
      const some = live.slice(index, index + metrics.postsAtOnce);
      const result = await request(requestsFor(metrics, some.length), (of, it) => of.ofPosts(it, some));
      if (!result) return;
      const at = clock();
      const found = new Map(outcomesOf(result, some).map((one) => [one.postedId, one]));
      const outcomes = some.map((post) => ({ post, found: found.get(post.postedId) }));
      const read = outcomes.flatMap((one) => readPost(one.post, one.found, at));
      const failures = outcomes.flatMap((one) => (one.found?.kind === 'failed' ? [one.found.failure] : []));
      if (failures.length < some.length) await follow(null);
      await transaction(async (tx) => {
        const updated = await storePosts(tx, read);
        await needs.announce(tx, metricsUpdated(account, updated, at), at);
      });
      const about = failures.find(isOfAccount) ?? (failures.length === some.length ? failures[0] : undefined);
      if (about && !(await follow(about))) return;
    }
  };

type Request = <T>(
  requests: number,
  ask: (feature: ConfiguredMetrics, of: Account) => Promise<InteractionResult<T>>,
) => Promise<InteractionResult<T> | null>;

/** Requests that a call for so many posts makes at most. */
const requestsFor = ({ requestsPerCall, postsAtOnce }: ConfiguredMetrics, posts: number): number =>
  Math.min(requestsPerCall, posts * Math.ceil(requestsPerCall / postsAtOnce) + 2);

const isLive = ({ deletedAt }: DuePost): boolean => deletedAt === null;

/** It was disconnected meanwhile. */
function unlessDisconnected(error: unknown): null {
  if (error instanceof AppError && error.code === 'CONNECTION_NOT_FOUND') return null;
  throw error;
}

/** False: nothing more of the account is to be read now. */
async function measureItself(
  needs: Needs,
  account: AccountToRead,
  { accountMetrics }: ConfiguredMetrics,
  request: Request,
): Promise<boolean> {
  const { transaction, clock } = needs;
  const nothing = { kind: 'ok', value: { values: {}, own: {} } } as const;
  const result = accountMetrics.length === 0 ? nothing : await request(1, (metrics, of) => metrics.ofAccount(of));
  if (!result) return false;
  if (result.kind === 'failed') return makeFollowFailure(needs, account, 'own')(result.failure);
  const now = clock();
  const { values, own } = result.value;
  const { followers = null, posts = null } = storableNumbers<'followers' | 'posts'>(values);
  const { id, userId, platform, platformId } = account;
  await transaction(async (tx) => {
    const whose = { userId, platform, platformId };
    await storeAccounts(tx, [{ account: whose, at: now, followers, posts, own: storableOwn(own) }]);
    await accountWasRead(tx, id, { at: now, nextAt: nextAccountReading(id, now) });
    await recover(tx, account, 'own');
  });
  return true;
}

/** The outcome of each post; a call that failed as a whole failed for each. */
const outcomesOf = (result: InteractionResult<MeasuredPost[]>, posts: readonly DuePost[]): readonly MeasuredPost[] =>
  result.kind === 'ok'
    ? result.value
    : posts.map(({ postedId }) => ({ postedId, kind: 'failed', failure: result.failure }));

/** It was deleted on its platform. */
const gone = (post: DuePost, at: Date): ReadPost => ({ post, at, read: null, state: 'GONE', nextAt: null });

/** What is stored of a post; nothing where the account waits, and the post with it. */
function readPost(post: DuePost, found: MeasuredPost | undefined, at: Date): ReadPost[] {
  if (found?.kind === 'gone') return [gone(post, at)];
  if (found?.kind === 'measured') {
    const read = { values: storableNumbers(found.values), own: storableOwn(found.own) };
    return [{ post, at, read, state: 'MEASURED', nextAt: nextReading(post, at) }];
  }
  // The platform responded without its numbers, as it may soon after a publication.
  if (found?.kind === 'notGiven') return [{ post, at, read: null, state: 'FAILED', nextAt: retryReading(post, at) }];
  const failure = found?.failure;
  if (failure && isOfAccount(failure)) return [];
  if (failure?.code === 'PERMISSION_DENIED') {
    return [{ post, at, read: null, state: 'PERMISSION_MISSING', nextAt: nextReading(post, at) }];
  }
  const nextAt = failure && isOutage(failure) ? retryReading(post, at) : nextReading(post, at);
  return [{ post, at, read: null, state: 'FAILED', nextAt }];
}
