/** What the posts and accounts of the demo achieved so far, as if they had been read at their times. */
import type { Sandbox, SandboxPlatform } from '../../sandbox/sandbox.js';
import type { Connection } from '../domain/accounts/connection.repository.js';
import { type DuePost, duePosts, startAccounts } from '../domain/metrics/due-metrics.repository.js';
import { nextAccountReading, nextReading, READ_AT_MS, storableNumbers } from '../domain/metrics/metrics.js';
import {
  accountWasRead,
  type ReadPost,
  storeAccounts,
  storePosts,
} from '../domain/metrics/store-metrics.repository.js';
import type { Db } from '../foundation/database/unit-of-work.js';
import { DAY_MS } from '../foundation/time/durations.js';
import { toNeutral } from '../platforms/network/urns.js';
import type { MetricsFacts, PostMetric } from '../platforms/port/metrics.js';
import { findPlatform } from '../platforms/registry.js';

/** More than the demo has. */
const ALL = 1_000;

/** Stores the readings of posts and accounts until now. What a platform counts comes from the sandbox. */
export async function addDemoNumbers(
  { db, sandbox }: { db: Db; sandbox: Sandbox },
  connections: readonly Connection[],
  { since, now }: { since: Date; now: Date },
): Promise<void> {
  const measured = connections.flatMap((connection) => {
    const facts = findPlatform(connection.platform)?.metrics;
    return facts && connection.revokedAt === null ? [{ connection, facts }] : [];
  });
  await startAccounts(db, [...new Set(measured.map(({ connection }) => connection.platform))], now);
  const native = nativeIds(sandbox);
  const posts: { post: DuePost; about: { connection: Connection; facts: MetricsFacts; postedId: string } }[] = [];
  for (const about of measured) {
    for (const post of await duePosts(db, about.connection, now, ALL)) {
      const postedId = native.get(`${about.connection.platform} ${post.postedId}`);
      if (postedId) posts.push({ post, about: { ...about, postedId } });
    }
  }
  // A turn for each planned reading.
  for (const _ of READ_AT_MS) {
    const due = posts.filter(({ post }) => post.nextAt !== null && post.nextAt <= now);
    await storePosts(
      db,
      due.map(({ post, about }) => readAt(sandbox, post, about)),
    );
    for (const { post } of due) post.nextAt = nextReading(post, post.nextAt) ?? NEVER;
  }
  const days = Math.floor((now.getTime() - since.getTime()) / DAY_MS);
  const times = Array.from({ length: days + 1 }, (__, day) => new Date(now.getTime() - (days - day) * DAY_MS));
  await storeAccounts(
    db,
    measured.flatMap(({ connection, facts }) => times.map((at) => accountAt(sandbox, connection, facts, at))),
  );
  for (const { connection } of measured) {
    await accountWasRead(db, connection.id, { at: now, nextAt: nextAccountReading(connection.id, now) });
  }
}

const NEVER = new Date(8_640_000_000_000_000);

/** The ids of posts at their platforms, by those that the service knows. */
const nativeIds = (sandbox: Sandbox): ReadonlyMap<string, string> =>
  new Map(
    sandbox.posts().map(({ platform, postedId }) => {
      const known = platform === 'network' ? toNeutral(postedId) : postedId;
      return [`${platform} ${known}`, postedId];
    }),
  );

function readAt(
  sandbox: Sandbox,
  post: DuePost,
  { connection, facts, postedId }: { connection: Connection; facts: MetricsFacts; postedId: string },
): ReadPost {
  const { platform, accountId } = connection;
  const at = post.nextAt;
  const about = { platform: platform as SandboxPlatform, accountId, postedId };
  const countsViews = !facts.postMetrics.includes('impressions');
  const counted = sandbox.numbersAt({ ...about, countsViews }, at);
  const given = Object.fromEntries(facts.postMetrics.map((name) => [name, counted[name] ?? Number.NaN]));
  const read = { values: storableNumbers<PostMetric>(given), own: {} };
  return { post: { ...post }, at, read, state: 'MEASURED', nextAt: nextReading(post, at) };
}

function accountAt(
  sandbox: Sandbox,
  { userId, platform, platformId, accountId }: Connection,
  facts: MetricsFacts,
  at: Date,
) {
  const counted = sandbox.numbersAt({ platform: platform as SandboxPlatform, accountId }, at);
  const numberOf = (name: 'followers' | 'posts') =>
    facts.accountMetrics.includes(name) ? (counted[name] ?? null) : null;
  const account = { userId, platform, platformId };
  return { account, at, followers: numberOf('followers'), posts: numberOf('posts'), own: {} };
}
