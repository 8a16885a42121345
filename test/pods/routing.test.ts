/** Requests through HAProxy, with the configuration of `admin pods config`, in front of two pods. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import { createClient } from '../../clients/typescript/src/index.js';
import { calendarFeedPath } from '../../src/domain/calendar/calendar-feed.js';
import { generateApiKey } from '../../src/domain/identity/access/api-key.js';
import { newFamily, newTokenOf } from '../../src/domain/identity/access/application-token.js';
import { generateSession, hashToken } from '../../src/domain/identity/access/session.js';
import { confirmEmailPath, resetPasswordPath } from '../../src/domain/identity/account/account-page.js';
import { storageKey } from '../../src/domain/media/media.js';
import { exportPath } from '../../src/domain/owner/account-export.js';
import { MediaType } from '../../src/domain/posts/state/media-type.js';
import { newId } from '../../src/foundation/database/id.js';
import { newToken, podOfId, podOfToken, servePod } from '../../src/foundation/pod.js';
import { type Directory, openDirectory } from '../../src/pods/directory.js';
import { newPerson, viewer } from '../graphql/browser.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type Service, startService } from '../support/service.js';
import { hasHaproxy, NO_HAPROXY, type Router, startRouter } from './router.js';

const PODS = ['00', '07'] as const;

/** What this pod makes. */
function by<T>(pod: string, make: () => T): T {
  servePod(pod);
  try {
    return make();
  } finally {
    servePod('00');
  }
}

interface Carrier {
  path: string;
  headers?: Record<string, string>;
  /** Sent by POST. */
  form?: Record<string, string>;
}

/** Everything that names a pod, by its place in a request. */
const CARRIERS: Record<string, () => Carrier> = {
  'an API key': () => ({ path: '/api/v1/list-posts', headers: { 'x-api-key': generateApiKey(new Date()).rawKey } }),
  'a bearer token': () => ({ path: '/mcp', headers: { authorization: `Bearer ${generateApiKey(new Date()).rawKey}` } }),
  'an access token': () => ({ path: '/mcp', headers: { authorization: `Bearer ${newTokenOf(newFamily())}` } }),
  'a code': () => ({ path: '/oauth/token', form: { grant_type: 'authorization_code', code: newTokenOf(newFamily()) } }),
  'a refresh token': () => ({
    path: '/oauth/token',
    form: { refresh_token: newTokenOf(newFamily()), client_id: 'c_x' },
  }),
  'a token to revoke': () => ({ path: '/oauth/revoke', form: { token: newTokenOf(newFamily()) } }),
  'the prefix of a key in the address': () => ({ path: `/graphql?pod=${generateApiKey(new Date()).prefix}` }),
  'the session of a browser': () => ({
    path: '/graphql',
    headers: { cookie: `theme=dark; service_session=${generateSession(new Date()).token}` },
  }),
  'the confirmation of an address': () => ({ path: confirmEmailPath(newToken()) }),
  'the reset of a password': () => ({ path: resetPasswordPath(newToken()) }),
  'a connection page': () => ({ path: `/connect/${newToken()}/fediverse/login` }),
  'a calendar feed': () => ({ path: calendarFeedPath(newToken()) }),
  'the state of a login': () => ({ path: `/auth/fediverse/callback/ab12?code=x&state=${newToken()}` }),
  'an export': () => ({ path: `${exportPath(newId())}?signature=x` }),
  'an uploaded file': () => ({ path: `/objects/${storageKey(MediaType.IMAGE, newId(), 'ab12', 'cat.png')}?expires=1` }),
};

function carriers(): void {
  const servers: Server[] = [];
  let router: Router;
  const [token, id, { rawKey, prefix }] = [newToken(), newId(), generateApiKey(new Date())];

  beforeAll(async () => {
    const pods = await Promise.all(
      PODS.map(async (pod) => {
        const server = createServer((request, response) => {
          response.setHeader('pod', pod);
          response.end(JSON.stringify(request.headers));
        });
        servers.push(server);
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        return { pod, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
      }),
    );
    router = await startRouter(pods, { moved: [prefix, hashToken(token), id].map((name) => [name, '07'] as const) });
  });
  afterAll(async () => {
    await router?.close();
    for (const server of servers) server.close();
  });

  const reached = async ({ path, headers = {}, form }: Carrier) => {
    const sent = form ? { method: 'POST', body: new URLSearchParams(form) } : {};
    return (await fetch(`${router.url}${path}`, { headers, ...sent })).headers.get('pod');
  };

  test.each(Object.keys(CARRIERS))('%s', async (name) => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PODS), async (pod) => {
        const carrier = by(pod, CARRIERS[name] as () => Carrier);
        expect(await reached(carrier)).toBe(pod);
      }),
      { numRuns: 10 },
    );
  });

  test('the parameter says it to a browser that still has another session, and a key says it to everybody', async () => {
    const cookie = `service_session=${by('00', newToken)}`;
    expect(await reached({ path: '/graphql?pod=07', headers: { cookie } })).toBe('07');
    const apiKey = by('00', () => generateApiKey(new Date()).rawKey);
    expect(await reached({ path: '/graphql?pod=07', headers: { cookie, 'x-api-key': apiKey } })).toBe('00');
  });

  test('data that has moved is found in its new pod, and not in that of its digits', async () => {
    const carried: Carrier[] = [
      { path: '/api/v1/list-posts', headers: { 'x-api-key': rawKey } },
      { path: `/graphql?pod=${prefix}` },
      { path: '/graphql', headers: { cookie: `service_session=${token}` } },
      { path: calendarFeedPath(token) },
      { path: '/mcp', headers: { authorization: `Bearer ${newTokenOf(token)}` } },
      { path: '/oauth/token', form: { grant_type: 'refresh_token', refresh_token: newTokenOf(token) } },
      { path: `${exportPath(id.toUpperCase())}?signature=x` },
    ];
    for (const carrier of carried) expect(await reached(carrier)).toBe('07');
  });

  test('what names a pod that is not on the list goes to the first one', async () => {
    expect(await reached({ path: '/graphql?pod=a1' })).toBe('00');
    expect(await reached({ path: '/graphql', headers: { 'x-api-key': 'nonsense' } })).toBe('00');
    expect(await reached({ path: confirmEmailPath('-'.repeat(43)) })).toBe('00');
  });

  test('who is not signed in gets any pod, and always the same one', async () => {
    const pods = await Promise.all(Array.from({ length: 20 }, () => reached({ path: '/' })));
    expect(new Set(pods).size).toBe(1);
    expect(PODS).toContain(pods[0]);
  });

  test('a client cannot make up its address', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' };
    const seen = await (await fetch(`${router.url}/`, { headers })).json();
    expect(seen).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
  });
}

function installations(): void {
  const databases: TestDatabase[] = [];
  const services: Service[] = [];
  const accounts: TestAccount[] = [];
  let shared: TestDatabase;
  const directories: Directory[] = [];
  let router: Router;

  beforeAll(async () => {
    shared = await createTestDatabase({ empty: true });
    for (const pod of PODS) {
      const directory = openDirectory(shared.url, { pod, log: pino({ level: 'silent' }) });
      await directory.addPod(1);
      directories.push(directory);
      const db = await createTestDatabase();
      databases.push(db);
      const env = { POD: pod, TRUSTED_PROXIES: '1', DIRECTORY_URL: shared.url };
      services.push(await startService({ db, roles: 'api', env }));
      servePod(pod);
      accounts.push(await createAccount(db, { connected: ['fediverse-1'] }));
      servePod('00');
    }
    router = await startRouter(PODS.map((pod, index) => ({ pod, url: services[index]?.url ?? '' })));
  });
  afterAll(async () => {
    await router?.close();
    for (const service of services) await service.stop();
    for (const directory of directories) await directory.close();
    for (const db of [...databases, shared]) await db.drop();
  });

  const clientOf = ({ apiKey }: TestAccount) =>
    createClient({ url: router.url, apiKey, webSocket: WebSocket, retries: 0 });
  const create = (account: TestAccount, content: string) =>
    clientOf(account).posts.create({ content, platformIds: ['fediverse-1'] });

  test('a post is stored in the pod of its key, and the typed client follows it there', async () => {
    for (const [index, account] of accounts.entries()) {
      const post = await create(account, `Of pod ${PODS[index]}`);
      const rows = await Promise.all(
        databases.map((db) => db.query('SELECT id FROM post_groups WHERE id = $1', [post.id])),
      );
      expect(rows.map(({ length }) => length)).toEqual(PODS.map((_, other) => (other === index ? 1 : 0)));
      expect(podOfId(post.id)).toBe(PODS[index]);
      const types: string[] = [];
      for await (const { type } of post.follow()) {
        if (types.length === 0) await clientOf(account).posts.delete(post.id);
        types.push(type);
      }
      expect(types.at(-1)).toBe('DELETED');
    }
  });

  test('a browser signs up and in at the common address, and stays in the pod of its session', async () => {
    const send = async (query: string, input: object) => {
      const response = await fetch(`${router.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables: { input } }),
      });
      expect(response.status).toBe(200);
      return response;
    };
    for (const [index, pod] of PODS.entries()) {
      for (const one of PODS) await directories[0]?.setWeight(one, one === pod ? 1 : 0);
      const person = newPerson();
      await send('mutation ($input: SignUpInput!) { signUp(input: $input) { confirmationRequired } }', person);
      const [user] = (await databases[index]?.query('SELECT id FROM users WHERE email = $1', [person.email])) ?? [];
      const signedIn = await send('mutation ($input: SignInInput!) { signIn(input: $input) { expiresAt } }', person);
      const [, token = ''] = /service_session=([^;]+)/.exec(signedIn.headers.get('set-cookie') ?? '') ?? [];
      expect(podOfToken(token)).toBe(pod);
      const { body } = await viewer(
        { ...(services[index] as Service), url: router.url },
        { cookie: `service_session=${token}` },
      );
      expect(body.data.viewer.id).toBe(user?.id);
    }
  });

  test('while a pod is away its accounts get 503 and Retry-After; the other one and its web sockets go on', async () => {
    const [here, away] = accounts as [TestAccount, TestAccount];
    const post = await create(here, 'Goes on');
    const steps = post.follow();
    expect((await steps.next()).value).toMatchObject({ type: 'CREATED' });
    await services.pop()?.kill();

    const list = (account: TestAccount) =>
      fetch(`${router.url}/api/v1/list-posts`, { headers: { 'x-api-key': account.apiKey } });
    const answer = await eventually(async () => {
      const response = await list(away);
      return response.status === 503 ? response : undefined;
    });
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await answer.json()).toMatchObject({
      error: 'Temporarily unavailable',
      errors: [{ extensions: { code: 'INTERNAL_ERROR', retryAfterSeconds: 5 } }],
    });
    expect((await list(here)).status).toBe(200);
    await clientOf(here).posts.delete(post.id);
    expect((await steps.next()).value).toMatchObject({ type: 'DELETED' });
    // Who is not signed in gets a pod that is there.
    expect((await fetch(`${router.url}/health`)).status).toBe(200);
  });
}

if (hasHaproxy) {
  describe('what a request has leads it to its pod', () => carriers());
  describe('two installations', () => installations());
} else {
  test.skip(NO_HAPROXY, () => undefined);
}
