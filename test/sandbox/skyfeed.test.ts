import { lexicons } from '@atproto/api';
import { cidOf } from '../../sandbox/skyfeed/cid.js';
import { call, closeSandboxes, demo, login, put, record, sandbox } from './support.js';

afterEach(closeSandboxes);

const start = async () => {
  const box = await sandbox();
  const account = demo(box, 'skyfeed');
  const { authorization, session } = await login(account);
  const xrpc = (method: string, init: Parameters<typeof call>[1] = {}) =>
    call(`${account.baseUrl}/xrpc/${method}`, { ...init, headers: { authorization, ...init.headers } });
  return { box, account, authorization, session, xrpc };
};

describe('publishing on skyfeed', () => {
  test('a record is stored under its key, and the response has uri, cid and commit', async () => {
    const { box, account, authorization } = await start();
    const value = record('Hello');
    const { status, body } = await put(account, authorization, '3abc', value);
    expect(status).toBe(200);
    const uri = `at://${account.accountId}/app.bsky.feed.post/3abc`;
    expect(body).toMatchObject({
      uri,
      cid: cidOf(value),
      validationStatus: 'valid',
      commit: { rev: expect.any(String) },
    });
    expect(() => lexicons.assertValidXrpcOutput('com.atproto.repo.putRecord', body)).not.toThrow();
    expect(box.posts()).toMatchObject([{ platform: 'skyfeed', postedId: uri, text: 'Hello', record: { uri, value } }]);
  });

  test('the same record again is the same post, without a commit', async () => {
    const { box, account, authorization } = await start();
    const first = await put(account, authorization, '3abc', record('Hello'));
    const again = await put(account, authorization, '3abc', record('Hello'));
    expect(again.body).toEqual({ uri: first.body.uri, cid: first.body.cid, validationStatus: 'valid' });
    expect(box.posts()).toHaveLength(1);
  });

  test('another record under the same key replaces the first', async () => {
    const { box, account, authorization } = await start();
    const first = await put(account, authorization, '3abc', record('Hello'));
    const second = await put(account, authorization, '3abc', record('Changed'));
    expect(second.body.cid).not.toBe(first.body.cid);
    expect(box.posts()).toMatchObject([{ text: 'Changed' }]);
    const { body } = await call(`${box.url}/timeline.json`);
    expect(body.posts).toMatchObject([{ text: 'Changed', updatedAt: expect.any(String) }]);
  });

  test('createRecord makes its own key, and fails with 500 on one that is taken', async () => {
    const { box, account, xrpc } = await start();
    const json = { repo: account.username, collection: 'app.bsky.feed.post', record: record('one') };
    const made = await xrpc('com.atproto.repo.createRecord', { json });
    const rkey = String(made.body.uri).split('/').pop();
    expect(rkey).toMatch(/^[234567a-z]{13}$/);
    expect(await xrpc('com.atproto.repo.createRecord', { json: { ...json, rkey } })).toMatchObject({
      status: 500,
      body: { error: 'InternalServerError', message: 'Internal Server Error' },
    });
    expect(box.posts()).toHaveLength(1);
  });

  test('300 graphemes are taken, however many letters they have', async () => {
    const { account, authorization } = await start();
    expect((await put(account, authorization, '3abc', record('é'.repeat(300)))).status).toBe(200);
  });

  test.each([
    ['301 graphemes', record('x'.repeat(301)), {}, 'Record/text must not be longer than 300 graphemes'],
    ['3001 bytes', record('👨‍👩‍👧‍👦'.repeat(121)), {}, 'Record/text must not be longer than 3000 characters'],
    ['a text that is no text', record(5 as never), {}, 'Record/text must be a string'],
    ['a missing time', { text: 'a' }, {}, 'Record must have the property "createdAt"'],
    ['a time that is none', record('a', { createdAt: 'today' }), {}, 'Record/createdAt'],
    ['a facet without features', record('a', { facets: [{ index: { byteStart: 0, byteEnd: 1 } }] }), {}, 'features'],
    ['another type', record('a', { $type: 'app.bsky.feed.like' }), {}, 'Invalid $type'],
    ['another collection', record('a'), { collection: 'app.bsky.feed.like' }, 'Lexicon not found'],
    ['a key with a space', record('a'), { rkey: 'a b' }, 'rkey'],
    ['a missing key', record('a'), { rkey: undefined }, 'Input must have the property "rkey"'],
    ['an unknown field', record('a'), { rKey: 'a' }, 'Unknown property "rKey"'],
    ['an unknown repository', record('a'), { repo: 'nobody.test' }, 'Could not find repo: nobody.test'],
  ])('%s is 400 InvalidRequest', async (_what, value, more, reason) => {
    const { box, account, authorization } = await start();
    const { status, body } = await put(account, authorization, '3abc', value, more);
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'InvalidRequest' });
    expect(body.message).toContain(reason);
    expect(box.posts()).toEqual([]);
  });

  test("another account's repository is not written to", async () => {
    const { box, account, authorization } = await start();
    const repo = box.createAccount('skyfeed').accountId;
    const refused = { status: 401, body: { error: 'AuthenticationRequired' } };
    expect(await put(account, authorization, '3abc', record('a'), { repo })).toMatchObject(refused);
  });

  test('a swap that does not fit is InvalidSwap', async () => {
    const { account, authorization } = await start();
    const { body } = await put(account, authorization, '3abc', record('a'), { swapRecord: null });
    const again = await put(account, authorization, '3abc', record('b'), { swapRecord: null });
    expect(again).toMatchObject({ status: 400, body: { error: 'InvalidSwap' } });
    expect((await put(account, authorization, '3abc', record('b'), { swapRecord: body.cid })).status).toBe(200);
  });

  test('input that is not JSON is refused', async () => {
    const { xrpc } = await start();
    const text = await xrpc('com.atproto.repo.putRecord', { method: 'POST', body: 'text' });
    expect(text).toMatchObject({ status: 400, body: { error: 'InvalidRequest' } });
    const headers = { 'content-type': 'application/json' };
    const broken = await xrpc('com.atproto.repo.putRecord', { method: 'POST', body: '{', headers });
    expect(broken).toMatchObject({ status: 400, body: { error: 'InvalidRequest' } });
  });
});

describe('reading on skyfeed', () => {
  test('a record by repository and key, without a token', async () => {
    const { account, authorization } = await start();
    const { body: written } = await put(account, authorization, '3abc', record('Hello'));
    const url = `${account.baseUrl}/xrpc/com.atproto.repo.getRecord?collection=app.bsky.feed.post&rkey=3abc&repo=`;
    for (const repo of [account.accountId, account.username]) {
      const { body } = await call(url + repo);
      expect(body).toEqual({ uri: written.uri, cid: written.cid, value: record('Hello') });
    }
  });

  test('a record that is not there is 400 RecordNotFound', async () => {
    const { account, xrpc } = await start();
    const query = `repo=${account.accountId}&collection=app.bsky.feed.post&rkey=3abc`;
    expect(await xrpc(`com.atproto.repo.getRecord?${query}`)).toMatchObject({
      status: 400,
      body: {
        error: 'RecordNotFound',
        message: `Could not locate record: at://${account.accountId}/app.bsky.feed.post/3abc`,
      },
    });
  });

  test('records come in pages, the greatest key first', async () => {
    const { account, authorization, xrpc } = await start();
    for (const rkey of ['3b', '3a', '3d', '3c']) await put(account, authorization, rkey, record(rkey));
    const list = async (more: string) => {
      const query = `repo=${account.username}&collection=app.bsky.feed.post${more}`;
      const { body } = await xrpc(`com.atproto.repo.listRecords?${query}`);
      return { texts: body.records.map((each: { value: { text: string } }) => each.value.text), cursor: body.cursor };
    };
    expect(await list('&limit=3')).toEqual({ texts: ['3d', '3c', '3b'], cursor: '3b' });
    expect((await list('&limit=3&cursor=3b')).texts).toEqual(['3a']);
    expect((await list('&reverse=true&limit=2')).texts).toEqual(['3a', '3b']);
    expect((await list('&reverse=true&cursor=3b')).texts).toEqual(['3c', '3d']);
    expect(
      await xrpc(`com.atproto.repo.listRecords?repo=${account.username}&collection=a.b.c&limit=101`),
    ).toMatchObject({
      status: 400,
      body: { error: 'InvalidRequest' },
    });
  });

  test('handles of its accounts resolve, others do not', async () => {
    const { account, xrpc } = await start();
    const resolve = (handle: string) => xrpc(`com.atproto.identity.resolveHandle?handle=${handle}`);
    expect((await resolve(account.username)).body).toEqual({ did: account.accountId });
    const refused = { error: 'InvalidRequest', message: 'Unable to resolve handle' };
    expect(await resolve('nobody.test')).toMatchObject({ status: 400, body: refused });
  });

  test('an unknown method is 501, a wrong verb 405', async () => {
    const { xrpc } = await start();
    expect(await xrpc('com.example.nothing')).toMatchObject({ status: 501, body: { error: 'MethodNotImplemented' } });
    expect((await xrpc('com.atproto.repo.putRecord')).status).toBe(405);
  });

  test('every response has the rate-limit headers, the reset as a Unix time', async () => {
    const { xrpc } = await start();
    const { headers } = await xrpc('com.atproto.server.getSession');
    expect(headers.get('ratelimit-reset')).toMatch(/^\d{10}$/);
    expect(headers.get('ratelimit-policy')).toMatch(/^\d+;w=300$/);
  });
});

test('a CID is that of the canonical DAG-CBOR bytes', () => {
  // The CID of the empty map, as every DAG-CBOR codec gives it.
  expect(cidOf({})).toBe('bafyreigbtj4x7ip5legnfznufuopl4sg4knzc2cof6duas4b3q2fy6swua');
  expect(cidOf({ b: 1, aa: [true, null, -70_000, 'é'] })).toBe(cidOf({ aa: [true, null, -70_000, 'é'], b: 1 }));
  expect(() => cidOf({ a: 0.5 })).toThrow('data model');
});
