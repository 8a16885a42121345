import { getIntrospectionQuery } from 'graphql';
import { createAccount, type TestAccount } from '../support/account.js';
import { graphql, openSocket } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
let account: TestAccount;

beforeAll(async () => {
  account = await createAccount(db);
});

const times = (count: number, make: (index: number) => string) => Array.from({ length: count }, (_, i) => make(i));

const page = 'edges { cursor node { id content status posts { id content status error { code message } } } }';

const TOO_LARGE = [
  {
    limit: 'depth',
    query: `{ ${'postGroups { edges { node { posts { error { '.repeat(3)} code ${'} '.repeat(15)} }`,
    message: /^Query depth limit of 10 exceeded/i,
    code: 'OPERATION_TOO_LARGE',
  },
  {
    limit: 'aliases',
    query: `{ ${times(16, (i) => `v${i}: viewer { id }`).join(' ')} }`,
    message: /^Aliases limit of 15 exceeded/i,
    code: 'OPERATION_TOO_LARGE',
  },
  {
    limit: 'cost',
    query: `{ ${times(15, (i) => `p${i}: postGroups(first: 100) { ${page} }`).join(' ')} }`,
    message: /^Query cost limit of 10000 exceeded/i,
    code: 'OPERATION_TOO_LARGE',
  },
  {
    limit: 'tokens',
    query: `{ viewer { ${times(1000, () => 'id').join(' ')} } }`,
    message: /more than 1000 tokens|more that 1000 tokens/,
    code: 'GRAPHQL_PARSE_FAILED',
  },
];

describe.each(TOO_LARGE)('an operation over the limit of $limit', ({ query, message, code }) => {
  test('is refused over HTTP with a message that names the limit', async () => {
    const { data, errors } = await graphql(service, { 'x-api-key': account.apiKey }, query);
    expect(data).toBeUndefined();
    expect(errors).toContainEqual(
      expect.objectContaining({
        message: expect.stringMatching(message),
        extensions: expect.objectContaining({ code }),
      }),
    );
  });

  test('and over a web socket', async () => {
    const client = openSocket(service, { 'x-api-key': account.apiKey });
    const answer = await new Promise((resolve) => {
      client.subscribe({ query }, { next: resolve, error: resolve, complete: () => resolve('nothing') });
    });
    expect(answer).toContainEqual(
      expect.objectContaining({
        message: expect.stringMatching(message),
        extensions: expect.objectContaining({ code }),
      }),
    );
    await client.dispose();
  });
});

test('what a client honestly asks for stays under every limit', async () => {
  const { errors } = await graphql(
    service,
    { 'x-api-key': account.apiKey },
    `query Dashboard {
      viewer { id email displayName plan { name } managed connectedAccounts { edges { node { platformId platform username displayName revokedAt } } } }
      drafts: postGroups(filter: { statuses: DRAFT }, first: 100) { totalCount ${page} pageInfo { hasNextPage endCursor } }
      planned: postGroups(filter: { statuses: SCHEDULED }, first: 100) { totalCount ${page} pageInfo { endCursor } }
      failed: postGroups(filter: { statuses: FAILED }, first: 100) { totalCount ${page} pageInfo { endCursor } }
    }`,
  );
  expect(errors).toBeUndefined();
});

test('introspection as tools send it needs no key', async () => {
  const { data, errors } = await graphql(service, {}, getIntrospectionQuery({ specifiedByUrl: true }));
  expect(errors).toBeUndefined();
  expect(data.__schema.types.length).toBeGreaterThan(30);
});
