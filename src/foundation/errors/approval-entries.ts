/** Errors of approvals. */
import { detailed, plain } from './entry.js';

export const APPROVAL_ENTRIES = {
  APPROVAL_REQUIRED: plain(
    403,
    'Posts of this account are scheduled only once they are approved: take it back to draft if it is scheduled, and ask for approval',
  ),
  APPROVALS_OFF: plain(409, 'This account has no approvals: somebody who may publish schedules the draft'),
  APPROVAL_NOT_OF_DRAFT: plain(409, 'Only drafts of which nothing was published can be approved'),
  APPROVAL_NOT_PENDING: plain(409, 'No approval of this post is pending'),
  APPROVAL_OUTDATED: plain(409, 'The post was changed after the approval was requested: it has to be requested again'),
  APPROVAL_OF_OWN: plain(403, 'You asked for this approval: somebody else has to decide'),
  APPROVAL_DECIDED_BEFORE: plain(409, 'You have decided about this request before'),
  APPROVAL_TOO_LATE: detailed<{ scheduledTime: string }>({
    status: 409,
    message: ({ scheduledTime }) => `The post was to go out at ${scheduledTime}, which has passed: choose another time`,
    details: { scheduledTime: 'the time that was requested, ISO 8601' },
  }),
  APPROVAL_NOT_SCHEDULABLE: plain(
    409,
    'The post cannot be scheduled as it is, so nothing was decided. Tell the person who sent the link: the dashboard shows them why',
  ),
  APPROVAL_COUNT_INVALID: plain(400, 'approvals must be 1 or 2'),
  APPROVAL_LINK_INVALID_INPUT: plain(
    400,
    'A link is for 1 to 20 posts and 1 to 90 days, and has the name of the person it is for',
  ),
  APPROVAL_LINK_LIMIT_REACHED: plain(403, 'An account has at most 100 open approval links: revoke one first'),
  APPROVAL_LINK_NOT_FOUND: plain(404, 'Approval link not found'),
  APPROVAL_LINK_INVALID: plain(410, 'This link is not valid: it has expired or was revoked. Ask for another one'),
  APPROVAL_COMMENT_TOO_LONG: plain(400, 'A comment has at most 2,000 characters'),
} as const;
