import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { botUrl, call, closeSandboxes, demo, login, message, put, record, sandbox, toot } from './support.js';

afterEach(closeSandboxes);

let dataDir = '';

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
});

afterEach(async () => {
  await rm(dataDir, { recursive: true });
});

const lines = async (name: string) =>
  (await readFile(join(dataDir, name), 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('with a data folder', () => {
  test('a post is in the file before its response is sent', async () => {
    const box = await sandbox(dataDir);
    for (let count = 1; count <= 5; count++) {
      await toot(demo(box, 'fediverse'), { status: `post ${count}` });
      expect(await lines('posts.jsonl')).toHaveLength(count);
    }
  });

  test('posts, keys, message ids, accounts and sessions outlive a restart', async () => {
    const before = await sandbox(dataDir);
    const extra = before.createAccount('fediverse');
    const first = await toot(extra, { status: 'kept' }, 'key');
    await message(demo(before, 'messenger'), { text: 'one' });
    const { authorization } = await login(demo(before, 'skyfeed'));
    await put(demo(before, 'skyfeed'), authorization, '3a', record('old'));
    await put(demo(before, 'skyfeed'), authorization, '3a', record('new'));
    await before.close();

    const after = await sandbox(dataDir);
    const path = (url: string) => new URL(url).pathname;
    const key = ({ url, ...post }: ReturnType<typeof after.posts>[number]) => ({ ...post, path: path(url) });
    expect(after.posts().map(key)).toEqual(before.posts().map(key));
    expect(after.posts().every(({ url }) => url.startsWith(after.url))).toBe(true);
    const moved = { ...extra, baseUrl: after.baseUrls.fediverse };
    expect((await toot(moved, { status: 'again' }, 'key')).body.id).toBe(first.body.id);
    expect((await message(demo(after, 'messenger'), { text: 'two' })).body.result.message_id).toBe(2);
    const same = await put(demo(after, 'skyfeed'), authorization, '3a', record('new'));
    expect(same).toMatchObject({ status: 200, body: { validationStatus: 'valid' } });
    expect(after.posts({ platform: 'skyfeed' })).toMatchObject([{ text: 'new' }]);
  });

  test('a status that was deleted stays deleted', async () => {
    const before = await sandbox(dataDir);
    const account = demo(before, 'fediverse');
    const { body } = await toot(account, { status: 'gone' });
    const headers = { authorization: `Bearer ${account.credentials.accessToken}` };
    await call(`${account.baseUrl}/api/v1/statuses/${body.id}`, { method: 'DELETE', headers });
    await before.close();
    expect((await sandbox(dataDir)).posts()).toEqual([]);
  });

  test('a last line that a crash cut short is dropped, and the file goes on after it', async () => {
    const before = await sandbox(dataDir);
    await message(demo(before, 'messenger'), { text: 'one' });
    await before.close();
    await appendFile(join(dataDir, 'posts.jsonl'), '{"platform":"messenger","acc');
    const after = await sandbox(dataDir);
    await message(demo(after, 'messenger'), { text: 'two' });
    expect((await lines('posts.jsonl')).map(({ text }) => text)).toEqual(['one', 'two']);
  });
});

describe('the request log', () => {
  test('names every request, with its secrets masked', async () => {
    const box = await sandbox(dataDir);
    const [fediverse, skyfeed, messenger] = [demo(box, 'fediverse'), demo(box, 'skyfeed'), demo(box, 'messenger')];
    await toot(fediverse, { status: 'a', visibility: 'public' }, 'key');
    const { authorization, session } = await login(skyfeed);
    await put(skyfeed, authorization, '3a', record('a'));
    await message(messenger, { text: 'a' });
    await call(`${botUrl(messenger, 'getChat')}?chat_id=${messenger.accountId}`);
    const seen = box.requests();
    await box.close();

    const log = await lines('requests.jsonl');
    expect(log).toEqual(seen);
    expect(log.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
      'POST /api/v1/statuses 200',
      'POST /xrpc/com.atproto.server.createSession 200',
      'POST /xrpc/com.atproto.repo.putRecord 200',
      'POST /bot***/sendMessage 200',
      'GET /bot***/getChat 200',
    ]);
    expect(log[0]).toMatchObject({
      platform: 'fediverse',
      headers: { authorization: 'Bearer ***', 'idempotency-key': 'key' },
      body: { status: 'a', visibility: 'public' },
    });
    expect(log[1].body).toEqual({ identifier: skyfeed.username, password: '***' });
    expect(log[4].query).toEqual({ chat_id: messenger.accountId });
    const text = await readFile(join(dataDir, 'requests.jsonl'), 'utf8');
    const secrets = [fediverse, skyfeed, messenger].flatMap(({ credentials }) => [
      credentials.accessToken,
      credentials.appPassword,
      credentials.botToken,
    ]);
    for (const secret of [...secrets, session.accessJwt, session.refreshJwt]) {
      if (secret !== undefined) expect(text).not.toContain(secret);
    }
  });

  test('in memory keeps the latest thousand', async () => {
    const box = await sandbox();
    for (let round = 0; round < 11; round++) {
      await Promise.all(Array.from({ length: 100 }, () => call(botUrl(demo(box, 'messenger'), 'getMe'))));
    }
    expect(box.requests()).toHaveLength(1000);
  });
});
