import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox, SandboxAccount } from '../../sandbox/sandbox.js';
import { blank, type Files, formOf, noise, sha256, video } from './files.js';
import { botUrl, call, closeSandboxes, demo, sandbox } from './support.js';

afterEach(closeSandboxes);

let jpeg: Buffer;
beforeEach(async () => {
  jpeg = await noise().jpeg().toBuffer();
});

describe('media on messenger', () => {
  let box: Sandbox;
  let account: SandboxAccount;
  beforeEach(async () => {
    box = await sandbox();
    account = demo(box, 'messenger');
  });
  const send = (method: string, files: Files, fields: Record<string, string> = {}) =>
    call(botUrl(account, method), { method: 'POST', body: formOf({ chat_id: account.accountId, ...fields }, files) });
  const album = (files: Files, items: unknown) => send('sendMediaGroup', files, { media: JSON.stringify(items) });
  const photo = (name: string, more = {}) => ({ type: 'photo', media: `attach://${name}`, ...more });

  test('the response to a photo has its sizes and its caption', async () => {
    const { status, body } = await send('sendPhoto', { photo: jpeg }, { caption: 'See #this\r\n' });
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      message_id: 1,
      photo: [{ width: 40, height: 30, file_size: jpeg.length }],
      caption: 'See #this',
      caption_entities: [{ type: 'hashtag' }],
    });
    expect(box.posts()).toMatchObject([{ text: 'See #this', media: [{ sha256: sha256(jpeg) }] }]);
  });

  test('the responses to a video and an animation have what they were said to be', async () => {
    const shown = { width: '640', height: '360', duration: '12' };
    const about = { width: 640, height: 360, duration: 12 };
    const sent = await send('sendVideo', { video: video() }, { ...shown, supports_streaming: 'true' });
    expect(sent.body.result.video).toMatchObject({ ...about, mime_type: 'video/mp4' });
    const gif = await noise(8, 8).gif().toBuffer();
    expect((await send('sendAnimation', { animation: gif })).body.result.animation).toMatchObject({
      mime_type: 'image/gif',
    });
  });

  test('an album is a message for each file under one id, and one post', async () => {
    const items = [photo('a', { caption: 'Two' }), { type: 'video', media: 'attach://b', supports_streaming: true }];
    const { body } = await album({ a: jpeg, b: video() }, items);
    expect(body.result).toMatchObject([{ message_id: 1, caption: 'Two' }, { message_id: 2 }]);
    expect(body.result[0].media_group_id).toBe(body.result[1].media_group_id);
    expect(box.posts()).toMatchObject([{ postedId: '1', text: 'Two', media: [{}, { mimeType: 'video/mp4' }] }]);
    expect((await send('sendPhoto', { photo: jpeg })).body.result.message_id).toBe(3);
  });

  test('message ids go on after an album, also after a restart', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
    box = await sandbox(dataDir);
    account = demo(box, 'messenger');
    await album({ a: jpeg, b: jpeg }, [photo('a'), photo('b')]);
    await box.close();
    account = demo(await sandbox(dataDir), 'messenger');
    expect((await send('sendPhoto', { photo: jpeg })).body.result.message_id).toBe(3);
    await rm(dataDir, { recursive: true });
  });

  test.each([
    ['no photo', 'sendPhoto', {}, {}, 'there is no photo in the request'],
    ['a photo by its address', 'sendPhoto', {}, { photo: 'https://example.org/a.png' }, 'photo by its address or id'],
    [
      'a caption of 1025 characters',
      'sendVideo',
      { video: video() },
      { caption: 'x'.repeat(1025) },
      'caption is too long',
    ],
    ['a photo that is none', 'sendPhoto', { photo: Buffer.from('text') }, {}, 'IMAGE_PROCESS_FAILED'],
    ['a video that is none', 'sendVideo', { video: Buffer.from('text') }, {}, 'VIDEO_FILE_INVALID'],
    ['an unknown parameter', 'sendVideo', { video: video() }, { length: '3' }, 'unknown parameter "length"'],
    ['a width that is no number', 'sendVideo', { video: video() }, { width: 'x' }, 'field "width" must be of type'],
    ['an unknown chat', 'sendVideo', { video: video() }, { chat_id: '-1009' }, 'chat not found'],
  ])('%s is refused with 400', async (_what, method, files: Files, fields: Record<string, string>, reason) => {
    const { status, body } = await send(method, files, fields);
    expect({ status, ok: body.ok }).toEqual({ status: 400, ok: false });
    expect(body.description).toContain(reason);
    expect(box.posts()).toEqual([]);
  });

  test('a photo over 10 MB, or of a shape that is not shown, is refused with 400', async () => {
    const description = async (bytes: Buffer) => (await send('sendPhoto', { photo: bytes })).body.description;
    const size = 10 * 1024 * 1024 + 1;
    const large = Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)]);
    expect(await description(large)).toBe(
      `Bad Request: file of size ${size} bytes is too big for a photo; the maximum size is 10485760 bytes`,
    );
    for (const shape of [await blank(9000, 1001), await blank(210, 10)]) {
      expect(await description(shape)).toBe('Bad Request: PHOTO_INVALID_DIMENSIONS');
    }
  });

  test('a file over 50 MB is refused with 413', async () => {
    const { status, body } = await send('sendVideo', { video: Buffer.alloc(50 * 1024 * 1024 + 1) });
    expect({ status, body }).toMatchObject({ status: 413, body: { description: 'Request Entity Too Large' } });
  });

  test.each([
    ['one item', [photo('a')], 'album must include 2-10 items'],
    ['eleven items', Array(11).fill(photo('a')), 'album must include 2-10 items'],
    [
      'an item of another kind',
      [photo('a'), { type: 'animation', media: 'attach://a' }],
      "can't use the media of the specified type in the album",
    ],
    ['an item without its file', [photo('a'), photo('b')], 'can\'t find the file "b" in the request'],
    ['an item with an unknown field', [photo('a'), photo('a', { alt: 'a' })], 'unknown parameter "alt"'],
    ['items that are none', 'album', 'array of objects expected as media'],
  ])('an album with %s is refused with 400', async (_what, items, reason) => {
    const { status, body } = await album({ a: jpeg }, items);
    expect(status).toBe(400);
    expect(body.description).toContain(reason);
    expect(box.posts()).toEqual([]);
  });
});

test('the request log names the files of a form, and no bytes', async () => {
  const box = await sandbox();
  const account = demo(box, 'messenger');
  const body = formOf({ chat_id: account.accountId }, { photo: jpeg });
  await call(botUrl(account, 'sendPhoto'), { method: 'POST', body });
  expect(box.requests().at(-1)).toMatchObject({
    path: '/bot***/sendPhoto',
    body: {
      fields: { chat_id: account.accountId },
      files: [{ field: 'photo', fileName: 'photo.bin', contentType: 'application/octet-stream', size: jpeg.length }],
    },
  });
});
