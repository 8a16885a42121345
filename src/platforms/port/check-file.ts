import { inBytes, inFrameRate, inMinutes, inRatio } from './amounts.js';
import { areaOf, type Size } from './area.js';
import type { CheckedFile, CheckedPost, Finding } from './finding.js';
import { whyNotFramed } from './framing.js';
import { formatsOf, type ImageFormat, type ImageRules, isAccepted, keepsAnimation, type VideoRules } from './rules.js';

const LABEL = { image: 'Image', video: 'Video' } as const;
/** The conversion makes it fit. */
const adjusted = (how: string): Pick<Finding, 'severity' | 'suggestions'> => ({
  severity: 'warning',
  suggestions: [`It will be ${how} when it is published`],
});

/** One file. Nothing else is found about one that is missing, cannot be published, or has a format that is not accepted. */
export function checkFile({ platform, rules, media }: CheckedPost, file: CheckedFile): Finding[] {
  const { kind, missing, problem, format } = file;
  if (missing !== null) return [notThere(missing)];
  const formats = formatsOf(rules.media, kind);
  if (problem !== null) return [refused(kind, `${LABEL[kind]} cannot be published: ${problem}`, formats)];
  if (!isAccepted(rules.media, kind, format)) {
    const is = mimeType(kind, format);
    return [refused(kind, `${LABEL[kind]} format "${is}" is not supported on ${platform}`, formats)];
  }
  const unframed = file.framing && whyNotFramed(file, file.framing);
  if (unframed) return [notFramed(kind, unframed)];
  if (kind === 'image' && rules.media.image) return [...checkImage(platform, rules.media.image, file)];
  if (kind === 'video' && rules.media.video)
    return [...checkVideo(platform, rules.media.video, file, media.length === 1)];
  return [];
}

/** Content types that are not named like the format. */
const TYPES: Readonly<Record<string, string>> = { mov: 'quicktime', avi: 'x-msvideo', mkv: 'x-matroska' };
const mimeType = (kind: CheckedFile['kind'], format: string): string => `${kind}/${TYPES[format] ?? format}`;

const notThere = (message: string): Finding => ({
  code: 'MEDIA_NOT_UPLOADED',
  message,
  field: 'media',
  suggestions: ['Upload it again, or remove it from the post'],
});

const refused = (kind: CheckedFile['kind'], message: string, formats: readonly string[]): Finding => ({
  code: 'MEDIA_TYPE_NOT_SUPPORTED',
  message,
  field: `${kind}Format`,
  constraint: 'requiredType',
  ...(formats.length > 0 && {
    suggestions: [`Use one of: ${formats.map((format) => mimeType(kind, format)).join(', ')}`],
  }),
});

const notFramed = (kind: CheckedFile['kind'], reason: string): Finding => ({
  code: 'MEDIA_TYPE_NOT_SUPPORTED',
  message: `${LABEL[kind]} cannot be framed: ${reason}`,
  field: 'media',
  suggestions: ['Remove its crop and its focus, or change the crop'],
});

const tooBig = (platform: string, { kind }: CheckedFile, is: number, max: number): Finding => ({
  code: 'MEDIA_SIZE_EXCEEDED',
  message: `${LABEL[kind]} (${inBytes(is)}) exceeds ${platform}'s ${inBytes(max)} limit`,
  field: `${kind}Size`,
  constraint: 'maxSize',
  currentValue: is,
  maxValue: max,
});

/** The longer side, in pixels, below which an animation is not scaled down. */
const SMALLEST_SIDE = 320;

/**
 * Whether an image can be brought under a limit of bytes. A still one always can: with a longer side of 320 pixels it
 * is smaller than any platform's limit, in any format. The bytes of an animation are about proportional to its area.
 */
function canShrink({ bytes, width, height, seconds, format, isSent }: CheckedFile, rules: ImageRules): boolean {
  if (isSent) return false;
  if (seconds === null || !keepsAnimation(rules, format as ImageFormat)) return true;
  const scale = Math.min(1, SMALLEST_SIDE / Math.max(width ?? 0, height ?? 0, 1));
  return (bytes ?? 0) * scale ** 2 <= rules.maxBytes;
}

/** An image that is sent without its further frames or pages. */
function checkFrames(platform: string, rules: ImageRules, { seconds, frames, format }: CheckedFile): Finding | null {
  if (seconds === null && (frames ?? 1) === 1) return null;
  if (keepsAnimation(rules, format as ImageFormat)) return null;
  const isPaged = format === 'tiff';
  return {
    code: 'MEDIA_TYPE_NOT_SUPPORTED',
    message: isPaged
      ? `All pages of the image but the first are lost on ${platform}`
      : `The animation of the image is lost on ${platform}`,
    field: 'imageFormat',
    severity: 'warning',
    suggestions: [
      isPaged
        ? 'Its first page will be published; upload the others as images'
        : 'Its first frame will be published; upload a video instead',
    ],
  };
}

function* checkImage(platform: string, rules: ImageRules, file: CheckedFile): Generator<Finding> {
  const { framing } = file;
  // How many bytes a part of an image has is known once it is converted.
  const bytes = framing?.crop ? null : file.bytes;
  const lost = checkFrames(platform, rules, file);
  if (lost) yield lost;
  const { maxBytes, maxSide, maxSum, maxPixels, aspectRatio } = rules;
  if (bytes !== null && bytes > maxBytes) {
    yield { ...tooBig(platform, file, bytes, maxBytes), ...(canShrink(file, rules) && adjusted('scaled down')) };
  }
  if (file.width === null || file.height === null) return;
  const { width, height } = areaOf({ width: file.width, height: file.height }, framing?.crop);
  const exceeds = (currentValue: number, maxValue: number, limit: string): Finding => ({
    code: 'MEDIA_DIMENSIONS_INVALID',
    message: `Image dimensions (${width}x${height}) exceed ${platform}'s ${limit} limit`,
    field: 'imageDimensions',
    currentValue,
    maxValue,
    ...adjusted('scaled down'),
  });
  const side = Math.max(width, height);
  if (maxSide && side > maxSide) yield exceeds(side, maxSide, `${maxSide}x${maxSide}`);
  if (maxSum && width + height > maxSum) yield exceeds(width + height, maxSum, `${maxSum} pixels (width plus height)`);
  if (maxPixels && width * height > maxPixels) {
    yield {
      ...exceeds(width * height, maxPixels, `${maxPixels} pixel`),
      code: 'MEDIA_SIZE_EXCEEDED',
      constraint: 'maxSize',
    };
  }
  const ratio = width / height;
  const isOutside = aspectRatio && (ratio < aspectRatio.min || ratio > aspectRatio.max);
  // A crop in whole pixels may miss a ratio by one.
  if (isOutside && !(framing?.crop && isNearly({ width, height }, aspectRatio))) {
    const range = `${inRatio(aspectRatio.min)} to ${inRatio(aspectRatio.max)}`;
    yield {
      code: 'MEDIA_DIMENSIONS_INVALID',
      message: `Image aspect ratio (${inRatio(ratio)}) is outside ${platform}'s range of ${range}`,
      field: 'imageDimensions',
      currentValue: ratio,
      minValue: aspectRatio.min,
      maxValue: aspectRatio.max,
      ...adjusted(framing?.focus ? 'cropped around its focus' : 'cropped around its centre'),
    };
  }
}

const isNearly = ({ width, height }: Size, { min, max }: { min: number; max: number }): boolean =>
  (width + 1) / height >= min && (width - 1) / height <= max;

function* checkVideo(platform: string, rules: VideoRules, file: CheckedFile, isAlone: boolean): Generator<Finding> {
  const { bytes, seconds, width, height, frameRate } = file;
  const { brief, minSeconds = 0, maxSeconds = Number.POSITIVE_INFINITY, maxSecondsInCarousel = maxSeconds } = rules;
  const maxBytes = brief && seconds !== null && seconds < brief.underSeconds ? brief.maxBytes : rules.maxBytes;
  if (bytes !== null && bytes > maxBytes) yield tooBig(platform, file, bytes, maxBytes);
  const { maxPixels = Number.POSITIVE_INFINITY } = rules;
  if (width !== null && height !== null && width * height > maxPixels) {
    yield {
      code: 'MEDIA_DIMENSIONS_INVALID',
      message: `Video dimensions (${width}x${height}) exceed ${platform}'s ${maxPixels} pixel limit`,
      field: 'video',
      currentValue: width * height,
      maxValue: maxPixels,
    };
  }
  const unusual = checkCodec(platform, file);
  if (unusual) yield unusual;
  if (frameRate !== null) yield* checkFrameRate(platform, rules, frameRate);
  if (seconds === null) return;
  const longest = isAlone ? maxSeconds : maxSecondsInCarousel;
  if (seconds > longest) {
    yield {
      code: 'VIDEO_DURATION_EXCEEDED',
      message: `Video duration (${inMinutes(Math.ceil(seconds))}) exceeds ${platform}'s ${inMinutes(longest)} limit`,
      field: 'videoDuration',
      constraint: 'maxDuration',
      currentValue: seconds,
      maxValue: longest,
    };
  }
  if (seconds < minSeconds) {
    yield {
      code: 'VIDEO_DURATION_TOO_SHORT',
      message: `Video duration (${inMinutes(Math.floor(seconds))}) is below ${platform}'s ${inMinutes(minSeconds)} minimum`,
      field: 'videoDuration',
      currentValue: seconds,
      minValue: minSeconds,
    };
  }
}

/** Codecs that are usual in WebM; in all other containers H.264 is. */
const WEBM_CODECS: readonly string[] = ['VP8', 'VP9'];

/** Platforms accept containers, and may refuse what is in them: H.264 with 4:2:0 is what all of them decode. */
function checkCodec(platform: string, { format, codec, pixelFormat }: CheckedFile): Finding | null {
  if (codec === null) return null;
  const isUsual = codec === 'AVC' || (format === 'webm' && WEBM_CODECS.includes(codec));
  if (isUsual && (pixelFormat ?? 'yuv420p') === 'yuv420p') return null;
  return {
    code: 'MEDIA_TYPE_NOT_SUPPORTED',
    message: `Video codec (${[codec, pixelFormat].filter(Boolean).join(', ')}) may be refused by ${platform}`,
    field: 'videoFormat',
    severity: 'warning',
    suggestions: ['Export it as H.264 with 4:2:0 (yuv420p)'],
  };
}

/** Warnings: a platform may convert such a video, or refuse it. */
function* checkFrameRate(platform: string, rules: VideoRules, frameRate: number): Generator<Finding> {
  const { minFrameRate = 0, maxFrameRate = Number.POSITIVE_INFINITY } = rules;
  const about = {
    code: 'MEDIA_DIMENSIONS_INVALID',
    field: 'videoFrameRate',
    severity: 'warning',
    currentValue: frameRate,
  } as const;
  const is = `Video frame rate (${inFrameRate(frameRate)})`;
  if (frameRate > maxFrameRate) {
    const message = `${is} exceeds ${platform}'s ${inFrameRate(maxFrameRate)} limit`;
    yield { ...about, message, maxValue: maxFrameRate };
  }
  if (frameRate < minFrameRate) {
    const message = `${is} is below ${platform}'s ${inFrameRate(minFrameRate)} minimum`;
    yield { ...about, message, minValue: minFrameRate };
  }
}
