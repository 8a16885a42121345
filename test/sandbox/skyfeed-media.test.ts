import { jsonToLex, lexicons } from '@atproto/api';
import type { SandboxAccount } from '../../sandbox/sandbox.js';
import { noise, sha256, video } from './files.js';
import { call, closeSandboxes, demo, login, put, record, sandbox } from './support.js';

afterEach(closeSandboxes);

let jpeg: Buffer;
beforeEach(async () => {
  jpeg = await noise().jpeg().toBuffer();
});

describe('uploads on skyfeed', () => {
  const start = async () => {
    const box = await sandbox();
    const account = demo(box, 'skyfeed');
    const { authorization } = await login(account);
    return { box, account, authorization };
  };
  const upload = (account: SandboxAccount, authorization: string, body: Buffer, type = 'image/jpeg') =>
    call(`${account.baseUrl}/xrpc/com.atproto.repo.uploadBlob`, {
      method: 'POST',
      body: Uint8Array.from(body),
      headers: { authorization, 'content-type': type },
    });
  const images = (...blobs: unknown[]) => ({
    embed: { $type: 'app.bsky.embed.images', images: blobs.map((image) => ({ image, alt: '' })) },
  });

  test('a blob is named by the hash of its bytes, with the type that its bytes show', async () => {
    const { account, authorization } = await start();
    const { status, body } = await upload(account, authorization, jpeg, 'image/png');
    expect(status).toBe(200);
    expect(body.blob).toMatchObject({ $type: 'blob', mimeType: 'image/jpeg', size: jpeg.length });
    expect(() => lexicons.assertValidXrpcOutput('com.atproto.repo.uploadBlob', jsonToLex(body))).not.toThrow();
    // The CID of no bytes, as every raw codec gives it.
    const empty = await upload(account, authorization, Buffer.alloc(0));
    expect(empty.body.blob.ref.$link).toBe('bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku');
  });

  test('a record keeps the media that it names, in their order', async () => {
    const { box, account, authorization } = await start();
    const other = await noise(10, 10).jpeg().toBuffer();
    const [one, two] = [await upload(account, authorization, jpeg), await upload(account, authorization, other)];
    const value = record('a', images(two.body.blob, one.body.blob));
    expect((await put(account, authorization, '3abc', value)).status).toBe(200);
    expect(box.posts()).toMatchObject([{ media: [{ sha256: sha256(other) }, { sha256: sha256(jpeg), width: 40 }] }]);
    const again = await put(account, authorization, '3abc', value);
    expect(again.body.commit).toBeUndefined();
  });

  test('refuses what a record may not name', async () => {
    const { box, account, authorization } = await start();
    const refusal = async (more: Record<string, unknown>) =>
      (await put(account, authorization, '3abc', record('a', more))).body;
    const error = async (more: Record<string, unknown>) => (await refusal(more)).error;
    const { body } = await upload(account, authorization, jpeg);
    expect(await error(images({ ...body.blob, mimeType: 'image/png' }))).toBe('InvalidMimeType');
    expect(await error(images({ ...body.blob, size: 1 }))).toBe('InvalidSize');
    expect(await refusal({ embed: { $type: 'app.bsky.embed.video', video: body.blob } })).toEqual({
      error: 'InvalidRequest',
      message:
        'Invalid app.bsky.feed.post record: Expected "video/mp4" (got "image/jpeg") at $.record.embed.video.mimeType',
    });
    const large = Buffer.concat([jpeg, Buffer.alloc(1_000_000)]);
    expect(await refusal(images((await upload(account, authorization, large)).body.blob))).toEqual({
      error: 'InvalidRequest',
      message: expect.stringMatching(
        /^Invalid app.bsky.feed.post record: blob too big \(maximum 1000000, got 1\d{6}\) at \$.record.embed.images\[0\].image$/,
      ),
    });
    const otherAccount = box.createAccount('skyfeed');
    const foreign = await upload(otherAccount, (await login(otherAccount)).authorization, video(), 'video/mp4');
    const embed = { $type: 'app.bsky.embed.video', video: foreign.body.blob };
    expect(await error({ embed })).toBe('BlobNotFound');
    expect(await error(images(...Array(5).fill(body.blob)))).toBe('InvalidRequest');
    expect(box.posts()).toEqual([]);
  });

  test('an upload needs a token and a type, and has a limit', async () => {
    const { account, authorization } = await start();
    expect(await upload(account, 'Bearer no', jpeg)).toMatchObject({ status: 400, body: { error: 'InvalidToken' } });
    const url = `${account.baseUrl}/xrpc/com.atproto.repo.uploadBlob`;
    const untyped = await call(url, { method: 'POST', body: Uint8Array.from(jpeg), headers: { authorization } });
    expect(untyped).toMatchObject({ status: 400, body: { error: 'InvalidRequest' } });
    const large = await upload(account, authorization, Buffer.alloc(100 * 1024 * 1024 + 1));
    expect(large).toMatchObject({ status: 413, body: { error: 'PayloadTooLarge' } });
  });
});
