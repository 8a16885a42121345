/** Web feeds: each entry becomes one post, by the rules of its feed, also if several processes read it. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { codeBlocks } from '../support/documents.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { addMember } from '../support/member.js';
import { nodesOf } from '../support/nodes.js';
import { type Service, startService } from '../support/service.js';

const FEED = 'id name url platformIds result schedule template state problem dailyMax fetchedAt nextFetchAt';
const mutation = (name: string, selection = `feed { ${FEED} }`) =>
  `mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${selection} } }`;
const ENTRIES = `query ($feedId: ID!, $first: Int, $after: String) { feedEntries(feedId: $feedId, first: $first, after: $after) {
  totalCount pageInfo { endCursor } edges { node { id title link state reason groupId postedAt } } } }`;
const PREVIEW = `query ($input: PreviewFeedInput!) { previewFeed(input: $input) { title entries {
  title link image filteredOut texts { platformId text problems { message prevents } } } } }`;
const POSTS = `{ postGroups(first: 100) { totalCount edges { node { id status content scheduledTime
  labels { name } overrides { platformId content } posts { platformId } media { edges { node { url } } } } } } }`;

let db: TestDatabase;
let apis: Service[];
let web: Server;
let origin: string;
let sandbox: Sandbox;
let account: TestAccount;
let owner: Headers;
let feedUrl: string;
let count = 0;

interface Item {
  id: number | string;
  title?: string;
  extra?: string;
}
/** What the origin serves, by path, and the requests that it got. */
const served = new Map<
  string,
  { items: Item[]; head?: Record<string, string>; status?: number; etag?: string; delayMs?: number }
>();
let requests: { path: string; headers: IncomingHttpHeaders }[] = [];

const rss = (items: Item[]) =>
  `<rss version="2.0"><channel><title>Blog</title>${items
    .map(
      ({ id, title = `Entry ${id}`, extra = '' }) =>
        `<item><guid>${id}</guid><title>${title}</title><link>https://example.com/${id}</link>${extra}</item>`,
    )
    .join('')}</channel></rss>`;

beforeAll(async () => {
  web = createServer(async ({ url: path = '', headers }, response) => {
    requests.push({ path, headers });
    const found = served.get(path);
    if (!found) return response.writeHead(404).end();
    if (found.delayMs) await new Promise((resolve) => setTimeout(resolve, found.delayMs));
    const { status = 200, head, etag } = found;
    if (etag && headers['if-none-match'] === etag) return response.writeHead(304).end();
    return response
      .writeHead(status, { 'content-type': 'text/xml', ...(etag && { etag }), ...head })
      .end(rss(found.items));
  }).listen(0, '127.0.0.1');
  await once(web, 'listening');
  origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0 });
  const env = { PRIVATE_ADDRESSES: 'media,platforms,webhooks,feeds' };
  apis = await Promise.all([startService({ db, roles: 'api', env }), startService({ db, roles: 'api', env })]);
});
beforeEach(async () => {
  account = await createAccount(db, { connected: ['microblog-1', 'network-2'], workspaceAccess: true });
  owner = await account.session();
  requests = [];
  count += 1;
  feedUrl = `${origin}/${count}`;
});
afterAll(async () => {
  await Promise.all(apis.map((api) => api.stop()));
  web?.close();
  await sandbox?.close();
  await db?.drop();
});

const serve = (items: Item[], more: Partial<NonNullable<ReturnType<typeof served.get>>> = {}) =>
  served.set(new URL(feedUrl).pathname, { items, ...more });

async function run(
  query: string,
  variables: Record<string, unknown> = {},
  headers: Headers = owner,
  api = apis[0] as Service,
) {
  const { data, errors } = await graphql(api, headers, query, variables);
  return { data, code: errors?.[0]?.extensions.code, error: errors?.[0] };
}
const input = (given: object = {}) => ({ name: `Feed ${count}`, url: feedUrl, platformIds: ['microblog-1'], ...given });
async function create(given: object = {}, headers: Headers = owner) {
  const { data, error } = await run(mutation('createFeed'), { input: input(given) }, headers);
  if (error) throw new Error(JSON.stringify(error));
  return data.createFeed.feed;
}
const refresh = (feedId: string, api = apis[0] as Service) =>
  run(mutation('refreshFeed'), { input: { feedId } }, owner, api);
async function posts(headers: Headers = owner) {
  const { data } = await run(POSTS, {}, headers);
  return nodesOf(data.postGroups);
}
async function entries(feedId: string) {
  const { data, error } = await run(ENTRIES, { feedId, first: 100 });
  if (error) throw new Error(JSON.stringify(error));
  return nodesOf(data.feedEntries);
}
const contents = async () => (await posts()).map(({ content }: { content: string }) => content).toSorted();

async function schedule() {
  const times = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'].flatMap((weekday) =>
    ['09:00', '15:00'].map((time) => ({ weekday, time })),
  );
  const query =
    'mutation ($input: CreatePostingScheduleInput!) { createPostingSchedule(input: $input) { postingSchedule { id } } }';
  const { data } = await run(query, { input: { name: 'Daily', timeZone: 'UTC', times } });
  return data.createPostingSchedule.postingSchedule.id;
}

describe('a new feed', () => {
  test('makes posts of entries that come, and none of those that it has', async () => {
    serve([{ id: 1 }, { id: 2 }]);
    const feed = await create();
    expect(feed).toMatchObject({ url: feedUrl, result: 'DRAFT', schedule: null, state: 'ACTIVE', problem: null });
    serve([{ id: 3 }, { id: 1 }, { id: 2 }]);
    await refresh(feed.id);
    expect(await posts()).toMatchObject([{ status: 'DRAFT', content: 'Entry 3\n\nhttps://example.com/3' }]);
    const [first, ...others] = await entries(feed.id);
    expect(first).toMatchObject({ title: 'Entry 3', state: 'POSTED', groupId: expect.any(String), reason: null });
    expect(others.map(({ state }: { state: string }) => state)).toEqual(['EXISTING', 'EXISTING']);
  });

  test('makes posts of its newest entries if asked', async () => {
    serve([{ id: 3 }, { id: 2 }, { id: 1 }]);
    const feed = await create({ existing: 2 });
    await refresh(feed.id);
    expect(await contents()).toEqual(['Entry 2\n\nhttps://example.com/2', 'Entry 3\n\nhttps://example.com/3']);
  });

  test.each([
    [{ name: '' }, 'FEED_NAME_INVALID'],
    [{ url: 'ftp://example.com' }, 'URL_INVALID'],
    [{ url: 'https://a:b@example.com/feed' }, 'FEED_URL_INVALID'],
    [{ template: 'No placeholder' }, 'FEED_TEMPLATE_INVALID'],
    [{ template: '{{title}} {{other}}' }, 'FEED_TEMPLATE_INVALID'],
    [{ filter: { include: ['!'] } }, 'FEED_FILTER_INVALID'],
    [{ dailyMax: 51 }, 'FEED_LIMITS_INVALID'],
    [{ existing: 21 }, 'FEED_LIMITS_INVALID'],
    [{ platformIds: [] }, 'PLATFORMS_EMPTY'],
    [{ platformIds: ['microblog-9'] }, 'CONNECTIONS_NOT_FOUND'],
    [{ result: 'QUEUE', schedule: 'a'.repeat(24) }, 'POSTING_SCHEDULE_NOT_FOUND'],
    [{ labelIds: ['a'.repeat(24)] }, 'LABEL_NOT_FOUND'],
  ])('is refused: %j', async (given, code) => {
    serve([]);
    expect((await run(mutation('createFeed'), { input: input(given) })).code).toBe(code);
    expect(requests).toEqual([]);
  });

  test('is refused with the reason if it cannot be read', async () => {
    const { error } = await run(mutation('createFeed'), { input: input() });
    expect(error).toMatchObject({
      message: 'The feed was not read. The server answered 404',
      extensions: { code: 'FEED_NOT_READ' },
    });
  });

  test('has another name than the others, and is one of at most 20', async () => {
    serve([]);
    await create({ name: 'News' });
    expect((await run(mutation('createFeed'), { input: input({ name: 'NEWS' }) })).code).toBe('FEED_NAME_TAKEN');
    await db.query(
      `INSERT INTO feeds SELECT (jsonb_populate_record(f, jsonb_build_object('id', lpad(n::text, 24, '0'), 'name', n::text))).*
         FROM feeds f, generate_series(${count * 100}, ${count * 100 + 18}) n WHERE f.user_id = $1`,
      [account.userId],
    );
    expect((await run(mutation('createFeed'), { input: input() })).code).toBe('FEED_LIMIT_REACHED');
  });
});

describe('an address', () => {
  test('that is not public is refused', async () => {
    const guarded = await startService({ db, roles: 'api', env: { PRIVATE_ADDRESSES: 'none' } });
    serve([{ id: 1 }]);
    const { error } = await run(mutation('createFeed'), { input: input() }, owner, guarded);
    expect(error?.message).toMatch('127.0.0.1 is not a public address');
    expect(requests).toEqual([]);
    await guarded.stop();
  });

  test('is requested with what the server said of the last response', async () => {
    serve([{ id: 1 }], { etag: '"one"' });
    const feed = await create();
    serve([{ id: 2 }], { etag: '"one"' });
    await refresh(feed.id);
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"one"']);
    expect(await posts()).toEqual([]);
    serve([{ id: 2 }], { etag: '"two"' });
    await refresh(feed.id);
    expect(await posts()).toHaveLength(1);
  });

  test.each([
    [{ status: 500 }, 'FAILING', 'The server answered 500'],
    [{ status: 410 }, 'ENDED', 'The server says that the feed has ended'],
  ])('that answers %j makes the feed %s', async (answer, state, problem) => {
    serve([]);
    const feed = await create();
    serve([], answer);
    expect((await refresh(feed.id)).data.refreshFeed.feed).toMatchObject({ state, problem });
    serve([{ id: 1 }]);
    expect((await refresh(feed.id)).data.refreshFeed.feed).toMatchObject({ state: 'ACTIVE', problem: null });
    expect(await posts()).toHaveLength(1);
  });

  test('is tried again later each time, and not before the server says', async () => {
    serve([]);
    const { id } = await create();
    serve([], { status: 429, head: { 'retry-after': '7200' } });
    const minutes = async () => {
      const { data } = await refresh(id);
      return (Date.parse(data.refreshFeed.feed.nextFetchAt) - Date.now()) / 60_000;
    };
    expect(Math.round(await minutes())).toBe(120);
    serve([], { status: 503 });
    expect(await minutes()).toBeGreaterThan(23);
    expect(await minutes()).toBeGreaterThan(47);
  });

  test('that fails for 3 days, or ends, is a notification, once', async () => {
    serve([]);
    const { id } = await create();
    const notified = async () =>
      (await db.query<{ title: string }>(`SELECT title FROM notifications WHERE subject_id = $1`, [id])).map(
        ({ title }) => title,
      );
    serve([], { status: 500 });
    await refresh(id);
    expect(await notified()).toEqual([]);
    await db.query(`UPDATE feeds SET failing_since = now() - interval '73 hours' WHERE id = $1`, [id]);
    await refresh(id);
    await refresh(id);
    expect(await notified()).toEqual([`The feed “Feed ${count}” cannot be read`]);
  });
});

describe('an entry', () => {
  test('becomes one post, in any order, repeated and edited', async () => {
    const item = fc.record({ id: fc.nat(12), title: fc.constantFrom('One', 'Two', 'Three') });
    serve([]);
    const { id } = await create({ dailyMax: 50 });
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 8 }), async (items) => {
        await db.query(`DELETE FROM throttles`);
        serve(items);
        for (const one of items) seen.add(one.id);
        await Promise.all(apis.map((api) => refresh(id, api)));
        await refresh(id);
        expect((await entries(id)).length).toBe(seen.size);
        expect(await posts()).toHaveLength(seen.size);
      }),
      { numRuns: 12 },
    );
  });

  test('that several processes have at the same time becomes one post', async () => {
    serve([]);
    const { id } = await create();
    serve(Array.from({ length: 6 }, (_, index) => ({ id: index })));
    // Leases are lost: as if each process were the only one.
    const steal = async (api: Service) => {
      await db.query('UPDATE feeds SET lease_until = NULL WHERE id = $1', [id]);
      return refresh(id, api);
    };
    await Promise.all([...apis, ...apis].map(steal));
    await refresh(id);
    expect(await posts()).toHaveLength(6);
  });

  test('is not posted again after its post was deleted, or it left the feed and came back', async () => {
    serve([]);
    const { id } = await create();
    serve([{ id: 1 }]);
    await refresh(id);
    const [post] = await posts();
    await run('mutation ($input: DeletePostInput!) { deletePost(input: $input) { deletedPostGroupId } }', {
      input: { postGroupId: post.id },
    });
    serve([]);
    await refresh(id);
    serve([{ id: 1, title: 'Edited' }]);
    await refresh(id);
    expect(await posts()).toEqual([]);
    expect(await entries(id)).toMatchObject([{ state: 'POSTED', groupId: null }]);
  });

  test('waits for another day once the feed has made its posts of today, at most 7 days', async () => {
    serve([]);
    const { id } = await create({ dailyMax: 2 });
    serve([{ id: 4 }, { id: 3 }, { id: 2 }, { id: 1 }]);
    await refresh(id);
    expect(await contents()).toEqual(['Entry 1\n\nhttps://example.com/1', 'Entry 2\n\nhttps://example.com/2']);
    const reason = 'The feed has made its posts of today';
    expect((await entries(id)).slice(0, 2)).toMatchObject([
      { title: 'Entry 4', state: 'WAITING', reason },
      { title: 'Entry 3', state: 'WAITING', reason },
    ]);
    await db.query(
      `UPDATE feed_entries SET posted_at = posted_at - interval '24 hours' WHERE posted_at IS NOT NULL AND title <> 'Entry 2'`,
    );
    await refresh(id);
    expect(await posts()).toHaveLength(3);
    expect((await entries(id)).find(({ title }: Item) => title === 'Entry 3')).toMatchObject({ reason: null });
    await db.query(`UPDATE feed_entries SET first_seen_at = now() - interval '169 hours' WHERE state = 'WAITING'`);
    await refresh(id);
    expect((await entries(id))[0]).toMatchObject({
      title: 'Entry 4',
      state: 'SKIPPED',
      reason: 'It waited for more than 7 days',
    });
  });

  test('that the filter leaves out becomes no post, with the reason', async () => {
    serve([]);
    const { id } = await create({ filter: { exclude: ['secret'] } });
    serve([{ id: 1, title: 'A Secret plan' }, { id: 2 }]);
    await refresh(id);
    expect(await posts()).toHaveLength(1);
    expect((await entries(id)).find(({ title }: Item) => title === 'A Secret plan')).toMatchObject({
      state: 'FILTERED',
      reason: 'It has the excluded word “secret”',
    });
  });

  test('is shortened for accounts whose limit it exceeds, and has the labels and the image that the feed says', async () => {
    const label = 'mutation ($input: CreateLabelInput!) { createLabel(input: $input) { label { id } } }';
    const { data } = await run(label, { input: { name: 'Blog', color: 'BLUE' } });
    serve([]);
    const labelIds = [data.createLabel.label.id];
    const { id } = await create({
      platformIds: ['microblog-1', 'network-2'],
      template: '{{summary}} {{link}}',
      labelIds,
      attachesImages: true,
    });
    const extra = `<description>${'word '.repeat(100)}</description><enclosure type="image/png" url="${origin}/x.png"/>`;
    serve([{ id: 1, extra }]);
    await refresh(id);
    const [post] = await posts();
    expect(post.content).toBe(`${'word '.repeat(100)}https://example.com/1`);
    expect(post.overrides).toEqual([
      { platformId: 'microblog-1', content: expect.stringMatching(/ word… https:\/\/example.com\/1$/) },
    ]);
    expect(post.labels).toEqual([{ name: 'Blog' }]);
    expect(nodesOf(post.media)).toHaveLength(1);
  });
});

describe('a feed that queues its entries', () => {
  const queued = async (given: object = {}, headers: Headers = owner) => {
    serve([]);
    const { id } = await create({ result: 'QUEUE', ...given }, headers);
    serve([{ id: 2 }, { id: 1 }]);
    return id;
  };

  test('gives each the next time of the posting schedule', async () => {
    const id = await queued({ schedule: await schedule() });
    await refresh(id);
    const scheduled = await posts();
    expect(scheduled.map(({ status }: { status: string }) => status)).toEqual(['SCHEDULED', 'SCHEDULED']);
    expect(new Set(scheduled.map(({ scheduledTime }: { scheduledTime: string }) => scheduledTime)).size).toBe(2);
  });

  test('makes drafts with a time for a contributor, and for a member who became one', async () => {
    await schedule();
    const { browser, personId } = await addMember(db, account.userId, 'EDITOR');
    const id = await queued({}, browser);
    await db.query(`UPDATE memberships SET role = 'CONTRIBUTOR' WHERE person_id = $1`, [personId]);
    await refresh(id);
    expect((await posts()).map(({ status }: { status: string }) => status)).toEqual(['DRAFT', 'DRAFT']);
  });

  test('makes drafts once who changed it last is no member any more', async () => {
    await schedule();
    const { browser, personId } = await addMember(db, account.userId, 'EDITOR');
    const id = await queued({}, browser);
    await db.query('DELETE FROM memberships WHERE person_id = $1', [personId]);
    await refresh(id);
    expect((await posts()).map(({ status }: { status: string }) => status)).toEqual(['DRAFT', 'DRAFT']);
  });

  test('makes drafts where everybody needs an approval', async () => {
    await schedule();
    const policy =
      'mutation ($input: SetApprovalPolicyInput!) { setApprovalPolicy(input: $input) { approvalPolicy { neededFor } } }';
    expect((await run(policy, { input: { neededFor: 'EVERYBODY', approvers: 'ADMINS' } })).code).toBeUndefined();
    const id = await queued();
    await refresh(id);
    expect((await posts()).map(({ status }: { status: string }) => status)).toEqual(['DRAFT', 'DRAFT']);
  });

  test('makes a draft with the reason of what could not be published, or has no schedule', async () => {
    const id = await queued();
    await refresh(id);
    expect((await posts()).map(({ status }: { status: string }) => status)).toEqual(['DRAFT', 'DRAFT']);
    expect((await entries(id))[0]).toMatchObject({
      state: 'POSTED',
      reason: expect.stringMatching('No posting schedule'),
    });
  });

  test('keeps entries waiting for a limit of the plan', async () => {
    await schedule();
    const id = await queued();
    await db.query(`UPDATE users SET limit_overrides = '{"scheduledPosts": 1}' WHERE id = $1`, [account.userId]);
    await refresh(id);
    expect((await entries(id)).map(({ state }: { state: string }) => state).toSorted()).toEqual(['POSTED', 'WAITING']);
    await db.query(`UPDATE users SET limit_overrides = '{}' WHERE id = $1`, [account.userId]);
    await refresh(id);
    expect(await posts()).toHaveLength(2);
  });
});

describe('a preview', () => {
  test('has the texts and problems of the newest entries for each account, and stores nothing', async () => {
    serve([{ id: 1 }, { id: 2, title: 'Off topic' }]);
    const { data, error } = await run(PREVIEW, {
      input: { url: feedUrl, platformIds: ['microblog-1', 'network-2'], filter: { exclude: ['off topic'] } },
    });
    expect(error).toBeUndefined();
    expect(data.previewFeed).toMatchObject({
      title: 'Blog',
      entries: [
        {
          title: 'Entry 1',
          filteredOut: null,
          texts: [{ platformId: 'microblog-1', text: 'Entry 1\n\nhttps://example.com/1', problems: [] }, {}],
        },
        { title: 'Off topic', filteredOut: 'It has the excluded word “off topic”' },
      ],
    });
    const [{ total }] = (await db.query<{ total: number }>(
      'SELECT count(*)::int AS total FROM feeds WHERE user_id = $1',
      [account.userId],
    )) as [{ total: number }];
    expect(total).toBe(0);
  });

  test('has texts that leave room for the signature of the account, also once they are posts', async () => {
    serve([{ id: 1, title: 'word '.repeat(70).trim() }]);
    const [{ id: accountId }] = (await db.query<{ id: string }>(
      "SELECT id FROM connections WHERE user_id = $1 AND platform_id = 'microblog-1'",
      [account.userId],
    )) as [{ id: string }];
    const SIGN = 'mutation ($input: SetSignatureInput!) { setSignature(input: $input) { account { id } } }';
    const sign = (text: string | null) => run(SIGN, { input: { accountId, text } });
    expect((await sign('s'.repeat(64))).error).toBeUndefined();
    const { data } = await run(PREVIEW, { input: { url: feedUrl, platformIds: ['microblog-1'] } });
    const [{ text, problems }] = data.previewFeed.entries[0].texts;
    expect(problems).toEqual([]);
    expect(text).toMatch(/ word…/);
    expect(text.length).toBeLessThan(280 - 64);
    await sign(null);
  });

  test('and other reads on request are bounded', async () => {
    serve([]);
    const codes: (string | undefined)[] = [];
    for (let index = 0; index < 31; index += 1)
      codes.push((await run(PREVIEW, { input: { url: feedUrl, platformIds: ['microblog-1'] } })).code as string);
    expect(codes.filter(Boolean)).toEqual(['FEED_FETCHES_TOO_MANY']);
  });
});

describe('a member', () => {
  test('who drafts changes, pauses and deletes feeds; all read them; another account does neither', async () => {
    serve([{ id: 1 }]);
    const { id } = await create();
    const viewer = (await addMember(db, account.userId, 'VIEWER')).browser;
    expect((await run(ENTRIES, { feedId: id }, viewer)).code).toBeUndefined();
    const stranger = await (await createAccount(db)).session();
    for (const name of ['pauseFeed', 'refreshFeed', 'updateFeed']) {
      expect((await run(mutation(name), { input: { feedId: id } }, viewer)).code).toBe('PERMISSION_REQUIRED');
      expect((await run(mutation(name), { input: { feedId: id } }, stranger)).code).toBe('FEED_NOT_FOUND');
    }
    expect((await run(mutation('pauseFeed'), { input: { feedId: id } })).data.pauseFeed.feed.state).toBe('PAUSED');
    expect((await refresh(id)).code).toBe('FEED_BUSY');
    serve([{ id: 2 }]);
    await run(mutation('pauseFeed'), { input: { feedId: id, paused: false } });
    await refresh(id);
    expect(await posts()).toHaveLength(1);
    const moved = { feedId: id, url: `${feedUrl}-moved`, result: 'QUEUE', dailyMax: 3 };
    served.set(new URL(moved.url).pathname, { items: [{ id: 9 }] });
    expect((await run(mutation('updateFeed'), { input: moved })).data.updateFeed.feed).toMatchObject({
      ...{ url: moved.url, result: 'QUEUE', schedule: 'NEXT_FREE', dailyMax: 3 },
    });
    await refresh(id);
    expect(await posts()).toHaveLength(1);
    expect(
      (await run(mutation('deleteFeed', 'deletedFeedId'), { input: { feedId: id } })).data.deleteFeed.deletedFeedId,
    ).toBe(id);
    expect((await run(ENTRIES, { feedId: id })).code).toBe('FEED_NOT_FOUND');
    expect(await posts()).toHaveLength(1);
  });
});

describe('a worker', () => {
  const start = () =>
    startService({ db, roles: 'worker', env: { PRIVATE_ADDRESSES: 'media,platforms,webhooks,feeds' } });

  test('reads what is due; a killed one leaves it to others, which make each post once', async () => {
    serve([]);
    const { id } = await create({ dailyMax: 50 });
    serve(Array.from({ length: 30 }, (_, index) => ({ id: index })));
    const first = await start();
    await eventually(async () => ((await posts()).length > 3 ? true : undefined));
    await first.kill();
    // Once its lease has ended, the feed is due: what it left does not wait for the next fetch.
    const [left] = await db.query('SELECT next_fetch_at > lease_until AS "waitsLonger" FROM feeds WHERE id = $1', [id]);
    expect(left).not.toEqual({ waitsLonger: true });
    await db.query('UPDATE feeds SET lease_until = NULL, next_fetch_at = now() WHERE id = $1', [id]);
    const others = await Promise.all([start(), start()]);
    await eventually(async () => ((await posts()).length >= 30 ? true : undefined));
    await Promise.all(others.map((worker) => worker.stop()));
    expect(await posts()).toHaveLength(30);
    expect((await entries(id)).every(({ state }: { state: string }) => state === 'POSTED')).toBe(true);
  });
});

test('the guide previews and adds a feed', async () => {
  serve([{ id: 1 }]);
  const [previewing = '', creating = ''] = codeBlocks('docs/guides/feeds.md').map(({ code }) => code);
  const { data } = await run(previewing, { input: { url: feedUrl, platformIds: ['microblog-1'] } });
  expect(data.previewFeed.entries).toMatchObject([{ title: 'Entry 1' }]);
  const [variables] = codeBlocks('docs/guides/feeds.md').filter(({ language }) => language === 'json');
  const given = JSON.parse(variables?.code ?? '').input;
  const added = await run(creating, { input: { ...given, url: feedUrl, platformIds: ['microblog-1'] } });
  expect(added.data.createFeed.feed).toMatchObject({ name: 'Blog', state: 'ACTIVE' });
});
