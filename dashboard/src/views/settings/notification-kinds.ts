import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Preference } from './notifications.operations.js';

/** What each kind of notification is about. */
export const NOTIFICATION_KINDS: Record<Preference['kind'], MessageDescriptor> = {
  POST_FAILED: msg`A post could not be published.`,
  POST_UNKNOWN: msg`It is unknown whether a post is live: somebody has to look.`,
  FIRST_COMMENT_FAILED: msg`The first comment on a live post could not be sent, or it is unknown whether it was sent.`,
  OCCURRENCE_MISSED: msg`A recurring post could not be created in time.`,
  ACCOUNT_EXPIRING: msg`The access to a connected account ends soon.`,
  ACCOUNT_REFUSED: msg`A platform refuses the access to a connected account.`,
  METRICS_REFUSED: msg`A platform does not give the numbers of a connected account: a permission is missing.`,
  POSTS_RECOVERED: msg`An account was reconnected, and posts that failed meanwhile go out or can be published.`,
  APPROVAL_REQUESTED: msg`A post waits for your approval.`,
  APPROVAL_DECIDED: msg`A post was approved or rejected for which you asked.`,
  MENTION: msg`Somebody mentioned you in a comment.`,
  COMMENT: msg`Somebody commented on a post on which you commented, or for which you asked.`,
  FEED_FAILED: msg`A web feed cannot be read any more: its new entries become no posts.`,
  IMPORT_DONE: msg`An import of posts has ended.`,
  WEBHOOK_DISABLED: msg`A webhook was disabled because its deliveries failed.`,
  LIMIT_REACHED: msg`A post was rejected because of the monthly limit of the plan.`,
};
