/** A post with its files in one mutation: what is published with which alternative text, counted at the sandbox. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { SandboxAccount } from '../../sandbox/sandbox.js';
import { file, type MediaSource, openMediaSource } from '../media/media-source.js';
import { connectTargets, createAccount } from '../support/account.js';
import { codeBlocks } from '../support/documents.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { newPost } from '../support/new-post.js';
import { useService } from '../support/service.js';
import { LATER, makeEditing, now } from './editing.js';

const { db, service } = await useService({
  roles: 'api,worker',
  env: { PRIVATE_ADDRESSES: 'media,platforms,webhooks' },
});
const editing = await makeEditing(db, service);
const picture = (width: number, background = 'teal') =>
  sharp({ create: { width, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
const [wide, narrow] = await Promise.all([picture(60), picture(40)]);
let source: MediaSource;

beforeAll(async () => {
  source = await openMediaSource();
});
beforeEach(() => {
  source.answers = { '/wide.png': file(wide), '/narrow.png': file(narrow) };
  source.requested = [];
});
afterAll(async () => {
  source?.close();
  await editing.sandbox.close();
});

const at = (path: string) => source.origin + path;

/** What is live at an account of the fediverse: each file's width and alternative text, in order. */
const live = ({ accountId }: SandboxAccount) =>
  editing.sandbox.posts({ accountId }).map(({ text, media, record }) => {
    const { media: described } = record as { media: { description: string | null }[] };
    return { text, files: media.map(({ width }, index) => [width, described[index]?.description ?? null]) };
  });

/** An answer that is given once `release` is called. */
function held(answer: RequestListener) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const listener: RequestListener = (request, response) => void promise.then(() => answer(request, response));
  return { listener, release };
}

/** A file that belongs to no post. */
async function uploaded(body: Buffer = wide, headers = editing.headers): Promise<string> {
  const input = { fileName: 'free.png', contentType: 'image/png', type: 'IMAGE' };
  const { uploadUrl, media } = await editing.succeed('createUpload', input, headers);
  const sent = await fetch(uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(body),
  });
  expect(sent.status).toBe(200);
  return media.id;
}

const rowsOf = (userId = editing.account.userId) =>
  db.query<{ groups: number; files: number; jobs: number }>(
    `SELECT (SELECT count(*)::int FROM post_groups WHERE user_id = $1) AS groups,
            (SELECT count(*)::int FROM media WHERE user_id = $1) AS files,
            (SELECT count(*)::int FROM pgboss.job j JOIN media m ON m.id = j.data->>'mediaId' WHERE m.user_id = $1) AS jobs`,
    [userId],
  );

describe('createPost', () => {
  test('publishes pictures from the web in the order of the list, with their alternative texts, once', async () => {
    const { accounts, platformIds } = await editing.connect('fediverse', 'skyfeed');
    const media = [
      { url: at('/narrow.png'), altText: 'A narrow teal area' },
      { url: at('/wide.png'), altText: 'A wide one' },
      { url: at('/narrow.png') },
    ];
    const created = await editing.create({ content: 'Three', platformIds, media, scheduledTime: now() });
    expect(created.status).toBe('SCHEDULED');
    expect(created.media.map(({ name, altText }) => [name, altText])).toEqual([
      ['narrow.png', 'A narrow teal area'],
      ['wide.png', 'A wide one'],
      ['narrow.png', null],
    ]);
    expect((await editing.ended(created.id)).status).toBe('PUBLISHED');
    const [fediverse, skyfeed] = accounts as [SandboxAccount, SandboxAccount];
    expect(live(fediverse)).toEqual([
      {
        text: 'Three',
        files: [
          [40, 'A narrow teal area'],
          [60, 'A wide one'],
          [40, null],
        ],
      },
    ]);
    expect(editing.sent(skyfeed)).toEqual(['Three']);
    expect(source.requested.toSorted()).toEqual(['/narrow.png', '/narrow.png', '/wide.png']);
  });

  test('schedules the post at once, and its publishing waits for the file', async () => {
    const { accounts, platformIds } = await editing.connect('fediverse');
    const slow = held(file(wide));
    source.answers = { '/slow.png': slow.listener };
    const media = [{ url: at('/slow.png'), altText: 'Slow' }];
    const { id } = await editing.create({ content: 'Waits', platformIds, media, scheduledTime: now() });
    const waits = await eventually(async () => {
      const [row] = await db.query<{ wait: { kind: string; reason: string } | null }>(
        'SELECT wait FROM platform_posts WHERE group_id = $1',
        [id],
      );
      return row?.wait ?? undefined;
    });
    expect(waits).toMatchObject({ kind: 'files', reason: 'slow.png is being fetched' });
    expect(accounts.map(live)).toEqual([[]]);
    // Its arrival ends the wait: the next look is far away.
    await eventually(async () => {
      const later = `UPDATE pgboss.job SET start_after = now() + interval '1 hour'
                      WHERE data->>'groupId' = $1 AND state = 'created' RETURNING 1`;
      return (await db.query(later, [id])).length > 0 || undefined;
    });
    slow.release();
    const ended = await editing.ended(id);
    expect(ended.posts).toMatchObject([{ status: 'PUBLISHED', error: null }]);
    expect(accounts.map(live)).toEqual([[{ text: 'Waits', files: [[60, 'Slow']] }]]);
    expect(
      await db.query(
        'SELECT number FROM publish_attempts a JOIN platform_posts p ON p.id = a.post_id WHERE p.group_id = $1',
        [id],
      ),
    ).toEqual([{ number: 1 }]);
  });

  test('a file that turns out to be none fails the post with the reason, and nothing is published', async () => {
    const { accounts, platformIds } = await editing.connect('fediverse');
    source.answers = { '/page.png': file(Buffer.from('<!doctype html><title>x</title>')) };
    const posts = [];
    for (const path of ['/page.png', '/none.png']) {
      posts.push(
        await editing.create({ content: path, platformIds, media: [{ url: at(path) }], scheduledTime: now() }),
      );
    }
    const failures = [];
    for (const { id } of posts) {
      const { error } = (
        await graphql(
          service,
          editing.headers,
          'query ($id: ID!) { postGroup(id: $id) { posts { error { code message } } } }',
          { id: (await editing.ended(id)).id },
        )
      ).data.postGroup.posts[0];
      failures.push(error);
    }
    expect(failures).toEqual([
      {
        code: 'INVALID_CONTENT',
        message:
          'Image cannot be published: The file could not be fetched: it is an HTML page, which no platform accepts',
      },
      {
        code: 'INVALID_CONTENT',
        message: 'Image cannot be published: The file could not be fetched: the server answered 404',
      },
    ]);
    expect(accounts.map(live)).toEqual([[]]);
  });

  test('takes uploaded files that belong to no post, and each for one post only', async () => {
    const { accounts, platformIds } = await editing.connect('fediverse');
    const mediaId = await uploaded();
    const media = [{ mediaId, altText: 'Mine' }, { url: at('/narrow.png') }];
    const { id } = await editing.create({ content: 'Uploaded', platformIds, media, scheduledTime: now() });
    expect(await editing.refused('createPost', newPost({ content: 'Again', platformIds, media }))).toMatchObject({
      code: 'MEDIA_IN_USE',
    });
    expect((await editing.ended(id)).status).toBe('PUBLISHED');
    expect(accounts.map(live)).toEqual([
      [
        {
          text: 'Uploaded',
          files: [
            [60, 'Mine'],
            [40, null],
          ],
        },
      ],
    ]);
  });

  test('an uploaded file that is invalid fails validation', async () => {
    const { platformIds } = await editing.connect('fediverse');
    const mediaId = await uploaded(Buffer.from('<!doctype html>'));
    const post = newPost({ content: 'Invalid', platformIds, media: [{ mediaId }], scheduledTime: LATER });
    expect(await editing.refused('createPost', post)).toMatchObject({
      code: 'VALIDATION_FAILED',
      validation: { errors: [{ code: 'MEDIA_TYPE_NOT_SUPPORTED' }] },
    });
  });

  test('the same key and input return the same post, and fetch its files once', async () => {
    const { accounts, platformIds } = await editing.connect('fediverse');
    const media = [{ mediaId: await uploaded() }, { url: at('/narrow.png'), altText: 'Narrow' }];
    const post = newPost({ content: 'Once', platformIds, media, scheduledTime: now(), idempotencyKey: 'with-files' });
    const { postGroup: first } = await editing.succeed('createPost', post);
    const { postGroup: second } = await editing.succeed('createPost', post);
    expect(second.id).toBe(first.id);
    const other = newPost({ content: 'Once', platformIds, media: [], idempotencyKey: 'with-files' });
    expect(await editing.refused('createPost', other)).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    await editing.ended(first.id);
    expect(accounts.map((one) => live(one).length)).toEqual([1]);
    expect(source.requested).toEqual(['/narrow.png']);
  });

  test.each([
    ['both sources', [{ mediaId: 'f'.repeat(24), url: 'https://example.com/a.png' }], 'MEDIA_SOURCE_INVALID'],
    ['a file twice', Array(2).fill({ mediaId: 'f'.repeat(24) }), 'MEDIA_SOURCE_INVALID'],
    ['no source', [{ altText: 'x' }], 'MEDIA_SOURCE_INVALID'],
    ['no web address', [{ url: 'file:///etc/passwd' }], 'URL_INVALID'],
    ['credentials in the address', [{ url: 'https://me:secret@example.com/a.png' }], 'MEDIA_URL_INVALID'],
    ['an id that is none', [{ mediaId: 'x' }], 'ID_INVALID'],
    ['no such file', [{ url: 'https://example.com/a.png' }, { mediaId: 'f'.repeat(24) }], 'MEDIA_NOT_FOUND'],
    ['a long text', [{ url: 'https://example.com/a.png', altText: 'a'.repeat(10_001) }], 'ALT_TEXTS_TOO_LONG'],
    ['half a character', [{ url: 'https://example.com/a.png', altText: '\ud800' }], 'TEXT_NOT_PUBLISHABLE'],
    ['101 files', Array(101).fill({ mediaId: 'f'.repeat(24) }), 'MEDIA_TOO_MANY'],
  ])('%s: refused, and nothing is stored', async (_what, media, code) => {
    const { platformIds } = await editing.connect('fediverse');
    const before = await rowsOf();
    for (const scheduledTime of [undefined, LATER]) {
      const post = newPost({ content: 'Refused', platformIds, media, scheduledTime });
      expect(await editing.refused('createPost', post)).toMatchObject({ code });
    }
    expect(await rowsOf()).toEqual(before);
  });

  test('the file of another account is none, and without storage left nothing is stored', async () => {
    const other = await createAccount(db, { connected: ['fediverse-1'] });
    const mediaId = await uploaded(wide, { 'x-api-key': other.apiKey });
    const { platformIds } = await editing.connect('fediverse');
    const foreign = newPost({ content: 'Foreign', platformIds, media: [{ mediaId }] });
    expect(await editing.refused('createPost', foreign)).toMatchObject({ code: 'MEDIA_NOT_FOUND' });

    await db.query('UPDATE media SET stored_bytes = $2 WHERE id = $1', [mediaId, 250 * 1024 ** 3]);
    const before = await rowsOf(other.userId);
    const full = newPost({ content: 'Full', platformIds: ['fediverse-1'], media: [{ url: at('/wide.png') }] });
    expect(await editing.refused('createPost', full, { 'x-api-key': other.apiKey })).toMatchObject({
      code: 'STORAGE_LIMIT_REACHED',
    });
    expect(await rowsOf(other.userId)).toEqual(before);
  });

  test('two posts that are given one file at the same time: one gets it', async () => {
    const { platformIds } = await editing.connect('fediverse');
    const mediaId = await uploaded();
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((content) =>
        editing.run('createPost', newPost({ content, platformIds, media: [{ mediaId }] })),
      ),
    );
    const codes = answers.map(({ errors }) => errors?.[0]?.extensions.code ?? 'created');
    expect(codes.toSorted()).toEqual(['MEDIA_IN_USE', 'MEDIA_IN_USE', 'created']);
  });

  test('the files of a managed user count in the storage of the account, which cannot use them', async () => {
    const owner = await createAccount(db, { workspaceAccess: true, connected: ['fediverse-1'] });
    const userId = await owner.manage();
    const managed = { 'x-api-key': owner.apiKey, 'x-service-user-id': userId };
    await connectTargets(db, userId, ['fediverse-1']);
    const mediaId = await uploaded(wide, managed);
    const post = newPost({
      content: 'A',
      platformIds: ['fediverse-1'],
      media: [{ mediaId }, { url: at('/wide.png') }],
    });
    expect(await editing.refused('createPost', post, { 'x-api-key': owner.apiKey })).toMatchObject({
      code: 'MEDIA_NOT_FOUND',
    });
    const { postGroup } = await editing.succeed('createPost', post, managed);
    expect(postGroup.media).toHaveLength(2);
    const query = '{ usage { storage { usedFiles } } }';
    const { data } = await graphql(service, { 'x-api-key': owner.apiKey }, query);
    expect(data.usage.storage.usedFiles).toBe(2);
  });
});

test('createPosts: the errors of files are returned per post, and the others are created', async () => {
  const { accounts, platformIds } = await editing.connect('fediverse');
  const given = [[{ url: 'https://me@example.com/a.png' }], [{ url: at('/wide.png'), altText: 'Wide' }], [{}]];
  const posts = given.map((media, index) =>
    newPost({ content: `Post ${index}`, platformIds, media, scheduledTime: now() }),
  );
  const { results } = await editing.succeed('createPosts', { posts });
  expect(results.map(({ error }: { error: { code: string } | null }) => error?.code ?? null)).toEqual([
    'MEDIA_URL_INVALID',
    null,
    'MEDIA_SOURCE_INVALID',
  ]);
  await editing.ended(results[1].postGroup.id);
  expect(accounts.map(live)).toEqual([[{ text: 'Post 1', files: [[60, 'Wide']] }]]);
});

describe('updatePost', () => {
  test('replaces the files: those that are left out are removed, and without media all stay', async () => {
    const { accounts, platformIds } = await editing.connect('fediverse');
    const created = await editing.create({
      content: 'A',
      platformIds,
      media: [{ url: at('/wide.png'), altText: 'Wide' }, { url: at('/narrow.png') }],
    });
    const [kept, left] = created.media.map(({ id }) => id);
    expect((await editing.update(created.id, { content: 'B' })).media.map(({ id }) => id)).toEqual([kept, left]);
    const mediaId = await uploaded(narrow);
    const updated = await editing.update(created.id, {
      media: [{ mediaId, altText: 'New' }, { url: at('/narrow.png'), altText: 'From the web' }, { mediaId: kept }],
      scheduledTime: now(),
    });
    expect(updated.status).toBe('SCHEDULED');
    expect(await db.query('SELECT 1 FROM media WHERE id = $1', [left])).toEqual([]);
    expect((await editing.ended(created.id)).status).toBe('PUBLISHED');
    expect(accounts.map(live)).toEqual([
      [
        {
          text: 'B',
          files: [
            [40, 'New'],
            [40, 'From the web'],
            [60, 'Wide'],
          ],
        },
      ],
    ]);
  });

  test('a file of another post is refused, and nothing is changed', async () => {
    const { platformIds } = await editing.connect('fediverse');
    const mediaId = await uploaded();
    await editing.create({ content: 'Has it', platformIds, media: [{ mediaId }] });
    const { id } = await editing.create({ content: 'A', platformIds, media: [{ url: at('/wide.png') }] });
    const change = { postGroupId: id, content: 'B', media: [{ url: at('/narrow.png') }, { mediaId }] };
    expect(await editing.refused('updatePost', change)).toMatchObject({ code: 'MEDIA_IN_USE' });
    const after = await editing.read(id);
    expect([after.content, after.media.map(({ name }) => name)]).toEqual(['A', ['wide.png']]);
  });

  test('a post that waits for a file is published without it once the file is removed', async () => {
    const { accounts, platformIds } = await editing.connect('fediverse');
    const never = held(file(wide));
    source.answers = { '/never.png': never.listener };
    const media = [{ url: at('/never.png') }];
    const { id } = await editing.create({ content: 'Without', platformIds, media, scheduledTime: now() });
    await eventually(async () => source.requested.length > 0 || undefined);
    await editing.update(id, { media: [], scheduledTime: now() });
    expect((await editing.ended(id)).status).toBe('PUBLISHED');
    expect(accounts.map(live)).toEqual([[{ text: 'Without', files: [] }]]);
    never.release();
  });
});

test('validatePost and previewPost take the files of a draft', async () => {
  const { platformIds } = await editing.connect('photogram');
  const query = `query ($input: ValidatePostInput!) {
    validatePost(input: $input) { valid errors { code } }
    previewPost(input: $input) { parts { text hasMedia } }
  }`;
  const check = async (media: object[]) => {
    const { data, errors } = await graphql(service, editing.headers, query, {
      input: { post: { content: 'A', platformIds, media } },
    });
    return errors?.[0]?.extensions.code ?? data.validatePost.errors.map(({ code }: { code: string }) => code);
  };
  const before = await rowsOf();
  expect(await check([])).toEqual(['MEDIA_REQUIRED']);
  expect(await check([{ url: at('/wide.png') }])).toEqual([]);
  expect(await check([{ url: 'ftp://example.com' }])).toBe('URL_INVALID');
  expect(await check([{ url: 'https://me@example.com' }])).toBe('MEDIA_URL_INVALID');
  expect(await check(Array(11).fill({ url: at('/wide.png') }))).toEqual(['MEDIA_COUNT_EXCEEDED']);
  expect([await rowsOf(), source.requested]).toEqual([before, []]);

  const mediaId = await uploaded(Buffer.from('<!doctype html>'));
  expect(await check([{ mediaId }])).toEqual(['MEDIA_TYPE_NOT_SUPPORTED']);
});

describe('the examples', () => {
  const published = (altText: string) => [[60, altText]];
  const files = (account: SandboxAccount) => live(account).map((post) => post.files);
  const fromHere = (code = '') => code.replaceAll('https://example.com', source.origin);
  beforeEach(() => {
    source.answers = { '/office.jpg': file(wide), '/desk.jpg': file(wide) };
  });

  test("of 'docs/guides/media.md' publishes a picture with its alternative text", async () => {
    const { accounts, platformIds } = await editing.connect('fediverse');
    const block = codeBlocks('docs/guides/media.md').find(({ runBy }) => runBy !== undefined);
    const { data } = await graphql(service, editing.headers, fromHere(block?.code), { platformIds });
    await editing.ended(data.createPost.postGroup.id);
    expect(accounts.map(files)).toEqual([[published('A desk at a window, with a view of the harbour')]]);
  });

  test('of the README does, with the line that adds it', async () => {
    const { accounts, platformIds } = await editing.connect('fediverse');
    const folder = mkdtempSync(path.join(tmpdir(), 'post-with-files-'));
    const facts = {
      graphqlUrl: `${service.url}/graphql`,
      apiKey: editing.account.apiKey,
      textConnections: platformIds,
    };
    writeFileSync(path.join(folder, 'demo.json'), JSON.stringify(facts));
    const code = fromHere(codeBlocks('README.md').find(({ language }) => language === 'js')?.code);
    const args = ['--input-type=module', '-e', code.replace('// media:', 'media:')];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, DATA_DIR: folder } });
    rmSync(folder, { recursive: true });
    await editing.ended(JSON.parse(stdout).data.createPost.postGroup.id);
    expect(accounts.map(files)).toEqual([[published('A desk at a window')]]);
  });
});
