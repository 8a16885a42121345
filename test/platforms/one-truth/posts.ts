/** Posts around every limit of a platform, by its rules. */
import fc from 'fast-check';
import type { PlatformKey } from '../../../src/platforms/port/platform.js';
import type {
  AltTextRules,
  ImageRules,
  SettingRule,
  TextLimit,
  VideoRules,
} from '../../../src/platforms/port/rules.js';
import { cutText, textLength } from '../../../src/platforms/port/text-length.js';
import { platformRules } from '../../../src/platforms/rules-registry.js';
import type { FileSpec } from './files.js';

export interface GeneratedPost {
  text: string;
  files: FileSpec[];
  /** Those of the platform. */
  settings: Record<string, unknown>;
  /** Whether the platform has approved the app. */
  isApproved: boolean;
}

const FAMILY = '👨‍👩‍👧‍👦';
const PIECES = [
  'a',
  'word ',
  'é',
  'e\u0301',
  '漢',
  '😀',
  FAMILY,
  '🇩🇪 ',
  '1️⃣',
  '.\n',
  '. ',
  '\n\n',
  '\r\n',
  '&',
  '@ann ',
  'a.co ',
];
const LINKS = ['https://a.co ', 'https://example.com/a/rather/long/path?with=a&query=too ', 'http://example.org/(x) '];
/** Texts with other characters next to a link. */
const AFTER_LINKS = [
  '(https://a.co) ',
  'https://a.co/b. ',
  'https://a.co/(b), ',
  'https://a.co/漢 ',
  'https://a.co😀 ',
  '漢example.com! ',
];
const MARKS = ['\n---\n', ' [1/2]\n', ' [2/2]', '#tag ', '#1 ', '<', '>', '@{urn:network:person:1|Ann} '];

/** One link, however long, may count as little. */
const LONGEST = 2 ** 20;

/** The pieces repeated, as long as requested. */
function stretch(pieces: readonly string[], length: number, { count }: TextLimit): string {
  let text = pieces.join('');
  if (length <= 0 || text === '') return '';
  // Each doubling is measured, so a long text takes a few measurements only.
  while (textLength(text, count) < length && text.length < LONGEST) text += text;
  const cut = cutText(text, length, count);
  const missing = length - textLength(cut, count);
  return missing > 0 ? cut + 'a'.repeat(missing) : cut;
}

const around = (limit: number): fc.Arbitrary<number> =>
  fc.constantFrom(limit - 1, limit, limit + 1).map((value) => Math.max(0, value));

function texts(key: PlatformKey): fc.Arbitrary<string> {
  const { text: rules, thread } = platformRules[key];
  const limits = [0, 1, rules.max, rules.maxWithMedia ?? rules.max, ...(thread ? [3 * rules.max] : [])];
  const lengths = fc.oneof(
    { weight: 3, arbitrary: fc.nat(Math.min(rules.max, 400)) },
    { weight: 3, arbitrary: fc.constantFrom(...limits).chain(around) },
    { weight: 1, arbitrary: fc.constant(2 * rules.max) },
  );
  const pieces = fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 2, arbitrary: fc.constantFrom(...LINKS, ...AFTER_LINKS) },
      { weight: 1, arbitrary: fc.constantFrom(...MARKS) },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
    ),
    { minLength: 1, maxLength: 12 },
  );
  const plainPieces = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 });
  const occurrences = [
    rules.hashtags && ['#tag', rules.hashtags.max],
    rules.links && ['https://a.co/', rules.links.max],
  ]
    .filter((one) => one !== undefined)
    .map(([piece, max]) =>
      around(Number(max)).map((count) => Array.from({ length: count }, (_, index) => `${piece}${index}a`).join(' ')),
    );
  const stretched = fc
    .tuple(fc.oneof({ weight: 2, arbitrary: plainPieces }, { weight: 1, arbitrary: pieces }), lengths)
    .map(([parts, length]) => stretch(parts, length, rules));
  const bytes = rules.maxBytes
    ? [
        around(rules.maxBytes / 4).map((count) => '😀'.repeat(count)),
        around(rules.maxBytes / 25).map((count) => FAMILY.repeat(count)),
      ]
    : [];
  return fc.oneof(
    { weight: 8, arbitrary: stretched },
    ...[...occurrences, ...bytes].map((arbitrary) => ({ weight: 1, arbitrary })),
  );
}

function altTexts(limit: AltTextRules | undefined): fc.Arbitrary<string | null> {
  const near = limit
    ? around(limit.max).map((length) => stretch(['A cat, 漢😀 '], length, limit))
    : fc.constant('A dog');
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant('A cat') },
    { weight: 2, arbitrary: near },
  );
}

const sizes = (limit: number): fc.Arbitrary<number | null> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: around(limit) });

const IMAGE_FORMATS = ['jpeg', 'png', 'gif', 'webp', 'bmp', 'tiff', 'avif', 'heic'] as const;
const SMALL: readonly (readonly [number, number])[] = [
  ...[
    [32, 24],
    [30, 40],
    [80, 100],
    [79, 100],
    [191, 100],
    [192, 100],
    [100, 100],
    [1, 1],
    [1, 3],
  ],
  ...[
    [200, 10],
    [201, 10],
    [10, 201],
    [100, 10],
    [101, 10],
    [10, 101],
    [1100, 500],
    [500, 1100],
  ],
] as [number, number][];

/** Around the dimensions of the rules; the file is plain, so a large one is soon made. */
function largeSizes({ maxSide, maxSum, maxPixels }: ImageRules): [number, number][] {
  const root = Math.ceil(Math.sqrt(maxPixels ?? 0));
  return [
    ...(maxSide
      ? [
          [maxSide, 100],
          [maxSide + 1, 100],
          [100, maxSide + 1],
          [maxSide, maxSide],
        ]
      : []),
    ...(maxSum
      ? [
          [maxSum - 1000, 1000],
          [maxSum - 999, 1000],
          [1000, maxSum - 999],
        ]
      : []),
    ...(maxPixels
      ? [
          [root - 1, root - 1],
          [root + 1, root + 1],
        ]
      : []),
  ] as [number, number][];
}

function images(rules: ImageRules | null): fc.Arbitrary<FileSpec> {
  const { maxBytes = 1000, formats = ['jpeg'], altText } = rules ?? {};
  const format = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...formats) },
    { weight: 1, arbitrary: fc.constantFrom(...IMAGE_FORMATS) },
  );
  const small = fc.record({ format, size: fc.constantFrom(...SMALL) });
  const large = rules ? largeSizes(rules) : [];
  const shape = fc.oneof(
    { weight: 8, arbitrary: small },
    ...(large.length > 0
      ? [
          {
            weight: 1,
            arbitrary: fc.record({
              format: fc.constantFrom('jpeg' as const, 'jpeg' as const, 'png' as const),
              size: fc.constantFrom(...large),
            }),
          },
        ]
      : []),
  );
  return fc
    .record({ shape, bytes: sizes(maxBytes), altText: altTexts(altText), isAnimated: fc.boolean() })
    .map(({ shape: { format: is, size }, bytes, altText: alt, isAnimated }) => {
      const [width, height] = size;
      const frames = isAnimated && (is === 'gif' || is === 'webp') && width * height < 1e6 ? 3 : 1;
      return { kind: 'image', format: is, width, height, frames, bytes: is === 'heic' ? null : bytes, altText: alt };
    });
}

const VIDEO_FORMATS = ['mp4', 'mov', 'avi', 'mkv', 'webm'] as const;

function videos(rules: VideoRules | null): fc.Arbitrary<FileSpec> {
  const {
    maxBytes = 1000,
    brief,
    formats = ['mp4'],
    minSeconds,
    maxSeconds,
    maxSecondsInCarousel,
    minFrameRate,
    maxFrameRate,
    altText,
  } = rules ?? {};
  const frameRates = [minFrameRate, maxFrameRate].filter((limit) => limit !== undefined);
  const frameRate = fc.oneof(
    { weight: 4, arbitrary: fc.constant(25) },
    ...frameRates.map((limit) => ({ weight: 1, arbitrary: around(limit) })),
  );
  const limits = [minSeconds, maxSeconds, maxSecondsInCarousel, brief?.underSeconds].filter(
    (limit) => limit !== undefined,
  );
  const seconds = fc.oneof(
    { weight: 2, arbitrary: fc.constant(10) },
    ...limits.map((limit) => ({ weight: 1, arbitrary: fc.constantFrom(limit - 0.1, limit, limit + 0.1) })),
  );
  const format = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...formats) },
    { weight: 1, arbitrary: fc.constantFrom(...VIDEO_FORMATS) },
  );
  const bytes = fc.oneof(
    { weight: 6, arbitrary: sizes(maxBytes) },
    ...(brief ? [{ weight: 1, arbitrary: around(brief.maxBytes) }] : []),
  );
  return fc.record({
    kind: fc.constant('video' as const),
    format,
    seconds,
    frameRate,
    bytes,
    altText: altTexts(altText),
  });
}

function files(key: PlatformKey): fc.Arbitrary<FileSpec[]> {
  const { image, video, maxMixed, requires } = platformRules[key].media;
  const count = (limit: number) =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: around(limit) });
  const several = (one: fc.Arbitrary<FileSpec>, limit: number) =>
    count(limit).chain((length) => fc.array(one, { minLength: length, maxLength: length }));
  const [anImage, aVideo] = [images(image), videos(video)];
  return fc.oneof(
    { weight: requires === null ? 3 : 1, arbitrary: fc.constant<FileSpec[]>([]) },
    { weight: image ? 6 : 1, arbitrary: several(anImage, image?.maxCount ?? 1) },
    { weight: video ? 5 : 1, arbitrary: several(aVideo, video?.maxCount ?? 1) },
    { weight: 1, arbitrary: several(fc.oneof(anImage, aVideo), maxMixed ?? 2) },
  );
}

/** What an account may choose is the platform's to say, and known when it publishes; of the sandbox's accounts, not these. */
const NOT_OFFERED = ['FOLLOWER_OF_CREATOR'];

function settingValues(rule: SettingRule): fc.Arbitrary<unknown> {
  const [right, wrong] =
    rule.kind === 'choice'
      ? [
          fc.constantFrom(...Object.keys(rule.values).filter((value) => !NOT_OFFERED.includes(value))),
          fc.constantFrom('', 'other', 1),
        ]
      : rule.kind === 'flag'
        ? [fc.boolean(), fc.constantFrom('yes', 0)]
        : [
            fc.constantFrom('', 'A title', ' ', 'a < b', ...[99, 100, 101].map((length) => '漢'.repeat(length))),
            fc.constant(1),
          ];
  return fc.oneof(
    { weight: 20, arbitrary: right as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: wrong },
    { weight: 1, arbitrary: fc.constant(null) },
  );
}

function settings(key: PlatformKey): fc.Arbitrary<Record<string, unknown>> {
  const fields = platformRules[key].settings?.fields ?? {};
  const defaults = Object.fromEntries(Object.entries(fields).map(([name, rule]) => [name, rule.default]));
  const chosen = fc.record(
    Object.fromEntries(Object.entries(fields).map(([name, rule]) => [name, settingValues(rule)])),
    { requiredKeys: [], noNullPrototype: true },
  );
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(defaults) },
    { weight: 1, arbitrary: chosen.map((values) => ({ ...defaults, ...values })) },
  );
}

/** A post for a platform. */
export const posts = (key: PlatformKey): fc.Arbitrary<GeneratedPost> =>
  fc.record({
    text: texts(key),
    files: files(key),
    settings: settings(key),
    isApproved: platformRules[key].settings?.unapproved ? fc.boolean() : fc.constant(true),
  });
