/**
 * A route responds to arbitrary input as the contract says. The input is generated from the route's description, so new
 * routes are covered automatically.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import fc from 'fast-check';
import { openApi } from '../../rest-compat/openapi.js';
import { API_SURFACE, DASHBOARD_SURFACE, type RestSurface } from '../../rest-compat/rest-surface.js';
import { makeHoldToDocument } from '../contract/conformance.js';
import { anyText, grown, inputs, MOST_REFUSED, patienceMs, runs } from '../support/arbitraries.js';
import { anySegment, requestsTo, type Sent } from '../support/arbitrary-requests.js';
import { eventually } from '../support/eventually.js';
import type { Headers } from '../support/graphql.js';
import { type Answer, type Person, startTwoAccounts } from './caller-and-stranger.js';
import { MARKER } from './furnish.js';

const RUNS = 60;
/** Runs of a property that covers all routes at once. */
const MANY = 120;

const SURFACES = [API_SURFACE, DASHBOARD_SURFACE];
const ROWS = SURFACES.flatMap((surface) =>
  surface.routes.map((row) => ({ name: `${row.method.toUpperCase()} ${surface.prefix}${row.path}`, surface, row })),
);

jest.setTimeout(patienceMs(MANY));
const world = startTwoAccounts({ groups: runs(RUNS).numRuns });
const document = openApi(SURFACES, { title: '', version: '' });
const holdToDocument = makeHoldToDocument(document);

const credentialsOf = async ({ account }: Person, { security }: RestSurface): Promise<Headers> =>
  security.in === 'cookie' ? account.session() : { [security.name]: account.apiKey };

const pathOf = ({ path }: Sent): string => path.replace(/\?.*/s, '');

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** What a route reads of a body: a JSON object under its content type, or nothing. */
function readBody({ headers, body }: Sent): string | undefined {
  const isJson = /^application\/json/.test(headers['content-type'] ?? '');
  const text = grown(Buffer.from(body ?? '').toString());
  return isJson && /^\s*\{/.test(text) && canParse(text) ? text : undefined;
}

function canParse(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The id follows the name of the route. */
function hasMalformedId(sent: Sent): boolean {
  const [, id = ''] = /^(?:\/api\/v1)?\/[^/]*\/([^/]*)/.exec(pathOf(sent)) ?? [];
  return !/^[0-9a-f]{24}$/i.test(decoded(id));
}
const hasNoType = (sent: Sent) => !['image', 'video'].includes(JSON.parse(readBody(sent) ?? '{}').type);

/** What is a 500, and in which words. Nothing else is one. What a platform refuses is not in the log. */
const LISTED: Record<string, { error: string; when: (sent: Sent) => boolean; isOfPlatform?: true }> = {
  'GET /get-post': { error: 'Failed to fetch post group', when: hasMalformedId },
  'GET /post-logs': { error: 'Failed to get post logs', when: hasMalformedId },
  'DELETE /delete-post': { error: 'Failed to delete post group', when: hasMalformedId },
  'PUT /update-post': { error: 'Failed to update post', when: hasMalformedId },
  'POST /get-upload-url': { error: 'Failed to create upload URL', when: hasNoType },
  'PATCH /webhooks': { error: 'Failed to update webhook', when: hasMalformedId },
  'DELETE /webhooks': { error: 'Failed to delete webhook', when: hasMalformedId },
  'POST /webhooks': { error: 'Failed to regenerate secret', when: hasMalformedId },
  'GET /threadtalk': { error: 'Failed to fetch threadtalk replies', when: () => true, isOfPlatform: true },
  'POST /threadtalk': { error: 'Failed to manage threadtalk reply', when: () => true, isOfPlatform: true },
};

/** Fails unless a response is below 500, or a listed 500, word for word, that is in the log under its request id. */
async function expectNoFailure(sent: Sent, { status, text, headers }: Answer): Promise<void> {
  if (status < 500) return;
  const [, route] = /^(?:\/api\/v1)?(\/[^/]*)/.exec(pathOf(sent)) ?? [];
  const listed = LISTED[`${sent.method.replace('HEAD', 'GET')} ${route}`];
  expect(listed?.when(sent)).toBe(true);
  const body = sent.method === 'HEAD' ? '' : JSON.stringify({ error: listed?.error });
  expect({ status, text }).toEqual({ status: 500, text: body });
  if (listed?.isOfPlatform) return;
  const { output } = world.service;
  const line = await eventually(async () => output.find((one) => one.includes(String(headers['x-request-id']))));
  expect(JSON.parse(line)).toMatchObject({ level: 30, msg: 'A request was malformed' });
}

/** The request as the document has it: the last of equal names, no empty header. */
function asDocumented(sent: Sent) {
  const path = pathOf(sent);
  const isDecodable = !path.includes('%') || decoded(path) !== path;
  const query = new URLSearchParams(sent.path.slice(path.length));
  return {
    path: `${isDecodable ? path : path.replaceAll('%', '%25')}?${new URLSearchParams([...new Map(query)])}`,
    headers: Object.fromEntries(Object.entries(sent.headers).filter(([, value]) => value !== '')),
    body: readBody(sent),
  };
}

describe('every response to arbitrary input is one of the contract, without data of other users', () => {
  test.each(ROWS)('$name', async ({ surface, row }) => {
    const caller = await world.newCaller();
    const credentials = await credentialsOf(caller, surface);
    const statuses = new Set<number>();
    const requests = requestsTo(surface, row, document, credentials, inputs(caller.known));
    const property = fc.asyncProperty(requests, async (sent) => {
      const answer = await world.ask(sent);
      const { status, headers, text } = answer;
      statuses.add(status);
      await expectNoFailure(sent, answer);
      // Where an id is empty there is no route: Express's own page.
      if (status === 404 && headers['content-type'] === 'text/html; charset=utf-8') return;
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      holdToDocument({ method: row.method, ...asDocumented(sent), answer: { status, body: JSON.parse(text) } });
    });
    // Some of these routes have fields that exclude each other: fewer of the requests to them are right.
    const count = /^\/(network|threadtalk|create-post)/.test(row.path) ? MANY : RUNS;
    await world.unharmed(() => fc.assert(property, runs(count)));
    // At least one request must succeed. If this fails for a new route, add texts for it to `furnish`.
    for (const sent of fc.sample(requests, runs(MOST_REFUSED))) {
      if (statuses.has(row.success)) break;
      statuses.add((await world.ask(sent)).status);
    }
    expect([...statuses]).toContain(row.success);
  });
});

describe('the other user sees their own data, and no one else does', () => {
  test.each(ROWS.filter(({ row }) => row.method === 'get'))('$name', async ({ surface, row }) => {
    const { otherUser } = world;
    const path = row.path.replace(/:(\w+)/, (_, name: string) => otherUser.known[name]?.[0] ?? '');
    const query = ['postedId', 'platformId'].flatMap((name) =>
      row.doc.query && name in row.doc.query ? [[name, otherUser.known[name]?.[0] ?? '']] : [],
    );
    const url = `${surface.prefix}${path}?${new URLSearchParams(query)}`;
    const sent = { method: 'GET', path: url, headers: await credentialsOf(otherUser, surface) };
    await expect(world.ask(sent)).rejects.toThrow(MARKER);
  });
});

test('any method, on any path', async () => {
  const caller = await world.newCaller();
  const credentials = await Promise.all(SURFACES.map((surface) => credentialsOf(caller, surface)));
  const known = inputs(caller.known);
  const ofRoutes = ROWS.map(({ surface, row }) =>
    requestsTo(surface, row, document, credentials[SURFACES.indexOf(surface)] ?? {}, known),
  );
  const elsewhere = [
    ...['/', '//', '/api/v1', '/api/v1/docs', '/graphql', '/graphiql', '/health', '/connect', '/objects', '/webhooks'],
    ...['/api/v1/docs/..%2f..%2fpackage.json', '/media/process-video', '/media/processing-progress', '/network-posts'],
  ];
  const anyPath = fc
    .tuple(fc.constantFrom(...elsewhere), fc.array(anySegment, { maxLength: 2 }))
    .map((parts) => parts.flat().join('/'));
  const methods = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'LOCK'];
  const requests = fc
    .tuple(fc.oneof(...ofRoutes), fc.constantFrom(...methods), fc.option(anyPath))
    .map(([{ path, headers, body }, method, other]): Sent => {
      const hasBody = body !== undefined && methods.indexOf(method) > 3;
      return { method, path: other ?? path, headers, ...(hasBody && { body }) };
    });
  const property = fc.asyncProperty(requests, async (sent) => expectNoFailure(sent, await world.ask(sent)));
  await world.unharmed(() => fc.assert(property, runs(MANY)));
});

test('what cannot be read as HTTP is refused, with a request id like any other', async () => {
  const { hostname, port } = new URL(world.service.url);
  const heads = [
    ...['FOO / HTTP/1.1', 'GET / HTTP/9.9', 'GET /\x80 HTTP/1.1', 'GET  / HTTP/1.1', 'GET / HTTP/1.1\r\nX : a', '{}'],
    ...['GET / HTTP/1.1\r\nX: \0', 'POST / HTTP/1.1\r\nContent-Length: -1', `GET /${'a'.repeat(20_000)} HTTP/1.1`],
    ...[`GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}`, 'GET / HTTP/1.1\r\nTransfer-Encoding: x', 'GET / HTTP/1.1'],
  ];
  const head = fc.oneof(
    fc.constantFrom(...heads),
    anyText.map((text) => `GET /${text} HTTP/1.1`),
  );
  const property = fc.asyncProperty(head, async (sent) => {
    const socket = connect({ host: hostname, port: Number(port) });
    await once(socket, 'connect');
    socket.write(`${sent}\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 [1-4]\d\d .*\r\nX-Request-Id: [0-9a-f-]{36}\r\n/s);
  });
  await fc.assert(property, runs(MANY));
});

describe('what longer runs found', () => {
  const ask = async (method: string, path: string, body?: object, more: Headers = {}) => {
    const { account } = await world.newCaller();
    const headers = { 'x-api-key': account.apiKey, 'content-type': 'application/json', ...more };
    const sent = { method, path: `/api/v1${path}`, headers, ...(body && { body: JSON.stringify(body) }) };
    const { status, text } = await world.ask(sent);
    return { status, body: JSON.parse(text) };
  };
  const post = { content: 'Hi', platforms: ['fediverse-1'] };

  test('an entry of platforms that is nested too deep to be written again is refused like any other', async () => {
    const error = 'Invalid platform ID format: object';
    expect(await ask('POST', '/create-post', { ...post, platforms: ['@lists 50000'] })).toEqual({
      status: 400,
      body: { error },
    });
  });

  test('settings that are nested as deep are dropped, with an idempotency key too', async () => {
    const platformSettings = { videohub: { title: '@lists 50000' } };
    const { status } = await ask('POST', '/create-post', { ...post, platformSettings }, { 'Idempotency-Key': 'deep' });
    expect(status).toBe(200);
  });

  test('If-None-Match: * gets the whole response: nothing here is ever the same as before', async () => {
    expect(await ask('GET', '/platform-connections', undefined, { 'If-None-Match': '*' })).toMatchObject({
      status: 200,
    });
  });
});
