/**
 * What of a post's files breaks a platform's rules: the one place that compares files with `rules.media`. Who asks says
 * it in words of its own: validation before a post is scheduled, an adapter before anything is sent.
 */
import type { ImageRules, MediaRules, VideoRules } from './rules.js';

export type MediaKind = 'image' | 'video';

/** Of the files together. */
export type CountBreach =
  | { rule: 'required'; what: 'media' | 'video' }
  /** The platform takes no files of the kind. */
  | { rule: 'kind'; kind: MediaKind }
  /** Images and videos in a post that holds either. */
  | { rule: 'mixed' }
  | { rule: 'count'; of: MediaKind | 'file'; is: number; max: number };

/** A file, as far as it is known; nothing is found about what is null. */
export interface MediaFile {
  kind: MediaKind;
  /** `unknown`: nobody has looked yet. */
  format: string;
  bytes: number | null;
  /** Pixels. */
  width: number | null;
  height: number | null;
  seconds: number | null;
}

/** Of one file. `isMended`: the conversion makes it fit. */
export type FileBreach =
  | { rule: 'format'; formats: readonly string[] }
  | { rule: 'bytes'; is: number; max: number; isMended: boolean }
  | { rule: 'side'; width: number; height: number; max: number; isMended: boolean }
  | { rule: 'ratio'; is: number; min: number; max: number }
  | { rule: 'longest'; is: number; max: number }
  | { rule: 'shortest'; is: number; min: number };

/** What is missing is all that is said. Files of a kind that the platform does not take are not counted. */
export function countBreaches(
  { requires, image, video, maxMixed }: MediaRules,
  kinds: readonly MediaKind[],
): CountBreach[] {
  const images = kinds.filter((kind) => kind === 'image').length;
  const videos = kinds.length - images;
  if (requires === 'video' && videos === 0) return [{ rule: 'required', what: 'video' }];
  if (requires === 'media' && kinds.length === 0) return [{ rule: 'required', what: 'media' }];
  const count = (of: MediaKind | 'file', is: number, max = is): CountBreach[] =>
    is > max ? [{ rule: 'count', of, is, max }] : [];
  if (images > 0 && videos > 0 && image && video) {
    return maxMixed === null ? [{ rule: 'mixed' }] : count('file', kinds.length, maxMixed);
  }
  return [
    ...(images > 0 && !image ? [{ rule: 'kind', kind: 'image' } as const] : []),
    ...(videos > 0 && !video ? [{ rule: 'kind', kind: 'video' } as const] : []),
    ...count('image', images, image?.maxCount),
    ...count('video', videos, video?.maxCount),
  ];
}

/** A file that the platform does not take is not looked at any further. `isAlone`: it is the post's only one. */
export function fileBreaches(rules: MediaRules, file: MediaFile, isAlone: boolean): FileBreach[] {
  const { formats = [] } = rules[file.kind] ?? {};
  const isTaken = formats.some((format) => format === file.format) || (file.format === 'unknown' && formats.length > 0);
  if (!isTaken) return [{ rule: 'format', formats }];
  if (file.kind === 'image' && rules.image) return [...imageBreaches(rules.image, file)];
  if (file.kind === 'video' && rules.video) return [...videoBreaches(rules.video, file, isAlone)];
  return [];
}

function* imageBreaches(rules: ImageRules, { bytes, width, height }: MediaFile): Generator<FileBreach> {
  const { maxBytes, maxSide = Number.POSITIVE_INFINITY, aspectRatio, conversion } = rules;
  const isMended = conversion.maxBytes !== undefined;
  if (bytes !== null && bytes > maxBytes) yield { rule: 'bytes', is: bytes, max: maxBytes, isMended };
  if (width === null || height === null) return;
  if (Math.max(width, height) > maxSide) yield { rule: 'side', width, height, max: maxSide, isMended };
  const ratio = width / height;
  if (aspectRatio && (ratio < aspectRatio.min || ratio > aspectRatio.max)) {
    yield { rule: 'ratio', is: ratio, ...aspectRatio };
  }
}

function* videoBreaches(rules: VideoRules, { bytes, seconds }: MediaFile, isAlone: boolean): Generator<FileBreach> {
  const { brief, minSeconds = 0, maxSeconds = Number.POSITIVE_INFINITY, maxSecondsInCarousel = maxSeconds } = rules;
  const maxBytes = brief && seconds !== null && seconds < brief.underSeconds ? brief.maxBytes : rules.maxBytes;
  if (bytes !== null && bytes > maxBytes) yield { rule: 'bytes', is: bytes, max: maxBytes, isMended: false };
  if (seconds === null) return;
  const longest = isAlone ? maxSeconds : maxSecondsInCarousel;
  if (seconds > longest) yield { rule: 'longest', is: seconds, max: longest };
  if (seconds < minSeconds) yield { rule: 'shortest', is: seconds, min: minSeconds };
}
