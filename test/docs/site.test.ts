/** The documentation site as it is built and served. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import request from 'supertest';
import { CATALOGUE } from '../../src/foundation/errors/catalogue.js';
import { FAILURES } from '../../src/platforms/port/failure.js';
import { SITE, useDocsSite } from '../support/docs-site.js';
import { useService } from '../support/service.js';

useDocsSite();
const { service } = await useService({ roles: 'api' });

const open = (address: string, headers = {}) => request(service.url).get(address).set(headers).redirects(0);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** The file of each path below /docs. */
const pages = (): Record<string, string> => JSON.parse(readFileSync(path.join(SITE, 'pages.json'), 'utf8'));
const htmlOf = (file: string) => readFileSync(path.join(SITE, file), 'utf8');
/** An asset whose name begins so. */
const asset = (name: RegExp) => {
  const found = readdirSync(path.join(SITE, 'assets'), { recursive: true, encoding: 'utf8' }).find(
    (file) => name.test(file) && !/\.(br|gz)$/.test(file),
  );
  return `/docs/assets/${found}`;
};

test('a page is one that no cache keeps without asking, and shows the version', async () => {
  for (const address of ['/docs/', '/docs/quick-start', '/docs/guides/graphql', '/docs/contract/', '/docs/errors/']) {
    const { status, headers, text } = await open(address);
    expect({ address, status }).toEqual({ address, status: 200 });
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/html; charset=utf-8$/i),
      'cache-control': 'no-cache',
    });
    expect(text).toContain(`v${version}`);
    const again = await open(address, { 'if-none-match': headers.etag });
    expect(again.status).toBe(304);
  }
});

test.each([
  ['/docs', '/docs/'],
  ['/docs/errors', '/docs/errors/'],
  ['/docs/platforms', '/docs/platforms/'],
])('%s is %s', async (address, to) => {
  const { status, headers } = await open(address);
  expect([status, headers.location]).toEqual([302, to]);
});

test.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['identity', undefined],
])('pages and assets are sent as they were compressed when they were built: %s', async (accepted, encoding) => {
  for (const address of ['/docs/guides/rest', asset(/^app\..*\.js$/)]) {
    const { status, headers } = await open(address, { 'accept-encoding': accepted });
    expect([status, headers['content-encoding']]).toEqual([200, encoding]);
  }
});

test('browsers keep assets permanently, the index of the search too', async () => {
  for (const name of [/^app\..*\.js$/, /^style\..*\.css$/, /localSearchIndex.*\.js$/]) {
    const { status, headers } = await open(asset(name));
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  }
});

test('its policy allows scripts and styles of this service only, and pages contain none', async () => {
  const { headers } = await open('/docs/guides/graphql');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
  expect(headers['content-security-policy']).not.toContain('unsafe-');
  for (const file of Object.values(pages())) {
    if (!file.endsWith('.html')) continue;
    const [html] = htmlOf(file).split('<div id="app">');
    expect({ file, inline: html?.match(/<style|<script(?![^>]*\ssrc=)/) ?? null }).toEqual({ file, inline: null });
    expect({ file, inline: htmlOf(file).match(/<[^>]*\s(style|on\w+)="[^>]*>/)?.[0] }).toEqual({ file });
  }
});

test.each([
  '/docs/no-such-page',
  '/docs/guides/no-such-page',
  '/docs/errors/NO_SUCH_CODE',
  '/docs/assets/no-such-file.js',
  '/docs/pages.json',
  '/docs/index.html.br',
  '/docs/../package.json',
  '/docs/%2e%2e/%2e%2e/package.json',
  '/docs/..%2f..%2fpackage.json',
  '/docs/assets/..%2f..%2f..%2fpackage.json',
  '/docs//etc/passwd',
])('%s is not found', async (address) => {
  const { status, text } = await open(address);
  expect(status).toBe(404);
  expect(text).not.toContain('"dependencies"');
});

test('what is not found below /docs is a page of the site', async () => {
  const { headers, text } = await open('/docs/no-such-page');
  expect(headers).toMatchObject({
    'content-type': expect.stringMatching(/^text\/html; charset=utf-8$/i),
    'cache-control': 'no-cache',
  });
  expect(text).toContain('<div id="app">');
});

test('only GET and HEAD have pages', async () => {
  expect((await request(service.url).head('/docs/')).status).toBe(200);
  expect((await request(service.url).post('/docs/')).status).toBe(404);
});

test('every error and every failure has a page, with its advice', async () => {
  const listed = pages();
  for (const code of Object.keys(CATALOGUE)) expect(listed).toHaveProperty([`/errors/${code}`]);
  for (const [code, { advice }] of Object.entries(FAILURES)) {
    const html = htmlOf(listed[`/failures/${code}`] ?? '');
    expect(html.replace(/&#39;/g, "'")).toContain(advice);
  }
});

test('every query and mutation has a section in the reference, and every route of REST', async () => {
  const schema = readFileSync('schema.graphql', 'utf8');
  for (const [type, page] of [
    ['Query', 'queries'],
    ['Mutation', 'mutations'],
  ]) {
    const [, body = ''] = new RegExp(`^type ${type} \\{$(.*?)^\\}$`, 'ms').exec(schema) ?? [];
    const names = [...body.matchAll(/^ {2}(\w+)[(:]/gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(15);
    const anchors = anchorsOf(`reference/graphql/${page}.html`);
    expect(names.filter((name) => !anchors.has(name))).toEqual([]);
  }
  const { paths } = (await open('/api/v1/openapi.json')).body;
  const rest = Object.values(pages())
    .filter((file) => file.startsWith('reference/rest/') && file.endsWith('.html'))
    .map(htmlOf)
    .join('');
  const routes = Object.entries<object>(paths).flatMap(([route, item]) =>
    Object.keys(item).map((method) => `<code>${method.toUpperCase()} ${route}</code>`),
  );
  expect(routes.filter((route) => !rest.includes(route))).toEqual([]);
});

test('llms.txt leads to pages as Markdown', async () => {
  const { status, text } = await open('/docs/llms.txt');
  expect(status).toBe(200);
  const links = [...text.matchAll(/\]\((\S+)\)/g)].map(([, link = '']) => link);
  expect(links).toContain('/docs/guides/graphql.md');
  for (const link of links) expect([link, (await open(link)).status]).toEqual([link, 200]);
});

/** Pages of a code, which its list leads to. */
const OF_A_CODE = /^(errors|failures)\/[A-Z0-9_]+\./;

test('every page is in llms.txt and in the sidebar beside it', async () => {
  const { text } = await open('/docs/llms.txt');
  const files = Object.values(pages()).filter((file) => !OF_A_CODE.test(file));
  const markdown = files.filter((file) => file.endsWith('.md') && file !== 'index.md');
  expect(markdown.length).toBeGreaterThan(80);
  expect(markdown.filter((file) => !text.includes(`(/docs/${file})`))).toEqual([]);
  const html = files.filter((file) => file.endsWith('.html') && file !== '404.html');
  const isMissing = (file: string) => {
    const [, sidebar = ''] = /<aside class="VPSidebar.*?>(.*?)<\/aside>/s.exec(htmlOf(file)) ?? [];
    return !sidebar.includes(`href="/docs/${file.replace(/(?<=^|\/)index\.html$|\.html$/, '')}"`);
  };
  expect(html.filter(isMissing)).toEqual([]);
});

const anchorsOf = (file: string) => new Set([...htmlOf(file).matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id));

test('every link of every page leads to a page, and to a place on it', () => {
  const listed = pages();
  const anchors = new Map<string, Set<string>>();
  const broken: string[] = [];
  let checked = 0;
  for (const [address, file] of Object.entries(listed)) {
    if (!file.endsWith('.html')) continue;
    for (const [, href = ''] of htmlOf(file).matchAll(/<a\b[^>]*\shref="([^"]*)"/g)) {
      const { origin, pathname, hash } = new URL(href.replaceAll('&amp;', '&'), `http://site/docs${address}`);
      if (origin !== 'http://site' || !pathname.startsWith('/docs')) continue;
      checked += 1;
      const target = listed[decodeURI(pathname).slice('/docs'.length)];
      if (target === undefined) {
        broken.push(`${file}: ${href}`);
      } else if (hash !== '') {
        if (!anchors.has(target)) anchors.set(target, anchorsOf(target));
        if (!anchors.get(target)?.has(decodeURIComponent(hash.slice(1)))) broken.push(`${file}: ${href}`);
      }
    }
  }
  expect(checked).toBeGreaterThan(5000);
  expect([...new Set(broken)]).toEqual([]);
});
