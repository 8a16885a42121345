/** The media library: files that an account keeps, and uses in many posts. */
import sharp from 'sharp';
import { Role } from '../../src/domain/identity/people/role.js';
import { LibrarySort } from '../../src/domain/library/library.js';
import { libraryPageQuery } from '../../src/domain/library/library.repository.js';
import { makeTransaction } from '../../src/foundation/database/unit-of-work.js';
import { DAY_MS } from '../../src/foundation/time/durations.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { openDataSource } from '../support/data-source.js';
import { codeBlocks } from '../support/documents.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { addMember } from '../support/member.js';
import { newPost } from '../support/new-post.js';
import { nodesOf } from '../support/nodes.js';
import { removeExpired } from '../support/retention.js';
import { useService } from '../support/service.js';
import { LATER, makeEditing, now } from './editing.js';

const FILE =
  'id name altText url status inLibrary labels { name } metadata { size width } usedIn { totalCount edges { node { id } } }';
const LIST = `query ($first: Int, $after: String, $filter: LibraryFilter, $sort: LibrarySort) {
  mediaLibrary(first: $first, after: $after, filter: $filter, sort: $sort) {
    totalCount pageInfo { hasNextPage endCursor } edges { node { ${FILE} } }
  }
}`;
const SELECTIONS = {
  keepInLibrary: `media { ${FILE} }`,
  updateLibraryFile: `media { ${FILE} }`,
  deleteLibraryFiles: 'deletedMediaIds',
  createUpload: 'uploadUrl media { id url }',
  completeUpload: 'media { id url status }',
  createLabel: 'label { id }',
  changeLabels: 'media { id }',
  deleteMedia: 'deletedMediaId',
  attachLibraryFile: 'media { id altText url }',
};

/** A node of a plan, as Postgres explains it. */
interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: [Plan];
}

/** On a busy machine; alone it takes a tenth. */
const SEARCH_MS = 3_000;

const { db, service } = await useService({ roles: 'api,worker' });
let account: TestAccount;
let editing: Awaited<ReturnType<typeof makeEditing>>;
let owner: Headers;
let platformIds: string[];
beforeEach(async () => {
  account = await createAccount(db, { workspaceAccess: true });
  editing = await makeEditing(db, service, account);
  owner = await account.session();
  ({ platformIds } = await editing.connect('fediverse'));
});
afterEach(() => editing.sandbox.close());

async function run(name: keyof typeof SELECTIONS, input: object, headers: Headers = owner) {
  const query = `mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${SELECTIONS[name]} } }`;
  const { data, errors } = await graphql(service, headers, query, { input });
  return { data: data?.[name], error: errors?.[0]?.extensions };
}
async function succeed(name: keyof typeof SELECTIONS, input: object, headers: Headers = owner) {
  const { data, error } = await run(name, input, headers);
  expect(error).toBeUndefined();
  return data;
}
const refusal = async (name: keyof typeof SELECTIONS, input: object, headers: Headers = owner) =>
  (await run(name, input, headers)).error;

const picture = (width: number, background = 'teal') =>
  sharp({ create: { width, height: 30, channels: 3, background } })
    .png()
    .toBuffer();

async function send(uploadUrl: string, body: Buffer) {
  const headers = { 'content-type': 'image/png' };
  return (await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(body) })).status;
}

/** A file of the library, inspected. */
async function keep(fileName: string, body: Buffer, headers: Headers = owner) {
  const input = { fileName, contentType: 'image/png', type: 'IMAGE' };
  const { uploadUrl, media } = await succeed('createUpload', input, headers);
  await succeed('keepInLibrary', { mediaId: media.id }, headers);
  expect(await send(uploadUrl, body)).toBe(200);
  await succeed('completeUpload', { mediaId: media.id }, headers);
  return { id: media.id as string, uploadUrl: uploadUrl as string };
}

async function list(variables: Record<string, unknown> = {}, headers: Headers = owner) {
  const { data, errors } = await graphql(service, headers, LIST, variables);
  expect(errors).toBeUndefined();
  return data.mediaLibrary;
}
const names = async (variables: Record<string, unknown> = {}, headers: Headers = owner) =>
  nodesOf(await list(variables, headers)).map(({ name }: { name: string }) => name);
const storage = async () =>
  (await graphql(service, owner, '{ usage { storage { usedBytes usedFiles } } }')).data.usage.storage;
const draft = (mediaId: string, more: object = {}) =>
  editing.create({ content: 'With a file', platformIds, media: [{ mediaId }], ...more });
const statusOf = async (url: string) => (await fetch(url)).status;

describe('a file of the library', () => {
  test('is uploaded once and published with many posts, with its alternative text unless a post has another', async () => {
    const { id } = await keep('cat.png', await picture(60));
    await succeed('updateLibraryFile', { mediaId: id, altText: 'A cat' });
    const { usedBytes } = await storage();
    const first = await draft(id, { scheduledTime: now() });
    const second = await editing.create({
      content: 'Again',
      platformIds,
      media: [{ mediaId: id, altText: 'The same cat' }],
      scheduledTime: now(),
    });
    for (const group of [first, second]) expect((await editing.ended(group.id)).status).toBe('PUBLISHED');
    const live = editing.sandbox.posts({}).map(({ text, media, record }) => {
      const { media: described } = record as { media: { description: string | null }[] };
      return { text, width: media[0]?.width, altText: described[0]?.description };
    });
    // Both were due at once.
    expect(live.toSorted((one, other) => one.text.localeCompare(other.text))).toEqual([
      { text: 'Again', width: 60, altText: 'The same cat' },
      { text: 'With a file', width: 60, altText: 'A cat' },
    ]);
    expect(await storage()).toEqual({ usedBytes, usedFiles: 3 });
    const [file] = nodesOf(await list());
    expect(file).toMatchObject({ id, inLibrary: true, altText: 'A cat', usedIn: { totalCount: 2 } });
    expect(nodesOf(file.usedIn).map(({ id: used }: { id: string }) => used)).toEqual([second.id, first.id]);
  });

  test('is in a post under a media id of the post; removed from the post, it stays', async () => {
    const { id } = await keep('cat.png', await picture(60));
    const group = await draft(id);
    const [used] = group.media;
    expect(used).toMatchObject({ name: 'cat.png', status: 'READY' });
    expect(used?.id).not.toBe(id);
    await editing.update(group.id, { media: [{ mediaId: used?.id }, { mediaId: id }] });
    await succeed('deleteMedia', { mediaId: used?.id });
    await editing.update(group.id, { media: [] });
    expect(nodesOf(await list())).toMatchObject([{ id, status: 'READY', usedIn: { totalCount: 0 } }]);
    expect(await statusOf(used?.url as string)).toBe(200);
  });

  test('is added after the files that a post has', async () => {
    const { id } = await keep('cat.png', await picture(60));
    const { id: postGroupId } = await editing.create({ content: 'First', platformIds });
    await editing.upload(postGroupId, 'own.png', 'red');
    const { media } = await succeed('attachLibraryFile', { mediaId: id, postGroupId });
    expect((await editing.read(postGroupId)).media).toMatchObject([
      { name: 'own.png' },
      { id: media.id, name: 'cat.png' },
    ]);
    const own = media.id;
    expect(await refusal('attachLibraryFile', { mediaId: own, postGroupId })).toMatchObject({
      code: 'LIBRARY_FILE_NOT_FOUND',
    });
    expect(await refusal('deleteMedia', { mediaId: id })).toMatchObject({ code: 'MEDIA_NOT_FOUND' });
  });

  test('with the bytes of another one shares its object, and is published under its own name', async () => {
    const body = await picture(60);
    const first = await keep('first.png', body);
    const { usedBytes } = await storage();
    const second = await keep('second.png', body);
    await keep('other.png', await picture(40));
    const files = nodesOf(await list({ sort: 'NAME' }));
    expect(files.map(({ name }: { name: string }) => name)).toEqual(['first.png', 'other.png', 'second.png']);
    expect(files[0].url).toBe(files[2].url);
    expect((await storage()).usedBytes).toBe(usedBytes + files[1].metadata.size);
    await succeed('deleteLibraryFiles', { mediaIds: [first.id] });
    expect(await statusOf(files[2].url)).toBe(200);
    await succeed('deleteLibraryFiles', { mediaIds: [second.id] });
    expect(await statusOf(files[2].url)).toBe(404);
    expect(await storage()).toMatchObject({ usedBytes: files[1].metadata.size, usedFiles: 1 });
  });

  test('that is uploaded several times at the same time is one object', async () => {
    const body = await picture(61);
    await Promise.all(['a.png', 'b.png', 'c.png', 'd.png'].map((name) => keep(name, body)));
    const files = nodesOf(await list());
    expect(new Set(files.map(({ url }: { url: string }) => url)).size).toBe(1);
    expect(await storage()).toEqual({ usedBytes: body.length, usedFiles: 4 });
  });

  test('is not shared with another account, and keeps what it has', async () => {
    const body = await picture(60);
    const { uploadUrl } = await keep('cat.png', body);
    const other = await createAccount(db, {});
    const others = await other.session();
    await keep('cat.png', body, others);
    expect(nodesOf(await list({}, others))[0].url).not.toBe(nodesOf(await list())[0].url);
    expect(await send(uploadUrl, await picture(44))).toBe(400);
  });

  test('shows no account of its owner how another one named it', async () => {
    const userId = await account.manage();
    const managed = { ...owner, 'x-service-user-id': userId };
    const body = await picture(62);
    await keep('For Mr. Miller.png', body);
    await keep('logo.PNG', body, managed);
    const [mine, theirs] = [nodesOf(await list())[0], nodesOf(await list({}, managed))[0]];
    expect(theirs.url).toBe(mine.url);
    expect(mine.url).toMatch(/\/file\.png$/);
    expect([mine.name, theirs.name]).toEqual(['For_Mr._Miller.png', 'logo.PNG']);
  });

  test('that was uploaded over REST, with its name in its address, is shared under this name alone', async () => {
    const userId = await account.manage();
    const managed = { ...owner, 'x-service-user-id': userId };
    const body = await picture(63);
    await keep('secret.png', body);
    await db.query(
      `UPDATE media SET file_name = replace(file_name, '/file.png', '/secret.png'), url_pure = replace(url_pure, '/file.png', '/secret.png')
        WHERE user_id = $1`,
      [account.userId],
    );
    await keep('logo.png', body, managed);
    await keep('secret.png', body, managed);
    const files = nodesOf(await list({}, managed));
    const urlOf = (name: string) => files.find((file: { name: string }) => file.name === name).url;
    expect(urlOf('logo.png')).toMatch(/\/file\.png$/);
    expect(urlOf('logo.png')).toBe(urlOf('secret.png'));
  });

  test('is not removed with the files that no post was given for a day', async () => {
    const { id } = await keep('cat.png', await picture(60));
    await succeed('createUpload', { fileName: 'b.png', contentType: 'image/png', type: 'IMAGE' });
    const source = await openDataSource(db);
    const clock = () => new Date(Date.now() + 2 * DAY_MS);
    await removeExpired(makeTransaction(source), { clock, kinds: ['unattached_files'] });
    await source.destroy();
    const left = await db.query('SELECT id FROM media WHERE user_id = $1', [account.userId]);
    expect(left).toEqual([{ id }]);
  });

  test('that is not inspected yet is given to no post', async () => {
    const { media } = await succeed('createUpload', { fileName: 'b.png', contentType: 'image/png', type: 'IMAGE' });
    await succeed('keepInLibrary', { mediaId: media.id });
    const input = newPost({ content: 'Soon', platformIds, media: [{ mediaId: media.id }] });
    expect(await editing.refused('createPost', input)).toMatchObject({ code: 'MEDIA_NOT_READY' });
  });
});

describe('the upload of a post', () => {
  test('is in the library; kept, it stays there when its post is deleted, with its labels', async () => {
    const { id: postGroupId } = await editing.create({ content: 'First', platformIds });
    const mediaId = await editing.upload(postGroupId, 'old.png', 'red');
    expect(nodesOf(await list())).toMatchObject([{ id: mediaId, inLibrary: false, usedIn: { totalCount: 1 } }]);
    const { label } = await succeed('createLabel', { name: 'Logo' });
    await succeed('changeLabels', { mediaIds: [mediaId], add: [label.id] });
    const { media: kept } = await succeed('keepInLibrary', { mediaId });
    expect(kept).toMatchObject({ name: 'old.png', inLibrary: true, labels: [{ name: 'Logo' }] });
    expect(await names()).toEqual(['old.png']);
    expect(await refusal('keepInLibrary', { mediaId })).toMatchObject({ code: 'MEDIA_NOT_FOUND' });
    await editing.succeed('deletePost', { postGroupId });
    expect(nodesOf(await list())).toMatchObject([{ id: kept.id, usedIn: { totalCount: 0 } }]);
    expect(await statusOf(kept.url)).toBe(200);
  });
});

describe('the list', () => {
  beforeEach(async () => {
    for (const [index, name] of ['b.png', 'A.png', 'c.png'].entries()) {
      const { id } = await keep(name, await picture(50 + index));
      if (name === 'c.png') await succeed('updateLibraryFile', { mediaId: id, altText: 'A Harbour at night' });
    }
  });

  test('is sorted by time or by name, and read in pages', async () => {
    expect(await names()).toEqual(['c.png', 'A.png', 'b.png']);
    expect(await names({ sort: 'OLDEST' })).toEqual(['b.png', 'A.png', 'c.png']);
    for (const [sort, expected] of [
      ['NAME', ['A.png', 'b.png', 'c.png']],
      ['NEWEST', ['c.png', 'A.png', 'b.png']],
    ] as const) {
      const first = await list({ first: 2, sort });
      expect(first).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
      const rest = await list({ first: 2, after: first.pageInfo.endCursor, sort });
      expect([...nodesOf(first), ...nodesOf(rest)].map(({ name }: { name: string }) => name)).toEqual(expected);
      const { errors } = await graphql(service, owner, LIST, { after: first.pageInfo.endCursor, sort: 'OLDEST' });
      expect(errors?.[0]?.extensions.code).toBe('PAGE_INVALID');
    }
  });

  test('is filtered by text, type, labels and use', async () => {
    expect(await names({ filter: { text: ' harbour ' } })).toEqual(['c.png']);
    expect(await names({ filter: { text: 'a.PNG' } })).toEqual(['A.png']);
    expect(await names({ filter: { type: 'VIDEO' } })).toEqual([]);
    const [, file] = nodesOf(await list());
    const { label } = await succeed('createLabel', { name: 'Logo' });
    await succeed('changeLabels', { mediaIds: [file.id], add: [label.id] });
    expect(await names({ filter: { labelIds: [label.id] } })).toEqual(['A.png']);
    await draft(file.id);
    expect(await names({ filter: { unused: true } })).toEqual(['c.png', 'b.png']);
    const { errors } = await graphql(service, owner, LIST, { filter: { text: 'x'.repeat(201) } });
    expect(errors?.[0]?.extensions.code).toBe('FILTER_INVALID');
  });

  test('has a name that its owner chooses', async () => {
    const [{ id }] = nodesOf(await list());
    const { media } = await succeed('updateLibraryFile', { mediaId: id, name: '  Harbour, 2026.png ' });
    expect(media).toMatchObject({ name: 'Harbour, 2026.png', altText: 'A Harbour at night' });
    expect(await refusal('updateLibraryFile', { mediaId: id, name: '\n' })).toMatchObject({
      code: 'LIBRARY_NAME_INVALID',
    });
    const long = { mediaId: id, altText: 'x'.repeat(10_001) };
    expect(await refusal('updateLibraryFile', long)).toMatchObject({ code: 'ALT_TEXTS_TOO_LONG' });
    const { media: used } = await draft(id);
    expect(used).toMatchObject([{ name: 'Harbour_2026.png', altText: 'A Harbour at night' }]);
  });
});

test('of 100,000 files, a page reads no more than it shows, and a search is within the aim of the lists', async () => {
  const { userId } = account;
  await db.query(
    `INSERT INTO media (id, user_id, group_id, type, name, file_name, file_path, url_pure, upload_expires_at, mime_type,
                        origin, status, metadata, added_at, updated_at)
     SELECT left(md5(n::text), 24), $1::text, '', 'image', 'Picture ' || n, md5(n::text), 'x', 'x', now(), 'image/png',
            'library', 'ready', '{}', now() - n * interval '1 minute', now()
       FROM generate_series(1, 100000) n`,
    [userId],
  );
  await db.query('ANALYZE media');
  const filter = { userId, text: null, type: null, labelIds: [], unused: false };
  for (const sort of Object.values(LibrarySort)) {
    const key = sort === LibrarySort.NAME ? 'Picture 5' : new Date(Date.now() - 3e9).toISOString();
    for (const after of [null, { key, id: 'f'.repeat(24) }]) {
      const { text, values } = libraryPageQuery(filter, { sort, after, limit: 21 });
      const [row] = await db.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
        values,
      );
      let plan = (row as NonNullable<typeof row>)['QUERY PLAN'][0].Plan;
      while (plan.Plans) plan = plan.Plans[0];
      expect(plan['Node Type']).toBe('Index Scan');
      expect(plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)).toBeLessThan(100);
    }
  }
  const began = performance.now();
  expect(await names({ filter: { text: 'picture 99999' } })).toEqual(['Picture 99999']);
  expect(performance.now() - began).toBeLessThan(SEARCH_MS);
});

describe('a deletion', () => {
  test('names the drafts that it would break, and removes the file from them if told to', async () => {
    const { id } = await keep('cat.png', await picture(60));
    const unused = await keep('dog.png', await picture(40));
    const groups = [await draft(id), await draft(id)];
    const mediaIds = [id, unused.id];
    const error = await refusal('deleteLibraryFiles', { mediaIds });
    const postGroupIds = groups.map((group) => group.id).toSorted();
    expect(error).toMatchObject({ code: 'LIBRARY_FILES_IN_USE', postGroupIds });
    expect(await names()).toEqual(['dog.png', 'cat.png']);
    await succeed('deleteLibraryFiles', { mediaIds, detach: true });
    expect(await names()).toEqual([]);
    for (const group of groups) expect((await editing.read(group.id)).media).toEqual([]);
    expect(await storage()).toEqual({ usedBytes: 0, usedFiles: 0 });
    expect(await statusOf(groups[0]?.media[0]?.url as string)).toBe(404);
    expect(await refusal('deleteLibraryFiles', { mediaIds })).toMatchObject({ code: 'LIBRARY_FILE_NOT_FOUND' });
  });

  test('takes no file from a scheduled post, and names it', async () => {
    const { id } = await keep('cat.png', await picture(60));
    await draft(id);
    const scheduled = await draft(id, { scheduledTime: LATER });
    for (const detach of [false, true]) {
      const error = await refusal('deleteLibraryFiles', { mediaIds: [id], detach });
      expect(error).toMatchObject({ code: 'LIBRARY_FILES_SCHEDULED', postGroupIds: [scheduled.id] });
    }
    expect(await names()).toEqual(['cat.png']);
    await editing.update(scheduled.id, { media: [] });
    await succeed('deleteLibraryFiles', { mediaIds: [id], detach: true });
    expect(await names()).toEqual([]);
  });

  test('leaves published posts the record of the file', async () => {
    const { id } = await keep('cat.png', await picture(60));
    const group = await draft(id, { scheduledTime: now() });
    expect((await editing.ended(group.id)).status).toBe('PUBLISHED');
    await succeed('deleteLibraryFiles', { mediaIds: [id] });
    expect((await editing.read(group.id)).media).toMatchObject([{ name: 'cat.png', status: 'INVALID' }]);
    expect(await names()).toEqual([]);
    expect(await storage()).toEqual({ usedBytes: 0, usedFiles: 1 });
  });

  test('never takes a file from a post that is being published', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id } = await keep('cat.png', await picture(70 + round));
      const content = `Round ${round}`;
      const group = await editing.create({ content, platformIds, media: [{ mediaId: id }], scheduledTime: now() });
      const outcomes: string[] = [];
      await eventually(async () => {
        const { data, error } = await run('deleteLibraryFiles', { mediaIds: [id] });
        outcomes.push(String(error?.code ?? 'deleted'));
        return data ?? undefined;
      }, 40_000);
      const refused = ['LIBRARY_FILES_SCHEDULED', 'LIBRARY_FILES_PUBLISHING'];
      expect(outcomes.filter((outcome) => !refused.includes(outcome))).toEqual(['deleted']);
      expect((await editing.ended(group.id)).status).toBe('PUBLISHED');
      const [live] = editing.sandbox.posts({}).filter(({ text }) => text === content);
      expect(live?.media).toMatchObject([{ width: 70 + round }]);
    }
  });

  test('and a new use at the same time: the post has its file, or is not created', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await keep('cat.png', await picture(80 + round));
      const input = newPost({ content: 'Race', platformIds, media: [{ mediaId: id }] });
      const [created, deleted] = await Promise.all([
        editing.run('createPost', input),
        run('deleteLibraryFiles', { mediaIds: [id] }),
      ]);
      if (created.errors) {
        expect(created.errors[0]?.extensions.code).toBe('MEDIA_NOT_FOUND');
        expect(deleted.error).toBeUndefined();
      } else {
        expect(deleted.error?.code).toBe('LIBRARY_FILES_IN_USE');
        const [file] = (await editing.read(created.data.createPost.postGroup.id)).media;
        expect(await statusOf(file?.url as string)).toBe(200);
      }
    }
  });
});

test('the guide keeps, lists and deletes a file', async () => {
  const [keeping = '', listing = '', deleting = ''] = codeBlocks('docs/guides/media-library.md').map(
    ({ code }) => code,
  );
  const { id: postGroupId } = await editing.create({ content: 'First', platformIds });
  const mediaId = await editing.upload(postGroupId, 'cat.png', 'red');
  const { data: kept } = await graphql(service, owner, keeping, { mediaId });
  const { id } = kept.keepInLibrary.media;
  expect(kept.keepInLibrary.media).toMatchObject({ name: 'cat.png', inLibrary: true });
  const { data: listed } = await graphql(service, owner, listing);
  expect(nodesOf(listed.mediaLibrary)).toMatchObject([{ id, usedIn: { totalCount: 1 } }]);
  const { data: deleted } = await graphql(service, owner, deleting, { mediaId: id });
  expect(deleted.deleteLibraryFiles).toEqual({ deletedMediaIds: [id] });
  expect((await editing.read(postGroupId)).media).toEqual([]);
});

describe('who may', () => {
  test('members change the library by their role, others do not see it', async () => {
    const { id } = await keep('cat.png', await picture(60));
    const viewer = await addMember(db, account.userId, Role.VIEWER);
    expect(await names({}, viewer.browser)).toEqual(['cat.png']);
    for (const [name, input] of [
      ['keepInLibrary', { mediaId: id }],
      ['updateLibraryFile', { mediaId: id, altText: 'x' }],
      ['attachLibraryFile', { mediaId: id, postGroupId: id }],
      ['deleteLibraryFiles', { mediaIds: [id] }],
    ] as const) {
      expect(await refusal(name, input, viewer.browser)).toMatchObject({ code: 'PERMISSION_REQUIRED' });
    }
    const other = await (await createAccount(db, {})).session();
    expect(await names({}, other)).toEqual([]);
    expect(await refusal('keepInLibrary', { mediaId: id }, other)).toMatchObject({ code: 'MEDIA_NOT_FOUND' });
    const notFound = { code: 'LIBRARY_FILE_NOT_FOUND' };
    expect(await refusal('updateLibraryFile', { mediaId: id, altText: 'x' }, other)).toMatchObject(notFound);
    expect(await refusal('deleteLibraryFiles', { mediaIds: [id] }, other)).toMatchObject(notFound);
  });
});
