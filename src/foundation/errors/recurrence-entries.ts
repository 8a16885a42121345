/** Errors of recurrences and their occurrences. */
import { detailed, plain } from './entry.js';

export const RECURRENCE_ENTRIES = {
  RECURRENCE_NOT_FOUND: plain(404, 'Recurrence not found'),
  RECURRENCE_RULE_INVALID: detailed<{ reason: string }>({
    status: 400,
    message: ({ reason }) => `This is not a recurrence rule that posts can have: ${reason}`,
    details: { reason: 'what is wrong about it' },
  }),
  RECURRENCE_ENDED: plain(409, 'No time of this rule is in the future'),
  RECURRENCE_START_INVALID: plain(400, 'A recurrence starts at most 10 years ago and at most 5 years ahead'),
  RECURRENCE_TEXTS_INVALID: plain(400, 'A recurrence has at most 20 further texts, of 500,000 characters together'),
  RECURRENCE_LIMIT_REACHED: plain(403, 'An account has at most 100 recurrences: delete one first'),
  OCCURRENCE_NOT_FOUND: plain(404, 'The recurrence has no occurrence at this time'),
  OCCURRENCE_HAS_POST: plain(409, 'The occurrence has a post: change that, or skip the occurrence first'),
  OCCURRENCE_PAST: plain(409, 'The time of this occurrence has passed: give the time at which its post goes out'),
} as const;
