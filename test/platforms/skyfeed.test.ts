import { randomBytes } from 'node:crypto';
import { jsonToLex, lexicons, RichText } from '@atproto/api';
import fc from 'fast-check';
import { openPublisherSession } from '../../src/domain/publishing/publisher-session.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { LookupResult, State } from '../../src/platforms/port/platform.js';
import { makeFacets } from '../../src/platforms/skyfeed/facets.js';
import { recordKey } from '../../src/platforms/skyfeed/record-key.js';
import { makeSession } from '../../src/platforms/skyfeed/session.js';
import { skyfeed as adapter } from '../../src/platforms/skyfeed/skyfeed.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import {
  asServed,
  clock,
  letWork,
  makePart,
  openAccount,
  openWorld,
  postsOf,
  prepare,
  publish,
  stored,
  type World,
} from './support.js';

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

const unknownHandle = async () => null;
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
    expect(await makeFacets('@nobody.skyfeed.test and #tag', unknownHandle)).toHaveLength(1);
  });

  test('a handle is resolved once, however often it is mentioned', async () => {
    let requested = 0;
    const facets = await makeFacets('@a.test @A.test @a.test', async () => {
      requested += 1;
      return 'did:plc:a';
    });
    expect([facets.length, requested]).toEqual([3, 1]);
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
  ])('a text over %s, which no record accepts, has none, and its mentions are not resolved', async (_, text) => {
    let requested = 0;
    const facets = await makeFacets(text, async () => {
      requested += 1;
      return 'did:plc:a';
    });
    expect([facets, requested]).toEqual([[], 0]);
  });

  test('for any text, the record is valid and every facet marks the right range', async () => {
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
    const mentioned = world.box.createAccount('skyfeed');
    const part = makePart(`Hi @${mentioned.credentials.identifier} and @nobody.skyfeed.test`);
    const step = await skyfeed.publisher(world.http, NO_SETUP, clock).start(part, account);
    const uri = `at://${account.accountId}/app.bsky.feed.post/${recordKey(part.key)}`;
    expect(step).toEqual({ kind: 'published', postedId: uri, url: expect.stringMatching(/^https:/) });
    const record = postsOf(world, account)[0]?.record as { value: { createdAt: string; facets: unknown[] } };
    expect(record.value.createdAt).toBe(part.at.toISOString());
    expect(record.value.facets).toMatchObject([{ features: [{ did: mentioned.accountId }] }]);
  });

  test('a part that is tried for the first time again, after a restored backup, is the same record', async () => {
    const account = await openAccount(world, skyfeed);
    const part = makePart('Hello');
    const again = { ...part, at: new Date(part.at.getTime() + 86_400_000) };
    const step = await skyfeed.publisher(world.http, NO_SETUP, clock).start(part, account);
    expect(await skyfeed.publisher(world.http, NO_SETUP, clock).lookUp(again, account, null)).toEqual(step);
    expect(await skyfeed.publisher(world.http, NO_SETUP, clock).start(again, account)).toEqual(step);
    expect(postsOf(world, account)).toMatchObject([{ record: { value: { createdAt: again.at.toISOString() } } }]);
  });

  test('a repeat sends the same record', async () => {
    const account = await openAccount(world, skyfeed);
    const part = makePart('Hello #again https://example.com');
    await skyfeed.publisher(world.http, NO_SETUP, clock).start(part, account);
    await skyfeed.publisher(world.http, NO_SETUP, clock).start(part, account);
    const sent = world.box
      .requests()
      .filter(({ path }) => path.endsWith('putRecord'))
      .slice(-2);
    expect(sent[0]?.body).toEqual(sent[1]?.body);
  });
});

describe('media', () => {
  const publisher = () => skyfeed.publisher(world.http, NO_SETUP, clock);
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
      since: part.at,
      opened: { kind: 'open', account, ...credited },
      renew: async (refused) => {
        const renewed = await makeSession(world.http, NO_SETUP).refresh(refused);
        if (renewed.kind === 'failed') throw new Error(renewed.failure.message);
        return { kind: 'open', account: { ...refused, credentials: renewed.credentials }, ...credited };
      },
      activity: async () => ({ taken: new Map(), rivals: [] }),
      assign: () => ({ kind: 'none' }),
      mayBeRepeat: false,
    });
    const ready = await session.start();
    const uploaded = uploads().length;
    world.box.setFault({ platform: 'skyfeed', kind: 'auth_expired', accountId: account.accountId });
    const { state } = ready as { state: Record<string, unknown> };
    expect((await session.finish(state)).kind).toBe('published');
    expect(uploads()).toHaveLength(uploaded);
    expect(postsOf(world, account)).toHaveLength(1);
  });

  test('a lookup without a session leaves the outcome open', async () => {
    const account = await openAccount(world, skyfeed);
    const details = { message: 'No', platformError: 'No such password' };
    const refused = { code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected', ...details } as const;
    const session = openPublisherSession({
      publisher: publisher(),
      part: makePart('Hello'),
      since: new Date(),
      opened: { kind: 'open', account, ...credited },
      renew: async () => ({ kind: 'failed', failure: refused, accessEndsAt: null, ...credited }),
      activity: async () => ({ taken: new Map(), rivals: [] }),
      assign: () => ({ kind: 'none' }),
      mayBeRepeat: false,
    });
    world.box.setFault({ platform: 'skyfeed', kind: 'auth_expired', on: 'any', accountId: account.accountId });
    const unknown = { ...refused, outcome: 'unknown' };
    expect(await session.lookUp(null)).toEqual({ kind: 'failed', failure: unknown });
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
    expect(await publisher().lookUp(part, other, state)).toEqual({ kind: 'absent' });
  });
});

describe('videos of accounts at the operator’s servers', () => {
  const setup = () => ({ ...NO_SETUP, baseUrl: world.box.baseUrls.skyfeed });
  const over = (http = world.http, now = clock) => skyfeed.publisher(http, setup(), now);
  const methodsSince = (before: number) =>
    world.box
      .requests()
      .slice(before)
      .map(({ path }) => path.replace(/^.*\./, ''));
  const begin = async () => {
    const account = await openAccount(world, skyfeed);
    const part = makePart('Hello', { media: [{ ...(await files.video()), altText: 'A cat runs' }] });
    return { account, part, before: world.box.requests().length };
  };
  const fault = (account: Account, path: string, status: number, body: unknown, times = 1) =>
    world.box.setFault({
      platform: 'skyfeed',
      kind: 'answer',
      accountId: account.accountId,
      path,
      times,
      answer: { status, body },
    });

  test('go to the video service, whose job is polled until the video is stored', async () => {
    const { account, part, before } = await begin();
    const pending = await over().start(part, account);
    expect(pending).toMatchObject({
      kind: 'pending',
      state: { jobId: expect.any(String), about: { alt: 'A cat runs' } },
    });
    expect(methodsSince(before)).toEqual([
      'getServiceAuth',
      'getUploadLimits',
      'getSession',
      'getServiceAuth',
      'uploadVideo',
    ]);
    expect((await publish(over(), part, account)).kind).toBe('published');
    const [post] = postsOf(world, account);
    expect(post?.record).toMatchObject({
      value: {
        embed: {
          $type: 'app.bsky.embed.video',
          video: { mimeType: 'video/mp4', size: part.media[0]?.bytes },
          alt: 'A cat runs',
          aspectRatio: { width: 640, height: 360 },
        },
      },
    });
  });

  test('the service gets a token for one method each, which no later text repeats', async () => {
    const { account, part, before } = await begin();
    await over().start(part, account);
    const requested = world.box.requests().slice(before);
    const tokens = requested.filter(({ path }) => path.endsWith('getServiceAuth')).map(({ query }) => query);
    expect(tokens).toEqual([
      { aud: 'did:web:video.bsky.app', lxm: 'app.bsky.video.getUploadLimits', exp: expect.any(String) },
      {
        aud: `did:web:${encodeURIComponent(new URL(world.box.url).host)}`,
        lxm: 'com.atproto.repo.uploadBlob',
        exp: expect.any(String),
      },
    ]);
    expect(requested.find(({ path }) => path.endsWith('uploadVideo'))?.query).toEqual({
      did: account.accountId,
      name: `${part.key}.mp4`,
    });
  });

  test('a job goes on in another worker, without the file, and the video is uploaded once', async () => {
    const { account, part, before } = await begin();
    const pending = await over().start(part, account);
    if (pending.kind !== 'pending') throw new Error(pending.kind);
    let step: LookupResult = pending;
    while (step.kind === 'pending') {
      await letWork();
      step = await over().lookUp({ ...part, media: [] }, account, stored(step.state));
    }
    if (step.kind !== 'ready') throw new Error(step.kind);
    expect((await over().finish({ ...part, media: [] }, account, stored(step.state))).kind).toBe('published');
    expect(methodsSince(before).filter((method) => /^upload/.test(method))).toEqual(['uploadVideo']);
  });

  test('a video that the service has already (409) continues with its job', async () => {
    const { account, part } = await begin();
    const first = await over().start(part, account);
    const again = await over().start(part, account);
    if (first.kind !== 'pending') throw new Error(first.kind);
    // On a slow machine, the job has ended.
    if (again.kind !== 'ready') expect(again).toMatchObject({ kind: 'pending', state: { jobId: first.state.jobId } });
    expect((await publish(over(), part, account)).kind).toBe('published');
  });

  test.each([
    ['in jobStatus', (status: object) => ({ jobStatus: status })],
    ['without it', (status: object) => status],
  ])('the answer to an upload may have the status %s', async (_, wrap) => {
    const { account, part } = await begin();
    fault(account, 'uploadVideo', 200, wrap({ jobId: 'job-1', did: account.accountId, state: 'JOB_STATE_CREATED' }));
    expect(await over().start(part, account)).toMatchObject({ kind: 'pending', state: { jobId: 'job-1' } });
  });

  test.each([
    [
      { canUpload: false, remainingDailyVideos: 0, message: 'Daily limit reached' },
      'RATE_LIMITED',
      'accepts no more videos from this account today: Daily limit reached',
    ],
    [
      { canUpload: true, remainingDailyVideos: 5, remainingDailyBytes: 10 },
      'RATE_LIMITED',
      'accepts no more videos from this account today',
    ],
    [
      { canUpload: false, message: 'Confirm your e-mail address' },
      'PERMISSION_DENIED',
      'does not allow this account to upload videos: Confirm your e-mail address',
    ],
  ])('limits %j are refused before the upload', async (limits, code, happened) => {
    const { account, part, before } = await begin();
    fault(account, 'getUploadLimits', 200, limits);
    expect(await over().start(part, account)).toMatchObject({
      kind: 'failed',
      failure: { code, outcome: 'rejected', message: `skyfeed ${happened}` },
    });
    expect(methodsSince(before).filter((method) => /^upload/.test(method))).toEqual([]);
  });

  test.each([
    ['a data server without service auth', 'getServiceAuth', 501, { error: 'MethodNotImplemented', message: 'No' }],
    ['a service that refuses the account', 'getUploadLimits', 401, { error: 'BadJwt', message: 'No' }],
    ['a service that does not know the method', 'getUploadLimits', 404, 'Not found'],
    ['a service that is down', 'getUploadLimits', 503, 'Unavailable'],
  ])('%s: the file goes to the data server', async (_, path, status, body) => {
    const { account, part, before } = await begin();
    fault(account, path, status, body);
    expect((await publish(over(), part, account)).kind).toBe('published');
    expect(methodsSince(before).filter((method) => /^upload/.test(method))).toEqual(['uploadBlob']);
    expect(postsOf(world, account)[0]?.media).toHaveLength(1);
  });

  test('an account of a self-hosted server never meets the service', async () => {
    const { account, part, before } = await begin();
    expect((await publish(skyfeed.publisher(world.http, NO_SETUP, clock), part, account)).kind).toBe('published');
    expect(methodsSince(before)).toEqual(['uploadBlob', 'putRecord']);
  });

  test.each([
    [400, { error: 'VideoTooLong', message: 'Too long' }, 'INVALID_CONTENT'],
    [400, { error: 'DailyLimitExceeded', message: 'Enough' }, 'RATE_LIMITED'],
    [401, { error: 'ExpiredToken', message: 'Too late' }, 'PLATFORM_SERVER_ERROR'],
    [403, { error: 'UploadForbidden', message: 'No' }, 'PERMISSION_DENIED'],
    [413, { error: 'VideoTooLarge', message: 'Large' }, 'CONTENT_TOO_LARGE'],
    [503, { error: 'ServiceOverloaded', message: 'Later' }, 'PLATFORM_SERVER_ERROR'],
  ])('an upload answered with %d %j is %s, and never ends the session', async (status, body, code) => {
    const { account, part } = await begin();
    fault(account, 'uploadVideo', status, body);
    const failure = { code, outcome: 'rejected', platformStatusCode: status };
    expect(await over().start(part, account)).toMatchObject({ kind: 'failed', failure });
  });

  test.each([
    ['validation_failure', 'INVALID_CONTENT'],
    ['encoding_failure', 'INVALID_CONTENT'],
    ['pds_upload_unsupported_blob_size', 'CONTENT_TOO_LARGE'],
    ['pds_upload_failure', 'PLATFORM_SERVER_ERROR'],
    [undefined, 'PLATFORM_SERVER_ERROR'],
  ])('a job that fails with %s is %s', async (failureCode, code) => {
    const { account, part } = await begin();
    const pending = await over().start(part, account);
    if (pending.kind !== 'pending') throw new Error(pending.kind);
    const jobStatus = { jobId: 'j', did: account.accountId, state: 'JOB_STATE_FAILED', failureCode, message: 'No' };
    fault(account, 'getJobStatus', 200, { jobStatus });
    expect(await over().lookUp(part, account, stored(pending.state))).toMatchObject({
      kind: 'failed',
      failure: { code, outcome: 'rejected', message: expect.stringMatching(/: No$/) },
    });
  });

  test('a video that cannot be played fails by its job', async () => {
    const account = await openAccount(world, skyfeed);
    const noise = await files.file(randomBytes(500), { kind: 'video', mimeType: 'video/mp4', name: 'a.mp4' });
    const step = await prepare(over(), makePart('Hello', { media: [noise] }), account);
    expect(step).toMatchObject({ kind: 'failed', failure: { code: 'INVALID_CONTENT' } });
  });

  test('a read that fails is repeated; a job that is lost, or never ends, fails the attempt', async () => {
    const { account, part } = await begin();
    const pending = await over().start(part, account);
    if (pending.kind !== 'pending') throw new Error(pending.kind);
    const lookUp = (state: State, now = clock) => over(world.http, now).lookUp(part, account, stored(state));
    fault(account, 'getJobStatus', 502, 'Bad gateway');
    expect(await lookUp(pending.state)).toMatchObject({ kind: 'pending', state: { jobId: pending.state.jobId } });
    expect(await lookUp({ ...pending.state, jobId: 'unknown' })).toMatchObject({
      kind: 'failed',
      failure: { code: 'PLATFORM_SERVER_ERROR', outcome: 'rejected' },
    });
    const working = { jobStatus: { jobId: 'j', did: account.accountId, state: 'JOB_STATE_SCANNING' } };
    fault(account, 'getJobStatus', 200, working);
    const inAnHour = () => new Date(clock().getTime() + 3_600_000);
    expect(await lookUp(pending.state, inAnHour)).toMatchObject({
      kind: 'failed',
      failure: { code: 'TIMEOUT_ERROR', outcome: 'rejected' },
    });
  });
});

describe('link cards', () => {
  const over = () => skyfeed.publisher(world.http, NO_SETUP, clock);
  const url = 'https://example.com/a';
  const makeCard = async () => ({ url, title: 'A page', description: 'About it', picture: await files.image() });
  const embedOf = (account: Account) =>
    (postsOf(world, account)[0]?.record as { value: { embed?: unknown } } | undefined)?.value.embed;

  test('a record embeds the card with its picture, which is no file of the post', async () => {
    const account = await openAccount(world, skyfeed);
    const card = await makeCard();
    expect((await publish(over(), makePart(`Read ${url}`, { card }), account)).kind).toBe('published');
    expect(embedOf(account)).toEqual({
      $type: 'app.bsky.embed.external',
      external: {
        uri: url,
        title: 'A page',
        description: 'About it',
        thumb: { $type: 'blob', ref: expect.anything(), mimeType: 'image/jpeg', size: card.picture.bytes },
      },
    });
    expect(postsOf(world, account)[0]?.media).toEqual([]);
  });

  test('a picture that the server refuses is left out, and the post is published', async () => {
    const account = await openAccount(world, skyfeed);
    const { accountId } = account;
    world.box.setFault({ platform: 'skyfeed', kind: 'server_error', accountId, path: 'uploadBlob' });
    expect((await publish(over(), makePart(`Read ${url}`, { card: await makeCard() }), account)).kind).toBe(
      'published',
    );
    expect(embedOf(account)).toEqual({
      $type: 'app.bsky.embed.external',
      external: { uri: url, title: 'A page', description: 'About it' },
    });
  });

  test('a session that has ended is renewed, not a reason to leave the picture out', async () => {
    const account = await openAccount(world, skyfeed);
    const { accountId } = account;
    world.box.setFault({ platform: 'skyfeed', kind: 'auth_expired', accountId, path: 'uploadBlob' });
    const step = await over().start(makePart(`Read ${url}`, { card: await makeCard() }), account);
    expect(step).toMatchObject({ kind: 'failed', failure: { code: 'PLATFORM_AUTH_EXPIRED', outcome: 'rejected' } });
  });

  test('a post with media has no card', async () => {
    const account = await openAccount(world, skyfeed);
    const part = makePart(`Read ${url}`, { card: await makeCard(), media: [await files.image()] });
    await publish(over(), part, account);
    expect(embedOf(account)).toMatchObject({ $type: 'app.bsky.embed.images' });
  });

  test('a repeat with another card is the same record, once', async () => {
    const account = await openAccount(world, skyfeed);
    const part = makePart(`Read ${url}`, { card: await makeCard() });
    const first = await publish(over(), part, account);
    const again = await publish(over(), { ...part, card: null }, account);
    expect(again).toEqual(first);
    expect(postsOf(world, account)).toHaveLength(1);
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
    ['an expired token', { accessJwt: jwt(inSeconds(-1)) }, true],
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
    expect((await skyfeed.publisher(world.http, NO_SETUP, clock).start(makePart('Hello'), next)).kind).toBe(
      'published',
    );
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
