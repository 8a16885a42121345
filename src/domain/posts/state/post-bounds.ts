/**
 * How large a post may be, in GraphQL and REST alike. A character is a Unicode code point, as in JSON Schema: an emoji that is made
 * of several counts as several.
 */
import { AppError } from '../../../foundation/errors/app-error.js';

/** Characters of a content. */
export const MAX_CONTENT = 100_000;
/** Characters of all texts for single targets of a group. */
export const MAX_OVERRIDES = 500_000;
/** Targets of a group; one that is named twice counts twice. */
export const MAX_TARGETS = 100;
/** Characters of a group's settings, as JSON with the defaults. */
export const MAX_SETTINGS = 10_000;
/** Alternative texts of a group's files, and the characters of each. */
export const MAX_ALT_TEXTS = 100;
export const MAX_ALT_TEXT = 10_000;
/** Files that a group is given in one operation. */
export const MAX_FILES = 100;
/** Characters of the address of a file. */
export const MAX_MEDIA_URL = 2_048;
/** Groups that one operation creates. */
export const MAX_POSTS_AT_ONCE = 100;
/** Parts of a thread. */
export const MAX_THREAD_PARTS = 1_000;

/** Why a longer thread is refused; its parts are not counted further. */
export const THREAD_TOO_LONG = `A thread can have at most ${MAX_THREAD_PARTS} parts`;

/** Whether a text has more characters. */
export function isLongerThan(text: string, max: number): boolean {
  // A character is one or two UTF-16 units.
  if (text.length <= max) return false;
  if (text.length > 2 * max) return true;
  let characters = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) characters += 1;
  return characters > max;
}

/** The content first, then the targets. */
export function assertBounded({ content, targets }: { content?: string | null; targets: number }): void {
  if (content != null && isLongerThan(content, MAX_CONTENT)) throw new AppError('CONTENT_TOO_LONG');
  if (targets > MAX_TARGETS) throw new AppError('PLATFORMS_TOO_MANY');
}
