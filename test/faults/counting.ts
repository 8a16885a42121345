/** What became of posts: counted at the platforms, in the requests that they were sent, and in the service's reports. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxPlatform, SandboxPost } from '../../sandbox/sandbox.js';
import type { Passed } from './platform-proxy.js';
import type { Post } from './posting.js';
import { CANNOT_TELL, REFUSES_REPEATS } from './publishing-requests.js';
import { NOTHING } from './scenario.js';
import type { World } from './world.js';

export interface Count {
  posts: number;
  /** Accepted, not live, and not reported as failed. */
  lost: number;
  /** Live more than once. */
  twice: number;
  /** Reported as published with the id of another post. */
  claimed: number;
  /** Publishing requests that were sent again although the first may have been stored, without a lookup right before. */
  sentBlindly: number;
  /** Failed for a reason that the scenario does not give, reported what is not so, or not ended at all. */
  unexplained: number;
  /** How many ended as OUTCOME_UNKNOWN, on which platforms. */
  unknown: Partial<Record<SandboxPlatform, number>>;
  /** First sent to a platform more than two seconds after the post was due. */
  late: number;
  /** How late the last of all was, in seconds after it was due. */
  latestSeconds: number;
  /** One line for everything that was counted against the service. */
  problems: string[];
}

/** A part of a post, as the service reports it. */
interface Outcome {
  groupId: string;
  platformId: string;
  partIndex: number;
  text: string;
  status: string;
  postedId: string | null;
  code: string | null;
  message: string | null;
  /** When its next job is due; null: it has none. */
  dueAt: Date | null;
}

const outcomesOf = (world: World, posts: readonly Post[]): Promise<Outcome[]> =>
  world.db.query<Outcome>(
    `SELECT p.group_id AS "groupId", p.platform_id AS "platformId", p.part_index AS "partIndex",
            coalesce(p.content, g.content) AS text, p.status, p.posted_id AS "postedId",
            p.error->>'code' AS code, p.error->>'message' AS message, p.due_at AS "dueAt"
       FROM platform_posts p JOIN post_groups g ON g.id = p.group_id WHERE p.group_id = ANY($1)
      ORDER BY p.part_index`,
    [[...new Set(posts.map(({ groupId }) => groupId))]],
  );

const hasEnded = ({ status }: Outcome): boolean => status === 'published' || status === 'failed';

/**
 * The posts, and those at their accounts that the service has accepted although their client got no response: it may have
 * stopped waiting, or the process may have ended right after the commit.
 */
async function accepted(world: World, posts: readonly Post[]): Promise<Post[]> {
  const known = new Set(posts.map(({ groupId }) => groupId));
  const others = await world.db.query<Omit<Post, 'mark'> & { text: string }>(
    `SELECT DISTINCT p.platform, p.account_id AS "accountId", p.platform_id AS "platformId", p.group_id AS "groupId",
            coalesce(g.scheduled_time, g.updated_at) AS "dueAt", g.content AS text
       FROM platform_posts p JOIN post_groups g ON g.id = p.group_id
      WHERE p.status <> 'draft' AND p.group_id <> ALL($1)
        AND (p.platform, p.account_id) IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
    [[...known], posts.map(({ platform }) => platform), posts.map(({ accountId }) => accountId)],
  );
  const unanswered = others.map(({ text, ...post }) => {
    const mark = MARK.exec(text)?.[0] ?? '';
    return { ...post, mark, about: 'accepted without a response' };
  });
  return [...posts, ...unanswered];
}

/** However slow the machine is. */
const MOST_MS = 1_200_000;

/**
 * Waits until all posts have ended; false: for so long none of them has, and no job of one is due later. A post that is
 * looked up at growing ages comes back after minutes.
 */
export async function untilEnded(world: World, posts: readonly Post[], idleMs: number): Promise<boolean> {
  const began = Date.now();
  let progressAt = began;
  let left = posts.length;
  for (;;) {
    const open = (await outcomesOf(world, await accepted(world, posts))).filter((outcome) => !hasEnded(outcome));
    if (open.length === 0) return true;
    if (open.length < left) progressAt = Date.now();
    left = open.length;
    const now = Date.now();
    const idleSince = Math.max(progressAt, ...open.map(({ dueAt }) => dueAt?.getTime() ?? 0));
    if (now - idleSince > idleMs || now - began > MOST_MS) return false;
    await sleep(200);
  }
}

/** Waits until all posts have ended, no longer than that. */
export const haveEnded = (world: World, posts: readonly Post[], withinMs: number): Promise<boolean> =>
  until(async () => (await outcomesOf(world, posts)).every(hasEnded), withinMs, 200);

/** Waits until something is so; false: it did not come true in time. */
export async function until(isSo: () => Promise<boolean> | boolean, withinMs: number, everyMs = 50): Promise<boolean> {
  const end = performance.now() + withinMs;
  for (;;) {
    if (await Promise.resolve(isSo()).catch(() => false)) return true;
    if (performance.now() > end) return false;
    await sleep(everyMs);
  }
}

/** Between a lookup and the request that follows from it, on a busy machine: the worker does nothing else meanwhile. */
const RIGHT_BEFORE_MS = 5_000;

const LATE_SECONDS = 2;

/** Nothing was stored: the platform has reported it. A time-out that it names leaves it open. */
const isRefused = ({ status }: Passed): boolean => status !== null && status >= 400 && status < 500 && status !== 408;

/**
 * The platform itself took too long, as on a busy machine: the worker stopped waiting for a publishing request, not much
 * sooner than its time-out (the proxy receives a request later than it was sent).
 */
const isAnsweredTooLate = ({ purpose, gaveUpAfterMs }: Passed, requestTimeoutMs: number): boolean =>
  purpose === 'publish' && gaveUpAfterMs !== null && gaveUpAfterMs > requestTimeoutMs / 2;

/** Publishing requests that were blind repeats, of the requests of one post in their order. */
export function blindRepeats(requests: readonly Passed[]): number {
  let repeats = 0;
  /** One was sent that the platform may have stored, and nothing has shown that it has not. */
  let isOpen = false;
  let lookedUntil = 0;
  for (const request of requests) {
    const isFresh = request.at - lookedUntil < RIGHT_BEFORE_MS;
    if (request.purpose === 'publish') {
      if (isOpen && !isFresh) repeats += 1;
      isOpen ||= !isRefused(request);
      lookedUntil = 0;
    } else if (request.purpose === 'lookup' && request.status !== null && request.status < 500) {
      lookedUntil = request.answeredAt ?? 0;
    } else if (isFresh) {
      // What is prepared between the lookup and the repeat belongs to the repeat.
      lookedUntil = request.answeredAt ?? request.at;
    }
  }
  return repeats;
}

export interface Expectation {
  /** Codes with which a post may fail here; OUTCOME_UNKNOWN may always be, where the platform has no lookup. */
  codes?: readonly string[];
  /**
   * Whether an outcome can be unknown: where the platform cannot tell (the default), on every platform, or not at all. If
   * the platform took longer for a response than a worker waits, the default applies.
   */
  canBeUnknown?: boolean | 'anywhere';
}

/** One part of a post: what was accepted, and what became of it. `outcome` is undefined when its row is gone. */
interface Part {
  post: Post;
  outcome: Outcome | undefined;
  /** What only the parts that cannot be told from it have in their text. */
  mark: string;
}

type Live = Pick<SandboxPost, 'postedId' | 'text'>;

/** Of the post itself, or of a part of its thread. */
const MARK = /[0-9a-f]{12}(:\d+)?/;

export async function count(world: World, posts: readonly Post[], expected: Expectation = {}): Promise<Count> {
  const result: Count = { ...NOTHING, unknown: {}, problems: [] };
  const accounts = groupBy(await partsOf(world, await accepted(world, posts)), ({ post }) => accountKey(post));
  const live = groupBy(world.sandbox.posts(), accountKey);
  const requests = groupBy(world.traffic.passed, accountKey);
  const { canBeUnknown = true } = expected;
  for (const [key, parts] of accounts) {
    const sent = requests.get(key) ?? [];
    countRequests(result, parts, sent);
    const isSlow = sent.some((request) => isAnsweredTooLate(request, world.requestTimeoutMs));
    for (const [mark, alike] of groupBy(parts, (part) => part.mark)) {
      const copies = (live.get(key) ?? []).filter(({ text }) => MARK.exec(text)?.[0] === mark);
      countParts(result, alike, copies, { ...expected, canBeUnknown: canBeUnknown || isSlow });
    }
  }
  return result;
}

function groupBy<One>(all: readonly One[], keyOf: (one: One) => string): Map<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

const accountKey = ({ platform, accountId }: { platform: string; accountId: string | null }) =>
  `${platform} ${accountId}`;

async function partsOf(world: World, posts: readonly Post[]): Promise<Part[]> {
  const targetKey = ({ groupId, platformId }: { groupId: string; platformId: string }) => `${groupId} ${platformId}`;
  const outcomes = groupBy(await outcomesOf(world, posts), targetKey);
  return posts.flatMap((post) =>
    (outcomes.get(targetKey(post)) ?? [undefined]).map((outcome) => ({
      post,
      outcome,
      mark: MARK.exec(outcome?.text ?? '')?.[0] ?? post.mark,
    })),
  );
}

/** How late the posts of an account were first sent, and which requests were repeated blindly. */
function countRequests(result: Count, parts: readonly Part[], requests: readonly Passed[]): void {
  const [part] = parts;
  const firsts = parts.filter(({ outcome }) => (outcome?.partIndex ?? 0) === 0);
  const due = firsts.map(({ post }) => post.dueAt.getTime()).sort((one, other) => one - other);
  const sent = requests.filter(({ purpose }) => purpose === 'publish');
  due.forEach((dueAt, index) => {
    const lateSeconds = ((sent[index]?.at ?? dueAt) - dueAt) / 1000;
    if (lateSeconds > LATE_SECONDS) result.late += 1;
    result.latestSeconds = Math.max(result.latestSeconds, lateSeconds);
  });
  // The first request of each part needs no lookup before it.
  const repeats = Math.max(0, blindRepeats(requests) - (parts.length - 1));
  if (!part || repeats === 0) return;
  result.sentBlindly += repeats;
  result.problems.push(`${about(part)}: ${repeats} of ${sent.length} publishing requests were blind repeats`);
}

/** Parts that have an account and a text in common, against what is live of them. */
function countParts(
  result: Count,
  parts: readonly Part[],
  copies: readonly Live[],
  { codes = [], canBeUnknown = true }: Expectation,
): void {
  result.posts += parts.length;
  const failed = parts.filter(({ outcome }) => outcome?.status === 'failed');
  const published = parts.filter(({ outcome }) => outcome?.status === 'published');
  const unknown = failed.filter(({ outcome }) => outcome?.code === 'OUTCOME_UNKNOWN');
  const say = (what: string) => {
    const how = parts.map(({ outcome }) =>
      outcome ? `${outcome.status} ${outcome.code ?? outcome.postedId}` : 'gone',
    );
    const [part] = parts;
    if (part) result.problems.push(`${about(part)}: ${what}; ${how.join(', ')}; live ${copies.length}`);
  };
  const missing = parts.length - failed.length - copies.length;
  if (missing > 0) {
    result.lost += missing;
    say(`${missing} not live, and not reported as failed`);
  }
  const ids = new Set(published.map(({ outcome }) => outcome?.postedId));
  if (published.length > ids.size) {
    result.claimed += published.length - ids.size;
    say('published with the id of another');
  }
  let unexplained = 0;
  for (const { outcome, post } of parts) {
    if (!outcome || !hasEnded(outcome)) {
      unexplained += 1;
      say('has not ended');
      continue;
    }
    if (outcome.status !== 'failed') continue;
    const { code } = outcome;
    const isUnknown = code === 'OUTCOME_UNKNOWN';
    if (isUnknown) result.unknown[post.platform] = (result.unknown[post.platform] ?? 0) + 1;
    const isExplained = isUnknown
      ? canBeUnknown === 'anywhere' || (canBeUnknown && (CANNOT_TELL.includes(post.platform) || parts.length > 1))
      : codes.includes(code ?? '') ||
        // What comes before it in its thread is counted itself.
        (code === 'THREAD_INTERRUPTED' && outcome.partIndex > 0) ||
        (code === 'INVALID_CONTENT' &&
          REFUSES_REPEATS.includes(post.platform) &&
          copies.length > 0 &&
          parts.length > 1);
    if (isExplained) continue;
    unexplained += 1;
    say(`failed without a reason: ${outcome.message}`);
  }
  const tooMany = copies.length - published.length - unknown.length;
  const isOpen = parts.length > published.length + failed.length;
  if (tooMany > 0 && !isOpen) {
    const liveAndFailed = Math.min(tooMany, failed.length - unknown.length);
    unexplained = Math.max(unexplained, liveAndFailed);
    result.twice += tooMany - liveAndFailed;
    say(liveAndFailed > 0 ? 'live and failed' : 'live twice');
  }
  result.unexplained += unexplained;
}

const about = ({ post: { platform, groupId, about: what }, mark }: Part): string =>
  `${platform} ${groupId} ${mark}${what ? `, ${what}` : ''}`;
