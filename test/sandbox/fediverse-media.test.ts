import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxAccount } from '../../sandbox/sandbox.js';
import { blank, type Files, formOf, noise, sha256, video } from './files.js';
import { call, closeSandboxes, demo, fediverseHeaders, holdWork, releaseWork, sandbox, toot } from './support.js';

afterEach(closeSandboxes);

let jpeg: Buffer;
beforeEach(async () => {
  jpeg = await noise().jpeg().toBuffer();
});

describe('uploads on fediverse', () => {
  const start = async (dataDir?: string) => {
    const box = await sandbox(dataDir);
    return { box, account: demo(box, 'fediverse') };
  };
  const upload = (account: SandboxAccount, files: Files, fields: Record<string, string> = {}) =>
    call(`${account.baseUrl}/api/v2/media`, {
      method: 'POST',
      body: formOf(fields, files),
      headers: fediverseHeaders(account),
    });
  const ask = (account: SandboxAccount, id: string) =>
    call(`${account.baseUrl}/api/v1/media/${id}`, { headers: fediverseHeaders(account) });

  test('an image is ready at once, and a status shows it', async () => {
    const { box, account } = await start();
    const { status, body } = await upload(account, { file: jpeg }, { description: 'Noise' });
    expect(status).toBe(200);
    const attachment = {
      id: body.id,
      type: 'image',
      description: 'Noise',
      meta: { original: { width: 40, height: 30 } },
    };
    expect(body).toMatchObject({ ...attachment, url: expect.stringContaining('http') });
    const made = await toot(account, { media_ids: [body.id] });
    expect(made.body).toMatchObject({ content: '<p></p>', media_attachments: [attachment] });
    const media = [{ mimeType: 'image/jpeg', bytes: jpeg.length, sha256: sha256(jpeg), width: 40, height: 30 }];
    expect(box.posts()).toMatchObject([{ text: '', media }]);
    expect((await call(`${box.url}/timeline.json`)).body.posts).toMatchObject([{ media }]);
    // The timeline page shows it; a picture that is not kept is a description there.
    const shown = await fetch(`${box.url}/pictures/${sha256(jpeg)}`);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await fetch(`${box.url}/pictures/${'0'.repeat(64)}`)).status).toBe(404);
  });

  test('a description has 1500 characters at the most', async () => {
    const { account } = await start();
    expect((await upload(account, { file: jpeg }, { description: '👋'.repeat(1500) })).status).toBe(200);
    expect(await upload(account, { file: jpeg }, { description: '👋'.repeat(1501) })).toMatchObject({
      status: 422,
      body: { error: 'Validation failed: Description is too long (maximum is 1500 characters)' },
    });
  });

  test('a video is worked on for a while, in which no status can have it', async () => {
    const { account } = await start();
    holdWork();
    const { status, body } = await upload(account, { file: video() });
    expect({ status, url: body.url }).toEqual({ status: 202, url: null });
    const early = await toot(account, { status: 'a', media_ids: [body.id] });
    expect(early).toMatchObject({ status: 422, body: { error: expect.stringContaining('not finished processing') } });
    expect((await ask(account, body.id)).status).toBe(206);
    releaseWork();
    while ((await ask(account, body.id)).status === 206) await new Promise((done) => setTimeout(done, 20));
    expect(await ask(account, body.id)).toMatchObject({ status: 200, body: { type: 'video' } });
    expect((await toot(account, { status: 'a', media_ids: [body.id] })).status).toBe(200);
  });

  test('a video without its movie box fails while it is worked on', async () => {
    const { account } = await start();
    const { body } = await upload(account, { file: video('free') });
    while ((await ask(account, body.id)).status === 206) await new Promise((done) => setTimeout(done, 20));
    const error = 'Error processing thumbnail for uploaded media';
    expect(await ask(account, body.id)).toMatchObject({ status: 422, body: { error } });
  });

  test.each([
    ['no file', {}, {}, "Validation failed: File can't be blank"],
    [
      'a file of another kind',
      { file: Buffer.from('<script>') },
      {},
      'Validation failed: File content type is invalid, File is invalid',
    ],
    [
      'an image that cannot be read',
      { file: Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1') },
      {},
      'File type of uploaded media could not be verified',
    ],
    ['an unknown parameter', { file: Buffer.from('GIF8') }, { alt: 'a' }, 'Validation failed: Unknown parameter alt'],
  ])('%s is refused with 422', async (_what, files: Files, fields, error) => {
    const { account } = await start();
    expect(await upload(account, files, fields)).toMatchObject({ status: 422, body: { error } });
  });

  test('an image over 16 MB and one of too many pixels are refused with 422', async () => {
    const { account } = await start();
    const large = Buffer.concat([jpeg, Buffer.alloc(16 * 1024 * 1024)]);
    const error = 'Validation failed: File file size must be less than 16 MB, File must be less than 16 MB';
    expect(await upload(account, { file: large })).toMatchObject({ status: 422, body: { error } });
    const wide = await blank(8000, 5000);
    expect(await upload(account, { file: wide })).toMatchObject({
      status: 422,
      body: { error: '8000x5000 images are not supported' },
    });
  });

  test('a request that the server in front does not take is refused with 413', async () => {
    const { account } = await start();
    expect((await upload(account, { file: Buffer.alloc(101 * 1024 * 1024) })).status).toBe(413);
  });

  test('a status accepts up to four unattached files of the same account, or one video', async () => {
    const { box, account } = await start();
    const other = box.createAccount('fediverse');
    const id = async (owner = account, file = jpeg) => (await upload(owner, { file })).body.id as string;
    const error = async (media_ids: unknown[]) => (await toot(account, { status: 'a', media_ids })).body.error;
    const foreign = await id(other);
    expect(await error([foreign])).toBe(`Media ${foreign} not found or already attached to another post`);
    expect(await error(['7', await id(), '8'])).toBe('Media 7, 8 not found or already attached to another post');
    expect(await error(await Promise.all([1, 2, 3, 4, 5].map(() => id())))).toBe('Cannot attach more than 4 files');
    expect(await error([await id(), await id(account, video())])).toContain('Cannot attach a video');
    const four = await Promise.all([1, 2, 3, 4].map(() => id()));
    const made = await toot(account, { status: 'a', media_ids: four });
    expect(made.body.media_attachments.map((each: { id: string }) => each.id)).toEqual(four);
    expect(await error(four.slice(0, 1))).toContain('already attached');
    expect((await ask(account, String(four[0]))).status).toBe(404);
  });

  test('a form that breaks off is refused with 400', async () => {
    const { account } = await start();
    const headers = { ...fediverseHeaders(account), 'content-type': 'multipart/form-data; boundary=x' };
    const body = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc';
    const answer = await call(`${account.baseUrl}/api/v2/media`, { method: 'POST', body, headers });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.any(String) } });
  });

  test('a link of any length counts as 23 characters', async () => {
    const { account } = await start();
    const link = `https://example.org/${'x'.repeat(600)}`;
    expect((await toot(account, { status: `${link} ${'y'.repeat(476)}` })).status).toBe(200);
    expect((await toot(account, { status: `${link} ${'y'.repeat(477)}` })).status).toBe(422);
  });

  test('the media of a status outlive a restart', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
    const { box, account } = await start(dataDir);
    const { body } = await upload(account, { file: jpeg });
    const { body: made } = await toot(account, { status: 'kept', media_ids: [body.id] });
    await box.close();
    const after = await start(dataDir);
    const [post] = after.box.posts();
    expect(post?.media).toEqual(box.posts()[0]?.media);
    const again = await call(`${after.account.baseUrl}/api/v1/statuses/${made.id}`);
    expect(again.body.media_attachments).toMatchObject([{ id: body.id, type: 'image' }]);
    await after.box.close();
    await rm(dataDir, { recursive: true });
  });
});
