/** Link cards of real pages, served here; the skyfeed stand-in judges the records. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { buildConnector } from 'undici';
import { makeConvertImage } from '../../src/domain/media/convert.js';
import { makeLinkCards } from '../../src/domain/publishing/link-card.use-case.js';
import { makeGuardedConnector } from '../../src/foundation/http-client/address-guard.js';
import { makeWebClient } from '../../src/foundation/http-client/web-client.js';
import type { LinkCard } from '../../src/platforms/port/platform.js';
import { platformRules } from '../../src/platforms/rules-registry.js';
import { firstLink } from '../../src/platforms/skyfeed/facets.js';
import { mediaProcesses } from '../media/support.js';

const MB = 1024 * 1024;
const image = platformRules.skyfeed.media.image;
const convertImage = makeConvertImage(mediaProcesses());

let temporary: string;
let server: Server;
let origin: string;
let pages: Record<string, RequestListener>;
let requested: string[];
let ended: string[];

beforeAll(async () => {
  temporary = await mkdtemp(path.join(tmpdir(), 'cards-'));
  server = createServer((request, response) => {
    const at = request.url ?? '';
    requested.push(at);
    response.once('close', () => ended.push(at));
    const answer = pages[at];
    if (answer) return void answer(request, response);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  pages = {};
  [requested, ended] = [[], []];
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(temporary, { recursive: true, force: true });
});

const anywhere = buildConnector({ timeout: 5_000 });
/** As in production, but for the page server. */
const guarded = () => makeGuardedConnector({ timeoutMs: 5_000, trustedOrigins: [origin] });

interface Made {
  card: LinkCard | null;
  /** The picture as it was while the card was there. */
  picture: Awaited<ReturnType<ReturnType<typeof sharp>['metadata']>> | null;
}

async function cardOf(at: string, { connect = anywhere, timeoutMs = 20_000 } = {}): Promise<Made> {
  const web = makeWebClient(connect, 'link preview');
  const makeLinkCard = makeLinkCards({ fetchWeb: web.fetchWeb, convertImage, temporary, timeoutMs });
  try {
    await using made = await makeLinkCard({ url: new URL(at, origin).href, image, userId: 'a' });
    const { card } = made;
    return { card, picture: card?.picture ? await sharp(await readFile(card.picture.path)).metadata() : null };
  } finally {
    await web.close();
  }
}

const html =
  (body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
const file =
  (body: Buffer, type = 'image/png'): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': type }).end(body);
const redirect =
  (to: string, status = 302): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { location: to }).end();
const picture = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
const article = (at = '/cover.png') =>
  `<title>T</title><meta property="og:title" content="A page"><meta property="og:description" content="About it">
   <meta property="og:image" content="${at}">`;

test('a card has the title, the description and the picture of its page, and its picture is gone afterwards', async () => {
  pages = { '/a': html(article()), '/cover.png': file(await picture()) };
  const { card, picture: shown } = await cardOf('/a');
  expect(card).toEqual({
    url: `${origin}/a`,
    title: 'A page',
    description: 'About it',
    picture: { path: expect.any(String), mimeType: 'image/jpeg', name: 'card.jpeg' },
  });
  expect(shown).toMatchObject({ format: 'jpeg', width: 60, height: 40 });
  expect(await readdir(temporary)).toEqual([]);
});

test('pages that hang do not keep other posts: beyond twenty at a time, a user’s post is published without a card, others’ with theirs', async () => {
  pages = { '/hangs': () => undefined, '/a': html(article('/none.png')) };
  const web = makeWebClient(anywhere, 'link preview');
  const makeLinkCard = makeLinkCards({ fetchWeb: web.fetchWeb, convertImage, temporary, timeoutMs: 60_000 });
  const cardOfLink = async (userId: string, at = '/hangs') => {
    await using made = await makeLinkCard({ url: origin + at, image, userId });
    return made.card;
  };
  const hanging = Array.from({ length: 20 }, () => cardOfLink('one'));
  expect(await cardOfLink('one')).toBeNull();
  expect(requested.length).toBeLessThanOrEqual(20);
  expect(await cardOfLink('another', '/a')).toMatchObject({ title: 'A page' });
  await web.close();
  expect(await Promise.all(hanging)).toEqual(Array(20).fill(null));
});

test('no link, no request', async () => {
  const web = makeWebClient(anywhere, 'link preview');
  await using made = await makeLinkCards({ fetchWeb: web.fetchWeb, convertImage, temporary })(null);
  expect(made.card).toBeNull();
  await web.close();
});

describe('no card is made of', () => {
  test.each<[string, () => Record<string, RequestListener>]>([
    ['a page without tags', () => ({ '/a': html('<p>Nothing about itself</p>') })],
    ['what is not HTML', () => ({ '/a': file(Buffer.from('<title>Not a page</title>'), 'application/pdf') })],
    ['a response without a content type', () => ({ '/a': (_, response) => void response.end('<title>T</title>') })],
    ['a page that is not there', () => ({})],
    [
      'an error with a page',
      () => ({ '/a': (_, response) => void response.writeHead(500, { 'content-type': 'text/html' }).end(article()) }),
    ],
    ['a redirect to nowhere', () => ({ '/a': (_, response) => void response.writeHead(302).end() })],
    ['a redirect to another protocol', () => ({ '/a': redirect('ftp://example.com/') })],
    ['a redirect with credentials', () => ({ '/a': redirect(origin.replace('//', '//me:secret@')) })],
    ['redirects without end', () => ({ '/a': redirect('/b'), '/b': redirect('/a') })],
    ['a broken response', () => ({ '/a': (request) => void request.socket.destroy() })],
  ])('%s', async (_, served) => {
    pages = served();
    expect((await cardOf('/a')).card).toBeNull();
    expect(requested.length).toBeLessThanOrEqual(6);
  });

  test('an address without a listener', async () => {
    expect((await cardOf('http://127.0.0.1:1/')).card).toBeNull();
  });

  test('a page that is not there in time, and the request ends with it', async () => {
    pages['/a'] = (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).write('<title>Slow');
    expect((await cardOf('/a', { timeoutMs: 300 })).card).toBeNull();
    expect(requested).toEqual(['/a']);
    while (!ended.includes('/a')) await new Promise((resolve) => setTimeout(resolve, 5));
  });
});

describe('addresses that are not public', () => {
  test('are not connected to', async () => {
    pages['/a'] = html(article());
    const connect = makeGuardedConnector({ timeoutMs: 5_000, trustedOrigins: [] });
    expect((await cardOf('/a', { connect })).card).toBeNull();
    expect(requested).toEqual([]);
  });

  test.each(['http://127.0.0.1:PORT/inner', 'http://[::ffff:127.0.0.1]:PORT/inner', 'http://169.254.169.254/latest'])(
    'are not reached by a redirect to %s, nor as a picture',
    async (address) => {
      const reached: string[] = [];
      const inner = createServer((request, response) => {
        reached.push(request.url ?? '');
        html(article())(request, response);
      });
      await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve));
      const to = address.replace('PORT', String((inner.address() as AddressInfo).port));
      pages = { '/redirect': redirect(to, 307), '/picture': html(article(to)) };
      expect((await cardOf('/redirect', { connect: guarded() })).card).toBeNull();
      expect((await cardOf('/picture', { connect: guarded() })).card).toMatchObject({ title: 'A page', picture: null });
      expect(reached).toEqual([]);
      inner.close();
    },
  );
});

test('redirects are followed, and addresses in the page are relative to where it was found', async () => {
  pages = { '/a': redirect('/b', 301), '/b': redirect('/deep/c', 308), '/deep/c': html(article('cover.png')) };
  pages['/deep/cover.png'] = file(await picture());
  const { card } = await cardOf('/a');
  expect(card).toMatchObject({ url: `${origin}/a`, title: 'A page', picture: {} });
});

test('a page in another charset and compressed is read', async () => {
  const body = gzipSync(Buffer.from('<title>Caf\xe9</title>', 'latin1'));
  pages['/a'] = html(body, { 'content-type': 'text/html; charset=ISO-8859-1', 'content-encoding': 'gzip' });
  expect((await cardOf('/a')).card?.title).toBe('Café');
});

test('of a huge page, only the start is read', async () => {
  let sent = 0;
  pages['/a'] = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write(article('/none.png'));
    const go = () => {
      while (!response.destroyed && sent < 2_000 * MB) {
        sent += MB;
        if (!response.write(Buffer.alloc(MB, ' '))) return;
      }
    };
    response.on('drain', go);
    go();
  };
  expect((await cardOf('/a')).card).toMatchObject({ title: 'A page', picture: null });
  expect(sent).toBeLessThan(200 * MB);
});

test('a decompression bomb is read no further than any other page', async () => {
  const bomb = gzipSync(Buffer.concat([Buffer.from('<title>Bomb</title>'), Buffer.alloc(300 * MB, ' ')]));
  pages['/a'] = html(bomb, { 'content-encoding': 'gzip' });
  expect((await cardOf('/a')).card?.title).toBe('Bomb');
});

describe('a card goes without a picture that', () => {
  test.each<[string, (at: string) => Record<string, RequestListener> | Promise<Record<string, RequestListener>>]>([
    ['is not there', () => ({})],
    [
      'is no picture',
      (at) => ({ [at]: file(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml') }),
    ],
    ['is damaged', async (at) => ({ [at]: file((await picture()).subarray(0, 60)) })],
    ['is larger than 10 MB', (at) => ({ [at]: file(Buffer.alloc(11 * MB)) })],
    [
      'has too many pixels',
      async (at) => ({
        [at]: file(
          await sharp({
            create: { width: 20_000, height: 20_000, channels: 3, background: 'red' },
            limitInputPixels: false,
          })
            .png({ compressionLevel: 9 })
            .toBuffer(),
        ),
      }),
    ],
  ])(
    '%s',
    async (_, served) => {
      pages = { '/a': html(article()), ...(await served('/cover.png')) };
      expect((await cardOf('/a')).card).toEqual({
        url: `${origin}/a`,
        title: 'A page',
        description: 'About it',
        picture: null,
      });
      expect(requested).toEqual(['/a', '/cover.png']);
    },
    60_000,
  );

  test('does not come in time', async () => {
    pages = { '/a': html(article()), '/cover.png': (_, response) => void response.writeHead(200).write('\x89PNG') };
    expect((await cardOf('/a', { timeoutMs: 4_000 })).card).toMatchObject({ title: 'A page', picture: null });
  });
});

test('a picture over the limit of a blob is made smaller', async () => {
  const noise = sharp({
    create: {
      width: 2_600,
      height: 1_400,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
    },
  });
  const large = await noise.jpeg({ quality: 95 }).toBuffer();
  expect(large.length).toBeGreaterThan(1_000_000);
  pages = { '/a': html(article('/cover.jpg')), '/cover.jpg': file(large, 'image/jpeg') };
  const web = makeWebClient(anywhere, 'link preview');
  const makeLinkCard = makeLinkCards({ fetchWeb: web.fetchWeb, convertImage, temporary, timeoutMs: 60_000 });
  await using made = await makeLinkCard({ url: `${origin}/a`, image, userId: 'a' });
  const bytes = (await readFile(made.card?.picture?.path ?? '')).length;
  await web.close();
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(1_000_000);
}, 60_000);

test('the first link of a text is the one that its facets mark first', async () => {
  expect(await firstLink('See example.org and https://example.com')).toBe('https://example.org');
  expect(await firstLink('See (https://example.com/a), @alice.test #tag')).toBe('https://example.com/a');
  expect(await firstLink('No link, @alice.test')).toBeNull();
  expect(await firstLink(`https://example.com ${'x'.repeat(300)}`)).toBeNull();
});
