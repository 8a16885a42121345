import type { IncomingMessage } from 'node:http';
import { isTrustedPage } from '../../src/foundation/http/cors.js';

const request = { headers: { host: 'publishing.example.org' } } as IncomingMessage;
const origins = () => ['https://publishing.example.org', 'https://app.example.com'];
const trusts = (address: string, anyHost = false) => isTrustedPage(address, request, { origins, anyHost });

test('origins are compared whole where the public URL is known: scheme, host and port', () => {
  expect(trusts('https://publishing.example.org/settings')).toBe(true);
  expect(trusts('https://app.example.com')).toBe(true);
  for (const other of [
    'http://publishing.example.org',
    'https://publishing.example.org:444',
    'ws://publishing.example.org',
  ]) {
    expect(trusts(other)).toBe(false);
  }
});

test('without a public URL, the host that the request names is ours, by http or https', () => {
  expect(trusts('http://publishing.example.org', true)).toBe(true);
  expect(trusts('https://publishing.example.org', true)).toBe(true);
  for (const other of ['ws://publishing.example.org', 'http://elsewhere.example.org', 'null']) {
    expect(trusts(other, true)).toBe(false);
  }
});
