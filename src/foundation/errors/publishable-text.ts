import { AppError } from './app-error.js';

/** Returns a client's text unchanged. TEXT_NOT_PUBLISHABLE: it has NUL or half of a surrogate pair. */
export function publishableText(text: string, field: string): string {
  if (!text.isWellFormed() || text.includes('\0')) throw new AppError('TEXT_NOT_PUBLISHABLE', { field });
  return text;
}
