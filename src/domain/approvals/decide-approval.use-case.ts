import { isBlank } from '../../foundation/blank-text.js';
import { newId } from '../../foundation/database/id.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { publishableText } from '../../foundation/errors/publishable-text.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { assertPermission, sessionOf, type Viewer } from '../identity/access/viewer.js';
import { findUser } from '../identity/account/user.repository.js';
import { findPerson, type Person } from '../identity/people/person.repository.js';
import { textOfGroup } from '../posts/reading/post-text.repository.js';
import type { GuardSchedule } from '../posts/state/guard-schedule.port.js';
import { type PostGroup, PostGroupStatus } from '../posts/state/post-group.js';
import { lockPostGroup } from '../posts/state/post-group.repository.js';
import type { UpdatePostGroup } from '../posts/update-post-group.use-case.js';
import {
  decisionsOf,
  findApproval,
  insertDecision,
  policyOf,
  type StoredApproval,
  setApprovalState,
} from './approval.repository.js';
import { approvalDecidedMail } from './approval-mails.js';
import { APPROVER_PERMISSION, type ApprovalPolicy, ApprovalState, Decision, MAX_COMMENT } from './approvals.js';

export interface DecisionInput {
  groupId: string;
  /** When the request was made that is decided: the decision is of no other one. Null: of any. */
  requestedAt: Date | null;
  comment: string | null;
}

/** Who decides: a person, or the holder of a link. */
export type Decider = Pick<Person, 'id' | 'name'>;

/** `by`: the holder of a link; without one, the person who is signed in, with the permission that the policy names. */
export interface DecideApproval {
  /**
   * Approves what was requested. The last approval that is needed schedules the group, for its time or for
   * `scheduledTime`, in the same transaction. Errors: those of scheduling, APPROVAL_NOT_PENDING, APPROVAL_OUTDATED,
   * APPROVAL_OF_OWN, APPROVAL_TOO_LATE, PERMISSION_REQUIRED.
   */
  approve(viewer: Viewer, input: DecisionInput & { scheduledTime: Date | null }, by?: Decider): Promise<void>;
  /** Rejects it: the group stays a draft. Errors: as before, without those of scheduling. */
  reject(viewer: Viewer, input: DecisionInput, by?: Decider): Promise<void>;
}

/** A person who decides about a request, under the lock of the group. */
interface Deciding {
  group: PostGroup;
  approval: StoredApproval;
  policy: ApprovalPolicy;
  by: Decider;
}

export function makeDecideApproval(needs: {
  db: Db;
  transaction: Transaction;
  /** Schedules a group under this guard. */
  scheduleUnder: (guard: GuardSchedule) => UpdatePostGroup;
  mailQueue: MailQueue;
  clock: () => Date;
}): DecideApproval {
  const { db: reader, transaction, clock } = needs;

  async function deciding(
    db: Db,
    viewer: Viewer,
    group: PostGroup | null,
    { requestedAt, by: given }: { requestedAt: Date | null; by: Decider | undefined },
  ): Promise<Deciding> {
    if (!group || group.userId !== viewer.userId) throw new AppError('POST_GROUP_NOT_FOUND');
    const policy = await policyOf(db, viewer);
    const by = given ?? (await personOf(db, viewer, policy));
    const approval = await findApproval(db, group.id);
    if (approval?.state !== ApprovalState.PENDING || group.status !== PostGroupStatus.DRAFT) {
      throw new AppError('APPROVAL_NOT_PENDING');
    }
    const isAnother = requestedAt !== null && requestedAt.getTime() !== approval.requestedAt.getTime();
    if (isAnother || approval.groupUpdatedAt < group.updatedAt) throw new AppError('APPROVAL_OUTDATED');
    if (approval.requestedById === by.id) throw new AppError('APPROVAL_OF_OWN');
    return { group, approval, policy, by };
  }

  /** Stores the decision. Returns how many have approved. */
  async function decide(
    db: Db,
    { group, approval, by }: Deciding,
    decision: Decision,
    comment: string | null,
  ): Promise<number> {
    const { requestId } = approval;
    const now = clock();
    const stored = { id: newId(now), groupId: group.id, requestId, personId: by.id, decidedBy: by.name };
    if (!(await insertDecision(db, { ...stored, decision, comment, decidedAt: now }))) {
      throw new AppError('APPROVAL_DECIDED_BEFORE');
    }
    const decisions = await decisionsOf(db, [requestId]);
    return decisions.filter((one) => one.decision === Decision.APPROVED).length;
  }

  async function notify(db: Db, { group, approval, by }: Deciding, decision: Decision, comment: string | null) {
    const account = await findUser(db, group.userId);
    const requester = approval.requestedById && (await findPerson(db, approval.requestedById));
    if (!account || !requester) return;
    const about = {
      account,
      groupId: group.id,
      content: await textOfGroup(db, group.id),
      by: by.name,
      decision,
      comment,
    };
    await needs.mailQueue.enqueue(db, approvalDecidedMail(requester, about));
  }

  /** The guard that takes the last approval: scheduling and it are one transaction. */
  const takeApproval =
    (
      of: { requestedAt: Date | null; by: Decider | undefined },
      comment: string | null,
      taken: () => void,
    ): GuardSchedule =>
    async (db, viewer, group) => {
      const current = await deciding(db, viewer, group, of);
      const given = await decide(db, current, Decision.APPROVED, comment);
      if (given < current.policy.approvals) throw new AppError('APPROVAL_NOT_PENDING');
      await setApprovalState(db, current.group.id, { state: ApprovalState.APPROVED });
      await notify(db, current, Decision.APPROVED, comment);
      taken();
    };

  return {
    async approve(viewer, { groupId, requestedAt, scheduledTime, ...input }, by) {
      const comment = parseComment(input.comment);
      // Not the last approval: it is stored, and the group waits on.
      const isLast = await transaction(async (db) => {
        const current = await deciding(db, viewer, await lockPostGroup(db, groupId), { requestedAt, by });
        const given = await decisionsOf(db, [current.approval.requestId]);
        const approved = given.filter((one) => one.decision === Decision.APPROVED).length;
        if (given.some(({ personId }) => personId === current.by.id)) throw new AppError('APPROVAL_DECIDED_BEFORE');
        if (approved + 1 >= current.policy.approvals) return true;
        await decide(db, current, Decision.APPROVED, comment);
        return false;
      });
      if (!isLast) return;
      const approval = await findApproval(reader, groupId);
      const time = scheduledTime ?? approval?.scheduledTime ?? clock();
      const isTooLate = scheduledTime === null && approval?.scheduledTime && approval.scheduledTime < clock();
      if (isTooLate) throw new AppError('APPROVAL_TOO_LATE', { scheduledTime: time.toISOString() });
      let isTaken = false;
      const guard = takeApproval({ requestedAt, by }, comment, () => {
        isTaken = true;
      });
      await needs.scheduleUnder(guard)(viewer, {
        id: groupId,
        status: PostGroupStatus.SCHEDULED,
        scheduledTime: time,
        validate: true,
        requireConnections: true,
      });
      // Somebody else has scheduled it for the same time meanwhile.
      if (!isTaken) throw new AppError('APPROVAL_NOT_PENDING');
    },
    async reject(viewer, { groupId, requestedAt, ...input }, by) {
      const comment = parseComment(input.comment);
      await transaction(async (db) => {
        const current = await deciding(db, viewer, await lockPostGroup(db, groupId), { requestedAt, by });
        await decide(db, current, Decision.REJECTED, comment);
        await setApprovalState(db, groupId, { state: ApprovalState.REJECTED });
        await notify(db, current, Decision.REJECTED, comment);
      });
    },
  };
}

/** The person who is signed in. Error: PERMISSION_REQUIRED, unless the policy lets them approve. */
async function personOf(db: Db, viewer: Viewer, { approvers }: ApprovalPolicy): Promise<Decider> {
  assertPermission(viewer, APPROVER_PERMISSION[approvers]);
  const person = await findPerson(db, sessionOf(viewer).personId);
  if (!person) throw new AppError('SESSION_REQUIRED');
  return person;
}

/** At most 2,000 characters; blank is none. Errors: APPROVAL_COMMENT_TOO_LONG, TEXT_NOT_PUBLISHABLE. */
function parseComment(given: string | null): string | null {
  if (given === null || isBlank(given)) return null;
  const comment = publishableText(given, 'comment').trim();
  if (comment.length > MAX_COMMENT) throw new AppError('APPROVAL_COMMENT_TOO_LONG');
  return comment;
}
