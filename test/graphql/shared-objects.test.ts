/** Copies of posts share stored objects: bytes are stored and counted once, and removed with the last file that has them. */

import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';
import { type Group, makeEditing } from './editing.js';

const { db, service } = await useService({ roles: 'api' });
const editing = await makeEditing(db, service);
const { platformIds } = await editing.connect('fediverse');
afterAll(() => editing.sandbox.close());

const storage = async () => {
  const { data } = await graphql(service, editing.headers, '{ usage { storage { usedBytes usedFiles } } }');
  return data.usage.storage;
};
const statusOf = async (url: string) => (await fetch(url)).status;
const copy = async (postGroupId: string): Promise<Group> =>
  (await editing.succeed('duplicatePost', { postGroupId })).postGroup;
const remove = (postGroupId: string) => editing.succeed('deletePost', { postGroupId });
const fileOf = ({ media }: Group) => media[0] as Group['media'][number];

/** The upload URLs of files have expired so long ago that no upload is in progress. */
const expire = () =>
  db.query("UPDATE media SET upload_expires_at = now() - interval '3 hours' WHERE user_id = $1", [
    editing.account.userId,
  ]);

async function withFile(): Promise<Group> {
  const { id } = await editing.create({ content: 'With a picture', platformIds });
  await editing.upload(id, 'cat.png', 'teal');
  return editing.read(id);
}

afterEach(async () => {
  const groups = await db.query<{ id: string }>('SELECT id FROM post_groups WHERE user_id = $1', [
    editing.account.userId,
  ]);
  for (const { id } of groups) await remove(id);
  expect(await storage()).toEqual({ usedBytes: 0, usedFiles: 0 });
});

test('a copy of a post refers to the objects of its files, and counts none of their bytes', async () => {
  const original = await withFile();
  await expire();
  const { usedBytes } = await storage();
  const copied = fileOf(await copy(original.id));
  expect(copied).toMatchObject({ url: fileOf(original).url, status: 'READY', name: 'cat.png' });
  expect(copied.id).not.toBe(fileOf(original).id);
  expect(await storage()).toEqual({ usedBytes, usedFiles: 2 });
});

test('an object is removed with the last file that refers to it; until then, its bytes count', async () => {
  const original = await withFile();
  await expire();
  const copies = [await copy(original.id), await copy(original.id)];
  const before = await storage();
  const { url } = fileOf(original);
  await remove(original.id);
  expect([await statusOf(url), await storage()]).toEqual([200, { ...before, usedFiles: 2 }]);
  await remove((copies[0] as Group).id);
  expect([await statusOf(url), await storage()]).toEqual([200, { ...before, usedFiles: 1 }]);
  await remove((copies[1] as Group).id);
  expect([await statusOf(url), await storage()]).toEqual([404, { usedBytes: 0, usedFiles: 0 }]);
});

test('while another file may arrive under the upload URL, a copy has an object that it does not change', async () => {
  const original = await withFile();
  const copied = await copy(original.id);
  expect(fileOf(copied).url).not.toBe(fileOf(original).url);
  expect((await storage()).usedBytes).toBe(2 * fileOf(original).metadata.size);
});

test('of concurrent copies and removals, none leaves a copy without its object, or an object without a file', async () => {
  for (let round = 0; round < 8; round += 1) {
    const original = await withFile();
    await expire();
    const second = await copy(original.id);
    const { url } = fileOf(original);
    const settled = await Promise.allSettled([
      copy(original.id),
      remove(original.id),
      copy(second.id),
      remove(second.id),
    ]);
    const copies = [settled[0], settled[2]].flatMap((one) => (one?.status === 'fulfilled' ? [one.value as Group] : []));
    const failures = settled.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    for (const failure of failures) expect(failure).toMatch(/POST_GROUP_NOT_FOUND|MEDIA_NOT_FOUND/);
    const referring = copies.filter(({ media }) => media.length > 0);
    expect(await statusOf(url)).toBe(referring.length > 0 ? 200 : 404);
    for (const { id } of copies) await remove(id);
    expect(await statusOf(url)).toBe(404);
  }
});
