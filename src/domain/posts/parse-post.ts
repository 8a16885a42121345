/**
 * Total parsers of what createPost and create-post take: any value in, a clean value or the catalogue's error out.
 * GraphQL and REST share them, so that both have the same rules (docs/contract/posts.md).
 */
import { z } from 'zod';
import { storableText } from '../../foundation/database/storable-text.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { isPlatformId } from '../accounts/platform-id.js';
import { isLongerThan, MAX_ALT_TEXT, MAX_ALT_TEXTS, MAX_TARGETS } from './post-bounds.js';

const isoDateTime = z.iso.datetime({ offset: true });
const videoTimestamp = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const altTexts = z.array(z.string());

/** Non-empty text, not only white space; kept as written, but for what no text can hold. */
export function parseContent(value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') throw new AppError('CONTENT_REQUIRED');
  return storableText(value);
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
      throw new AppError('PLATFORM_ID_INVALID', { platformId: shown(id) });
    }
  }
  return read;
}

/** An entry as it was sent; of one that is nested too deep for JSON.stringify, only what it is. */
function shown(entry: unknown): string {
  if (typeof entry === 'string') return entry;
  try {
    return JSON.stringify(entry);
  } catch {
    return typeof entry;
  }
}

/** ISO 8601 with time and zone [create-post/scheduledTime]; absent and null mean none. */
export function parseScheduledTime(value: unknown): Date | null {
  if (value === undefined || value === null) return null;
  if (!isoDateTime.safeParse(value).success) throw new AppError('SCHEDULED_TIME_INVALID');
  return withFourDigitYear(new Date(value as string));
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

/** Texts by the place of their file [settings/skyfeed-altTexts]; absent and null mean that nothing is said. */
export function parseAltTexts(value: unknown): string[] | null {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value) && value.length > MAX_ALT_TEXTS) throw new AppError('ALT_TEXTS_TOO_LONG');
  const read = altTexts.safeParse(value);
  if (!read.success) throw new AppError('ALT_TEXTS_INVALID');
  if (read.data.some((text) => isLongerThan(text, MAX_ALT_TEXT))) throw new AppError('ALT_TEXTS_TOO_LONG');
  return read.data.map(storableText);
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
