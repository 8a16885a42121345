/**
 * What platforms refuse of content, sent by their adapters without the service's own rules before them: each limit is
 * held at its edge, and what is beyond is refused in the platform's own form.
 */
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { checkFile as photogramFile } from '../../sandbox/photogram/media-form.js';
import { checkFile as threadtalkFile } from '../../sandbox/threadtalk/post-form.js';
import { fediverse } from '../../src/platforms/fediverse/fediverse.js';
import { messenger } from '../../src/platforms/messenger/messenger.js';
import { microblog } from '../../src/platforms/microblog/microblog.js';
import { network } from '../../src/platforms/network/network.js';
import { photogram } from '../../src/platforms/photogram/photogram.js';
import { pinboard } from '../../src/platforms/pinboard/pinboard.js';
import { NO_SETUP } from '../../src/platforms/platform-directory.js';
import type { Part, PartMedia, Platform } from '../../src/platforms/port/platform.js';
import { shortvideo } from '../../src/platforms/shortvideo/shortvideo.js';
import { skyfeed } from '../../src/platforms/skyfeed/skyfeed.js';
import { socialpage } from '../../src/platforms/socialpage/socialpage.js';
import { threadtalk } from '../../src/platforms/threadtalk/threadtalk.js';
import { videohub } from '../../src/platforms/videohub/videohub.js';
import { drive } from '../platforms/driving.js';
import { type MediaFiles, openMediaFiles } from '../platforms/media-files.js';
import { clock, makePart, openAccount, openWorld, postsOf, type World } from '../platforms/support.js';
import { makeVideo } from '../support/video-file.js';

let world: World;
let files: MediaFiles;
beforeAll(async () => {
  [world, files] = await Promise.all([openWorld(), openMediaFiles()]);
});
afterAll(async () => {
  await world.close();
  await files.close();
});

/** What a part is made of, beside its text. */
type More = () => Promise<Partial<Part>>;

const none: More = async () => ({});
const withMedia =
  (make: () => Promise<PartMedia>, settings: Part['settings'] = {}, count = 1): More =>
  async () => ({ media: await Promise.all(Array.from({ length: count }, make)), settings });

const image =
  (width: number, height: number, format: 'jpeg' | 'png' = 'jpeg', altText: string | null = null) =>
  async (): Promise<PartMedia> => {
    const plain = sharp({ create: { width, height, channels: 3, background: 'white' }, limitInputPixels: false });
    const bytes = await plain.toFormat(format).toBuffer();
    const made = await files.file(bytes, { kind: 'image', mimeType: `image/${format}`, name: `image.${format}` });
    return { ...made, altText };
  };

/** Nothing is known of it but its file: adapters refuse nothing themselves. */
const video =
  (of: Parameters<typeof makeVideo>[0], altText: string | null = null) =>
  async (): Promise<PartMedia> => ({
    ...(await files.file(makeVideo(of), { kind: 'video', mimeType: 'video/mp4', name: 'video.mp4' })),
    altText,
  });

const AVI = { kind: 'video', mimeType: 'video/x-msvideo' } as const;
const MB = 1024 * 1024;
const VIEWERS = { viewerSetting: 'PUBLIC_TO_EVERYONE' };
const PUBLIC = { privacy: 'public', title: '' };
const link = (length: number) => `https://example.com/${'x'.repeat(length - 20)}`;
const links = (count: number) => Array.from({ length: count }, (_, index) => `https://example.com/${index}`).join(' ');
const tags = (count: number) => Array.from({ length: count }, (_, index) => `#tag${index}`).join(' ');

interface Row {
  platform: Platform;
  rule: string;
  /** The longest text and the largest files that are taken, and what is just too much. */
  taken: [text: string, more: More];
  refused: [text: string, more: More];
  /** What the platform's response has. */
  says: string;
}

const ROWS: Row[] = [
  {
    platform: microblog,
    rule: 'a short link counts as 23',
    taken: [`${'x'.repeat(256)} ${link(21)}`, none],
    refused: [`${'x'.repeat(257)} ${link(21)}`, none],
    says: 'too long',
  },
  {
    platform: microblog,
    rule: 'a long link counts as 23',
    taken: [`${'x'.repeat(256)} ${link(400)}`, none],
    refused: [`${'x'.repeat(257)} ${link(400)}`, none],
    says: 'too long',
  },
  {
    platform: microblog,
    rule: 'a video has at most 120 seconds',
    taken: ['Short', withMedia(video({ seconds: 120 }))],
    refused: ['Long', withMedia(video({ seconds: 121 }))],
    says: 'failed',
  },
  {
    platform: network,
    rule: 'an image has fewer than 36,152,320 pixels',
    taken: ['Small', withMedia(image(6012, 6012))],
    refused: ['Large', withMedia(image(6016, 6016))],
    says: 'pixels',
  },
  {
    platform: network,
    rule: 'a video has at most 30 minutes',
    taken: ['Short', withMedia(video({ seconds: 1800 }))],
    refused: ['Long', withMedia(video({ seconds: 1801 }))],
    says: 'PROCESSING_FAILED',
  },
  {
    platform: photogram,
    rule: 'a photo is at least as wide as 4:5',
    taken: ['Tall', withMedia(image(800, 1000))],
    refused: ['Taller', withMedia(image(799, 1000))],
    says: '2207009',
  },
  {
    platform: photogram,
    rule: 'a photo is at most as wide as 1.91:1',
    taken: ['Wide', withMedia(image(1910, 1000))],
    refused: ['Wider', withMedia(image(1911, 1000))],
    says: '2207009',
  },
  {
    platform: photogram,
    rule: 'photos of a carousel have such ratios too',
    taken: ['Two', withMedia(image(1910, 1000), {}, 2)],
    refused: ['Two', withMedia(image(1911, 1000), {}, 2)],
    says: '2207009',
  },
  {
    platform: photogram,
    rule: 'a caption has at most 30 hashtags',
    taken: [tags(30), withMedia(image(100, 100))],
    refused: [tags(31), withMedia(image(100, 100))],
    says: 'hashtags',
  },
  {
    platform: photogram,
    rule: 'an alternative text has at most 1,000 characters',
    taken: ['', withMedia(image(100, 100, 'jpeg', 'x'.repeat(1000)))],
    refused: ['', withMedia(image(100, 100, 'jpeg', 'x'.repeat(1001)))],
    says: 'alt_text',
  },
  {
    platform: photogram,
    rule: 'a video has at least 3 seconds',
    taken: ['Long', withMedia(video({ seconds: 3 }))],
    refused: ['Short', withMedia(video({ seconds: 2 }))],
    says: '2207026',
  },
  {
    platform: photogram,
    rule: 'a video has at most 180 seconds',
    taken: ['Short', withMedia(video({ seconds: 180 }))],
    refused: ['Long', withMedia(video({ seconds: 181 }))],
    says: '2207026',
  },
  {
    platform: photogram,
    rule: 'a video of a carousel has at most 60 seconds',
    taken: ['Short', withMedia(video({ seconds: 60 }), {}, 2)],
    refused: ['Long', withMedia(video({ seconds: 61 }), {}, 2)],
    says: '2207026',
  },
  {
    platform: threadtalk,
    rule: 'the sides of an image are at most 10:1',
    taken: ['Wide', withMedia(image(1000, 100))],
    refused: ['Wider', withMedia(image(1001, 100))],
    says: '2207009',
  },
  {
    platform: threadtalk,
    rule: 'the sides of an image are at least 1:10',
    taken: ['Tall', withMedia(image(100, 1000))],
    refused: ['Taller', withMedia(image(100, 1001))],
    says: '2207009',
  },
  {
    platform: threadtalk,
    rule: 'a post has at most 5 links',
    taken: [links(5), none],
    refused: [links(6), none],
    says: 'LINK_LIMIT_EXCEEDED',
  },
  {
    platform: threadtalk,
    rule: 'an alternative text has at most 1,000 characters',
    taken: ['', withMedia(image(100, 100, 'jpeg', 'x'.repeat(1000)))],
    refused: ['', withMedia(image(100, 100, 'jpeg', 'x'.repeat(1001)))],
    says: 'alt_text',
  },
  {
    platform: threadtalk,
    rule: 'a video has at most 5 minutes',
    taken: ['Short', withMedia(video({ seconds: 300 }))],
    refused: ['Long', withMedia(video({ seconds: 301 }))],
    says: 'FAILED_PROCESSING_VIDEO',
  },
  {
    platform: shortvideo,
    rule: 'a video has at least 23 frames a second',
    taken: ['Smooth', withMedia(video({ frameRate: 23 }), VIEWERS)],
    refused: ['Jerky', withMedia(video({ frameRate: 15 }), VIEWERS)],
    says: 'frame_rate_check_failed',
  },
  {
    platform: shortvideo,
    rule: 'a video has at least 3 seconds',
    taken: ['Long', withMedia(video({ seconds: 3 }), VIEWERS)],
    refused: ['Short', withMedia(video({ seconds: 2 }), VIEWERS)],
    says: 'duration_check_failed',
  },
  {
    platform: shortvideo,
    rule: 'a video has at most 600 seconds',
    taken: ['Short', withMedia(video({ seconds: 600 }), VIEWERS)],
    refused: ['Long', withMedia(video({ seconds: 601 }), VIEWERS)],
    says: 'duration_check_failed',
  },
  {
    platform: videohub,
    rule: 'a title has at most 100 characters',
    taken: ['', withMedia(video({}), { ...PUBLIC, title: 'x'.repeat(100) })],
    refused: ['', withMedia(video({}), { ...PUBLIC, title: 'x'.repeat(101) })],
    says: 'invalidTitle',
  },
  {
    platform: videohub,
    rule: 'a description has at most 5,000 bytes',
    taken: ['ä'.repeat(2500), withMedia(video({}), PUBLIC)],
    refused: ['ä'.repeat(2501), withMedia(video({}), PUBLIC)],
    says: 'invalidDescription',
  },
  {
    platform: videohub,
    rule: 'a video has at most 12 hours',
    taken: ['Short', withMedia(video({ seconds: 43_200 }), PUBLIC)],
    refused: ['Long', withMedia(video({ seconds: 43_201 }), PUBLIC)],
    says: 'length',
  },
  {
    platform: socialpage,
    rule: 'a video has at most 45 minutes',
    taken: ['Short', withMedia(video({ seconds: 2700 }))],
    refused: ['Long', withMedia(video({ seconds: 2701 }))],
    says: '1363026',
  },
  {
    platform: skyfeed,
    rule: 'a text has at most 300 graphemes',
    taken: ['é'.repeat(300), none],
    refused: ['é'.repeat(301), none],
    says: 'graphemes',
  },
  {
    platform: skyfeed,
    rule: 'a text has at most 3,000 bytes',
    taken: ['👨‍👩‍👧‍👦'.repeat(120), none],
    refused: ['👨‍👩‍👧‍👦'.repeat(121), none],
    says: '3000',
  },
  {
    platform: fediverse,
    rule: 'an image has at most 33,177,600 pixels',
    taken: ['Small', withMedia(image(7680, 4320))],
    refused: ['Large', withMedia(image(7681, 4320))],
    says: '7681x4320 images are not supported',
  },
  {
    platform: fediverse,
    rule: 'a frame of a video has at most 8,294,400 pixels',
    taken: ['Small', withMedia(video({ width: 3840, height: 2160 }))],
    refused: ['Large', withMedia(video({ width: 4096, height: 2160 }))],
    says: '4096x2160 videos are not supported',
  },
  {
    platform: fediverse,
    rule: 'a video has at most 120 frames a second',
    taken: ['Slow', withMedia(video({ frameRate: 120 }))],
    refused: ['Fast', withMedia(video({ frameRate: 240 }))],
    says: '240fps videos are not supported',
  },
  {
    platform: messenger,
    rule: 'the sides of a photo are at most 20:1',
    taken: ['Wide', withMedia(image(2000, 100))],
    refused: ['Wider', withMedia(image(2001, 100))],
    says: 'PHOTO_INVALID_DIMENSIONS',
  },
  {
    platform: messenger,
    rule: 'width and height of a photo are at most 10,000 together',
    taken: ['Small', withMedia(image(5000, 5000))],
    refused: ['Large', withMedia(image(5001, 5000))],
    says: 'PHOTO_INVALID_DIMENSIONS',
  },
  {
    platform: pinboard,
    rule: 'a video has at most 15 minutes',
    taken: ['Short', withMedia(video({ seconds: 900 }))],
    refused: ['Long', withMedia(video({ seconds: 901 }))],
    says: 'failed',
  },
  {
    platform: pinboard,
    rule: 'a video is an MP4 or a MOV',
    taken: ['MOV', withMedia(video({ brand: 'qt  ' }))],
    refused: [
      'AVI',
      withMedia(async () => files.file(`RIFF\0\0\0\0AVI ${randomBytes(8)}`, { ...AVI, name: 'clip.avi' })),
    ],
    says: 'failed',
  },
];

describe.each(ROWS)('$platform.key: $rule', ({ platform, taken, refused, says }) => {
  const post = async ([text, more]: Row['taken']) => {
    const account = await openAccount(world, platform);
    const part = makePart(text, await more());
    const { step } = await drive(() => platform.publisher(world.http, NO_SETUP, clock), part, account);
    return { step, live: postsOf(world, account).length };
  };

  test('what fits is taken', async () => {
    expect(await post(taken)).toMatchObject({ step: { kind: 'published' }, live: 1 });
  });

  test('what does not is refused, and nothing is live', async () => {
    expect(await post(refused)).toMatchObject({
      step: {
        kind: 'failed',
        failure: { code: 'INVALID_CONTENT', outcome: 'rejected', platformError: expect.stringContaining(says) },
      },
      live: 0,
    });
  });
});

describe.each([
  ['photogram', photogramFile, 300 * MB, 2207004],
  ['threadtalk', threadtalkFile, 500 * MB, undefined],
] as const)('%s: a video is not too large', (_key, check, maxBytes, subcode) => {
  const draft = { type: 'VIDEO', isItem: false, text: '', url: '', children: [], more: {} } as const;
  const file = { field: '', fileName: '', contentType: '', sha256: '' };
  const kind = {
    mimeType: 'video/mp4',
    width: 1,
    height: 1,
    seconds: 4,
    frameRate: 25,
    animated: false,
    playable: true,
  };
  const checkBytes = (bytes: number) => check({ ...draft, children: [] }, { ...file, ...kind, bytes });

  test('what fits is taken', () => expect(checkBytes(maxBytes)).toBeNull());
  test('what does not is refused', () => {
    expect(checkBytes(maxBytes + 1)).toMatchObject({ code: expect.any(Number), ...(subcode && { subcode }) });
  });
});
