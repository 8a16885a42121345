/** What an agency sees of its clients: which of them need attention, the sums over all, and the usage of each. */
import fc from 'fast-check';
import { createAccount, type TestAccount } from '../support/account.js';
import { furnish, type Has } from '../support/clients.js';
import { graphql, type Headers } from '../support/graphql.js';
import { addMember } from '../support/member.js';
import { nodesOf } from '../support/nodes.js';
import { countPosts } from '../support/plan-usage.js';
import { useService } from '../support/service.js';

const { db, service } = await useService({ roles: 'api' });

const newAgency = () => createAccount(db, { workspaceAccess: true });
const keyOf = ({ apiKey }: TestAccount): Headers => ({ 'x-api-key': apiKey });

const OVERVIEW = 'drafts scheduledPosts failedPosts waitingApprovals accountsToReconnect postsThisMonth';
const BY_ATTENTION = `query ($first: Int, $after: String, $filter: ManagedUserFilter) {
  managedUsers(first: $first, after: $after, filter: $filter, sort: ATTENTION) {
    totalCount edges { node { id overview { ${OVERVIEW} } } } pageInfo { hasNextPage endCursor }
  }
}`;
const SUMMARY = `{ clientsSummary { clients clientsWithProblems overview { ${OVERVIEW} } } }`;
const USED = 'postsPerMonth mostPostsPerAccount scheduledPosts drafts connectedAccounts usedBytes usedFiles' as const;
const USAGE = `query ($at: DateTime, $first: Int, $after: String, $sort: ClientUsageSort) {
  usage(at: $at) {
    own { ${USED} }
    clients(first: $first, after: $after, sort: $sort) {
      totalCount edges { node { user { id displayName overview { failedPosts } } ${USED} } } pageInfo { hasNextPage endCursor }
    }
  }
}`;
const NO_WORKSPACE = [{ extensions: { code: 'WORKSPACE_ACCESS_DISABLED' } }];

const ask = async (headers: Headers, query: string, variables: object = {}) => {
  const { data, errors } = await graphql(service, headers, query, { ...variables });
  expect(errors).toBeUndefined();
  return data;
};

/** All entries of a list, page by page. */
// biome-ignore lint/suspicious/noExplicitAny: a test states the shape that it expects.
async function pages(read: (after: string | null) => Promise<any>): Promise<any[]> {
  const seen = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof read>> = await read(after);
    seen.push(...nodesOf(page));
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
  return seen;
}

const byAttention = (headers: Headers, first: number) =>
  pages(async (after) => (await ask(headers, BY_ATTENTION, { first, after })).managedUsers);

/** An agency with a client for each of these, the oldest first. */
async function agencyWith(clients: readonly Has[]) {
  const agency = await newAgency();
  const ids: string[] = [];
  for (const has of clients) {
    const id = await agency.manage();
    await furnish(db, id, has);
    ids.push(id);
  }
  return { agency, headers: keyOf(agency), ids };
}

const overviewOf = (has: Has) => ({
  drafts: (has.drafts ?? 0) + (has.waiting ?? 0) + (has.changedSince ?? 0),
  scheduledPosts: has.scheduled ?? 0,
  failedPosts: (has.failed ?? 0) + (has.partiallyPublished ?? 0),
  waitingApprovals: has.waiting ?? 0,
  accountsToReconnect: (has.revoked ?? 0) + (has.expired ?? 0),
  postsThisMonth: has.month ?? 0,
});
type Overview = ReturnType<typeof overviewOf>;
const problemsOf = ({ failedPosts, waitingApprovals, accountsToReconnect }: Overview) =>
  failedPosts + waitingApprovals + accountsToReconnect;
const sum = (overviews: Overview[]): Overview =>
  overviews.reduce((total, each) => {
    for (const key of Object.keys(total) as (keyof Overview)[]) total[key] += each[key];
    return total;
  }, overviewOf({}));

const few = fc.nat({ max: 3 });
const HAS: fc.Arbitrary<Has> = fc.record(
  {
    ...{ drafts: few, scheduled: few, failed: few, partiallyPublished: few, waiting: few, changedSince: few },
    ...{ connected: few, revoked: few, expired: few, month: fc.nat({ max: 50 }) },
  },
  { requiredKeys: [] },
);

test('order and sums agree with a naive count, in pages of any size', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(HAS, { maxLength: 8 }), fc.integer({ min: 1, max: 5 }), async (clients, first) => {
      const { headers, ids } = await agencyWith(clients);
      const expected = clients
        .map((has, index) => ({ id: ids[index], overview: overviewOf(has) }))
        .toSorted((one, other) => problemsOf(other.overview) - problemsOf(one.overview));
      expect(await byAttention(headers, first)).toEqual(expected);
      const overviews = clients.map(overviewOf);
      expect((await ask(headers, SUMMARY)).clientsSummary).toEqual({
        clients: clients.length,
        clientsWithProblems: overviews.filter((overview) => problemsOf(overview) > 0).length,
        overview: sum(overviews),
      });
    }),
    { numRuns: 12 },
  );
});

test('of a hundred clients, those that need attention come first, and each one once', async () => {
  const { headers, ids } = await agencyWith(
    Array.from({ length: 100 }, (_, index) => ({ failed: index % 25 === 24 ? 1 : 0 })),
  );
  const seen = await byAttention(headers, 30);
  const needy = ids.filter((_, index) => index % 25 === 24);
  expect(seen.map(({ id }) => id)).toEqual([...needy, ...ids.filter((id) => !needy.includes(id))]);
  expect((await ask(headers, BY_ATTENTION, { first: 1 })).managedUsers.totalCount).toBe(100);
});

test('a count that is not added up yet counts, and a problem that is solved does not', async () => {
  const { headers, ids } = await agencyWith([{}, { failed: 1 }]);
  await db.query("UPDATE post_groups SET status = 'published' WHERE user_id = $1", [ids[1]]);
  await furnish(db, ids[0] ?? '', { revoked: 1 });
  expect((await byAttention(headers, 10)).map(({ id }) => id)).toEqual(ids);
  expect((await ask(headers, SUMMARY)).clientsSummary).toMatchObject({ clientsWithProblems: 1 });
});

test('the cursor of a page stays valid while problems come and go', async () => {
  const { headers, ids } = await agencyWith([{ failed: 3 }, { failed: 2 }, { failed: 1 }, {}]);
  const { managedUsers } = await ask(headers, BY_ATTENTION, { first: 2 });
  await furnish(db, ids[3] ?? '', { failed: 9 });
  const { managedUsers: rest } = await ask(headers, BY_ATTENTION, { first: 2, after: managedUsers.pageInfo.endCursor });
  expect(nodesOf(rest).map(({ id }) => id)).toEqual([ids[2]]);
});

test('a text narrows the order by attention, too', async () => {
  const { headers, ids } = await agencyWith([{}, { failed: 1 }, { failed: 2 }]);
  for (const [index, name] of ['Ann', 'Annika', 'Bob'].entries())
    await db.query('UPDATE users SET display_name = $2 WHERE id = $1', [ids[index], name]);
  const { managedUsers } = await ask(headers, BY_ATTENTION, { filter: { text: 'ann' } });
  expect([managedUsers.totalCount, nodesOf(managedUsers).map(({ id }) => id)]).toEqual([2, [ids[1], ids[0]]]);
});

test('PAGE_INVALID: the cursor of another order', async () => {
  const { headers } = await agencyWith([{ failed: 1 }, {}]);
  const { managedUsers } = await ask(headers, BY_ATTENTION, { first: 1 });
  const query = 'query ($after: String) { managedUsers(after: $after) { totalCount } }';
  const { errors } = await graphql(service, headers, query, { after: managedUsers.pageInfo.endCursor });
  expect(errors).toMatchObject([{ extensions: { code: 'PAGE_INVALID' } }]);
});

describe('the usage by client', () => {
  const clientsOf = async (headers: Headers, variables: object = {}) =>
    pages(async (after) => (await ask(headers, USAGE, { first: 2, ...variables, after })).usage.clients);
  const nothing = { postsPerMonth: 0, mostPostsPerAccount: 0, scheduledPosts: 0, drafts: 0, connectedAccounts: 0 };

  test('says what each client uses of what the plan counts, those first that use most', async () => {
    const { headers, ids } = await agencyWith([
      { month: 3, drafts: 2, connected: 1, revoked: 1, bytes: 500 },
      { month: 7, bytes: 100 },
      {},
    ]);
    await countPosts(db, { userId: ids[0] ?? '', platformId: 'network-1', used: 5, month: new Date().toISOString() });
    const seen = await clientsOf(headers);
    expect(seen.map(({ user: { id }, ...used }) => ({ id, ...used }))).toEqual([
      {
        ...{ id: ids[0], postsPerMonth: 8, mostPostsPerAccount: 5, scheduledPosts: 0, drafts: 2 },
        ...{ connectedAccounts: 2, usedBytes: 500, usedFiles: 1 },
      },
      { id: ids[1], ...nothing, postsPerMonth: 7, mostPostsPerAccount: 7, usedBytes: 100, usedFiles: 1 },
      { id: ids[2], ...nothing, usedBytes: 0, usedFiles: 0 },
    ]);
  });

  test('is sorted by storage, too, in pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ month: fc.nat({ max: 3 }), bytes: fc.nat({ max: 3 }) }), { maxLength: 7 }),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom('POSTS_PER_MONTH' as const, 'STORAGE' as const),
        async (clients, first, sort) => {
          const { headers, ids } = await agencyWith(clients);
          const used = ({ month, bytes }: { month: number; bytes: number }) => (sort === 'STORAGE' ? bytes : month);
          const expected = clients
            .map((has, index) => ({ id: ids[index], used: used(has) }))
            .toSorted((one, other) => other.used - one.used);
          const seen = await clientsOf(headers, { first, sort });
          expect(seen.map(({ user }) => user.id)).toEqual(expected.map(({ id }) => id));
        },
      ),
      { numRuns: 10 },
    );
  });

  test('is of the month that is asked about', async () => {
    const { headers, ids } = await agencyWith([{ month: 4 }]);
    await countPosts(db, { userId: ids[0] ?? '', platformId: 'skyfeed-1', used: 9, month: '2024-02-10T00:00:00Z' });
    const posts = async (at: string | null) =>
      (await clientsOf(headers, { at })).map(({ postsPerMonth }) => postsPerMonth);
    expect([await posts(null), await posts('2024-02-29T23:59:59Z'), await posts('2024-03-01T00:00:00Z')]).toEqual([
      [4],
      [9],
      [0],
    ]);
  });

  test('adds up, with what the account itself uses, to the usage of the plan', async () => {
    const { agency, headers } = await agencyWith([{ month: 3, connected: 2, bytes: 10 }, { month: 2 }]);
    await furnish(db, agency.userId, { month: 6, connected: 1, bytes: 1 });
    const query = `{ usage { postsPerMonth { used } connectedAccounts storage { usedBytes } own { ${USED} } } }`;
    const { usage } = await ask(headers, query);
    const clients = await clientsOf(headers);
    const total = (key: string) => clients.reduce((sumOfAll, client) => sumOfAll + client[key], usage.own[key]);
    expect(usage).toMatchObject({ postsPerMonth: { used: 11 }, connectedAccounts: 3, storage: { usedBytes: 11 } });
    expect([total('postsPerMonth'), total('connectedAccounts'), total('usedBytes')]).toEqual([11, 3, 11]);
  });

  test('a client sees its own part beside what all use together', async () => {
    const { agency, headers, ids } = await agencyWith([{ month: 3, bytes: 10 }, { month: 2 }]);
    const query = `{ usage { postsPerMonth { used } storage { usedBytes } own { postsPerMonth usedBytes } } }`;
    const ann = await addMember(db, ids[0] ?? '', 'EDITOR');
    for (const each of [
      ann.browser,
      { ...headers, 'x-service-user-id': ids[0] ?? '' },
      { ...(await agency.session()), 'x-service-user-id': ids[0] ?? '' },
    ]) {
      expect((await ask(each, query)).usage).toEqual({
        postsPerMonth: { used: 5 },
        storage: { usedBytes: 10 },
        own: { postsPerMonth: 3, usedBytes: 10 },
      });
    }
  });
});

describe('another agency', () => {
  test('sees and counts nothing of it', async () => {
    const { ids } = await agencyWith([{ failed: 2, month: 5, bytes: 9 }]);
    const { headers, ids: own } = await agencyWith([{ revoked: 1 }]);
    expect((await byAttention(headers, 10)).map(({ id }) => id)).toEqual(own);
    expect((await ask(headers, SUMMARY)).clientsSummary).toEqual({
      clients: 1,
      clientsWithProblems: 1,
      overview: overviewOf({ revoked: 1 }),
    });
    const { clients } = (await ask(headers, USAGE)).usage;
    expect(nodesOf(clients).map(({ user }) => user.id)).toEqual(own);
    const { errors } = await graphql(service, { ...headers, 'x-service-user-id': ids[0] ?? '' }, SUMMARY);
    expect(errors).toMatchObject([{ extensions: { code: 'USER_NOT_MANAGED' } }]);
  });

  test('gets nothing with a cursor of this one', async () => {
    const { headers: theirs } = await agencyWith([{ failed: 9 }, { failed: 8 }]);
    const { managedUsers } = await ask(theirs, BY_ATTENTION, { first: 1 });
    const { headers, ids } = await agencyWith([{ failed: 1 }]);
    const { managedUsers: own } = await ask(headers, BY_ATTENTION, { after: managedUsers.pageInfo.endCursor });
    expect(nodesOf(own).map(({ id }) => id)).toEqual(ids);
  });

  test('a former client is seen no more', async () => {
    const { headers, ids } = await agencyWith([{ failed: 1 }, {}]);
    const detach = 'mutation ($input: DetachManagedUserInput!) { detachManagedUser(input: $input) { detachedUserId } }';
    await ask(headers, detach, { input: { userId: ids[0] } });
    expect((await byAttention(headers, 10)).map(({ id }) => id)).toEqual([ids[1]]);
    expect((await ask(headers, SUMMARY)).clientsSummary).toMatchObject({ clients: 1, clientsWithProblems: 0 });
  });
});

describe('WORKSPACE_ACCESS_DISABLED', () => {
  const refusals = async (headers: Headers) =>
    Promise.all([BY_ATTENTION, SUMMARY, USAGE].map(async (query) => (await graphql(service, headers, query)).errors));

  test('a person of one client alone: nothing of the others', async () => {
    const { ids } = await agencyWith([{ failed: 1 }, { failed: 1 }]);
    const { browser } = await addMember(db, ids[0] ?? '', 'ADMIN');
    expect(await refusals(browser)).toMatchObject([NO_WORKSPACE, NO_WORKSPACE, NO_WORKSPACE]);
  });

  test('an account without workspace access, and a key without the scope', async () => {
    const account = await createAccount(db);
    expect(await refusals(keyOf(account))).toMatchObject([NO_WORKSPACE, NO_WORKSPACE, NO_WORKSPACE]);
    const agency = await newAgency();
    const key = await agency.newKey({ workspaceAccess: false });
    expect(await refusals({ 'x-api-key': key })).toMatchObject([NO_WORKSPACE, NO_WORKSPACE, NO_WORKSPACE]);
    const { data } = await graphql(service, { 'x-api-key': key }, '{ viewer { workspaceAccess } }');
    expect(data).toEqual({ viewer: { workspaceAccess: false } });
  });

  test.each(['CONTRIBUTOR', 'EDITOR'] as const)('not for a %s of the agency', async (role) => {
    const { agency, ids } = await agencyWith([{ failed: 1 }]);
    const { browser } = await addMember(db, agency.userId, role);
    expect((await byAttention(browser, 10)).map(({ id }) => id)).toEqual(ids);
    expect(await ask(browser, '{ viewer { workspaceAccess } clientsSummary { clients } }')).toEqual({
      viewer: { workspaceAccess: true },
      clientsSummary: { clients: 1 },
    });
  });
});
