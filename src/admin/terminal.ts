import { InvalidArgumentError } from 'commander';
import { isId } from '../foundation/database/id.js';
import { parseIsoTime } from '../foundation/time/iso-time.js';
import type { Admin } from './admin.js';
import type { Report } from './report.js';

/** The process environment of a command. */
export interface Terminal {
  /** Runs the action and prints its report. */
  run(work: (admin: Admin) => Promise<Report>): Promise<void>;
  readInput: ReadInput;
}

/** Everything on standard input; on a terminal, the line that is typed after the question, if there is one. */
export type ReadInput = (question?: Question) => Promise<string>;

export interface Question {
  text: string;
  /** Whether what is typed is not shown. */
  hidden: boolean;
}

/** The line that was given: without its end. */
export const lineOf = (input: string): string => input.replace(/\r?\n$/, '');

/** The argument that identifies an account. */
export const WHO = ['<user>', 'e-mail address or id'] as const;

/** Reads a time that the operator gives. */
export function parseTime(text: string): Date {
  const time = parseIsoTime(text);
  if (time) return time;
  throw new InvalidArgumentError('It must be a time such as 2030-01-31T18:00:00Z.');
}

/** Rows of a page at most. */
export const MAX_PAGE = 500;

/** Reads the id that the page before ended with. */
export function parseAfter(text: string): string {
  if (isId(text)) return text.toLowerCase();
  throw new InvalidArgumentError('It must be an id, as the page before ended with.');
}

/** Reads the size of a page. */
export function parseLimit(text: string): number {
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= MAX_PAGE) return limit;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_PAGE}.`);
}

/**
 * Escapes what would control the terminal or change the direction of a line, because names and texts are user input. Within
 * JSON, the escapes are those of JSON.
 */
export const printable = (text: string): string =>
  text.replace(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
