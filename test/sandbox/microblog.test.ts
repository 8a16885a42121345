import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox, SandboxAccount } from '../../sandbox/sandbox.js';
import { type Files, formOf, noise, sha256, video } from './files.js';
import { type Answer, call, closeSandboxes, demo, holdWork, releaseWork, sandbox } from './support.js';

afterEach(closeSandboxes);

let box: Sandbox;
let account: SandboxAccount;
let png: Buffer;
beforeEach(async () => {
  box = await sandbox();
  account = demo(box, 'microblog');
  png = await noise().png().toBuffer();
});

const headers = (of = account) => ({ authorization: `Bearer ${of.credentials.accessToken}` });
const post = (json: unknown, of = account) => call(`${of.baseUrl}/2/tweets`, { json, headers: headers(of) });
const get = (path: string) => call(account.baseUrl + path, { headers: headers() });
const send = (path: string, fields: Record<string, string>, files: Files, of = account) =>
  call(of.baseUrl + path, { method: 'POST', body: formOf(fields, files), headers: headers(of) });
const image = (of = account) => send('/2/media/upload', { media_category: 'tweet_image' }, { media: png }, of);
const initialize = (json: unknown) =>
  call(`${account.baseUrl}/2/media/upload/initialize`, { json, headers: headers() });
const begin = async (bytes: number) =>
  (await initialize({ media_type: 'video/mp4', media_category: 'tweet_video', total_bytes: bytes })).body.data.id;
const append = (id: string, index: number, piece: Buffer) =>
  send(`/2/media/upload/${id}/append`, { segment_index: String(index) }, { media: piece });
const finalize = (id: string) =>
  call(`${account.baseUrl}/2/media/upload/${id}/finalize`, { method: 'POST', headers: headers() });
const status = (id: string) => get(`/2/media/upload?command=STATUS&media_id=${id}`);
const done = async (id: string): Promise<string> => {
  const { state } = (await status(id)).body.data.processing_info;
  if (state !== 'in_progress') return state;
  await new Promise((resolve) => setTimeout(resolve, 20));
  return done(id);
};
const uploadVideo = async (bytes: Buffer) => {
  const id = await begin(bytes.length);
  await append(id, 0, bytes);
  await finalize(id);
  return id;
};

/** What is wrong with a request, in the platform's own words. */
const wrong = ({ body }: Answer): string => body.errors?.[0]?.message ?? body.detail;

describe('posts', () => {
  test('the response to a post has its id and its text', async () => {
    const { status, body } = await post({ text: 'Hello' });
    expect(status).toBe(201);
    const [kept] = box.posts();
    expect(body).toEqual({
      data: { id: kept?.postedId, text: 'Hello', edit_history_post_ids: [kept?.postedId] },
    });
    expect(kept?.url).toBe(`${account.baseUrl}/demo/status/${kept?.postedId}`);
    expect(kept?.postedId).toMatch(/^\d{19}$/);
  });

  test.each<[string, unknown]>([
    ['an unknown property', { text: 'a', status: 'a' }],
    ['a property that the sandbox does not do', { text: 'a', poll: { options: ['a', 'b'], duration_minutes: 5 } }],
    ['an unknown property of its media', { media: { media_ids: ['1'], alt_text: 'a' } }],
    ['an unknown property of its reply', { text: 'a', reply: { in_reply_to_tweet_id: '1', to: '2' } }],
    ['ids that are numbers', { media: { media_ids: [1] } }],
    ['no ids', { media: { media_ids: [] } }],
    ['five ids', { media: { media_ids: ['1', '2', '3', '4', '5'] } }],
    ['a text that is none', { text: 7 }],
    ['neither a text nor media', {}],
    ['nothing but white space', { text: ' \n' }],
    ['a text that is too long', { text: 'x'.repeat(281) }],
    ['too many wide characters', { text: '世'.repeat(141) }],
    ['too many emojis', { text: '👩‍👩‍👧'.repeat(141) }],
    ['a link and too many characters', { text: `https://example.com/ ${'x'.repeat(257)}` }],
    ['too many short links', { text: 'https://a.io '.repeat(12) }],
    ['media that were not uploaded', { media: { media_ids: ['17'] } }],
    ['no object', []],
  ])('with %s it is refused with 400', async (_what, form) => {
    const answer = await post(form);
    expect(answer).toMatchObject({
      status: 400,
      body: { type: 'https://api.x.com/2/problems/invalid-request', title: 'Invalid Request', status: 400 },
    });
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(wrong(answer)).toMatch(/./);
    expect(box.posts()).toEqual([]);
  });

  test.each(['x'.repeat(280), '世'.repeat(140), '👩‍👩‍👧'.repeat(140), `https://example.com/${'x'.repeat(260)}`])(
    'the longest text is taken',
    async (text) => {
      expect((await post({ text })).status).toBe(201);
    },
  );

  test('a body that is no JSON is refused with 400', async () => {
    const init = { method: 'POST', body: '{', headers: { ...headers(), 'content-type': 'application/json' } };
    expect(await call(`${account.baseUrl}/2/tweets`, init)).toMatchObject({ status: 400, body: { status: 400 } });
    expect((await call(`${account.baseUrl}/2/tweets`, { ...init, body: 'text=a', headers: headers() })).status).toBe(
      400,
    );
  });

  test('a reply names a post that is there', async () => {
    const first = (await post({ text: 'a' })).body.data.id;
    const reply = { text: 'b', reply: { in_reply_to_tweet_id: first } };
    expect((await post(reply)).status).toBe(201);
    expect(box.posts()[1]?.record).toMatchObject({ in_reply_to: first });
    const answer = await post({ text: 'c', reply: { in_reply_to_tweet_id: '17' } });
    expect(answer.status).toBe(403);
    expect(wrong(answer)).toContain('deleted or not visible');
  });

  test('a text that the account has posted lately is refused with 403, with media or from another account it is not', async () => {
    await post({ text: 'Cafe\u0301' });
    expect(await post({ text: ' Café\n' })).toMatchObject({
      status: 403,
      body: {
        type: 'about:blank',
        title: 'Forbidden',
        detail: 'You are not allowed to create a Tweet with duplicate content.',
        status: 403,
      },
    });
    const { id } = (await image()).body.data;
    expect((await post({ text: 'Café', media: { media_ids: [id] } })).status).toBe(201);
    expect((await post({ text: 'Café' }, box.createAccount('microblog'))).status).toBe(201);
    expect(box.posts()).toHaveLength(3);
  });

  test('two requests at once with the same text make one post', async () => {
    box.setFault({ platform: 'microblog', kind: 'delay_before_store', delayMs: 100, times: 2 });
    const answers = await Promise.all([post({ text: 'a' }), post({ text: 'a' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
    expect(box.posts()).toHaveLength(1);
  });

  test('an account may make 100 posts in 15 minutes, and the headers count', async () => {
    const made = await post({ text: '0' });
    const reset = Number(made.headers.get('x-rate-limit-reset')) * 1000;
    expect(made.headers.get('x-rate-limit-limit')).toBe('100');
    expect(made.headers.get('x-rate-limit-remaining')).toBe('99');
    expect(reset - Date.now()).toBeLessThanOrEqual(900_000);
    for (let count = 1; count < 100; count += 1) await post({ text: `${count}` });
    const refused = await post({ text: 'One more' });
    expect(refused).toMatchObject({ status: 429, body: { title: 'Too Many Requests' } });
    expect(refused.headers.get('x-rate-limit-remaining')).toBe('0');
    expect((await post({ text: 'Other' }, box.createAccount('microblog'))).status).toBe(201);
  });
});

describe('uploads', () => {
  test('an image is ready at once, and its post shows it with its description', async () => {
    const { status, body } = await image();
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { data: { media_key: `3_${body.data.id}`, size: png.length, image: { w: 40, h: 30 } } },
    });
    expect(body.data).not.toHaveProperty('processing_info');
    const { id } = body.data;
    const json = { id, metadata: { alt_text: { text: 'Noise' } } };
    expect((await call(`${account.baseUrl}/2/media/metadata`, { json, headers: headers() })).body.data.id).toBe(id);
    const posted = await post({ media: { media_ids: [id] } });
    expect(posted.body.data.text).toMatch(/^https:\/\/t\.co\/\w{10}$/);
    expect(box.posts()).toMatchObject([
      {
        text: '',
        media: [{ mimeType: 'image/png', sha256: sha256(png) }],
        record: { media: [{ media_key: `3_${id}`, alt_text: 'Noise' }] },
      },
    ]);
  });

  test.each<[string, Record<string, string>, Files]>([
    ['without its category', {}, { media: Buffer.from('a') }],
    ['of another category', { media_category: 'tweet_video' }, { media: video() }],
    ['with an unknown field', { media_category: 'tweet_image', media_type: 'image/png' }, { media: Buffer.from('a') }],
    ['without a file', { media_category: 'tweet_image' }, {}],
    ['with a file of another name', { media_category: 'tweet_image' }, { file: Buffer.from('a') }],
    ['that is no image', { media_category: 'tweet_image' }, { media: Buffer.from('<script>') }],
    ['that is a video', { media_category: 'tweet_image' }, { media: video() }],
    ['that is no GIF', { media_category: 'tweet_gif' }, { media: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') }],
  ])('one %s is refused with 400', async (_what, fields, files) => {
    expect((await send('/2/media/upload', fields, files)).status).toBe(400);
  });

  test('an image over 5 MB, a GIF over 15 MB and a piece over 5 MB are refused with 413', async () => {
    const size = (mb: number) => Buffer.concat([png, Buffer.alloc(mb * 1024 * 1024 + 1 - png.length)]);
    const answers = [
      await send('/2/media/upload', { media_category: 'tweet_image' }, { media: size(5) }),
      await send('/2/media/upload', { media_category: 'tweet_gif' }, { media: size(15) }),
      await append(await begin(10_000_000), 0, size(5)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([413, 413, 413]);
  });

  test('a description is a text of at most 1000 characters, of an upload of the account', async () => {
    const { id } = (await image()).body.data;
    const describe = (json: unknown) => call(`${account.baseUrl}/2/media/metadata`, { json, headers: headers() });
    const words = (text: unknown, more = {}) => ({ id, metadata: { alt_text: { text }, ...more } });
    expect((await describe(words('😺'.repeat(1000)))).status).toBe(200);
    for (const form of [words('x'.repeat(1001)), words(7), words('a', { title: 'a' }), { id }]) {
      expect((await describe(form)).status).toBe(400);
    }
    const other = (await image(box.createAccount('microblog'))).body.data.id;
    expect((await describe({ ...words('a'), id: other })).status).toBe(404);
  });

  test('a video comes in pieces and is worked on for a while, in which no post can have it', async () => {
    const bytes = Buffer.concat([video(), Buffer.alloc(500, 7)]);
    const id = await begin(bytes.length);
    const pieces = [bytes.subarray(0, 300), bytes.subarray(300)];
    for (const [index, piece] of pieces.entries()) expect((await append(id, index, piece)).status).toBe(200);
    expect((await status(id)).status).toBe(400);
    holdWork();
    expect((await finalize(id)).body.data).toMatchObject({
      id,
      media_key: `7_${id}`,
      size: bytes.length,
      processing_info: { state: 'pending', check_after_secs: 1 },
    });
    expect(wrong(await post({ text: 'a', media: { media_ids: [id] } }))).toBe('Your media IDs are invalid.');
    releaseWork();
    expect(await done(id)).toBe('succeeded');
    expect((await post({ text: 'a', media: { media_ids: [id] } })).status).toBe(201);
    expect(box.posts()).toMatchObject([{ media: [{ mimeType: 'video/mp4', sha256: sha256(bytes) }] }]);
  });

  test.each<[string, unknown]>([
    ['with an unknown property', { media_type: 'video/mp4', media_category: 'tweet_video', total_bytes: 1, name: 'a' }],
    ['without its size', { media_type: 'video/mp4', media_category: 'tweet_video' }],
    ['of an unknown type', { media_type: 'video/x-msvideo', media_category: 'tweet_video', total_bytes: 1 }],
    ['of another category', { media_type: 'video/mp4', media_category: 'tweet_image', total_bytes: 1 }],
    ['over 512 MB', { media_type: 'video/mp4', media_category: 'tweet_video', total_bytes: 512 * 1024 * 1024 + 1 }],
  ])('a video %s is refused with 400', async (_what, form) => {
    expect((await initialize(form)).status).toBe(400);
  });

  test('pieces come in their order, each once, and are all there at the end', async () => {
    const bytes = video();
    const id = await begin(bytes.length);
    expect((await append(id, 1, bytes)).status).toBe(400);
    expect(wrong(await finalize(id))).toBe('Segments do not add up to provided total file size.');
    expect((await append(id, 0, bytes)).status).toBe(200);
    for (const index of [0, 1]) expect((await append(id, index, bytes)).status).toBe(400);
    expect((await finalize(id)).status).toBe(200);
    expect((await finalize(id)).status).toBe(400);
    expect((await append(id, 1, bytes)).status).toBe(400);
    for (const answer of [await append('17', 0, bytes), await finalize('17'), await status('17')]) {
      expect(answer).toMatchObject({ status: 404, body: { type: 'https://api.x.com/2/problems/resource-not-found' } });
    }
  });

  test.each([
    ['without its movie box', () => video('free')],
    ['of another type than it was announced', () => png],
  ])('a video %s fails while it is worked on', async (_what, bytes) => {
    const id = await uploadVideo(bytes());
    expect(await done(id)).toBe('failed');
    expect((await post({ text: 'a', media: { media_ids: [id] } })).status).toBe(400);
  });

  test('a video or a GIF cannot be combined with other media, and a post has only uploads of its account', async () => {
    const one = (await image()).body.data.id;
    const moving = await uploadVideo(video());
    await done(moving);
    const gif = await noise(8, 8).gif().toBuffer();
    const animation = (await send('/2/media/upload', { media_category: 'tweet_gif' }, { media: gif })).body.data.id;
    expect(await done(animation)).toBe('succeeded');
    const other = (await image(box.createAccount('microblog'))).body.data.id;
    for (const media_ids of [[one, moving], [animation, one], [one, one], [other]]) {
      expect((await post({ text: 'a', media: { media_ids } })).status).toBe(400);
    }
    expect((await post({ text: 'a', media: { media_ids: [one] } })).status).toBe(201);
  });
});

describe('the timeline', () => {
  const timeline = (query = '', id = account.accountId) => get(`/2/users/${id}/tweets?${query}`);

  test('shows the newest first, in pages, with the fields that are requested', async () => {
    for (let count = 0; count < 7; count += 1) await post({ text: `${count}` });
    const first = await timeline('max_results=5&post.fields=created_at,entities,attachments');
    expect(first.body.data.map(({ text }: { text: string }) => text)).toEqual(['6', '5', '4', '3', '2']);
    expect(first.body.data[0]).toEqual({
      id: expect.any(String),
      text: '6',
      edit_history_post_ids: [expect.any(String)],
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const { next_token, result_count } = first.body.meta;
    expect(result_count).toBe(5);
    const second = await timeline(`max_results=5&pagination_token=${next_token}`);
    expect(second.body).toMatchObject({ data: [{ text: '1' }, { text: '0' }], meta: { result_count: 2 } });
    expect(second.body.meta).not.toHaveProperty('next_token');
    expect(second.body.data[0]).not.toHaveProperty('created_at');
  });

  test('shows links as the platform’s own, and & < > as HTML has them', async () => {
    const { id } = (await image()).body.data;
    await post({ text: 'a & b <c> https://example.com/?a=1&b=2. example.org', media: { media_ids: [id] } });
    const [shown] = (await timeline('post.fields=entities,attachments')).body.data;
    const own = 'https://t\\.co/\\w{10}';
    expect(shown.text).toMatch(new RegExp(`^a &amp; b &lt;c&gt; ${own}\\. ${own} ${own}$`));
    expect(shown.attachments).toEqual({ media_keys: [`3_${id}`] });
    expect(shown.entities.urls).toMatchObject([
      { expanded_url: 'https://example.com/?a=1&b=2' },
      { expanded_url: 'http://example.org' },
      { media_key: `3_${id}` },
    ]);
    for (const { start, end, url } of shown.entities.urls) expect(shown.text.slice(start, end)).toBe(url);
  });

  test('leaves replies out on request', async () => {
    const { id } = (await post({ text: 'a' })).body.data;
    await post({ text: 'b', reply: { in_reply_to_tweet_id: id } });
    expect((await timeline('exclude=retweets')).body.meta.result_count).toBe(2);
    expect((await timeline('exclude=replies,retweets')).body.meta.result_count).toBe(1);
  });

  test('of an account without posts has no data, and of no account an error in a success', async () => {
    expect((await timeline()).body).toEqual({ meta: { result_count: 0 } });
    expect(await timeline('', '17')).toMatchObject({ status: 200, body: { errors: [{ title: 'Not Found Error' }] } });
  });

  test.each([
    'max_results=4',
    'max_results=101',
    'tweet.fields=created_at',
    'post.fields=date',
    'exclude=media',
    'page=2',
  ])('requested with %s it is refused with 400', async (query) => {
    expect((await timeline(query)).status).toBe(400);
  });
});

describe('tokens', () => {
  test('users/me returns the account of a token', async () => {
    const { accountId, username, displayName } = account;
    const data = { id: accountId, name: displayName, username };
    expect((await get('/2/users/me')).body).toEqual({ data });
    expect((await get('/2/users/me?user.fields=profile_image_url')).body.data.profile_image_url).toMatch(/^http/);
    expect((await get('/2/users/me?user.fields=age')).status).toBe(400);
  });

  test('without a good token everything is refused with 401', async () => {
    const urls = ['/2/users/me', `/2/users/${account.accountId}/tweets`, '/2/media/upload?media_id=1'];
    for (const authorization of ['', 'Bearer no-such-token', account.credentials.accessToken ?? '']) {
      for (const url of urls) {
        expect(await call(account.baseUrl + url, { headers: { authorization } })).toMatchObject({
          status: 401,
          body: { type: 'about:blank', title: 'Unauthorized', status: 401 },
        });
      }
      const json = { text: 'a' };
      expect((await call(`${account.baseUrl}/2/tweets`, { json, headers: { authorization } })).status).toBe(401);
    }
  });

  /** What a person allowed an app to do. */
  const allow = async (scope: string): Promise<SandboxAccount> => {
    const redirect_uri = 'http://127.0.0.1:1/';
    // RFC 7636, appendix B.
    const pkce = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };
    const { id, secret } = box.clients.microblog;
    const params = { response_type: 'code', client_id: id, redirect_uri, scope, state: 'a', ...pkce };
    const page = await fetch(`${account.baseUrl}/i/oauth2/authorize?${new URLSearchParams(params)}`, {
      method: 'POST',
      body: new URLSearchParams({ account: account.accountId, decision: 'allow' }),
      redirect: 'manual',
    });
    const code = new URL(page.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    const given = await call(`${account.baseUrl}/2/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri, code_verifier }),
      headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    });
    return { ...account, credentials: { accessToken: given.body.access_token } };
  };

  test('a token does what it was given the right to, and nothing else', async () => {
    const refused = { status: 403, body: { type: 'about:blank', title: 'Forbidden', detail: 'Forbidden' } };
    const writer = await allow('tweet.read tweet.write users.read');
    expect((await post({ text: 'a' }, writer)).status).toBe(201);
    expect(await image(writer)).toMatchObject(refused);
    const uploader = await allow('media.write tweet.write');
    expect((await image(uploader)).status).toBe(200);
    expect(await post({ text: 'b' }, uploader)).toMatchObject(refused);
    expect(await call(`${account.baseUrl}/2/users/me`, { headers: headers(uploader) })).toMatchObject(refused);
  });

  test('an expired token is refused with 401', async () => {
    const writer = await allow('tweet.read tweet.write users.read');
    box.expireTokens('microblog', account.accountId);
    expect((await post({ text: 'a' }, writer)).status).toBe(401);
  });

  test('an unknown path is 404', async () => {
    expect((await get('/1.1/statuses/update.json')).status).toBe(404);
  });
});

test('posts outlive a restart: ids go on, and a duplicate is still one', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const first = await sandbox(dataDir);
  const { id } = (await post({ text: 'a' }, demo(first, 'microblog'))).body.data;
  await first.close();
  account = demo(await sandbox(dataDir), 'microblog');
  expect((await post({ text: 'a' })).status).toBe(403);
  const next = (await post({ text: 'b', reply: { in_reply_to_tweet_id: id } })).body.data.id;
  expect(BigInt(next)).toBeGreaterThan(BigInt(id));
  await rm(dataDir, { recursive: true });
});
