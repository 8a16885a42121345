import { type FileBreach, fileBreaches } from '../../platforms/port/media-breaches.js';
import type { MediaFacts } from '../posts/media-of-group.js';
import { inBytes, inMinutes, inRatio } from './amounts.js';
import type { Finding, PostOnPlatform } from './validation.js';

const LABEL = { image: 'Image', video: 'Video' } as const;

/** One file by itself. */
export function checkFile({ platform, rules, media }: PostOnPlatform, file: MediaFacts): Finding[] {
  const { type, problem, metadata } = file;
  const { format, size: bytes, width, height, duration: seconds } = metadata;
  if (problem !== null) {
    return [refused(type, `${LABEL[type]} cannot be published: ${problem}`, rules.media[type]?.formats ?? [])];
  }
  const facts = { kind: type, format, bytes, width, height, seconds };
  return fileBreaches(rules.media, facts, media.length === 1).map((breach) => inWords(platform, file, breach));
}

/** Content types that are not named like the format. */
const TYPES: Readonly<Record<string, string>> = { mov: 'quicktime', avi: 'x-msvideo', mkv: 'x-matroska' };
const mimeType = (type: MediaFacts['type'], format: string): string => `${type}/${TYPES[format] ?? format}`;

const refused = (type: MediaFacts['type'], message: string, formats: readonly string[]): Finding => ({
  code: 'MEDIA_TYPE_NOT_SUPPORTED',
  message,
  field: `${type}Format`,
  constraint: 'requiredType',
  ...(formats.length > 0 && {
    suggestions: [`Use one of: ${formats.map((format) => mimeType(type, format)).join(', ')}`],
  }),
});

/** What the conversion makes fit is no error, as it is none that a long text becomes a thread. */
const severityOf = ({ isMended }: { isMended: boolean }): Pick<Finding, 'severity' | 'suggestions'> =>
  isMended ? { severity: 'warning', suggestions: ['It will be scaled down when it is published'] } : {};

function inWords(platform: string, { type, metadata }: MediaFacts, breach: FileBreach): Finding {
  switch (breach.rule) {
    case 'format': {
      const is = mimeType(type, metadata.format);
      return refused(type, `${LABEL[type]} format "${is}" is not supported on ${platform}`, breach.formats);
    }
    case 'bytes': {
      const { is, max } = breach;
      return {
        code: 'MEDIA_SIZE_EXCEEDED',
        message: `${LABEL[type]} (${inBytes(is)}) exceeds ${platform}'s ${inBytes(max)} limit`,
        field: `${type}Size`,
        constraint: 'maxSize',
        currentValue: is,
        maxValue: max,
        ...severityOf(breach),
      };
    }
    case 'side': {
      const { width, height, max } = breach;
      return {
        code: 'MEDIA_DIMENSIONS_INVALID',
        message: `Image dimensions (${width}x${height}) exceed ${platform}'s ${max}x${max} limit`,
        field: 'imageDimensions',
        currentValue: Math.max(width, height),
        maxValue: max,
        ...severityOf(breach),
      };
    }
    case 'ratio': {
      const { is, min, max } = breach;
      const range = `${inRatio(min)} to ${inRatio(max)}`;
      return {
        code: 'MEDIA_DIMENSIONS_INVALID',
        message: `Image aspect ratio (${inRatio(is)}) is outside ${platform}'s range of ${range}`,
        field: 'imageDimensions',
        severity: 'warning',
        currentValue: is,
        minValue: min,
        maxValue: max,
        suggestions: [`Crop it: ${platform} may crop it otherwise`],
      };
    }
    case 'longest': {
      const { is, max } = breach;
      return {
        code: 'VIDEO_DURATION_EXCEEDED',
        message: `Video duration (${inMinutes(Math.ceil(is))}) exceeds ${platform}'s ${inMinutes(max)} limit`,
        field: 'videoDuration',
        constraint: 'maxDuration',
        currentValue: is,
        maxValue: max,
      };
    }
    case 'shortest': {
      const { is, min } = breach;
      return {
        code: 'VIDEO_DURATION_TOO_SHORT',
        message: `Video duration (${inMinutes(Math.floor(is))}) is below ${platform}'s ${inMinutes(min)} minimum`,
        field: 'videoDuration',
        currentValue: is,
        minValue: min,
      };
    }
  }
}
