import { nameOf } from '../../foundation/http/page.js';
import { nameInMail } from '../../mail/mail-content.js';
import type { Notice } from '../notifications/notifications.js';
import { notify } from '../notifications/notify.step.js';
import type { AfterFailure } from '../posts/state/after-failure.port.js';
import { isPart, type PlatformPost } from '../posts/state/platform-post.js';
import { type FailedTarget, failedCommentsOf, failedTargetsOf } from './failed-target.repository.js';

/** Targets that a notification names. */
const MAX_NAMED = 10;

/** Notifies those who publish, once per group: an unread notification has all of its targets that have failed. */
export const notifyOfFailures: AfterFailure = async (db, failed, now) => {
  const posts = await noticesOf(failed.filter(isPart), (groupIds) => failedTargetsOf(db, groupIds), postFailed);
  const comments = failed.filter((post) => !isPart(post) && post.error?.code !== 'THREAD_INTERRUPTED');
  const ofComments = await noticesOf(comments, (groupIds) => failedCommentsOf(db, groupIds), commentFailed);
  await notify(db, now, [...posts, ...ofComments]);
};

interface Group {
  userId: string;
  groupId: string;
}

/** A notice for each group of what has failed. */
async function noticesOf(
  failed: readonly PlatformPost[],
  read: (groupIds: readonly string[]) => Promise<FailedTarget[]>,
  noticeOf: (group: Group, targets: readonly FailedTarget[]) => Notice,
): Promise<Notice[]> {
  const users = new Map(failed.map(({ groupId, userId }) => [groupId, userId]));
  if (users.size === 0) return [];
  const targets = await read([...users.keys()]);
  return [...users].flatMap(([groupId, userId]) => {
    const ofGroup = targets.filter((target) => target.groupId === groupId);
    return ofGroup.length > 0 ? [noticeOf({ userId, groupId }, ofGroup)] : [];
  });
}

function commentFailed({ userId, groupId }: Group, targets: readonly FailedTarget[]): Notice {
  return {
    ...{ kind: 'FIRST_COMMENT_FAILED', userId, subjectId: groupId, groupId },
    to: { permission: 'PUBLISH' },
    subject: 'A first comment could not be sent',
    blocks: [
      isUnknown(targets)
        ? 'Its post is live. The platform did not answer in time: look whether the comment is there before you send it again.'
        : 'Its post is live. The comment is not sent until you send it again.',
      ...whatFailed(groupId, targets),
    ],
  };
}

const isUnknown = (targets: readonly FailedTarget[]) => targets.some(({ code }) => code === 'OUTCOME_UNKNOWN');

function postFailed({ userId, groupId }: Group, targets: readonly FailedTarget[]): Notice {
  return {
    ...{ kind: isUnknown(targets) ? 'POST_UNKNOWN' : 'POST_FAILED', userId, subjectId: groupId, groupId },
    to: { permission: 'PUBLISH' },
    subject: isUnknown(targets) ? 'It is unknown whether a post is live' : 'A post could not be published',
    blocks: [
      isUnknown(targets)
        ? 'The platform did not answer in time, and could not be asked afterwards. Look whether the post is there before you publish it again.'
        : 'What has failed stays as it is until you publish it again.',
      ...whatFailed(groupId, targets),
    ],
  };
}

function whatFailed(groupId: string, targets: readonly FailedTarget[]): Notice['blocks'][number][] {
  const left = targets.length - MAX_NAMED;
  return [
    {
      facts: [
        ['Text', targets[0]?.excerpt ?? ''],
        ...targets
          .slice(0, MAX_NAMED)
          .map(
            ({ platform, username, message }) =>
              [
                username === null ? nameOf(platform) : `${nameInMail(username)} on ${nameOf(platform)}`,
                message,
              ] as const,
          ),
      ],
    },
    ...(left > 0 ? [`${left} more have failed.`] : []),
    { label: 'Open the post', to: { page: `/posts/${groupId}` } },
  ];
}
