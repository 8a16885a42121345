import { randomBytes } from 'node:crypto';
import { jsonToLex, lexicons, RichText } from '@atproto/api';
import fc from 'fast-check';
import { openPublisherSession } from '../../src/domain/publishing/publisher-session.js';
import type { Http } from '../../src/foundation/http-client/http.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import { makeFacets } from '../../src/platforms/skyfeed/facets.js';
import { formerRecordKey, recordKey } from '../../src/platforms/skyfeed/record-key.js';
import { makeSession } from '../../src/platforms/skyfeed/session.js';
import { skyfeed as adapter } from '../../src/platforms/skyfeed/skyfeed.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import { asServed, makePart, openAccount, openWorld, postsOf, prepare, publish, type World } from './support.js';

const skyfeed = asServed(adapter);

let world: World;
let files: MediaFiles;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
afterEach(() => world.box.clearFaults());
afterAll(async () => {
  await world.close();
  await files.close();
});

const nobody = async () => null;
const credited = { connectionId: '', stored: '' };
const bytesOf = (text: string, index: { byteStart: number; byteEnd: number }) =>
  Buffer.from(text).subarray(index.byteStart, index.byteEnd).toString();

describe('record keys', () => {
  const keys = fc.stringMatching(/^[0-9a-f]{24}$/);
  /** An id of a part that was made at a time (database/id.ts). */
  const idAt = (at: Date) => at.getTime().toString(16).padStart(12, '0') + randomBytes(6).toString('hex');
  const times = fc.date({ min: new Date('2020-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });

  test('a record key is a TID', () => {
    const tid = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/;
    fc.assert(fc.property(keys, (key) => tid.test(recordKey(key))));
    fc.assert(fc.property(keys, times, (key, at) => tid.test(formerRecordKey(key, at))));
  });

  test('record keys sort by the time of their parts', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 1, max: 1e9 }), (at, later) => {
        const next = new Date(at.getTime() + later);
        return recordKey(idAt(at)) < recordKey(idAt(next));
      }),
    );
  });

  test('a thousand parts of one millisecond have nearly as many record keys', () => {
    const at = new Date('2026-03-04T05:06:07.008Z');
    const made = new Set(Array.from({ length: 1000 }, () => recordKey(idAt(at))));
    expect(made.size).toBeGreaterThanOrEqual(995);
  });
});

describe('facets', () => {
  test('offsets count UTF-8 bytes', async () => {
    const text = '👋🏽 世界 https://example.com/ü?a=1 and @alice.skyfeed.test likes #größe, example.org. 👨‍👩‍👧';
    const facets = await makeFacets(text, async (handle) => `did:plc:${handle.replaceAll('.', '')}`);
    expect(facets.map(({ index, features: [feature] }) => [bytesOf(text, index), feature])).toEqual([
      ['https://example.com/ü?a=1', { $type: 'app.bsky.richtext.facet#link', uri: 'https://example.com/ü?a=1' }],
      ['@alice.skyfeed.test', { $type: 'app.bsky.richtext.facet#mention', did: 'did:plc:aliceskyfeedtest' }],
      ['#größe', { $type: 'app.bsky.richtext.facet#tag', tag: 'größe' }],
      ['example.org', { $type: 'app.bsky.richtext.facet#link', uri: 'https://example.org' }],
    ]);
  });

  test('a mention that cannot be resolved is plain text', async () => {
    expect(await makeFacets('@nobody.skyfeed.test and #tag', nobody)).toHaveLength(1);
  });

  test('a handle is resolved once, however often it is mentioned', async () => {
    let asked = 0;
    const facets = await makeFacets('@a.test @A.test @a.test', async () => {
      asked += 1;
      return 'did:plc:a';
    });
    expect([facets.length, asked]).toEqual([3, 1]);
  });

  const marked = fc
    .array(
      fc.constantFrom(
        '@a.test',
        '(@b.com)',
        '#tag',
        '#1',
        '#!!a',
        '$AB',
        'http://a.b/(c)',
        'c.org.',
        'é',
        '👋',
        ' ',
        '\n',
      ),
    )
    .map((parts) => parts.join(''));

  test("the facets of a text that a record takes are those of the protocol's own library", async () => {
    await fc.assert(
      fc.asyncProperty(
        marked.filter((text) => Buffer.byteLength(text) <= 300),
        async (text) => {
          const judge = new RichText({ text });
          judge.detectFacetsWithoutResolution();
          const facets = await makeFacets(text, async (handle) => handle);
          expect(facets).toEqual((judge.facets ?? []).map(({ index, features }) => ({ index, features })));
        },
      ),
    );
  });

  test.each([
    ['300 characters', 'a.test @a.test #a '.repeat(30)],
    ['3000 bytes', `@a.test e${'\u0301'.repeat(1500)}`],
    ['both', '@a.test '.repeat(12_500)],
  ])('a text over %s, which no record takes, has none, and nobody is asked for its mentions', async (_, text) => {
    let asked = 0;
    const facets = await makeFacets(text, async () => {
      asked += 1;
      return 'did:plc:a';
    });
    expect([facets, asked]).toEqual([[], 0]);
  });

  test('whatever the text, the record is valid and every facet marks what it says', async () => {
    const pieces = fc.constantFrom(
      'http://',
      'https://',
      'a.com',
      '@a.test',
      '#',
      '$AB',
      '(',
      ')',
      '/',
      ':',
      '👋',
      'é',
      ' ',
      '.',
      '\n',
    );
    const texts = fc.array(fc.oneof(pieces, fc.string({ unit: 'grapheme', maxLength: 5 })), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(texts, async (parts) => {
        const text = parts
          .join('')
          .slice(0, 250)
          .replace(/\p{Cs}/gu, '');
        const facets = await makeFacets(text, async () => 'did:plc:abc');
        const createdAt = '2026-03-04T05:06:07.008Z';
        lexicons.assertValidRecord('app.bsky.feed.post', { $type: 'app.bsky.feed.post', text, createdAt, facets });
        for (const { index, features } of facets) {
          const marked = bytesOf(text, index);
          if ('uri' in features[0]) expect(features[0].uri.endsWith(marked)).toBe(true);
          if ('did' in features[0]) expect(marked).toMatch(/^@/);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('publishing', () => {
  test('the record carries the time of the part and resolved mentions, under the key of the part', async () => {
    const account = await openAccount(world, skyfeed);
    const friend = world.box.createAccount('skyfeed');
    const part = makePart(`Hi @${friend.credentials.identifier} and @nobody.skyfeed.test`);
    const step = await skyfeed.publisher(world.http, NO_SETUP).start(part, account);
    const uri = `at://${account.accountId}/app.bsky.feed.post/${recordKey(part.key)}`;
    expect(step).toEqual({ kind: 'published', postedId: uri });
    const record = postsOf(world, account)[0]?.record as { value: { createdAt: string; facets: unknown[] } };
    expect(record.value.createdAt).toBe(part.at.toISOString());
    expect(record.value.facets).toMatchObject([{ features: [{ did: friend.accountId }] }]);
  });

  test('a part that is tried for the first time again, after a restored backup, is the same record', async () => {
    const account = await openAccount(world, skyfeed);
    const part = makePart('Hello');
    const again = { ...part, at: new Date(part.at.getTime() + 86_400_000) };
    const step = await skyfeed.publisher(world.http, NO_SETUP).start(part, account);
    expect(await skyfeed.publisher(world.http, NO_SETUP).look(again, account, null)).toEqual(step);
    expect(await skyfeed.publisher(world.http, NO_SETUP).start(again, account)).toEqual(step);
    expect(postsOf(world, account)).toMatchObject([{ record: { value: { createdAt: again.at.toISOString() } } }]);
  });

  test('a look finds the record of an earlier version, whose key came from the time of the first try', async () => {
    const account = await openAccount(world, skyfeed);
    const part = makePart('Hello');
    const rkey = formerRecordKey(part.key, part.at);
    const earlier: Http = (request) => world.http({ ...request, json: Object.assign({}, request.json, { rkey }) });
    const step = await skyfeed.publisher(earlier, NO_SETUP).start(part, account);
    expect(await skyfeed.publisher(world.http, NO_SETUP).look(part, account, null)).toEqual(step);
    expect(await skyfeed.publisher(world.http, NO_SETUP).look(makePart('Hello'), account, null)).toEqual({
      kind: 'absent',
    });
  });

  test('a repeat sends the same record', async () => {
    const account = await openAccount(world, skyfeed);
    const part = makePart('Hello #again https://example.com');
    await skyfeed.publisher(world.http, NO_SETUP).start(part, account);
    await skyfeed.publisher(world.http, NO_SETUP).start(part, account);
    const sent = world.box
      .requests()
      .filter(({ path }) => path.endsWith('putRecord'))
      .slice(-2);
    expect(sent[0]?.body).toEqual(sent[1]?.body);
  });
});

describe('media', () => {
  const publisher = () => skyfeed.publisher(world.http, NO_SETUP);
  const uploads = () => world.box.requests().filter(({ path }) => path.endsWith('uploadBlob'));
  const recordOf = (account: Account) => {
    const { value } = (postsOf(world, account)[0]?.record ?? {}) as { value?: Record<string, unknown> };
    return value ?? {};
  };

  test('a record embeds its images with their shape, and is valid', async () => {
    const account = await openAccount(world, skyfeed);
    const media = [
      { ...(await files.image('jpeg', 40, 30)), altText: 'A cat' },
      { ...(await files.image()), width: null, height: null },
    ];
    await publish(publisher(), makePart('Hello', { media }), account);
    const record = recordOf(account);
    const blob = { $type: 'blob', ref: { $link: expect.stringMatching(/^bafkrei/) }, mimeType: 'image/jpeg' };
    expect(record.embed).toEqual({
      $type: 'app.bsky.embed.images',
      images: [
        { image: { ...blob, size: media[0]?.bytes }, alt: 'A cat', aspectRatio: { width: 40, height: 30 } },
        { image: { ...blob, size: media[1]?.bytes }, alt: '' },
      ],
    });
    expect(() => lexicons.assertValidRecord('app.bsky.feed.post', jsonToLex(record))).not.toThrow();
    expect(uploads().at(-1)).toMatchObject({
      headers: { 'content-type': 'image/jpeg', 'content-length': String(media[1]?.bytes) },
    });
  });

  test('a record embeds one video', async () => {
    const account = await openAccount(world, skyfeed);
    const video = { ...(await files.video()), altText: 'A cat runs' };
    await publish(publisher(), makePart('Hello', { media: [video] }), account);
    const record = recordOf(account);
    expect(record.embed).toMatchObject({
      $type: 'app.bsky.embed.video',
      video: { mimeType: 'video/mp4', size: video.bytes },
      alt: 'A cat runs',
      aspectRatio: { width: 640, height: 360 },
    });
    expect(() => lexicons.assertValidRecord('app.bsky.feed.post', jsonToLex(record))).not.toThrow();
  });

  test.each([
    ['characters', 'x', 1000],
    ['bytes', '👨‍👩‍👧', 10_000 / 18],
  ])('what a video shows is cut to the %s that a server takes', async (_what, one, most) => {
    const account = await openAccount(world, skyfeed);
    const video = { ...(await files.video()), altText: one.repeat(1001) };
    expect((await publish(publisher(), makePart('Hello', { media: [video] }), account)).kind).toBe('published');
    expect(recordOf(account).embed).toMatchObject({ alt: one.repeat(Math.floor(most)) });
  });

  test('a session that ends between the upload and the record is renewed, and nothing is uploaded again', async () => {
    const account = await openAccount(world, skyfeed);
    const part = makePart('Hello', { media: [await files.image()] });
    const session = openPublisherSession({
      publisher: publisher(),
      part,
      opened: { kind: 'open', account, ...credited },
      renew: async (refused) => {
        const renewed = await makeSession(world.http, NO_SETUP).refresh(refused);
        if (renewed.kind === 'failed') throw new Error(renewed.failure.message);
        return { kind: 'open', account: { ...refused, credentials: renewed.credentials }, ...credited };
      },
      takenIds: async () => new Set(),
      isTaken: async () => false,
    });
    const ready = await session.start();
    const uploaded = uploads().length;
    world.box.setFault({ platform: 'skyfeed', kind: 'auth_expired', accountId: account.accountId });
    const { state } = ready as { state: Record<string, unknown> };
    expect((await session.finish(state)).kind).toBe('published');
    expect(uploads()).toHaveLength(uploaded);
    expect(postsOf(world, account)).toHaveLength(1);
  });

  test('a look for which no session can be made says nothing of the post', async () => {
    const account = await openAccount(world, skyfeed);
    const words = { message: 'No', platformError: 'No such password' };
    const refused = { code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected', ...words } as const;
    const session = openPublisherSession({
      publisher: publisher(),
      part: makePart('Hello'),
      opened: { kind: 'open', account, ...credited },
      renew: async () => ({ kind: 'failed', failure: refused, ...credited }),
      takenIds: async () => new Set(),
      isTaken: async () => false,
    });
    world.box.setFault({ platform: 'skyfeed', kind: 'auth_expired', on: 'any', accountId: account.accountId });
    const unknown = { ...refused, outcome: 'unknown' };
    expect(await session.look(null)).toEqual({ kind: 'failed', failure: unknown });
  });

  test('an upload that the server has removed leads to a new attempt', async () => {
    const account = await openAccount(world, skyfeed);
    const part = makePart('Hello', { media: [await files.image()] });
    const ready = await prepare(publisher(), part, account);
    const { state } = ready as { state: Record<string, unknown> };
    const other = await openAccount(world, skyfeed);
    expect(await publisher().finish(part, other, state)).toMatchObject({
      kind: 'failed',
      failure: { code: 'PLATFORM_SERVER_ERROR', platformError: expect.stringContaining('BlobNotFound') },
    });
    expect(await publisher().look(part, other, state)).toEqual({ kind: 'absent' });
  });
});

describe('sessions', () => {
  const session = () => makeSession(world.http, NO_SETUP);
  const jwt = (claims: unknown) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
  const now = new Date('2026-03-04T05:06:07.000Z');
  const inSeconds = (seconds: number) => ({ exp: now.getTime() / 1000 + seconds });

  test.each([
    ['no token', {}, true],
    ['a token that ends within a minute', { accessJwt: jwt(inSeconds(59)) }, true],
    ['a token that is over', { accessJwt: jwt(inSeconds(-1)) }, true],
    ['a token that is good for longer', { accessJwt: jwt(inSeconds(61)) }, false],
    ['a token without an end', { accessJwt: jwt({}) }, true],
    ['a token that is none', { accessJwt: 'nonsense' }, true],
  ])('with %s, stale is %3$s', (_what, credentials, stale) => {
    expect(session().isStale({ identifier: 'a', appPassword: 'b', ...credentials }, now)).toBe(stale);
  });

  test('a session is renewed with its refresh token, and both tokens are replaced', async () => {
    const account = await openAccount(world, skyfeed);
    const refreshed = await session().refresh(account);
    if (refreshed.kind === 'failed') throw new Error(refreshed.failure.message);
    expect(world.box.requests().at(-1)?.path).toContain('refreshSession');
    expect(refreshed.expiresAt).toBeNull();
    expect(refreshed.credentials).toMatchObject({
      identifier: account.credentials.identifier,
      appPassword: account.credentials.appPassword,
    });
    expect(refreshed.credentials.refreshJwt).not.toBe(account.credentials.refreshJwt);
    const next = { ...account, credentials: refreshed.credentials };
    expect((await skyfeed.publisher(world.http, NO_SETUP).start(makePart('Hello'), next)).kind).toBe('published');
  });

  test('a refresh token that is refused gives way to the app password', async () => {
    const account = await openAccount(world, skyfeed);
    const broken = { ...account, credentials: { ...account.credentials, refreshJwt: 'nonsense' } };
    const refreshed = await session().refresh(broken);
    expect(refreshed.kind).toBe('refreshed');
    expect(world.box.requests().at(-1)?.path).toContain('createSession');
  });

  test('a wrong app password is a failure of the account that names no secret', async () => {
    const account = world.box.createAccount('skyfeed');
    const wrong = { ...account, credentials: { ...account.credentials, appPassword: 'wrong-pass-word-here' } };
    const refreshed = await session().refresh(wrong);
    expect(refreshed).toMatchObject({
      kind: 'failed',
      failure: { code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' },
    });
    expect(JSON.stringify(refreshed)).not.toContain('wrong-pass-word-here');
  });

  test('trouble of the platform keeps the refresh token: no login is tried', async () => {
    const account = await openAccount(world, skyfeed);
    world.box.setFault({ platform: 'skyfeed', kind: 'server_error', on: 'any', accountId: account.accountId });
    expect(await session().refresh(account)).toMatchObject({
      kind: 'failed',
      failure: { code: 'PLATFORM_SERVER_ERROR', outcome: 'rejected' },
    });
    expect(world.box.requests().at(-1)?.path).toContain('refreshSession');
  });

  test('a login that leads to another account is refused', async () => {
    const account = world.box.createAccount('skyfeed');
    const other = { ...account, accountId: world.box.createAccount('skyfeed').accountId };
    expect(await session().refresh(other)).toMatchObject({
      kind: 'failed',
      failure: { code: 'PLATFORM_AUTH_EXPIRED' },
    });
  });
});
