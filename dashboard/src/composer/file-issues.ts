/** Which file an issue is about: it names none, but what it measured. */
import type { Issue } from './compose.operations.js';
import type { DraftFile } from './draft.js';

/** Ratios and frame rates are computed from whole numbers, on both sides. */
const isNear = (one: number | null, other: number | null): boolean =>
  one !== null && other !== null && Math.abs(one - other) <= 1e-4 * Math.max(Math.abs(one), Math.abs(other));

const KINDS = [
  ['image', 'IMAGE'],
  ['video', 'VIDEO'],
] as const;

export function isAbout({ field, code, message, currentValue }: Issue, file: DraftFile): boolean {
  const kind = KINDS.find(([prefix]) => field.startsWith(prefix))?.[1];
  if (kind === undefined || kind !== file.type || !file.mimeType) return false;
  const { width = null, height = null, size = null, duration = null } = file.metadata ?? {};
  switch (field) {
    case 'imageFormat':
    case 'videoFormat':
      return message.includes(`"${file.mimeType}"`) || (file.problem !== null && message.includes(file.problem));
    case 'imageSize':
    case 'videoSize':
      return isNear(currentValue, size);
    case 'videoDuration':
      return isNear(currentValue, duration);
    case 'imageDimensions':
    case 'video':
      if (message.includes(`(${width}x${height})`)) return true;
      return (
        code === 'MEDIA_DIMENSIONS_INVALID' && width !== null && height !== null && isNear(currentValue, width / height)
      );
    default:
      return false;
  }
}

/** Whether the platform would take the image as JPEG. */
export const wantsJpeg = ({ field, severity, code, suggestions }: Issue): boolean =>
  code === 'MEDIA_TYPE_NOT_SUPPORTED' &&
  severity === 'ERROR' &&
  field === 'imageFormat' &&
  (suggestions?.some((text) => text.includes('image/jpeg')) ?? false);

/** The nearest ratio that the platform takes; null if the ratio is not what it refuses. */
export function wantedRatio({ field, code, currentValue, minValue, maxValue }: Issue): number | null {
  if (field !== 'imageDimensions' || code !== 'MEDIA_DIMENSIONS_INVALID') return null;
  if (currentValue === null || minValue === null || maxValue === null) return null;
  return currentValue < minValue ? minValue : maxValue;
}

/** Ratios with usual names. */
export const RATIOS = [
  { name: '1:1', ratio: 1 },
  { name: '4:5', ratio: 4 / 5 },
  { name: '1.91:1', ratio: 1.91 },
  { name: '16:9', ratio: 16 / 9 },
  { name: '9:16', ratio: 9 / 16 },
] as const;

export const nameOfRatio = (ratio: number): string =>
  RATIOS.find((known) => isNear(known.ratio, ratio))?.name ??
  (ratio < 1 ? `1:${Math.round(100 / ratio) / 100}` : `${Math.round(100 * ratio) / 100}:1`);
