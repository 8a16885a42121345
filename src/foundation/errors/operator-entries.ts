/** Errors of the operator's console (docs/operating.md). */
import { consoleOnly, detailed, plain } from './entry.js';

export const OPERATOR_ENTRIES = {
  OPERATOR_SECOND_FACTOR_REQUIRED: consoleOnly(
    plain(
      403,
      'The operator’s console requires two-factor authentication: turn it on under Settings, then open the console again',
    ),
  ),
  OPERATOR_ACTION_REFUSED: consoleOnly(
    detailed<{ reason: string }>({
      status: 400,
      message: ({ reason }) => `${reason}`,
      details: { reason: 'why, and what to do' },
    }),
  ),
} as const;
