import type { MediaFacts } from '../../src/domain/posts/state/media-facts.js';
import { DEFAULT_SETTINGS } from '../../src/domain/posts/state/platform-settings.js';
import { validatePost } from '../../src/domain/validation/validate-post.js';
import { ISSUE_CODES, type Issue, type PostToValidate } from '../../src/domain/validation/validation.js';
import { PLATFORM_KEYS, type PlatformKey } from '../../src/platforms/port/platform.js';
import { platformRules } from '../../src/platforms/rules-registry.js';
import { RESERVED_CODES } from '../support/reserved-codes.js';

const MB = 1024 * 1024;
const GB = 1024 * MB;

const UNKNOWN = { format: 'unknown', size: null, width: null, height: null, frameRate: null, duration: null };
const image = (metadata: Partial<MediaFacts['metadata']> = {}): MediaFacts => ({
  type: 'image',
  problem: null,
  metadata: { ...UNKNOWN, format: 'jpeg', size: 1000, width: 100, height: 100, ...metadata },
});
const video = (metadata: Partial<MediaFacts['metadata']> = {}): MediaFacts => ({
  type: 'video',
  problem: null,
  metadata: { ...UNKNOWN, format: 'mp4', size: 1000, width: 100, height: 100, duration: 60, ...metadata },
});
const many = (count: number, file: MediaFacts): MediaFacts[] => new Array(count).fill(file);

const rethrow = (error: unknown) => {
  throw error;
};
const validate = (platform: string, post: Partial<PostToValidate>) =>
  validatePost(
    {
      content: 'Hello',
      settings: DEFAULT_SETTINGS,
      media: [],
      blocks: { threadtalkThreadsBlocked: false },
      ...post,
      platforms: [platform],
    },
    rethrow,
  );
const issuesOf = (platform: string, post: Partial<PostToValidate>) => {
  const { errors, warnings } = validate(platform, post);
  return [...errors, ...warnings];
};

/** A rule, a post that just keeps it, one that just does not, and the only issue of the latter. */
interface Row {
  on: PlatformKey;
  rule: string;
  fine: Partial<PostToValidate>;
  wrong: Partial<PostToValidate>;
  message: string;
  issue: Omit<Issue, 'platform' | 'message' | 'severity'> & Partial<Issue>;
}

const over = (currentValue: number, maxValue: number) => ({ currentValue, maxValue });
const tooLong = { code: 'CONTENT_TOO_LONG', field: 'content', constraint: 'maxLength' } as const;
const tooOften = { ...tooLong, constraint: 'maxCount' } as const;
const tooMany = { code: 'MEDIA_COUNT_EXCEEDED', field: 'media', constraint: 'maxCount' } as const;
const refused = { code: 'MEDIA_TYPE_NOT_SUPPORTED', constraint: 'requiredType' } as const;
const tooBig = { code: 'MEDIA_SIZE_EXCEEDED', constraint: 'maxSize' } as const;
const outOfShape = { code: 'MEDIA_DIMENSIONS_INVALID', field: 'imageDimensions', severity: 'warning' } as const;
const tooLate = { code: 'VIDEO_DURATION_EXCEEDED', field: 'videoDuration', constraint: 'maxDuration' } as const;
const lacking = { code: 'PLATFORM_SETTING_REQUIRED', field: 'settings' } as const;
const warning = { severity: 'warning' } as const;

const FAMILY = '👨‍👩‍👧‍👦';
const chars = (count: number) => ({ content: 'a'.repeat(count) });
const files = (...media: MediaFacts[]) => ({ media });
const blocks = { threadtalkThreadsBlocked: true };
const BLOCKED = 'Multi-part threads are blocked pending platform permissions.';
/** A story that shows all that the post has. */
const story = { content: '', settings: { photogram: { videoType: 'STORIES' } } };
const settings = (platform: PlatformKey, own: Record<string, unknown>) => ({
  media: [video()],
  settings: { [platform]: { ...DEFAULT_SETTINGS[platform], ...own } },
});

const TEXT: Row[] = [
  {
    on: 'network',
    rule: 'a long text',
    fine: chars(3000),
    wrong: chars(3001),
    message: "Content exceeds network's 3000 character limit (currently 3001)",
    issue: { ...tooLong, ...over(3001, 3000), suggestions: ['Shorten it: network counts code points'] },
  },
  {
    on: 'microblog',
    rule: 'a long text that becomes a thread',
    fine: chars(280),
    wrong: chars(450),
    message: "Content exceeds microblog's 280 character limit (currently 450)",
    issue: {
      ...tooLong,
      ...over(450, 280),
      ...warning,
      suggestions: ['It will be published as a thread of 2 posts'],
    },
  },
  {
    on: 'threadtalk',
    rule: 'a long text that becomes a thread, when threads are not blocked',
    fine: chars(500),
    wrong: chars(501),
    message: "Content exceeds threadtalk's 500 character limit (currently 501)",
    issue: { ...tooLong, ...over(501, 500), ...warning },
  },
  {
    on: 'threadtalk',
    rule: 'a long text, when threads are blocked',
    fine: { ...chars(500), blocks },
    wrong: { ...chars(501), blocks },
    message: BLOCKED,
    issue: { ...tooLong, ...over(501, 500) },
  },
  {
    on: 'threadtalk',
    rule: 'separators, when threads are blocked',
    fine: { content: 'one\n---\ntwo' },
    wrong: { content: 'one\n---\ntwo', blocks },
    message: BLOCKED,
    issue: { ...tooOften, ...over(2, 1) },
  },
  {
    on: 'microblog',
    rule: 'a long text, when the threads of threadtalk are blocked',
    fine: { content: 'one\n---\ntwo', blocks },
    wrong: { ...chars(281), blocks },
    message: "Content exceeds microblog's 280 character limit (currently 281)",
    issue: { ...tooLong, ...over(281, 280), ...warning },
  },
  {
    on: 'messenger',
    rule: 'a text that does not fit into a caption',
    fine: { ...chars(1024), media: [video()] },
    wrong: { ...chars(1025), media: [video()] },
    message: "Content exceeds messenger's 1024 character limit (currently 1025)",
    issue: {
      ...tooLong,
      ...over(1025, 1024),
      ...warning,
      suggestions: ['It will follow the media as a separate post'],
    },
  },
  {
    on: 'videohub',
    rule: 'a long title',
    fine: settings('videohub', { title: 'a'.repeat(100) }),
    wrong: settings('videohub', { title: 'a'.repeat(101) }),
    message: "Title exceeds videohub's 100 character limit (currently 101)",
    issue: { ...tooLong, ...over(101, 100), field: 'title' },
  },
  ...(
    [
      ['a text', { content: 'fine' }, { content: 'a < b' }],
      ['a title', { title: 'fine' }, { title: 'b > a' }],
    ] as const
  ).map(([what, fine, wrong]): Row => {
    const post = (own: { content?: string; title?: string }) => ({
      ...settings('videohub', { title: own.title ?? '' }),
      content: own.content ?? 'Hello',
    });
    return {
      on: 'videohub',
      rule: `< and > in ${what}`,
      fine: post(fine),
      wrong: post(wrong),
      message: `videohub does not accept < or > in ${what}`,
      issue: { code: 'INVALID_CONTENT', field: what === 'a title' ? 'title' : 'content' },
    };
  }),
  {
    on: 'skyfeed',
    rule: 'a text of many bytes, even with few characters',
    fine: { content: FAMILY.repeat(120) },
    wrong: { content: FAMILY.repeat(121) },
    message: "Content exceeds skyfeed's 3000 byte limit (currently 3025)",
    issue: { ...tooLong, ...over(3025, 3000), suggestions: ['Shorten it: skyfeed counts UTF-8 bytes'] },
  },
  {
    on: 'skyfeed',
    rule: 'a separator, where there are no threads',
    fine: { content: 'one --- two' },
    wrong: { content: 'one\n---\ntwo' },
    message: 'Separators and part markers stay in the text on skyfeed, which has no threads',
    issue: { code: 'INVALID_CONTENT', field: 'content', ...warning },
  },
  {
    on: 'network',
    rule: 'part markers, where there are no threads',
    fine: { content: 'one [1/2] two' },
    wrong: { content: 'one [1/2] two [2/2]' },
    message: 'Separators and part markers stay in the text on network, which has no threads',
    issue: { code: 'INVALID_CONTENT', field: 'content', ...warning },
  },
  {
    on: 'photogram',
    rule: 'many hashtags',
    fine: { content: '#tag '.repeat(30), media: [image()] },
    wrong: { content: '#tag '.repeat(31), media: [image()] },
    message: "Content exceeds photogram's 30 hashtag limit (currently 31)",
    issue: { ...tooOften, ...over(31, 30) },
  },
  {
    on: 'threadtalk',
    rule: 'hashtags that it takes as text (a number and an anchor are none)',
    fine: { content: '#topic #1 https://example.com/#anchor' },
    wrong: { content: '#topic #other' },
    message: "Content exceeds threadtalk's 1 hashtag limit (currently 2)",
    issue: { ...tooOften, ...over(2, 1), ...warning },
  },
  {
    on: 'threadtalk',
    rule: 'many links (the same one counts once)',
    fine: { content: 'https://a.co/1 https://a.co/2 https://a.co/3 https://a.co/4 https://a.co/5 https://a.co/5' },
    wrong: { content: 'https://a.co/1 https://a.co/2 https://a.co/3 https://a.co/4 https://a.co/5 https://a.co/6' },
    message: "Content exceeds threadtalk's 5 link limit (currently 6)",
    issue: { ...tooOften, ...over(6, 5) },
  },
  {
    on: 'fediverse',
    rule: 'nothing to say and nothing to show',
    fine: { content: ' ', media: [image()] },
    wrong: { content: ' \n ' },
    message: "Content is below fediverse's 1 character minimum (currently 0)",
    issue: { code: 'CONTENT_TOO_SHORT', field: 'content', currentValue: 0, minValue: 1 },
  },
];

const MEDIA: Row[] = [
  ...(['photogram', 'pinboard'] as const).map(
    (on): Row => ({
      on,
      rule: 'no media',
      fine: files(image()),
      wrong: {},
      message: `${on} posts require media`,
      issue: { code: 'MEDIA_REQUIRED', field: 'media', constraint: 'requiredType' },
    }),
  ),
  ...(['shortvideo', 'videohub'] as const).flatMap((on) =>
    [files(), files(image())].map(
      (wrong): Row => ({
        on,
        rule: wrong.media.length === 0 ? 'text only' : 'images only',
        fine: files(video()),
        wrong,
        message: `${on} posts require a video`,
        issue: { code: 'VIDEO_REQUIRED', field: 'video', constraint: 'requiredType' },
      }),
    ),
  ),
  {
    on: 'microblog',
    rule: 'many images',
    fine: files(...many(4, image())),
    wrong: files(...many(5, image())),
    message: "Number of images (5) exceeds microblog's limit of 4",
    issue: { ...tooMany, ...over(5, 4) },
  },
  {
    on: 'shortvideo',
    rule: 'many videos',
    fine: files(video()),
    wrong: files(video(), video()),
    message: "Number of videos (2) exceeds shortvideo's limit of 1",
    issue: { ...tooMany, ...over(2, 1) },
  },
  {
    on: 'messenger',
    rule: 'many images and videos, where they may be mixed',
    fine: files(...many(6, image()), ...many(4, video())),
    wrong: files(...many(6, image()), ...many(5, video())),
    message: "Number of files (11) exceeds messenger's limit of 10",
    issue: { ...tooMany, ...over(11, 10) },
  },
  ...(['microblog', 'photogram'] as const).map(
    (on): Row => ({
      on,
      rule: 'images and videos, where they may not be mixed',
      fine: files(image(), image()),
      wrong: files(image(), video()),
      message: `Images and videos cannot be mixed in one ${on} post`,
      issue: { code: 'MEDIA_COUNT_EXCEEDED', field: 'media' },
    }),
  ),
  ...(['png', 'gif'] as const).map(
    (format): Row => ({
      on: 'photogram',
      rule: `an image that is no JPEG (five of them are one issue): ${format}`,
      fine: files(...many(5, image())),
      wrong: files(...many(5, image({ format }))),
      message: `Image format "image/${format}" is not supported on photogram`,
      issue: { ...refused, field: 'imageFormat', suggestions: ['Use one of: image/jpeg'] },
    }),
  ),
  {
    on: 'microblog',
    rule: 'the format of a video',
    fine: files(video({ format: 'mov' })),
    wrong: files(video({ format: 'mkv' })),
    message: 'Video format "video/x-matroska" is not supported on microblog',
    issue: { ...refused, field: 'videoFormat', suggestions: ['Use one of: video/mp4, video/quicktime'] },
  },
  {
    on: 'shortvideo',
    rule: 'an image beside the video',
    fine: files(video()),
    wrong: files(video(), image()),
    message: 'Image format "image/jpeg" is not supported on shortvideo',
    issue: { ...refused, field: 'imageFormat' },
  },
  {
    on: 'network',
    rule: 'a file that is not what it says',
    fine: files(image()),
    wrong: files({ ...image({ format: 'unknown' }), problem: 'The file says image/png and is an HTML page' }),
    message: 'Image cannot be published: The file says image/png and is an HTML page',
    issue: { ...refused, field: 'imageFormat' },
  },
  {
    on: 'microblog',
    rule: 'a big image',
    fine: files(image({ size: 5 * MB })),
    wrong: files(image({ size: 5 * MB + 1 })),
    message: "Image (5.0MB) exceeds microblog's 5.0MB limit",
    issue: {
      ...tooBig,
      field: 'imageSize',
      ...over(5 * MB + 1, 5 * MB),
      ...warning,
      suggestions: ['It will be scaled down when it is published'],
    },
  },
  {
    on: 'network',
    rule: 'a big animation that fits when it is scaled down',
    fine: files(image({ format: 'gif', duration: 1, frames: 10, size: 5 * MB, width: 640, height: 640 })),
    wrong: files(image({ format: 'gif', duration: 1, frames: 10, size: 20 * MB, width: 640, height: 640 })),
    message: "Image (20.0MB) exceeds network's 5.0MB limit",
    issue: { ...tooBig, field: 'imageSize', ...over(20 * MB, 5 * MB), ...warning },
  },
  {
    on: 'network',
    rule: 'a big animation that does not fit at a side of 320 pixels',
    fine: files(image({ format: 'gif', duration: 1, frames: 10, size: 5 * MB, width: 640, height: 640 })),
    wrong: files(image({ format: 'gif', duration: 1, frames: 10, size: 20 * MB + 4, width: 640, height: 640 })),
    message: "Image (20.0MB) exceeds network's 5.0MB limit",
    issue: { ...tooBig, field: 'imageSize', ...over(20 * MB + 4, 5 * MB) },
  },
  {
    on: 'network',
    rule: 'a file that has not arrived',
    fine: files(image()),
    wrong: files({ ...image({ format: 'unknown', size: null }), missing: 'cat.png was never uploaded' }),
    message: 'cat.png was never uploaded',
    issue: { code: 'MEDIA_NOT_UPLOADED', field: 'media', suggestions: ['Upload it again, or remove it from the post'] },
  },
  {
    on: 'skyfeed',
    rule: 'a big image that the conversion makes fit',
    fine: files(image({ size: 999_997 })),
    wrong: files(image({ size: 2.5 * MB })),
    message: "Image (2.5MB) exceeds skyfeed's 1.0MB limit",
    issue: {
      ...tooBig,
      field: 'imageSize',
      ...over(2.5 * MB, 999_997),
      ...warning,
      suggestions: ['It will be scaled down when it is published'],
    },
  },
  {
    on: 'shortvideo',
    rule: 'a big video',
    fine: files(video({ size: 4 * GB })),
    wrong: files(video({ size: 6 * GB })),
    message: "Video (6.0GB) exceeds shortvideo's 4.0GB limit",
    issue: { ...tooBig, field: 'videoSize', ...over(6 * GB, 4 * GB) },
  },
  ...(
    [
      [60, 100_000_000, '96.4MB', '95.4MB'],
      [59.9, 50 * MB, '51.0MB', '50.0MB'],
    ] as const
  ).map(
    ([duration, max, is, limit]): Row => ({
      on: 'skyfeed',
      rule: `a big video of ${duration} seconds`,
      fine: files(video({ duration, size: max })),
      wrong: files(video({ duration, size: max + MB })),
      message: `Video (${is}) exceeds skyfeed's ${limit} limit`,
      issue: { ...tooBig, field: 'videoSize', ...over(max + MB, max) },
    }),
  ),
  {
    on: 'skyfeed',
    rule: 'large dimensions that the conversion makes fit',
    fine: files(image({ width: 2000, height: 2000 })),
    wrong: files(image({ width: 1500, height: 2001 })),
    message: "Image dimensions (1500x2001) exceed skyfeed's 2000x2000 limit",
    issue: { ...outOfShape, ...over(2001, 2000) },
  },
  ...(
    [
      [400, 500, 0.5],
      [191, 100, 2.5],
    ] as const
  ).map(
    ([width, height, ratio]): Row => ({
      on: 'photogram',
      rule: `an aspect ratio of ${ratio}`,
      fine: files(image({ width, height })),
      wrong: files(image({ width: 100 * ratio, height: 100 })),
      message: `Image aspect ratio (${ratio}:1) is outside photogram's range of 0.8:1 to 1.91:1`,
      issue: { ...outOfShape, ...over(ratio, 1.91), minValue: 0.8 },
    }),
  ),
  {
    on: 'messenger',
    rule: 'width and height together that the conversion makes fit',
    fine: files(image({ width: 6000, height: 4000 })),
    wrong: files(image({ width: 6000, height: 4001 })),
    message: "Image dimensions (6000x4001) exceed messenger's 10000 pixels (width plus height) limit",
    issue: { ...outOfShape, ...over(10_001, 10_000) },
  },
  {
    on: 'messenger',
    rule: 'an aspect ratio',
    fine: files(image({ width: 2000, height: 100 })),
    wrong: files(image({ width: 2500, height: 100 })),
    message: "Image aspect ratio (25:1) is outside messenger's range of 0.05:1 to 20:1",
    issue: { ...outOfShape, ...over(25, 20), minValue: 0.05 },
  },
  {
    on: 'fediverse',
    rule: 'pixels that the conversion makes fewer',
    fine: files(image({ width: 4096, height: 4096 })),
    wrong: files(image({ width: 5000, height: 4000 })),
    message: "Image dimensions (5000x4000) exceed fediverse's 16777216 pixel limit",
    issue: {
      ...tooBig,
      ...warning,
      field: 'imageDimensions',
      ...over(20_000_000, 16_777_216),
      suggestions: ['It will be scaled down when it is published'],
    },
  },
  ...(
    [
      ['threadtalk', 1000],
      ['photogram', 1000],
      ['network', 4086],
      ['fediverse', 1500],
    ] as const
  ).map(
    ([on, max]): Row => ({
      on,
      rule: 'a long alternative text that is cut',
      fine: files({ ...image(), altText: 'a'.repeat(max) }),
      wrong: files({ ...image(), altText: 'a'.repeat(max + 1) }),
      message: `Alternative text exceeds ${on}'s ${max} character limit (currently ${max + 1})`,
      issue: {
        ...tooLong,
        ...over(max + 1, max),
        ...warning,
        field: 'altText',
        suggestions: ['It will be cut when it is published'],
      },
    }),
  ),
  {
    on: 'pinboard',
    rule: 'alternative texts that are one text',
    fine: files({ ...image(), altText: 'a'.repeat(250) }, { ...image(), altText: 'a'.repeat(249) }),
    wrong: files({ ...image(), altText: 'a'.repeat(250) }, { ...image(), altText: 'a'.repeat(250) }),
    message: "Alternative text exceeds pinboard's 500 character limit (currently 501)",
    issue: { ...tooLong, ...over(501, 500), ...warning, field: 'altText' },
  },
  ...(['bmp', 'tiff', 'avif', 'webp'] as const).map(
    (format): Row => ({
      on: 'photogram',
      rule: `PNG, where ${format} is converted`,
      fine: files(image({ format })),
      wrong: files(image({ format: 'png' })),
      message: 'Image format "image/png" is not supported on photogram',
      issue: { ...refused, field: 'imageFormat' },
    }),
  ),
  ...(
    [
      [[image(), image()], "Number of images (2) exceeds photogram's limit of 1 for STORIES"],
      [[image(), video()], "Number of files (2) exceeds photogram's limit of 1 for STORIES"],
    ] as const
  ).map(
    ([media, message]): Row => ({
      on: 'photogram',
      rule: `a story of ${media.map(({ type }) => type).join(' and ')} (one may have any ratio)`,
      fine: { ...story, media: [image({ width: 900, height: 1600 })] },
      wrong: { ...story, media: [...media] },
      message,
      issue: { ...tooMany, ...over(2, 1) },
    }),
  ),
  {
    on: 'photogram',
    rule: 'a story with a text',
    fine: { ...story, media: [image()] },
    wrong: { ...story, content: 'Hello', media: [image()] },
    message: 'photogram shows no text with STORIES',
    issue: { code: 'INVALID_CONTENT', field: 'content', ...warning },
  },
  {
    on: 'fediverse',
    rule: 'pixels of a video',
    fine: files(video({ width: 3840, height: 2160 })),
    wrong: files(video({ width: 4096, height: 2160 })),
    message: "Video dimensions (4096x2160) exceed fediverse's 8294400 pixel limit",
    issue: { code: 'MEDIA_DIMENSIONS_INVALID', field: 'video', ...over(8_847_360, 8_294_400) },
  },
  {
    on: 'fediverse',
    rule: 'a high frame rate',
    fine: files(video({ frameRate: 120 })),
    wrong: files(video({ frameRate: 120.48 })),
    message: "Video frame rate (120.48 fps) exceeds fediverse's 120 fps limit",
    issue: { code: 'MEDIA_DIMENSIONS_INVALID', field: 'videoFrameRate', ...warning, ...over(120.48, 120) },
  },
  {
    on: 'shortvideo',
    rule: 'a high frame rate',
    fine: files(video({ frameRate: 60 })),
    wrong: files(video({ frameRate: 61 })),
    message: "Video frame rate (61 fps) exceeds shortvideo's 60 fps limit",
    issue: { code: 'MEDIA_DIMENSIONS_INVALID', field: 'videoFrameRate', ...warning, ...over(61, 60) },
  },
  {
    on: 'shortvideo',
    rule: 'a low frame rate',
    fine: files(video({ frameRate: 23 })),
    wrong: files(video({ frameRate: 22.976 })),
    message: "Video frame rate (22.976 fps) is below shortvideo's 23 fps minimum",
    issue: {
      code: 'MEDIA_DIMENSIONS_INVALID',
      field: 'videoFrameRate',
      ...warning,
      currentValue: 22.976,
      minValue: 23,
    },
  },
  ...(['network', 'socialpage'] as const).map(
    (on): Row => ({
      on,
      rule: 'a TIFF of several pages',
      fine: files(image({ format: 'tiff' })),
      wrong: files(image({ format: 'tiff', frames: 3 })),
      message: `All pages of the image but the first are lost on ${on}`,
      issue: { code: 'MEDIA_TYPE_NOT_SUPPORTED', field: 'imageFormat', ...warning },
    }),
  ),
  ...(['png', 'avif'] as const).map(
    (format): Row => ({
      on: 'network',
      rule: `an animated ${format}`,
      fine: files(image({ format })),
      wrong: files(image({ format, frames: 3 })),
      message: 'The animation of the image is lost on network',
      issue: { code: 'MEDIA_TYPE_NOT_SUPPORTED', field: 'imageFormat', ...warning },
    }),
  ),
  ...(
    [
      ['mp4', 'HEVC', 'yuv420p10', 'HEVC, yuv420p10'],
      ['mp4', 'AVC', 'yuv444p', 'AVC, yuv444p'],
      ['mov', 'ProRes', null, 'ProRes'],
      ['webm', 'AV1', 'yuv420p', 'AV1, yuv420p'],
    ] as const
  ).map(
    ([format, codecName, pixelFormat, named]): Row => ({
      on: 'fediverse',
      rule: `an unusual codec (${named})`,
      fine: files(video({ format, codecName: format === 'webm' ? 'VP9' : 'AVC', pixelFormat: 'yuv420p' })),
      wrong: files(video({ format, codecName, pixelFormat })),
      message: `Video codec (${named}) may be refused by fediverse`,
      issue: { code: 'MEDIA_TYPE_NOT_SUPPORTED', field: 'videoFormat', ...warning },
    }),
  ),
  ...(['microblog', 'skyfeed'] as const).map(
    (on): Row => ({
      on,
      rule: 'an animation',
      fine: files(image({ format: 'gif' })),
      wrong: files(image({ format: 'gif', duration: 0.3 })),
      message: `The animation of the image is lost on ${on}`,
      issue: { code: 'MEDIA_TYPE_NOT_SUPPORTED', field: 'imageFormat', ...warning },
    }),
  ),
  {
    on: 'videohub',
    rule: 'a long title, whose mentions count as names',
    fine: settings('videohub', { title: `@{urn:network:person:a|${'Z'.repeat(90)}}` }),
    wrong: settings('videohub', { title: 'Z'.repeat(101) }),
    message: "Title exceeds videohub's 100 character limit (currently 101)",
    issue: { ...tooLong, field: 'title', ...over(101, 100) },
  },
  {
    on: 'microblog',
    rule: 'a long video',
    fine: files(video({ duration: 120 })),
    wrong: files(video({ duration: 180 })),
    message: "Video duration (3m 0s) exceeds microblog's 2m 0s limit",
    issue: { ...tooLate, ...over(180, 120) },
  },
  {
    on: 'videohub',
    rule: 'a very long video, by a moment',
    fine: files(video({ duration: 43_200 })),
    wrong: files(video({ duration: 43_200.2 })),
    message: "Video duration (12h 0m 1s) exceeds videohub's 12h 0m 0s limit",
    issue: { ...tooLate, ...over(43_200.2, 43_200) },
  },
  {
    on: 'photogram',
    rule: 'a long reel',
    fine: files(video({ duration: 180 })),
    wrong: files(video({ duration: 181 })),
    message: "Video duration (3m 1s) exceeds photogram's 3m 0s limit",
    issue: { ...tooLate, ...over(181, 180) },
  },
  {
    on: 'photogram',
    rule: 'a long video in a carousel',
    fine: files(video({ duration: 60 }), video({ duration: 3 })),
    wrong: files(video({ duration: 61 }), video({ duration: 3 })),
    message: "Video duration (1m 1s) exceeds photogram's 1m 0s limit",
    issue: { ...tooLate, ...over(61, 60) },
  },
  ...(['shortvideo', 'socialpage', 'photogram'] as const).map(
    (on): Row => ({
      on,
      rule: 'a short video',
      fine: files(video({ duration: 3 })),
      wrong: files(video({ duration: 2.9 })),
      message: `Video duration (0m 2s) is below ${on}'s 0m 3s minimum`,
      issue: { code: 'VIDEO_DURATION_TOO_SHORT', field: 'videoDuration', currentValue: 2.9, minValue: 3 },
    }),
  ),
];

const VIEWERS = 'PUBLIC_TO_EVERYONE, MUTUAL_FOLLOW_FRIENDS, FOLLOWER_OF_CREATOR, SELF_ONLY';
const SETTINGS: Row[] = [
  ...[settings('shortvideo', { viewerSetting: '' }), { ...files(video()), settings: {} }].map(
    (wrong): Row => ({
      on: 'shortvideo',
      rule: `no viewer in ${JSON.stringify(wrong.settings)}`,
      fine: settings('shortvideo', { viewerSetting: 'SELF_ONLY' }),
      wrong,
      message: 'shortvideo requires selecting who can view your post',
      issue: lacking,
    }),
  ),
  {
    on: 'shortvideo',
    rule: 'branded content with SELF_ONLY',
    fine: settings('shortvideo', { commercialContent: true, brandOrganic: true, viewerSetting: 'SELF_ONLY' }),
    wrong: settings('shortvideo', { commercialContent: true, brandedContent: true, viewerSetting: 'SELF_ONLY' }),
    message: 'shortvideo does not accept branded content that only you can view (SELF_ONLY)',
    issue: { code: 'PLATFORM_SETTING_INVALID', field: 'settings' },
  },
  ...['brandOrganic', 'brandedContent'].map(
    (flag): Row => ({
      on: 'shortvideo',
      rule: `commercial content of no brand (${flag} is somebody)`,
      fine: settings('shortvideo', { commercialContent: true, [flag]: true }),
      wrong: settings('shortvideo', { commercialContent: true }),
      message: 'shortvideo requires selecting your brand or branded content for commercial content',
      issue: lacking,
    }),
  ),
  ...(
    [
      ['shortvideo', 'viewerSetting', 'FOLLOWER_OF_CREATOR', 'EVERYBODY', `one of: ${VIEWERS}`],
      ['shortvideo', 'allowDuet', true, 'yes', 'true or false'],
      ['photogram', 'videoType', 'REELS', '', 'one of: REELS, STORIES'],
      ['videohub', 'privacy', 'unlisted', 1, 'one of: private, public, unlisted'],
      ['videohub', 'title', 'Any', true, 'text'],
      [
        'threadtalk',
        'replyControl',
        'mentioned_only',
        'nobody',
        'one of: (empty), everyone, accounts_you_follow, mentioned_only',
      ],
    ] as const
  ).map(
    ([on, name, fine, wrong, allowed]): Row => ({
      on,
      rule: `${name} ${JSON.stringify(wrong)}`,
      fine: settings(on, { [name]: fine }),
      wrong: settings(on, { [name]: wrong }),
      message: `${on}'s ${name} must be ${allowed}`,
      issue: { code: 'PLATFORM_SETTING_INVALID', field: 'settings' },
    }),
  ),
];

const commented = (firstComment: string) => ({ content: 'Hello', media: [], settings: {}, firstComment });
const COMMENTS: Row[] = [
  {
    on: 'microblog',
    rule: 'a long first comment, which is no thread',
    fine: commented('a'.repeat(280)),
    wrong: commented('a'.repeat(281)),
    message: "First comment exceeds microblog's 280 character limit (currently 281)",
    issue: { code: 'FIRST_COMMENT_TOO_LONG', field: 'firstComment', constraint: 'maxLength', ...over(281, 280) },
  },
  {
    on: 'threadtalk',
    rule: 'a first comment with many links, which is a reply',
    fine: commented('a first comment'),
    wrong: commented([1, 2, 3, 4, 5, 6].map((path) => `https://example.com/${path}`).join(' ')),
    message: "Content exceeds threadtalk's 5 link limit (currently 6)",
    issue: { code: 'CONTENT_TOO_LONG', field: 'firstComment', constraint: 'maxCount', ...over(6, 5) },
  },
  {
    on: 'threadtalk',
    rule: 'a first comment, when replies are blocked',
    fine: { ...commented('a first comment'), blocks: { threadtalkThreadsBlocked: false } },
    wrong: { ...commented('a first comment'), blocks },
    message: 'First comments are replies, which are blocked pending platform permissions.',
    issue: { code: 'FIRST_COMMENT_NOT_SUPPORTED', field: 'firstComment' },
  },
  {
    on: 'photogram',
    rule: 'a first comment, on a story',
    fine: { ...commented('a first comment'), ...files(image()), settings: DEFAULT_SETTINGS },
    wrong: { ...commented('a first comment'), ...story, ...files(image()) },
    message: 'photogram takes no first comments on STORIES from this service',
    issue: { code: 'FIRST_COMMENT_NOT_SUPPORTED', field: 'firstComment' },
  },
  {
    on: 'videohub',
    rule: 'a first comment, on a private video',
    fine: { ...commented('a first comment'), ...files(video()), settings: { videohub: { privacy: 'unlisted' } } },
    wrong: { ...commented('a first comment'), ...files(video()), settings: { videohub: { privacy: 'private' } } },
    message: 'videohub takes no first comments on private videos from this service',
    issue: { code: 'FIRST_COMMENT_NOT_SUPPORTED', field: 'firstComment' },
  },
  {
    on: 'shortvideo',
    rule: 'a first comment, where the API writes none',
    fine: { ...commented(''), ...files(video()), settings: DEFAULT_SETTINGS },
    wrong: { ...commented('a first comment'), ...files(video()), settings: DEFAULT_SETTINGS },
    message: 'shortvideo takes no first comments from this service',
    issue: { code: 'FIRST_COMMENT_NOT_SUPPORTED', field: 'firstComment' },
  },
];

const ROWS = [...TEXT, ...MEDIA, ...SETTINGS, ...COMMENTS];

test.each(ROWS)('$on, $rule: $issue.code', ({ on, fine, wrong, message, issue }) => {
  expect(issuesOf(on, fine)).toEqual([]);
  const found = issuesOf(on, wrong);
  // What a row does not say of suggestions is not its concern; all else is exact.
  const suggestions = issue.suggestions ?? found[0]?.suggestions;
  expect(found).toEqual([{ platform: on, severity: 'error', ...issue, message, ...(suggestions && { suggestions }) }]);
});

describe('an app that the platform has not approved', () => {
  const unapproved = (settings: object) =>
    validate('shortvideo', {
      media: [video()],
      settings: { shortvideo: { ...DEFAULT_SETTINGS.shortvideo, ...settings } },
      isApproved: () => false,
    });

  test('publishes to its owner alone: a warning where something else was chosen', () => {
    const message = 'shortvideo has not approved this app yet: viewerSetting will be SELF_ONLY';
    const { valid, warnings } = unapproved({ viewerSetting: 'PUBLIC_TO_EVERYONE' });
    expect({ valid, warnings }).toMatchObject({
      valid: true,
      warnings: [{ code: 'PLATFORM_SETTING_INVALID', field: 'settings', severity: 'warning', message }],
    });
    expect(unapproved({ viewerSetting: 'SELF_ONLY' }).warnings).toEqual([]);
  });

  test('is refused what cannot be published so, as it is when it is published', () => {
    expect(unapproved({ commercialContent: true, brandedContent: true }).errors).toMatchObject([
      {
        code: 'PLATFORM_SETTING_INVALID',
        message: 'shortvideo does not accept branded content that only you can view (SELF_ONLY)',
      },
    ]);
  });
});

test('a part that its author made too long is an error, beside the warning that there will be a thread', () => {
  const { errors, warnings } = validate('microblog', { content: `end [1/2]\n${'a'.repeat(275)} [2/2]` });
  expect(errors).toMatchObject([
    {
      code: 'THREAD_PART_TOO_LONG',
      message: "Part 2 exceeds microblog's 280 character limit (currently 281)",
      field: 'content',
      constraint: 'maxLength',
      ...over(281, 280),
    },
  ]);
  expect(warnings).toMatchObject([{ code: 'CONTENT_TOO_LONG', ...over(291, 280) }]);
});

test('a part between lines of --- that is too long is split further, with a warning', () => {
  const { errors, warnings } = validate('microblog', { content: `${'a'.repeat(350)}\n---\nshort` });
  expect(errors).toEqual([]);
  expect(warnings).toMatchObject([
    { code: 'CONTENT_TOO_LONG', suggestions: ['It will be published as a thread of 3 posts'] },
  ]);
});

describe('a link that is longer than a part', () => {
  const link = `https://example.com/${'a'.repeat(580)}`;
  const named = `its link ${link.slice(0, 60)}… is too long by itself`;
  const open = { blocks: { threadtalkThreadsBlocked: false } };

  test('on microblog is a separate part', () => {
    expect(validate('microblog', { content: `Sale: ${link}` }).errors).toEqual([]);
    expect(validate('microblog', { content: link })).toMatchObject({ errors: [], warnings: [] });
  });

  test.each([
    [
      'threadtalk',
      { ...open, content: `Sale: ${link}` },
      'THREAD_PART_TOO_LONG',
      `Part 2 exceeds threadtalk's 500 character limit (currently 606): ${named}`,
    ],
    [
      'threadtalk',
      { ...open, content: link },
      'CONTENT_TOO_LONG',
      `Content exceeds threadtalk's 500 character limit (currently 600): ${named}`,
    ],
    [
      'skyfeed',
      { content: link },
      'CONTENT_TOO_LONG',
      `Content exceeds skyfeed's 300 character limit (currently 600): ${named}`,
    ],
  ] as const)('on %s, which counts it as it is, is named', (platform, post, code, message) => {
    expect(validate(platform, post).errors).toMatchObject([{ code, message, field: 'content' }]);
  });
});

test.each([
  ['threadtalk', 'é'.repeat(251), "Content exceeds threadtalk's 500 byte limit (currently 502)"],
  ['videohub', 'é'.repeat(2501), "Content exceeds videohub's 5000 byte limit (currently 5002)"],
  ['videohub', 'a'.repeat(5001), "Content exceeds videohub's 5000 byte limit (currently 5001)"],
])('%s: a limit in bytes says so', (platform, content, message) => {
  const { errors, warnings } = validate(platform, {
    content,
    media: platform === 'videohub' ? [video({ duration: 10 })] : [],
    blocks: { threadtalkThreadsBlocked: false },
  });
  expect([...errors, ...warnings]).toMatchObject([{ code: 'CONTENT_TOO_LONG', message }]);
});

describe('the limits of every platform are held', () => {
  const kept = (key: PlatformKey) => (platformRules[key].media.requires === null ? [] : [video({ duration: 10 })]);

  test.each(PLATFORM_KEYS)('%s: text', (key) => {
    const { max } = platformRules[key].text;
    expect(issuesOf(key, { content: 'a'.repeat(max), media: kept(key) })).toEqual([]);
    expect(issuesOf(key, { content: 'a'.repeat(max + 1), media: kept(key) })).toMatchObject([
      { code: 'CONTENT_TOO_LONG', currentValue: max + 1, maxValue: max },
    ]);
  });

  const takers = (type: MediaFacts['type']) => PLATFORM_KEYS.filter((key) => platformRules[key].media[type] !== null);

  test.each(takers('image'))('%s: images', (key) => {
    const { formats = [], maxBytes = 0, maxCount = 0 } = platformRules[key].media.image ?? {};
    for (const format of formats) expect(issuesOf(key, { media: [image({ format, size: maxBytes })] })).toEqual([]);
    expect(issuesOf(key, { media: [image({ size: maxBytes + 1 })] })).toMatchObject([{ code: 'MEDIA_SIZE_EXCEEDED' }]);
    expect(issuesOf(key, { media: many(maxCount, image()) })).toEqual([]);
    expect(issuesOf(key, { media: many(maxCount + 1, image()) })).toMatchObject([{ code: 'MEDIA_COUNT_EXCEEDED' }]);
  });

  test.each(takers('video'))('%s: videos', (key) => {
    const { formats = [], maxBytes = 0, maxCount = 0, maxSeconds } = platformRules[key].media.video ?? {};
    for (const format of formats) expect(issuesOf(key, { media: [video({ format, size: maxBytes })] })).toEqual([]);
    expect(issuesOf(key, { media: [video({ size: maxBytes + 1 })] })).toMatchObject([{ code: 'MEDIA_SIZE_EXCEEDED' }]);
    expect(issuesOf(key, { media: many(maxCount, video()) })).toEqual([]);
    expect(issuesOf(key, { media: many(maxCount + 1, video()) })).toMatchObject([{ code: 'MEDIA_COUNT_EXCEEDED' }]);
    const long = issuesOf(key, { media: [video({ duration: (maxSeconds ?? 86_400) + 1 })] });
    expect(long.map(({ code }) => code)).toEqual(maxSeconds ? ['VIDEO_DURATION_EXCEEDED'] : []);
  });

  test.each(PLATFORM_KEYS)('%s: nothing is found about what is not known yet', (key) => {
    const unknown = { ...video(), metadata: UNKNOWN };
    expect(issuesOf(key, { media: [unknown] })).toEqual([]);
  });
});

describe('the report', () => {
  const post = { settings: DEFAULT_SETTINGS, media: [], blocks };

  test('several platforms: each is there once, in errors or warnings, and the sums are right', () => {
    const report = validatePost(
      {
        ...post,
        content: 'a'.repeat(501),
        platforms: ['microblog', 'threadtalk', 'network', 'microblog', 'fediverse'],
      },
      rethrow,
    );
    expect(report.errors.map(({ platform, severity }) => [platform, severity])).toEqual([
      ['threadtalk', 'error'],
      ['fediverse', 'error'],
    ]);
    expect(report.warnings.map(({ platform, severity }) => [platform, severity])).toEqual([['microblog', 'warning']]);
    expect(report).toMatchObject({
      valid: false,
      summary: { affectedPlatforms: ['microblog', 'threadtalk', 'fediverse'], errorCount: 2, warningCount: 1 },
    });
  });

  test('with warnings alone a post is valid', () => {
    const report = validatePost({ ...post, content: 'a'.repeat(281), platforms: ['microblog'] }, rethrow);
    expect(report).toMatchObject({ valid: true, errors: [], warnings: [{ code: 'CONTENT_TOO_LONG' }] });
  });

  test('a post that keeps every rule', () => {
    expect(validatePost({ ...post, content: 'Hello', platforms: ['microblog', 'skyfeed'] }, rethrow)).toEqual({
      valid: true,
      errors: [],
      warnings: [],
      summary: { affectedPlatforms: [], errorCount: 0, warningCount: 0 },
    });
  });

  test('an unknown platform', () => {
    expect(validate('bulletin', {})).toMatchObject({
      valid: false,
      errors: [
        {
          platform: 'bulletin',
          code: 'PLATFORM_NOT_SUPPORTED',
          message: 'Platform "bulletin" is not supported',
          field: 'platform',
          severity: 'error',
        },
      ],
    });
  });

  test('a check that fails is an error of its platform, is reported, and hides no other platform', () => {
    const cause = new Error('the metadata cannot be read');
    const broken: PostToValidate['settings'] = {
      get network(): unknown {
        throw cause;
      },
    };
    const reported: unknown[] = [];
    const report = validatePost(
      { ...post, content: 'Hello', settings: broken, platforms: ['network', 'videohub'] },
      (error) => reported.push(error),
    );
    expect(report.errors).toEqual([
      {
        platform: 'network',
        code: 'VALIDATION_SYSTEM_ERROR',
        message: 'The post could not be validated for network',
        field: 'system',
        severity: 'error',
        suggestions: ['Try again'],
      },
      expect.objectContaining({ platform: 'videohub', code: 'VIDEO_REQUIRED' }),
    ]);
    expect(reported).toEqual([cause]);
  });

  test('every code is shown, and those that the contract reserves are not among them', () => {
    const elsewhere = [
      'CONNECTION_NOT_FOUND',
      'THREAD_PART_TOO_LONG',
      'PLATFORM_NOT_SUPPORTED',
      'VALIDATION_SYSTEM_ERROR',
    ];
    const shown = new Set([...ROWS.map(({ issue }) => issue.code), ...elsewhere]);
    expect([...shown].sort()).toEqual([...ISSUE_CODES].sort());
    for (const code of RESERVED_CODES) expect(ISSUE_CODES).not.toContain(code);
  });
});
