import type { ImageRules, VideoRules } from '../../platforms/port/rules.js';
import { inBytes, inMinutes, inRatio } from './amounts.js';
import type { Finding, MediaFacts, PostOnPlatform } from './validation.js';

const LABEL = { image: 'Image', video: 'Video' } as const;

/** Checks a single file. A file of an unsupported kind is not checked further. */
export function checkFile({ platform, rules: { media: rules }, media }: PostOnPlatform, file: MediaFacts): Finding[] {
  const refusal = checkFormat(platform, rules[file.type]?.formats ?? [], file);
  if (refusal) return [refusal];
  if (file.type === 'image' && rules.image) return [...checkImage(platform, rules.image, file)];
  if (file.type === 'video' && rules.video) return [...checkVideo(platform, rules.video, file, media.length > 1)];
  return [];
}

function checkFormat(platform: string, formats: readonly string[], { type, problem, metadata }: MediaFacts) {
  const refuse = (message: string): Finding => ({
    code: 'MEDIA_TYPE_NOT_SUPPORTED',
    message,
    field: `${type}Format`,
    constraint: 'requiredType',
    ...(formats.length > 0 && {
      suggestions: [`Use one of: ${formats.map((format) => mimeType(type, format)).join(', ')}`],
    }),
  });
  if (problem !== null) return refuse(`${LABEL[type]} cannot be published: ${problem}`);
  const { format } = metadata;
  const isTaken = formats.includes(format) || (format === 'unknown' && formats.length > 0);
  return isTaken
    ? undefined
    : refuse(`${LABEL[type]} format "${mimeType(type, format)}" is not supported on ${platform}`);
}

/** Content types that are not named like the format. */
const TYPES: Readonly<Record<string, string>> = { mov: 'quicktime', avi: 'x-msvideo', mkv: 'x-matroska' };
const mimeType = (type: MediaFacts['type'], format: string): string => `${type}/${TYPES[format] ?? format}`;

function* checkImage(platform: string, rules: ImageRules, { metadata }: MediaFacts): Generator<Finding> {
  const { size, width, height } = metadata;
  const { maxBytes, maxSide = Number.POSITIVE_INFINITY, aspectRatio, conversion } = rules;
  // What conversion fixes is not an error, just as splitting a long text is not.
  const mended =
    conversion.maxBytes === undefined
      ? {}
      : { severity: 'warning' as const, suggestions: ['It will be scaled down when it is published'] };
  if (size !== null && size > maxBytes) yield { ...tooBig(platform, 'image', size, maxBytes), ...mended };
  if (width === null || height === null) return;
  const dimensions = { code: 'MEDIA_DIMENSIONS_INVALID', field: 'imageDimensions' } as const;
  if (Math.max(width, height) > maxSide) {
    const message = `Image dimensions (${width}x${height}) exceed ${platform}'s ${maxSide}x${maxSide} limit`;
    yield { ...dimensions, message, currentValue: Math.max(width, height), maxValue: maxSide, ...mended };
  }
  const ratio = width / height;
  if (aspectRatio && (ratio < aspectRatio.min || ratio > aspectRatio.max)) {
    const { min: minValue, max: maxValue } = aspectRatio;
    const range = `${inRatio(minValue)} to ${inRatio(maxValue)}`;
    const message = `Image aspect ratio (${inRatio(ratio)}) is outside ${platform}'s range of ${range}`;
    const suggestions = [`Crop it: ${platform} may crop it otherwise`];
    yield { ...dimensions, message, severity: 'warning', currentValue: ratio, minValue, maxValue, suggestions };
  }
}

function* checkVideo(
  platform: string,
  rules: VideoRules,
  { metadata: { size, duration } }: MediaFacts,
  isCarousel: boolean,
): Generator<Finding> {
  const { brief, minSeconds = 0, maxSeconds = Number.POSITIVE_INFINITY, maxSecondsInCarousel = maxSeconds } = rules;
  const maxBytes = brief && duration !== null && duration < brief.underSeconds ? brief.maxBytes : rules.maxBytes;
  if (size !== null && size > maxBytes) yield tooBig(platform, 'video', size, maxBytes);
  if (duration === null) return;
  const maxValue = isCarousel ? maxSecondsInCarousel : maxSeconds;
  const finding = { field: 'videoDuration', currentValue: duration } as const;
  if (duration > maxValue) {
    const [is, max] = [inMinutes(Math.ceil(duration)), inMinutes(maxValue)];
    const message = `Video duration (${is}) exceeds ${platform}'s ${max} limit`;
    yield { ...finding, code: 'VIDEO_DURATION_EXCEEDED', message, constraint: 'maxDuration', maxValue };
  }
  if (duration < minSeconds) {
    const [is, min] = [inMinutes(Math.floor(duration)), inMinutes(minSeconds)];
    const message = `Video duration (${is}) is below ${platform}'s ${min} minimum`;
    yield { ...finding, code: 'VIDEO_DURATION_TOO_SHORT', message, minValue: minSeconds };
  }
}

function tooBig(platform: string, type: MediaFacts['type'], currentValue: number, maxValue: number): Finding {
  return {
    code: 'MEDIA_SIZE_EXCEEDED',
    message: `${LABEL[type]} (${inBytes(currentValue)}) exceeds ${platform}'s ${inBytes(maxValue)} limit`,
    field: `${type}Size`,
    constraint: 'maxSize',
    currentValue,
    maxValue,
  };
}
