/**
 * A page responds to arbitrary input of a browser with a page or a redirect to one, and reveals no internals of the
 * service and no data of others. The pages are read from the routers and the fields from their forms, so new ones are
 * covered automatically.
 */
import fc from 'fast-check';
import type { SandboxPlatform } from '../../sandbox/sandbox.js';
import { hashToken } from '../../src/domain/identity/access/session.js';
import { unsubscribePath } from '../../src/domain/notifications/unsubscribe.js';
import { stopReportsPath } from '../../src/domain/reports/stop-reports.js';
import { makeCredentialCipher } from '../../src/foundation/crypto/credential-cipher.js';
import { ownOrigins } from '../../src/foundation/http/cors.js';
import { platforms } from '../../src/platforms/registry.js';
import { typedFor } from '../platforms/support.js';
import { ENCRYPTION_KEY } from '../support/account.js';
import { anyText, inputs, type Known, MOST_REFUSED, patienceMs, runs } from '../support/arbitraries.js';
import { anyHeader, anySegment, encoded, inHeader, rarely, type Sent } from '../support/arbitrary-requests.js';
import { Browser } from '../support/browser.js';
import { graphql, type Headers } from '../support/graphql.js';
import { type Answer, type Person, startTwoAccounts } from './caller-and-stranger.js';
import { MARKER } from './furnish.js';
import { ADDRESSES, NOWHERE } from './graphql-input.js';
import { type PageRoute, pageRoutes } from './page-routes.js';

const RUNS = 150;
/** How many logins of each platform wait for their code. Each can be used once. */
const LOGINS = 3;

jest.setTimeout(patienceMs(RUNS, 10));
const world = startTwoAccounts({ groups: 3 });

const ROUTES = await pageRoutes();

/** The values of a request, by the name of its part: a segment, a parameter or a field. */
type Values = Record<string, string>;

/** A person at a browser, who has a session, a login and all links that the pages need. */
interface Visitor {
  person: Person;
  cookies: { session: string; login: string };
  known: Known;
  /** Values that belong together. */
  scenes: Values[];
}

async function newVisitor(): Promise<Visitor> {
  const person = await world.newCaller();
  const { cookie: session } = await person.account.session();
  const link = await newLink(person, session);
  const { login, scenes } = await beginLogins(session);
  const page = await new Browser().open(link.url);
  const typed = [...platforms.values()].map((platform): Values => {
    const account = world.sandbox.createAccount(platform.key as SandboxPlatform);
    const values = { ...typedFor(platform, account), token: link.token, platform: platform.key };
    return ADDRESSES.some((name) => name in values) ? { ...values, instance: account.baseUrl } : values;
  });
  const starts = scenes.map(({ platform = '' }): Values => ({ platform, instance: world.sandbox.baseUrls.fediverse }));
  const all = [...scenes, ...typed, ...starts];
  const fields = page.forms.flatMap(({ values }) => values.map(([name]) => name));
  const names = new Set([...fields, ...all.flatMap(Object.keys)]);
  const named = Object.fromEntries([...names].map((name) => [name, all.flatMap((values) => values[name] ?? [])]));
  const { platformId = [], userId = [] } = person.known;
  const sessionId = String(Date.now());
  await world.db.query(
    `INSERT INTO processing_sessions (id, user_id, events, ended, alive_at) VALUES ($1, $2, $3, true, now())`,
    [sessionId, person.account.userId, JSON.stringify([{ stage: 'failed', percent: 0, error: 'Too large' }])],
  );
  const pictured = await world.db.query<{ id: string }>(
    'UPDATE connections SET profile_image_url = $2 WHERE user_id = $1 RETURNING id',
    [person.account.userId, `${world.sandbox.baseUrls.fediverse}/avatars/ann.jpg`],
  );
  const feed = await graphql(world.service, { cookie: session }, 'mutation { createCalendarFeed { url } }');
  const [, secret = ''] = /\/([^/]+)\.ics$/.exec(feed.data.createCalendarFeed.url) ?? [];
  const known = {
    id: pictured.map(({ id }) => id),
    ...{ otherUser: person.known.otherUser ?? [], ...named, platformId, user: userId, sessionId: [sessionId] },
    ...{ connected: platformId, disconnected: [''], error: ['access_denied'], error_description: ['<b>No</b>'] },
    ...{ iss: [world.sandbox.baseUrls.fediverse, 'https://accounts.google.com'], instance: NOWHERE, service: NOWHERE },
    ...{ returnTo: [`${world.service.url}/health`, 'http://evil.test/', '//evil.test', 'javascript:alert(1)'] },
    secret: [secret],
    ...{ signature: ['0'.repeat(64)], expires: ['4102444800'] },
  };
  const unsubscription = { personId: person.account.personId, kinds: ['POST_FAILED' as const] };
  const unsubscribe = unsubscribePath(makeCredentialCipher([ENCRYPTION_KEY]), unsubscription).replace(/.*\//, '');
  const stop = stopReportsPath(makeCredentialCipher([ENCRYPTION_KEY]), person.account).replace(/.*\//, '');
  const reported = await graphql(
    world.service,
    { cookie: session },
    'mutation ($input: CreateReportLinkInput!) { createReportLink(input: $input) { url } }',
    { input: { name: 'June', filter: { from: '2026-06-01', to: '2026-07-01' } } },
  );
  const report = reported.data.createReportLink.url.replace(/.*\//, '');
  const more: Values[] = [
    { token: link.token },
    { token: unsubscribe },
    { token: stop },
    { token: report },
    { secret },
    { code: 'API_KEY_INVALID' },
  ];
  return { person, cookies: { session, login }, known, scenes: [...all, ...more] };
}

/** The page of a user whom the person manages. */
async function newLink({ account }: Person, cookie: string, managed?: string): Promise<{ url: string; token: string }> {
  const query = `mutation ($input: CreateConnectionPageInput!) {
    createConnectionPage(input: $input) { connectionPage { url } }
  }`;
  const { data } = await graphql(world.service, { cookie }, query, {
    input: { userId: managed ?? (await account.manage()) },
  });
  const { url } = data.createConnectionPage.connectionPage;
  return { url, token: url.replace(/.*\//, '') };
}

/** Starts logins at every platform that has one, in one browser, and allows them there; some wait for a choice. */
async function beginLogins(session: string): Promise<{ login: string; scenes: Values[] }> {
  let login = '';
  const scenes: Values[] = [];
  const open = (url: string) => {
    const cookie = [session, login].filter(Boolean).join('; ');
    return fetch(url, { headers: { cookie, 'sec-fetch-site': 'none' }, redirect: 'manual' });
  };
  const instance = new URLSearchParams({ instance: world.sandbox.baseUrls.fediverse });
  for (const { key, authorization } of platforms.values()) {
    if (!authorization) continue;
    for (let index = 0; index < LOGINS; index++) {
      const started = await open(`${world.service.url}/auth/${key}/start?${instance}`);
      login = started.headers.get('set-cookie')?.replace(/;.*/, '') ?? login;
      const page = started.headers.get('location') ?? '';
      const accounts = [1, 2].map(() => world.sandbox.createAccount(key as SandboxPlatform).accountId);
      const [account = ''] = accounts;
      const several = index === 0 ? await allow(page, accounts) : null;
      const back = several ?? (await allow(page, [account])) ?? '';
      if (several) await open(back);
      const { searchParams, pathname } = new URL(back);
      const [, segment] = /\/callback\/(.+)$/.exec(pathname) ?? [];
      scenes.push({ platform: key, ...Object.fromEntries(searchParams), account, ...(segment && { segment }) });
    }
  }
  return { login, scenes };
}

/** Where a platform sends the browser back to; null when one login gives no access to so many accounts. */
async function allow(page: string, accounts: string[]): Promise<string | null> {
  const body = new URLSearchParams([['decision', 'allow'], ...accounts.map((id) => ['account', id])]);
  return (await fetch(page, { method: 'POST', body, redirect: 'manual' })).headers.get('location');
}

let visitor: Visitor;
beforeAll(async () => {
  visitor = await newVisitor();
});

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'];

/** Requests to a route: values that belong together in their places, and wrong ones here and there. */
function requestsTo({ method, path }: PageRoute, methods = [method.toUpperCase()]): fc.Arbitrary<Sent> {
  const { cookies, known, scenes } = visitor;
  const { named } = inputs(known);
  const [origin, names] = [world.service.url, Object.keys(known)];
  // A name would be resolved by the machine.
  const wrong = (name: string) =>
    ADDRESSES.includes(name) ? fc.constantFrom(...NOWHERE) : named(name, anyText).map(String);
  const partOf = (name: string, scene: Values) => {
    const right = scene[name];
    return right === undefined ? wrong(name) : mostly(fc.constant(right), wrong(name));
  };
  const pairsOf = (scene: Values) => {
    const right = Object.keys(scene).map((name) =>
      mostly<[string, string] | null>(
        partOf(name, scene).map((value) => [name, value]),
        fc.constant(null),
      ),
    );
    const anyName = fc.constantFrom(...names, 'a[b]', '__proto__', '');
    const more = fc.array(
      anyName.chain((name) => partOf(name, scene).map((value): [string, string] => [name, value])),
      { maxLength: 2 },
    );
    const some = mostly<[string, string][]>(fc.constant([]), more);
    return fc
      .tuple(fc.tuple(...right), some)
      .map(([pairs, others]) =>
        [...pairs.filter((pair) => pair !== null), ...others].map((pair) => pair.map(encoded).join('=')).join('&'),
      );
  };

  const pathOf = (scene: Values) => {
    const template = path.replace(/\{(.*)\}/, 'segment' in scene ? '$1' : '');
    const segments = template.split('/').map((segment) => {
      const [, name, end = ''] = /^:(\w+)(.*)/.exec(segment) ?? [];
      return name
        ? mostly(
            partOf(name, scene).map((value) => `${encoded(value)}${end}`),
            anySegment,
          )
        : fc.constant(segment);
    });
    return fc.tuple(...segments).map((parts) => parts.join('/'));
  };

  const { session, login } = cookies;
  const anyCookie = mostly(
    fc.constant(`${session}; ${login}`),
    fc.oneof(fc.constantFrom('', session, login, `${session}; ${login}; ${login}`), anyHeader),
  );
  const headers = fc.record({
    cookie: anyCookie,
    origin: mostly(fc.constant(origin), fc.oneof(fc.constantFrom('', 'null', 'http://evil.test'), anyHeader)),
    'sec-fetch-site': mostly(
      fc.constant('none'),
      fc.oneof(fc.constantFrom('', 'cross-site', 'same-origin'), anyHeader),
    ),
    referer: rarely(fc.oneof(fc.constantFrom(origin, 'http://evil.test/'), anyHeader)),
    'x-service-user-id': rarely(wrong('user').map(inHeader)),
    'content-type': mostly(
      fc.constant('application/x-www-form-urlencoded'),
      fc.oneof(fc.constantFrom('multipart/form-data; boundary=x', 'application/json', 'text/plain'), anyHeader),
    ),
    ...Object.fromEntries(['accept', 'range', 'last-event-id'].map((name) => [name, rarely(anyHeader)])),
  });
  const bodyOf = (scene: Values) =>
    mostly<string | Uint8Array>(
      pairsOf(scene),
      fc.oneof(
        anyText,
        fc.uint8Array({ maxLength: 40 }),
        fc.constantFrom(`a=${'x'.repeat(20_000)}`, 'a&'.repeat(5_000), '{"account":{}}', '--x\r\n\r\n\r\n--x--'),
      ),
    );

  return fc.constantFrom(...scenes).chain((scene) =>
    fc
      .record({
        path: pathOf(scene),
        query: pairsOf(scene),
        headers,
        body: bodyOf(scene),
        method: fc.constantFrom(...methods),
      })
      .map(({ path, query, headers, body, method }) => ({
        method,
        path: `${path}?${query}`,
        headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value)) as Headers,
        ...(!['GET', 'HEAD', 'OPTIONS'].includes(method) && { body }),
      })),
  );
}

/** Wrong once in so many times. */
const mostly = <Value>(right: fc.Arbitrary<Value>, wrong: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: wrong });

/** Pages with scripts: long, and always the same. */
const WITH_SCRIPTS = /^\/(graphiql|api\/v1\/docs|sign-in|posts\/|[?]|$)/;
const FEW = { ...runs(RUNS), numRuns: 10 };

/** How the service is made: a trace of its calls, a file, an address of the database, a key. */
const INSIDES = [
  /\n\s+at \S+/,
  /node_modules|\.build\//,
  /postgres(ql)?:\/\//,
  new RegExp(ENCRYPTION_KEY.toString('base64')),
];

/** Fails unless a response is one for a browser: no failure of ours, nothing that runs, no redirect that was not requested. */
function expectPage({ path }: Sent, { status, headers, text }: Answer): void {
  expect(status).toBeLessThan(500);
  const { location, 'content-type': type } = headers;
  if (typeof location === 'string') {
    const { origin } = new URL(location, world.service.url);
    expect([...ownOrigins(new URL(world.service.url).origin), new URL(world.sandbox.url).origin]).toContain(origin);
  }
  if (WITH_SCRIPTS.test(path)) return;
  const secrets = Object.values(world.sandbox.clients).map(({ secret }) => new RegExp(secret));
  expect([...INSIDES, ...secrets].filter((inside) => inside.test(text))).toEqual([]);
  if (!String(type).startsWith('text/html')) return;
  // The documentation site consists of a build's files; test/docs/site tests them.
  if (text.includes('<meta name="generator" content="VitePress')) return;
  expect(text).not.toMatch(/<script|javascript:/i);
  expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
}

async function expectHealthy(): Promise<void> {
  for (const path of ['/health', '/health/ready']) {
    expect(await world.ask({ method: 'GET', path, headers: {} })).toMatchObject({ status: 200 });
  }
}

/** What takes a file or a signed address: nothing that is typed into a form opens it. */
const CLOSED = [
  'POST /media/process-video',
  'GET /objects/:objectKey',
  'PUT /objects/:objectKey',
  'GET /exports/:exportId',
  // Their links are single-use.
  ...['confirm-email', 'reset-password'].flatMap((page) => [
    `GET /account/${page}/:token`,
    `POST /account/${page}/:token`,
  ]),
];

const NAMED = ROUTES.map((route) => ({ ...route, name: `${route.method.toUpperCase()} ${route.path}` }));

test.each(NAMED)('$name', async ({ name, ...route }) => {
  const statuses = new Set<number>();
  const property = fc.asyncProperty(requestsTo(route), async (sent) => {
    const answer = await world.ask(sent);
    expectPage(sent, answer);
    statuses.add(answer.status);
  });
  await world.unharmed(() => fc.assert(property, WITH_SCRIPTS.test(route.path) ? FEW : runs(RUNS)));
  await expectHealthy();
  if (CLOSED.includes(name)) return;
  // At least one request must succeed. If this fails for a new route, add values for it to `newVisitor`.
  for (const sent of fc.sample(requestsTo(route), runs(MOST_REFUSED))) {
    if (Math.min(...statuses) < 400) break;
    statuses.add((await world.ask(sent)).status);
  }
  expect(Math.min(...statuses)).toBeLessThan(400);
});

test('the page of a new password, with any input', async () => {
  const { personId } = visitor.person.account;
  const token = 'a'.repeat(43);
  await world.db.query(
    `INSERT INTO email_tokens (token_hash, purpose, email, person_id, created_at, expires_at)
     SELECT $2, 'reset_password', email, id, now(), now() + interval '1 hour' FROM people WHERE id = $1`,
    [personId, hashToken(token)],
  );
  const path = `/account/reset-password/${token}`;
  expect((await world.ask({ method: 'GET', path, headers: {} })).status).toBe(200);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const property = fc.asyncProperty(anyText, anyText, async (password, other) => {
    const sent = { method: 'POST', path, headers, body: new URLSearchParams({ password, other }).toString() };
    expectPage(sent, await world.ask(sent));
  });
  await fc.assert(property, runs(RUNS));
  await expectHealthy();
});

test('any method, on any page', async () => {
  const requests = fc.oneof(...ROUTES.map((route) => requestsTo(route, METHODS)));
  const property = fc.asyncProperty(requests, async (sent) => expectPage(sent, await world.ask(sent)));
  await world.unharmed(() => fc.assert(property, runs(2 * RUNS)));
  await expectHealthy();
});

test('the other user sees their own data, and no one else does', async () => {
  const { otherUser } = world;
  const { cookie } = await otherUser.account.session();
  const { token } = await newLink(otherUser, cookie, otherUser.known.userId?.at(-1));
  await expect(world.ask({ method: 'GET', path: `/connect/${token}`, headers: {} })).rejects.toThrow(MARKER);
});
