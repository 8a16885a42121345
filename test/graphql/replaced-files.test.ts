/** Bytes of an upload that was begun before its file was approved, scheduled or shared never replace what was looked at. */
import { eventually } from '../support/eventually.js';
import {
  beginPut,
  type FileWorld,
  failCommits,
  openFileWorld,
  picture,
  put,
  startFileSandbox,
} from '../support/replaced-files.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker', env: { PRIVATE_ADDRESSES: 'media,platforms' } });
const sandbox = await startFileSandbox();
afterAll(() => sandbox.close());

let world: FileWorld;
beforeEach(async () => {
  world = await openFileWorld(db, service, sandbox);
});

/** A PUT that was accepted, and whose bytes have not arrived. */
const begin = async ({ id, uploadUrl }: { id: string; uploadUrl: string }, bytes: Buffer) =>
  beginPut(uploadUrl, bytes, () =>
    eventually(async () => {
      const [row] = await db.query('SELECT reserved_bytes::int AS bytes FROM media WHERE id = $1', [id]);
      return row?.bytes === bytes.length || undefined;
    }),
  );
const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

/** An inspected picture, 90 pixels wide, with a PUT of another one under way. */
async function fileWithHeldPut() {
  const file = await world.upload(world.contributor);
  const finish = await begin(file, await picture(300, 'yellow'));
  expect(await put(file.uploadUrl, await picture(90))).toBe(200);
  expect(await world.complete(world.contributor, file.id)).toMatchObject({ status: 'READY' });
  return { ...file, finish };
}

test('an approved post is published with the file that was approved', async () => {
  const file = await fileWithHeldPut();
  const postGroupId = await world.approved(file.id);
  expect(await file.finish()).toBe(400);
  expect(await world.publish(postGroupId)).toEqual({ code: null, widths: [90] });
});

test('a file that is replaced before the decision outdates the request', async () => {
  const file = await fileWithHeldPut();
  const postGroupId = await world.requested(file.id);
  expect(await file.finish()).toBe(200);
  expect(await world.approve(postGroupId)).toBe('APPROVAL_OUTDATED');
});

test('bytes that replaced a file before its transaction failed are inspected, and the request is outdated', async () => {
  const file = await world.upload(world.contributor);
  expect(await put(file.uploadUrl, await picture(90))).toBe(200);
  expect(await world.complete(world.contributor, file.id)).toMatchObject({ status: 'READY' });
  const postGroupId = await world.requested(file.id);
  const bytes = await picture(95, 'yellow');
  const endFailing = await failCommits(db);
  expect(await put(file.uploadUrl, bytes)).toBe(500);
  await endFailing();
  expect((await bytesAt(file.url)).equals(bytes)).toBe(true);
  expect(await world.complete(world.contributor, file.id)).toMatchObject({ status: 'READY', metadata: { width: 95 } });
  expect(await world.approve(postGroupId)).toBe('APPROVAL_OUTDATED');
  expect(service.errors.splice(0).join()).toContain('No commit');
});

test.each(['owner', 'managed'] as const)('a shared file of the library of %s keeps its bytes', async (victim) => {
  const [uploader, other] = victim === 'owner' ? [world.managed, world.owner] : [world.owner, world.owner];
  const bytes = await picture(100);
  const file = await world.upload(uploader);
  const finish = await begin(file, await picture(300, 'yellow'));
  expect(await put(file.uploadUrl, bytes)).toBe(200);
  await world.complete(uploader, file.id);
  await world.run(uploader, 'keepInLibrary', { mediaId: file.id }, 'media { id }');
  const shared = await world.keep(other, bytes);
  expect(shared.url).toBe(file.url);
  expect(await finish()).toBe(400);
  expect((await bytesAt(shared.url)).equals(bytes)).toBe(true);
});

test('of two uploads of a draft, the last one that arrives wins as a whole', async () => {
  const file = await fileWithHeldPut();
  expect(await file.finish()).toBe(200);
  const { media } = await world.run(
    world.contributor,
    'completeUpload',
    { mediaId: file.id },
    'media { status metadata { width size } }',
  );
  expect(media).toEqual({ status: 'READY', metadata: { width: 300, size: (await bytesAt(file.url)).length } });
});

test.each([
  ['failed', 'INVALID_CONTENT'],
  ['was published', null],
])('the file of a post that %s, deleted from the library since, is not replaced', async (_how, code) => {
  const file = await world.upload(world.contributor);
  expect(await put(file.uploadUrl, await picture(90))).toBe(200);
  const postGroupId = await world.approved(file.id);
  const { media } = await world.run(world.contributor, 'keepInLibrary', { mediaId: file.id }, 'media { id }');
  if (code) sandbox.setFault({ platform: 'fediverse', accountId: world.networkAccountId, kind: 'rejected' });
  expect(await world.publish(postGroupId)).toMatchObject({ code });
  await world.run(world.contributor, 'deleteLibraryFiles', { mediaIds: [media.id] }, 'deletedMediaIds');
  expect(await put(file.uploadUrl, await picture(300, 'yellow'))).toBe(400);
  const deleted = { status: 'INVALID', problem: 'The file was deleted from the media library' };
  expect(await world.complete(world.contributor, file.id)).toMatchObject(deleted);
});

test('a file that was refused is replaced while its post is a draft, and not once it is scheduled', async () => {
  const file = await world.upload(world.owner);
  const postGroupId = await world.createPost(world.owner, file.id);
  expect(await put(file.uploadUrl, Buffer.from('no picture'))).toBe(200);
  expect(await world.complete(world.owner, file.id)).toMatchObject({ status: 'INVALID' });
  const finish = await begin(file, await picture(300, 'yellow'));
  await db.query("UPDATE post_groups SET status = 'scheduled' WHERE id = $1", [postGroupId]);
  expect(await finish()).toBe(400);
  expect(await put(file.uploadUrl, await picture(90))).toBe(400);
  await db.query("UPDATE post_groups SET status = 'draft' WHERE id = $1", [postGroupId]);
  expect(await put(file.uploadUrl, await picture(90))).toBe(200);
  expect(await world.complete(world.owner, file.id)).toMatchObject({ status: 'READY' });
});

test('a file for a scheduled post arrives once, and not after its publishing ended', async () => {
  const scheduledTime = new Date(Date.now() + 3_600_000).toISOString();
  const postGroupId = await world.createPost(world.owner, (await world.upload(world.owner)).id);
  await db.query("UPDATE post_groups SET status = 'scheduled', scheduled_time = $2 WHERE id = $1", [
    postGroupId,
    scheduledTime,
  ]);
  const [first, second] = [await world.upload(world.owner, postGroupId), await world.upload(world.owner, postGroupId)];
  expect(await put(first.uploadUrl, await picture(90))).toBe(200);
  expect(await put(first.uploadUrl, await picture(300, 'yellow'))).toBe(400);
  await db.query("UPDATE post_groups SET processing_status = 'finished' WHERE id = $1", [postGroupId]);
  expect(await put(second.uploadUrl, await picture(300, 'yellow'))).toBe(400);
});

test('an upload that was accepted while another one is refused is kept', async () => {
  const right = await picture(90);
  for (let round = 0; round < 4; round += 1) {
    const file = await world.upload(world.owner);
    expect(await put(file.uploadUrl, Buffer.from('no picture'.repeat(100)))).toBe(200);
    let isOpen = true;
    const inspected = world.complete(world.owner, file.id).finally(() => {
      isOpen = false;
    });
    while (isOpen) expect(await put(file.uploadUrl, right)).toBe(200);
    await inspected;
    expect(await world.complete(world.owner, file.id)).toMatchObject({ status: 'READY' });
    expect((await bytesAt(file.url)).equals(right)).toBe(true);
  }
});

test('what was removed meanwhile stores nothing', async () => {
  const file = await fileWithHeldPut();
  await world.run(world.owner, 'deleteMedia', { mediaId: file.id }, 'deletedMediaId');
  expect(await file.finish()).toBe(404);
  expect((await fetch(file.url)).status).toBe(404);
});
