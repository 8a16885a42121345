/** The numbers of posts and accounts, at every adapter that reads them. */
import { readFileSync } from 'node:fs';
import type { Account } from '../../src/platforms/port/account.js';
import type { PostMetric } from '../../src/platforms/port/metrics.js';
import type { Platform } from '../../src/platforms/port/platform.js';
import type { PublishedPart } from '../../src/platforms/port/unpublish.js';
import { platforms } from '../../src/platforms/registry.js';
import { caseOf } from './cases.js';
import { drive } from './driving.js';
import { logIn, setupOf } from './logging-in.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import { ACCOUNT_NUMBERS, measuredContent, metricsRow, NUMBERS } from './metrics-rows.js';
import { clock, openAccount, openWorld, postsOf, reset, skip, type World } from './support.js';

let world: World;
let files: MediaFiles;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
afterEach(() => {
  world.box.clearFaults();
  reset();
});
afterAll(async () => {
  await world.close();
  await files.close();
});

const DAY_MS = 24 * 3_600_000;

const able = [...platforms.values()].flatMap((platform) =>
  platform.metrics ? [{ key: platform.key, platform, metrics: platform.metrics }] : [],
);

const pick = <Name extends string>(all: Partial<Record<Name, number>>, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, all[name]]));

const LOWER: Partial<Record<PostMetric, number>> = Object.fromEntries(
  Object.entries(NUMBERS).map(([name, value]) => [name, Math.floor(value / 2)]),
);

describe.each(able.map((each) => [each.key, each] as const))('%s', (key, { platform, metrics }) => {
  const row = metricsRow(key);
  const given = row.given ?? metrics.postMetrics;
  const opened = () => metrics.open(world.http, setupOf(world, platform));

  /** Another post of the account; posts with equal texts are refused by some platforms. */
  async function publish(account: Account, mark: string): Promise<PublishedPart> {
    const part = await measuredContent(platform)(files);
    const speak = () => platform.publisher(world.http, setupOf(world, platform), clock);
    const { step } = await drive(speak, { ...part, text: `${part.text} ${mark}` }, account);
    if (step.kind !== 'published') throw new Error(JSON.stringify(step));
    return { postedId: step.postedId, furtherIds: step.furtherIds ?? [] };
  }

  /** The post as the sandbox has it. */
  function stored(account: Account, { postedId }: PublishedPart) {
    const { neutral = (id: string) => id } = caseOf(key);
    const post = postsOf(world, account).find((each) => neutral(each.postedId) === postedId);
    if (!post) throw new Error(`the sandbox has no ${postedId}`);
    return post;
  }
  const choose = (account: Account, part: PublishedPart, values: Partial<Record<PostMetric, number | null>>) =>
    world.box.setNumbers({ ...stored(account, part), values });

  async function measure(account: Account, posts: readonly PublishedPart[]) {
    const result = await opened().ofPosts(account, posts);
    if (result.kind === 'failed') throw new Error(result.failure.message);
    return result.value;
  }

  test('posts are measured, in the names of the service and of the platform, also when they fall', async () => {
    const account = await openAccount(world, platform);
    const [part, other] = [await publish(account, 'one'), await publish(account, 'two')];
    choose(account, part, NUMBERS);
    choose(account, other, LOWER);
    const posts = metrics.postsAtOnce > 1 ? [part, other] : [part];
    const [first, second] = await measure(account, posts);
    expect(first).toEqual({
      postedId: part.postedId,
      kind: 'measured',
      values: pick(NUMBERS, given),
      own: expect.objectContaining(row.own),
    });
    if (metrics.postsAtOnce > 1) expect(second).toMatchObject({ postedId: other.postedId, values: pick(LOWER, given) });
    choose(account, part, LOWER);
    expect(await measure(account, [part])).toMatchObject([{ kind: 'measured', values: pick(LOWER, given) }]);
  });

  if (row.isList) {
    test('two posts take no more requests than one', async () => {
      const account = await openAccount(world, platform);
      const posts = [await publish(account, 'first'), await publish(account, 'second')];
      const sentFor = async (some: readonly PublishedPart[]) => {
        const before = world.box.requests().length;
        await measure(account, some);
        return world.box.requests().length - before;
      };
      expect(await sentFor(posts)).toBe(await sentFor(posts.slice(1)));
    });
  }

  test('numbers that nobody chose are whole, agree with each other and grow', async () => {
    const account = await openAccount(world, platform);
    const part = await publish(account, 'grows');
    const valuesAfter = async (days: number) => {
      reset();
      skip(days * DAY_MS);
      const [post] = await measure(account, [part]);
      if (post?.kind !== 'measured') throw new Error(JSON.stringify(post));
      expect(Object.keys(post.values).sort()).toEqual([...given].sort());
      return Object.values(post.values).every(Number.isSafeInteger) ? post.values : {};
    };
    const [early, late] = [await valuesAfter(1), await valuesAfter(8)];
    for (const name of given) expect(late[name]).toBeGreaterThanOrEqual(early[name] ?? Number.POSITIVE_INFINITY);
    const sum = (values: typeof late) => Object.values(values).reduce((all, value) => all + value, 0);
    expect(sum(late)).toBeGreaterThan(sum(early));
    const seen = late.impressions ?? late.views ?? Number.POSITIVE_INFINITY;
    expect(late.reach ?? 0).toBeLessThanOrEqual(seen);
  });

  test('a number that the platform leaves out is absent, not 0', async () => {
    const account = await openAccount(world, platform);
    const part = await publish(account, 'left out');
    for (const name of given) {
      choose(account, part, { ...NUMBERS, [name]: null });
      const rest = given.filter((each) => each !== name);
      const [post] = await measure(account, [part]);
      expect(post).toEqual({
        postedId: part.postedId,
        kind: 'measured',
        values: pick(NUMBERS, rest),
        own: expect.anything(),
      });
    }
  });

  test('a response without any number is no reading, neither of posts nor of the account', async () => {
    const account = await openAccount(world, platform);
    const part = await publish(account, 'is not mentioned');
    const respond = async (body: unknown) => {
      for (const path of Object.values(row.paths)) {
        world.box.setFault({ platform: key, kind: 'answer', path, times: 0, answer: { status: 200, body } });
      }
      const results = await both(account, part);
      world.box.clearFaults();
      return results;
    };
    for (const body of [{}, [], { data: [] }, ...(row.withoutNumbers?.(part.postedId) ?? [])]) {
      const [ofPosts, ofAccount] = await respond(body);
      expect(ofAccount).toMatchObject({ kind: 'failed', failure: { outcome: 'rejected' } });
      const { postedId } = part;
      if (ofPosts?.kind === 'ok') expect(ofPosts.value).toEqual([{ postedId, kind: 'notGiven' }]);
      else expect(ofPosts).toMatchObject({ kind: 'failed', failure: { code: 'PLATFORM_SERVER_ERROR' } });
    }
    expect(await measure(account, [part])).toMatchObject([{ kind: 'measured' }]);
  });

  test('a deleted post is gone, and others are measured', async () => {
    const account = await openAccount(world, platform);
    const [part, deleted] = [await publish(account, 'stays'), await publish(account, 'is deleted')];
    choose(account, part, NUMBERS);
    await world.box.removePost(stored(account, deleted));
    const all = [deleted, part];
    const posts =
      metrics.postsAtOnce > 1
        ? await measure(account, all)
        : await Promise.all(all.map((each) => measure(account, [each])));
    expect(posts.flat()).toEqual([
      { postedId: deleted.postedId, kind: 'gone' },
      expect.objectContaining({ postedId: part.postedId, kind: 'measured', values: pick(NUMBERS, given) }),
    ]);
  });

  test('the account is measured', async () => {
    const { accountId, ...account } = await openAccount(world, platform);
    world.box.setNumbers({ platform: key, accountId, values: ACCOUNT_NUMBERS });
    expect(await opened().ofAccount({ accountId, ...account })).toEqual({
      kind: 'ok',
      value: { values: pick(ACCOUNT_NUMBERS, metrics.accountMetrics), own: row.ownOfAccount },
    });
    world.box.setNumbers({ platform: key, accountId, values: {} });
    const { value } = (await opened().ofAccount({ accountId, ...account })) as { value: { values: object } };
    expect(Object.keys(value.values).sort()).toEqual([...metrics.accountMetrics].sort());
  });

  const both = async (account: Account, part: PublishedPart) => [
    await opened().ofPosts(account, [part]),
    await opened().ofAccount(account),
  ];

  test('an account that did not allow it is PERMISSION_DENIED', async () => {
    const account = await openAccount(world, platform);
    const part = await publish(account, 'is refused');
    for (const path of Object.values(row.paths)) {
      world.box.setFault({ platform: key, kind: 'answer', path, times: 0, answer: row.refusal });
    }
    const refused = { kind: 'failed', failure: { code: 'PERMISSION_DENIED', outcome: 'rejected' } };
    expect(await both(account, part)).toMatchObject([refused, refused]);
  });

  if (metrics.scopes.length > 0) {
    test('so is one whose login did not grant the scopes', async () => {
      if (!platform.authorization) throw new Error(`${key} has no login`);
      const owner = world.box.createAccount(key);
      const scopes = platform.authorization.scopes.filter((scope) => !metrics.scopes.includes(scope));
      const setup = { ...setupOf(world, platform), scopes, baseUrl: owner.baseUrl };
      const granted = await logIn(world.http, platform.authorization, setup, [owner]);
      if (granted.kind === 'failed') throw new Error(granted.failure.message);
      const { credentials = {} } = granted.accounts[0] ?? {};
      const account = { accountId: owner.accountId, baseUrl: owner.baseUrl, credentials };
      const refused = { kind: 'failed', failure: { code: 'PERMISSION_DENIED', outcome: 'rejected' } };
      expect(await opened().ofPosts(account, [await publish(account, 'without scopes')])).toMatchObject(refused);
    });
  }

  test('a rate limit says until when; a rejected token and a server error are the usual failures', async () => {
    const account = await openAccount(world, platform);
    const part = await publish(account, 'fails');
    const failing = async (kind: 'rate_limited' | 'auth_expired' | 'server_error') => {
      for (const path of Object.values(row.paths)) {
        world.box.setFault({ platform: key, kind, path, times: 0, resetSeconds: 90 });
      }
      const results = await both(account, part);
      world.box.clearFaults();
      return results;
    };
    const before = Date.now();
    for (const result of await failing('rate_limited')) {
      if (result.kind === 'ok') throw new Error('it was not limited');
      expect(result.failure).toMatchObject({ code: 'RATE_LIMITED', outcome: 'rejected' });
      // Some platforms say it in whole minutes.
      const { retryAt } = result.failure;
      if (caseOf(key).withoutReset) expect(retryAt).toBeUndefined();
      else expect(retryAt?.getTime()).toBeGreaterThanOrEqual(before + 60_000);
    }
    for (const [kind, code] of [
      ['auth_expired', 'PLATFORM_AUTH_EXPIRED'],
      ['server_error', 'PLATFORM_SERVER_ERROR'],
    ] as const) {
      const failed = { kind: 'failed', failure: { code } };
      expect(await failing(kind)).toMatchObject([failed, failed]);
    }
  });

  test('no more posts are read at once than the platform allows, with no more requests than stated', async () => {
    const account = await openAccount(world, platform);
    const part = await publish(account, 'is one of many');
    const missing = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ postedId: row.missing(part.postedId, index), furtherIds: [] }));
    const before = world.box.requests().length;
    await expect(opened().ofPosts(account, [part, ...missing(metrics.postsAtOnce)])).rejects.toThrow('at once');
    expect(await opened().ofPosts(account, [])).toEqual({ kind: 'ok', value: [] });
    expect(world.box.requests()).toHaveLength(before);
    const posts = [part, ...missing(metrics.postsAtOnce - 1)];
    const found = await measure(account, posts);
    expect(found.map(({ postedId }) => postedId)).toEqual(posts.map(({ postedId }) => postedId));
    expect(found.map(({ kind }) => kind)).toEqual(['measured', ...missing(metrics.postsAtOnce - 1).map(() => 'gone')]);
    const sent = world.box.requests().length - before;
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThanOrEqual(metrics.requestsPerCall);
  });
});

test('docs/platforms/README.md says what each platform gives', () => {
  const page = readFileSync('docs/platforms/README.md', 'utf8');
  const [, table = ''] = /## Numbers of posts and accounts[^|]+(\|[\s\S]*?)\n\n/.exec(page) ?? [];
  const cells = ({ metrics }: Platform): (string | number)[] =>
    metrics
      ? [
          ...[metrics.postMetrics.join(', '), metrics.accountMetrics.join(', ')],
          ...[
            metrics.scopes.map((scope) => `\`${scope}\``).join(', ') || '–',
            metrics.postsAtOnce,
            metrics.requestsPerCall,
          ],
        ].map((cell) => cell || '–')
      : Array(5).fill('–');
  const rows = [...platforms.values()].map(
    (each) => `| ${[`[${each.key}](${each.key}.md)`, ...cells(each)].join(' | ')} |`,
  );
  expect(table.split('\n').slice(2)).toEqual(rows);
});
