/** Accounts of two shards in one installation, each on a node of its own: run by `npm run test:citus`. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Client } from 'graphql-ws';
import pg from 'pg';
import request from 'supertest';
import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { hashPassword } from '../../src/domain/identity/password.js';
import { makeCredentialCipher } from '../../src/foundation/crypto/credential-cipher.js';
import { ACCOUNT_ACTIVITY, expectWhole, follow, isGroupFinished } from '../live/support.js';
import { plain } from '../media/support.js';
import { connectTargets, createAccount, ENCRYPTION_KEY } from '../support/account.js';
import { createTestDatabase, seenFrom, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, openSocket } from '../support/graphql.js';
import { MACHINE_ENV } from '../support/machine-env.js';
import { queueMaintenance } from '../support/maintenance.js';
import { restUpload } from '../support/rest-upload.js';
import { type Service, startService } from '../support/service.js';
import { newOwner, type Owner, type Receiver, runJob, startReceiver } from '../webhooks/support.js';

const SHARDS = ['accounts_1', 'accounts_2'] as const;
type Shard = (typeof SHARDS)[number];
/** A port of this machine. */
const NOBODY_LISTENS = 1;
const PICTURE = await plain(40, 30, 'teal').png().toBuffer();

const db = await createTestDatabase();
let service: Service;
let sandbox: Sandbox;
let receiver: Receiver;
let workers: Service[];
const opened: pg.Pool[] = [];

/** The database as one shard sees it. */
function openShard(shard: Shard): TestDatabase {
  const pool = new pg.Pool({ ...seenFrom({ url: db.url, shard }), max: 2 });
  opened.push(pool);
  return { url: db.url, shard, query: async (text, values) => (await pool.query(text, values)).rows, drop: db.drop };
}
const inShards = { accounts_1: openShard('accounts_1'), accounts_2: openShard('accounts_2') };

beforeAll(async () => {
  // As `distribute` leaves it.
  await db.query(
    `ALTER TABLE users ALTER COLUMN shard SET DEFAULT 'accounts_' || (1 + floor(random() * ${SHARDS.length})::int)::text`,
  );
  sandbox = await startSandbox({ port: 0 });
  receiver = await startReceiver();
  service = await startService({ db, roles: 'api' });
  workers = await Promise.all([1, 2].map(() => startService({ db, roles: 'worker' })));
});
afterAll(async () => {
  for (const worker of workers ?? []) await worker.stop();
  await service?.stop();
  for (const pool of opened) await pool.end();
  await receiver?.close();
  await sandbox?.close();
  await db.drop();
});

/** An owner in a shard, with an account of the sandbox. */
async function ownerIn(shard: Shard): Promise<Owner & { shard: Shard; target: SandboxAccount; platformId: string }> {
  const owner = await newOwner(inShards[shard], service, []);
  await db.query('UPDATE users SET shard = $2, workspace_access = true WHERE id = $1', [owner.account.userId, shard]);
  const target = sandbox.createAccount('fediverse');
  return { ...owner, shard, target, platformId: await owner.account.connect(target) };
}
const twoOwners = () => Promise.all(SHARDS.map(ownerIn));

const countIn = async (shard: Shard, table: string, userId: string): Promise<number> => {
  const [row] = await inShards[shard].query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table} WHERE user_id = $1`,
    [userId],
  );
  return row?.count ?? 0;
};
const other = (shard: Shard) => (shard === 'accounts_1' ? 'accounts_2' : 'accounts_1');

const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';
const post = async (
  { headers, platformId }: Pick<Awaited<ReturnType<typeof ownerIn>>, 'headers' | 'platformId'>,
  content: string,
  scheduledTime = new Date(),
): Promise<string> => {
  const input = { post: { content, platformIds: [platformId] }, scheduledTime: scheduledTime.toISOString() };
  const { data, errors } = await graphql(service, headers, CREATE, { input });
  if (errors) throw new Error(JSON.stringify(errors));
  return data.createPost.postGroupId;
};
const sentTo = ({ accountId }: SandboxAccount) => sandbox.posts({ accountId });

test('new accounts come to either shard', async () => {
  const accounts = await Promise.all(Array.from({ length: 40 }, () => createAccount(db)));
  const rows = await db.query<{ shard: string }>('SELECT DISTINCT shard FROM users WHERE id = ANY($1) ORDER BY 1', [
    accounts.map(({ userId }) => userId),
  ]);
  expect(rows.map(({ shard }) => shard)).toEqual([...SHARDS]);
});

test('an account has its rows in its own shard, and nothing of it is in the other', async () => {
  for (const owner of await twoOwners()) {
    await post(owner, 'Hello', new Date('2035-01-01'));
    for (const table of ['post_groups', 'platform_posts', 'connections', 'live_events']) {
      expect(await countIn(owner.shard, table, owner.account.userId)).toBeGreaterThan(0);
      expect(await countIn(other(owner.shard), table, owner.account.userId)).toBe(0);
    }
  }
});

test('nobody sees what is of the other shard', async () => {
  const [one, two] = (await twoOwners()) as [Awaited<ReturnType<typeof ownerIn>>, Awaited<ReturnType<typeof ownerIn>>];
  const id = await post(one, 'Mine', new Date('2035-01-01'));
  const query = 'query ($id: ID!) { postGroup(id: $id) { id } postGroups { totalCount } }';
  expect((await graphql(service, one.headers, query, { id })).data).toEqual({
    postGroup: { id },
    postGroups: { totalCount: 1 },
  });
  expect((await graphql(service, two.headers, query, { id })).data).toEqual({
    postGroup: null,
    postGroups: { totalCount: 0 },
  });
});

test('posts of all accounts that are due at once go out once each, are followed without a gap, and are announced once', async () => {
  const owners = (await Promise.all([twoOwners(), twoOwners()])).flat();
  const clients: Client[] = [];
  try {
    const stories = await Promise.all(
      owners.map(async (owner) => {
        await owner.listen(`${receiver.url}/${owner.account.userId}`, ['POST_PUBLISHED']);
        const client = openSocket(service, owner.headers);
        clients.push(client);
        const following = follow(client, ACCOUNT_ACTIVITY);
        // Without a cursor nothing past is sent: a draft shows that the subscription has started.
        await eventually(async () => {
          await graphql(service, owner.headers, CREATE, {
            input: { post: { content: 'Draft', platformIds: [owner.platformId] } },
          });
          return following.steps.length > 0 || undefined;
        });
        return { owner, following };
      }),
    );
    const at = new Date(Date.now() + 2_000);
    await Promise.all(
      owners.flatMap((owner) => Array.from({ length: 10 }, (_, index) => post(owner, `Post ${index}`, at))),
    );
    for (const { owner, following } of stories) {
      await eventually(async () => following.steps.filter(isGroupFinished).length === 10 || undefined);
      const texts = sentTo(owner.target).map(({ text }) => text);
      expect(texts.sort()).toEqual(Array.from({ length: 10 }, (_, index) => `Post ${index}`));
      const first = following.steps[0];
      const stored = await inShards[owner.shard].query<{ name: string }>(
        `SELECT group_id || ' ' || sequence AS name FROM live_events WHERE user_id = $1 AND group_id < $2`,
        [owner.account.userId, first?.postGroupId],
      );
      await expectWhole(
        inShards[owner.shard],
        owner.account.userId,
        following.steps,
        stored.map(({ name }) => name),
      );
      const announced = await eventually(async () => {
        const got = receiver.received.filter(({ path }) => path.endsWith(owner.account.userId));
        return got.length >= 10 ? got : undefined;
      });
      expect(new Set(announced.map(({ body }) => JSON.parse(body).data.postGroupId ?? body)).size).toBe(10);
      expect(announced).toHaveLength(10);
    }
  } finally {
    for (const client of clients) await client.dispose();
  }
});

test('live events have the positions of their node, by whose snapshots they are read', async () => {
  for (const owner of await twoOwners()) {
    await post(owner, 'Where it is', new Date('2035-01-01'));
    const [ahead] = await inShards[owner.shard].query<{ count: number }>(
      `SELECT count(*)::int AS count FROM live_events
        WHERE position >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint AND user_id = $1`,
      [owner.account.userId],
    );
    expect(ahead).toEqual({ count: 0 });
  }
});

test('a managed user comes to the shard of its owner, who reads and writes for it', async () => {
  for (const owner of await twoOwners()) {
    const headers = { 'x-api-key': await owner.account.newKey({ workspaceAccess: true }) };
    for (let index = 0; index < 4; index += 1) {
      const email = `${owner.account.userId}-${index}@example.com`;
      const { data } = await graphql(
        service,
        headers,
        'mutation ($input: CreateManagedUserInput!) { createManagedUser(input: $input) { user { id } } }',
        { input: { email } },
      );
      const { id } = data.createManagedUser.user;
      expect(await db.query('SELECT shard FROM users WHERE id = $1', [id])).toEqual([{ shard: owner.shard }]);
      const own = await graphql(
        service,
        { ...headers, 'x-service-user-id': id },
        '{ viewer { id } postGroups { totalCount } }',
      );
      expect(own.data).toEqual({ viewer: { id }, postGroups: { totalCount: 0 } });
    }
  }
});

test('a post whose job is gone gets another one, in whichever shard it is', async () => {
  const owners = await twoOwners();
  for (const owner of owners) {
    await post(owner, 'Forgotten', new Date('2035-01-01'));
    const rows = await inShards[owner.shard].query<{ job_id: string }>(
      'SELECT job_id FROM platform_posts WHERE user_id = $1',
      [owner.account.userId],
    );
    await db.query('DELETE FROM pgboss.job WHERE id = ANY($1::uuid[])', [rows.map(({ job_id }) => job_id)]);
    await inShards[owner.shard].query(
      `UPDATE platform_posts SET due_at = now() - interval '5 minutes' WHERE user_id = $1`,
      [owner.account.userId],
    );
  }
  for (const { shard } of owners) await queueMaintenance(inShards[shard]);
  for (const { target } of owners) {
    await eventually(async () => sentTo(target).length === 1 || undefined);
  }
});

test('an account that is removed leaves nothing in its shard', async () => {
  const owners = await twoOwners();
  for (const owner of owners) {
    await post(owner, 'Bye', new Date('2035-01-01'));
    await db.query('UPDATE users SET removal_at = now() WHERE id = $1', [owner.account.userId]);
  }
  for (const { shard, account } of owners) {
    await eventually(async () => {
      await runJob(inShards[shard], 'maintenance');
      const left = await Promise.all(
        ['post_groups', 'platform_posts', 'connections'].map((table) => countIn(shard, table, account.userId)),
      );
      return left.every((count) => count === 0) || undefined;
    });
  }
});

test('a calendar is read at its address, whichever shard its account is in', async () => {
  for (const owner of await twoOwners()) {
    await post(owner, 'In the calendar', new Date(Date.now() + 86_400_000));
    const session = await owner.account.session();
    const { data } = await graphql(service, session, 'mutation { createCalendarFeed { url } }');
    const { text } = await request(data.createCalendarFeed.url).get('');
    expect(text).toContain('In the calendar');
  }
});

test('a file is uploaded to its address, inspected and published, whichever shard it is in', async () => {
  for (const owner of await twoOwners()) {
    const input = { post: { content: 'With a picture', platformIds: [owner.platformId] } };
    const { createPost } = await owner.run(CREATE, { input });
    const { uploadUrl, media } = await restUpload(service, owner.headers, { postGroupId: createPost.postGroupId });
    const put = await fetch(uploadUrl, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: PICTURE });
    expect(put.status).toBe(200);
    const update = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { id } } }';
    const now = { postGroupId: createPost.postGroupId, scheduledTime: new Date().toISOString() };
    const { errors } = await graphql(service, owner.headers, update, { input: now });
    expect(errors).toBeUndefined();
    const [sent] = await eventually(async () => {
      const posts = sentTo(owner.target);
      return posts.length === 1 ? posts : undefined;
    });
    expect(sent?.media).toHaveLength(1);
    expect(await countIn(other(owner.shard), 'media', owner.account.userId)).toBe(0);
    expect(media.id).toMatch(/^[0-9a-f]{24}$/);
  }
});

test('an archive is made and downloaded by its link alone, whichever shard it is in', async () => {
  const password = 'correct horse battery staple';
  const hash = await hashPassword(password);
  for (const owner of await twoOwners()) {
    await post(owner, 'To keep', new Date('2035-01-01'));
    await db.query('UPDATE users SET password_hash = $2 WHERE id = $1', [owner.account.userId, hash]);
    const browser = await owner.account.session();
    const ask =
      'mutation ($input: RequestAccountExportInput!) { requestAccountExport(input: $input) { accountExport { id } } }';
    expect((await graphql(service, browser, ask, { input: { password } })).errors).toBeUndefined();
    const url = await eventually(async () => {
      const { data } = await graphql(
        service,
        browser,
        '{ accountExports(first: 1) { edges { node { status url } } } }',
      );
      return data.accountExports.edges[0]?.node.url ?? undefined;
    });
    const archive = await fetch(url);
    expect([archive.status, archive.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect((await archive.arrayBuffer()).byteLength).toBeGreaterThan(100);
  }
});

test('a managed user’s page opens by its link alone, and shows the accounts of its shard', async () => {
  for (const owner of await twoOwners()) {
    const headers = { 'x-api-key': await owner.account.newKey({ workspaceAccess: true }) };
    const email = `page-of-${owner.account.userId}@example.com`;
    const create = 'mutation ($input: CreateManagedUserInput!) { createManagedUser(input: $input) { user { id } } }';
    const { data } = await graphql(service, headers, create, { input: { email, displayName: 'Ann' } });
    const { id: userId } = data.createManagedUser.user;
    await connectTargets(inShards[owner.shard], userId, [`fediverse-of-${owner.shard}`]);
    const link =
      'mutation ($input: CreateConnectionPageInput!) { createConnectionPage(input: $input) { connectionPage { url } } }';
    const page = (await graphql(service, headers, link, { input: { userId } })).data.createConnectionPage;
    const { status, text } = await request(page.connectionPage.url).get('');
    expect(status).toBe(200);
    expect(text).toContain('Ann');
    expect(text).toContain('test');
  }
});

test('commands of the operator are about all shards: what is due, and secrets under an older key', async () => {
  const owners = await twoOwners();
  const newest = Buffer.alloc(32, 9);
  const admin = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['.build/service/admin-main.js', '--json', ...args],
      {
        env: {
          ...MACHINE_ENV,
          DATABASE_URL: db.url,
          DATABASE_BACKEND: 'citus',
          ENCRYPTION_KEYS: [ENCRYPTION_KEY, newest].map((key) => key.toString('base64')).join(','),
        },
      },
    );
    return JSON.parse(stdout);
  };
  for (const owner of owners) {
    const [connection] = await inShards[owner.shard].query<{ id: string }>(
      'SELECT id FROM connections WHERE user_id = $1',
      [owner.account.userId],
    );
    const credentials = makeCredentialCipher([newest]).encrypt({ accessToken: 'x' }, connection?.id ?? '');
    await inShards[owner.shard].query('UPDATE connections SET credentials = $2 WHERE id = $1', [
      connection?.id,
      credentials,
    ]);
  }
  expect(await admin('re-encrypt')).toEqual({ rewritten: owners.length });
  expect(await admin('re-encrypt')).toEqual({ rewritten: 0 });

  await admin('pause');
  try {
    const before = (await admin('status')).duePosts;
    for (const owner of owners) await post(owner, 'Held', new Date());
    expect((await admin('status')).duePosts).toBe(before + owners.length);
  } finally {
    await admin('resume');
  }
});

test('accounts of a shard go on while the node of the other cannot be reached, and those of that one when it can', async () => {
  const [here, there] = (await twoOwners()) as [
    Awaited<ReturnType<typeof ownerIn>>,
    Awaited<ReturnType<typeof ownerIn>>,
  ];
  const [node] = await db.query<{ port: number }>(
    `SELECT nodeport AS port FROM citus_shards WHERE table_name = '${there.shard}.post_groups'::regclass`,
  );
  const moveNode = (from: number | undefined, to: number | undefined) =>
    db.query('SELECT citus_update_node(nodeid, nodename, $2) FROM pg_dist_node WHERE nodeport = $1', [from, to]);
  await moveNode(node?.port, NOBODY_LISTENS);
  try {
    await expect(post(there, 'Away')).rejects.toThrow('INTERNAL_ERROR');
    await post(here, 'At once');
    await eventually(async () => (sentTo(here.target).length === 1 ? true : undefined));
  } finally {
    await moveNode(NOBODY_LISTENS, node?.port);
    // Of the other shard's maintenance, too.
    for (const process of [service, ...workers]) process.errors.length = 0;
  }
  await post(there, 'Back');
  await eventually(async () => (sentTo(there.target).length === 1 ? true : undefined));
});
