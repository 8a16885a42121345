import { isBlank } from '../../foundation/blank-text.js';
import { newId } from '../../foundation/database/id.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { publishableText } from '../../foundation/errors/publishable-text.js';
import { rolesWith } from '../identity/access/permission.js';
import { assertPermission, sessionOf, type Viewer } from '../identity/access/viewer.js';
import { findUser, lockPlan } from '../identity/account/user.repository.js';
import { peopleWithRoles } from '../identity/people/membership.repository.js';
import { findPerson, type Person } from '../identity/people/person.repository.js';
import { shownName } from '../identity/people/shown-name.js';
import { notify } from '../notifications/notify.step.js';
import { excerptOfGroup } from '../posts/reading/post-text.repository.js';
import type { GuardSchedule } from '../posts/state/guard-schedule.port.js';
import { type PostGroup, PostGroupStatus } from '../posts/state/post-group.js';
import { lockPostGroup } from '../posts/state/post-group.repository.js';
import { recordAnnotation } from '../posts/state/record-changes.repository.js';
import type { UpdatePostGroup } from '../posts/update-post-group.use-case.js';
import {
  type ApprovalDecision,
  decisionsOf,
  findApproval,
  insertDecision,
  policyOf,
  type StoredApproval,
  setApprovalState,
} from './approval.repository.js';
import { lockApprovalLink } from './approval-link.repository.js';
import { approvalDecided } from './approval-notices.js';
import {
  APPROVER_PERMISSION,
  type ApprovalPolicy,
  ApprovalState,
  Decision,
  linkPermission,
  MAX_COMMENT,
} from './approvals.js';
import type { HoldInQueue } from './hold-in-queue.port.js';
import { withdrawRequest } from './withdraw-request.step.js';

export interface DecisionInput {
  groupId: string;
  /** When the request was made that is decided: the decision is of no other one. Null: of any. */
  requestedAt: Date | null;
  comment: string | null;
}

/** The holder of a link, who decides. */
export interface LinkHolder {
  /** Of the link. */
  id: string;
  name: string;
  createdById: string;
}

/** Who decides: a person, or the holder of a link. */
interface Decider extends Pick<Person, 'id' | 'name'> {
  /** Who answers for the decision: the person, or the creator of the link. */
  responsibleId: string;
}

/** `by`: the holder of a link; without one, the person who is signed in, with the permission that the policy names. */
export interface DecideApproval {
  /**
   * Approves what was requested. The last approval that is needed schedules the group, for its time or for
   * `scheduledTime`, in the same transaction. Errors: those of scheduling, APPROVAL_NOT_PENDING, APPROVAL_OUTDATED,
   * APPROVAL_OF_OWN, APPROVAL_TOO_LATE, PERMISSION_REQUIRED.
   */
  approve(viewer: Viewer, input: DecisionInput & { scheduledTime: Date | null }, by?: LinkHolder): Promise<void>;
  /** Rejects it: the group stays a draft. Errors: as before, without those of scheduling. */
  reject(viewer: Viewer, input: DecisionInput, by?: LinkHolder): Promise<void>;
}

/** A person who decides about a request, under the lock of the group. */
interface Deciding {
  account: Pick<Viewer, 'userId' | 'ownerId'>;
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
  holdInQueue: HoldInQueue;
  clock: () => Date;
}): DecideApproval {
  const { db: reader, transaction, clock } = needs;

  async function deciding(
    db: Db,
    viewer: Viewer,
    group: PostGroup | null,
    { requestedAt, by: link }: { requestedAt: Date | null; by: LinkHolder | undefined },
  ): Promise<Deciding> {
    if (!group || group.userId !== viewer.userId) throw new AppError('POST_GROUP_NOT_FOUND');
    // Before the memberships, in the order of changes of members: scheduling needs it later.
    await lockPlan(db, viewer.ownerId);
    const policy = await policyOf(db, viewer);
    const by = link ? await holderOf(db, viewer, link, policy) : await personOf(db, viewer, policy);
    const approval = await findApproval(db, group.id);
    if (approval?.state !== ApprovalState.PENDING || group.status !== PostGroupStatus.DRAFT) {
      throw new AppError('APPROVAL_NOT_PENDING');
    }
    const isAnother = requestedAt !== null && requestedAt.getTime() !== approval.requestedAt.getTime();
    if (isAnother || approval.groupUpdatedAt < group.updatedAt) throw new AppError('APPROVAL_OUTDATED');
    if (approval.requestedById === by.id) throw new AppError('APPROVAL_OF_OWN');
    return { account: viewer, group, approval, policy, by };
  }

  /** Stores the decision. Returns how many approvals count. */
  async function decide(
    db: Db,
    { group, approval, account, policy, by }: Deciding,
    decision: Decision,
    comment: string | null,
  ): Promise<number> {
    const { requestId } = approval;
    const now = clock();
    const who = { personId: by.id, responsibleId: by.responsibleId, decidedBy: by.name };
    const what = { groupId: group.id, requestId, decision, comment, decidedAt: now };
    if (!(await insertDecision(db, { id: newId(now), ...who, ...what }))) {
      throw new AppError('APPROVAL_DECIDED_BEFORE');
    }
    await recordAnnotation(db, group, now);
    return countApprovals(db, account, policy, await decisionsOf(db, [requestId]));
  }

  async function notifyRequester(
    db: Db,
    { group, approval, by }: Deciding,
    decision: Decision,
    comment: string | null,
  ): Promise<void> {
    await withdrawRequest(db, approval);
    const account = await findUser(db, group.userId);
    if (!account) return;
    const about = { account, approval, excerpt: await excerptOfGroup(db, group.id) };
    await notify(db, clock(), [approvalDecided(about, { by: by.name, decision, comment })]);
  }

  /** The guard that takes the last approval: scheduling and it are one transaction. */
  const takeApproval =
    (
      of: { requestedAt: Date | null; by: LinkHolder | undefined },
      comment: string | null,
      taken: () => void,
    ): GuardSchedule =>
    async (db, viewer, group) => {
      const current = await deciding(db, viewer, group, of);
      const given = await decide(db, current, Decision.APPROVED, comment);
      if (given < current.policy.approvals) throw new AppError('APPROVAL_NOT_PENDING');
      await setApprovalState(db, current.group.id, { state: ApprovalState.APPROVED });
      await notifyRequester(db, current, Decision.APPROVED, comment);
      taken();
    };

  /** A post in the queue of a paused schedule waits until that is resumed: it has no time, and would go out now. */
  const takeHeld = (viewer: Viewer, groupId: string, guard: GuardSchedule): Promise<boolean> =>
    transaction(async (db) => {
      const group = await lockPostGroup(db, groupId);
      if (!group || group.userId !== viewer.userId || !(await needs.holdInQueue(db, groupId))) return false;
      await guard(db, viewer, group);
      return true;
    });

  return {
    async approve(viewer, { groupId, requestedAt, scheduledTime, ...input }, by) {
      const comment = parseComment(input.comment);
      // Not the last approval: it is stored, and the group waits on.
      const isLast = await transaction(async (db) => {
        const current = await deciding(db, viewer, await lockPostGroup(db, groupId), { requestedAt, by });
        const given = await decisionsOf(db, [current.approval.requestId]);
        const approved = await countApprovals(db, viewer, current.policy, given);
        if (given.some(({ personId }) => personId === current.by.id)) throw new AppError('APPROVAL_DECIDED_BEFORE');
        if (approved + 1 >= current.policy.approvals) return true;
        await decide(db, current, Decision.APPROVED, comment);
        await withdrawRequest(db, current.approval, [current.by.id]);
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
      const hasTime = scheduledTime !== null || (approval?.scheduledTime ?? null) !== null;
      if (!hasTime && (await takeHeld(viewer, groupId, guard))) return;
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
        await notifyRequester(db, current, Decision.REJECTED, comment);
      });
    },
  };
}

/** The person who is signed in. Error: PERMISSION_REQUIRED, unless the policy lets them approve. */
async function personOf(db: Db, viewer: Viewer, { approvers }: ApprovalPolicy): Promise<Decider> {
  const permission = APPROVER_PERMISSION[approvers];
  assertPermission(viewer, permission);
  const { personId, role } = sessionOf(viewer);
  const person = await findPerson(db, personId);
  if (!person) throw new AppError('SESSION_REQUIRED');
  // The role may have changed since the request came in.
  const approver = { personIds: [personId], roles: rolesWith(permission), lock: true };
  if (!(await peopleWithRoles(db, viewer, approver)).has(personId)) {
    throw new AppError('PERMISSION_REQUIRED', { permission, role });
  }
  return { id: personId, name: shownName(person), responsibleId: personId };
}

/** Error: APPROVAL_LINK_INVALID, if the link was revoked, or its creator may not create links, by now. */
async function holderOf(
  db: Db,
  viewer: Viewer,
  { id, name, createdById }: LinkHolder,
  policy: ApprovalPolicy,
): Promise<Decider> {
  const creator = { personIds: [createdById], roles: rolesWith(linkPermission(policy)), lock: true };
  const isValid = (await lockApprovalLink(db, id)) && (await peopleWithRoles(db, viewer, creator)).has(createdById);
  if (!isValid) throw new AppError('APPROVAL_LINK_INVALID');
  return { id, name, responsibleId: createdById };
}

/** The approvals by those who may approve by now: roles and the policy may have changed since. */
async function countApprovals(
  db: Db,
  account: Pick<Viewer, 'userId' | 'ownerId'>,
  policy: ApprovalPolicy,
  decisions: readonly ApprovalDecision[],
): Promise<number> {
  const approvals = decisions.filter(({ decision }) => decision === Decision.APPROVED);
  if (approvals.length === 0) return 0;
  const personIds = approvals.map(({ responsibleId }) => responsibleId);
  const [people, creators] = [
    await peopleWithRoles(db, account, { personIds, roles: rolesWith(APPROVER_PERMISSION[policy.approvers]) }),
    await peopleWithRoles(db, account, { personIds, roles: rolesWith(linkPermission(policy)) }),
  ];
  return approvals.filter(({ personId, responsibleId }) =>
    (personId === responsibleId ? people : creators).has(responsibleId),
  ).length;
}

/** At most 2,000 characters; blank is none. Errors: APPROVAL_COMMENT_TOO_LONG, TEXT_NOT_PUBLISHABLE. */
function parseComment(given: string | null): string | null {
  if (given === null || isBlank(given)) return null;
  const comment = publishableText(given, 'comment').trim();
  if (comment.length > MAX_COMMENT) throw new AppError('APPROVAL_COMMENT_TOO_LONG');
  return comment;
}
