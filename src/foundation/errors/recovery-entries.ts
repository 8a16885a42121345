/** Errors of publishing what failed while an account had no access. */
import { plain } from './entry.js';

export const RECOVERY_ENTRIES = {
  ACCOUNT_NOT_RECONNECTED: plain(409, 'The platform refuses the access of this account: connect it again first'),
  RECOVERY_HOURS_INVALID: plain(400, 'hours must be 1 to 168'),
} as const;
