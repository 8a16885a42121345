import { type Sandbox, type SandboxAccount, startSandbox } from '../../sandbox/sandbox.js';
import { demo } from '../sandbox/support.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import { expectText, LoginWorld, type Person } from './login-support.js';

let world: LoginWorld;
let other: Sandbox;
beforeAll(async () => {
  world = await LoginWorld.open();
  other = await startSandbox({ port: 0 });
});
afterEach(() => {
  world.sandbox.clearFaults();
  other.clearFaults();
});
afterAll(async () => {
  await other?.close();
  await world?.close();
});

const begin = (person: Person, instance: string, service: Service = world.service) =>
  person.browser.open(`${service.url}/auth/fediverse/start?${new URLSearchParams({ instance })}`);
const registrations = ({ requests }: Sandbox) => requests().filter(({ path }) => path === '/api/v1/apps').length;
const clientOf = (url: string) => new URL(url).searchParams.get('client_id');

test('the service registers with a server at the first login there, and never again', async () => {
  const before = registrations(world.sandbox);
  const instance = world.sandbox.baseUrls.fediverse;
  const people = [await world.newPerson(), await world.newPerson()] as const;
  const first = await begin(people[0], instance);
  const second = await begin(people[1], `${instance}/`);
  expect(registrations(world.sandbox)).toBe(before + 1);
  expect(clientOf(second.url)).toBe(clientOf(first.url));
  for (const [index, page] of [first, second].entries()) {
    const owner = world.sandbox.createAccount('fediverse');
    expect((await world.allow(people[index] as Person, page, [owner])).status).toBe(200);
  }
});

test('every server has its own registration, and its accounts live there', async () => {
  const person = await world.newPerson();
  for (const sandbox of [world.sandbox, other]) {
    const page = await begin(person, sandbox.baseUrls.fediverse);
    expect(page.url.startsWith(sandbox.baseUrls.fediverse)).toBe(true);
    await world.allow(person, page, [sandbox.createAccount('fediverse')]);
  }
  const connections = await world.connections(person.account.userId);
  expect(connections.map(({ baseUrl }) => baseUrl)).toEqual([
    world.sandbox.baseUrls.fediverse,
    other.baseUrls.fediverse,
  ]);
});

test('accounts of two servers with the same id are both connected, each posts to its own, and is found again', async () => {
  const boxes = [world.sandbox, other];
  const person = await world.newPerson();
  // The demo account has the same id at every sandbox.
  const [{ accountId }] = boxes.map((box) => demo(box, 'fediverse')) as [SandboxAccount];
  const connect = async (box: Sandbox) => {
    const page = await begin(person, box.baseUrls.fediverse);
    expect((await world.allow(person, page, [demo(box, 'fediverse')])).status).toBe(200);
  };
  for (const box of boxes) await connect(box);
  const before = await world.connections(person.account.userId);
  const server = other.baseUrls.fediverse.replace('http://', '').replace(/\W/g, '_');
  expect(before.map(({ platformId }) => platformId)).toEqual([
    `fediverse-${accountId}`,
    `fediverse-${accountId}-${server}`,
  ]);
  expect(before.map(({ baseUrl }) => baseUrl)).toEqual(boxes.map(({ baseUrls }) => baseUrls.fediverse));

  for (const { platformId } of before) {
    const input = {
      post: { content: `To ${platformId}`, platformIds: [platformId] },
      scheduledTime: new Date().toISOString(),
    };
    const created = await graphql(world.service, person.headers, CREATE, { input });
    const { id } = created.data.createPost.postGroup;
    const post = await eventually(async () => {
      const { data } = await graphql(world.service, person.headers, POSTS, { id });
      return data.postGroup.posts[0].status === 'PUBLISHED' ? data.postGroup.posts[0] : undefined;
    });
    expect(post).toEqual({ status: 'PUBLISHED', platformId, accountId });
  }
  const sent = boxes.map((box) => box.posts().filter((post) => post.accountId === accountId));
  expect(sent.map((posts) => posts.map(({ text }) => text))).toEqual(
    before.map(({ platformId }) => [`To ${platformId}`]),
  );

  for (const box of boxes.toReversed()) await connect(box);
  const after = await world.connections(person.account.userId);
  const places = (connections: typeof before) => connections.map(({ platformId, baseUrl }) => [platformId, baseUrl]);
  expect(places(after)).toEqual(places(before));
  const tokens = [...before, ...after].map(({ credentials }) => credentials.accessToken);
  expect(new Set(tokens).size).toBe(4);
});

const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
const POSTS = 'query ($id: ID!) { postGroup(id: $id) { posts { status platformId accountId } } }';

test('a server that has forgotten the registration gets a new one, before anybody is sent there for nothing', async () => {
  const person = await world.newPerson();
  const instance = other.baseUrls.fediverse;
  const first = await begin(person, instance);
  other.forgetClients();
  const second = await begin(person, instance);
  expect(clientOf(second.url)).not.toBe(clientOf(first.url));
  expect((await world.allow(person, second, [other.createAccount('fediverse')])).status).toBe(200);
});

test('a service with a new address registers again: the server redirects a login only to registered addresses', async () => {
  const env = { FEDIVERSE_REDIRECT_URI: 'http://127.0.0.1:9/back' };
  const service = await startService({ db: world.db, roles: 'api', env });
  const before = registrations(world.sandbox);
  const page = await begin(await world.newPerson(), world.sandbox.baseUrls.fediverse, service);
  expect(page.forms).toHaveLength(1);
  expect(registrations(world.sandbox)).toBe(before + 1);
  await service.stop();
});

test('the secret of a registration is stored encrypted', async () => {
  await begin(await world.newPerson(), world.sandbox.baseUrls.fediverse);
  const rows = await world.db.query<{ client: string }>('SELECT client FROM instance_clients');
  expect(rows.length).toBeGreaterThan(0);
  for (const { client } of rows) expect(client).toMatch(/^v1\.[0-9a-f]{8}\./);
});

test('a page asks for the server when none was named', async () => {
  const person = await world.newPerson();
  const shown = await person.browser.open(`${world.service.url}/auth/fediverse/start`);
  expectText(shown, 200, /^Connect Fediverse Instance \(optional\) The host name of the server/);
  const page = await person.browser.send(shown, shown.forms[0], { instance: world.sandbox.baseUrls.fediverse });
  expect(page.url.startsWith(world.sandbox.baseUrls.fediverse)).toBe(true);
});

test.each([
  ['', /Instance must be the host name of a server/],
  ['not a server', /Instance must be the host name of a server/],
  ['http://127.0.0.1:1', /The account could not be connected: fediverse could not be reached/],
])('the server %j: said in the form, which can be sent again', async (instance, message) => {
  const person = await world.newPerson();
  const refused = await begin(person, instance);
  expectText(refused, 400, message);
  const page = await person.browser.send(refused, refused.forms[0], { instance: world.sandbox.baseUrls.fediverse });
  expect(page.url.startsWith(world.sandbox.baseUrls.fediverse)).toBe(true);
});

test('a server that returns nothing of use is no server', async () => {
  world.sandbox.setFault({ platform: 'fediverse', kind: 'answer', path: '/', times: 0, answer: { status: 404 } });
  const refused = await begin(await world.newPerson(), `${world.sandbox.baseUrls.fediverse}/elsewhere`);
  expectText(refused, 400, /^Connect Fediverse The account could not be connected: fediverse /);
});

test('a server that has trouble is not registered with again', async () => {
  const person = await world.newPerson();
  await begin(person, other.baseUrls.fediverse);
  const before = registrations(other);
  other.setFault({ platform: 'fediverse', kind: 'server_error', on: 'any' });
  expectText(await begin(person, other.baseUrls.fediverse), 400, /fediverse returned a server error/);
  expect(registrations(other)).toBe(before);
});

test('a server at an address that is not public gets no request', async () => {
  const service = await startService({ db: world.db, roles: 'api', env: { PRIVATE_ADDRESSES: 'none' } });
  const before = other.requests().length;
  const refused = await begin(await world.newPerson(), `${other.url}/fediverse`, service);
  expectText(refused, 400, /127\.0\.0\.1 is not a public address/);
  expect(other.requests()).toHaveLength(before);
  await service.stop();
});
