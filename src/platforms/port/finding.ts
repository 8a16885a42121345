/**
 * What is wrong with a post for a platform, by the platform's rules. Validation reports findings before a post is
 * scheduled, and publishing refuses with the first error among them: both with the same message.
 *
 * error     the platform would refuse the post
 * warning   the service or the platform puts it right, but not as the author wrote it
 */
import type { Failure, FailureCode } from './failure.js';
import type { Framing } from './framing.js';
import type { FileFormat, PlatformRules } from './rules.js';
import type { MeasuredText } from './text-length.js';

export const FINDING_CODES = [
  'CONTENT_TOO_LONG',
  'CONTENT_TOO_SHORT',
  'INVALID_CONTENT',
  'THREAD_PART_TOO_LONG',
  'MEDIA_REQUIRED',
  'MEDIA_NOT_UPLOADED',
  'MEDIA_SIZE_EXCEEDED',
  'MEDIA_COUNT_EXCEEDED',
  'MEDIA_TYPE_NOT_SUPPORTED',
  'MEDIA_DIMENSIONS_INVALID',
  'VIDEO_REQUIRED',
  'VIDEO_DURATION_EXCEEDED',
  'VIDEO_DURATION_TOO_SHORT',
  'PLATFORM_SETTING_REQUIRED',
  'PLATFORM_SETTING_INVALID',
  'FIRST_COMMENT_NOT_SUPPORTED',
  'FIRST_COMMENT_TOO_LONG',
] as const;

export interface Finding {
  code: (typeof FINDING_CODES)[number];
  message: string;
  /** What of the post it is about. */
  field:
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
    | 'videoFrameRate'
    | 'altText'
    | 'settings'
    | 'firstComment';
  /** Absent: an error. */
  severity?: 'error' | 'warning';
  /** The kind of limit that is broken. */
  constraint?: 'maxLength' | 'maxCount' | 'maxSize' | 'maxDuration' | 'requiredType';
  /** In the unit of the limit: characters as the platform counts them, pieces, bytes, seconds, pixels. */
  currentValue?: number;
  maxValue?: number;
  minValue?: number;
  suggestions?: string[];
}

/** A file of a post, as far as it is known; nothing is found about what is null. */
export interface CheckedFile {
  kind: 'image' | 'video';
  /** Why its bytes are not there, as a sentence; null: they are. */
  missing: string | null;
  /** Why it cannot be published on any platform. */
  problem: string | null;
  /** `unknown` until it is inspected. */
  format: FileFormat | 'unknown';
  bytes: number | null;
  /** Pixels. */
  width: number | null;
  height: number | null;
  /** Of an image: those of its animation. */
  seconds: number | null;
  /** Of an image: frames of its animation or pages, if there are several. */
  frames: number | null;
  /** Frames per second. */
  frameRate: number | null;
  /** Of a video, as MediaInfo names it: `AVC` is H.264. */
  codec: string | null;
  /** Of a video: how it stores its colours, such as `yuv420p`. */
  pixelFormat: string | null;
  altText: string | null;
  /** How the image is cropped, and where its focus is; null or absent: it is not framed. */
  framing?: Framing | null;
  /** Sent as it is: nothing is converted or scaled down any more. */
  isSent: boolean;
}

/** A post to check against the rules of one platform, whose key is used in the messages only. */
export interface CheckedPost {
  platform: string;
  rules: PlatformRules;
  content: MeasuredText;
  media: readonly CheckedFile[];
  /** Those of this platform. */
  settings: Readonly<Record<string, unknown>>;
}

const isError = ({ severity }: Finding): boolean => severity !== 'warning';

/** The failures of findings; all others are INVALID_CONTENT. */
const FAILURES: Partial<Record<Finding['code'], FailureCode>> = {
  MEDIA_SIZE_EXCEEDED: 'CONTENT_TOO_LARGE',
  MEDIA_NOT_UPLOADED: 'MEDIA_NOT_UPLOADED',
};

/** The failure of a post with findings; null if no finding is an error. */
export function failureOf(findings: readonly Finding[]): Failure | null {
  const error = findings.find(isError);
  if (!error) return null;
  return {
    code: FAILURES[error.code] ?? 'INVALID_CONTENT',
    message: error.message,
    outcome: 'rejected',
    platformError: null,
  };
}
