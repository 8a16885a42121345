/** Parsers of account data, used by REST and GraphQL. */
import { z } from 'zod';
import { isBlank } from '../../../foundation/blank-text.js';
import { storableText } from '../../../foundation/database/storable-text.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import { publishableText } from '../../../foundation/errors/publishable-text.js';

const email = z.email().max(254);

/** An e-mail address in stored form: trimmed and in lower case. */
export const canonicalEmail = (text: string): string => storableText(text).trim().toLowerCase();

/** Parses an e-mail address into stored form. */
export function parseEmail(value: unknown): string {
  const parsed = email.safeParse(typeof value === 'string' ? canonicalEmail(value) : value);
  if (!parsed.success) throw new AppError('EMAIL_INVALID');
  return parsed.data;
}

/** Characters not allowed in names: line breaks, control characters, and bidirectional overrides. */
export const NOT_IN_NAMES = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A display name, one line of at most 200 characters; the fallback if there is none. */
export function parseDisplayName(value: unknown, fallback: string): string {
  if (value === undefined || value === null || value === '') return fallback;
  if (typeof value !== 'string' || value.length > 200) throw new AppError('DISPLAY_NAME_INVALID');
  const name = publishableText(value, 'displayName').trim();
  if (name.search(NOT_IN_NAMES) >= 0) throw new AppError('DISPLAY_NAME_INVALID');
  return isBlank(name) ? fallback : name;
}

/** The longest name in the IANA database has 32 characters. */
const MAX_TIME_ZONE = 64;

/** The name of a time zone in the IANA database, in any letter case. Differences to UTC are refused: they have no summer time. */
export function parseTimeZone(value: string): string {
  if (value.length > MAX_TIME_ZONE || !/^[a-z]/i.test(value)) throw new AppError('TIME_ZONE_INVALID');
  const known = canonicalTimeZone(value);
  if (known === null) throw new AppError('TIME_ZONE_INVALID');
  // Node replaces some current names by former ones: `Asia/Kathmandu` by `Asia/Katmandu`.
  return known.toLowerCase() === value.toLowerCase() ? known : value;
}

function canonicalTimeZone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Name of an API key: 1 to 100 characters [api-keys/name]. */
export function parseKeyName(value: unknown): string {
  if (typeof value !== 'string' || isBlank(value) || value.length > 100) {
    throw new AppError('API_KEY_NAME_INVALID');
  }
  return publishableText(value, 'name');
}
