import { CATALOGUE, type ErrorCode } from './catalogue.js';
import type { Entry } from './entry.js';

/** The message of an error, with `<detail>` as a placeholder for each detail. */
export function messageForm(code: ErrorCode): string {
  const { message, details } = CATALOGUE[code] as Entry<unknown>;
  // A detail may be a list (`join`) or a text; a list of one placeholder reads well as both.
  return message(Object.fromEntries(Object.keys(details).map((name) => [name, [`<${name}>`]])));
}
