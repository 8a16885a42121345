import { Script } from 'node:vm';
import { startSandbox } from '../../sandbox/sandbox.js';
import { call, closeSandboxes, demo, message, sandbox, toot } from './support.js';

afterEach(closeSandboxes);

describe('the timeline', () => {
  test('shows the newest post first, of one platform on request', async () => {
    const box = await sandbox();
    await toot(demo(box, 'fediverse'), { status: 'one' });
    await message(demo(box, 'messenger'), { text: 'two' });
    await toot(demo(box, 'fediverse'), { status: 'three' });
    const texts = async (query: string) =>
      (await call(`${box.url}/timeline.json${query}`)).body.posts.map(({ text }: { text: string }) => text);
    expect(await texts('')).toEqual(['three', 'two', 'one']);
    expect(await texts('?platform=fediverse&limit=1')).toEqual(['three']);
    expect((await call(`${box.url}/timeline.json?platform=fax`)).body.error).toContain('platform');
  });

  test('is one page that loads nothing from elsewhere and runs no script but its own', async () => {
    const box = await sandbox();
    const { status, headers, body } = await call(`${box.url}/`);
    expect(status).toBe(200);
    expect(body).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(body).not.toContain('innerHTML');
    expect(() => new Script(/<script>(.*)<\/script>/s.exec(body)?.[1] ?? '?')).not.toThrow();
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'sha256-/);
  });

  test('has a column for every platform, each in its own colour', async () => {
    const box = await sandbox();
    const { body } = await call(`${box.url}/`);
    const columns = [...body.matchAll(/<section data-platform="(\w+)"[^>]* style="--hue: (\d+)">/g)];
    expect(columns.map(([, platform]) => platform)).toEqual(box.accounts.map(({ platform }) => platform));
    expect(new Set(columns.map(([, , hue]) => hue)).size).toBe(columns.length);
  });

  test('receives every post as it arrives', async () => {
    const box = await sandbox();
    const stop = new AbortController();
    const stream = await fetch(`${box.url}/events`, { signal: stop.signal });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    await toot(demo(box, 'fediverse'), { status: 'live <b>' });
    let seen = '';
    while (!seen.includes('event: created')) seen += (await reader?.read())?.value ?? '';
    expect(seen).toContain('live <b>');
    stop.abort();
  });

  test('the address of a post leads to it', async () => {
    const box = await sandbox();
    const { body } = await toot(demo(box, 'fediverse'), { status: 'a' });
    const opened = await fetch(body.url, { redirect: 'manual' });
    expect(opened.headers.get('location')).toBe(`/?post=${body.id}`);
  });
});

describe('another process', () => {
  test('sets, reads and clears faults', async () => {
    const box = await sandbox();
    const account = demo(box, 'messenger');
    const url = `${box.url}/faults`;
    const fault = { platform: 'messenger', kind: 'server_error', times: 0 };
    expect((await call(url, { json: fault })).status).toBe(201);
    expect((await call(url)).body.faults).toMatchObject([fault]);
    expect((await message(account, { text: 'a' })).status).toBe(502);
    expect((await call(`${url}?platform=messenger&kind=rejected`, { method: 'DELETE' })).body.faults).toHaveLength(1);
    expect((await call(url, { method: 'DELETE' })).body.faults).toEqual([]);
    expect((await message(account, { text: 'a' })).status).toBe(200);
  });

  test.each([
    [{}, 'platform'],
    [{ platform: 'fediverse', kind: 'explode' }, 'kind'],
    [{ platform: 'fediverse', kind: 'rejected', times: -1 }, 'times'],
    [{ platform: 'fediverse', kind: 'rejected', time: 1 }, 'time'],
  ])('gets an error that says what is wrong with the fault %j', async (json, name) => {
    const box = await sandbox();
    const { status, body } = await call(`${box.url}/faults`, { json });
    expect(status).toBe(400);
    expect(body.error).toContain(name);
  });

  test('chooses the numbers of a post and of an account', async () => {
    const box = await sandbox();
    const account = demo(box, 'microblog');
    const headers = { authorization: `Bearer ${account.credentials.accessToken}` };
    const { body } = await call(`${account.baseUrl}/2/tweets`, { json: { text: 'Hi' }, headers });
    const about = { platform: 'microblog', accountId: account.accountId };
    const choose = (json: object) => call(`${box.url}/numbers`, { json });
    const chosen = { ...about, postedId: body.data.id, values: { reactions: 7, comments: null } };
    expect(await choose(chosen)).toMatchObject({ status: 201, body: chosen });
    expect(await choose({ ...about, values: { followers: 12 } })).toMatchObject({ status: 201 });
    const query = `ids=${body.data.id}&post.fields=public_metrics`;
    const { public_metrics: counted } = (await call(`${account.baseUrl}/2/tweets?${query}`, { headers })).body.data[0];
    expect(counted).toMatchObject({ like_count: 7, impression_count: 0 });
    expect(counted).not.toHaveProperty('reply_count');
    const me = await call(`${account.baseUrl}/2/users/me?user.fields=public_metrics`, { headers });
    expect(me.body.data.public_metrics).toMatchObject({ followers_count: 12, post_count: 1 });
    expect((await choose({ ...about, values: { likes: 1 } })).body.error).toContain('likes');
    expect((await choose({ ...about, values: { followers: -1 } })).status).toBe(400);
  });

  test('makes accounts that work at once', async () => {
    const box = await sandbox();
    const { status, body } = await call(`${box.url}/accounts`, { json: { platform: 'messenger' } });
    expect(status).toBe(201);
    expect(body.accountId).toMatch(/^-100\d{10}$/);
    expect(body.credentials.botToken).toMatch(/^\d{9}:AA[\w-]{33}$/);
    expect((await message(body, { text: 'a' })).status).toBe(200);
    expect((await call(`${box.url}/accounts`, { json: { platform: 'fax' } })).body.error).toContain('platform');
  });
});

test('accounts have ids in the form of their platform', async () => {
  const box = await sandbox();
  expect(box.createAccount('fediverse').accountId).toMatch(/^\d{18}$/);
  expect(box.createAccount('skyfeed').accountId).toMatch(/^did:plc:[a-z2-7]{24}$/);
  for (const account of box.accounts) {
    expect(account.baseUrl).toBe(box.baseUrls[account.platform]);
    expect(account.profileUrl).toMatch(new RegExp(`^${account.baseUrl}/`));
  }
});

test('a port that is taken is an error', async () => {
  const box = await sandbox();
  await expect(startSandbox({ port: box.port })).rejects.toThrow('EADDRINUSE');
});
