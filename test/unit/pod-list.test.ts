import { readFile } from 'node:fs/promises';
import { parsePodList } from '../../src/pods/pod-list.js';
import { routerConfig } from '../../src/pods/router-config.js';

test('a list has a line for each pod, with comments', () => {
  const text = '# pods\n\n00 10.0.0.1:4000 api.example.com:80 # two\n  0a [::1]:4000\r\n';
  expect(parsePodList(text)).toEqual([
    { pod: '00', addresses: ['10.0.0.1:4000', 'api.example.com:80'] },
    { pod: '0a', addresses: ['[::1]:4000'] },
  ]);
});

test.each([
  ['', 'The list has no pods.'],
  ['0 a:1', 'Line 1: 0 is no pod'],
  ['00 a:1\n00 b:1', 'Line 2: pod 00 is on the list already.'],
  ['00', 'Line 1: pod 00 has no address.'],
  ['00 a', 'Line 1: a is no address of the form host:port.'],
  ['00 a:0', 'a:0 is no address'],
  ['00 a:65536', 'a:65536 is no address'],
  ['00 http://a:1', 'is no address'],
  [`00${' a:1'.repeat(65)}`, 'pod 00 has more than 64 addresses.'],
])('%j is refused', (text, message) => {
  expect(() => parsePodList(text)).toThrow(message);
});

test('deploy/haproxy/haproxy.cfg is what the command makes of the list beside it', async () => {
  const [list, config] = await Promise.all(
    ['pods.txt', 'haproxy.cfg'].map((name) => readFile(`deploy/haproxy/${name}`, 'utf8')),
  );
  const mapFile = '/etc/haproxy/moved.map';
  const pods = parsePodList(list ?? '');
  expect(config).toBe(routerConfig({ pods, bind: ':80', mapFile, socket: '/run/haproxy/admin.sock' }));
});
