import request from 'supertest';
import type { SandboxAccount } from '../../sandbox/sandbox.js';
import { newId } from '../../src/foundation/database/id.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { graphql, type Headers } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import { useService } from '../support/service.js';

const { db, service } = await useService();

/** How an account gets one entry more, and whether the list begins with the newest. */
const LISTS: [list: string, add: (account: TestAccount) => Promise<unknown>, newestFirst: boolean][] = [
  ['managedUsers', (account) => account.manage(), false],
  [
    'connectedAccounts',
    (account) =>
      account.connect({
        platform: 'fediverse',
        accountId: newId(),
        username: 'ann',
        displayName: 'Ann',
        baseUrl: null,
        credentials: {},
      } as unknown as SandboxAccount),
    false,
  ],
  ['apiKeys', (account) => account.newKey(), false],
  ['sessions', (account) => account.session(), true],
  [
    'webhooks',
    ({ userId }) =>
      db.query(
        `INSERT INTO webhooks (id, user_id, name, url, events, secret, is_active, failure_count, created_at, updated_at)
         VALUES ($1, $2, 'Test', 'https://hooks.example.com/', '{post.failed}', 'x', true, 0, now(), now())`,
        [newId(), userId],
      ),
    true,
  ],
];
const TABLES: Record<string, [table: string, owner: string, time: string]> = {
  managedUsers: ['users', 'managed_by_id', 'created_at'],
  connectedAccounts: ['connections', 'user_id', 'created_at'],
  apiKeys: ['api_keys', 'user_id', 'created_at'],
  sessions: ['sessions', 'person_id', 'last_used_at'],
  webhooks: ['webhooks', 'user_id', 'created_at'],
};

describe.each(LISTS)('%s', (list, add, newestFirst) => {
  let headers: Headers;
  let expected: string[];

  beforeAll(async () => {
    const account = await createAccount(db, { workspaceAccess: true });
    headers = await account.session();
    const [table, owner, time] = TABLES[list] ?? ['', '', ''];
    for (let index = 0; index < 7; index++) await add(account);
    // Few different times make ties, which the id breaks. The session in use stays the one that was used last.
    const rows = await db.query<{ id: string }>(`SELECT id FROM ${table} WHERE ${owner} = $1 ORDER BY id`, [
      list === 'sessions' ? account.personId : account.userId,
    ]);
    for (const [index, { id }] of rows.entries()) {
      await db.query(`UPDATE ${table} SET ${time} = now() + $2::interval WHERE id = $1`, [id, `${index % 3} hours`]);
    }
    const direction = newestFirst ? 'DESC' : 'ASC';
    expected = (
      await db.query<{ id: string }>(
        `SELECT id FROM ${table} WHERE ${owner} = $1 ORDER BY ${time} ${direction}, id ${direction}`,
        [list === 'sessions' ? account.personId : account.userId],
      )
    ).map(({ id }) => id);
  });

  const page = (more: string) =>
    graphql(
      service,
      headers,
      `{ ${list}${more} { totalCount edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
    );

  test('its pages have every entry once, in order, with the count of all', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const { data, errors } = await page(`(first: 3${after === null ? '' : `, after: "${after}"`})`);
      expect(errors).toBeUndefined();
      const { pageInfo, edges, totalCount } = data[list];
      expect(totalCount).toBe(expected.length);
      expect(pageInfo).toMatchObject({
        hasPreviousPage: after !== null,
        startCursor: edges[0].cursor,
        endCursor: edges.at(-1).cursor,
      });
      seen.push(...nodesOf(data[list]).map(({ id }) => id));
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
    expect(seen).toEqual(expected);
  });

  test.each(['(first: 0)', '(first: 101)', '(after: "x")'])('PAGE_INVALID: %s', async (more) => {
    const { data, errors } = await page(more);
    expect(data).toEqual({ [list]: null });
    expect(errors).toMatchObject([{ path: [list], extensions: { code: 'PAGE_INVALID' } }]);
  });
});

test('a cursor of one list is none of another', async () => {
  const account = await createAccount(db, { workspaceAccess: true });
  const headers = await account.session();
  for (const [, add] of LISTS) await add(account);
  const names = LISTS.map(([list]) => list);
  const cursors = await graphql(service, headers, `{ ${names.map((list) => `${list} { pageInfo { endCursor } }`)} }`);
  for (const list of names) {
    const after = cursors.data[list].pageInfo.endCursor;
    const { data, errors } = await graphql(
      service,
      headers,
      `query ($after: String) { ${names.map((name) => `${name}(after: $after) { edges { cursor } }`)} }`,
      { after },
    );
    expect(names.filter((name) => data[name] !== null)).toEqual([list]);
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(Array(names.length - 1).fill('PAGE_INVALID'));
  }
});

describe('connectedAccounts by a filter', () => {
  const DAY = 24 * 3_600_000;
  /** From now; null: it does not expire. */
  const EXPIRIES = [null, -DAY, 6 * DAY, 8 * DAY];

  /** An account on two platforms, with every state of a token; the platform rejected one that does not expire. */
  async function furnished() {
    const account = await createAccount(db);
    const [, add] = LISTS[1] ?? [];
    for (const left of [...EXPIRIES, null]) {
      await add?.(account);
      await db.query(
        `UPDATE connections SET access_token_expires_at = $2
          WHERE id = (SELECT id FROM connections WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1)`,
        [account.userId, left === null ? null : new Date(Date.now() + left)],
      );
    }
    const newest = '(SELECT id FROM connections WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1)';
    await db.query(`UPDATE connections SET revoked_at = now(), platform = 'skyfeed' WHERE id = ${newest}`, [
      account.userId,
    ]);
    const headers = { 'x-api-key': account.apiKey };
    return async (filter: object, first = 10) => {
      const query = `query ($first: Int, $filter: ConnectedAccountFilter) {
        connectedAccounts(first: $first, filter: $filter) {
          totalCount pageInfo { hasNextPage } edges { node { platform tokenStatus } }
        }
        viewer { connectedAccounts(first: $first, filter: $filter) { totalCount } }
      }`;
      const { data } = await graphql(service, headers, query, { first, filter });
      expect(data.viewer.connectedAccounts.totalCount).toBe(data.connectedAccounts.totalCount);
      return data.connectedAccounts;
    };
  }

  test('has those whose tokenStatus and platform are in it, and counts them', async () => {
    const find = await furnished();
    const all = nodesOf(await find({}));
    expect(all.map(({ tokenStatus }) => tokenStatus)).toEqual([
      'NOT_EXPIRING',
      'EXPIRED',
      'EXPIRING_SOON',
      'VALID',
      'EXPIRED',
    ]);
    for (const tokenStatus of ['NOT_EXPIRING', 'EXPIRED', 'EXPIRING_SOON', 'VALID']) {
      const some = all.filter((one) => one.tokenStatus === tokenStatus);
      const found = await find({ tokenStatuses: [tokenStatus] });
      expect([found.totalCount, nodesOf(found)]).toEqual([some.length, some]);
    }
    expect(nodesOf(await find({ platforms: ['SKYFEED', 'SKYFEED'] }))).toEqual(all.slice(4));
    expect(nodesOf(await find({ platforms: ['FEDIVERSE'], tokenStatuses: ['EXPIRED', 'VALID'] }))).toEqual([
      all[1],
      all[3],
    ]);
    expect((await find({ platforms: [] })).totalCount).toBe(0);
    expect((await find({ platforms: null, tokenStatuses: null })).totalCount).toBe(5);
  });

  test('has those with one of some platform ids, at most 100, of the viewer only', async () => {
    const [first, second, third, foreign] = ['fediverse-a', 'fediverse-b', 'skyfeed-c', 'skyfeed-d'] as const;
    const account = await createAccount(db, { connected: [first, second, third] });
    await createAccount(db, { connected: [foreign] });
    const find = async (platformIds: unknown[]) => {
      const query = `query ($filter: ConnectedAccountFilter) {
        connectedAccounts(filter: $filter) { totalCount edges { node { platformId } } }
      }`;
      const headers = { 'x-api-key': account.apiKey };
      const { data, errors } = await graphql(service, headers, query, { filter: { platformIds } });
      return (
        errors?.[0]?.extensions.code ??
        nodesOf(data.connectedAccounts)
          .map(({ platformId }) => platformId)
          .sort()
      );
    };
    expect(await find([third, first, third, foreign, 'fediverse-none'])).toEqual([first, third]);
    expect(await find([])).toEqual([]);
    expect(await find(['nowhere'])).toBe('PLATFORM_ID_INVALID');
    expect(await find(Array.from({ length: 101 }, (_, index) => `fediverse-${index}`))).toBe('FILTER_INVALID');
  });

  test('has those with a text in their name, and says which text is too long', async () => {
    const account = await createAccount(db);
    const [, add] = LISTS[1] ?? [];
    for (const [username, displayName] of [
      ['lamp', 'Nine Umbrellas'],
      ['Umbrella_shop', 'Shop'],
      ['other', '100%'],
    ]) {
      await add?.(account);
      await db.query(
        `UPDATE connections SET username = $2, display_name = $3
          WHERE id = (SELECT id FROM connections WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1)`,
        [account.userId, username, displayName],
      );
    }
    const find = async (text: string) => {
      const query = `query ($filter: ConnectedAccountFilter) {
        connectedAccounts(filter: $filter) { totalCount edges { node { username } } }
      }`;
      const { data, errors } = await graphql(service, { 'x-api-key': account.apiKey }, query, { filter: { text } });
      return errors?.[0]?.extensions.code ?? nodesOf(data.connectedAccounts).map(({ username }) => username);
    };
    expect(await find('umbrella')).toEqual(['lamp', 'Umbrella_shop']);
    expect(await find('@umbrella')).toEqual(['Umbrella_shop']);
    expect(await find('%')).toEqual(['other']);
    expect(await find('fediverse-')).toHaveLength(3);
    expect(await find('  ')).toHaveLength(3);
    expect(await find('\0nothing')).toEqual([]);
    expect(await find('漢'.repeat(201))).toBe('FILTER_INVALID');
  });

  test('renewsAutomatically: its token is renewed, and the platform has not rejected it', async () => {
    const account = await createAccount(db);
    const [, add] = LISTS[1] ?? [];
    for (let index = 0; index < 3; index++) await add?.(account);
    const set = (change: string, place: number) =>
      db.query(
        `UPDATE connections SET ${change}
          WHERE id = (SELECT id FROM connections WHERE user_id = $1 ORDER BY created_at, id OFFSET $2 LIMIT 1)`,
        [account.userId, place],
      );
    await set('renew_at = now()', 1);
    await set('renew_at = now(), revoked_at = now()', 2);
    const query = '{ connectedAccounts { edges { node { renewsAutomatically } } } }';
    const { data } = await graphql(service, { 'x-api-key': account.apiKey }, query);
    expect(nodesOf(data.connectedAccounts).map(({ renewsAutomatically }) => renewsAutomatically)).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('has pages of those alone', async () => {
    const find = await furnished();
    expect(await find({ tokenStatuses: ['EXPIRED'] }, 1)).toMatchObject({
      totalCount: 2,
      pageInfo: { hasNextPage: true },
      edges: [{ node: { tokenStatus: 'EXPIRED' } }],
    });
  });
});

test('REST, which has no pages there, returns the whole list', async () => {
  const account = await createAccount(db, { workspaceAccess: true });
  for (let index = 0; index < 201; index++) await account.manage();
  const { body } = await request(service.url).get('/api/v1/workspace/users').set('x-api-key', account.apiKey);
  const rows = await db.query<{ id: string }>('SELECT id FROM users WHERE managed_by_id = $1 ORDER BY created_at, id', [
    account.userId,
  ]);
  expect(body.users.map(({ _id }: { _id: string }) => _id)).toEqual(rows.map(({ id }) => id));
});

test('a connection within an object that fails is null, and leaves the rest of it', async () => {
  const account = await createAccount(db);
  const headers = { 'x-api-key': account.apiKey };
  const [, addWebhook] = LISTS.find(([list]) => list === 'webhooks') ?? [];
  await addWebhook?.(account);
  const { data, errors } = await graphql(
    service,
    headers,
    '{ viewer { id connectedAccounts(first: 1000) { totalCount } } webhooks { edges { node { name deliveries(first: 1000) { pageInfo { hasNextPage } } } } } }',
  );
  expect(data).toEqual({
    viewer: { id: account.userId, connectedAccounts: null },
    webhooks: { edges: [{ node: { name: 'Test', deliveries: null } }] },
  });
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['PAGE_INVALID', 'PAGE_INVALID']);
});
