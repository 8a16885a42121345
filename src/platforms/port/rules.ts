/**
 * What a platform takes, as data: limits, settings, threads and conversion (docs/contract/platforms.md). One file per
 * platform, `<key>/rules.ts`; nothing that reads them knows a key.
 *
 * limit        more than this the platform refuses
 * conversion   what the service does to an image before a platform gets it
 * carousel     several images or videos in one post
 */
import type { RateLimit } from './rate-limit.js';
import type { TextCount } from './text-length.js';

/** Sizes are binary: 16 MB and 99 MB are the fediverse's 16,777,216 and 103,809,024 bytes. */
export const MB = 1024 * 1024;
export const GB = 1024 * MB;

export interface TextLimit {
  max: number;
  count: TextCount;
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
  /** Accepts mentions in the service's markup [mentions/network]. Elsewhere a mention is sent as its name. */
  mentions?: true;
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

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'bmp' | 'tiff';
export type VideoFormat = 'mp4' | 'mov' | 'avi' | 'mkv' | 'webm';

/** What becomes of an image, and how small it is made (docs/contract/platforms.md, "Images and mentions"). */
export interface ImageConversion {
  formats: Partial<Record<ImageFormat, 'jpeg' | 'png' | 'keep'>>;
  /** For formats that are not listed. */
  default: 'jpeg' | 'png' | 'keep';
  /** Pixels. */
  maxWidth?: number;
  maxHeight?: number;
  maxBytes?: number;
}

export interface ImageRules {
  maxCount: number;
  maxBytes: number;
  /** Accepted attachments, before any conversion. */
  formats: readonly ImageFormat[];
  /** Pixels of the longer side. */
  maxSide?: number;
  /** Width divided by height; images outside the range may be cropped. */
  aspectRatio?: { min: number; max: number };
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
  /** Frames per second. Told by the platform alone [validation/platform-side-failures]. */
  minFrameRate?: number;
}

export interface MediaRules {
  /** What a post requires. */
  requires: 'media' | 'video' | null;
  /** Null: does not accept images. */
  image: ImageRules | null;
  video: VideoRules | null;
  /** Maximum number of files of a post with both images and videos; null: they cannot be mixed. */
  maxMixed: number | null;
}

/** One setting (docs/contract/platforms.md, "Settings"). `about` is told to callers of the API. */
export type SettingRule = { about?: string } & (
  | {
      kind: 'choice';
      values: readonly string[];
      default: string;
      /** Required; completes "<platform> requires …". */
      required?: string;
    }
  | { kind: 'flag'; default: boolean }
  | { kind: 'text'; default: string }
);

export interface SettingsRules {
  fields: Readonly<Record<string, SettingRule>>;
  /** If the first flag is on, one of the others must be too; `what` completes "<platform> requires …". */
  oneOf?: { when: string; flags: readonly string[]; what: string };
}

export interface PlatformRules {
  text: TextRules;
  /** Null: no threads. */
  thread: ThreadRules | null;
  media: MediaRules;
  /** Null: the platform has no settings. */
  settings: SettingsRules | null;
  /** What the platform allows one account (docs/contract/platforms.md). */
  rateLimits: readonly RateLimit[];
}
