import DataLoader from 'dataloader';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { type ApprovalDecision, approvalsOfGroups, decisionsOf, type StoredApproval } from './approval.repository.js';

/** A request with the decisions about it. */
export type Approval = StoredApproval & { decisions: ApprovalDecision[] };

export interface ApprovalLoaders {
  approvalOfGroup: DataLoader<string, Approval | null>;
}

/** What the resolvers of approvals find in the context of an operation. */
export interface ApprovalsContext {
  loaders: ApprovalLoaders;
}

export const makeApprovalLoaders = (db: Db): ApprovalLoaders => ({
  approvalOfGroup: new DataLoader(async (groupIds) => {
    const stored = await approvalsOfGroups(db, groupIds);
    const decisions =
      stored.length > 0
        ? await decisionsOf(
            db,
            stored.map(({ requestId }) => requestId),
          )
        : [];
    const byGroup = new Map(
      stored.map((one) => [
        one.groupId,
        { ...one, decisions: decisions.filter(({ requestId }) => requestId === one.requestId) },
      ]),
    );
    return groupIds.map((id) => byGroup.get(id) ?? null);
  }),
});
