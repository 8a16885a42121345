/** Small pictures of images: made once by the worker, served like the file, and removed with it. */
import sharp from 'sharp';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { useService } from '../support/service.js';
import { animation, fixture, plain } from './support.js';

const { db, service } = await useService({ roles: 'api,worker' });

let account: TestAccount;
let owner: Headers;
beforeEach(async () => {
  account = await createAccount(db, { workspaceAccess: true });
  owner = await account.session();
});

interface File {
  id: string;
  url: string;
  thumbnailUrl: string | null;
}

async function run(name: string, input: object, selection: string, headers = owner) {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { ${name}(input: $input) { ${selection} } }`;
  const { data, errors } = await graphql(service, headers, query, { input });
  expect(errors).toBeUndefined();
  return data[name];
}

async function send(uploadUrl: string, contentType: string, body: Buffer) {
  const sent = await fetch(uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': contentType },
    body: new Uint8Array(body),
  });
  expect(sent.status).toBe(200);
}

async function upload(body: Buffer, { contentType = 'image/png', type = 'IMAGE', kept = true, headers = owner } = {}) {
  const created = await run(
    'createUpload',
    { fileName: 'cat.png', contentType, type },
    'uploadUrl media { id }',
    headers,
  );
  const { uploadUrl, media } = created;
  if (kept) await run('keepInLibrary', { mediaId: media.id }, 'media { id }', headers);
  await send(uploadUrl, contentType, body);
  return { id: media.id as string, uploadUrl: uploadUrl as string };
}

const read = async (id: string, headers = owner): Promise<File> =>
  (
    await graphql(service, headers, 'query ($id: ID!) { node(id: $id) { ... on Media { id url thumbnailUrl } } }', {
      id,
    })
  ).data.node;
/** The first look at an upload is made immediately. */
const withThumbnail = (id: string, headers = owner, other?: string | null) =>
  eventually(async () => {
    await db.query(
      `UPDATE pgboss.job SET start_after = now() WHERE name = 'media' AND state = 'created' AND data->>'last' = 'false'`,
    );
    const file = await read(id, headers);
    return file.thumbnailUrl !== null && file.thumbnailUrl !== other ? file : undefined;
  }, 40_000);
const get = async (url: string | null) => {
  const response = await fetch(url as string);
  return { status: response.status, type: response.headers.get('content-type'), body: await response.arrayBuffer() };
};
const sizeOf = async (url: string | null) => {
  const { type, body } = await get(url);
  const { format, width, height, pages = 1, exif } = await sharp(Buffer.from(body)).metadata();
  return { type, format, width, height, pages, exif };
};
const of = (width: number, height: number) => ({ type: 'image/webp', format: 'webp', width, height, pages: 1 });

test('it has at most 320 pixels a side; a small picture is not enlarged, and of an animation it is the first frame', async () => {
  const bodies = [
    plain(1000, 500, 'teal').png().toBuffer(),
    plain(40, 60, 'teal').png().toBuffer(),
    (await animation(640, 64)).gif().toBuffer(),
  ];
  const files = await Promise.all(bodies.map(async (body) => upload(await body)));
  const made = await Promise.all(files.map(({ id }) => withThumbnail(id)));
  const sizes = await Promise.all(made.map(({ thumbnailUrl }) => sizeOf(thumbnailUrl)));
  expect(sizes).toEqual([of(320, 160), of(40, 60), of(320, 32)]);
});

test('it counts as no bytes, and is removed with the file', async () => {
  const body = await plain(400, 400, 'teal').png().toBuffer();
  const { id } = await upload(body);
  const { thumbnailUrl } = await withThumbnail(id);
  const { data } = await graphql(service, owner, '{ usage { storage { usedBytes usedFiles } } }');
  expect(data.usage.storage).toEqual({ usedBytes: body.length, usedFiles: 1 });
  await run('deleteLibraryFiles', { mediaIds: [id] }, 'deletedMediaIds');
  expect((await get(thumbnailUrl)).status).toBe(404);
});

test('files that share an object share its picture, also those of another account of the owner', async () => {
  const body = await plain(400, 400, 'teal').png().toBuffer();
  const managed = { ...owner, 'x-service-user-id': await account.manage() };
  const first = await upload(body);
  const { thumbnailUrl } = await withThumbnail(first.id);
  const second = await upload(body, { headers: managed });
  expect((await withThumbnail(second.id, managed)).thumbnailUrl).toBe(thumbnailUrl);
  await run('deleteLibraryFiles', { mediaIds: [first.id] }, 'deletedMediaIds');
  expect((await get(thumbnailUrl)).status).toBe(200);
  await run('deleteLibraryFiles', { mediaIds: [second.id] }, 'deletedMediaIds', managed);
  expect((await get(thumbnailUrl)).status).toBe(404);
});

test('a file that is uploaded in place of another has another picture', async () => {
  const { id, uploadUrl } = await upload(await plain(400, 400, 'teal').png().toBuffer(), { kept: false });
  const first = await withThumbnail(id);
  await send(uploadUrl, 'image/png', await plain(400, 200, 'red').png().toBuffer());
  const second = await withThumbnail(id, owner, first.thumbnailUrl);
  expect(await sizeOf(second.thumbnailUrl)).toEqual(of(320, 160));
  const due = await db.query<{ key: string }>('SELECT key FROM object_deletions');
  expect(due.filter(({ key }) => first.thumbnailUrl?.endsWith(key))).toHaveLength(1);
  expect(due.filter(({ key }) => second.thumbnailUrl?.endsWith(key))).toEqual([]);
});

test('a video has none', async () => {
  const { id } = await upload(fixture('index-first.mp4'), { contentType: 'video/mp4', type: 'VIDEO' });
  await run('completeUpload', { mediaId: id }, 'media { status }');
  const later = await upload(await plain(40, 40, 'teal').png().toBuffer());
  await withThumbnail(later.id);
  expect((await read(id)).thumbnailUrl).toBeNull();
});
