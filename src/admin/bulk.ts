import { AdminError } from './admin-error.js';

/** How a command over many posts, or deliveries, runs. */
export interface BulkOptions {
  /** Only counts. */
  isDryRun: boolean;
  /** If more match, none is changed: AdminError. Undefined: any number. */
  most?: number;
}

/** For a request, which cannot take as long as a command. */
export const tooMany = (what: string, most: number): AdminError =>
  new AdminError(`More than ${most} ${what} match. Narrow the conditions, or use npm run admin.`);
