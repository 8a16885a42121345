import request from 'supertest';
import { SESSION_COOKIE } from '../../src/domain/identity/access/viewer.js';
import { createAccount } from '../support/account.js';
import type { Headers } from '../support/graphql.js';
import { refused, startContract, UNKNOWN_ID } from './contract.js';

const OWN = 'https://api.example.com';
const NAMED = ['https://dashboard.example.com', 'http://localhost:5173'];
const contract = startContract({ env: { PUBLIC_URL: OWN, CORS_ORIGINS: NAMED.join(', ') } });

/** Origins that are nearly one that was named. */
const FOREIGN = [
  'https://other.example.com',
  'https://example.com',
  'http://dashboard.example.com',
  'https://dashboard.example.com:8443',
  'https://dashboard.example.com.evil.example',
  'https://evil-dashboard.example.com',
  'http://localhost:5174',
  'null',
];
const DASHBOARD = ['/graphql', '/auth/api-keys', '/workspace/users'];

/** What a browser sends before a page's request, and the headers of the response. */
async function preflight(path: string, origin: string, method = 'POST'): Promise<Headers> {
  const { status, headers } = await request(contract.service.url).options(path).set({
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': 'content-type,x-api-key,x-service-user-id',
  });
  expect(status).toBe(204);
  return headers;
}

const allowed = (headers: Headers) => headers['access-control-allow-headers']?.toLowerCase().split(/\s*,\s*/);

describe('/api/v1 is for servers', () => {
  test.each([
    ['/create-post', 'POST'],
    ['/list-posts', 'GET'],
    [`/update-post/${UNKNOWN_ID}`, 'PUT'],
    [`/delete-post/${UNKNOWN_ID}`, 'DELETE'],
    ['/workspace/users', 'POST'],
  ])('the preflight of %s is answered, and does not allow the headers that a caller needs', async (path, method) => {
    for (const origin of [OWN, ...NAMED, ...FOREIGN]) {
      const headers = await preflight(`/api/v1${path}`, origin, method);
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-allow-methods']?.split(',')).toContain(method);
      expect(allowed(headers)).toEqual(['content-type']);
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  test('a response may be read by any page, and no cookie goes with it', async () => {
    const answer = await contract.owner.raw('get', '/list-posts', undefined, { origin: 'https://other.example.com' });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'X-Request-Id,Retry-After,Idempotent-Replayed',
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });
});

describe.each(DASHBOARD)('%s', (path) => {
  const method = path === '/graphql' ? 'POST' : 'GET';
  const answerTo = async (headers: Headers) => {
    const sent = request(contract.service.url)[method === 'POST' ? 'post' : 'get'](path).set(headers);
    return method === 'POST' ? sent.send({ query: '{ viewer { id } }' }) : sent;
  };

  test.each([OWN, ...NAMED])('takes the cookie from pages of %s', async (origin) => {
    const named = { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' };
    const headers = await preflight(path, origin);
    expect(headers).toMatchObject(named);
    expect(headers.vary).toContain('Origin');
    expect(allowed(headers)).toEqual(['content-type', 'apollo-require-preflight']);

    const account = await createAccount(contract.db, { workspaceAccess: true });
    const answer = await answerTo({ ...(await account.session()), origin });
    expect(answer.headers).toMatchObject(named);
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
  });

  test.each(FOREIGN)('allows nothing to pages of %s, and ignores their cookies', async (origin) => {
    expect(await preflight(path, origin)).not.toHaveProperty('access-control-allow-origin');
    const account = await createAccount(contract.db, { workspaceAccess: true });
    const answer = await answerTo({ ...(await account.session()), origin });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(JSON.stringify(answer.body)).toMatch(/API key is required|Sign in first/);
  });
});

test('a form on another site changes nothing, even with the session’s cookie', async () => {
  const { db, service, account } = contract;
  const session = await account.session();
  const before = await db.query('SELECT id FROM api_keys WHERE user_id = $1', [account.userId]);
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
    const { status, body } = await request(service.url)
      .post('/auth/api-keys')
      .set({ ...session, origin: 'https://other.example.com', 'content-type': type })
      .send('name=Stolen');
    expect({ status, body }).toEqual(refused(401, 'Sign in first: this requires a dashboard session, not an API key'));
  }
  expect(await db.query('SELECT id FROM api_keys WHERE user_id = $1', [account.userId])).toEqual(before);
});

test('with a public address, only its pages are our own: not those of the address that the request names', async () => {
  const session = await contract.account.session();
  const statusFrom = async (origin: string) =>
    (await contract.dashboard({ ...session, origin }).get('/auth/api-keys')).status;
  expect([await statusFrom(OWN), await statusFrom(contract.service.url)]).toEqual([200, 401]);
});

test('an API key counts wherever it comes from: it is sent on purpose', async () => {
  const answer = await contract.owner.get('/list-posts', { origin: 'null', cookie: `${SESSION_COOKIE}=unknown` });
  expect(answer.status).toBe(200);
});
