/** Errors of posting schedules and their queues. */
import { detailed, plain } from './entry.js';

export const SCHEDULE_ENTRIES = {
  POSTING_SCHEDULE_NAME_INVALID: plain(400, 'The name of a posting schedule has 1 to 100 characters'),
  POSTING_SCHEDULE_NAME_TAKEN: plain(409, 'Another posting schedule of the account has this name'),
  POSTING_SCHEDULE_LIMIT_REACHED: plain(403, 'An account has at most 50 posting schedules: delete one first'),
  POSTING_TIMES_INVALID: plain(400, 'A posting schedule has 1 to 200 weekly times, each as HH:MM from 00:00 to 23:59'),
  POSTING_SCHEDULE_NOT_FOUND: plain(404, 'Posting schedule not found'),
  POSTING_SCHEDULE_NOT_FOR_POST: detailed<{ platformIds: string[] }>({
    status: 409,
    message: ({ platformIds }) =>
      `No posting schedule that is not paused is for all accounts of this post: ${platformIds.join(', ')}`,
    details: { platformIds: 'the accounts of the post' },
  }),
  SCHEDULE_AND_TIME: plain(400, 'Give schedule or scheduledTime, not both'),
  QUEUE_FULL: plain(409, 'All times of this posting schedule are taken: at most 10,000 within two years'),
  QUEUE_CHANGED: detailed<{ postGroupIds: string[] }>({
    status: 409,
    message: ({ postGroupIds }) => `Some posts are not in this queue any more: ${postGroupIds.join(', ')}`,
    details: { postGroupIds: 'the posts that left the queue, or are about to be published' },
  }),
  QUEUE_ORDER_INVALID: plain(400, 'The new order has 2 to 1,000 posts of the queue, each once'),
} as const;
