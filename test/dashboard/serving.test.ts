import request from 'supertest';
import { createAccount } from '../support/account.js';
import { useAnother, useService } from '../support/service.js';

const { db, service } = await useService();
const without = await useAnother({ db, env: { DASHBOARD: 'false' } });

const open = (path: string, headers = {}) => request(service.url).get(path).set(headers).redirects(0);

/** The script that the page starts with. */
async function script(): Promise<string> {
  const { text } = await open('/');
  return /<script type="module" crossorigin src="([^"]+)"/.exec(text)?.[1] ?? '';
}

test.each(['/', '/posts', '/posts/', '/posts/0123456789abcdef01234567', '/sign-in?returnTo=%2Fposts'])(
  '%s is the page, which no cache keeps without asking',
  async (path) => {
    const { status, headers, text } = await open(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    expect(text).toContain('<div id="root">');
  },
);

test('a path that REST has too is the page for a browser that opens it, and JSON for what fetches from it', async () => {
  const { cookie } = await (await createAccount(db)).session();
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const opened = await open('/webhooks', { cookie, accept });
  expect(opened.text).toContain('<div id="root">');
  expect(opened.headers.vary).toContain('Accept');
  for (const fetched of ['*/*', 'application/json', 'application/json, text/plain, */*']) {
    expect((await open('/webhooks', { cookie, accept: fetched })).body).toEqual({ success: true, webhooks: [] });
  }
  expect((await request(without.url).get('/webhooks').set({ cookie, accept })).body).toMatchObject({ success: true });
});

test('its policy allows scripts of this service only, and styles with the nonce of the response', async () => {
  const [one, other] = await Promise.all([open('/'), open('/')]);
  const nonceOf = ({ headers }: request.Response) =>
    /style-src 'self' 'nonce-([\w+/]{22}==)'/.exec(String(headers['content-security-policy']))?.[1] ?? '';
  expect(nonceOf(one)).not.toBe('');
  expect(nonceOf(one)).not.toBe(nonceOf(other));
  expect(one.text).toContain(`nonce="${nonceOf(one)}"`);
  expect(one.text).not.toMatch(/<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=/);
  const policy = String(one.headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none'/);
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain('unsafe-');
});

test.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['identity', undefined],
])('a file is sent as it was compressed when it was built: %s', async (accepted, encoding) => {
  const { status, headers } = await open(await script(), { 'accept-encoding': accepted });
  expect(status).toBe(200);
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers).toMatchObject({
    'content-type': expect.stringMatching(/^text\/javascript; charset=utf-8$/i),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
});

test.each(['/no-such-view', '/assets/no-such-file.js', '/postsx', '/api/v1/posts', '/paths.json', '/index.html'])(
  '%s is not found, as without a dashboard',
  async (path) => {
    const [here, there] = await Promise.all([open(path), request(without.url).get(path)]);
    expect(here.status).toBe(404);
    expect(here.text).toBe(there.text);
  },
);

test('only GET and HEAD have the page', async () => {
  expect((await request(service.url).head('/posts')).status).toBe(200);
  expect((await request(service.url).post('/posts')).status).toBe(404);
});

test('DASHBOARD=false serves none', async () => {
  for (const path of ['/', '/posts', await script()]) expect((await request(without.url).get(path)).status).toBe(404);
});
