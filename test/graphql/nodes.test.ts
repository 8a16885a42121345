import { type StatementTap, startStatementTap } from '../../bench/statement-tap.js';
import type { SandboxAccount } from '../../sandbox/sandbox.js';
import { newId } from '../../src/foundation/database/id.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { storeApplication } from '../support/application.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { graphql, type Headers } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';

let db: TestDatabase;
let tap: StatementTap;
let service: Service;
let owner: TestAccount;
let session: Headers;
let key: Headers;
/** One object of each type, by the type's name. */
let ids: Record<string, string>;

beforeAll(async () => {
  db = await createTestDatabase();
  tap = await startStatementTap(db.url, 'social-publishing-service');
  service = await startService({ db: { ...db, url: tap.url }, roles: 'api' });
  owner = await createAccount(db, { workspaceAccess: true });
  session = await owner.session();
  key = { 'x-api-key': await owner.newKey({ workspaceAccess: false }) };
  const ManagedUser = await owner.manage();
  await connect(owner, '1');
  const PostGroup = await createPost(['fediverse-1']);
  const webhook = { name: 'Test', url: 'https://hooks.example.com/', events: ['POST_SCHEDULED'] };
  await mutate('createWebhook', webhook, 'webhook { id }');
  await mutate('createSnippet', { name: 'Launch', text: 'Meet {{product}}' }, 'snippet { id }');
  const file = { postGroupId: PostGroup, fileName: 'a.png', contentType: 'image/png', type: 'IMAGE' };
  const { media } = await mutate('createUpload', file, 'media { id }');
  const { delivery } = await mutate('sendTestWebhook', { webhookId: await idIn('webhooks') }, 'delivery { id }');
  const AccountExport = newId();
  await db.query(
    `INSERT INTO account_exports (id, user_id, key, status, requested_at, expires_at)
     VALUES ($1, $2, 'export/x/account.zip', 'ready', now(), now() + interval '1 day')`,
    [AccountExport, owner.userId],
  );
  const Invitation = newId();
  await db.query(
    `INSERT INTO invitations (id, user_id, email, role, invited_by, invited_by_id, created_at, expires_at)
     VALUES ($1, $2, 'ann@example.com', 'EDITOR', 'Test', $3, now(), now() + interval '1 day')`,
    [Invitation, owner.userId, owner.personId],
  );
  const ApprovalLink = newId();
  await db.query(
    `INSERT INTO approval_links (id, user_id, token_hash, name, group_ids, created_by_id, created_at, expires_at)
     VALUES ($1, $2, 'x', 'Client', '{}', $3, now(), now() + interval '1 day')`,
    [ApprovalLink, owner.userId, owner.personId],
  );
  const ReportLink = newId();
  await db.query(
    `INSERT INTO report_links (id, user_id, token_hash, name, report, created_by_id, created_at, expires_at)
     VALUES ($1, $2, 'x', 'June', '{"from": "2026-06-01", "to": "2026-07-01"}', $3, now(), now() + interval '1 day')`,
    [ReportLink, owner.userId, owner.personId],
  );
  const PostingSchedule = newId();
  await db.query(
    `INSERT INTO posting_schedules (id, user_id, name, time_zone, times, platform_ids, created_at, updated_at)
     VALUES ($1, $2, 'Blog', 'UTC', '[]', '{}', now(), now())`,
    [PostingSchedule, owner.userId],
  );
  const Recurrence = newId();
  await db.query(
    `INSERT INTO recurrences (id, user_id, rule, time_zone, starts_at, texts, publishes, used_texts, created_at, updated_at)
     VALUES ($1, $2, 'FREQ=DAILY', 'UTC', now(), '{}', true, 0, now(), now())`,
    [Recurrence, owner.userId],
  );
  const Feed = newId();
  await db.query(
    `INSERT INTO feeds (id, user_id, program_may_publish, name, url, platform_ids, template, filter, daily_max, label_ids,
                        attaches_images, state, failures, next_fetch_at, created_at, updated_at)
     VALUES ($1, $2, true, 'Blog', 'https://example.com/feed', '{}', '{{title}}', '{"include":[],"exclude":[],"categories":[]}', 1, '{}',
             false, 'PAUSED', 0, now(), now(), now())`,
    [Feed, owner.userId],
  );
  const { label } = await mutate('createLabel', { name: 'Sale' }, 'label { id }');
  const text = 'text,account\nHello,fediverse';
  const { import: PostImport } = await mutate('importPosts', { text }, 'import { id }');
  ids = {
    PostImport: PostImport.id,
    PostGroup,
    PlatformPost: await idIn('platform_posts'),
    PostLogEntry: await idIn('post_logs', 'group_id', PostGroup),
    Media: media.id,
    ConnectedAccount: await idIn('connections'),
    PostingSchedule,
    Recurrence,
    Webhook: await idIn('webhooks'),
    WebhookDelivery: delivery.id,
    Label: label.id,
    Feed,
    Snippet: await idIn('snippets'),
    ApiKey: await idIn('api_keys'),
    ConnectedApplication: await storeApplication(db, owner.userId),
    Session: await idIn('sessions', 'person_id', owner.personId),
    Member: owner.personId,
    Invitation,
    ApprovalLink,
    ReportLink,
    AuditEvent: await idIn('audit_events', 'owner_id'),
    ManagedUser,
    AccountExport,
    Viewer: owner.userId,
  };
});
afterAll(async () => {
  await service?.stop();
  tap?.close();
  await db?.drop();
});

const idIn = async (table: string, column = 'user_id', value = owner.userId) => {
  const [row] = await db.query<{ id: string }>(`SELECT id FROM ${table} WHERE ${column} = $1 ORDER BY id LIMIT 1`, [
    value,
  ]);
  return String(row?.id);
};

const connect = (account: TestAccount, accountId: string) =>
  account.connect({
    platform: 'fediverse',
    accountId,
    username: 'ann',
    displayName: 'Ann',
    baseUrl: null,
    credentials: {},
  } as unknown as SandboxAccount);

async function mutate(name: string, input: object, answer: string) {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input!`;
  const query = `mutation ($input: ${type}) { ${name}(input: $input) { ${answer} } }`;
  const { data, errors } = await graphql(service, session, query, { input });
  expect(errors).toBeUndefined();
  return data[name];
}

const createPost = async (platformIds: string[]): Promise<string> => {
  const input = { post: { content: 'Hi', platformIds }, scheduledTime: '2035-01-01T00:00:00Z' };
  return (await mutate('createPost', input, 'postGroupId')).postGroupId;
};

const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
const find = (headers: Headers, wanted: readonly string[]) => graphql(service, headers, NODES, { ids: wanted });
const codeOf = async (answer: ReturnType<typeof graphql>) => (await answer).errors?.[0]?.extensions.code;

describe('nodes', () => {
  test('finds an object of every type that has an id, in the order of the ids', async () => {
    const { data, errors } = await find(session, Object.values(ids).reverse());
    expect(errors).toBeUndefined();
    const expected = Object.entries(ids).map(([__typename, id]) => ({ __typename, id }));
    expect(data.nodes).toEqual(expected.reverse());
  });

  test('every type with the interface is among them', async () => {
    const { data } = await graphql(service, {}, '{ __type(name: "Node") { possibleTypes { name } } }');
    const names = data.__type.possibleTypes.map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual(Object.keys(ids).sort());
  });

  test('an API key finds no members, invitations, keys, applications, sessions, audit events and exports, and without workspace access no managed users', async () => {
    const { data } = await find(key, Object.values(ids));
    const found = data.nodes.flatMap((one: { __typename: string } | null) => one?.__typename ?? []);
    const hidden = [
      'Member',
      'Invitation',
      'ApprovalLink',
      'ReportLink',
      'ApiKey',
      'ConnectedApplication',
      'Session',
      'AuditEvent',
      'AccountExport',
      'ManagedUser',
    ];
    expect(found).toEqual(Object.keys(ids).filter((name) => !hidden.includes(name)));
  });

  test('a managed user that is acted for is the viewer', async () => {
    const acting = { ...session, 'x-service-user-id': String(ids.ManagedUser) };
    const { data } = await find(acting, [String(ids.ManagedUser), owner.userId]);
    expect(data.nodes).toEqual([{ __typename: 'Viewer', id: ids.ManagedUser }, null]);
  });

  test('what is another account’s is null, like what never was', async () => {
    const otherUser = await createAccount(db, { workspaceAccess: true });
    const wanted = [...Object.values(ids), newId()];
    expect((await find(await otherUser.session(), wanted)).data.nodes).toEqual(wanted.map(() => null));
  });

  test('ID_INVALID for a malformed id, and for more than 100', async () => {
    expect(await codeOf(find(session, [String(ids.PostGroup), 'x']))).toBe('ID_INVALID');
    expect(
      await codeOf(
        find(
          session,
          Array.from({ length: 101 }, () => newId()),
        ),
      ),
    ).toBe('ID_INVALID');
    expect(
      (
        await find(
          session,
          Array.from({ length: 100 }, () => newId()),
        )
      ).data.nodes,
    ).toHaveLength(100);
  });
});

describe('node', () => {
  const NODE = 'query ($id: ID!) { node(id: $id) { id ... on PostGroup { status posts { id } } } }';

  test('finds one object, with all its fields', async () => {
    const { data } = await graphql(service, key, NODE, { id: ids.PostGroup?.toUpperCase() });
    expect(data.node).toEqual({ id: ids.PostGroup, status: 'SCHEDULED', posts: [{ id: ids.PlatformPost }] });
  });

  test('null for what is not there; ID_INVALID for what is no id', async () => {
    expect((await graphql(service, key, NODE, { id: newId() })).data).toEqual({ node: null });
    expect(await codeOf(graphql(service, key, NODE, { id: 'x' }))).toBe('ID_INVALID');
  });
});

test('a revoked key, and a session that has ended, are not there any more', async () => {
  const account = await createAccount(db);
  const current = await account.session();
  await account.newKey({ revoked: true });
  const other = await account.session();
  await db.query(
    `UPDATE sessions SET last_used_at = now() - interval '15 days' WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1) AND token_hash <>
    (SELECT token_hash FROM sessions WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1) ORDER BY created_at LIMIT 1)`,
    [account.userId],
  );
  expect(other).not.toEqual(current);
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM api_keys WHERE user_id = $1 AND revoked_at IS NOT NULL
     UNION ALL SELECT id FROM sessions WHERE person_id = (SELECT person_id FROM memberships WHERE user_id = $1) AND last_used_at < now() - interval '14 days'`,
    [account.userId],
  );
  expect(rows).toHaveLength(2);
  expect(
    (
      await find(
        current,
        rows.map(({ id }) => id),
      )
    ).data.nodes,
  ).toEqual([null, null]);
});

describe('objects, not ids', () => {
  test('each object leads to those that belong to it, and back', async () => {
    const { data, errors } = await graphql(
      service,
      session,
      `query ($group: ID!, $file: ID!, $webhook: ID!) {
        postGroup(id: $group) {
          posts { account { id } postGroup { id } }
          media { edges { node { postGroup { id } } } }
          log { edges { node { event postGroup { id } platformPost { id } } } }
        }
        node(id: $file) { ... on Media { postGroup { id } } }
        webhook(id: $webhook) { deliveries { edges { node { webhook { id } } } } }
        usage { scheduledPosts { accounts { edges { node { account { id } } } } } }
      }`,
      { group: ids.PostGroup, file: ids.Media, webhook: ids.Webhook },
    );
    expect(errors).toBeUndefined();
    const postGroup = { id: ids.PostGroup };
    const account = { id: ids.ConnectedAccount };
    expect(data).toEqual({
      postGroup: {
        posts: [{ account, postGroup }],
        media: { edges: [{ node: { postGroup } }] },
        log: { edges: [{ node: { event: 'SCHEDULED', postGroup, platformPost: { id: ids.PlatformPost } } }] },
      },
      node: { postGroup },
      webhook: { deliveries: { edges: [{ node: { webhook: { id: ids.Webhook } } }] } },
      usage: { scheduledPosts: { accounts: { edges: [{ node: { account } }] } } },
    });
  });

  test('the account of a post is null once it is disconnected', async () => {
    await connect(owner, '2');
    const groupId = await createPost(['fediverse-2']);
    await mutate('disconnectAccount', { platformId: 'fediverse-2' }, 'platformId');
    const query = 'query ($id: ID!) { postGroup(id: $id) { posts { platformId account { id } } } }';
    const { data } = await graphql(service, session, query, { id: groupId });
    expect(data.postGroup.posts).toEqual([{ platformId: 'fediverse-2', account: null }]);
  });
});

/** What each statement reads. */
const during = async (work: () => Promise<unknown>): Promise<string[]> => {
  tap.take();
  await work();
  return tap
    .take()
    .map(({ text }) => (text.includes(`'PostGroup' AS type`) ? 'nodes' : (/FROM "?(\w+)"?/.exec(text)?.[1] ?? text)))
    .sort();
};

describe.each([1, 20])('with %i groups', (count) => {
  test('the objects that they lead to are one statement for each kind', async () => {
    const account = await createAccount(db);
    const headers = { 'x-api-key': account.apiKey };
    const scheduledTime = '2035-01-01T00:00:00Z';
    const create = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
    const groups: string[] = [];
    for (let index = 0; index < count; index++) {
      await connect(account, String(index));
      const variables = { input: { scheduledTime, post: { content: 'Hi', platformIds: [`fediverse-${index}`] } } };
      groups.push((await graphql(service, headers, create, variables)).data.createPost.postGroup.id);
    }
    const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on PostGroup {
      posts { account { username } postGroup { status } }
      log(first: 2) { totalCount edges { node { postGroup { status } platformPost { status } } } }
    } } }`;
    const statements = await during(async () => {
      const { data, errors } = await graphql(service, headers, query, { ids: groups });
      expect(errors).toBeUndefined();
      const status = 'SCHEDULED';
      const node = { postGroup: { status }, platformPost: { status } };
      const group = {
        posts: [{ account: { username: 'ann' }, postGroup: { status } }],
        log: { totalCount: 1, edges: [{ node }] },
      };
      expect(data.nodes).toEqual(Array(count).fill(group));
    });
    expect(statements).toEqual(
      ['api_keys', 'nodes', 'post_groups', 'platform_posts', 'connections', 'unnest', 'post_logs'].sort(),
    );
  });
});
