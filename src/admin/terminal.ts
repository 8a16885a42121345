import { InvalidArgumentError } from 'commander';
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
