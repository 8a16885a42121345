/** Uploads to a bucket do not pass through the service: what was inspected is sent, also if another file arrives later. */
import { startS3Server } from '../storage/s3-server.js';
import {
  type FileWorld,
  failCommits,
  openFileWorld,
  picture,
  put,
  startFileSandbox,
} from '../support/replaced-files.js';
import { useService } from '../support/service.js';

const bucket = await startS3Server();
afterAll(() => bucket.close());
const env = { ...bucket.env, PRIVATE_ADDRESSES: 'media,platforms' };
const { db, service } = await useService({ roles: 'api,worker', env });
const sandbox = await startFileSandbox();
afterAll(() => sandbox.close());

let world: FileWorld;
beforeEach(async () => {
  world = await openFileWorld(db, service, sandbox);
});

async function inspected() {
  const file = await world.upload(world.contributor);
  expect(await put(file.uploadUrl, await picture(90))).toBe(200);
  expect(await world.complete(world.contributor, file.id)).toMatchObject({ status: 'READY' });
  return file;
}

test('an approved post is published with its file', async () => {
  const postGroupId = await world.approved((await inspected()).id);
  expect(await world.publish(postGroupId)).toEqual({ code: null, widths: [90] });
});

const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

test('an approved post is published with its file, also if others arrive for it, in time or late', async () => {
  const file = await inspected();
  const postGroupId = await world.approved(file.id);
  for (const width of [300, 301]) {
    expect(await put(file.uploadUrl, await picture(width, 'yellow'))).toBe(200);
    expect(await world.complete(world.contributor, file.id)).toMatchObject({ status: 'READY' });
    expect((await bytesAt(file.url)).equals(await picture(90))).toBe(true);
    await db.query("UPDATE media SET upload_expires_at = now() - interval '3 hours' WHERE id = $1", [file.id]);
  }
  expect(await world.publish(postGroupId)).toEqual({ code: null, widths: [90] });
});

test('a file that was deleted from the library is not replaced in the post that was sent with it', async () => {
  const file = await inspected();
  const postGroupId = await world.approved(file.id);
  const { media } = await world.run(world.contributor, 'keepInLibrary', { mediaId: file.id }, 'media { id }');
  expect(await world.publish(postGroupId)).toEqual({ code: null, widths: [90] });
  await world.run(world.contributor, 'deleteLibraryFiles', { mediaIds: [media.id] }, 'deletedMediaIds');
  expect(await put(file.uploadUrl, await picture(300, 'yellow'))).toBe(200);
  const deleted = { status: 'INVALID', problem: 'The file was deleted from the media library' };
  expect(await world.complete(world.contributor, file.id)).toMatchObject(deleted);
  expect((await fetch(file.url)).status).toBe(404);
});

test('another file for a draft that waits for a decision outdates the request', async () => {
  const file = await inspected();
  const postGroupId = await world.requested(file.id);
  expect(await put(file.uploadUrl, await picture(95, 'yellow'))).toBe(200);
  await world.complete(world.contributor, file.id);
  expect(await world.approve(postGroupId)).toBe('APPROVAL_OUTDATED');
});

test('bytes that replaced a file before its transaction failed are inspected, and the request is outdated', async () => {
  const file = await inspected();
  const postGroupId = await world.requested(file.id);
  const bytes = await picture(95, 'yellow');
  const endFailing = await failCommits(db);
  expect(await put(file.uploadUrl, bytes)).toBe(200);
  await expect(world.complete(world.contributor, file.id)).rejects.toThrow();
  await endFailing();
  expect((await bytesAt(file.url)).equals(bytes)).toBe(true);
  expect(await world.complete(world.contributor, file.id)).toMatchObject({ status: 'READY', metadata: { width: 95 } });
  expect(await world.approve(postGroupId)).toBe('APPROVAL_OUTDATED');
  expect(service.errors.splice(0).join()).toContain('No commit');
});

test('an upload that arrives while another one is inspected or refused is not lost', async () => {
  const file = await world.upload(world.owner);
  for (const first of [Buffer.from('no picture'), await picture(80)]) {
    expect(await put(file.uploadUrl, first)).toBe(200);
    const right = await picture(120, 'red');
    bucket.beforeCopy(() => put(file.uploadUrl, right));
    await world.complete(world.owner, file.id);
    expect(await put(file.uploadUrl, right)).toBe(200);
    expect(await world.complete(world.owner, file.id)).toMatchObject({ status: 'READY' });
    expect((await bytesAt(file.url)).equals(right)).toBe(true);
  }
});

test('the file of a draft may be replaced', async () => {
  const file = await inspected();
  await world.createPost(world.contributor, file.id);
  expect(await put(file.uploadUrl, await picture(95, 'yellow'))).toBe(200);
  expect(await world.complete(world.contributor, file.id)).toMatchObject({ status: 'READY', problem: null });
});

test('equal files share an object, which no upload replaces', async () => {
  const bytes = await picture(80);
  const first = await world.keep(world.managed, bytes);
  const second = await world.keep(world.owner, bytes);
  expect(second.url).toBe(first.url);
  for (const [headers, file] of [[world.managed, first] as const, [world.owner, second] as const]) {
    expect(await put(file.uploadUrl, await picture(300, 'yellow'))).toBe(200);
    expect(await world.complete(headers, file.id)).toMatchObject({ status: 'READY' });
  }
  expect((await bytesAt(second.url)).equals(bytes)).toBe(true);
});
