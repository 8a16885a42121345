/** The media library: files that an account keeps, and uses in many posts. */
import { isBlank } from '../../foundation/blank-text.js';
import { storableText } from '../../foundation/database/storable-text.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { publishableText } from '../../foundation/errors/publishable-text.js';
import { NOT_IN_NAMES } from '../identity/account/parse-account.js';
import type { MediaType } from '../posts/state/media-type.js';
import { isLongerThan, MAX_ALT_TEXT } from '../posts/state/post-bounds.js';

/** Files that one call deletes. */
export const MAX_DELETED = 100;
/** Characters of a name (Unicode code points). */
const MAX_NAME = 150;
const MAX_SEARCH = 200;

export enum LibrarySort {
  NEWEST = 'NEWEST',
  OLDEST = 'OLDEST',
  NAME = 'NAME',
}

/** What is listed; null, or an empty list: any. */
export interface LibraryFilter {
  userId: string;
  /** Part of the name, or of the alternative text, in any letter case. */
  text: string | null;
  type: MediaType | null;
  /** The file has all of them. */
  labelIds: readonly string[];
  /** No post uses the file. */
  unused: boolean;
}

/** A line without control characters, trimmed. Errors: LIBRARY_NAME_INVALID, TEXT_NOT_PUBLISHABLE. */
export function parseFileName(given: string): string {
  const name = publishableText(given, 'name').trim();
  if (isBlank(name) || isLongerThan(name, MAX_NAME) || name.search(NOT_IN_NAMES) >= 0) {
    throw new AppError('LIBRARY_NAME_INVALID');
  }
  return name;
}

/** Null: none. Errors: ALT_TEXTS_TOO_LONG, TEXT_NOT_PUBLISHABLE. */
export function parseAltText(given: string): string | null {
  if (isLongerThan(given, MAX_ALT_TEXT)) throw new AppError('ALT_TEXTS_TOO_LONG').at('altText');
  return publishableText(given, 'altText') || null;
}

/** Null: every file. Error: FILTER_INVALID. */
export function parseSearch(text: string | null | undefined): string | null {
  if (!text?.trim()) return null;
  if (isLongerThan(text, MAX_SEARCH)) {
    throw new AppError('FILTER_INVALID', { reason: `text has at most ${MAX_SEARCH} characters` });
  }
  return storableText(text.trim());
}
