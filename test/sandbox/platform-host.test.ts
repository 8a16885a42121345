import { fakePlatforms } from '../../sandbox/fake-platforms.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { call, closeSandboxes, sandbox } from './support.js';

let box: Sandbox;
beforeAll(async () => {
  box = await sandbox();
});
afterAll(closeSandboxes);

/** The status of a request that its client would send to this origin without a base URL. */
const statusAt = async (address: string, forwarded: string) =>
  (await call(address, { method: 'POST', headers: { forwarded } })).status;

test.each([
  ['microblog', '/2/tweets', 'host="api.x.com";proto=https'],
  ['network', '/rest/posts', 'host="api.linkedin.com";proto=https'],
  ['network', '/oauth/v2/accessToken', 'host="www.linkedin.com";proto=https'],
  ['socialpage', '/v25.0/1/videos', 'host="graph.facebook.com";proto=https'],
] as const)('%s: %s is served at %s', async (platform, path, forwarded) => {
  expect(await statusAt(box.baseUrls[platform] + path, forwarded)).not.toBe(421);
  const url = `${forwarded.replace(/host="(.+)";proto=(.+)/, '$2://$1')}${path}`;
  expect(box.requests().at(-1)).toMatchObject({ platform, path, url });
});

test.each([
  ['microblog', '/2/tweets', 'host="x.com";proto=https'],
  ['microblog', '/2/tweets', 'host="api.x.com";proto=http'],
  ['microblog', '/2/tweets', 'host="api.x.com:8443";proto=https'],
  ['network', '/rest/posts', 'host="www.linkedin.com";proto=https'],
  ['network', '/oauth/v2/accessToken', 'host="api.linkedin.com";proto=https'],
  ['socialpage', '/v25.0/1/videos', 'host="graph-video.facebook.com";proto=https'],
] as const)('%s: %s is refused at %s', async (platform, path, forwarded) => {
  expect(await statusAt(box.baseUrls[platform] + path, forwarded)).toBe(421);
});

test('every platform has a list of hosts, except the one whose accounts are on different servers', () => {
  const unknown = Object.values(fakePlatforms).filter(({ hosts }) => !hosts);
  expect(unknown.map(({ platform }) => platform)).toEqual(['fediverse']);
});

test('of a request whose client does not say where it would go, the log says null', async () => {
  await call(`${box.baseUrls.microblog}/2/users/me`);
  expect(box.requests().at(-1)).toMatchObject({ path: '/2/users/me', url: null });
});
