import request from 'supertest';
import { createAccount, type TestAccount } from '../support/account.js';
import { type Service, startService, useService } from '../support/service.js';

const { db, service } = await useService();
let account: TestAccount;

beforeAll(async () => {
  account = await createAccount(db);
});

const open = (path: string) => request(service.url).get(path).redirects(0);
const graphql = (query: string) =>
  request(service.url).post('/graphql').set('x-api-key', account.apiKey).send({ query });

const ANSWERS: [string, () => PromiseLike<request.Response>][] = [
  ['the dashboard', () => open('/')],
  ['a file of the dashboard', async () => open((await open('/')).text.match(/\/assets\/[^"]+\.js/)?.[0] ?? '')],
  ['GraphiQL', () => open('/graphiql')],
  ['a file of GraphiQL', () => open('/graphiql/page.js')],
  ['the page of the API', () => open('/api/v1/docs')],
  ['its description', () => open('/api/v1/openapi.json')],
  ['a connection page that is not there', () => open('/connect/nobody')],
  ['a login', () => open('/auth/network/start')],
  ['a login that is not there', () => open('/auth/network/callback?state=x')],
  ['an object that is not there', () => open('/objects/image/x')],
  ['a path that is not there', () => open('/no-such-page')],
  ['a path that cannot be decoded', () => open('/%c0%ae')],
  ['a route of the API that is not there', () => open('/api/v1/no-such-route')],
  ['a request without a key', () => open('/api/v1/list-posts')],
  ['a preflight', () => request(service.url).options('/api/v1/create-post').set('origin', 'https://evil.example')],
  ['a body that is no JSON', () => request(service.url).post('/graphql').type('json').send('{')],
  ['an operation', () => graphql('{ viewer { id } }')],
  ['the health', () => open('/health')],
];

test.each(ANSWERS)(
  '%s cannot be framed, is not sniffed for another type, and sends no referrer to other sites',
  async (_what, ask) => {
    const { headers } = await ask();
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).toContain("base-uri 'none'");
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': expect.stringMatching(/^(no-referrer|same-origin)$/),
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(headers).not.toHaveProperty('x-powered-by');
  },
);

describe('no page runs an inline script, or requests another address', () => {
  test.each(['/', '/sign-in', '/graphiql', '/api/v1/docs', '/connect/nobody', '/auth/network/start', '/no-such-page'])(
    '%s',
    async (path) => {
      const { headers, text } = await open(path);
      const policy = String(headers['content-security-policy']);
      expect(policy).not.toMatch(/script-src[^;]*'unsafe-/);
      expect(policy).not.toMatch(/(script|connect|worker|img|font|default)-src[^;]*(https?:|\*)/);
      expect(text).not.toMatch(/<script(?![^>]* src="\/)/);
      expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
      expect(text).not.toMatch(/ on[a-z]+="/);
    },
  );

  test('every file that they name is served from here, with its type', async () => {
    for (const path of ['/graphiql', '/api/v1/docs']) {
      const { text } = await open(path);
      const files = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file]) => String(file));
      expect(files.length).toBeGreaterThan(2);
      for (const file of files) {
        const { status, headers } = await open(file);
        expect([file, status]).toEqual([file, 200]);
        expect(headers['content-type']).toMatch(/^(text\/javascript|text\/css|image\/png)/);
        expect(headers['cache-control']).toBe('public, max-age=3600');
      }
    }
  });

  test('GraphiQL’s workers, too', async () => {
    for (const worker of ['editor', 'json', 'graphql']) {
      const { status, headers } = await open(`/graphiql/${worker}.worker.js`);
      expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    }
  });
});

describe('no cache keeps', () => {
  const dashboard = async () => (await account.session()).cookie;

  test.each<[string, () => PromiseLike<request.Response>]>([
    ['what an operation answers', () => graphql('{ viewer { email } }')],
    ['what a route of the API answers', () => open('/api/v1/list-posts').set('x-api-key', account.apiKey)],
    [
      'the secret of a webhook',
      () =>
        request(service.url)
          .post('/api/v1/webhooks')
          .set('x-api-key', account.apiKey)
          .send({ name: 'Mine', url: 'https://example.com/hook', events: ['post.published'] }),
    ],
    [
      'an address to upload to',
      () =>
        request(service.url)
          .post('/api/v1/get-upload-url')
          .set('x-api-key', account.apiKey)
          .send({ fileName: 'a.png', contentType: 'image/png', postGroupId: 'x', type: 'image' }),
    ],
    [
      'a new API key',
      async () =>
        request(service.url)
          .post('/auth/api-keys')
          .set('cookie', await dashboard())
          .send({ name: 'Laptop' }),
    ],
    [
      'a session',
      () =>
        request(service.url)
          .post('/graphql')
          .send({
            query: 'mutation ($input: SignInInput!) { signIn(input: $input) { expiresAt } }',
            variables: { input: { email: 'nobody@example.com', password: 'wrong password here' } },
          }),
    ],
    ['the way to a platform’s login', async () => open('/auth/network/start').set('cookie', await dashboard())],
  ])('%s', async (_what, ask) => {
    const { headers } = await ask();
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('HSTS', () => {
  const hsts = async ({ url }: Service, headers: Record<string, string> = {}) =>
    (await request(url).get('/health').set(headers)).headers['strict-transport-security'];

  test('is not sent over plain HTTP, with any headers of a client', async () => {
    expect(await hsts(service)).toBeUndefined();
    expect(await hsts(service, { 'x-forwarded-proto': 'https' })).toBeUndefined();
  });

  test('is sent when the service’s address is https, and when a trusted proxy says so', async () => {
    const byAddress = await startService({ db, roles: 'api', env: { PUBLIC_URL: 'https://social.example' } });
    const byProxy = await startService({ db, roles: 'api', env: { TRUSTED_PROXIES: '1' } });
    try {
      expect(await hsts(byAddress)).toBe('max-age=31536000');
      expect(await hsts(byProxy, { 'x-forwarded-proto': 'https' })).toBe('max-age=31536000');
      expect(await hsts(byProxy)).toBeUndefined();
    } finally {
      await byAddress.stop();
      await byProxy.stop();
    }
  });
});
