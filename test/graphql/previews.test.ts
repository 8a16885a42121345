/** What a preview has beside the texts of its parts, and that it is what a platform receives. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { PLATFORM_KEYS } from '../../src/platforms/port/platform.js';
import { graphql } from '../support/graphql.js';
import { useService } from '../support/service.js';
import { makeEditing, now } from './editing.js';

const { db, service } = await useService({
  roles: 'api,worker',
  env: { PRIVATE_ADDRESSES: 'media,platforms,webhooks,link-cards' },
});
const editing = await makeEditing(db, service);
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
const wide = await picture(1600, 400);
const PAGE = `<title>A page</title><meta name="description" content="About it"><meta property="og:image" content="/wide.jpg">`;
let web: Server;
let origin: string;

beforeAll(async () => {
  web = createServer(({ url }, response) => {
    if (url === '/wide.jpg') response.writeHead(200, { 'content-type': 'image/jpeg' }).end(wide);
    else if (url === '/a') response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(web, 'listening');
  origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
});
afterAll(async () => {
  web?.close();
  await editing.sandbox.close();
});

interface Preview {
  platform: string;
  title: string | null;
  cardUrl: string | null;
  textFollowsFiles: boolean;
  files: {
    mediaId: string | null;
    type: string;
    width: number | null;
    height: number | null;
    altText: string | null;
  }[];
  parts: { text: string; entities: { kind: string; start: number; end: number; shownAs: string | null }[] }[];
}

const PREVIEW = `query ($input: ValidatePostInput!) { previewPost(input: $input) {
  platform title cardUrl textFollowsFiles
  files { mediaId type width height altText }
  parts { text entities { kind start end shownAs } }
} }`;
const run = async (query: string, variables: object) => {
  const { data, errors } = await graphql(service, editing.headers, query, variables as Record<string, unknown>);
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
};
const preview = async (post: object): Promise<Preview[]> => (await run(PREVIEW, { input: { post } })).previewPost;
const on = async (platform: string, content: string, more: object = {}) => {
  const [shown] = await preview({ content, platforms: [platform], ...more });
  if (!shown) throw new Error(`No preview on ${platform}`);
  return shown;
};
/** What can be opened in a text. */
const entitiesOn = async (platform: string, content: string) => {
  const { parts } = await on(platform, content);
  return parts.flatMap(({ text, entities }) =>
    entities.map(
      ({ kind, start, end, shownAs }) => `${kind} ${text.slice(start, end)}${shownAs ? ` as ${shownAs}` : ''}`,
    ),
  );
};

/** A file that belongs to no post. */
async function uploaded(body: Buffer): Promise<string> {
  const input = { fileName: 'wide.jpg', contentType: 'image/jpeg', type: 'IMAGE' };
  const { uploadUrl, media } = await editing.succeed('createUpload', input);
  await fetch(uploadUrl, { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body: new Uint8Array(body) });
  return media.id;
}

const TEXT = '😀 @ann see https://example.com/a#b #one and #two';

test.each([
  ['MICROBLOG', ['MENTION @ann', 'LINK https://example.com/a#b', 'HASHTAG #one', 'HASHTAG #two']],
  ['THREADTALK', ['MENTION @ann', 'LINK https://example.com/a#b', 'HASHTAG #one']],
  ['PHOTOGRAM', ['MENTION @ann', 'HASHTAG #one', 'HASHTAG #two']],
  ['SHORTVIDEO', ['MENTION @ann', 'HASHTAG #one', 'HASHTAG #two']],
  ['VIDEOHUB', ['MENTION @ann', 'LINK https://example.com/a#b', 'HASHTAG #one', 'HASHTAG #two']],
  ['FEDIVERSE', ['MENTION @ann', 'LINK https://example.com/a#b', 'HASHTAG #one', 'HASHTAG #two']],
  ['SKYFEED', ['LINK https://example.com/a#b', 'HASHTAG #one', 'HASHTAG #two']],
  ['SOCIALPAGE', ['LINK https://example.com/a#b', 'HASHTAG #one', 'HASHTAG #two']],
  ['NETWORK', ['LINK https://example.com/a#b', 'HASHTAG #one', 'HASHTAG #two']],
  ['MESSENGER', ['LINK https://example.com/a#b', 'HASHTAG #one', 'HASHTAG #two']],
  ['PINBOARD', ['HASHTAG #one', 'HASHTAG #two']],
])('%s: the entities are what can be opened there', async (platform, expected) => {
  expect(await entitiesOn(platform, TEXT)).toEqual(expected);
});

test('a handle of each platform is a mention there', async () => {
  expect(await entitiesOn('SKYFEED', 'By @ann.example.com.')).toEqual(['MENTION @ann.example.com']);
  expect(await entitiesOn('FEDIVERSE', 'By @ann@example.social, a@example.com')).toEqual([
    'MENTION @ann@example.social',
  ]);
  expect(await entitiesOn('PHOTOGRAM', 'By @ann.b. And c@example.com')).toEqual(['MENTION @ann.b']);
  expect(await entitiesOn('NETWORK', 'By @{urn:network:person:1|Ann B}')).toEqual([
    'MENTION @{urn:network:person:1|Ann B} as Ann B',
  ]);
});

test('the title is that of the video or pin', async () => {
  const platformSettings = { videohub: { title: 'Chosen' } };
  expect((await on('VIDEOHUB', 'The text', { platformSettings })).title).toBe('Chosen');
  expect((await on('VIDEOHUB', 'The text')).title).toBe('The text');
  expect((await on('PINBOARD', 'First line\nSecond')).title).toBe('First line');
  expect((await on('FEDIVERSE', 'The text')).title).toBeNull();
});

test('files have the size after cropping, and the alternative text as it is cut', async () => {
  const mediaId = await uploaded(await picture(1600, 400));
  const media = [{ mediaId, altText: 'a'.repeat(2000) }];
  const file = { mediaId, type: 'IMAGE' };
  expect((await on('PHOTOGRAM', 'Hi', { media })).files).toEqual([
    { ...file, width: 764, height: 400, altText: 'a'.repeat(1000) },
  ]);
  expect((await on('MICROBLOG', 'Hi', { media })).files).toMatchObject([{ width: 1000, height: 250 }]);
  const fetched = [{ url: `${origin}/wide.jpg` }];
  expect((await on('FEDIVERSE', 'Hi', { media: fetched })).files).toEqual([
    { mediaId: null, type: 'IMAGE', width: null, height: null, altText: null },
  ]);
});

test('a story has no text, and a text too long for a caption follows the files', async () => {
  const platformSettings = { photogram: { videoType: 'STORIES' } };
  expect((await on('PHOTOGRAM', 'Hi', { platformSettings })).parts).toEqual([{ text: '', entities: [] }]);
  const media = [{ url: `${origin}/wide.jpg` }];
  expect((await on('MESSENGER', 'a'.repeat(1025), { media })).textFollowsFiles).toBe(true);
  expect((await on('MESSENGER', 'a'.repeat(1024), { media })).textFollowsFiles).toBe(false);
});

test('a link has a card, unless the post has files', async () => {
  const content = 'See example.com';
  const shown = await preview({ content, platforms: PLATFORM_KEYS.map((key) => key.toUpperCase()) });
  const withCard = shown.filter(({ cardUrl }) => cardUrl !== null).map(({ platform }) => platform);
  expect(withCard).toEqual(['MICROBLOG', 'THREADTALK', 'SOCIALPAGE', 'SKYFEED', 'MESSENGER']);
  expect(new Set(shown.map(({ cardUrl }) => cardUrl))).toEqual(new Set([null, 'https://example.com']));
  expect((await on('SKYFEED', content, { media: [{ url: `${origin}/wide.jpg` }] })).cardUrl).toBeNull();
});

describe('linkPreview', () => {
  const LINK = 'query ($url: URL!) { linkPreview(url: $url) { url title description picture } }';

  test('is the page as it describes itself, with a small picture', async () => {
    const { linkPreview } = await run(LINK, { url: `${origin}/a` });
    expect(linkPreview).toEqual({
      url: `${origin}/a`,
      title: 'A page',
      description: 'About it',
      picture: expect.stringMatching(/^data:image\/jpeg;base64,/),
    });
    const bytes = Buffer.from(linkPreview.picture.split(',')[1], 'base64');
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 600, height: 150 });
  });

  test('is null for a page that cannot be read', async () => {
    expect((await run(LINK, { url: `${origin}/missing` })).linkPreview).toBeNull();
  });
});

test('what is previewed is what each platform receives: texts, parts, files and card', async () => {
  const { accounts, platformIds } = await editing.connect('microblog', 'fediverse', 'skyfeed', 'photogram', 'pinboard');
  const long = 'A sentence of a long story. '.repeat(20).trim();
  const posts = [
    { content: `Read ${origin}/a #now`, of: ['microblog', 'fediverse', 'skyfeed'], files: 0 },
    { content: long, of: ['microblog'], files: 0 },
    { content: 'First\n---\nSecond', of: ['microblog'], files: 1 },
    { content: 'Title\nand words', of: ['photogram', 'pinboard', 'microblog', 'skyfeed'], files: 2 },
  ];
  let compared = 0;
  for (const { content, of, files } of posts) {
    const chosen = accounts.flatMap((account, index) => (of.includes(account.platform) ? [{ account, index }] : []));
    const media = [];
    for (let index = 0; index < files; index++) media.push({ mediaId: await uploaded(wide), altText: `No. ${index}` });
    const post = { content, platformIds: chosen.map(({ index }) => platformIds[index]), media };
    const shown = await preview(post);
    const before = new Map(chosen.map(({ account }) => [account, editing.sandbox.posts(account).length]));
    const { id } = await editing.create({ ...post, scheduledTime: now() });
    expect((await editing.ended(id)).status).toBe('PUBLISHED');
    for (const { account } of chosen) {
      const { parts, files, cardUrl, title } =
        shown.find(({ platform }) => platform === account.platform.toUpperCase()) ?? ({} as Preview);
      const sent = editing.sandbox.posts(account).slice(before.get(account));
      expect(sent.map(({ text }) => text)).toEqual(parts.map(({ text }) => text));
      expect(sent[0]?.media.map(({ width, height }) => ({ width, height }))).toEqual(
        files.map(({ width, height }) => ({ width, height })),
      );
      const { title: sentTitle, value } = (sent[0]?.record ?? {}) as {
        title?: string;
        value?: { embed?: { external?: { uri: string; title: string } } };
      };
      if (account.platform === 'pinboard') expect(sentTitle).toBe(title);
      if (account.platform === 'skyfeed') {
        const card = value?.embed?.external;
        expect(card?.uri ?? null).toBe(cardUrl);
        if (cardUrl) expect(card?.title).toBe('A page');
      }
      compared += 1;
    }
  }
  expect(compared).toBe(9);
});
