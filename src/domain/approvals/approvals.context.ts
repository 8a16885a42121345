import DataLoader from 'dataloader';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Viewer } from '../identity/access/viewer.js';
import {
  type ApprovalDecision,
  approvalsOfGroups,
  decisionsOf,
  policyOf,
  type StoredApproval,
} from './approval.repository.js';
import { APPROVER_PERMISSION, type ApprovalPolicy, ApprovalState, stateOf } from './approvals.js';

/** A request with the decisions about it. */
export type Approval = StoredApproval & { decisions: ApprovalDecision[] };

type PolicyOwner = Pick<Viewer, 'userId' | 'ownerId'>;

export interface ApprovalLoaders {
  approvalOfGroup: DataLoader<string, Approval | null>;
  /** The policy of the viewer. */
  approvalPolicy: DataLoader<PolicyOwner, ApprovalPolicy, string>;
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
  approvalPolicy: new DataLoader((owners) => Promise.all(owners.map((owner) => policyOf(db, owner))), {
    cacheKeyFn: ({ userId }) => userId,
  }),
});

/** Whether the viewer may decide about a request of a group that was last changed at `updatedAt`. */
export async function mayDecide(
  { approvalPolicy }: ApprovalLoaders,
  viewer: Viewer,
  approval: Approval,
  updatedAt: Date,
): Promise<boolean> {
  const { session, permissions } = viewer;
  if (!session || session.operator || stateOf(approval, updatedAt) !== ApprovalState.PENDING) return false;
  const { personId } = session;
  if (approval.requestedById === personId || approval.decisions.some((one) => one.personId === personId)) return false;
  return permissions.includes(APPROVER_PERMISSION[(await approvalPolicy.load(viewer)).approvers]);
}
