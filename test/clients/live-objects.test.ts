import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { createGroup, cursorOf, expectWhole, LATER, mutate, now, type Step } from '../live/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';
import { apolloClient, type CachingClient, urqlClient } from './caching-clients.js';
import { type Gate, startGate } from './gate.js';

// The worker waits for the platform for as long as the gate before it is closed.
const { db, service } = await useService({ roles: 'api,worker', env: { PUBLISH_TIMEOUT_MS: '60000' } });

const GROUP = 'id status processingStatus posts { id status url }';
const LIST = `query List { postGroups(first: 100) { edges { node { ${GROUP} } } } }`;
const ONE = `query One($id: ID!) { postGroup(id: $id) { ${GROUP} } }`;
const ACTIVITY = `subscription Activity($after: String) {
  accountActivity(after: $after) {
    cursor sequence postGroupId type postGroup { id status processingStatus } platformPost { id status url }
  }
}`;

interface Group {
  id: string;
  status: string;
  processingStatus: string;
  posts: { id: string; status: string; url: string | null }[];
}
interface List {
  postGroups: { edges: { node: Group }[] };
}

let sandbox: Sandbox;
let account: TestAccount;
let gate: Gate;
let platformId: string;
let clients: CachingClient[];
/** Ends when clients may reconnect. */
let reconnecting: Promise<void>;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
beforeEach(async () => {
  account = await createAccount(db, { connected: ['fediverse-1'] });
  const fediverse = sandbox.createAccount('fediverse');
  gate = await startGate(fediverse.baseUrl);
  platformId = await account.connect({ ...fediverse, baseUrl: gate.url });
  clients = [];
  reconnecting = Promise.resolve();
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await gate.close();
});
afterAll(() => sandbox?.close());

const headers = () => ({ 'x-api-key': account.apiKey });
const publish = (postGroupId: string) =>
  mutate(service, headers(), 'updatePost', { postGroupId, scheduledTime: now() });

const KINDS = { 'Apollo Client': apolloClient, 'urql with graphcache': urqlClient };

describe.each(Object.entries(KINDS))('%s', (_name, makeClient) => {
  /** A client with a watched list, a watched group and a subscription after the cursor, and all that they received. */
  function open(id: string, after: string) {
    const client = makeClient({ service, apiKey: account.apiKey, mayReconnect: () => reconnecting });
    clients.push(client);
    const page = { client, ofList: [] as Group[], ofGroup: [] as Group[], events: [] as Step[] };
    client.watch<List>(LIST, {}, ({ postGroups }) => {
      page.ofList.push(...postGroups.edges.flatMap(({ node }) => (node.id === id ? [node] : [])));
    });
    client.watch<{ postGroup: Group }>(ONE, { id }, ({ postGroup }) => page.ofGroup.push(postGroup));
    client.subscribe<{ accountActivity: Step }>(ACTIVITY, { after }, ({ accountActivity }) =>
      page.events.push(accountActivity),
    );
    return page;
  }
  type Page = ReturnType<typeof open>;

  /** Waits until the watched queries of all pages show the group and its post in these states. */
  const shown = (pages: Page[], status: string, processingStatus: string, postStatus: string) =>
    eventually(async () => {
      for (const { client, ofList, ofGroup } of pages) {
        expect(client.warnings).toEqual([]);
        const expected = { status, processingStatus, posts: [{ status: postStatus }] };
        expect([ofList.at(-1), ofGroup.at(-1)]).toMatchObject([expected, expected]);
      }
      return true;
    });

  test('a watched query follows from SCHEDULED over PROCESSING to PUBLISHED without a refetch, for two subscribers', async () => {
    const { cursor, past } = await cursorOf(db, service, headers(), account.userId);
    const id = await createGroup(service, headers(), { platformIds: [platformId], scheduledTime: LATER });
    const pages = [open(id, cursor), open(id, cursor)];
    await shown(pages, 'SCHEDULED', 'PENDING', 'SCHEDULED');

    await publish(id);
    await shown(pages, 'SCHEDULED', 'PROCESSING', 'PROCESSING');
    gate.open();
    await shown(pages, 'PUBLISHED', 'FINISHED', 'PUBLISHED');

    const [posted] = sandbox.posts().slice(-1);
    for (const { client, ofList, ofGroup, events } of pages) {
      for (const group of [ofList.at(-1), ofGroup.at(-1)]) expect(group?.posts[0]?.url).toBe(posted?.url);
      expect(client.requests()).toBe(2);
      // PUBLISHED, the event before, carries the group as it is at its end.
      await eventually(async () => events.at(-1)?.type === 'GROUP_FINISHED' || undefined);
      await expectWhole(db, account.userId, events, past);
    }
  });

  test('after a lost connection it resumes with its cursor: no event is missed or repeated, and the cache is up to date', async () => {
    const { cursor, past } = await cursorOf(db, service, headers(), account.userId);
    const id = await createGroup(service, headers(), { platformIds: [platformId], scheduledTime: LATER });
    const page = open(id, cursor);
    await shown([page], 'SCHEDULED', 'PENDING', 'SCHEDULED');
    await publish(id);
    await shown([page], 'SCHEDULED', 'PROCESSING', 'PROCESSING');

    let reconnect = (): void => undefined;
    reconnecting = new Promise((resolve) => {
      reconnect = resolve;
    });
    page.client.socket.terminate();
    gate.open();
    await eventually(async () => {
      const [row] = await db.query<{ status: string }>('SELECT status FROM post_groups WHERE id = $1', [id]);
      return row?.status === 'published' || undefined;
    });
    const received = page.events.length;
    expect(page.ofGroup.at(-1)?.status).toBe('SCHEDULED');
    reconnect();
    await shown([page], 'PUBLISHED', 'FINISHED', 'PUBLISHED');
    await eventually(async () => page.events.some(({ type }) => type === 'GROUP_FINISHED') || undefined);
    expect(page.events.length).toBeGreaterThan(received);
    await expectWhole(db, account.userId, page.events, past);
    expect(page.client.requests()).toBe(2);
  });
});
