import type { Admin } from './admin.js';
import type { Report } from './report.js';

/** What a command has of the process that it runs in. */
export interface Terminal {
  /** Does the work, and shows what there is to tell. */
  run(work: (admin: Admin) => Promise<Report>): Promise<void>;
  /** Everything on standard input. */
  readInput(): Promise<string>;
}

/** The argument that names an account. */
export const WHO = ['<user>', 'e-mail address or id'] as const;
