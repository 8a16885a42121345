/** What people read about requests for approval. */
import { nameInMail } from '../../mail/mail-content.js';
import { timeInMail } from '../../mail/mail-time.js';
import type { Notice } from '../notifications/notifications.js';
import type { StoredApproval } from './approval.repository.js';
import { APPROVER_PERMISSION, type ApprovalPolicy, Decision } from './approvals.js';

interface About {
  account: { displayName: string; timeZone: string | null };
  approval: StoredApproval;
  /** The beginning of the text. */
  excerpt: string;
}

/** For those who may approve, except the requester. */
export const approvalRequested = (
  { account, approval, excerpt }: About,
  { approvers }: Pick<ApprovalPolicy, 'approvers'>,
): Notice => {
  const { groupId, requestId, userId, requestedBy, requestedById, scheduledTime } = approval;
  return {
    ...{ kind: 'APPROVAL_REQUESTED', userId, subjectId: requestId, groupId },
    to: { permission: APPROVER_PERMISSION[approvers] },
    except: requestedById,
    subject: `A post of ${nameInMail(account.displayName)} waits for your approval`,
    blocks: [
      `${nameInMail(requestedBy)} asks for approval of a post.`,
      {
        facts: [
          ['Text', excerpt],
          ['To go out', scheduledTime ? timeInMail(account, scheduledTime) : 'As soon as it is approved'],
        ],
      },
      { label: 'Review the post', to: { page: `/posts/${groupId}` } },
    ],
  };
};

/** For the person who asked. */
export const approvalDecided = (
  { approval, excerpt }: About,
  { by, decision, comment }: { by: string; decision: Decision; comment: string | null },
): Notice => {
  const { groupId, requestId, userId, requestedById } = approval;
  const isApproved = decision === Decision.APPROVED;
  return {
    ...{ kind: 'APPROVAL_DECIDED', userId, subjectId: requestId, groupId },
    to: { personIds: requestedById === null ? [] : [requestedById] },
    subject: isApproved ? 'Your post was approved' : 'Your post was not approved',
    blocks: [
      isApproved
        ? `${nameInMail(by)} approved your post. It is scheduled.`
        : `${nameInMail(by)} asks you to change your post. Edit it, and ask for approval again.`,
      { facts: [['Text', excerpt], ...(comment === null ? [] : ([['Comment', comment]] as const))] },
      { label: 'Open the post', to: { page: `/posts/${groupId}` } },
    ],
  };
};
