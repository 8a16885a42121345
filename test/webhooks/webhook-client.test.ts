import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { makeWebhookClient } from '../../src/domain/webhooks/webhook-client.io.js';
import type { Resolve } from '../../src/foundation/http-client/address-guard.js';
import type { Http } from '../../src/foundation/http-client/http.js';
import { type Receiver, startReceiver } from './support.js';

const opened: (() => Promise<void>)[] = [];
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
  opened.push(receiver.close);
});
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

function client(options: { allowPrivate?: boolean; resolve?: Resolve; timeoutMs?: number } = {}): Http {
  const { http, close } = makeWebhookClient({ timeoutMs: 5_000, allowPrivate: false, ...options });
  opened.push(close);
  return http;
}
const post = (http: Http, url: string) => http({ method: 'POST', url, jsonText: '{}' });
const port = () => new URL(receiver.url).port;
const REFUSED = expect.stringMatching(/^[\w.:-]+ is not a public address$/);

test.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.0.0.1.',
  '１２７.０.０.１',
  '%31%32%37.0.0.1',
  '0.0.0.0',
  '0',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '168.63.129.16',
  'user:word@127.0.0.1',
])('http://%s is refused before anything is sent', async (host) => {
  const result = await post(client(), `http://${host}:${port()}/hook?secret`);
  expect(result).toEqual({ kind: 'lost', sent: false, cause: 'network', message: REFUSED });
  expect(receiver.received).toEqual([]);
});

test.each([
  ['a private address', ['127.0.0.1']],
  ['a private address beside a public one', ['8.8.8.8', '127.0.0.1']],
  ['mapped metadata', ['::ffff:169.254.169.254']],
  ['a NAT64 of a private address', ['64:ff9b::10.0.0.1']],
  ['a unique local address', ['fd00::1']],
])('a name with %s is refused', async (_what, addresses) => {
  const resolve: Resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const result = await post(client({ resolve }), `http://inside.example:${port()}/`);
  expect(result).toMatchObject({ kind: 'lost', sent: false, message: 'inside.example is not a public address' });
});

test('a name is looked up once: the address that was checked is the one that is connected to', async () => {
  // Of a network that is not reached from the internet, and public all the same.
  const checked = '11.0.0.1';
  const attempts: string[] = [];
  const follow = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.on('connectionAttempt', (address) => attempts.push(address));
  };
  let lookupCount = 0;
  const resolve: Resolve = async () => {
    lookupCount += 1;
    return [{ address: lookupCount === 1 ? checked : '127.0.0.1', family: 4 }];
  };
  subscribe('net.client.socket', follow);
  const result = await post(client({ resolve, timeoutMs: 500 }), `http://rebinding.example:${port()}/`);
  unsubscribe('net.client.socket', follow);
  expect(result).toMatchObject({ kind: 'lost', sent: false });
  expect(lookupCount).toBe(1);
  expect(attempts).toEqual([checked]);
  expect(receiver.received).toEqual([]);
});

test('names of the operator’s own machines are no names: only DNS is queried', async () => {
  const result = await post(client(), `http://localhost:${port()}/`);
  expect(result).toMatchObject({ kind: 'lost', sent: false });
  expect(receiver.received).toEqual([]);
});

test('an operator who allows private addresses reaches them, by name too', async () => {
  const http = client({ allowPrivate: true });
  expect(await post(http, receiver.url)).toMatchObject({ kind: 'answer', status: 204 });
  expect(await post(http, `http://localhost:${port()}/`)).toMatchObject({ kind: 'answer', status: 204 });
});

test('TLS is verified: an untrusted certificate is refused', async () => {
  let requests = 0;
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (_request, response) => {
    requests += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(() => new Promise((resolve) => server.close(() => resolve())));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const result = await post(client({ allowPrivate: true }), url);
  expect(result).toMatchObject({ kind: 'lost', sent: false, message: expect.stringMatching(/^no connection to/) });
  expect(requests).toBe(0);
});

/** Self-signed: made for this test. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgmXm57yXNbEXY+3fy
806rBYWOmj5z8iJyAwjQVqgHLvmhRANCAAQdbl9WvkK9st+QrQF5wQjXGUgJ7KM7
rh1KLmSKXSG9lpIxAGv5TUvwVpcUh1vpIctGN9geaEDngJhJcmTBbb6c
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBqjCCAVCgAwIBAgIUFmjCjfy2EZRTN+pJlp+pvRnpA/EwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQcmVjZWl2ZXIuZXhhbXBsZTAgFw0yNjExMjExMjM0MTVaGA8y
MTI2MTAyODEyMzQxNVowGzEZMBcGA1UEAwwQcmVjZWl2ZXIuZXhhbXBsZTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABB1uX1a+Qr2y35CtAXnBCNcZSAnsozuuHUou
ZIpdIb2WkjEAa/lNS/BWlxSHW+khy0Y32B5oQOeAmElyZMFtvpyjcDBuMB0GA1Ud
DgQWBBR418vTvLai2GCUnqZwswYD0q77+TAfBgNVHSMEGDAWgBR418vTvLai2GCU
nqZwswYD0q77+TAPBgNVHRMBAf8EBTADAQH/MBsGA1UdEQQUMBKCEHJlY2VpdmVy
LmV4YW1wbGUwCgYIKoZIzj0EAwIDSAAwRQIhAKyt1DYCGAhRwlj3VXvoZNitGuOm
J5iSMmi9tRFYe8ObAiADrwa0Nc9DRaNvuVuPZYGJxVuMr4GJH2cBlE7R/nuNrg==
-----END CERTIFICATE-----`;
