import request from 'supertest';
import { newId } from '../../src/foundation/database/id.js';
import { AppError } from '../../src/foundation/errors/app-error.js';
import { PLATFORM_KEYS } from '../../src/platforms/port/platform.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
let account: TestAccount;

beforeAll(async () => {
  account = await createAccount(db, { connected: ['microblog-1', 'photogram-2', 'fediverse-3'] });
});

const ask = (query: string, variables: Record<string, unknown> = {}) =>
  graphql(service, { 'x-api-key': account.apiKey }, query, variables);

const VALIDATE = `query ($input: ValidatePostInput!) { validatePost(input: $input) {
  valid
  errors { platform code message field severity constraint currentValue maxValue minValue suggestions }
  warnings { platform code message severity }
  summary { affectedPlatforms errorCount warningCount }
} }`;
const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id status } } }';
const UPDATE = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { status } } }';
const LONG = 'a'.repeat(501);
const ALL_PLATFORMS = PLATFORM_KEYS.map((key) => key.toUpperCase());
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

const MEDIA_REQUIRED = {
  platform: 'PHOTOGRAM',
  code: 'MEDIA_REQUIRED',
  message: 'photogram posts require media',
  field: 'media',
  severity: 'ERROR',
};

describe('validatePost', () => {
  test('says what each platform would refuse, and what it would not show as it is written', async () => {
    const input = { post: { content: 'a'.repeat(450), platforms: ['MICROBLOG', 'PHOTOGRAM'] } };
    const { data } = await ask(VALIDATE, { input });
    expect(data.validatePost).toMatchObject({
      valid: false,
      errors: [MEDIA_REQUIRED],
      warnings: [
        {
          platform: 'MICROBLOG',
          code: 'CONTENT_TOO_LONG',
          message: "Content exceeds microblog's 280 character limit (currently 450)",
          severity: 'WARNING',
        },
      ],
      summary: { affectedPlatforms: ['MICROBLOG', 'PHOTOGRAM'], errorCount: 1, warningCount: 1 },
    });
  });

  test('finds nothing wrong with what can be published', async () => {
    const { data } = await ask(VALIDATE, { input: { post: { content: 'Hi', platforms: ['FEDIVERSE'] } } });
    const summary = { affectedPlatforms: [], errorCount: 0, warningCount: 0 };
    expect(data.validatePost).toEqual({ valid: true, errors: [], warnings: [], summary });
  });

  test('looks at a stored group, with changes in place of what it has', async () => {
    const created = await ask(CREATE, { input: { post: { content: LONG, platformIds: ['fediverse-3'] } } });
    const { id: postGroupId } = created.data.createPost.postGroup;
    const stored = await ask(VALIDATE, { input: { postGroupId } });
    expect(stored.data.validatePost.errors).toMatchObject([
      { code: 'CONTENT_TOO_LONG', currentValue: 501, maxValue: 500 },
    ]);
    const changed = await ask(VALIDATE, { input: { postGroupId, post: { content: 'Short' } } });
    expect(changed.data.validatePost.valid).toBe(true);
  });

  test('says which targets are not connected, in a draft and in a stored group; platforms need no account', async () => {
    const other = await createAccount(db);
    const platformIds = ['fediverse-3', 'fediverse-4', 'microblog-9'];
    const missing = [
      { platform: 'FEDIVERSE', platformIds: ['fediverse-4'], code: 'CONNECTION_NOT_FOUND', field: 'platformIds' },
      { platform: 'MICROBLOG', platformIds: ['microblog-9'], code: 'CONNECTION_NOT_FOUND', field: 'platformIds' },
    ];
    const validate = async (input: object, headers = { 'x-api-key': account.apiKey }) =>
      (
        await graphql(service, headers, VALIDATE.replace('errors { platform', 'errors { platform platformIds'), {
          input,
        })
      ).data.validatePost;
    const post = { content: 'Hi', platformIds };
    expect(await validate({ post })).toMatchObject({ valid: false, errors: missing, summary: { errorCount: 2 } });
    const theirs = await validate({ post: { ...post, platformIds: ['fediverse-3'] } }, { 'x-api-key': other.apiKey });
    expect(theirs.errors).toMatchObject([{ platformIds: ['fediverse-3'], code: 'CONNECTION_NOT_FOUND' }]);
    const { body } = await request(service.url)
      .post('/api/v1/create-post')
      .set('x-api-key', account.apiKey)
      .send({ content: 'Hi', platforms: platformIds });
    const { postGroupId } = body;
    expect((await validate({ postGroupId })).errors).toMatchObject(missing);
    expect((await validate({ postGroupId, post: { content: 'Hello' } })).errors).toMatchObject(missing);
    expect((await validate({ postGroupId, post: { content: 'Hi', platforms: ['FEDIVERSE'] } })).valid).toBe(true);
  });

  test.each([
    [{}, 'CONTENT_REQUIRED'],
    [{ post: { content: 'Hi' } }, 'PLATFORMS_REQUIRED'],
    [{ post: { content: ' ', platforms: ['FEDIVERSE'] } }, 'CONTENT_REQUIRED'],
    [{ post: { content: 'Hi', platformIds: [] } }, 'PLATFORMS_EMPTY'],
    [{ post: { content: 'Hi', platformIds: ['fediverse'] } }, 'PLATFORM_ID_INVALID'],
    [{ postGroupId: 'f'.repeat(24) }, 'POST_GROUP_NOT_FOUND'],
    [{ postGroupId: 'malformed' }, 'ID_INVALID'],
    [{ post: { content: 'Hi', platforms: ['PINBOARD'], platformSettings: { pinboard: {} } } }, 'BAD_USER_INPUT'],
    [
      { post: { content: 'Hi', platforms: ['FEDIVERSE'], overrides: [{ platformId: 'fediverse-3', content: 'a' }] } },
      'OVERRIDE_NOT_A_TARGET',
    ],
  ])('%j is refused: %s', async (input, code) => {
    const { errors } = await ask(VALIDATE, { input });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual([code]);
  });

  test('a group of somebody else is not found', async () => {
    const other = await createAccount(db);
    const created = await ask(CREATE, { input: { post: { content: 'Hi', platformIds: ['fediverse-3'] } } });
    const input = { postGroupId: created.data.createPost.postGroup.id };
    const { errors } = await graphql(service, { 'x-api-key': other.apiKey }, VALIDATE, { input });
    expect(errors?.[0]?.extensions.code).toBe('POST_GROUP_NOT_FOUND');
  });
});

describe('scheduling validates', () => {
  test('createPost refuses to schedule what could not be published, in the shape of the dashboard’s 400', async () => {
    const input = { post: { content: 'Hi', platformIds: ['photogram-2'] }, scheduledTime: inAnHour() };
    const { errors } = await ask(CREATE, { input });
    expect(errors).toMatchObject([{ message: 'Validation failed', extensions: { code: 'VALIDATION_FAILED' } }]);
    const [error] = errors ?? [];
    const validation = error?.extensions.validation as never;
    expect(new AppError('VALIDATION_FAILED', { validation }).restBody()).toMatchObject({
      error: 'Validation failed',
      validation: {
        valid: false,
        errors: [{ ...MEDIA_REQUIRED, severity: 'ERROR' }],
        warnings: [],
        summary: { affectedPlatforms: ['PHOTOGRAM'], errorCount: 1, warningCount: 0 },
      },
    });
    expect(await db.query('SELECT 1 FROM platform_posts WHERE platform_id = $1', ['photogram-2'])).toEqual([]);
  });

  test('a draft is not looked at until it is scheduled', async () => {
    const created = await ask(CREATE, { input: { post: { content: LONG, platformIds: ['fediverse-3'] } } });
    const { id } = created.data.createPost.postGroup;
    const refused = await ask(UPDATE, { input: { postGroupId: id, status: 'SCHEDULED', scheduledTime: inAnHour() } });
    expect(refused.errors?.[0]?.extensions.code).toBe('VALIDATION_FAILED');
    const shortened = { postGroupId: id, content: 'Short', status: 'SCHEDULED', scheduledTime: inAnHour() };
    expect((await ask(UPDATE, { input: shortened })).data.updatePost.postGroup.status).toBe('SCHEDULED');
  });

  test.each([
    ['createPost', (post: object) => ({ post, validate: false })],
    ['createPosts', (post: object) => ({ posts: [{ post, validate: false }] })],
    ['updatePost', () => ({ postGroupId: newId(), status: 'SCHEDULED', validate: false })],
  ])('%s has no input that turns it off', async (name, inputOf) => {
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`;
    const query = `mutation ($input: ${type}) { ${name}(input: $input) { __typename } }`;
    const { data, errors } = await ask(query, { input: inputOf({ content: 'Hi', platformIds: ['fediverse-3'] }) });
    expect(data).toBeUndefined();
    expect(errors).toMatchObject([
      { message: expect.stringContaining('"validate"'), extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });

  test('a warning keeps nothing back', async () => {
    const input = { post: { content: LONG, platformIds: ['microblog-1'] }, scheduledTime: inAnHour() };
    expect((await ask(CREATE, { input })).data.createPost.postGroup.status).toBe('SCHEDULED');
  });
});

test('previewPost shows the parts as they will be split, numbered and counted', async () => {
  const query = `query ($input: ValidatePostInput!) { previewPost(input: $input) {
    platform parts { text hasMedia length limit exceedsLimit } } }`;
  const content = `${'Hello world. '.repeat(30)}`.trim();
  const { data } = await ask(query, { input: { post: { content, platforms: ['MICROBLOG', 'FEDIVERSE'] } } });
  const [microblog, fediverse] = data.previewPost;
  expect(microblog.parts.map(({ text }: { text: string }) => text.slice(-6))).toEqual([' (1/2)', ' (2/2)']);
  expect(microblog.parts.map(({ hasMedia }: { hasMedia: boolean }) => hasMedia)).toEqual([true, false]);
  for (const { length, limit, exceedsLimit } of microblog.parts) {
    expect({ limit, exceedsLimit }).toEqual({ limit: 280, exceedsLimit: false });
    expect(length).toBeLessThanOrEqual(280);
  }
  expect(fediverse).toEqual({
    platform: 'FEDIVERSE',
    parts: [{ text: content, hasMedia: true, length: content.length, limit: 500, exceedsLimit: false }],
  });
});

test('nine previews of 100,000 characters in one operation leave room for others between them', async () => {
  const fields = Array.from({ length: 9 }, (_, index) => `p${index}: previewPost(input: $input) { parts { length } }`);
  const query = `query ($input: ValidatePostInput!) { ${fields.join(' ')} }`;
  const content = `e${'\u0301\u0323'.repeat(50_000)}`.slice(0, 100_000);
  const input = { post: { content, platforms: ALL_PLATFORMS } };
  let answered = false;
  const asking = ask(query, { input }).finally(() => {
    answered = true;
  });
  let others = 0;
  for (; !answered; others++) await fetch(`${service.url}/health/live`);
  expect((await asking).errors).toBeUndefined();
  expect(others).toBeGreaterThanOrEqual(4);
});

describe('the texts of single targets', () => {
  const post = {
    content: 'Short',
    platformIds: ['fediverse-3', 'microblog-1'],
    overrides: [{ platformId: 'fediverse-3', content: LONG }],
  };
  const ISSUES = `query ($input: ValidatePostInput!) { validatePost(input: $input) {
    errors { platform platformIds code } warnings { platform platformIds code } } }`;
  const TOO_LONG = { platform: 'FEDIVERSE', platformIds: ['fediverse-3'], code: 'CONTENT_TOO_LONG' };

  test('are validated in place of the content: an issue names their targets', async () => {
    const { data } = await ask(ISSUES, { input: { post } });
    expect(data.validatePost).toEqual({ errors: [TOO_LONG], warnings: [] });
    const other = { ...post, content: LONG, overrides: [{ platformId: 'fediverse-3', content: 'Short' }] };
    const swapped = await ask(ISSUES, { input: { post: other } });
    expect(swapped.data.validatePost).toEqual({
      errors: [],
      warnings: [{ platform: 'MICROBLOG', platformIds: null, code: 'CONTENT_TOO_LONG' }],
    });
  });

  test('are validated as they are stored, and when they are scheduled', async () => {
    const created = await ask(CREATE, { input: { post } });
    const { id: postGroupId } = created.data.createPost.postGroup;
    const stored = await ask(ISSUES, { input: { postGroupId } });
    expect(stored.data.validatePost).toEqual({ errors: [TOO_LONG], warnings: [] });
    const { errors } = await ask(CREATE, { input: { post, scheduledTime: inAnHour() } });
    expect(errors?.[0]?.extensions.code).toBe('VALIDATION_FAILED');
  });

  test('have separate previews', async () => {
    const query = `query ($input: ValidatePostInput!) { previewPost(input: $input) { platform platformIds parts { length } } }`;
    const { data } = await ask(query, { input: { post } });
    expect(data.previewPost).toEqual([
      { platform: 'MICROBLOG', platformIds: null, parts: [{ length: 5 }] },
      { platform: 'FEDIVERSE', platformIds: ['fediverse-3'], parts: [{ length: 501 }] },
    ]);
  });
});
