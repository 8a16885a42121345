/**
 * What validation looks at and what it finds (docs/contract/validation.md).
 *
 * issue     one thing that is wrong with a post on one platform
 * error     the platform would refuse the post: it is not scheduled
 * warning   the service or the platform puts it right, but not as the author wrote it
 * finding   an issue as a check finds it: the platform is added to it, and the severity when it is no error
 */
import type { Block, PlatformRules } from '../../platforms/port/rules.js';
import type { MeasuredText } from '../../platforms/port/text-length.js';
import type { MediaFacts } from '../posts/media-of-group.js';

export const EMITTED_CODES = [
  'CONTENT_TOO_LONG',
  'CONTENT_TOO_SHORT',
  'THREAD_PART_TOO_LONG',
  'MEDIA_REQUIRED',
  'MEDIA_SIZE_EXCEEDED',
  'MEDIA_COUNT_EXCEEDED',
  'MEDIA_TYPE_NOT_SUPPORTED',
  'MEDIA_DIMENSIONS_INVALID',
  'VIDEO_REQUIRED',
  'VIDEO_DURATION_EXCEEDED',
  'VIDEO_DURATION_TOO_SHORT',
  'PLATFORM_NOT_SUPPORTED',
  'PLATFORM_SETTING_REQUIRED',
  'PLATFORM_SETTING_INVALID',
  'VALIDATION_SYSTEM_ERROR',
] as const;

/** All codes; those that are never emitted are there for clients that know them. */
export const ISSUE_CODES = [
  ...EMITTED_CODES,
  'CONTENT_REQUIRED',
  'CONTENT_OR_MEDIA_REQUIRED',
  'INVALID_PLATFORM_CONTENT',
  'IMAGES_NOT_SUPPORTED',
  'VIDEO_NOT_SUPPORTED',
] as const;

export interface Issue {
  /** As given: an unknown platform has no key. */
  platform: string;
  code: (typeof EMITTED_CODES)[number];
  message: string;
  /** What of the post it is about. */
  field:
    | 'platform'
    | 'content'
    | 'title'
    | 'media'
    | 'video'
    | 'imageSize'
    | 'imageFormat'
    | 'imageDimensions'
    | 'videoSize'
    | 'videoFormat'
    | 'videoDuration'
    | 'settings'
    | 'system';
  severity: 'error' | 'warning';
  /** The kind of limit that is broken. */
  constraint?: 'maxLength' | 'maxCount' | 'maxSize' | 'maxDuration' | 'requiredType';
  /** In the unit of the limit: characters as the platform counts them, pieces, bytes, seconds, pixels. */
  currentValue?: number;
  maxValue?: number;
  minValue?: number;
  suggestions?: string[];
}

export type Finding = Omit<Issue, 'platform' | 'severity'> & Partial<Pick<Issue, 'severity'>>;

export interface ValidationReport {
  /** Nothing is an error. */
  valid: boolean;
  errors: Issue[];
  warnings: Issue[];
  summary: { affectedPlatforms: string[]; errorCount: number; warningCount: number };
}

export interface PostToValidate {
  content: string;
  /** Keys; duplicates are validated once. */
  platforms: readonly string[];
  /** By platform, with the defaults or without. */
  settings: Readonly<Record<string, unknown>>;
  media: readonly MediaFacts[];
  /** The operator's switches used by some platforms' rules. */
  blocks: Readonly<Record<Block, boolean>>;
}

/** Its text is read once for all of its platforms. */
export type MeasuredPost = Omit<PostToValidate, 'content'> & { content: MeasuredText };

/** A post with the rules of one of its platforms; the platform's name is there for the messages only. */
export interface PostOnPlatform extends Pick<MeasuredPost, 'content' | 'media' | 'blocks'> {
  platform: string;
  rules: PlatformRules;
  /** Those of this platform. */
  settings: Readonly<Record<string, unknown>>;
}
