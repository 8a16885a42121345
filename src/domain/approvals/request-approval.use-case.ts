import { newId } from '../../foundation/database/id.js';
import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { assertPermission, type Viewer } from '../identity/access/viewer.js';
import { findUser } from '../identity/account/user.repository.js';
import { findPerson } from '../identity/people/person.repository.js';
import { shownName } from '../identity/people/shown-name.js';
import { notify } from '../notifications/notify.step.js';
import { excerptOfGroup } from '../posts/reading/post-text.repository.js';
import { lockPostGroup, postsOfGroups } from '../posts/state/post-group.repository.js';
import { isPlainDraft } from '../posts/state/post-rules.js';
import { recordAnnotation } from '../posts/state/record-changes.repository.js';
import { findApproval, policyOf, type StoredApproval, saveApproval } from './approval.repository.js';
import { approvalRequested } from './approval-notices.js';
import { ApprovalNeed, ApprovalState } from './approvals.js';
import { withdrawRequest } from './withdraw-request.step.js';

export type RequestApproval = (
  viewer: Viewer,
  input: { groupId: string; scheduledTime: Date | null },
) => Promise<StoredApproval>;

/** Name of a program that asks. */
const PROGRAM = 'An API client';

/**
 * Asks for the approval of a draft as it is now; asking again replaces the request. Those who may approve are
 * notified, but not the person who requests it. Without a time, it is that of the draft. Errors: POST_GROUP_NOT_FOUND, APPROVAL_NOT_OF_DRAFT, APPROVALS_OFF.
 */
export const makeRequestApproval =
  (needs: { transaction: Transaction; clock: () => Date }): RequestApproval =>
  async (viewer, { groupId, scheduledTime }) => {
    assertPermission(viewer, 'DRAFT');
    const { userId, session } = viewer;
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
        requestedBy: person ? shownName(person) : PROGRAM,
        requestedAt: now,
        scheduledTime: scheduledTime ?? group.scheduledTime,
        groupUpdatedAt: group.updatedAt,
      };
      const former = await findApproval(db, groupId);
      await saveApproval(db, approval);
      await recordAnnotation(db, group, now);
      const account = await findUser(db, userId);
      if (account) {
        const excerpt = await excerptOfGroup(db, groupId);
        await notify(db, now, [approvalRequested({ account, approval, excerpt }, policy)]);
      }
      // After those of this request, which lock memberships first.
      if (former) await withdrawRequest(db, former);
      return approval;
    });
  };
