/** Errors of what is added to texts when they are published. */
import { detailed, plain } from './entry.js';

export const ADDITION_ENTRIES = {
  SIGNATURE_INVALID: plain(
    400,
    'A signature has at most 500 characters, and no lines of --- and no markers such as [2/3]',
  ),
  LINK_SCOPE_INVALID: plain(400, 'Link parameters are for an account, for a platform, or for all accounts: name one'),
  LINK_PARAMETERS_INVALID: detailed<{ reason: string }>({
    status: 400,
    message: ({ reason }) => `The link parameters are invalid: ${reason}`,
    details: { reason: 'What is wrong.' },
  }),
  SCHEDULED_POSTS_INVALID: detailed<{
    count: number;
    postGroupIds: readonly string[];
    recurrenceIds: readonly string[];
    feedIds: readonly string[];
  }>({
    status: 409,
    message: ({ count }) =>
      `After this change, platforms would refuse ${count} scheduled or saved text${count === 1 ? '' : 's'}`,
    details: {
      count: 'How many: scheduled posts, recurring posts and feeds.',
      postGroupIds: 'The first 10 of the scheduled posts.',
      recurrenceIds: 'Recurring posts: their own text or one of their other texts.',
      feedIds: 'Feeds whose template is too long.',
    },
  }),
} as const;
