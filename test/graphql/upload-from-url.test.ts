import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newId } from '../../src/foundation/database/id.js';
import { endless, file, type MediaSource, openMediaSource, status } from '../media/media-source.js';
import { plain } from '../media/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import { type Service, startService } from '../support/service.js';
import { insertRows } from './page-data.js';

const env = {
  DATA_DIR: mkdtempSync(path.join(tmpdir(), 'upload-from-url-')),
  PRIVATE_ADDRESSES: 'media,platforms,webhooks',
};
const picture = await plain(40, 30, 'teal').png().toBuffer();
const clip = readFileSync(path.resolve('test/media/fixtures/index-first.mp4'));
let db: TestDatabase;
let api: Service;
let worker: Service;
let source: MediaSource;
let account: TestAccount;
let owner: Headers;

beforeAll(async () => {
  db = await createTestDatabase();
  source = await openMediaSource();
  [api, worker] = await Promise.all([
    startService({ db, roles: 'api', env }),
    startService({ db, roles: 'worker', env }),
  ]);
});
beforeEach(async () => {
  source.answers = {};
  source.requested = [];
  account = await createAccount(db);
  owner = { 'x-api-key': account.apiKey };
});
afterAll(async () => {
  await api?.stop();
  await worker?.stop();
  source?.close();
  await db?.drop();
  await rm(env.DATA_DIR, { recursive: true });
});

const FIELDS = 'id type name url mimeType status problem metadata { size width height format }';

async function newGroup(userId = account.userId): Promise<string> {
  const id = newId();
  const times = { createdAt: 0, updatedAt: 0, scheduledTime: null };
  await insertRows(db, userId, [{ id, ...times, status: 'draft', platforms: ['fediverse'] }]);
  return id;
}

async function send(input: object, headers = owner) {
  const query = `mutation ($input: CreateUploadFromUrlInput!) { createUploadFromUrl(input: $input) { media { ${FIELDS} } } }`;
  return graphql(api, headers, query, { input });
}
const refusal = async (input: object) => (await send({ type: 'IMAGE', ...input })).errors?.[0]?.extensions.code;

/** A file of a new group, as it is answered. */
async function add(at: string, more: object = {}) {
  const postGroupId = await newGroup();
  const { data, errors } = await send({ postGroupId, url: source.origin + at, type: 'IMAGE', ...more });
  expect(errors).toBeUndefined();
  return { postGroupId, media: data.createUploadFromUrl.media };
}

const mediaOf = async (id: string) =>
  nodesOf(
    (
      await graphql(api, owner, `query ($id: ID!) { postGroup(id: $id) { media { edges { node { ${FIELDS} } } } } }`, {
        id,
      })
    ).data.postGroup.media,
  )[0];
/** The file of a group once it is no longer pending. */
const ended = (postGroupId: string) =>
  eventually(async () => {
    const media = await mediaOf(postGroupId);
    return media.status === 'PENDING_UPLOAD' ? undefined : media;
  });

test('returns a pending file at once, which a worker makes READY', async () => {
  source.answers = { '/photos/my%20cat.png?size=1': file(picture) };
  const { postGroupId, media } = await add('/photos/my%20cat.png?size=1');
  expect(media).toMatchObject({ type: 'IMAGE', name: 'my20cat.png', mimeType: 'image/*', status: 'PENDING_UPLOAD' });
  expect(await ended(postGroupId)).toEqual({
    ...media,
    mimeType: 'image/png',
    status: 'READY',
    problem: null,
    metadata: { size: picture.length, width: 40, height: 30, format: 'png' },
  });
  const stored = await fetch(media.url);
  expect([stored.headers.get('content-type'), Buffer.from(await stored.arrayBuffer())]).toEqual(['image/png', picture]);
});

test('a video, with a given name', async () => {
  source.answers = { '/v': file(clip, 'video/mp4') };
  const { postGroupId } = await add('/v', { type: 'VIDEO', fileName: 'my clip.mp4' });
  expect(await ended(postGroupId)).toMatchObject({ status: 'READY', name: 'my_clip.mp4', mimeType: 'video/mp4' });
});

test('a file that cannot be had becomes INVALID and says why', async () => {
  source.answers = { '/page': file(Buffer.from('<!doctype html>'), 'image/png') };
  const groups = [await add('/none'), await add('/page')];
  const problems = await Promise.all(groups.map(async ({ postGroupId }) => (await ended(postGroupId)).problem));
  expect(problems).toEqual([
    'The file could not be fetched: the server answered 404',
    'The file could not be fetched: it is an HTML page, which no platform accepts',
  ]);
});

test('a server that fails for a moment is asked again', async () => {
  source.answers = { '/a': status(503) };
  const { postGroupId } = await add('/a');
  await eventually(async () => source.requested.length > 0 || undefined);
  source.answers = { '/a': file(picture) };
  expect(await ended(postGroupId)).toMatchObject({ status: 'READY' });
  expect(source.requested).toEqual(['/a', '/a']);
});

test('a worker that is killed while it fetches: another one starts again, and the file is stored and counted once', async () => {
  source.answers = { '/a': endless(Buffer.concat([picture, Buffer.alloc(100_000)])) };
  const { postGroupId, media } = await add('/a');
  const reserved = async () =>
    Number((await db.query('SELECT reserved_bytes FROM media WHERE id = $1', [media.id]))[0]?.reserved_bytes);
  await eventually(async () => (await reserved()) > 0 || undefined);
  await worker.kill();
  source.answers = { '/a': file(picture) };
  worker = await startService({ db, roles: 'worker', env });
  expect(await ended(postGroupId)).toMatchObject({ status: 'READY', metadata: { size: picture.length } });
  expect(source.requested).toEqual(['/a', '/a']);
  expect(await db.query('SELECT bytes::int, files FROM storage_usage WHERE user_id = $1', [account.userId])).toEqual([
    { bytes: picture.length, files: 1 },
  ]);
}, 120_000);

test('two slow servers of one account do not hold up another account', async () => {
  source.answers = { '/slow': endless(picture), '/fast': file(picture) };
  for (let index = 0; index < 6; index++) await add('/slow');
  await eventually(async () => source.requested.length === 2 || undefined);
  account = await createAccount(db);
  owner = { 'x-api-key': account.apiKey };
  const { postGroupId } = await add('/fast');
  expect(await ended(postGroupId)).toMatchObject({ status: 'READY' });
  expect(source.requested).toEqual(['/slow', '/slow', '/fast']);
  await db.query(`DELETE FROM pgboss.job_common WHERE name = 'media-fetch'`);
});

describe('is refused', () => {
  test.each([
    ['URL_INVALID', '', 'x', 'ftp://example.com/a.png', 'file:///etc/passwd', 'data:image/png,a'],
    ['URL_INVALID', `https://example.com/${'a'.repeat(2_029)}`],
    ['MEDIA_URL_INVALID', 'https://me:secret@example.com/a.png'],
  ])('for an address that is none: %s', async (code, ...urls) => {
    const postGroupId = await newGroup();
    for (const url of urls) expect([url, await refusal({ postGroupId, url })]).toEqual([url, code]);
    expect(
      (
        await graphql(api, owner, `query ($id: ID!) { postGroup(id: $id) { media { totalCount } } }`, {
          id: postGroupId,
        })
      ).data,
    ).toEqual({ postGroup: { media: { totalCount: 0 } } });
  });

  const url = 'https://example.com/a.png';

  test('for the group of another account, or none', async () => {
    const { userId: stranger } = await createAccount(db);
    for (const postGroupId of [await newGroup(stranger), newId()]) {
      expect(await refusal({ postGroupId, url })).toBe('POST_GROUP_NOT_FOUND');
    }
    expect(await refusal({ postGroupId: 'abc', url })).toBe('ID_INVALID');
  });

  test('for a group of which something is published', async () => {
    const postGroupId = await newGroup();
    await db.query(`UPDATE platform_posts SET status = 'published' WHERE group_id = $1`, [postGroupId]);
    expect(await refusal({ postGroupId, url })).toBe('MEDIA_NOT_ATTACHABLE');
  });

  test('without storage left', async () => {
    const postGroupId = await newGroup();
    await db.query(
      `INSERT INTO media (id, user_id, group_id, type, name, file_name, file_path, url_pure, upload_expires_at, mime_type,
                          status, metadata, added_at, updated_at, stored_bytes)
       VALUES ($2, $1, '', 'image', 'a', 'a', 'a', 'a', now(), 'image/png', 'ready', '{}', now(), now(), $3)`,
      [account.userId, newId(), 250 * 1024 ** 3],
    );
    expect(await refusal({ postGroupId, url })).toBe('STORAGE_LIMIT_REACHED');
  });
});
