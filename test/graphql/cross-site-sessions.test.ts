/** Sessions of a dashboard on another site: SESSION_COOKIE_SAME_SITE, and what protects a cookie that every site sends. */
import { createClient } from 'graphql-ws';
import request from 'supertest';
import { WebSocket } from 'ws';
import { createAccount } from '../support/account.js';
import type { Headers } from '../support/graphql.js';
import { type Service, useAnother, useService } from '../support/service.js';
import { codeOf, type Member, newMember, type Person, SIGN_OUT, viewer, visit } from './browser.js';

const OWN = 'https://api.example.com';
const DASHBOARD = 'https://app.example.org';
const ORIGINS = { PUBLIC_URL: OWN, CORS_ORIGINS: DASHBOARD };

const { db, service: plain } = await useService();
/** On the same database: the default, and with a cookie that browsers send from every site. */
const lax = await useAnother({ db, env: ORIGINS });
const none = await useAnother({ db, env: { ...ORIGINS, SESSION_COOKIE_SAME_SITE: 'none' } });
/** Stays signed in: no test ends the session. */
let member: Member;
beforeAll(async () => {
  member = await newMember(none);
});

const SIGN_IN = 'mutation ($input: SignInInput!) { signIn(input: $input) { cookieKept } }';
const signIn = (at: Service, { email, password }: Person, headers: Headers) =>
  visit(at, headers, SIGN_IN, { email, password });
const from = (origin: string, site?: string): Headers => ({ origin, ...(site && { 'sec-fetch-site': site }) });

describe('the cookie of a service with SameSite=none', () => {
  test('is Secure and out of reach of scripts, and so is that of the known browser', async () => {
    const { cookie, device } = await signIn(none, member, from(DASHBOARD));
    for (const one of [cookie, device]) {
      expect(one).toMatchObject({ sameSite: 'none', secure: true, httpOnly: true, path: '/' });
    }
  });

  test('counts from the sites that are named, from our own pages and where there is no page', async () => {
    const { browser, userId } = member;
    for (const headers of [from(DASHBOARD, 'cross-site'), from(OWN, 'same-origin'), {}]) {
      expect((await viewer(none, { ...browser, ...headers })).body.data.viewer.id).toBe(userId);
    }
  });

  test.each([
    'https://evil.example',
    'https://evil.example.org',
    'http://app.example.org',
    'https://app.example.org:8443',
    'https://app.example.org.evil.example',
    'http://api.example.com',
    'null',
    '',
  ])('does not count from %j: no data, and no CORS', async (origin) => {
    const { browser } = member;
    // A host name that the page itself chose: over plain http, somebody on the way can answer for every host.
    for (const host of [{}, { host: 'api.example.com' }]) {
      const answer = await request(none.url)
        .post('/graphql')
        .set({ ...browser, ...host, origin })
        .send({ query: '{ viewer { id } }' });
      expect(codeOf(answer as never)).toBe('API_KEY_REQUIRED');
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  test('does not count for an image, a script or a link of another site, which have no Origin', async () => {
    const { browser } = member;
    const crossSite = { ...browser, 'sec-fetch-site': 'cross-site' };
    expect((await request(none.url).get('/auth/api-keys').set(crossSite)).status).toBe(401);
    expect((await request(none.url).get('/auth/api-keys').set(browser)).status).toBe(200);
    const { status } = await request(none.url).get('/graphql').query({ query: SIGN_OUT }).set(crossSite);
    expect(status).toBe(400);
    expect(codeOf(await viewer(none, browser))).toBeUndefined();
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'lets no form of another site act (%s), over GraphQL or a route of the dashboard',
    async (type) => {
      const { browser, userId } = member;
      const form = { ...browser, ...from('https://evil.example', 'cross-site'), 'content-type': type };
      const operation = await request(none.url)
        .post('/graphql')
        .set(form)
        .send(JSON.stringify({ query: SIGN_OUT }));
      expect(operation.status).toBe(415);
      expect(operation.headers['set-cookie']).toBeUndefined();
      expect((await request(none.url).post('/auth/api-keys').set(form).send('name=Stolen')).status).toBe(401);
      expect((await request(none.url).post('/media/process-video').set(form).send('x')).status).toBe(401);
      expect(await db.query('SELECT id FROM api_keys WHERE user_id = $1', [userId])).toEqual([]);
      expect(codeOf(await viewer(none, browser))).toBeUndefined();
    },
  );

  test.each([
    ['https://evil.example', 4401],
    ['http://api.example.com', 4401],
    [DASHBOARD, null],
  ])('on a web socket that a page of %s opens: %j', async (origin, code) => {
    const { browser, userId } = member;
    class BrowserSocket extends WebSocket {
      constructor(url: string, protocols: string[]) {
        super(url, protocols, { headers: { ...browser, origin } });
      }
    }
    const client = createClient({ url: none.wsUrl, webSocketImpl: BrowserSocket, retryAttempts: 0 });
    const outcome = await new Promise((resolve) => {
      client.subscribe(
        { query: '{ viewer { id } }' },
        { next: resolve, error: resolve, complete: () => resolve(null) },
      );
    });
    await client.dispose();
    expect(outcome).toMatchObject(code === null ? { data: { viewer: { id: userId } } } : { code });
  });
});

describe('signIn says whether the page stays signed in', () => {
  test.each([
    ['without a page', {}, true],
    ['a page of ours', from(OWN, 'same-origin'), true],
    ['a page of ours, in a browser that does not say so', { ...from(OWN), host: 'api.example.com' }, true],
    ['a named page of the same site', from(DASHBOARD, 'same-site'), true],
    ['a named page of another site', from(DASHBOARD, 'cross-site'), false],
    ['a named page, in a browser that does not say of which site', from(DASHBOARD), false],
    ['a page that is not named', from('https://evil.example', 'cross-site'), false],
  ])('SameSite=lax, %s: %#', async (_name, headers, kept) => {
    const { body } = await signIn(lax, member, headers);
    expect(body.data.signIn).toEqual({ cookieKept: kept });
  });

  test.each([
    ['without a page', {}, true],
    ['a named page of another site', from(DASHBOARD, 'cross-site'), true],
    ['a page that is not named', from('https://evil.example', 'cross-site'), false],
  ])('SameSite=none, %s: %#', async (_name, headers, kept) => {
    const { body } = await signIn(none, member, headers);
    expect(body.data.signIn).toEqual({ cookieKept: kept });
  });
});

describe('a service on the machine itself', () => {
  test('is the same under localhost and 127.0.0.1; another port is another service', async () => {
    const { browser, userId } = member;
    const { port } = new URL(plain.url);
    for (const name of ['localhost', '127.0.0.1']) {
      const origin = `http://${name}:${port}`;
      const answer = await request(plain.url)
        .post('/graphql')
        .set({ ...browser, origin })
        .send({ query: '{ viewer { id } }' });
      expect(answer.body.data.viewer.id).toBe(userId);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
      });
    }
    for (const origin of [
      `http://localhost:${Number(port) - 1}`,
      `https://localhost:${port}`,
      `http://evil.localhost:${port}`,
    ]) {
      expect(codeOf(await viewer(plain, { ...browser, origin }))).toBe('API_KEY_REQUIRED');
    }
  });
});

describe('a GET as GraphQL clients send it', () => {
  test('runs a query by an API key, without another header: no page of another site can send one', async () => {
    const { apiKey, userId } = await createAccount(db);
    const get = request(none.url).get('/graphql').query({ query: '{ viewer { id } }' });
    expect((await get.set('x-api-key', apiKey)).body.data.viewer.id).toBe(userId);
    const preflight = await request(none.url).options('/graphql').set({
      origin: DASHBOARD,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-api-key',
    });
    expect(preflight.headers['access-control-allow-headers']).not.toMatch(/x-api-key/i);
    const { browser } = member;
    const byCookie = await request(none.url).get('/graphql').query({ query: '{ viewer { id } }' }).set(browser);
    expect(byCookie.status).toBe(400);
  });
});
