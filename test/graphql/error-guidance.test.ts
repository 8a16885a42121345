/** What errors say to a form and to a model: the field, who has to act, what to do, and where it is documented. */
import request from 'supertest';
import { CATALOGUE } from '../../src/foundation/errors/catalogue.js';
import { createAccount } from '../support/account.js';
import { errorsOf } from '../support/documented-errors.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
const account = await createAccount(db, { connected: ['fediverse-1'] });
const headers = { 'x-api-key': account.apiKey };
const platformIds = ['fediverse-1'];
const url = 'https://example.com/a.png';

const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';
const UPDATE = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { id } } }';
const raw = async (query: string, variables: object = {}) =>
  (await request(service.url).post('/graphql').set(headers).send({ query, variables })).body;
const extensionsOf = async (query: string, input: object) => (await raw(query, { input })).errors[0].extensions;

test('an error has its code, its guidance and the address of its documentation', async () => {
  const post = { content: ' ', platformIds };
  expect(await extensionsOf(CREATE, { post })).toEqual({
    code: 'CONTENT_REQUIRED',
    field: 'input.post.content',
    fault: 'ARGUMENTS',
    advice: 'Change the input as the message says, then send the request again.',
    retryable: false,
    documentation: `${service.url}/docs/errors/CONTENT_REQUIRED`,
  });
});

test.each([
  [{ content: 'A', platformIds: ['fediverse-1', 'x'] }, 'input.post.platformIds.1'],
  [{ content: 'A', platformIds: ['fediverse-2'] }, 'input.post.platformIds'],
  [{ content: '\ud800', platformIds }, 'input.post.content'],
  [
    { content: 'A', platformIds, overrides: [{ platformId: 'fediverse-1', content: '' }] },
    'input.post.overrides.0.content',
  ],
  [{ content: 'A', platformIds, overrides: [{ platformId: 'x', content: 'B' }] }, 'input.post.overrides.0.platformId'],
  [{ content: 'A', platformIds, media: [{ url }, { url: 'x' }] }, 'input.post.media.1.url'],
  [{ content: 'A', platformIds, media: [{ url }, {}] }, 'input.post.media.1'],
  [{ content: 'A', platformIds, media: [{ url, altText: '\ud800' }] }, 'input.post.media.0.altText'],
  [{ content: 'A', platformIds, media: [{ url, altText: 'a'.repeat(10_001) }] }, 'input.post.media.0.altText'],
  [{ content: 'A', platformIds, media: [{ url }, { url, framings: [{}] }] }, 'input.post.media.1.framings'],
  [{ content: 'A', platformIds, media: [{ url }, { mediaId: 'x' }] }, 'input.post.media.1.mediaId'],
  [{ content: 'A', platformIds, media: [{ url }, { mediaId: 'f'.repeat(24) }] }, 'input.post.media.1.mediaId'],
])('createPost names the field: %j', async (post, field) => {
  expect(await extensionsOf(CREATE, { post })).toMatchObject({ field });
});

test('so do other operations, and what GraphQL itself refuses', async () => {
  expect(await extensionsOf(UPDATE, { postGroupId: 'x', content: 'A' })).toMatchObject({
    code: 'ID_INVALID',
    field: 'input.postGroupId',
  });
  expect(await extensionsOf(UPDATE, { postGroupId: 'f'.repeat(24), content: ' ' })).toMatchObject({
    code: 'CONTENT_REQUIRED',
    field: 'input.content',
  });
  expect(await extensionsOf(CREATE, { post: { content: 1, platformIds } })).toMatchObject({
    code: 'BAD_USER_INPUT',
    field: 'input.post.content',
    fault: 'ARGUMENTS',
    retryable: false,
  });
});

test('createPosts names the field of each refused post', async () => {
  const query = `mutation ($input: CreatePostsInput!) {
    createPosts(input: $input) { results { error { code field fault advice retryable } } }
  }`;
  const posts = [
    { post: { content: 'A', platformIds } },
    { post: { content: '', platformIds } },
    { post: { content: 'A', platformIds, media: [{ url: 'https://me:secret@example.com/' }] } },
    { post: { content: 'A', platformIds }, idempotencyKey: '' },
  ];
  const { data } = await graphql(service, headers, query, { input: { posts } });
  expect(data.createPosts.results.map(({ error }: { error: { field: string } | null }) => error?.field)).toEqual([
    undefined,
    'input.posts.1.post.content',
    'input.posts.2.post.media.0.url',
    'input.posts.3.idempotencyKey',
  ]);
});

test('an error without a field has none', async () => {
  const errors = await raw('{ viewer { id } }').then(() =>
    request(service.url).post('/graphql').send({ query: '{ viewer { id } }' }),
  );
  const { extensions } = errors.body.errors[0];
  expect(extensions).toMatchObject({ code: 'API_KEY_REQUIRED', fault: 'ACCOUNT', retryable: false });
  expect(extensions).not.toHaveProperty('field');
});

test('errorCodes has the same guidance, and each code has a page, also without the documentation site', async () => {
  const { data } = await graphql(service, {}, '{ errorCodes { code message fault advice retryable documentation } }');
  for (const { code, documentation, advice } of data.errorCodes) {
    expect(documentation).toBe(`${service.url}/docs/errors/${code}`);
    const { status, text } = await request(documentation).get('');
    expect({ code, status, hasTitle: /<h1[^>]*>/.test(text) && text.includes(code) }).toEqual({
      code,
      status: 200,
      hasTitle: true,
    });
    expect(advice).toMatch(/\.$/);
  }
  expect((await request(service.url).get('/docs/errors/NO_SUCH_CODE')).status).toBe(404);
  expect(data.errorCodes.length).toBeGreaterThan(100);
  expect(data.errorCodes.find(({ code }: { code: string }) => code === 'RATE_LIMITED')).toMatchObject({
    fault: 'LIMIT',
    retryable: true,
  });
});

test('operationErrors has the codes of each mutation, which every test compares with those that are thrown', async () => {
  const { data } = await graphql(
    service,
    {},
    '{ operationErrors { operation codes } __schema { mutationType { fields { name description } } } }',
  );
  const { fields } = data.__schema.mutationType;
  expect(data.operationErrors).toEqual(
    fields.map(({ name, description }: { name: string; description: string }) => ({
      operation: name,
      codes: errorsOf(description),
    })),
  );
  const { codes } = data.operationErrors.find(({ operation }: { operation: string }) => operation === 'createPost');
  expect(codes).toEqual(expect.arrayContaining(['CONTENT_REQUIRED', 'MEDIA_IN_USE', 'VALIDATION_FAILED']));
  for (const { codes: all } of data.operationErrors) for (const code of all) expect(CATALOGUE).toHaveProperty(code);
  const one = await graphql(service, {}, '{ operationErrors(operation: "deletePost") { codes } }');
  expect(one.data.operationErrors).toEqual([{ codes: ['ID_INVALID', 'POST_GROUP_NOT_FOUND'] }]);
});

test('the bodies of REST have the message alone', async () => {
  const { body, status } = await request(service.url)
    .post('/api/v1/create-post')
    .set(headers)
    .send({ content: ' ', platforms: platformIds });
  expect([status, body]).toEqual([400, { error: 'Content is required' }]);
});
