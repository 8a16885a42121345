import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import request from 'supertest';
import { startSandbox } from '../../sandbox/sandbox.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { graphql } from '../support/graphql.js';
import { startService, useService } from '../support/service.js';

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const { db, service } = await useService({ roles: 'api', env: { PRIVATE_ADDRESSES: 'media,platforms' } });

const PNG = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();

/** A platform’s server of pictures, and the paths that were requested from it. */
async function servePictures(answer: (response: ServerResponse) => void) {
  const requested: string[] = [];
  const server: Server = createServer(({ url = '' }, response) => {
    requested.push(url);
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  pictureServers.push(server);
  return { requested, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ann.png` };
}
const pictureServers: Server[] = [];
afterEach(() => {
  for (const server of pictureServers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function accountWithPicture(url: string | null) {
  const account = await createAccount(db);
  const platformId = await account.connect(sandbox.createAccount('microblog'));
  await db.query('UPDATE connections SET profile_image_url = $2 WHERE user_id = $1', [account.userId, url]);
  const { data } = await graphql(
    service,
    { 'x-api-key': account.apiKey },
    'query ($id: String!) { connectedAccount(platformId: $id) { picturePath } }',
    { id: platformId },
  );
  return { account, path: data.connectedAccount.picturePath };
}

const get = async (path: string, account: TestAccount, at = service) =>
  request(at.url)
    .get(path)
    .set(await account.session());

test('the picture of an account is served to the session of its owner, who may keep it, and is fetched once', async () => {
  const { url, requested } = await servePictures((response) =>
    response.setHeader('content-type', 'text/html').end(PNG),
  );
  const { account, path } = await accountWithPicture(url);
  const picture = await get(path, account);
  expect(picture.status).toBe(200);
  expect(picture.body).toEqual(PNG);
  expect(picture.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, max-age=86400',
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
  });
  expect((await get(path, account)).body).toEqual(PNG);
  expect(requested).toEqual(['/ann.png']);
});

test('another picture has another path', async () => {
  const { account, path } = await accountWithPicture('https://pictures.example/1.png');
  const other = 'https://pictures.example/2.png';
  await db.query('UPDATE connections SET profile_image_url = $2 WHERE user_id = $1', [account.userId, other]);
  const { data } = await graphql(
    service,
    { 'x-api-key': account.apiKey },
    '{ connectedAccounts(first: 1) { edges { node { picturePath } } } }',
  );
  const [{ node }] = data.connectedAccounts.edges;
  const [route] = path.split('?');
  expect(node.picturePath.split('?')[0]).toBe(route);
  expect(node.picturePath).not.toBe(path);
});

test('nobody else is served the picture', async () => {
  const { url, requested } = await servePictures((response) => response.end(PNG));
  const { account, path } = await accountWithPicture(url);
  expect((await get(path, await createAccount(db))).status).toBe(404);
  expect((await request(service.url).get(path)).status).toBe(401);
  expect((await request(service.url).get(path).set('x-api-key', account.apiKey)).status).toBe(401);
  for (const id of ['nothing', 'a%00b']) expect((await get(`/account-pictures/${id}`, account)).status).toBe(404);
  expect(requested).toEqual([]);
});

test('an account whose platform names no picture has none', async () => {
  expect((await accountWithPicture(null)).path).toBeNull();
});

test.each<[string, (response: ServerResponse) => void]>([
  ['a page', (response) => response.setHeader('content-type', 'image/png').end('<html><script>alert(1)</script>')],
  ['an SVG', (response) => response.setHeader('content-type', 'image/svg+xml').end('<svg onload="alert(1)"/>')],
  ['more than a megabyte', (response) => response.end(Buffer.concat([PNG, Buffer.alloc(1024 * 1024)]))],
  ['an error', (response) => response.writeHead(403).end(PNG)],
  ['a reset connection', (response) => response.destroy()],
])('what is no picture is not served: %s', async (_what, answer) => {
  const { url } = await servePictures(answer);
  const { account, path } = await accountWithPicture(url);
  const { status, headers, text } = await get(path, account);
  expect({ status, text, cached: headers['cache-control'] }).toEqual({ status: 204, text: '', cached: 'no-store' });
});

test('no picture is fetched from a private address', async () => {
  const { url, requested } = await servePictures((response) => response.end(PNG));
  const { account, path } = await accountWithPicture(url);
  const strict = await startService({ db, roles: 'api' });
  expect((await get(path, account, strict)).status).toBe(204);
  expect(requested).toEqual([]);
  await strict.stop();
});
