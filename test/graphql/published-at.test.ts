import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api,worker' });
let sandbox: Sandbox;
let account: TestAccount;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  account = await createAccount(db);
});
afterAll(() => sandbox?.close());

const run = (query: string, variables = {}) => graphql(service, { 'x-api-key': account.apiKey }, query, variables);

/** A group that is due now, once its publishing has ended. */
async function publish(platformIds: string[]) {
  const input = { post: { content: 'Hi', platformIds }, scheduledTime: new Date().toISOString() };
  const { data } = await run(
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id publishedAt } } }',
    { input },
  );
  const { id, publishedAt } = data.createPost.postGroup;
  expect(publishedAt).toBeNull();
  const query = '($id: ID!) { postGroup(id: $id) { id status processingStatus publishedAt } }';
  return eventually(async () => {
    const { postGroup } = (await run(`query ${query}`, { id })).data;
    return postGroup.processingStatus === 'FINISHED' ? postGroup : undefined;
  });
}

test('publishedAt is when the first post of a group was published, and null while none was', async () => {
  const [good, slow, bad] = [
    sandbox.createAccount('fediverse'),
    sandbox.createAccount('fediverse'),
    sandbox.createAccount('fediverse'),
  ];
  const ids = [await account.connect(good), await account.connect(slow), await account.connect(bad)];
  sandbox.setFault({ platform: 'fediverse', accountId: bad.accountId, kind: 'rejected', times: 0 });
  sandbox.setFault({ platform: 'fediverse', accountId: slow.accountId, kind: 'server_error', times: 1 });

  const failed = await publish(ids.slice(2));
  expect(failed).toMatchObject({ status: 'FAILED', publishedAt: null });

  const group = await publish(ids);
  expect(group.status).toBe('PARTIALLY_PUBLISHED');
  const events = await db.query<{ at: Date }>(
    `SELECT created_at AS at FROM live_events WHERE group_id = $1 AND payload->>'type' = 'published' ORDER BY sequence`,
    [group.id],
  );
  expect(events).toHaveLength(2);
  expect(group.publishedAt).toBe(events[0]?.at.toISOString());

  const find = async (range: object) => {
    const query = 'query ($filter: PostGroupFilter) { postGroups(filter: $filter) { edges { node { id } } } }';
    const { data } = await run(query, { filter: { publishedAt: range } });
    return data.postGroups.edges.map(({ node }: { node: { id: string } }) => node.id);
  };
  expect(await find({ from: group.publishedAt, to: group.publishedAt })).toEqual([group.id]);
  expect(await find({})).toEqual([group.id, failed.id]);
});
