import request from 'supertest';
import { createAccount, type TestAccount } from '../support/account.js';
import { type GraphqlAnswer, graphql, openSocket } from '../support/graphql.js';
import { newPost } from '../support/new-post.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ env: { MAX_BODY_BYTES: '4096' } });
let account: TestAccount;

beforeAll(async () => {
  account = await createAccount(db, { connected: ['fediverse-1'] });
});

const key = () => ({ 'x-api-key': account.apiKey });
const post = () => request(service.url).post('/graphql').set(key());
const json = (body: string) => post().set('content-type', 'application/json').send(body);
const VIEWER = '{ viewer { id } }';
const createPost = (input: Record<string, unknown>) => ({
  query: 'mutation ($input: CreatePostInput!) { createPost(input: $input) { replayed } }',
  variables: { input: newPost(input) },
});

/** As older clients send it. */
const LATIN_1 = Buffer.from(JSON.stringify({ query: '{ viewer { id } } # Köln' }), 'latin1');

interface Case {
  name: string;
  send: () => request.Test;
  status: number;
  code: string | undefined;
  message?: string | RegExp;
}

const CASES: Case[] = [
  { name: 'a success', send: () => post().send({ query: VIEWER }), status: 200, code: undefined },
  {
    name: 'an error of the catalogue',
    send: () => post().send({ query: '{ postGroup(id: "x") { id } }' }),
    status: 200,
    code: 'ID_INVALID',
    message: 'id must be 24 hexadecimal characters, not "x"',
  },
  {
    name: 'an operation that is not valid',
    send: () => post().send({ query: '{ nothing }' }),
    status: 400,
    code: 'GRAPHQL_VALIDATION_FAILED',
    message: 'Cannot query field "nothing" on type "Query".',
  },
  {
    name: 'a syntax error',
    send: () => post().send({ query: '{ viewer {' }),
    status: 400,
    code: 'GRAPHQL_PARSE_FAILED',
    message: /^Syntax Error: /,
  },
  {
    name: 'a variable of another type',
    send: () => post().send(createPost({ content: 1, platformIds: ['x'] })),
    status: 400,
    code: 'BAD_USER_INPUT',
    message: 'Variable "$input" got invalid value at "input.post.content"; String cannot represent a non string value',
  },
  {
    name: 'a time that is none',
    send: () => post().send(createPost({ content: 'Hi', platformIds: ['x'], scheduledTime: '2026-02-30T10:00:00Z' })),
    status: 400,
    code: 'BAD_USER_INPUT',
    message: /at "input.scheduledTime"/,
  },
  {
    name: 'settings that are no object',
    send: () => post().send(createPost({ content: 'Hi', platformIds: ['x'], platformSettings: 'fast' })),
    status: 400,
    code: 'BAD_USER_INPUT',
    message: /at "input.post.platformSettings"/,
  },
  {
    name: 'an operation that is not in the document',
    send: () => post().send({ query: 'query A { viewer { id } }', operationName: 'B' }),
    status: 400,
    code: 'OPERATION_RESOLUTION_FAILURE',
    message: 'Unknown operation named "B".',
  },
  {
    name: 'a body that is no JSON',
    send: () => json('{ "query": '),
    status: 400,
    code: 'BODY_NOT_JSON',
    message: 'Request body is not valid JSON',
  },
  {
    name: 'a body that is too large',
    send: () => json(JSON.stringify({ query: VIEWER, variables: { long: 'x'.repeat(4096) } })),
    status: 413,
    code: 'BODY_TOO_LARGE',
    message: 'Request body is larger than 4096 bytes',
  },
  { name: 'a body without a query', send: () => post().send({ variables: {} }), status: 400, code: 'BAD_REQUEST' },
  { name: 'a body that is JSON and no object', send: () => json('7'), status: 400, code: 'BODY_NOT_JSON' },
  { name: 'no body', send: () => json(''), status: 400, code: 'BAD_REQUEST' },
  { name: 'no body and no content type', send: () => post(), status: 400, code: 'BAD_REQUEST' },
  {
    name: 'several operations in one request: batching is off',
    send: () => post().send([{ query: VIEWER }, { query: VIEWER }]),
    status: 400,
    code: 'BAD_REQUEST',
    message: 'Operation batching disabled.',
  },
  {
    name: 'a content type that a page of another origin may send',
    send: () =>
      request(service.url)
        .post('/graphql')
        .set('content-type', 'text/plain')
        .send(JSON.stringify({ query: VIEWER })),
    status: 415,
    code: 'BODY_TYPE_UNSUPPORTED',
    message: 'Content-Type must be application/json',
  },
  {
    name: 'a charset that is not UTF-8',
    send: () =>
      post()
        .set('content-type', 'application/json; charset=iso-8859-1')
        .send(JSON.stringify({ query: VIEWER })),
    status: 415,
    code: 'BODY_CHARSET_UNSUPPORTED',
    message: 'Unsupported charset "iso-8859-1". Send UTF-8',
  },
  {
    name: 'a content encoding that is not read',
    send: () => json(JSON.stringify({ query: VIEWER })).set('content-encoding', 'zstd'),
    status: 415,
    code: 'BODY_ENCODING_UNSUPPORTED',
    message: 'Unsupported Content-Encoding "zstd". Send gzip, deflate, br or no encoding',
  },
  {
    name: 'a body whose charset is spelled without a hyphen',
    send: () =>
      post()
        .set('content-type', 'application/json; charset=utf8')
        .send(JSON.stringify({ query: VIEWER })),
    status: 200,
    code: undefined,
  },
  {
    name: 'bytes that are not UTF-8',
    send: () =>
      post()
        .set('content-type', 'application/json')
        .serialize((text) => text)
        .send(LATIN_1 as never),
    status: 400,
    code: 'BODY_NOT_UTF8',
    message: 'Request body is not valid UTF-8',
  },
  {
    name: 'NUL in a text',
    send: () => post().send(createPost({ content: 'a\0b', platformIds: ['fediverse-1'] })),
    status: 200,
    code: 'TEXT_NOT_PUBLISHABLE',
    message: 'Text contains characters that cannot be published',
  },
  {
    name: 'a GET that a page of another origin may send: CSRF prevention',
    send: () => request(service.url).get('/graphql').query({ query: VIEWER }),
    status: 400,
    code: 'BAD_REQUEST',
    message: /potential Cross-Site Request Forgery/,
  },
  {
    name: 'a GET with an empty key: CSRF prevention',
    send: () => request(service.url).get('/graphql').set('x-api-key', '').query({ query: VIEWER }),
    status: 400,
    code: 'BAD_REQUEST',
    message: /potential Cross-Site Request Forgery/,
  },
  {
    name: 'a mutation over GET, by an API key alone',
    send: () => request(service.url).get('/graphql').set(key()).query({ query: 'mutation { signOut { ended } }' }),
    status: 405,
    code: 'BAD_REQUEST',
    message: 'GET requests only support query operations, not mutation operations',
  },
  {
    name: 'a mutation over GET',
    send: () =>
      request(service.url)
        .get('/graphql')
        .set({ ...key(), 'apollo-require-preflight': 'true' })
        .query({ query: 'mutation { deletePost(input: { postGroupId: "x" }) { deletedPostGroupId } }' }),
    status: 405,
    code: 'BAD_REQUEST',
    message: 'GET requests only support query operations, not mutation operations',
  },
];

describe.each(CASES)('$name', ({ send, status, code, message }) => {
  test(`${status}, ${code ?? 'without errors'}, in GraphQL’s shape, with the request id of its header`, async () => {
    const answer = await send();
    const body: GraphqlAnswer = answer.body;
    expect({ status: answer.status, code: body.errors?.[0]?.extensions.code }).toEqual({ status, code });
    if (message instanceof RegExp) expect(body.errors?.[0]?.message).toMatch(message);
    else if (message) expect(body.errors?.[0]?.message).toBe(message);
    expect(answer.headers['content-type']).toMatch(/json/);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.extensions).toEqual({
      requestId: answer.headers['x-request-id'],
      cost: expect.any(Object),
    });
    expect(JSON.stringify(body)).not.toMatch(/stacktrace|"http"|node_modules|\.js:\d/);
  });
});

test.each([
  ['content', { content: 'a\ud83d' }],
  ['overrides.0.content', { overrides: [{ platformId: 'fediverse-1', content: 'a\udd8a' }] }],
  ['platformSettings.videohub.title', { platformSettings: { videohub: { title: '\0' } } }],
])('characters that cannot be published: the error names the field %s', async (field, input) => {
  const { query, variables } = createPost({ content: 'Hi', platformIds: ['fediverse-1'], ...input });
  const { errors } = await graphql(service, key(), query, variables);
  expect(errors?.[0]?.extensions).toEqual({ code: 'TEXT_NOT_PUBLISHABLE' });
  expect(errors?.[0]?.guidance?.field).toBe(`input.post.${field}`);
});

describe('a root field that fails leaves the data of the others', () => {
  const errorsOf = ({ errors = [] }: GraphqlAnswer) => errors.map(({ path, extensions: { code } }) => ({ path, code }));

  test('mutations: what was created is returned, beside the error of what was refused', async () => {
    const answer = await graphql(
      service,
      key(),
      'mutation ($a: CreatePostInput!, $b: CreatePostInput!) { a: createPost(input: $a) { postGroup { content } } b: createPost(input: $b) { postGroup { content } } }',
      Object.fromEntries(
        ['Hi', ' '].map((content, index) => ['ab'[index], newPost({ content, platformIds: ['fediverse-1'] })]),
      ),
    );
    expect(answer.data).toEqual({ a: { postGroup: { content: 'Hi' } }, b: null });
    expect(errorsOf(answer)).toEqual([{ path: ['b'], code: 'CONTENT_REQUIRED' }]);
    const { data } = await graphql(service, key(), '{ postGroups { totalCount } }');
    expect(data.postGroups.totalCount).toBe(1);
  });

  test('queries', async () => {
    const answer = await graphql(service, key(), '{ viewer { id } sessions { edges { node { id } } } }');
    expect(answer.data).toEqual({ viewer: { id: account.userId }, sessions: null });
    expect(errorsOf(answer)).toEqual([{ path: ['sessions'], code: 'SESSION_REQUIRED' }]);
  });
});

test('two requests have two ids', async () => {
  const [a, b] = await Promise.all([graphql(service, key(), VIEWER), graphql(service, key(), VIEWER)]);
  expect(a?.extensions.requestId).not.toBe(b?.extensions.requestId);
});

test('a query over GET is allowed with a header that no form can send', async () => {
  const answer = await request(service.url)
    .get('/graphql')
    .set({ ...key(), 'apollo-require-preflight': 'true' })
    .query({ query: VIEWER });
  expect(answer.body.data).toEqual({ viewer: { id: account.userId } });
});

describe('over a web socket', () => {
  const answerTo = async (query: string) => {
    const client = openSocket(service, key());
    const answer = await new Promise<unknown>((resolve) => {
      client.subscribe({ query }, { next: resolve, error: resolve, complete: () => resolve('nothing') });
    });
    await client.dispose();
    return answer;
  };

  test('responses have a request id, successes and errors alike', async () => {
    const extensions = {
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      cost: expect.any(Object),
    };
    expect(await answerTo(VIEWER)).toEqual({ data: { viewer: { id: account.userId } }, extensions });
    expect(await answerTo('{ postGroup(id: "x") { id } }')).toMatchObject({
      errors: [{ extensions: { code: 'ID_INVALID', argument: 'id', value: 'x' } }],
      extensions,
    });
  });

  test('an operation that cannot run has the code that it has over HTTP', async () => {
    const refused = (code: string) => [
      {
        message: expect.any(String),
        locations: expect.any(Array),
        extensions: expect.objectContaining({ code, requestId: expect.any(String) }),
      },
    ];
    expect(await answerTo('{ nothing }')).toEqual(refused('GRAPHQL_VALIDATION_FAILED'));
    expect(await answerTo('{ viewer {')).toEqual(refused('GRAPHQL_PARSE_FAILED'));
  });
});
