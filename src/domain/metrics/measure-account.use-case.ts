import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { HOUR_MS } from '../../foundation/time/durations.js';
import type { ConfiguredMetrics, ConfiguredPlatform } from '../../platforms/platform-directory.js';
import type { Account } from '../../platforms/port/account.js';
import type { Failure, FailureCode } from '../../platforms/port/failure.js';
import type { InteractionResult } from '../../platforms/port/interactions.js';
import type { MeasuredPost } from '../../platforms/port/metrics.js';
import type { ConnectionKey } from '../accounts/connection.repository.js';
import type { FindConnectedAccount } from '../engagement/connected-account.use-case.js';
import { notify } from '../notifications/notify.step.js';
import type { AnnounceEvents } from '../webhooks/announce-events.use-case.js';
import {
  type AccountToRead,
  accountToRead,
  changeAccount,
  type DuePost,
  duePosts,
  postpone,
  stopPosts,
  waitWith,
} from './due-metrics.repository.js';
import { nextAccountReading, nextReading, retryAfter, storableNumbers, storableOwn } from './metrics.js';
import { metricsRefused } from './metrics-notices.js';
import { metricsUpdated } from './metrics-updated.js';
import { takeRequests } from './request-room.step.js';
import { accountWasRead, type ReadPost, storeAccounts, storePosts } from './store-metrics.repository.js';

/** Posts of an account that are read in one turn: what has become due during an outage is spread over several. */
const POSTS_AT_ONCE = 200;
/** An account that cannot be used is looked at again after this time. */
const UNUSED_MS = 6 * HOUR_MS;

/** What is tried again: the platform, or the way to it, fails now. */
const FAILS_FOR_NOW: readonly FailureCode[] = [
  ...(['RATE_LIMITED', 'PLATFORM_SERVER_ERROR', 'NETWORK_ERROR', 'TIMEOUT_ERROR', 'PLATFORM_NOT_CONFIGURED'] as const),
];

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
 * request is stored before the next one.
 */
export const makeMeasureAccount =
  (needs: Needs): MeasureAccount =>
  async (key, stopping) => {
    const { db, clock, findPlatform } = needs;
    const now = clock();
    const account = await accountToRead(db, key, now);
    const platform = account && findPlatform(account.platform);
    if (!account || !platform?.metrics) return stopPosts(db, key, null);
    const { state, nextAt, waitsUntil } = account;
    if (nextAt === null) return stopPosts(db, key, state);
    if (account.revokedAt !== null) return stop(needs, account, 'FAILED');
    if (!account.isInUse) return postpone(db, account, new Date(now.getTime() + UNUSED_MS), now);
    if (waitsUntil && waitsUntil > now) return postpone(db, account, waitsUntil, now);

    const { metrics, rules, baseUrl } = platform;
    const rated = { ...account, baseUrl: account.baseUrl ?? baseUrl ?? '' };
    /** Null: nothing more of the account is to be read now. */
    const request: Request = async (ask) => {
      const rates = { account: rated, limits: rules.rateLimits, requests: metrics.requestsPerCall };
      const until = await takeRequests(needs.transaction, rates, clock());
      if (until) {
        await postpone(db, account, until, clock());
        return null;
      }
      const connected = await needs.findMetricsAccount(account, account.platformId);
      const result = await connected?.call(ask).catch(unlessDisconnected);
      if (!result) return null;
      if (result.kind === 'ok') return result;
      needs.report({ account, failure: result.failure });
      return (await goesOn(needs, account, result.failure)) ? result : null;
    };

    if (nextAt <= now && !(await measureItself(needs, account, metrics, request))) return;
    const posts = await duePosts(db, key, now, POSTS_AT_ONCE);
    await storePosts(
      db,
      posts.filter((post) => !isLive(post)).map((post) => gone(post, now)),
    );
    const live = posts.filter(isLive);
    for (let index = 0; index < live.length && !stopping.aborted; index += metrics.postsAtOnce) {
      const some = live.slice(index, index + metrics.postsAtOnce);
      const result = await request((platformMetrics, of) => platformMetrics.ofPosts(of, some));
      if (!result) return;
      if (result.kind === 'ok' && account.failures > 0) await waitWith(db, account.id, null, 0);
      const at = clock();
      const found = new Map(result.kind === 'ok' ? result.value.map((one) => [one.postedId, one]) : []);
      const read = some.map((post) => readPost(post, found.get(post.postedId), at));
      await needs.transaction(async (tx) => {
        const updated = await storePosts(tx, read);
        await needs.announce(tx, metricsUpdated(account, updated, at), at);
      });
    }
  };

type Request = <T>(
  ask: (feature: ConfiguredMetrics, of: Account) => Promise<InteractionResult<T>>,
) => Promise<InteractionResult<T> | null>;

const isLive = ({ deletedAt }: DuePost): boolean => deletedAt === null;

/** It was disconnected meanwhile. */
function unlessDisconnected(error: unknown): null {
  if (error instanceof AppError && error.code === 'CONNECTION_NOT_FOUND') return null;
  throw error;
}

/** False: nothing more of the account is to be read now. */
async function measureItself(
  { transaction, clock }: Needs,
  account: AccountToRead,
  { accountMetrics }: ConfiguredMetrics,
  request: Request,
): Promise<boolean> {
  const nothing = { kind: 'ok', value: { values: {}, own: {} } } as const;
  const result = accountMetrics.length === 0 ? nothing : await request((metrics, of) => metrics.ofAccount(of));
  if (!result) return false;
  const now = clock();
  const nextAt = nextAccountReading(account.id, now);
  const { values, own } = result.kind === 'ok' ? result.value : nothing.value;
  const { followers = null, posts = null } = storableNumbers<'followers' | 'posts'>(values);
  await transaction(async (db) => {
    if (result.kind === 'failed') {
      await changeAccount(db, account.id, 'FAILED', nextAt);
      return;
    }
    const { id, userId, platform, platformId } = account;
    const whose = { userId, platform, platformId };
    await storeAccounts(db, [{ account: whose, at: now, followers, posts, own: storableOwn(own) }]);
    await accountWasRead(db, id, { at: now, nextAt });
  });
  return true;
}

/** It was deleted on its platform. */
const gone = (post: DuePost, at: Date): ReadPost => ({ post, at, read: null, state: 'GONE', nextAt: null });

function readPost(post: DuePost, found: MeasuredPost | undefined, at: Date): ReadPost {
  if (found?.kind === 'gone') return gone(post, at);
  const nextAt = nextReading(post, at);
  if (!found) return { post, at, read: null, state: 'FAILED', nextAt };
  return {
    ...{ post, at },
    read: { values: storableNumbers(found.values), own: storableOwn(found.own) },
    state: 'MEASURED',
    nextAt,
  };
}

/** What follows from a failure. True: it is about these posts alone, which are passed over. */
async function goesOn(needs: Needs, account: AccountToRead, failure: Failure): Promise<boolean> {
  const { transaction, clock, random } = needs;
  const { code, retryAt = null } = failure;
  if (code === 'PERMISSION_DENIED' || code === 'PLATFORM_AUTH_EXPIRED') {
    await stop(needs, account, code === 'PERMISSION_DENIED' ? 'PERMISSION_MISSING' : 'FAILED');
    return false;
  }
  if (!FAILS_FOR_NOW.includes(code)) return true;
  const now = clock();
  const failures = account.failures + 1;
  const waitsUntil = retryAfter(now, failures, retryAt, random());
  await transaction(async (db) => {
    await waitWith(db, account.id, waitsUntil, failures);
    await postpone(db, account, waitsUntil, now);
  });
  return false;
}

/** Nothing of an account is read until it is connected again. Who can do that is notified once of a missing permission. */
const stop = (
  { transaction, clock }: Needs,
  account: AccountToRead,
  state: 'PERMISSION_MISSING' | 'FAILED',
): Promise<void> =>
  transaction(async (db) => {
    const isNew = await changeAccount(db, account.id, state, null);
    await stopPosts(db, account, state);
    if (isNew && state === 'PERMISSION_MISSING') await notify(db, clock(), [metricsRefused(account, account)]);
  });
