import type { Admin } from './admin.js';
import type { Report } from './report.js';

/** The process environment of a command. */
export interface Terminal {
  /** Runs the action and prints its report. */
  run(work: (admin: Admin) => Promise<Report>): Promise<void>;
  /** Everything on standard input. */
  readInput(): Promise<string>;
}

/** The argument that identifies an account. */
export const WHO = ['<user>', 'e-mail address or id'] as const;
