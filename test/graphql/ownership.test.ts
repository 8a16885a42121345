import { newId } from '../../src/foundation/database/id.js';
import { connectTargets, createAccount, SOME_SECRET, type TestAccount } from '../support/account.js';
import { graphql, type Headers } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();
let owner: TestAccount;
let callers: Record<'owner' | 'managed' | 'otherUser', Headers>;
let groups: Record<keyof typeof callers, string>;

beforeAll(async () => {
  const connected = ['fediverse-1'];
  owner = await createAccount(db, { workspaceAccess: true, connected });
  const otherUser = await createAccount(db, { connected });
  const managed = await owner.manage();
  await connectTargets(db, managed, connected);
  callers = {
    owner: { 'x-api-key': owner.apiKey },
    managed: { 'x-api-key': owner.apiKey, 'x-service-user-id': managed },
    otherUser: { 'x-api-key': otherUser.apiKey },
  };
  const [a, b, c] = await Promise.all([create(callers.owner), create(callers.managed), create(callers.otherUser)]);
  groups = { owner: a, managed: b, otherUser: c };
});

async function create(headers: Headers): Promise<string> {
  const input = {
    post: { content: 'Hi', platformIds: ['fediverse-1'] },
    scheduledTime: '2035-01-01T00:00:00Z',
  };
  const query = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
  return (await graphql(service, headers, query, { input })).data.createPost.postGroup.id;
}

const PEOPLE = ['owner', 'managed', 'otherUser'] as const;
const LOG = `query ($id: ID!, $first: Int, $after: String) {
  postGroup(id: $id) {
    log(first: $first, after: $after) {
      edges { cursor node { id postGroupId platformPostId event platform platformKey error httpStatus retryCount metadata { from to errorCode retryable } } }
      totalCount
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
}`;

describe.each(PEOPLE)('%s', (who) => {
  test('sees their own group, its log and their own list', async () => {
    const id = groups[who];
    const { data } = await graphql(
      service,
      callers[who],
      `query ($id: ID!) { postGroup(id: $id) { id posts { platformId } } postGroups { totalCount edges { node { id } } } }`,
      { id },
    );
    expect(data.postGroup).toEqual({ id, posts: [{ platformId: 'fediverse-1' }] });
    expect(data.postGroups).toEqual({ totalCount: 1, edges: [{ node: { id } }] });
    const log = await graphql(service, callers[who], LOG, { id });
    expect(log.data.postGroup.log.edges).toMatchObject([
      { node: { postGroupId: id, event: 'SCHEDULED', platform: 'FEDIVERSE' } },
    ]);
  });

  test.each(PEOPLE.filter((other) => other !== who))('sees nothing of %s', async (other) => {
    const id = groups[other];
    expect((await graphql(service, callers[who], `{ postGroup(id: "${id}") { id } }`)).data).toEqual({
      postGroup: null,
    });
  });
});

test('a group that never was looks like another account’s', async () => {
  const id = newId();
  expect((await graphql(service, callers.owner, `{ postGroup(id: "${id}") { id } }`)).data).toEqual({
    postGroup: null,
  });
});

test('connections are the viewer’s own, oldest first', async () => {
  const insert = (platformId: string, userId: string, day: number) =>
    db.query(
      `INSERT INTO connections (id, user_id, platform, account_id, platform_id, username, display_name, credentials,
                                created_at, updated_at)
       VALUES ($1, $2, 'fediverse', $3, $3, 'a', 'A', $5, $4, now())`,
      [newId(), userId, platformId, `2026-01-0${day}`, SOME_SECRET],
    );
  await insert('fediverse-second', owner.userId, 2);
  await insert('fediverse-first', owner.userId, 1);
  await insert('fediverse-managed', callers.managed['x-service-user-id'] ?? '', 1);
  const idsOf = async (headers: Headers) => {
    const { data } = await graphql(
      service,
      headers,
      '{ viewer { connectedAccounts { edges { node { platformId } } } } }',
    );
    return nodesOf(data.viewer.connectedAccounts).map(({ platformId }) => platformId);
  };
  expect(await idsOf(callers.owner)).toEqual(['fediverse-first', 'fediverse-second', 'fediverse-1']);
  expect(await idsOf(callers.managed)).toEqual(['fediverse-managed', 'fediverse-1']);
  expect(await idsOf(callers.otherUser)).toEqual(['fediverse-1']);
});

describe('PostGroup.log', () => {
  test('pages tell every entry once, oldest first', async () => {
    const id = await create(callers.owner);
    const change = (status: string) =>
      graphql(
        service,
        callers.owner,
        'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { id } } }',
        { input: { postGroupId: id, status } },
      );
    await change('DRAFT');
    await change('SCHEDULED');
    const walked: { id: string; event: string }[] = [];
    let after: string | null = null;
    for (let more = true; more; ) {
      const { data } = await graphql(service, callers.owner, LOG, { id, first: 2, after });
      const { edges, pageInfo, totalCount } = data.postGroup.log;
      expect(totalCount).toBe(4);
      expect(pageInfo.hasPreviousPage).toBe(after !== null);
      walked.push(...edges.map(({ node }: { node: { id: string; event: string } }) => node));
      after = pageInfo.endCursor;
      more = pageInfo.hasNextPage;
    }
    expect(walked.map(({ event }) => event)).toEqual(['SCHEDULED', 'STATUS_CHANGED', 'STATUS_CHANGED', 'SCHEDULED']);
    expect(walked.map((entry) => entry.id)).toEqual(walked.map((entry) => entry.id).sort());
    expect(walked[1]).toMatchObject({
      metadata: { from: 'SCHEDULED', to: 'DRAFT', errorCode: null, retryable: null },
      platformPostId: null,
      platform: null,
    });
  });

  const cursor = (place: unknown) => Buffer.from(JSON.stringify({ list: 'log', place })).toString('base64url');
  test.each([{ first: 0 }, { first: 101 }, { after: 'x' }, { after: cursor({ id: 'a' }) }, { after: cursor(null) }])(
    'PAGE_INVALID: %j',
    async (variables) => {
      const { errors } = await graphql(service, callers.owner, LOG, { id: groups.owner, ...variables });
      expect(errors).toMatchObject([{ extensions: { code: 'PAGE_INVALID' } }]);
    },
  );
});
