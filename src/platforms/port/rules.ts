/**
 * What a platform takes, as data: limits, settings, threads and conversion (docs/contract/platforms.md). One file per
 * platform, `<key>/rules.ts`; nothing that reads them depends on a key.
 *
 * limit        more than this the platform refuses
 * conversion   what the service does to an image before a platform gets it
 * carousel     several images or videos in one post
 */
import type { RateLimit } from './rate-limit.js';
import type { EntityRules } from './text-entities.js';
import type { TextCount } from './text-length.js';

/** Sizes are binary: 16 MB and 99 MB are the fediverse's 16,777,216 and 103,809,024 bytes. */
export const MB = 1024 * 1024;
export const GB = 1024 * MB;

export interface TextLimit {
  max: number;
  count: TextCount;
  /** Maximum length in UTF-8, where the platform has that limit too. */
  maxBytes?: number;
}

/** Alternative texts of files. Longer ones are cut. */
export interface AltTextRules extends TextLimit {
  /** A post has one text for all of its files. */
  isShared?: true;
}

/** Maximum occurrences in a text; a warning if the platform accepts more but ignores them. */
export interface Occurrences {
  max: number;
  severity: 'error' | 'warning';
}

/** `max` applies to one part if the platform has threads. */
export interface TextRules extends TextLimit {
  /** Minimum length of a post without media. */
  min: number;
  /** Maximum length of a media caption; a longer text follows as a separate post. */
  maxWithMedia?: number;
  title?: TextLimit;
  hashtags?: Occurrences;
  /** Distinct URLs. */
  links?: Occurrences;
  /** Accepted neither in a text nor in a title. */
  forbidden?: readonly string[];
  /** Accepts mentions in the service's markup [mentions/network]. Elsewhere a mention is sent as its name. */
  mentions?: true;
  /** What the platform finds in a text. Absent: the adapter marks it (`Platform.findEntities`). */
  entities?: EntityRules;
  /** Makes a card of the page of the first link in a post without media. */
  cards?: true;
}

/** An operator's switch that blocks content that would otherwise be sent to a platform. */
export type Block = 'threadtalkThreadsBlocked';

/** The message to the owner of a post blocked by an operator's switch. */
export const BLOCKED: Readonly<Record<Block, string>> = {
  threadtalkThreadsBlocked: 'Multi-part threads are blocked pending platform permissions.',
};

/** A text over the limit becomes several posts, each a reply to the one before [splitting/limit]. */
export interface ThreadRules {
  /** Characters of each part reserved for its number. */
  reserve: number;
  /** The operator's switch that forbids threads here. */
  blockedBy?: Block;
}

/** The first comment on a post, by its account. */
export interface CommentRules {
  text: TextLimit;
  /** It is a reply: a post like any other, with the rules of texts and the rate limits of posts. */
  isReply?: true;
  /** As `listLagMs` of the platform, where that of the list of comments is another. */
  listLagMs?: number;
  /** Posts with this value of a setting take none; `posts` names them in a message. */
  except?: { setting: string; value: string; posts: string };
}

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'bmp' | 'tiff' | 'avif';
export type VideoFormat = 'mp4' | 'mov' | 'avi' | 'mkv' | 'webm';
export type FileFormat = ImageFormat | VideoFormat;

/**
 * The formats that an image is converted to, and its largest size (docs/contract/platforms.md, "Images and mentions").
 * In addition, every image is cropped and scaled down to the dimensions in `ImageRules`.
 */
export interface ImageConversion {
  formats: Partial<Record<ImageFormat, 'jpeg' | 'png' | 'keep'>>;
  /** For formats that are not listed. */
  default: 'jpeg' | 'png' | 'keep';
  /** Pixels. */
  maxWidth?: number;
  maxHeight?: number;
  maxBytes?: number;
}

/** For images in formats that a platform does not accept. */
export const TO_JPEG = { webp: 'jpeg', bmp: 'jpeg', tiff: 'jpeg', avif: 'jpeg' } as const;

export interface ImageRules {
  maxCount: number;
  maxBytes: number;
  /** Accepted by the platform. Attachments in other formats are accepted if the conversion changes them. */
  formats: readonly ImageFormat[];
  /** Pixels of the longer side. */
  maxSide?: number;
  /** Pixels of width and height together. */
  maxSum?: number;
  maxPixels?: number;
  /** Width divided by height; images outside the range are cropped around their focus or centre. */
  aspectRatio?: { min: number; max: number };
  altText?: AltTextRules;
  conversion: ImageConversion;
}

export interface VideoRules {
  maxCount: number;
  maxBytes: number;
  /** A lower limit for short videos. */
  brief?: { underSeconds: number; maxBytes: number };
  formats: readonly VideoFormat[];
  minSeconds?: number;
  maxSeconds?: number;
  /** The limit for a video that is one of several files. */
  maxSecondsInCarousel?: number;
  /** Width times height. */
  maxPixels?: number;
  /** Frames per second, the average of a video whose rate varies. */
  minFrameRate?: number;
  maxFrameRate?: number;
  altText?: AltTextRules;
}

export interface MediaRules {
  /** What a post requires. */
  requires: 'media' | 'video' | null;
  /** Null: does not accept images. */
  image: ImageRules | null;
  video: VideoRules | null;
  /** Maximum number of files of a post with both images and videos; null: they cannot be mixed. */
  maxMixed: number | null;
  /** The kind of post that these rules are for, if they are not for all. */
  only?: string;
  /** Such a post shows its files alone. */
  withoutText?: true;
}

/** One setting (docs/contract/platforms.md, "Settings"). What it and its values mean is in the documents of the APIs. */
export type SettingRule = { about: string } & (
  | {
      kind: 'choice';
      /** The values, each with what it means. Empty: the platform decides. */
      values: Readonly<Record<string, string>>;
      default: string;
      /** Required; completes "<platform> requires …". */
      required?: string;
    }
  | { kind: 'flag'; default: boolean }
  | { kind: 'text'; default: string; limit: TextLimit }
);

export interface SettingsRules {
  fields: Readonly<Record<string, SettingRule>>;
  /** If the first flag is on, one of the others must be too; `what` completes "<platform> requires …". */
  oneOf?: { when: string; flags: readonly string[]; what: string };
  /** Values of every post by an app that the platform has not approved. They replace the chosen ones. */
  unapproved?: Readonly<Record<string, unknown>>;
  /** Values that exclude each other; `what` completes "<platform> does not accept …". */
  conflict?: { values: Readonly<Record<string, unknown>>; what: string };
}

export interface PlatformRules {
  text: TextRules;
  /** Null: no threads. */
  thread: ThreadRules | null;
  /** Null: the platform has no comments, or its API writes none. */
  comment: CommentRules | null;
  /** The kind of post that these rules are for, if others take comments (`rulesFor`). */
  withoutComments?: string;
  media: MediaRules;
  /** A kind of post that a setting selects, with separate rules for media. */
  variant?: { setting: string; value: string; media: MediaRules };
  /** Null: the platform has no settings. */
  settings: SettingsRules | null;
  /** What the platform allows one account (docs/contract/platforms.md). */
  rateLimits: readonly RateLimit[];
  /**
   * How long the lists that a lookup reads may lack a post that the platform has stored, in milliseconds; 0 if a lookup
   * reads no list.
   */
  listLagMs: number;
}

/** No platform documents the lag of its lists: they are read from replicas and caches, which are seconds late. */
export const LIST_LAG_MS = 30_000;

/** The settings of a post, with defaults for those left open, as an app may publish it that is approved or not. */
export const settingsFor = (
  { settings: rules }: PlatformRules,
  chosen: Readonly<Record<string, unknown>>,
  isApproved: boolean,
): Readonly<Record<string, unknown>> => {
  const isLeftOpen = ([name, rule]: [string, SettingRule]) =>
    (chosen[name] === undefined || chosen[name] === null) && !(rule.kind === 'choice' && rule.required);
  const open = Object.entries(rules?.fields ?? {}).filter(isLeftOpen);
  const defaults = Object.fromEntries(open.map(([name, rule]) => [name, rule.default]));
  return { ...chosen, ...defaults, ...(isApproved ? {} : rules?.unapproved) };
};

/** The rules of a post with these settings of the platform. */
export function rulesFor(rules: PlatformRules, settings: Readonly<Record<string, unknown>>): PlatformRules {
  const { variant, comment } = rules;
  const except = comment?.except;
  return {
    ...rules,
    ...(variant && settings[variant.setting] === variant.value && { media: variant.media }),
    ...(except && settings[except.setting] === except.value && { comment: null, withoutComments: except.posts }),
  };
}

/** The formats that a platform accepts. */
export const formatsOf = (rules: MediaRules, kind: 'image' | 'video'): readonly FileFormat[] =>
  rules[kind]?.formats ?? [];

/** Formats that an animation keeps its frames in. */
const ANIMATED: readonly ImageFormat[] = ['gif', 'webp'];

/** Whether an animation of this format is sent as one. */
export const keepsAnimation = (rules: ImageRules, format: ImageFormat): boolean =>
  ANIMATED.includes(sentFormat(rules, format));

/** What an image of this format is sent as. */
export function sentFormat({ conversion }: Pick<ImageRules, 'conversion'>, format: ImageFormat): ImageFormat {
  const wish = conversion.formats[format] ?? conversion.default;
  return wish === 'keep' ? format : wish;
}

/** Whether a file can be attached: as it is, or converted. One that is not inspected yet can, if its kind is accepted. */
export function isAccepted(rules: MediaRules, kind: 'image' | 'video', format: FileFormat | 'unknown'): boolean {
  const formats = formatsOf(rules, kind);
  if (format === 'unknown') return formats.length > 0;
  const sent = kind === 'image' && rules.image ? sentFormat(rules.image, format as ImageFormat) : format;
  return formats.includes(sent);
}
