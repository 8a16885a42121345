/** Errors of shared reports. */
import { pageOnly, plain } from './entry.js';

export const REPORT_ENTRIES = {
  REPORT_LINK_INPUT_INVALID: plain(400, 'A report is shared for 1 to 90 days, and has a heading'),
  REPORT_LINK_LIMIT_REACHED: plain(403, 'An account has at most 100 open report links: revoke one first'),
  REPORT_LINK_NOT_FOUND: plain(404, 'Report link not found'),
  REPORT_LINK_INVALID: pageOnly(
    plain(410, 'This report is not available: its link has expired or was revoked. Ask for another one'),
  ),
} as const;
