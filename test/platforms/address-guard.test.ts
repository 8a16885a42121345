import type { Resolve } from '../../src/foundation/http-client/address-guard.js';
import { type HttpOptions, makeHttp } from '../../src/foundation/http-client/http.js';
import { isPublicAddress } from '../../src/foundation/http-client/public-address.js';
import { openWorld, type World } from './support.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

const client = (options: Partial<HttpOptions> = {}) => {
  const { http, close } = makeHttp({ timeoutMs: 20_000, allowPrivate: false, ...options });
  opened.push(close);
  return http;
};
const PATH = '/fediverse/api/v2/instance';
const answersOf = () => world.box.requests().length;

test.each([
  '8.8.8.8',
  '93.184.215.14',
  '2606:4700:4700::1111',
  '2a00:1450:4001:82b::200e',
  '::ffff:8.8.8.8',
  // What a resolver answers for 8.8.8.8 in a network that has only IPv6.
  '64:ff9b::808:808',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ['this host', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['loopback', '127.0.0.1'],
  ['loopback, elsewhere', '127.8.9.10'],
  ['private, 10', '10.0.0.1'],
  ['private, 172', '172.31.255.255'],
  ['private, 192', '192.168.1.1'],
  ['link-local, metadata', '169.254.169.254'],
  ['carrier-grade NAT, metadata', '100.100.100.200'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['metadata at an address that looks public', '168.63.129.16'],
  ['protocol assignments, metadata', '192.0.0.192'],
  ['documentation', '203.0.113.7'],
  ['benchmarks', '198.18.0.1'],
  ['6to4 relays', '192.88.99.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified in IPv6', '::'],
  ['loopback in IPv6', '::1'],
  ['link-local in IPv6', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['unique local', 'fd12:3456:789a::1'],
  ['unique local, metadata', 'fd00:ec2::254'],
  ['multicast in IPv6', 'ff02::1'],
  ['documentation in IPv6', '2001:db8::1'],
  ['discard', '100::1'],
  ['not given out', '4000::1'],
  ['mapped loopback', '::ffff:127.0.0.1'],
  ['mapped loopback in hexadecimal', '::ffff:7f00:1'],
  ['mapped metadata', '::ffff:a9fe:a9fe'],
  ['IPv4-compatible loopback', '::127.0.0.1'],
  ['translated loopback', '::ffff:0:127.0.0.1'],
  ['NAT64 of a private address', '64:ff9b::10.0.0.1'],
  ['NAT64 of metadata', '64:ff9b::a9fe:a9fe'],
  ['NAT64 of a local network', '64:ff9b:1::808:808'],
  ['6to4 of loopback', '2002:7f00:1::'],
  ['6to4 of a public address', '2002:808:808::1'],
  ['Teredo', '2001:0:808:808::1'],
  ['no address', 'localhost'],
  ['nothing', ''],
])('%s is not public: %s', (_what, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

describe.each(['GET', 'POST'] as const)('%s', (method) => {
  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '１２７.０.０.１',
    '%31%32%37.0.0.1',
    '0.0.0.0',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '169.254.169.254',
    '[fe80::1]',
    '100.64.0.1',
    'localhost',
    'LOCALHOST',
    'me:word@127.0.0.1',
  ])('%s is refused before anything is sent', async (host) => {
    const before = answersOf();
    const result = await client()({ method, url: `http://${host}:${world.box.port}${PATH}?token=secret` });
    const message = expect.stringMatching(/^[\w.:]+ is not a public address$/);
    expect(result).toEqual({ kind: 'lost', sent: false, cause: 'network', message });
    expect(answersOf()).toBe(before);
  });

  test.each([
    ['a private address', ['127.0.0.1']],
    ['a public and a private address', ['8.8.8.8', '127.0.0.1']],
    ['a mapped private address', ['::ffff:10.0.0.1']],
    ['a NAT64 of metadata', ['64:ff9b::a9fe:a9fe']],
    ['a unique local address', ['2606:4700:4700::1111', 'fd00::1']],
  ])('a name with %s is refused', async (_what, addresses) => {
    const requested: string[] = [];
    const resolve: Resolve = async (name) => {
      requested.push(name);
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    };
    for (const scheme of ['http', 'https']) {
      const result = await client({ resolve })({ method, url: `${scheme}://inside.example:${world.box.port}${PATH}` });
      const message = 'inside.example is not a public address';
      expect(result).toEqual({ kind: 'lost', sent: false, cause: 'network', message });
    }
    expect(requested).toEqual(['inside.example', 'inside.example']);
  });

  test('a name without an address is no connection', async () => {
    const result = await client()({ method, url: 'http://no-such-host.invalid/secret' });
    expect(result).toMatchObject({ kind: 'lost', sent: false, cause: 'network' });
    expect(JSON.stringify(result)).not.toMatch(/secret|public/);
  });

  test('the time-out covers the lookup', async () => {
    const http = client({ timeoutMs: 300, resolve: () => new Promise(() => undefined) });
    const result = await http({ method, url: 'http://slow.example/' });
    expect(result).toMatchObject({ kind: 'lost', sent: false, cause: 'timeout' });
  });

  test('an origin that the operator configured is reached wherever it is', async () => {
    const http = client({ trustedOrigins: [world.box.baseUrls.fediverse] });
    expect(await http({ method, url: world.box.url + PATH })).toMatchObject({ kind: 'answer' });
  });

  test('beside a trusted origin, another port, scheme or name is not trusted', async () => {
    const http = client({ trustedOrigins: [world.box.url] });
    const { port } = world.box;
    for (const url of [`http://127.0.0.1:${port + 1}`, `https://127.0.0.1:${port}`, `http://localhost:${port}`]) {
      const result = await http({ method, url });
      expect(result).toMatchObject({ kind: 'lost', message: expect.stringMatching(/is not a public address$/) });
    }
  });
});

test('an unrestricted client reaches private addresses', async () => {
  const http = client({ allowPrivate: true });
  expect(await http({ method: 'GET', url: world.box.url + PATH })).toMatchObject({ kind: 'answer', status: 200 });
});
