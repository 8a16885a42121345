import { call, closeSandboxes, demo, fediverseHeaders, sandbox, toot } from './support.js';

afterEach(closeSandboxes);

const start = async () => {
  const box = await sandbox();
  return { box, account: demo(box, 'fediverse') };
};

describe('publishing on fediverse', () => {
  test('the response to a status is the Status entity, and its text is kept', async () => {
    const { box, account } = await start();
    const answer = await toot(account, { status: 'Hello <b> & "you"\n\nhttps://example.org/a #News', language: 'de' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ visibility: 'public', language: 'de', sensitive: false, spoiler_text: '' });
    expect(answer.body.content).toContain(
      '<p>Hello &lt;b&gt; &amp; &quot;you&quot;</p><p><a href="https://example.org/a"',
    );
    expect(answer.body.tags).toMatchObject([{ name: 'news' }]);
    expect(answer.body.account).toMatchObject({ id: account.accountId, statuses_count: 1 });
    const [post] = box.posts();
    expect(post).toMatchObject({ platform: 'fediverse', postedId: answer.body.id, url: answer.body.url });
    expect(post?.receivedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('the rate-limit headers name the reset as an ISO 8601 time', async () => {
    const { account } = await start();
    const { headers } = await toot(account, { status: 'one' });
    expect(Number(headers.get('x-ratelimit-remaining'))).toBe(Number(headers.get('x-ratelimit-limit')) - 1);
    expect(headers.get('x-ratelimit-reset')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  });

  test('a form is taken as well as JSON', async () => {
    const { box, account } = await start();
    const body = new URLSearchParams({ status: 'from a form', sensitive: 'true' });
    const url = `${account.baseUrl}/api/v1/statuses`;
    const answer = await call(url, { method: 'POST', body, headers: fediverseHeaders(account) });
    expect(answer.body).toMatchObject({ sensitive: true });
    expect(box.posts()).toHaveLength(1);
  });

  test('a repeated Idempotency-Key returns the same status, also with another text', async () => {
    const { box, account } = await start();
    const first = await toot(account, { status: 'once' }, 'key-1');
    const again = await toot(account, { status: 'other text' }, 'key-1');
    const other = await toot(account, { status: 'once' }, 'key-2');
    expect(again.body).toMatchObject({ id: first.body.id, content: '<p>once</p>' });
    expect(other.body.id).not.toBe(first.body.id);
    expect(box.posts()).toHaveLength(2);
  });

  test('an Idempotency-Key counts for one account alone', async () => {
    const { box, account } = await start();
    const second = box.createAccount('fediverse');
    const ids = [await toot(account, { status: 'a' }, 'key'), await toot(second, { status: 'b' }, 'key')];
    expect(ids[0]?.body.id).not.toBe(ids[1]?.body.id);
  });

  test('an Idempotency-Key is forgotten after an hour', async () => {
    const { account } = await start();
    const at = Date.now();
    const clock = jest.spyOn(Date, 'now');
    const idAfter = async (milliseconds: number) => {
      clock.mockReturnValue(at + milliseconds);
      return (await toot(account, { status: 'a' }, 'key')).body.id;
    };
    const first = await idAfter(0);
    expect(await idAfter(3_599_000)).toBe(first);
    expect(await idAfter(3_601_000)).not.toBe(first);
    clock.mockRestore();
  });

  test('a key whose request was refused may be used again', async () => {
    const { account } = await start();
    expect((await toot(account, { status: '' }, 'key')).status).toBe(422);
    expect((await toot(account, { status: 'now' }, 'key')).status).toBe(200);
  });

  test('requests with one key that arrive together make one status', async () => {
    const { box, account } = await start();
    const answers = await Promise.all(Array.from({ length: 8 }, () => toot(account, { status: 'race' }, 'same')));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(box.posts()).toHaveLength(1);
  });

  test('ids grow with time, also within one millisecond', async () => {
    const { box, account } = await start();
    await Promise.all(Array.from({ length: 50 }, (_, index) => toot(account, { status: `post ${index}` })));
    const ids = box.posts().map(({ postedId }) => postedId);
    expect(new Set(ids).size).toBe(50);
    expect([...ids].sort()).toEqual(ids);
    expect(ids.every((id) => /^\d{18}$/.test(id))).toBe(true);
  });
});

describe('fediverse refuses', () => {
  test.each([
    ['an empty text', { status: ' \n ' }, "Validation failed: Text can't be blank"],
    ['a missing text', {}, "Validation failed: Text can't be blank"],
    ['501 characters', { status: 'x'.repeat(501) }, 'Validation failed: Text character limit of 500 exceeded'],
    [
      'a text and a warning of 501 characters',
      { status: 'x'.repeat(400), spoiler_text: 'y'.repeat(101) },
      'Validation failed: Text character limit of 500 exceeded',
    ],
    ['a text that is no text', { status: 5 }, 'Validation failed: Text is invalid'],
    [
      'an unknown visibility',
      { status: 'a', visibility: 'all' },
      'Validation failed: Visibility is not included in the list',
    ],
    ['a flag that is no flag', { status: 'a', sensitive: 'maybe' }, 'Validation failed: Sensitive is invalid'],
    ['an unknown parameter', { status: 'a', sttus: 'b' }, 'Validation failed: Unknown parameter sttus'],
    ['unknown media', { media_ids: ['7'] }, 'Media 7 not found or already attached to another post'],
  ])('%s with 422', async (_what, form, error) => {
    const { box, account } = await start();
    expect(await toot(account, form)).toMatchObject({ status: 422, body: { error } });
    expect(box.posts()).toEqual([]);
  });

  test('500 characters of any kind are taken', async () => {
    const { account } = await start();
    expect((await toot(account, { status: '👍'.repeat(500) })).status).toBe(200);
  });

  test('a reply to a status that is not there with 404', async () => {
    const { account } = await start();
    const error = 'The post you are trying to reply to does not appear to exist.';
    expect(await toot(account, { status: 'a', in_reply_to_id: '1' })).toMatchObject({ status: 404, body: { error } });
  });

  test('a wrong or missing token with 401', async () => {
    const { account } = await start();
    const refused = { status: 401, body: { error: 'The access token is invalid' } };
    expect(await toot({ ...account, credentials: { accessToken: 'no' } }, { status: 'a' })).toMatchObject(refused);
    expect(await call(`${account.baseUrl}/api/v1/statuses`, { json: { status: 'a' } })).toMatchObject(refused);
    expect(await call(`${account.baseUrl}/api/v1/accounts/verify_credentials`)).toMatchObject(refused);
  });

  test('a body that is not JSON with 400, an unknown address with 404', async () => {
    const { account } = await start();
    const headers = { ...fediverseHeaders(account), 'content-type': 'application/json' };
    const broken = await call(`${account.baseUrl}/api/v1/statuses`, { method: 'POST', body: '{', headers });
    expect(broken).toMatchObject({ status: 400, body: { error: expect.any(String) } });
    expect(await call(`${account.baseUrl}/api/v1/nothing`)).toMatchObject({
      status: 404,
      body: { error: 'Not Found' },
    });
  });
});

describe('reading on fediverse', () => {
  test('a status, its source and its removal', async () => {
    const { box, account } = await start();
    const headers = fediverseHeaders(account);
    const { body: made } = await toot(account, { status: 'text', spoiler_text: 'careful' });
    const url = `${account.baseUrl}/api/v1/statuses/${made.id}`;
    expect((await call(url)).body).toMatchObject({ id: made.id, spoiler_text: 'careful', sensitive: true });
    expect((await call(`${url}/source`, { headers })).body).toEqual({
      id: made.id,
      text: 'text',
      spoiler_text: 'careful',
    });
    expect((await call(url, { method: 'DELETE', headers })).body).toMatchObject({ id: made.id, text: 'text' });
    expect(await call(url)).toMatchObject({ status: 404, body: { error: 'Record not found' } });
    expect(box.posts()).toEqual([]);
  });

  test('a private status is shown to its owner alone', async () => {
    const { account } = await start();
    const { body } = await toot(account, { status: 'mine', visibility: 'private' });
    const url = `${account.baseUrl}/api/v1/statuses/${body.id}`;
    expect((await call(url)).status).toBe(404);
    expect((await call(url, { headers: fediverseHeaders(account) })).status).toBe(200);
  });

  test('the statuses of an account come newest first, in pages', async () => {
    const { account } = await start();
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.unshift((await toot(account, { status: `post ${index}` })).body.id);
    const url = `${account.baseUrl}/api/v1/accounts/${account.accountId}/statuses`;
    const page = async (query: string) => {
      const answer = await call(url + query, { headers: fediverseHeaders(account) });
      return { ids: answer.body.map(({ id }: { id: string }) => id), link: answer.headers.get('link') };
    };
    expect((await page('')).ids).toEqual(ids);
    const first = await page('?limit=2');
    expect(first.ids).toEqual(ids.slice(0, 2));
    const next = /<([^>]+)>; rel="next"/.exec(first.link ?? '')?.[1] ?? '';
    expect((await page(next.slice(url.length))).ids).toEqual(ids.slice(2, 4));
    expect((await page(`?since_id=${ids[3]}&limit=2`)).ids).toEqual(ids.slice(0, 2));
    expect((await page(`?min_id=${ids[4]}&limit=2`)).ids).toEqual(ids.slice(2, 4));
    expect((await page(`?max_id=${ids[4]}`)).link).toBeNull();
  });

  test('the account, the application and the limits of the instance', async () => {
    const { account } = await start();
    const headers = fediverseHeaders(account);
    const get = async (path: string) => (await call(account.baseUrl + path, { headers })).body;
    expect(await get('/api/v1/accounts/verify_credentials')).toMatchObject({
      id: account.accountId,
      username: 'demo',
      source: { privacy: 'public' },
    });
    expect(await get('/api/v1/apps/verify_credentials')).toMatchObject({ scopes: ['read', 'write'] });
    expect((await get('/api/v2/instance')).configuration.statuses.max_characters).toBe(500);
  });

  test('the demo account is the same at every start', async () => {
    const [one, two] = [await sandbox(), await sandbox()];
    const without = ({ baseUrl: _, profileUrl: __, profileImageUrl: ___, ...rest }: (typeof one.accounts)[number]) =>
      rest;
    expect(one.accounts.map(without)).toEqual(two.accounts.map(without));
    expect(one.accounts.map(({ platform }) => platform)).toEqual(Object.keys(one.baseUrls));
  });
});
