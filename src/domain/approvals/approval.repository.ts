/** Requests to approve groups, decisions about them, and the policies of accounts. */
import { In } from 'typeorm';
import { type RowIn, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { inheritedRow } from '../identity/account/inherited.repository.js';
import { ApprovalEntity } from './approval.entity.js';
import { ApprovalDecisionEntity } from './approval-decision.entity.js';
import { ApprovalPolicyEntity } from './approval-policy.entity.js';
import { type ApprovalPolicy, DEFAULT_POLICY } from './approvals.js';

export type StoredApproval = Omit<ApprovalEntity, 'group'>;
export type ApprovalDecision = Omit<ApprovalDecisionEntity, 'group'>;

const POLICY = table(ApprovalPolicyEntity).only('neededFor', 'approvers', 'approvals');

/** The policy of a user: its own, else that of its owner, else the default. */
export const policyOf = async (db: Db, user: { userId: string; ownerId: string }): Promise<ApprovalPolicy> =>
  (await inheritedRow(db, { table: 'approval_policies', columns: POLICY }, user)) ?? DEFAULT_POLICY;

export async function savePolicy(db: Db, userId: string, policy: ApprovalPolicy): Promise<void> {
  await db.upsert(ApprovalPolicyEntity, { userId, ...policy }, ['userId']);
}

export const findApproval = (db: Db, groupId: string): Promise<StoredApproval | null> =>
  db.findOneBy(ApprovalEntity, { groupId });

/** The requests of these groups, in any order. */
export const approvalsOfGroups = (db: Db, groupIds: readonly string[]): Promise<StoredApproval[]> =>
  db.findBy(ApprovalEntity, { groupId: In([...groupIds]) });

/** Stores a request in place of an earlier one. */
export async function saveApproval(db: Db, approval: StoredApproval): Promise<void> {
  await db.upsert(ApprovalEntity, approval, ['groupId']);
}

export async function setApprovalState(
  db: Db,
  groupId: string,
  changes: Partial<Pick<StoredApproval, 'state' | 'groupUpdatedAt'>>,
): Promise<void> {
  await db.update(ApprovalEntity, { groupId }, changes);
}

/** Stores a decision; false if the person has decided about this request before. */
export async function insertDecision(db: Db, decision: ApprovalDecision): Promise<boolean> {
  const { raw } = await db
    .createQueryBuilder()
    .insert()
    .into(ApprovalDecisionEntity)
    .values(decision)
    .orIgnore()
    .returning('id')
    .updateEntity(false)
    .execute();
  return raw.length > 0;
}

/** The decisions about requests, oldest first. */
export const decisionsOf = (db: Db, requestIds: readonly string[]): Promise<ApprovalDecision[]> =>
  db.find(ApprovalDecisionEntity, {
    where: { requestId: In([...requestIds]) },
    order: { decidedAt: 'ASC', id: 'ASC' },
  });

/** The requests `a` that wait for a decision; `users` is a condition on their `user_id`. */
export const waitingRequests = (users: string): string =>
  `approvals a JOIN post_groups g ON g.id = a.group_id AND g.status = 'draft' AND g.updated_at <= a.group_updated_at
    WHERE a.${users} AND a.state = 'PENDING'`;

const WAITING = waitingRequests('user_id = $1');

const REQUEST = table(ApprovalEntity).of('a');

/** A page of the requests of an account that wait for a decision, oldest first. */
export async function waitingApprovals(
  db: Db,
  userId: string,
  { after, limit }: { after: { time: Date; id: string } | null; limit: number },
): Promise<RowIn<typeof REQUEST>[]> {
  const rows = await db.query(
    `SELECT ${REQUEST.list} FROM ${WAITING} AND ($2::timestamptz IS NULL OR (a.requested_at, a.group_id) > ($2, $3))
      ORDER BY a.requested_at, a.group_id LIMIT $4`,
    [userId, after?.time ?? null, after?.id ?? null, limit],
  );
  return REQUEST.rows(rows);
}

export async function countWaitingApprovals(db: Db, userId: string): Promise<number> {
  const [{ count }] = await db.query(`SELECT count(*)::int AS count FROM ${WAITING}`, [userId]);
  return count;
}
