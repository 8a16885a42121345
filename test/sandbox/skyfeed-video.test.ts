import { jsonToLex, lexicons } from '@atproto/api';
import type { Sandbox, SandboxAccount } from '../../sandbox/sandbox.js';
import { eventually } from '../support/eventually.js';
import { video } from './files.js';
import { call, closeSandboxes, demo, login, put, record, sandbox } from './support.js';

afterEach(closeSandboxes);

const SERVICE = 'did:web:video.bsky.app';
const UPLOAD_BLOB = 'com.atproto.repo.uploadBlob';
const LIMITS = 'app.bsky.video.getUploadLimits';

describe('the video service on skyfeed', () => {
  let box: Sandbox;
  let account: SandboxAccount;
  let authorization: string;
  beforeEach(async () => {
    box = await sandbox();
    account = demo(box, 'skyfeed');
    ({ authorization } = await login(account));
  });
  const serverDid = () => `did:web:${encodeURIComponent(new URL(box.url).host)}`;
  const get = (method: string, query: Record<string, string>, auth?: string) =>
    call(`${account.baseUrl}/xrpc/${method}?${new URLSearchParams(query)}`, {
      headers: auth === undefined ? {} : { authorization: auth },
    });
  const seconds = (from = 0) => String(Math.floor(Date.now() / 1000) + from);
  const serviceToken = async (aud: string, lxm: string) => {
    const { body } = await get('com.atproto.server.getServiceAuth', { aud, lxm, exp: seconds(600) }, authorization);
    return `Bearer ${body.token}`;
  };
  const upload = async (
    file: Buffer,
    {
      token,
      query = { did: account.accountId, name: 'a.mp4' },
      type = 'video/mp4',
    }: { token?: string; query?: Record<string, string>; type?: string } = {},
  ) =>
    call(`${account.baseUrl}/xrpc/app.bsky.video.uploadVideo?${new URLSearchParams(query)}`, {
      method: 'POST',
      body: Uint8Array.from(file),
      headers: { authorization: token ?? (await serviceToken(serverDid(), UPLOAD_BLOB)), 'content-type': type },
    });
  const finished = (jobId: string) =>
    eventually(async () => {
      const { body } = await get('app.bsky.video.getJobStatus', { jobId });
      expect(() => lexicons.assertValidXrpcOutput('app.bsky.video.getJobStatus', jsonToLex(body))).not.toThrow();
      return /COMPLETED|FAILED/.test(body.jobStatus.state) ? body.jobStatus : undefined;
    });

  test('a job ends with the blob of the video, which a record may name from then on', async () => {
    const started = await upload(video());
    expect(started).toMatchObject({ status: 200, body: { jobId: expect.any(String), did: account.accountId } });
    const { blob } = await finished(started.body.jobId);
    const embed = { $type: 'app.bsky.embed.video', video: blob };
    expect((await put(account, authorization, '3abc', record('a', { embed }))).status).toBe(200);
    expect(box.posts()).toMatchObject([{ media: [{ mimeType: 'video/mp4' }] }]);
  });

  test('the same video again is the same job: 409', async () => {
    const file = video();
    const [first, again] = [await upload(file), await upload(file)];
    expect(again).toMatchObject({ status: 409, body: { error: 'already_exists', jobId: first.body.jobId } });
  });

  test('what is no video fails by its job, and an unknown job is refused', async () => {
    const { body } = await upload(Buffer.from('not a video'));
    expect(await finished(body.jobId)).toMatchObject({ state: 'JOB_STATE_FAILED', failureCode: 'validation_failure' });
    expect(await get('app.bsky.video.getJobStatus', { jobId: 'none' })).toMatchObject({ status: 400 });
    expect(await get('app.bsky.video.getJobStatus', {})).toMatchObject({ status: 400 });
  });

  test('limits count the videos of a day', async () => {
    const limits = async () => (await get(LIMITS, {}, await serviceToken(SERVICE, LIMITS))).body;
    expect(await limits()).toMatchObject({ canUpload: true, remainingDailyVideos: 25 });
    for (let count = 0; count < 25; count += 1) await upload(Buffer.from(`video ${count}`));
    expect(await limits()).toMatchObject({ canUpload: false, remainingDailyVideos: 0 });
    expect(await upload(Buffer.from('one more'))).toMatchObject({ status: 400, body: { error: 'DailyLimitExceeded' } });
  });

  test('tokens are for one service, one method and one account', async () => {
    const file = video();
    const refused = async (token: string) => (await upload(file, { token })).body.error;
    expect(await refused(authorization)).toBe('BadJwtSignature');
    expect(await refused('Bearer none')).toBe('BadJwtSignature');
    expect(await refused(await serviceToken(SERVICE, UPLOAD_BLOB))).toBe('BadJwtAudience');
    expect(await refused(await serviceToken(serverDid(), LIMITS))).toBe('BadJwtLexiconMethod');
    expect((await get(LIMITS, {}, await serviceToken(serverDid(), LIMITS))).body.error).toBe('BadJwtAudience');
    expect((await get(LIMITS, {})).body.error).toBe('AuthMissing');
    const other = box.createAccount('skyfeed').accountId;
    expect(await upload(file, { query: { did: other, name: 'a.mp4' } })).toMatchObject({ status: 400 });
  });

  test('an upload needs a name and the type of its content', async () => {
    expect(await upload(video(), { query: { did: account.accountId } })).toMatchObject({ status: 400 });
    expect(await upload(video(), { type: 'video/quicktime' })).toMatchObject({
      status: 400,
      body: { error: 'UnsupportedContentType' },
    });
    expect(await upload(Buffer.alloc(100 * 1024 * 1024 + 1))).toMatchObject({ status: 413 });
  });

  test.each([
    ['an end in the past', { exp: '-1', lxm: UPLOAD_BLOB }, 'BadExpiration'],
    ['an end in more than an hour', { exp: '3700', lxm: UPLOAD_BLOB }, 'BadExpiration'],
    ['all methods for more than a minute', { exp: '90' }, 'BadExpiration'],
    ['no DID', { aud: 'video.bsky.app', lxm: UPLOAD_BLOB }, 'InvalidRequest'],
  ])('no token is issued for %s', async (_, { exp, ...query }: Record<string, string>, error) => {
    const requested = { aud: SERVICE, ...query, ...(exp && { exp: seconds(Number(exp)) }) };
    expect(await get('com.atproto.server.getServiceAuth', requested, authorization)).toMatchObject({
      status: 400,
      body: { error },
    });
  });
});

test('a link card is kept with its post, and its picture is no file of the post', async () => {
  const box = await sandbox();
  const account = demo(box, 'skyfeed');
  const { authorization } = await login(account);
  const external = { uri: 'https://example.com/a', title: 'A page', description: '' };
  const embed = { $type: 'app.bsky.embed.external', external };
  expect((await put(account, authorization, '3abc', record('a', { embed }))).status).toBe(200);
  expect(box.posts()).toMatchObject([{ media: [], record: { value: { embed } } }]);
  const untitled = { embed: { ...embed, external: { uri: external.uri, description: '' } } };
  expect((await put(account, authorization, '3abd', record('a', untitled))).status).toBe(400);
  const thumb = { $type: 'blob', ref: { $link: 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku' } };
  const named = { ...embed, external: { ...external, thumb: { ...thumb, mimeType: 'image/jpeg', size: 3 } } };
  expect((await put(account, authorization, '3abe', record('a', { embed: named }))).body.error).toBe('BlobNotFound');
});
