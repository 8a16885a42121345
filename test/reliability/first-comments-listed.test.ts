/** First comments that are no posts of their platform: they are looked up among the comments on their post. */
import sharp from 'sharp';
import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { type Service, startService, useService } from '../support/service.js';
import { makeVideo } from '../support/video-file.js';

const PLATFORMS = ['photogram', 'socialpage', 'videohub'] as const;
type Listed = (typeof PLATFORMS)[number];

let worker: Service | undefined;
// Before the database of the service goes.
afterAll(() => worker?.stop());
const env = { WORKER_HEARTBEAT_SECONDS: '10', PUBLISH_TIMEOUT_MS: '6000', PUBLISH_GRACE_MS: '500' };
const { db, service } = await useService({ roles: 'api', env });
// photogram fetches files from there.
const startWorker = () => startService({ db, roles: 'worker', env: { ...env, PUBLIC_URL: service.url } });
let sandbox: Sandbox;
let account: TestAccount;
let image: Buffer;

beforeAll(async () => {
  worker = await startWorker();
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db);
  image = await sharp({ create: { width: 540, height: 540, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
});

afterEach(() => sandbox.clearFaults());

afterAll(async () => {
  await sandbox?.close();
});

// biome-ignore lint/suspicious/noExplicitAny: each caller reads its own fields.
async function ask(query: string, variables: Record<string, unknown>): Promise<any> {
  const { data, errors } = await graphql(service, { 'x-api-key': account.apiKey }, query, variables);
  expect(errors).toBeUndefined();
  return data;
}

const fileFor = (platform: Listed) => {
  if (platform === 'photogram') return { type: 'IMAGE', contentType: 'image/jpeg', bytes: image };
  return platform === 'videohub' ? { type: 'VIDEO', contentType: 'video/mp4', bytes: makeVideo() } : null;
};

/** Creates a post with a first comment, due immediately. */
async function create(platform: Listed, platformId: string): Promise<string> {
  const file = fileFor(platform);
  const now = () => new Date().toISOString();
  const post = {
    content: 'The post',
    platformIds: [platformId],
    platformSettings: { [platform]: { firstComment: 'The link: https://example.com/' } },
  };
  const { createPost } = await ask(
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }',
    { input: { post, ...(!file && { scheduledTime: now() }) } },
  );
  const { postGroupId } = createPost;
  if (!file) return postGroupId;
  const { type, contentType, bytes } = file;
  const { createUpload } = await ask(
    'mutation ($input: CreateUploadInput!) { createUpload(input: $input) { uploadUrl } }',
    { input: { postGroupId, fileName: 'file', contentType, type } },
  );
  const headers = { 'content-type': contentType };
  await fetch(createUpload.uploadUrl, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  await ask('mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { id } } }', {
    input: { postGroupId, status: 'SCHEDULED', scheduledTime: now() },
  });
  return postGroupId;
}

const GROUP = `query ($id: ID!) { postGroup(id: $id) { status posts {
  id status postedId error { message }
  firstComment { status postedId url error { code message advice } allowedActions }
} } }`;

/** The post once it and its first comment have ended. */
const ended = (id: string) =>
  eventually(async () => {
    const { postGroup } = await ask(GROUP, { id });
    const [post] = postGroup.posts;
    const isEnded = [post.status, post.firstComment.status].every((one) => ['PUBLISHED', 'FAILED'].includes(one));
    return isEnded ? { ...post, groupStatus: postGroup.status } : undefined;
  }, 60_000);

const connect = async (platform: Listed, credentials: Record<string, string> = {}) => {
  const target = sandbox.createAccount(platform);
  const platformId = await account.connect({ ...target, credentials: { ...target.credentials, ...credentials } });
  return { target, platformId };
};

const PATHS = { photogram: '/comments', socialpage: '/comments', videohub: '/commentThreads' };
const live = ({ accountId }: SandboxAccount) => sandbox.posts({ accountId });

/** The post and its one comment. */
function expectBoth(target: SandboxAccount, shown: Awaited<ReturnType<typeof ended>>): void {
  const [post, comment, ...others] = live(target);
  expect(others).toEqual([]);
  expect(comment).toMatchObject({
    text: 'The link: https://example.com/',
    record: { comment_on: post?.postedId },
  });
  expect(shown).toMatchObject({
    groupStatus: 'PUBLISHED',
    status: 'PUBLISHED',
    postedId: post?.postedId,
    firstComment: { status: 'PUBLISHED', postedId: comment?.postedId, error: null, allowedActions: [] },
  });
}

test.each(PLATFORMS)('on %s it is one comment on the post, right after it', async (platform) => {
  const { target, platformId } = await connect(platform);
  const shown = await ended(await create(platform, platformId));
  expectBoth(target, shown);
  expect(shown.firstComment.url).toMatch(/^https?:/);
});

test.each(PLATFORMS)('on %s it is sent once when its response is lost', async (platform) => {
  const { target, platformId } = await connect(platform);
  const { accountId } = target;
  sandbox.setFault({ platform, accountId, kind: 'reset_after_store', path: PATHS[platform] });
  expectBoth(target, await ended(await create(platform, platformId)));
});

test('it is sent once when its worker is killed', async () => {
  const cases = await Promise.all(
    PLATFORMS.map(async (platform) => {
      const { target, platformId } = await connect(platform);
      const { accountId } = target;
      sandbox.setFault({ platform, accountId, kind: 'delay_after_store', delayMs: 60_000, path: PATHS[platform] });
      return { target, groupId: await create(platform, platformId) };
    }),
  );
  await eventually(async () => (cases.every(({ target }) => live(target).length === 2) ? true : undefined), 60_000);
  await worker?.kill();
  sandbox.clearFaults();
  worker = await startWorker();
  for (const { target, groupId } of cases) expectBoth(target, await ended(groupId));
});

test.each([
  ['photogram', 'instagram_business_basic instagram_business_content_publish'],
  ['socialpage', 'pages_show_list pages_manage_posts pages_read_engagement'],
  ['videohub', 'https://www.googleapis.com/auth/youtube.upload'],
] as const)(
  'an account of %s that was connected without the scope publishes, and the comment alone fails',
  async (platform, scopes) => {
    const { target, platformId } = await connect(platform, { scopes });
    const shown = await ended(await create(platform, platformId));
    expect(live(target)).toHaveLength(1);
    expect(shown).toMatchObject({
      groupStatus: 'PUBLISHED',
      status: 'PUBLISHED',
      firstComment: {
        status: 'FAILED',
        error: {
          code: 'PERMISSION_DENIED',
          message: expect.stringContaining('connect the account again and allow it'),
        },
        allowedActions: ['RETRY'],
      },
    });
  },
);
