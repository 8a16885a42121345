import type { Notification } from './notifications.operations.js';

/** What its first paragraph adds to the title; null: nothing. */
export const aboutOf = ({ title, paragraphs: [first] }: Notification): string | null =>
  first === undefined || first === `${title}.` ? null : first;

/** Names of the facts that say which post or comment it is. */
const QUOTED = ['Text', 'Comment'];

/** The beginning of the post or comment that it is about: many have the same title. */
export function quoteOf({ facts: [first] }: Notification): string | null {
  return first && QUOTED.includes(first.name) ? first.value : null;
}
