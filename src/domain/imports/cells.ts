/** What is in a cell. */
import { isInternalAddress } from '../../foundation/http-client/public-address.js';
import { type LabelName, parseLabelName } from '../labels/labels.js';

/** Without blanks. */
export const listOf = (cell: string, separator: RegExp): string[] =>
  cell
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Null: it is no name of a label. */
export function labelOf(name: string): LabelName | null {
  try {
    return parseLabelName(name);
  } catch {
    return null;
  }
}

export function isPrivate(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host.endsWith('.localhost') || isInternalAddress(host);
}

/** Passwords do not reach a report. */
export const withoutCredentials = (url: string): string => url.replace(/\/\/[^/@\s]*@/, '//…@');
