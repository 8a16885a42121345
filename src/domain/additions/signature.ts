/** Signatures: texts that close posts. */
import { isBlank } from '../../foundation/blank-text.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { publishableText } from '../../foundation/errors/publishable-text.js';
import { isLongerThan } from '../posts/state/post-bounds.js';
import { endOfLastPart, endsWithMarker, hasPartMarks } from '../publishing/split-content.js';

const MAX_SIGNATURE = 500;

/** The signature, trimmed; null for a blank one. Errors: SIGNATURE_INVALID, TEXT_NOT_PUBLISHABLE. */
export function parseSignature(given: string | null): string | null {
  if (given === null) return null;
  const text = publishableText(given, 'text').trim();
  if (isBlank(text)) return null;
  if (isLongerThan(text, MAX_SIGNATURE) || hasPartMarks(text) || endsWithMarker(text)) {
    throw new AppError('SIGNATURE_INVALID');
  }
  return text;
}

/**
 * The text with the signature after a blank line, at the end of its last part. A text that ends with the signature stays as
 * it is.
 */
export function appendSignature(text: string, signature: string): string {
  const end = endOfLastPart(text);
  const [body, rest] = [text.slice(0, end), text.slice(end)];
  const isSigned = body.endsWith(signature) && /^\s?$/.test(body.charAt(end - signature.length - 1));
  if (isSigned) return text;
  return `${body}\n\n${signature}${/^\S/.test(rest) ? ' ' : ''}${rest}`;
}
