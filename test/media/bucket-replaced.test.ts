/** In a bucket, an upload URL takes further files without the service: what was inspected is what is sent. */
import { startS3Server } from '../storage/s3-server.js';
import { type FileWorld, openFileWorld, picture, put, startFileSandbox } from '../support/replaced-files.js';
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

test('an approved post whose file was replaced is not sent, however often the file is replaced', async () => {
  const file = await inspected();
  const postGroupId = await world.approved(file.id);
  for (const color of ['yellow', 'red']) {
    expect(await put(file.uploadUrl, await picture(90, color))).toBe(200);
    expect(await world.complete(world.contributor, file.id)).toMatchObject({
      status: 'INVALID',
      problem: 'The file was replaced after it was checked: upload it again',
    });
  }
  expect(await world.publish(postGroupId)).toEqual({ code: 'INVALID_CONTENT', widths: [] });
});

test('an approved post whose file is replaced right before it is published is not sent', async () => {
  const file = await inspected();
  const postGroupId = await world.approved(file.id);
  expect(await put(file.uploadUrl, await picture(90, 'yellow'))).toBe(200);
  expect(await world.publish(postGroupId)).toEqual({ code: 'INVALID_CONTENT', widths: [] });
});

test('the file of a draft may be replaced', async () => {
  const file = await inspected();
  await world.createPost(world.contributor, file.id);
  expect(await put(file.uploadUrl, await picture(95, 'yellow'))).toBe(200);
  expect(await world.complete(world.contributor, file.id)).toMatchObject({ status: 'READY', problem: null });
});

test('equal files share no object while an upload URL may replace it, and do once it has expired', async () => {
  const bytes = await picture(80);
  const first = await world.keep(world.managed, bytes);
  const second = await world.keep(world.owner, bytes);
  expect(second.url).not.toBe(first.url);
  expect(await put(first.uploadUrl, await picture(300, 'yellow'))).toBe(200);
  expect(await world.complete(world.managed, first.id)).toMatchObject({ status: 'INVALID' });
  expect(Buffer.from(await (await fetch(second.url)).arrayBuffer()).equals(bytes)).toBe(true);
  await db.query('UPDATE media SET checked_version = NULL WHERE id = $1', [second.id]);
  expect((await world.keep(world.owner, bytes)).url).toBe(second.url);
});
