/** Accounts of one owner share stored objects: bytes are stored once, counted in each account, and removed with the last file. */
import { REMOVAL_STEPS } from '../../src/domain/owner/removal.repository.js';
import { makeTransaction } from '../../src/foundation/database/unit-of-work.js';
import { plain } from '../media/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { openDataSource } from '../support/data-source.js';
import { graphql, type Headers } from '../support/graphql.js';
import { newPost } from '../support/new-post.js';
import { nodesOf } from '../support/nodes.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api' });

let account: TestAccount;
let userId: string;
let owner: Headers;
let managed: Headers;
beforeEach(async () => {
  account = await createAccount(db, { workspaceAccess: true, connected: ['fediverse-1'] });
  userId = await account.manage();
  owner = await account.session();
  managed = { ...owner, 'x-service-user-id': userId };
});

async function run(headers: Headers, name: string, input: object, selection: string) {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { ${name}(input: $input) { ${selection} } }`;
  const { data, errors } = await graphql(service, headers, query, { input });
  expect(errors).toBeUndefined();
  return data[name];
}

const picture = (width: number) => plain(width, 30, 'teal').png().toBuffer();

/** A file of the library, inspected. */
async function keep(headers: Headers, body: Buffer): Promise<{ id: string; url: string }> {
  const input = { fileName: 'cat.png', contentType: 'image/png', type: 'IMAGE' };
  const { uploadUrl, media } = await run(headers, 'createUpload', input, 'uploadUrl media { id }');
  await run(headers, 'keepInLibrary', { mediaId: media.id }, 'media { id }');
  const sent = await fetch(uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(body),
  });
  expect(sent.status).toBe(200);
  return (await run(headers, 'completeUpload', { mediaId: media.id }, 'media { id url }')).media;
}
const remove = (headers: Headers, mediaId: string) =>
  run(headers, 'deleteLibraryFiles', { mediaIds: [mediaId] }, 'deletedMediaIds');
const statusOf = async (url: string) => (await fetch(url)).status;
const stored = async (id: string) => {
  const [row] = await db.query<{ bytes: number }>('SELECT bytes::int AS bytes FROM storage_usage WHERE user_id = $1', [
    id,
  ]);
  return row?.bytes ?? 0;
};

test('equal files are one object, which each account counts once', async () => {
  const body = await picture(60);
  const first = await keep(owner, body);
  const copies = [await keep(managed, body), await keep(managed, body)];
  for (const { url } of copies) expect(url).toBe(first.url);
  expect([await stored(account.userId), await stored(userId)]).toEqual([body.length, body.length]);
  const { data } = await graphql(service, owner, '{ usage { storage { usedBytes usedFiles } } }');
  expect(data.usage.storage).toEqual({ usedBytes: 2 * body.length, usedFiles: 3 });
});

test('a file that is deleted in one account stays in the other, until the last one is deleted', async () => {
  const body = await picture(60);
  const first = await keep(owner, body);
  const second = await keep(managed, body);
  await remove(owner, first.id);
  expect([await statusOf(second.url), await stored(account.userId), await stored(userId)]).toEqual([
    200,
    0,
    body.length,
  ]);
  await remove(managed, second.id);
  expect([await statusOf(second.url), await stored(userId)]).toEqual([404, 0]);
});

test('another account does not see where a file is used, nor blocks its deletion', async () => {
  const body = await picture(60);
  const first = await keep(owner, body);
  const second = await keep(managed, body);
  const input = newPost({ content: 'With a file', platformIds: ['fediverse-1'], media: [{ mediaId: first.id }] });
  await run(owner, 'createPost', input, 'postGroupId');
  const query = `query ($filter: LibraryFilter) { mediaLibrary(filter: $filter) { edges { node { id usedIn { totalCount } } } } }`;
  const list = async (headers: Headers, filter: object) =>
    nodesOf((await graphql(service, headers, query, { filter })).data.mediaLibrary);
  expect(await list(owner, { unused: false })).toEqual([{ id: first.id, usedIn: { totalCount: 1 } }]);
  expect(await list(managed, { unused: true })).toEqual([{ id: second.id, usedIn: { totalCount: 0 } }]);
  await remove(managed, second.id);
  expect(await statusOf(first.url)).toBe(200);
});

test('an account that was detached keeps its files, and shares no more', async () => {
  const body = await picture(60);
  const first = await keep(owner, body);
  const second = await keep(managed, body);
  await run(owner, 'detachManagedUser', { userId }, 'detachedUserId');
  await remove(owner, first.id);
  expect(await statusOf(second.url)).toBe(200);
  expect((await keep(owner, body)).url).not.toBe(second.url);
});

/** What the maintenance does with a removed user; its objects are deleted afterwards. */
async function removeAll(): Promise<string[]> {
  const source = await openDataSource(db);
  const transaction = makeTransaction(source);
  const none = async () => undefined;
  const jobs = { removePosts: none, removeDeliveries: none, removeFiles: none, removeMails: none };
  const keys: string[] = [];
  for (const step of REMOVAL_STEPS) {
    for (let rows = 1; rows > 0; ) {
      const done = await transaction((tx) => step(tx, { ids: [userId], jobs, now: new Date() }));
      keys.push(...(done.keys ?? []));
      rows = done.rows;
    }
  }
  await source.destroy();
  return keys;
}

test('an account that is removed takes no file of another', async () => {
  const body = await picture(60);
  const shared = await keep(managed, body);
  expect((await keep(owner, body)).url).toBe(shared.url);
  const alone = await keep(managed, await picture(61));
  const keys = await removeAll();
  const isDeleted = ({ url }: { url: string }) => keys.some((key) => url.endsWith(key));
  expect([isDeleted(shared), isDeleted(alone)]).toEqual([false, true]);
  expect([await stored(account.userId), await stored(userId)]).toEqual([body.length, 0]);
});

test('of a deletion and an upload of the same bytes, none leaves a file without its object', async () => {
  for (let round = 0; round < 8; round += 1) {
    const body = await picture(100 + round);
    const first = await keep(owner, body);
    const [, second] = await Promise.all([remove(owner, first.id), keep(managed, body)]);
    expect([await statusOf(second.url), await stored(userId)]).toEqual([200, body.length]);
    await remove(managed, second.id);
    expect([await statusOf(second.url), await statusOf(first.url), await stored(userId)]).toEqual([404, 404, 0]);
  }
});
