/** What became of posts: counted at the platforms, in the requests that they were sent, and in the service's reports. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxPlatform } from '../../sandbox/sandbox.js';
import type { Passed } from './platform-proxy.js';
import type { Post } from './posting.js';
import { CANNOT_TELL } from './publishing-requests.js';
import type { World } from './world.js';

export interface Count {
  posts: number;
  /** Accepted, not live, and not reported as failed. */
  lost: number;
  /** Live more than once. */
  twice: number;
  /** Sent again although the first may have been stored, without a lookup right before. */
  sentTwice: number;
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

interface Outcome {
  groupId: string;
  platformId: string;
  status: string;
  code: string | null;
  message: string | null;
}

const outcomesOf = (world: World, posts: readonly Post[]): Promise<Outcome[]> =>
  world.db.query<Outcome>(
    `SELECT group_id AS "groupId", platform_id AS "platformId", status, error->>'code' AS code, error->>'message' AS message
       FROM platform_posts WHERE group_id = ANY($1)`,
    [[...new Set(posts.map(({ groupId }) => groupId))]],
  );

const hasEnded = ({ status }: Outcome): boolean => status === 'published' || status === 'failed';

/** However slow the machine is. */
const MOST_MS = 600_000;

/** Waits until all posts have ended; false: for so long none of them has, and some are left. */
export async function untilEnded(world: World, posts: readonly Post[], idleMs: number): Promise<boolean> {
  const began = performance.now();
  let progressAt = began;
  let left = posts.length;
  for (;;) {
    const open = (await outcomesOf(world, posts)).filter((outcome) => !hasEnded(outcome)).length;
    if (open === 0) return true;
    const now = performance.now();
    if (open < left) progressAt = now;
    left = open;
    if (now - progressAt > idleMs || now - began > MOST_MS) return false;
    await sleep(200);
  }
}

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
  /** Whether an outcome can be unknown at all. */
  canBeUnknown?: boolean;
}

export async function count(world: World, posts: readonly Post[], expected: Expectation = {}): Promise<Count> {
  const { codes = [], canBeUnknown = true } = expected;
  const result: Count = {
    posts: posts.length,
    lost: 0,
    twice: 0,
    sentTwice: 0,
    unexplained: 0,
    unknown: {},
    late: 0,
    latestSeconds: 0,
    problems: [],
  };
  const outcomes = new Map(
    (await outcomesOf(world, posts)).map((outcome) => [`${outcome.groupId} ${outcome.platformId}`, outcome]),
  );
  const live = new Map<string, number>();
  for (const { platform, accountId } of world.sandbox.posts()) {
    const key = `${platform} ${accountId}`;
    live.set(key, (live.get(key) ?? 0) + 1);
  }
  const requests = new Map<string, Passed[]>();
  for (const passed of world.traffic.passed) {
    if (passed.accountId === null) continue;
    const key = `${passed.platform} ${passed.accountId}`;
    requests.set(key, [...(requests.get(key) ?? []), passed]);
  }

  for (const { platform, accountId, platformId, groupId, dueAt, about } of posts) {
    const key = `${platform} ${accountId}`;
    const outcome = outcomes.get(`${groupId} ${platformId}`);
    const copies = live.get(key) ?? 0;
    const sent = requests.get(key) ?? [];
    const repeats = blindRepeats(sent);
    const firstSent = sent.find(({ purpose }) => purpose === 'publish');
    const lateSeconds = firstSent ? (firstSent.at - dueAt.getTime()) / 1000 : 0;
    if (lateSeconds > LATE_SECONDS) result.late += 1;
    result.latestSeconds = Math.max(result.latestSeconds, lateSeconds);
    const how = outcome ? `${outcome.status}${outcome.code ? ` (${outcome.code}: ${outcome.message})` : ''}` : 'gone';
    const say = (what: string) =>
      result.problems.push(
        `${platform} ${groupId}${about ? `, ${about}` : ''}: ${what}; ${how}, live ${copies}, publishing requests ${sent.filter(({ purpose }) => purpose === 'publish').length}`,
      );
    if (copies > 1) {
      result.twice += 1;
      say('live twice');
    }
    if (repeats > 0) {
      result.sentTwice += 1;
      say('a blind repeat');
    }
    if (copies === 0 && outcome?.status !== 'failed') {
      result.lost += 1;
      say('not live, and not reported as failed');
    }
    if (!outcome || !hasEnded(outcome)) {
      result.unexplained += 1;
      say('has not ended');
    } else if (outcome.status === 'failed') {
      const isUnknown = outcome.code === 'OUTCOME_UNKNOWN';
      if (isUnknown) result.unknown[platform] = (result.unknown[platform] ?? 0) + 1;
      const isExplained = isUnknown
        ? canBeUnknown && CANNOT_TELL.includes(platform)
        : codes.includes(outcome.code ?? '');
      if (!isExplained || (copies > 0 && !isUnknown)) {
        result.unexplained += 1;
        say('failed without a reason');
      }
    }
  }
  return result;
}
