import { newId } from '../../src/foundation/database/id.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { graphql, openSocket } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
let account: TestAccount;

beforeAll(async () => {
  account = await createAccount(db, { connected: ['fediverse-1'] });
});

/** Takes a table away for as long as `work` runs: every statement on it is an unexpected failure. */
async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
  await db.query(`ALTER TABLE ${table} RENAME TO ${table}_away`);
  try {
    return await work();
  } finally {
    await db.query(`ALTER TABLE ${table}_away RENAME TO ${table}`);
  }
}

/** The one line that the service logged about a failure; the test expected it, so `stop` must not see it. */
async function logged(): Promise<Record<string, unknown> & { err: { message: string } }> {
  const line = await eventually(async () => service.errors.shift());
  expect(service.errors).toEqual([]);
  return JSON.parse(line);
}

const headers = () => ({ 'x-api-key': account.apiKey });
const MASKED = 'Internal server error';

test('an unexpected failure shows INTERNAL_ERROR and nothing else, and is logged with its cause and the request id', async () => {
  const query = `{ viewer { id } postGroup(id: "${newId()}") { id } }`;
  const answer = await without('post_groups', () => graphql(service, headers(), query));
  expect(answer).toEqual({
    data: { viewer: { id: account.userId }, postGroup: null },
    errors: [
      {
        message: MASKED,
        path: ['postGroup'],
        locations: expect.any(Array),
        extensions: { code: 'INTERNAL_ERROR' },
      },
    ],
    extensions: { requestId: expect.any(String), cost: expect.any(Object) },
  });
  const line = await logged();
  expect(line).toMatchObject({ requestId: answer.extensions.requestId, path: ['postGroup'] });
  expect(line.err.message).toMatch(/post_groups/);
});

test('so does a failure of the access checks', async () => {
  const answer = await without('api_keys', () => graphql(service, headers(), '{ viewer { id } }'));
  expect(answer.errors).toMatchObject([{ message: MASKED, extensions: { code: 'INTERNAL_ERROR' } }]);
  expect(await logged()).toMatchObject({ requestId: answer.extensions.requestId });
});

/** How many groups, posts, events and jobs there are. */
const counts = () =>
  db.query(
    `SELECT (SELECT count(*) FROM post_groups) AS groups, (SELECT count(*) FROM platform_posts) AS posts,
            (SELECT count(*) FROM live_events) AS events, (SELECT count(*) FROM pgboss.job WHERE name = 'publish') AS jobs`,
  );

test('a failed mutation leaves nothing behind', async () => {
  const before = await counts();
  const answer = await without('post_logs', () =>
    graphql(service, headers(), 'mutation ($input: CreatePostInput!) { createPost(input: $input) { replayed } }', {
      input: {
        post: { content: 'Hi', platformIds: ['fediverse-1'] },
        scheduledTime: '2035-01-01T00:00:00Z',
      },
    }),
  );
  expect(answer.errors?.[0]?.extensions.code).toBe('INTERNAL_ERROR');
  expect(await logged()).toMatchObject({ requestId: answer.extensions.requestId });
  expect(await counts()).toEqual(before);
});

describe('over a web socket', () => {
  test('an operation’s failure is masked and logged the same way', async () => {
    const client = openSocket(service, headers());
    const results = client.iterate({ query: '{ viewer { connectedAccounts { edges { node { platformId } } } } }' });
    const { value } = await without('connections', () => results.next());
    expect(value).toMatchObject({ errors: [{ message: MASKED, extensions: { code: 'INTERNAL_ERROR' } }] });
    expect(await logged()).toMatchObject({ requestId: value.extensions.requestId });
    await client.dispose();
  });

  test('a failure of the access checks closes the socket with 4500 and is logged with a request id', async () => {
    const client = openSocket(service, headers());
    const refused = without('api_keys', () => client.iterate({ query: '{ viewer { id } }' }).next());
    await expect(refused).rejects.toMatchObject({ code: 4500, reason: MASKED });
    expect(await logged()).toMatchObject({ requestId: expect.any(String) });
  });

  test('a failure in the middle of a subscription ends it with a masked error that carries the request id', async () => {
    const created = await graphql(
      service,
      headers(),
      'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }',
      { input: { post: { content: 'Hi', platformIds: ['fediverse-1'] } } },
    );
    const { id } = created.data.createPost.postGroup;
    const client = openSocket(service, headers());
    const steps = client.iterate({
      query: 'subscription ($id: ID!) { postProgress(postGroupId: $id, after: 0) { sequence } }',
      variables: { id },
    });
    expect((await steps.next()).value.data).toEqual({ postProgress: { sequence: 1 } });
    const next = steps.next();
    await without('live_events', async () => {
      await db.query(`SELECT pg_notify('live_events', $1)`, [
        JSON.stringify({ userId: account.userId, groupId: id, first: 2, last: 2, due: [] }),
      ]);
      await expect(next).rejects.toMatchObject([
        { message: MASKED, extensions: { code: 'INTERNAL_ERROR', requestId: expect.any(String) } },
      ]);
    });
    const line = await logged();
    await expect(next.catch((errors) => errors[0].extensions.requestId)).resolves.toBe(line.requestId);
    await client.dispose();
  });
});
