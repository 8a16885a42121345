/** skyfeed against a real data server of its protocol. */
import sharp from 'sharp';
import { purposeOf } from '../faults/publishing-requests.js';
import { type Pds, type PdsAccount, type PdsPost, startPds } from './pds.js';
import { FAULTS, type FaultProxy, startProxy } from './proxy.js';
import { type Contents, type MediaFile, makeContents, type Publishing, startPublishing } from './publishing.js';

let pds: Pds;
let publishing: Publishing;
let contents: Contents;

beforeAll(async () => {
  pds = await startPds();
  [publishing, contents] = await Promise.all([startPublishing(), makeContents()]);
  // The first use installs the server.
}, 600_000);
afterAll(async () => {
  await publishing?.close();
  await pds?.close();
});

/** An account that is connected through a separate proxy. */
interface Connected extends PdsAccount {
  proxy: FaultProxy;
  platformId: string;
}

async function withAccount<T>(act: (account: Connected) => Promise<T>): Promise<T> {
  const [account, proxy] = await Promise.all([pds.createAccount(), startProxy(pds.port)]);
  try {
    const typed = { identifier: account.handle, appPassword: account.appPassword, service: proxy.url };
    const platformId = await publishing.connect('skyfeed', typed);
    proxy.pass();
    return await act({ ...account, proxy, platformId });
  } finally {
    await proxy.close();
  }
}

/** Publishes, and answers the one post that this made. */
async function publishOnce(
  { did, platformId, proxy }: Connected,
  content: string,
  media: readonly MediaFile[] = [],
): Promise<PdsPost> {
  const before = new Set((await pds.posts(did)).map(({ uri }) => uri));
  const published = await publishing.publish(platformId, content, media);
  expect(published).toMatchObject({ status: 'PUBLISHED', error: null });
  const made = (await pds.posts(did)).filter(({ uri }) => !before.has(uri));
  expect(made.map(({ uri }) => uri)).toEqual([published.postedId]);
  // A server that keeps one copy of what is sent twice would hide a blind repeat.
  const writes = proxy.passed.filter(
    (passed) => purposeOf('skyfeed', { ...passed, range: '', body: '' }) === 'publish',
  );
  expect(writes.filter(({ delivered }) => delivered)).toHaveLength(1);
  return made[0] as PdsPost;
}

test('an account is connected with an app password, and with no other', () =>
  withAccount(async ({ platformId, did, handle, proxy }) => {
    expect(platformId).toBe(`skyfeed-${did.replaceAll(':', '_')}`);
    const typed = { identifier: handle, appPassword: 'no-such-pass-word', service: proxy.url };
    await expect(publishing.connect('skyfeed', typed)).rejects.toThrow('CONNECTION_REFUSED');
  }));

test('a text keeps its links, mentions and hashtags, at their bytes', () =>
  withAccount(async (account) => {
    const bob = await pds.createAccount();
    const text = `👋🏽 世界 https://example.com/ü and @${bob.handle} likes #größe, not @nobody.test`;
    const { value } = await publishOnce(account, text);
    const marked = value.facets?.map(({ index, features }) => {
      const bytes = Buffer.from(value.text).subarray(index.byteStart, index.byteEnd);
      return [bytes.toString(), ...features];
    });
    expect(value.text).toBe(text);
    expect(marked).toEqual([
      ['https://example.com/ü', { $type: 'app.bsky.richtext.facet#link', uri: 'https://example.com/ü' }],
      [`@${bob.handle}`, { $type: 'app.bsky.richtext.facet#mention', did: bob.did }],
      ['#größe', { $type: 'app.bsky.richtext.facet#tag', tag: 'größe' }],
    ]);
    expect(value.reply).toBeUndefined();
  }));

test('images keep their order, alternative texts and ratios', () =>
  withAccount(async (account) => {
    const { value } = await publishOnce(account, 'Two images', contents.images);
    const images = value.embed?.images ?? [];
    expect(value.embed?.$type).toBe('app.bsky.embed.images');
    expect(images.map(({ alt, aspectRatio }) => ({ alt, aspectRatio }))).toEqual([
      { alt: contents.images[0]?.altText, aspectRatio: { width: 600, height: 400 } },
      { alt: contents.images[1]?.altText, aspectRatio: { width: 300, height: 500 } },
    ]);
    for (const { image, aspectRatio } of images) {
      const { width, height, format } = await sharp(await pds.blob(account.did, image)).metadata();
      expect({ width, height, format: `image/${format}` }).toEqual({ ...aspectRatio, format: image.mimeType });
    }
  }));

test('a video keeps its alternative text, its ratio and its bytes', () =>
  withAccount(async (account) => {
    const { embed } = (await publishOnce(account, 'A video', contents.video)).value;
    expect(embed).toMatchObject({
      $type: 'app.bsky.embed.video',
      alt: 'It moves',
      aspectRatio: { width: expect.any(Number), height: expect.any(Number) },
      video: { mimeType: 'video/mp4' },
    });
    if (!embed?.video) throw new Error('The record has no video');
    expect(await pds.blob(account.did, embed.video)).toHaveLength(embed.video.size);
  }));

test.each(FAULTS)(
  '%s, at every request: one copy of every kind of post exists',
  async (fault) => {
    const publishAll = (kind: keyof Contents) =>
      withAccount(async (account) => {
        const media = contents[kind].slice(0, 1);
        for (let number = 1, reached = true; reached; number += 1) {
          account.proxy.plan(fault, number);
          const text = `${kind}, ${fault}, ${number} #once`;
          const { value } = await publishOnce(account, text, media);
          expect(value.text).toBe(text);
          expect(value.facets).toHaveLength(1);
          expect(value.embed?.images?.[0]?.alt ?? value.embed?.alt).toBe(media[0]?.altText);
          reached = account.proxy.passed.length >= number;
        }
      });
    await Promise.all([publishAll('text'), publishAll('images'), publishAll('video')]);
  },
  300_000,
);
