import { check } from './check.js';
import { JSON_TYPE, type Logged } from './endpoint.js';
import { wires } from './endpoints.js';

const request = (method: string, url: string, more: Partial<Logged> = {}): Logged => ({
  method,
  path: new URL(url).pathname,
  url,
  query: {},
  ...more,
  headers: { authorization: 'Bearer ***', ...more.headers },
});
const post = (body: unknown, { url = 'https://api.x.com/2/tweets', type = JSON_TYPE } = {}) =>
  request('POST', url, { headers: { 'content-type': type }, body });
const findings = (platform: keyof typeof wires, sent: Logged) => check(wires[platform], sent).findings;

test('a request as the platform documents it is found nothing wrong with', () => {
  expect(findings('microblog', post({ text: 'Hello' }))).toEqual([]);
});

test('an endpoint that the platform does not have', () => {
  expect(findings('microblog', post({}, { url: 'https://api.x.com/1.1/statuses' }))).toEqual([
    'there is no such endpoint',
  ]);
  expect(findings('microblog', request('DELETE', 'https://api.x.com/2/tweets'))).toEqual(['there is no such endpoint']);
});

test.each([
  ['https://x.com', 'goes to https://x.com instead of https://api.x.com'],
  ['http://api.x.com', 'goes to http://api.x.com instead of https://api.x.com'],
  ['https://api.x.com:8443', 'goes to https://api.x.com:8443 instead of https://api.x.com'],
])('the wrong host %s', (origin, finding) => {
  expect(findings('microblog', post({ text: 'Hello' }, { url: `${origin}/2/tweets` }))).toEqual([finding]);
});

test('a request that does not say its host, where the platform has one', () => {
  expect(findings('microblog', { ...post({ text: 'Hello' }), url: null })).toEqual([
    'goes to no host of the platform instead of https://api.x.com',
  ]);
});

test('the deprecated host for videos', () => {
  const start = { upload_phase: 'start', file_size: '1' };
  const type = 'application/x-www-form-urlencoded';
  expect(findings('socialpage', post(start, { url: 'https://graph-video.facebook.com/v25.0/1/videos', type }))).toEqual(
    ['goes to https://graph-video.facebook.com instead of https://graph.facebook.com'],
  );
});

test.each(['v12.0', 'v20.0', 'v30.0', 'v25'])('the version %s of a path does not live', (version) => {
  const url = `https://graph.facebook.com/${version}/me/accounts`;
  expect(findings('socialpage', request('GET', url, { query: { fields: 'id' } }))).toEqual([
    `the version ${version} does not live`,
  ]);
});

test.each([
  [
    { 'linkedin-version': '202401', 'x-restli-protocol-version': '2.0.0' },
    'linkedin-version: is no version that lives',
  ],
  [
    { 'linkedin-version': '202613', 'x-restli-protocol-version': '2.0.0' },
    'linkedin-version: is no version that lives',
  ],
  [{ 'linkedin-version': '202609' }, 'missing header x-restli-protocol-version'],
])('the version headers %j', (headers, finding) => {
  const found = findings('network', request('GET', 'https://api.linkedin.com/rest/organizations/1', { headers }));
  expect(found).toEqual([expect.stringContaining(finding)]);
});

test('another authorization, and none', () => {
  const sent = request('GET', 'https://api.x.com/2/users/me', { headers: { authorization: 'Basic ***' } });
  expect(findings('microblog', sent)).toEqual(['authorization is Basic instead of Bearer']);
  expect(findings('microblog', { ...sent, headers: {} })).toEqual(['authorization is none instead of Bearer']);
});

test.each([
  ['microblog', 'https://api.x.com/2/tweets', 'application/json; charset=UTF-8', { text: 'Hello' }],
  ['microblog', 'https://api.x.com/2/tweets', 'text/plain', { text: 'Hello' }],
  ['shortvideo', 'https://open.tiktokapis.com/v2/post/publish/status/fetch/', JSON_TYPE, { publish_id: '1' }],
] as const)('%s: a wrong content type of %s: %s', (platform, url, type, body) => {
  expect(findings(platform, post(body, { url, type }))).toEqual([
    expect.stringMatching(/^content type is .+ instead of application\/json/),
  ]);
});

test('a body where there is none', () => {
  const url = 'https://api.x.com/2/media/upload/1/finalize';
  expect(findings('microblog', post({}, { url }))).toEqual(['content type is application/json instead of none']);
});

test.each([
  [{ text: 'Hello', media: {} }, 'missing field media.media_ids'],
  [{ text: 'Hello', texts: 'Hello' }, 'unknown field texts'],
  [{ text: 'Hello', media: { media_ids: ['1'], alt: 'x' } }, 'unknown field media.alt'],
  [{ media: { media_ids: ['1', '2', '3', '4', '5'] } }, 'field media.media_ids: '],
  [{ text: 'Hello', reply_settings: 'nobody' }, 'field reply_settings: '],
])('the fields %j', (body, finding) => {
  expect(findings('microblog', post(body))).toEqual([expect.stringContaining(finding)]);
});

test('of several forms that a body can have, the finding is about the one that is meant', () => {
  const url = 'https://api.linkedin.com/rest/videos';
  const headers = {
    'content-type': JSON_TYPE,
    'linkedin-version': '202609',
    'x-restli-protocol-version': '2.0.0',
  };
  const finalizeUploadRequest = { video: 'urn:li:video:1', uploadedPartIds: ['a'] };
  const sent = request('POST', url, { headers, query: { action: 'finalizeUpload' }, body: { finalizeUploadRequest } });
  expect(findings('network', sent)).toEqual(['missing field finalizeUploadRequest.uploadToken']);
});

test('a parameter that is missing, and one that is unknown', () => {
  const url = 'https://api.x.com/2/media/upload';
  expect(findings('microblog', request('GET', url, { query: { command: 'STATUS', id: '1' } })).sort()).toEqual([
    'missing parameter media_id',
    'unknown parameter id',
  ]);
  expect(findings('network', request('GET', 'https://api.linkedin.com/v2/userinfo', { query: { a: '1' } }))).toEqual([
    'unknown parameter a',
  ]);
});

test('a header that is missing', () => {
  const sent = { ...post({ status: 'Hello' }, { url: 'https://server.test/api/v1/statuses' }), url: null };
  expect(findings('fediverse', sent)).toEqual(['missing header idempotency-key']);
});

test('the files of a form are fields of it', () => {
  const upload = (files: object[]) => ({
    ...post({ fields: { media_category: 'tweet_image' }, files }, { url: 'https://api.x.com/2/media/upload' }),
    headers: { authorization: 'Bearer ***', 'content-type': 'multipart/form-data; boundary=x' },
  });
  const file = { field: 'media', fileName: 'a.jpg', contentType: 'image/jpeg', size: 9 };
  expect(findings('microblog', upload([file]))).toEqual([]);
  expect(findings('microblog', upload([]))).toEqual(['missing field media']);
  expect(findings('microblog', upload([{ ...file, field: 'file' }])).sort()).toEqual([
    'missing field media',
    'unknown field file',
  ]);
  expect(findings('microblog', upload([{ ...file, contentType: 'video/mp4' }]))).toEqual([
    expect.stringContaining('field media.contentType'),
  ]);
});

test('a record that its lexicon refuses', () => {
  const record = { $type: 'app.bsky.feed.post', text: 'x'.repeat(301), createdAt: '2026-11-22T00:00:00.000Z' };
  const body = { repo: 'did:plc:abc', collection: 'app.bsky.feed.post', rkey: '3mabcdefghij2', record };
  const url = 'https://bsky.social/xrpc/com.atproto.repo.putRecord';
  expect(findings('skyfeed', post(body, { url }))).toEqual([expect.stringContaining('graphemes')]);
  expect(findings('skyfeed', post({ ...body, record: { ...record, text: 'x', more: 1 } }, { url }))).toEqual([
    'unknown field record.more',
  ]);
});
