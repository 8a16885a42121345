/** What an operation costs, and that it is refused as a whole, before anything is executed, when that is too much. */
import { readdir, readFile } from 'node:fs/promises';
import fc from 'fast-check';
import {
  buildSchema,
  type GraphQLInputType,
  getIntrospectionQuery,
  getNamedType,
  getOperationAST,
  isInputObjectType,
  Kind,
  type NonNullTypeNode,
  OperationTypeNode,
  parse,
  print,
  separateOperations,
  typeFromAST,
} from 'graphql';
import request from 'supertest';
import { createAccount, type TestAccount } from '../support/account.js';
import { exampleInput } from '../support/example-input.js';
import { graphql, openSocket } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
let account: TestAccount;

beforeAll(async () => {
  account = await createAccount(db, { connected: ['fediverse-1'] });
});

type Variables = Record<string, unknown>;

const ask = (query: string, variables: Variables = {}) =>
  graphql(service, { 'x-api-key': account.apiKey }, query, variables);
const costOf = async (query: string, variables: Variables = {}): Promise<number> =>
  (await ask(query, variables)).extensions.cost.requested;

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');
const NODES = 'edges { cursor node { id content status posts { id content status error { code message } } } }';

/** Of 100 groups, with 3 posts each. */
const PAGE = 1061;

/** What a table of posts shows. */
const TABLE = `edges { node { id content status scheduledTime posts { url error { code message } account { displayName platform } }
  media { edges { node { url altText metadata { size } } } } } }`;

/** A refusal for its cost: the code, and the cost that was found. */
const refusedAt = (cost: number) => ({
  data: undefined,
  errors: [
    {
      message: `Query cost limit of 10000 exceeded, found ${cost}.`,
      extensions: expect.objectContaining({ code: 'OPERATION_TOO_LARGE', fault: 'ARGUMENTS' }),
    },
  ],
  extensions: {
    requestId: expect.any(String),
    cost: {
      requested: cost,
      limit: 1_000_000_000,
      remaining: expect.any(Number),
      resetsInSeconds: expect.any(Number),
    },
  },
});

describe('the figures', () => {
  const input = (platformIds: string[], content: string) => ({ input: { post: { content, platformIds } } });
  const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';
  const targets = (count: number) => Array.from({ length: count }, (_, index) => `fediverse-${index}`);

  test.each([
    ['an object is 1, a property a tenth', `{ viewer { ${times(15, (index) => `a${index}: id`)} } }`, {}, 1 + 1.5],
    ['what has to be found out is 1', `{ postGroup(id: "${'0'.repeat(24)}") { allowedActions content } }`, {}, 1 + 2],
    ['a page is its size times its selection', '{ postGroups(first: 7) { edges { node { id } } } }', {}, 1 + 7 * 1.2],
    ['a page of no given size is 20', '{ postGroups { edges { node { id } } } }', {}, 1 + 20 * 1.2],
    ['from the end alike', '{ postGroups(last: 7) { edges { node { id } } } }', {}, 1 + 7 * 1.2],
    ['a full page of groups with their posts', `{ postGroups(first: 100) { ${NODES} } }`, {}, PAGE],
    ['a table of 100 groups', `{ postGroups(first: 100) { ${TABLE} } }`, {}, 5991],
    ['connected accounts are a page', '{ connectedAccounts { edges { node { platformId } } } }', {}, 1 + 20 * 1.2],
    ['another list as 3', `{ postGroup(id: "${'0'.repeat(24)}") { posts { id } } }`, {}, 1 + 1 + 3 * 0.1],
    [
      'each statistic is a request to the platform',
      '{ connectedAccounts(first: 10) { edges { node { statistics { count } } } } }',
      {},
      1 + 10 * (250 + 1.4),
    ],
    [
      'as many as are asked for',
      '{ connectedAccounts(first: 10) { edges { node { statistics(metrics: [REACTION, REACTION]) { count } } } } }',
      {},
      1 + 10 * (50 + 1.4),
    ],
    ['a search is 50', '{ postGroups(first: 7, filter: { text: "a" }) { totalCount } }', {}, 50 + 7 * 0.1],
    ['by status, too', '{ postGroupCounts(filter: { text: "a" }) { count } }', {}, 50 + 7 * 0.1],
    [
      'a filter without text is none',
      '{ postGroups(first: 7, filter: { text: " " }) { totalCount } }',
      {},
      1 + 7 * 0.1,
    ],
    ['usage is 20', '{ usage { connectedAccounts } }', {}, 20 + 0.1],
    [
      'what is counted of all managed users is 50',
      '{ clientsSummary { clients } usage { clients(first: 7) { edges { node { drafts } } } } }',
      {},
      50 + 0.1 + 20 + 50 + 7 * 1.2,
    ],
    [
      'the order by it, too',
      '{ managedUsers(first: 7, sort: ATTENTION) { edges { node { overview { drafts } } } } }',
      {},
      50 + 7 * 2.2,
    ],
    ['the order by time is a page', '{ managedUsers(first: 7) { edges { node { id } } } }', {}, 1 + 7 * 1.2],
    ['nodes are as many as their ids', '{ nodes(ids: ["1", "2"]) { id } }', {}, 1 + 2 * 0.1],
    ['a mutation is 10', 'mutation { deletePost(input: { postGroupId: "0" }) { deletedPostGroupId } }', {}, 10 + 0.1],
    ['createPost counts its target', CREATE, input(targets(1), 'Hi'), 57],
    ['each of 100 targets', CREATE, input(targets(100), 'Hi'), 552],
    ['and its text', CREATE, input(targets(1), 'x'.repeat(100_000)), 1056],
    [
      'and the texts of single targets',
      CREATE,
      {
        input: {
          post: {
            ...input(targets(1), 'Hi').input.post,
            overrides: [{ platformId: 'fediverse-0', content: 'x'.repeat(1000) }],
          },
        },
      },
      57 + 60,
    ],
    [
      'previewPost counts the text',
      'query ($content: String!) { previewPost(input: { post: { content: $content, platforms: [SKYFEED] } }) { platform } }',
      { content: 'x'.repeat(100_000) },
      1050 + 0.3,
    ],
    [
      'a stored text has a fixed cost',
      `{ validatePost(input: { postGroupId: "${'0'.repeat(24)}" }) { valid } }`,
      {},
      300 + 0.1,
    ],
    ['__typename is free', '{ __typename }', {}, 0],
    ['introspection is a twentieth of a point per field, 300 types', '{ __schema { types { name } } }', {}, 16],
    ['a type counts as twenty', '{ __type(name: "Query") { fields { name description } } }', {}, 8],
  ])('%s', async (_rule, query, variables, cost) => {
    expect(await costOf(query, variables)).toBe(Math.ceil(cost));
  });

  test.each([
    ['createApiKey', '{ name: "a" }'],
    ['revokeApiKey', '{ apiKeyId: "a" }'],
    ['revokeApplication', '{ applicationId: "a" }'],
    ['disconnectAccount', '{ platformId: "a" }'],
    ['detachManagedUser', '{ userId: "a" }'],
    ['deleteWebhook', '{ webhookId: "a" }'],
  ])('%s, which the audit log records, is 200', async (name, input) => {
    expect(await costOf(`mutation { ${name}(input: ${input}) { __typename } }`)).toBe(200);
  });

  test('a mutation that takes a password or a code is 500', async () => {
    const mutations = Object.values(
      buildSchema(await readFile('schema.graphql', 'utf8'))
        .getMutationType()
        ?.getFields() ?? {},
    );
    const fieldsOf = ({ args }: (typeof mutations)[number]) => {
      const input = getNamedType(args[0]?.type);
      return isInputObjectType(input) ? Object.keys(input.getFields()) : [];
    };
    const secret = mutations.filter((mutation) => fieldsOf(mutation).some((name) => /^code$|password$/i.test(name)));
    expect(secret.map(({ name }) => name)).toEqual(expect.arrayContaining(['signIn', 'resetPassword', 'endSession']));
    for (const mutation of secret) {
      const input = fieldsOf(mutation).map((name) => `${name}: "x"`);
      const cost = await costOf(`mutation { ${mutation.name}(input: { ${input.join(', ')} }) { __typename } }`);
      expect([mutation.name, cost]).toEqual([mutation.name, 500]);
    }
  });
});

test('a view of the dashboard costs at most 500 points, without 12 requests to platforms, stored texts, and 400 further posts', async () => {
  const schema = buildSchema(await readFile('schema.graphql', 'utf8'));
  const files = (await readdir('dashboard/src', { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  const texts = await Promise.all(files.map((name) => readFile(`dashboard/src/${name}`, 'utf8')));
  const definitions = texts
    .flatMap((text) => [...text.matchAll(/graphql\(\s*`([^`]*)`/g)].map(([, document = '']) => document))
    .flatMap((document) => parse(document.replaceAll('@_unmask', '')).definitions);
  const dear: string[] = [];
  const operations = Object.entries(separateOperations({ kind: Kind.DOCUMENT, definitions }));
  for (const [name, document] of operations) {
    const operation = getOperationAST(document, name);
    if (operation?.operation !== OperationTypeNode.QUERY) continue;
    const required = (operation.variableDefinitions ?? []).filter(({ type }) => type.kind === Kind.NON_NULL_TYPE);
    const variables = Object.fromEntries(
      required.map(({ variable, type }) => [
        variable.name.value,
        exampleInput(typeFromAST(schema, type as NonNullTypeNode) as GraphQLInputType),
      ]),
    );
    if ((await costOf(print(document), variables)) > 500) dear.push(name);
  }
  expect(operations.length).toBeGreaterThan(50);
  expect(dear.toSorted()).toEqual(['AccountStatistics', 'Check', 'RestOfCalendar']);
});

test('an event of the dashboard costs at most 20 points', async () => {
  const source = await readFile('dashboard/src/api/activity.ts', 'utf8');
  const query = /graphql\(`([^`]*)`/.exec(source)?.[1] ?? '';
  const client = openSocket(service, { 'x-api-key': account.apiKey });
  // Refused for its cursor, after it was charged.
  const answer = await new Promise((resolve, reject) => {
    client.subscribe({ query, variables: { after: 'none' } }, { next: resolve, error: reject, complete: reject });
  });
  const { errors, extensions } = answer as { errors: unknown; extensions: { cost: { requested: number } } };
  expect(errors).toMatchObject([{ extensions: { code: 'PAGE_INVALID' } }]);
  expect(extensions.cost.requested).toBeGreaterThan(100);
  expect(extensions.cost.requested).toBeLessThanOrEqual(100 + 20);
  await client.dispose();
});

describe('what slips past a limit that reads the text of an operation alone', () => {
  const EXPENSIVE = (size: string) => times(15, (index) => `p${index}: postGroups(first: ${size}) { ${NODES} }`);

  test('a size in a variable', async () => {
    const answer = await ask(`query ($n: Int) { ${EXPENSIVE('$n')} }`, { n: 100 });
    expect(answer).toEqual(refusedAt(15 * PAGE));
  });

  test('in the default value of a variable', async () => {
    expect(await ask(`query ($n: Int = 100) { ${EXPENSIVE('$n')} }`)).toEqual(refusedAt(15 * PAGE));
  });

  test('15 aliases of an expensive field', async () => {
    const preview = (index: number) => `a${index}: previewPost(input: $input) { platform }`;
    const query = `query ($input: ValidatePostInput!) { ${times(15, preview)} }`;
    const input = { post: { content: 'x'.repeat(100_000), platforms: ['SKYFEED'] } };
    expect(await ask(query, { input })).toEqual(refusedAt(Math.ceil(15 * 1050.3)));
    expect(await costOf(query, { input: { post: { ...input.post, content: 'Hi' } } })).toBe(Math.ceil(15 * 51.3));
  });

  test('fragments within fragments', async () => {
    const query = `{ ${times(15, (index) => `p${index}: postGroups(first: 100) { ...a }`)} }
      fragment a on PostGroupConnection { ...b } fragment b on PostGroupConnection { ${NODES} }`;
    expect(await ask(query)).toEqual(refusedAt(15 * PAGE));
  });

  test('fragments that multiply: 2 to the power of 40 fields', async () => {
    const fragment = (index: number) => `fragment f${index} on Viewer { id ...f${index + 1} ... { ...f${index + 1} } }`;
    const { data, errors } = await ask(`{ viewer { ...f0 } } ${times(40, fragment)} fragment f40 on Viewer { id }`);
    expect([data, errors?.[0]?.extensions.code]).toEqual([undefined, 'OPERATION_TOO_LARGE']);
  });

  test('a field beside one whose argument has no value', async () => {
    const query = `query ($id: ID = "0") { postGroup(id: $id) { id } ${EXPENSIVE('100')} }`;
    const { data, errors } = await ask(query, { id: null });
    expect([data, errors?.[0]?.extensions.code]).toEqual([undefined, 'BAD_USER_INPUT']);
  });

  test('another operation of the same document', async () => {
    const query = `query Small { viewer { id } } query Large { ${EXPENSIVE('100')} }`;
    const send = (operationName: string) =>
      request(service.url).post('/graphql').set({ 'x-api-key': account.apiKey }).send({ query, operationName });
    expect((await send('Small')).body.extensions.cost.requested).toBe(2);
    expect((await send('Large')).body).toEqual(refusedAt(15 * PAGE));
  });

  test('a web socket', async () => {
    const client = openSocket(service, { 'x-api-key': account.apiKey });
    const query = `query ($n: Int = 100) { ${EXPENSIVE('$n')} }`;
    const answer = await new Promise((resolve) => {
      client.subscribe({ query }, { next: resolve, error: resolve, complete: () => resolve('nothing') });
    });
    expect(answer).toMatchObject([{ extensions: { code: 'OPERATION_TOO_LARGE' } }]);
    await client.dispose();
  });

  test('a mutation among them is not executed', async () => {
    const query = `mutation ($input: CreatePostInput!) {
      createPost(input: $input) { postGroupId }
      ${times(14, (index) => `m${index}: createPost(input: $input) { postGroupId }`)}
    }`;
    const input = { post: { content: 'x'.repeat(90_000), platformIds: ['fediverse-1'] } };
    const { data } = await ask(query, { input });
    expect(data).toBeUndefined();
    expect(await db.query('SELECT 1 FROM post_groups WHERE user_id = $1', [account.userId])).toEqual([]);
  });
});

test('what @skip and @include leave out costs nothing, also by a variable', async () => {
  const query = `query ($yes: Boolean!, $no: Boolean = false) {
    viewer { id email @skip(if: $yes) displayName @include(if: $no) ... @include(if: $no) { managed } }
  }`;
  expect(await costOf(query, { yes: true })).toBe(Math.ceil(1.1));
  expect(await costOf(query, { yes: false, no: true })).toBe(Math.ceil(1.4));
});

test('an operation costs the same with variables and with literal values', async () => {
  const size = fc.option(fc.integer({ min: 1, max: 100 }), { nil: null });
  const cases = fc.record({
    first: size,
    metrics: fc.array(fc.constantFrom('REACTION', 'COMMENT', 'IMPRESSION'), { minLength: 1, maxLength: 4 }),
    content: fc.string({ maxLength: 300 }).filter((text) => !text.includes('\0')),
    flag: fc.boolean(),
    asDefault: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ first, metrics, content, flag, asDefault }) => {
      const body = (values: { first: string; metrics: string; content: string; flag: string }) => `{
        postGroups(first: ${values.first}) { edges { node { id posts { id @include(if: ${values.flag}) } } } }
        connectedAccounts(first: 10) { edges { node { statistics(metrics: ${values.metrics}) { count } } } }
        previewPost(input: { post: { content: ${values.content}, platforms: [SKYFEED] } }) { platform @skip(if: ${values.flag}) }
      }`;
      const literals = {
        first: String(first),
        metrics: `[${metrics}]`,
        content: JSON.stringify(content),
        flag: String(flag),
      };
      const of = (name: keyof typeof literals) => (asDefault ? ` = ${literals[name]}` : '');
      const head = `query ($first: Int${of('first')}, $metrics: [Metric!]${of('metrics')}, $content: String!${of('content')}, $flag: Boolean!${of('flag')})`;
      const names = { first: '$first', metrics: '$metrics', content: '$content', flag: '$flag' };
      const withVariables = head + body(names);
      const variables = asDefault ? {} : { first, metrics, content, flag };
      expect(await costOf(withVariables, variables)).toBe(await costOf(body(literals)));
    }),
    { numRuns: 60 },
  );
});

describe('bounds beside the cost', () => {
  const PLATFORM_IDS = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';

  test.each([
    ['values', { input: { post: { content: 'Hi', platformIds: Array(5000).fill('fediverse-1') } } }],
    ['values', { other: Array(5001).fill(0) }],
    ['depth', { input: JSON.parse(`${'['.repeat(400)}${']'.repeat(400)}`) }],
  ])('variables of too many %s are refused', async (_what, variables) => {
    const { data, errors } = await ask(PLATFORM_IDS, variables);
    expect([data, errors?.[0]?.extensions.code]).toEqual([undefined, 'OPERATION_TOO_LARGE']);
    expect(errors?.[0]?.message).toMatch(/^Variables (depth )?limit of /);
  });

  test('a body of more than a megabyte is refused', async () => {
    const { data, errors } = await ask('query ($text: String) { viewer { id } }', { text: 'x'.repeat(1024 * 1024) });
    expect([data, errors?.[0]?.extensions.code]).toEqual([undefined, 'BODY_TOO_LARGE']);
  });

  test('fragments in a circle, and directives by the hundred', async () => {
    const circle = '{ viewer { ...a } } fragment a on Viewer { ...b } fragment b on Viewer { ...a }';
    const directives = `{ viewer { id ${times(100, () => '@skip(if: false)')} } }`;
    for (const query of [circle, directives]) {
      expect((await ask(query)).errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    }
  });

  test('introspection counts like any selection, and not without end inside', async () => {
    const whole = await ask(getIntrospectionQuery());
    expect(whole.errors).toBeUndefined();
    expect(whole.extensions.cost.requested).toBeGreaterThan(2_500);
    expect(whole.extensions.cost.requested).toBeLessThan(7_500);
    const type = /fragment FullType.*/s.exec(getIntrospectionQuery())?.[0];
    const many = await ask(`{ __schema { ${times(15, (index) => `a${index}: types { ...FullType }`)} } } ${type}`);
    expect(many.errors?.[0]).toMatchObject({
      message: expect.stringMatching(/^Query cost limit of 10000 exceeded/),
      extensions: { code: 'OPERATION_TOO_LARGE' },
    });
    const deep = `{ __schema { types { ${'fields { type { '.repeat(4)} name ${'} } '.repeat(4)} } } }`;
    expect((await ask(deep)).errors?.[0]?.message).toBe('Maximum introspection depth exceeded');
  });

  test('several operations in one request', async () => {
    const batch = [{ query: '{ viewer { id } }' }, { query: '{ viewer { id } }' }];
    const { status, body } = await request(service.url)
      .post('/graphql')
      .set({ 'x-api-key': account.apiKey })
      .send(batch);
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'BAD_REQUEST']);
  });

  test('persisted queries are not kept', async () => {
    const persistedQuery = { version: 1, sha256Hash: '0'.repeat(64) };
    const { body } = await request(service.url).post('/graphql').send({ extensions: { persistedQuery } });
    expect(body.errors[0].extensions.code).toBe('PERSISTED_QUERY_NOT_SUPPORTED');
  });

  test('GET takes queries, at their cost, and no mutation', async () => {
    const get = (query: string) =>
      request(service.url)
        .get('/graphql')
        .query({ query })
        .set({ 'x-api-key': account.apiKey, 'apollo-require-preflight': 'true' });
    expect((await get('{ viewer { id } }')).body.extensions.cost.requested).toBe(2);
    expect((await get('mutation { signOut { ended } }')).status).toBe(405);
    expect((await get(`{ ${times(15, (index) => `p${index}: postGroups(first: 100) { ${NODES} }`)} }`)).body).toEqual(
      refusedAt(15 * PAGE),
    );
  });
});
