import { newId } from '../../foundation/database/id.js';
import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { rolesWith } from '../identity/access/permission.js';
import { assertPermission, type Viewer } from '../identity/access/viewer.js';
import { findUser } from '../identity/account/user.repository.js';
import { findPerson } from '../identity/people/person.repository.js';
import { textOfGroup } from '../posts/reading/post-text.repository.js';
import { lockPostGroup, postsOfGroups } from '../posts/state/post-group.repository.js';
import { isPlainDraft } from '../posts/state/post-rules.js';
import { membersWithRoles, policyOf, type StoredApproval, saveApproval } from './approval.repository.js';
import { approvalRequestedMail } from './approval-mails.js';
import { APPROVER_PERMISSION, ApprovalNeed, ApprovalState } from './approvals.js';

export type RequestApproval = (
  viewer: Viewer,
  input: { groupId: string; scheduledTime: Date | null },
) => Promise<StoredApproval>;

/** Name of a program that asks. */
const PROGRAM = 'An API client';

/**
 * Asks for the approval of a draft as it is now; asking again replaces the request. Those who may approve are notified by
 * e-mail, but not the person who requests it. Without a time, it is that of the draft. Errors: POST_GROUP_NOT_FOUND, APPROVAL_NOT_OF_DRAFT, APPROVALS_OFF.
 */
export const makeRequestApproval =
  (needs: { transaction: Transaction; mailQueue: MailQueue; clock: () => Date }): RequestApproval =>
  async (viewer, { groupId, scheduledTime }) => {
    assertPermission(viewer, 'DRAFT');
    const { userId, ownerId, session } = viewer;
    return needs.transaction(async (db) => {
      const group = await lockPostGroup(db, groupId);
      if (!group || group.userId !== userId) throw new AppError('POST_GROUP_NOT_FOUND');
      if (!isPlainDraft(group, await postsOfGroups(db, [groupId]))) throw new AppError('APPROVAL_NOT_OF_DRAFT');
      const policy = await policyOf(db, viewer);
      if (policy.neededFor === ApprovalNeed.NOBODY) throw new AppError('APPROVALS_OFF');
      const now = needs.clock();
      const person = session && (await findPerson(db, session.personId));
      const approval: StoredApproval = {
        groupId,
        requestId: newId(now),
        userId,
        state: ApprovalState.PENDING,
        requestedById: person?.id ?? null,
        requestedBy: person?.name ?? PROGRAM,
        requestedAt: now,
        scheduledTime: scheduledTime ?? group.scheduledTime,
        groupUpdatedAt: group.updatedAt,
      };
      await saveApproval(db, approval);
      const account = await findUser(db, userId);
      const approvers = await membersWithRoles(db, [userId, ownerId], rolesWith(APPROVER_PERMISSION[policy.approvers]));
      for (const approver of approvers) {
        if (!account || approver.id === person?.id) continue;
        const about = {
          account,
          groupId,
          content: await textOfGroup(db, groupId),
          by: approval.requestedBy,
          scheduledTime: approval.scheduledTime,
        };
        await needs.mailQueue.enqueue(db, approvalRequestedMail(approver, about));
      }
      return approval;
    });
  };
