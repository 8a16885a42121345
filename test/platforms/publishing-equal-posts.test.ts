/** Equal posts of one account, and posts whose response was lost: each "published" is a separate post, live once. */
import type { Fault, SandboxAccount, SandboxPlatform } from '../../sandbox/sandbox.js';
import { toPlatformId } from '../../src/domain/accounts/platform-id.js';
import { makeHttp } from '../../src/foundation/http-client/http.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import { findPlatform } from '../../src/platforms/registry.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import type { Service } from '../support/service.js';
import { drive } from './driving.js';
import { openPublishing, type PublishingWorld } from './publishing-support.js';
import { clock, makePart } from './support.js';

/** Until a request counts as lost, and until it may be sent again, with time for a slow machine. */
const ENV = { PUBLISH_TIMEOUT_MS: '10000', THREADTALK_THREADS_BLOCKED: 'false' };
const WITHIN_MS = 150_000;
const TIMEOUT_MS = 200_000;

let world: PublishingWorld;
let worker: Service;
let colleague: TestAccount;

beforeAll(async () => {
  world = await openPublishing(ENV);
  [worker, colleague] = await Promise.all([world.startWorker(), createAccount(world.db)]);
});
afterAll(async () => {
  await worker?.stop();
  await world?.close();
});

const fault = ({ platform, accountId }: SandboxAccount, more: Omit<Fault, 'platform' | 'accountId'>) =>
  world.box.setFault({ platform, accountId, ...more });
const isSent = (text: string) =>
  eventually(async () => world.box.requests().some(({ body }) => JSON.stringify(body)?.includes(text)) || undefined);
const live = ({ accountId }: SandboxAccount) => world.box.posts({ accountId });
const stored = (target: SandboxAccount, count: number) =>
  eventually(async () => (live(target).length >= count ? true : undefined), WITHIN_MS);
interface Ended {
  id: string;
  status: string;
  postedId: string | null;
  url: string | null;
  error: { code: string; message: string } | null;
}

/** The posts of a group in their order, once all have ended. */
const ended = (groupId: string): Promise<Ended[]> =>
  eventually(async () => {
    const posts = await world.db.query<Ended>(
      `SELECT id, status, posted_id AS "postedId", url, error FROM platform_posts
        WHERE group_id = $1 ORDER BY target_index, part_index`,
      [groupId],
    );
    return posts.every(({ status }) => status === 'published' || status === 'failed') ? posts : undefined;
  }, WITHIN_MS);
const endedOne = async (groupId: string): Promise<Ended> => {
  const [post, ...others] = await ended(groupId);
  if (!post || others.length > 0) throw new Error('not one post');
  return post;
};

/** Two published posts, and both are live. */
const expectBothLive = (target: SandboxAccount, posts: Ended[]) => {
  const ids = live(target).map(({ postedId }) => postedId);
  expect(posts).toMatchObject([{ status: 'published' }, { status: 'published' }]);
  expect(posts.map(({ postedId }) => postedId).sort()).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(2);
};

describe('two posts of one text, where the second’s request is lost while the first’s response is on its way', () => {
  const publishTwice = async (platform: SandboxPlatform, withImages = false) => {
    const target = world.box.createAccount(platform);
    fault(target, { kind: 'delay_after_store', delayMs: 3_000 });
    fault(target, { kind: 'reset_before_store' });
    const media = async () => (withImages ? [await world.files.image()] : []);
    const first = await world.schedule(target, 'Good morning!', await media());
    await stored(target, 1);
    const second = await world.schedule(target, 'Good morning!', await media());
    return { target, posts: [await endedOne(first), await endedOne(second)] };
  };

  test.concurrent.each(['socialpage', 'fediverse'] as const)(
    '%s: both are live',
    async (platform) => {
      const { target, posts } = await publishTwice(platform);
      expectBothLive(target, posts);
    },
    TIMEOUT_MS,
  );

  test.concurrent(
    'pinboard: the second, of which its board proves nothing, has an unknown outcome',
    async () => {
      const { target, posts } = await publishTwice('pinboard', true);
      const [pin, ...others] = live(target);
      expect(others).toEqual([]);
      expect(posts).toMatchObject([
        { status: 'published', postedId: pin?.postedId },
        { status: 'failed', postedId: null, error: { code: 'OUTCOME_UNKNOWN' } },
      ]);
    },
    TIMEOUT_MS,
  );

  test.concurrent(
    'microblog: the second is sent again, and refused as a duplicate',
    async () => {
      const { target, posts } = await publishTwice('microblog');
      const [post, ...others] = live(target);
      expect(others).toEqual([]);
      expect(posts).toMatchObject([
        { status: 'published', postedId: post?.postedId },
        { status: 'failed', postedId: null, error: { code: 'INVALID_CONTENT' } },
      ]);
    },
    TIMEOUT_MS,
  );
});

test.concurrent.each(['socialpage', 'fediverse'] as const)(
  '%s: when two users have connected an account, the post of one is not taken for that of the other',
  async (platform) => {
    const target = world.box.createAccount(platform);
    const first = await endedOne(await world.schedule(target, 'We open at eight', []));
    fault(target, { kind: 'reset_before_store' });
    const second = await endedOne(await world.schedule(target, 'We open at eight', [], undefined, colleague));
    expectBothLive(target, [first, second]);
  },
  TIMEOUT_MS,
);

test.concurrent(
  'socialpage: the post of a group that was removed before its outcome was certain is not taken for that of the next one',
  async () => {
    const target = world.box.createAccount('socialpage');
    fault(target, { kind: 'timeout_after_store' });
    fault(target, { kind: 'reset_before_store' });
    const first = await world.schedule(target, 'Before and after', [await world.files.image()]);
    await stored(target, 1);
    const { errors } = await graphql(
      world.service,
      { 'x-api-key': world.account.apiKey },
      'mutation ($id: ID!) { deletePost(input: { postGroupId: $id }) { deletedPostGroupId } }',
      { id: first },
    );
    expect(errors).toBeUndefined();
    const second = await endedOne(await world.schedule(target, 'Before and after', [await world.files.image()]));
    expect(live(target)).toHaveLength(1);
    expect(second).toMatchObject({ status: 'failed', postedId: null, error: { code: 'OUTCOME_UNKNOWN' } });
  },
  TIMEOUT_MS,
);

test.concurrent(
  'socialpage: a post whose outcome is unknown is not taken for the next one of its text, whose message names it',
  async () => {
    const target = world.box.createAccount('socialpage');
    const { id, url } = await endedOne(await world.schedule(target, 'We are hiring', [], undefined, colleague));
    // As if its response and all lookups had been lost.
    await world.db.query(`UPDATE platform_posts SET status = 'failed', posted_id = NULL WHERE id = $1`, [id]);
    await world.db.query(`UPDATE publish_attempts SET outcome = 'unknown' WHERE post_id = $1`, [id]);
    await world.db.query('DELETE FROM live_posts WHERE post_id = $1', [id]);
    fault(target, { kind: 'reset_before_store' });
    const second = await endedOne(await world.schedule(target, 'We are hiring', []));
    expect(live(target)).toHaveLength(1);
    expect(second).toMatchObject({ status: 'failed', postedId: null, error: { code: 'OUTCOME_UNKNOWN' } });
    expect(second.error?.message).toContain(`The same content is live as ${url}: check whether that is this post`);
  },
  TIMEOUT_MS,
);

test.concurrent(
  'fediverse: a post whose copy an equal one has claimed gets another, under another idempotency key',
  async () => {
    const target = world.box.createAccount('fediverse');
    fault(target, { kind: 'reset_before_store' });
    fault(target, { kind: 'reset_after_store' });
    const first = await world.schedule(target, 'Tea at four', []);
    await isSent('Tea at four');
    const second = await world.schedule(target, 'Tea at four', []);
    expectBothLive(target, [await endedOne(first), await endedOne(second)]);
  },
  TIMEOUT_MS,
);

test.concurrent.each(['network', 'microblog'] as const)(
  '%s: of two posts of one text, one is published; the other is refused, and names the live post',
  async (platform) => {
    const target = world.box.createAccount(platform);
    const groups = await Promise.all([1, 2].map(() => world.schedule(target, 'Special offer of the week', [])));
    const posts = await Promise.all(groups.map(endedOne));
    expect(live(target)).toHaveLength(1);
    const published = posts.find(({ status }) => status === 'published');
    const refused = posts.find(({ status }) => status === 'failed');
    expect(published?.url).not.toBeNull();
    expect(refused).toMatchObject({ postedId: null, error: { code: 'INVALID_CONTENT' } });
    expect(refused?.error?.message).toContain(`The same content is live as ${published?.url}`);
  },
  TIMEOUT_MS,
);

test.concurrent(
  'microblog: a refused post names the live one also while the list of posts cannot be read',
  async () => {
    const target = world.box.createAccount('microblog');
    const first = await endedOne(await world.schedule(target, 'Closed on Monday', []));
    fault(target, { kind: 'answer', path: '/2/users/', times: 0, answer: { status: 503 } });
    const second = await endedOne(await world.schedule(target, 'Closed on Monday', []));
    expect(live(target)).toHaveLength(1);
    expect(second).toMatchObject({ status: 'failed', error: { code: 'INVALID_CONTENT' } });
    expect(second.error?.message).toContain(`The same content is live as ${first.url}`);
  },
  TIMEOUT_MS,
);

test.concurrent(
  'microblog: a post that is refused while the live one has no outcome yet waits, and names it then',
  async () => {
    const target = world.box.createAccount('microblog');
    const unreadable = { kind: 'answer', path: '/2/users/', answer: { status: 503 } } as const;
    fault(target, { kind: 'reset_after_store' });
    fault(target, { ...unreadable, times: 0 });
    const first = await world.schedule(target, 'Open on Sunday', []);
    await stored(target, 1);
    const second = await world.schedule(target, 'Open on Sunday', []);
    await eventually(async () => {
      const sql = `SELECT FROM publish_attempts a JOIN platform_posts p ON p.id = a.post_id
                    WHERE p.group_id = $1 AND a.outcome = 'rejected'`;
      return (await world.db.query(sql, [second])).length > 0 || undefined;
    });
    fault(target, { ...unreadable, times: 1 });
    const published = await endedOne(first);
    const refused = await endedOne(second);
    expect(live(target)).toHaveLength(1);
    expect(published).toMatchObject({ status: 'published', postedId: live(target)[0]?.postedId });
    expect(refused).toMatchObject({ status: 'failed', error: { code: 'INVALID_CONTENT' } });
    expect(refused.error?.message).toContain(`The same content is live as ${published.url}`);
  },
  TIMEOUT_MS,
);

const DISCONNECT = 'mutation ($input: DisconnectAccountInput!) { disconnectAccount(input: $input) { platformId } }';
const RETRY = 'mutation ($input: RetryPlatformPostInput!) { retryPlatformPost(input: $input) { platformPost { id } } }';

test.concurrent(
  'a post whose account is disconnected while its outcome is open may be live; a retry looks for it first',
  async () => {
    const target = world.box.createAccount('fediverse');
    fault(target, { kind: 'reset_after_store' });
    const refuseLookups = { kind: 'server_error', on: 'any', times: 0 } as const;
    fault(target, refuseLookups);
    const groupId = await world.schedule(target, 'Still there', []);
    await stored(target, 1);
    const platformId = toPlatformId(target.platform, target.accountId);
    const { errors: refused } = await graphql(world.service, await world.account.session(), DISCONNECT, {
      input: { platformId },
    });
    expect(refused).toBeUndefined();
    const lost = await endedOne(groupId);
    expect(lost).toMatchObject({ status: 'failed', postedId: null, error: { code: 'OUTCOME_UNKNOWN' } });

    // The platform is back.
    fault(target, { ...refuseLookups, times: 1 });
    await world.account.connect(target);
    const input = { platformPostId: lost.id, acknowledgeUnknownOutcome: true };
    const { errors } = await graphql(world.service, { 'x-api-key': world.account.apiKey }, RETRY, { input });
    expect(errors).toBeUndefined();
    const [post, ...others] = live(target);
    expect(await endedOne(groupId)).toMatchObject({ status: 'published', postedId: post?.postedId });
    const requests = world.box
      .requests()
      .filter(
        ({ method, body }) => method === 'POST' && (body as { status?: string } | undefined)?.status === 'Still there',
      );
    expect([others, requests]).toMatchObject([[], [{ path: '/api/v1/statuses' }]]);
  },
  TIMEOUT_MS,
);

test.concurrent.each(['socialpage', 'threadtalk'] as const)(
  '%s: forty posts since do not hide one whose response was lost',
  async (platform) => {
    const target = world.box.createAccount(platform);
    fault(target, { kind: 'timeout_after_store' });
    const groupId = await world.schedule(target, 'The one', []);
    await stored(target, 1);
    const publisher = findPlatform(platform)?.publisher;
    if (!publisher) throw new Error(`There is no ${platform}`);
    const { http, close } = makeHttp({ timeoutMs: 20_000 });
    for (let number = 1; number <= 40; number += 1) {
      await drive(() => publisher(http, NO_SETUP, clock), makePart(`Another, number ${number}`), target);
    }
    await close();
    const one = live(target).filter(({ text }) => text === 'The one');
    expect(await endedOne(groupId)).toMatchObject({ status: 'published', postedId: one[0]?.postedId });
    expect([one.length, live(target).length]).toEqual([1, 41]);
  },
  TIMEOUT_MS,
);

test.concurrent(
  'threadtalk: a later part of a thread whose response was lost is found among the account’s replies',
  async () => {
    const target = world.box.createAccount('threadtalk');
    // The first part’s response comes, the second’s does not.
    fault(target, { kind: 'delay_after_store', delayMs: 1 });
    fault(target, { kind: 'reset_after_store' });
    const parts = await ended(await world.schedule(target, 'One\n---\nTwo\n---\nThree', []));
    expect(parts).toMatchObject(Array(3).fill({ status: 'published' }));
    expect(live(target).map(({ postedId }) => postedId)).toEqual(parts.map(({ postedId }) => postedId));
  },
  TIMEOUT_MS,
);
