import sharp from 'sharp';
import { type Sandbox, type SandboxPost, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import { makeVideo } from '../support/video-file.js';

// Where a test's requests are written for a check against the platforms' own specifications.
const dataDir = process.env.SANDBOX_DATA_DIR;

let db: TestDatabase;
let sandbox: Sandbox;
let service: Service;
let account: TestAccount;
let platformIds: string[];

beforeAll(async () => {
  db = await createTestDatabase();
  sandbox = await startSandbox({ port: 0, ...(dataDir && { dataDir }) });
  service = await startService({ db, env: { PUBLISH_TIMEOUT_MS: '10000' } });
  account = await createAccount(db, { plan: 'premium' });
  platformIds = [];
  for (const demo of sandbox.accounts) platformIds.push(await account.connect(demo));
});

afterAll(async () => {
  await service?.stop();
  await sandbox?.close();
  await db?.drop();
});

interface Ended {
  platform: string;
  status: string;
  postedId: string | null;
  error: { code: string; message: string; fault: string; advice: string } | null;
}

const ask = async (query: string, input: unknown) => {
  const { data, errors } = await graphql(service, { 'x-api-key': account.apiKey }, query, { input });
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
};

interface File {
  name: string;
  type: 'IMAGE' | 'VIDEO';
  contentType: string;
  bytes: Buffer;
}

/** One group with its files on every platform, published now; returns how each platform's post ended. */
async function publish(content: string, files: File[]): Promise<Map<string, Ended>> {
  const created = await ask('mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }', {
    post: { content, platformIds },
  });
  const { postGroupId } = created.createPost;
  for (const { name: fileName, type, contentType, bytes } of files) {
    const { createUpload } = await ask(
      'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { uploadUrl } }',
      { postGroupId, fileName, contentType, type },
    );
    const sent = await fetch(createUpload.uploadUrl, {
      method: 'PUT',
      headers: { 'content-type': contentType },
      body: new Uint8Array(bytes),
    });
    expect(sent.status).toBe(200);
  }
  // Over REST, which leaves it to each platform what it takes.
  const scheduled = await fetch(`${service.url}/api/v1/update-post/${postGroupId}`, {
    method: 'PUT',
    headers: { 'x-api-key': account.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'scheduled', scheduledTime: new Date() }),
  });
  expect(scheduled.status).toBe(200);
  const posts: Ended[] = await eventually(async () => {
    const query = `query ($id: ID!) { postGroup(id: $id) {
      processingStatus posts { platform: platformKey status postedId error { code message fault advice } } } }`;
    const { data } = await graphql(service, { 'x-api-key': account.apiKey }, query, { id: postGroupId });
    return data.postGroup.processingStatus === 'FINISHED' ? data.postGroup.posts : undefined;
  }, 60_000);
  return new Map(posts.map((post) => [post.platform, post]));
}

const image = async (name: string, background: string): Promise<File> => {
  const plain = sharp({ create: { width: 1080, height: 1080, channels: 3, background } });
  return { name, type: 'IMAGE', contentType: 'image/jpeg', bytes: await plain.jpeg().toBuffer() };
};

const livePosts = (platform: string, text: string): SandboxPost[] =>
  sandbox.posts().filter((post) => post.platform === platform && post.text.includes(text));

const outcomes = (ended: Map<string, Ended>) =>
  Object.fromEntries([...ended].map(([platform, { status, error }]) => [platform, error ? error.code : status]));

const VIDEO_ONLY = ['shortvideo', 'videohub'];

test('a text with two images goes to every platform that takes images, once; the video platforms refuse it and say why', async () => {
  const text = 'Two pictures for everybody';
  const ended = await publish(text, [await image('one.jpg', 'orange'), await image('two.jpg', 'teal')]);
  expect(outcomes(ended)).toEqual(
    Object.fromEntries(
      Object.keys(sandbox.baseUrls).map((platform) => [
        platform,
        VIDEO_ONLY.includes(platform) ? 'INVALID_CONTENT' : 'PUBLISHED',
      ]),
    ),
  );
  for (const platform of Object.keys(sandbox.baseUrls)) {
    const found = livePosts(platform, text);
    const isVideoOnly = VIDEO_ONLY.includes(platform);
    expect({ platform, live: found.length }).toEqual({ platform, live: isVideoOnly ? 0 : 1 });
    if (!isVideoOnly) expect({ platform, images: found[0]?.media.length }).toEqual({ platform, images: 2 });
  }
  for (const platform of VIDEO_ONLY) {
    const { error } = ended.get(platform) ?? {};
    expect(error).toMatchObject({ fault: 'CONTENT', message: expect.stringContaining('video') });
  }
}, 90_000);

test('a video goes to every platform that takes videos, once', async () => {
  const text = 'A video for everybody';
  const ended = await publish(text, [
    { name: 'clip.mp4', type: 'VIDEO', contentType: 'video/mp4', bytes: makeVideo() },
  ]);
  expect(new Set(Object.values(outcomes(ended)))).toEqual(new Set(['PUBLISHED']));
  for (const platform of Object.keys(sandbox.baseUrls)) {
    const live = livePosts(platform, text);
    expect({ platform, live: live.map(({ media }) => media.length) }).toEqual({ platform, live: [1] });
  }
}, 90_000);
