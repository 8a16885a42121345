/**
 * Total parsers of what createPost and create-post take: any value in, a clean value or the catalogue's error out.
 * GraphQL and REST share them, so that both have the same rules (docs/contract/posts.md).
 */
import { z } from 'zod';
import { isBlank } from '../../../foundation/blank-text.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import { publishableText } from '../../../foundation/errors/publishable-text.js';
import { shownValue } from '../../../foundation/errors/shown-value.js';
import { parseIsoTime } from '../../../foundation/time/iso-time.js';
import { isPlatformId } from '../../accounts/platform-id.js';
import { isLongerThan, MAX_ALT_TEXT, MAX_ALT_TEXTS, MAX_TARGETS } from './post-bounds.js';

const videoTimestamp = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const altTexts = z.array(z.string());

/** Text of which something can be seen, as written. Errors: CONTENT_REQUIRED, TEXT_NOT_PUBLISHABLE. */
export function parseContent(value: unknown): string {
  if (typeof value !== 'string' || isBlank(value)) throw new AppError('CONTENT_REQUIRED');
  return publishableText(value, 'content');
}

/**
 * A non-empty array of platform ids, or a JSON string of one. Of more than a group may have, one more is read: enough
 * for `assertBounded` to refuse them, once everything else has been checked.
 */
export function parsePlatforms(value: unknown): string[] {
  if (value === undefined || value === null) throw new AppError('PLATFORMS_REQUIRED');
  const list = typeof value === 'string' ? parseJson(value, 'PLATFORMS_JSON_INVALID') : value;
  if (!Array.isArray(list)) throw new AppError('PLATFORMS_NOT_AN_ARRAY');
  if (list.length === 0) throw new AppError('PLATFORMS_EMPTY');
  const read = list.slice(0, MAX_TARGETS + 1);
  for (const id of read) {
    if (typeof id !== 'string' || !isPlatformId(id)) {
      throw new AppError('PLATFORM_ID_INVALID', { platformId: shownValue(id) });
    }
  }
  return read;
}

/** ISO 8601 with time and zone [create-post/scheduledTime]; absent and null mean none. */
export function parseScheduledTime(value: unknown): Date | null {
  if (value === undefined || value === null) return null;
  const time = parseIsoTime(value);
  if (!time) throw new AppError('SCHEDULED_TIME_INVALID');
  return withFourDigitYear(time);
}

const EARLIEST = Date.parse('0000-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** The nearest date that ISO 8601 writes with a year of four digits, as GraphQL has it. */
export const withFourDigitYear = (date: Date): Date => new Date(Math.min(Math.max(date.getTime(), EARLIEST), LATEST));

/** Milliseconds [settings/photogram-videoTimestamp]; absent and null mean that nothing is said. */
export function parseVideoTimestamp(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  const read = videoTimestamp.safeParse(value);
  if (!read.success) throw new AppError('VIDEO_TIMESTAMP_INVALID');
  return read.data;
}

/** Texts by the position of their file [settings/skyfeed-altTexts]; absent and null mean that nothing is said. */
export function parseAltTexts(value: unknown): string[] | null {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value) && value.length > MAX_ALT_TEXTS) throw new AppError('ALT_TEXTS_TOO_LONG');
  const read = altTexts.safeParse(value);
  if (!read.success) throw new AppError('ALT_TEXTS_INVALID');
  if (read.data.some((text) => isLongerThan(text, MAX_ALT_TEXT))) throw new AppError('ALT_TEXTS_TOO_LONG');
  return read.data.map((text) => publishableText(text, 'altTexts'));
}

/** An object, or a JSON string of one; absent means none. */
export function parsePlatformSettings(value: unknown): Record<string, unknown> {
  if (value === undefined) return {};
  const settings = typeof value === 'string' ? parseJson(value, 'PLATFORM_SETTINGS_JSON_INVALID') : value;
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) {
    throw new AppError('PLATFORM_SETTINGS_NOT_AN_OBJECT');
  }
  return settings as Record<string, unknown>;
}

function parseJson(text: string, code: 'PLATFORMS_JSON_INVALID' | 'PLATFORM_SETTINGS_JSON_INVALID'): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError(code);
  }
}
