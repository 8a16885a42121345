/** Snippets: saved texts with placeholders. A set of hashtags is a snippet as well. */
import { isBlank } from '../../foundation/blank-text.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { publishableText } from '../../foundation/errors/publishable-text.js';
import type { AuditSubject } from '../audit/audit-event.js';
import { NOT_IN_NAMES } from '../identity/account/parse-account.js';
import { isLongerThan } from '../posts/state/post-bounds.js';
import { countPlaceholders, fillPlaceholders, placeholdersOf } from './placeholders.js';

/** Snippets of an account. */
export const MAX_SNIPPETS = 500;
const MAX_NAME = 50;
const MAX_TEXT = 5_000;
/** Placeholders of a text; a repeated one counts each time, which bounds the filled text. */
const MAX_PLACEHOLDERS = 20;
/** Characters of the value of a placeholder. */
const MAX_VALUE = 1_000;

/** A line without control characters, trimmed. Errors: SNIPPET_NAME_INVALID, TEXT_NOT_PUBLISHABLE. */
export function parseSnippetName(given: string): string {
  const name = publishableText(given, 'name').trim();
  if (isBlank(name) || isLongerThan(name, MAX_NAME) || name.search(NOT_IN_NAMES) >= 0) {
    throw new AppError('SNIPPET_NAME_INVALID');
  }
  return name;
}

/** The text as written. Errors: SNIPPET_TEXT_INVALID, TEXT_NOT_PUBLISHABLE. */
export function parseSnippetText(given: string): string {
  const text = publishableText(given, 'text');
  if (isBlank(text) || isLongerThan(text, MAX_TEXT) || countPlaceholders(text) > MAX_PLACEHOLDERS) {
    throw new AppError('SNIPPET_TEXT_INVALID');
  }
  return text;
}

/** What a placeholder is replaced by. */
export interface PlaceholderValue {
  name: string;
  value: string;
}

/** The text with a value for each of its placeholders. Errors: SNIPPET_VALUES_INVALID, TEXT_NOT_PUBLISHABLE. */
export function fillSnippet(text: string, given: readonly PlaceholderValue[]): string {
  const placeholders = placeholdersOf(text);
  const values = new Map(given.map(({ name, value }) => [name, value]));
  const isEach = given.length === placeholders.length && placeholders.every((name) => values.has(name));
  if (!isEach || given.some(({ value }) => isLongerThan(value, MAX_VALUE))) {
    throw new AppError('SNIPPET_VALUES_INVALID', { placeholders });
  }
  for (const { value } of given) publishableText(value, 'value');
  return fillPlaceholders(text, values);
}

export const snippetSubject = ({ id, name }: { id: string; name: string }): AuditSubject => ({
  type: 'snippet',
  id,
  name,
});
