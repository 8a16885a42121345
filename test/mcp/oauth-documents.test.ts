import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { createAccount } from '../support/account.js';
import { LOCALHOST } from '../support/certificate.js';
import type { Headers } from '../support/graphql.js';
import { type Service, startService, useService } from '../support/service.js';
import { Application, CALLBACK, call, decide } from './oauth-support.js';

/** Clients whose id is the address of a document, on a server whose certificate the service trusts. */
const { db } = await useService();
let folder: string;
let service: Service;
let guarded: Service;
let session: Headers;
let address: string;
let respond: (request: IncomingMessage, response: ServerResponse) => void;
let requests = 0;

const server = createServer(LOCALHOST, (asked, response) => {
  requests += 1;
  respond(asked, response);
});

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'documents-'));
  await writeFile(path.join(folder, 'ca.pem'), LOCALHOST.cert);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  address = `https://localhost:${(server.address() as AddressInfo).port}`;
  const env = { NODE_EXTRA_CA_CERTS: path.join(folder, 'ca.pem') };
  const open = (more: Record<string, string>) => startService({ db, roles: 'api', env: { ...env, ...more } });
  [service, guarded] = await Promise.all([
    open({ PRIVATE_ADDRESSES: 'applications', LOG_LEVEL: 'info' }),
    open({ PRIVATE_ADDRESSES: 'none' }),
  ]);
  const account = await createAccount(db, { mcpAccess: true });
  session = await account.session();
});
afterAll(async () => {
  await Promise.all([service?.stop(), guarded?.stop()]);
  server.close();
  await rm(folder, { recursive: true });
});

let documents = 0;
/** A new address with this document. */
function described(metadata: object, status = 200): string {
  documents += 1;
  const clientId = `${address}/clients/${documents}.json`;
  respond = (_request, response) => {
    const body = { client_id: clientId, client_name: 'Described', redirect_uris: [CALLBACK], ...metadata };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  return clientId;
}
const show = (clientId: string, at = service) => request(at.url).get(new Application(at, clientId).asks()).set(session);

test('an application is connected, and its document is read once', async () => {
  const before = requests;
  const application = new Application(service, described({ token_endpoint_auth_method: 'none', logo_uri: 'x' }));
  const { text } = await request(service.url).get(application.asks()).set(session);
  expect(text).toContain('Connect Described?');
  expect(text).toContain('Described at localhost:');
  const { access } = await application.connect(session);
  expect((await call(service, access)).status).toBe(200);
  expect(requests - before).toBe(1);
});

test('nothing is fetched for a browser that is not signed in', async () => {
  const before = requests;
  const { status } = await request(service.url).get(new Application(service, described({})).asks());
  expect([status, requests - before]).toEqual([303, 0]);
});

test.each([
  ['is about another client', { client_id: 'https://other.example/client.json' }],
  ['has no redirect URI', { redirect_uris: undefined }],
  ['has another redirect URI', { redirect_uris: ['https://other.example/cb'] }],
  ['has one of http', { redirect_uris: ['http://other.example/cb'] }],
  ['has a name of two lines', { client_name: 'x\ny' }],
  ['names another authentication', { token_endpoint_auth_method: 'private_key_jwt' }],
  ['is too large', { padding: 'x'.repeat(20_000) }],
])('is refused when its document %s', async (_what, metadata) => {
  const { status, headers } = await show(described(metadata));
  expect([status, headers.location]).toEqual([400, undefined]);
});

test('is refused when its document is missing, elsewhere, or no JSON', async () => {
  const clientId = described({}, 404);
  expect((await show(clientId)).status).toBe(400);
  respond = (_request, response) => response.writeHead(302, { location: `${address}/other.json` }).end();
  const before = requests;
  expect((await show(clientId)).status).toBe(400);
  expect(requests - before).toBe(1);
  respond = (_request, response) => response.end('<html>');
  expect((await show(clientId)).status).toBe(400);
});

test('is refused with an address that is not public, or not written in one way', async () => {
  const clientId = described({});
  const before = requests;
  expect((await show(clientId, guarded)).text).toContain('cannot be read');
  const { port } = new URL(address);
  for (const id of [
    address,
    `${address}/`,
    `${clientId}#x`,
    clientId.replace('https', 'http'),
    clientId.replace('localhost', 'x:y@localhost'),
    clientId.replace('localhost', 'LOCALHOST'),
    clientId.replace('/clients', '/a/../clients'),
    `https://127.0.0.1:${port}/${'x'.repeat(2000)}`,
  ]) {
    expect((await show(id)).status).toBe(400);
  }
  expect(requests).toBe(before);
});

test('leads back only to what its document names', async () => {
  const application = new Application(service, described({ redirect_uris: ['https://app.example/cb'] }));
  const asks = application.asks({ redirect_uri: 'https://app.example/cb' });
  expect(await decide(service, asks, session)).toMatch(/^https:\/\/app\.example\/cb\?code=/);
});
