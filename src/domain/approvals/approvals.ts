import { AppError } from '../../foundation/errors/app-error.js';
import type { Permission } from '../identity/access/permission.js';

/** Whose posts need an approval before they are scheduled. */
export const ApprovalNeed = { NOBODY: 'NOBODY', CONTRIBUTORS: 'CONTRIBUTORS', EVERYBODY: 'EVERYBODY' } as const;
export type ApprovalNeed = (typeof ApprovalNeed)[keyof typeof ApprovalNeed];

/** Who may approve. */
export const Approvers = { EDITORS: 'EDITORS', ADMINS: 'ADMINS' } as const;
export type Approvers = (typeof Approvers)[keyof typeof Approvers];

/** How posts of an account are approved. */
export interface ApprovalPolicy {
  neededFor: ApprovalNeed;
  approvers: Approvers;
  /** 1 or 2, by different people. */
  approvals: number;
}

/** Of an account that has set none: people who may not schedule ask one who may. */
export const DEFAULT_POLICY: ApprovalPolicy = { neededFor: 'CONTRIBUTORS', approvers: 'EDITORS', approvals: 1 };

export const MAX_APPROVALS = 2;

/**
 * What was decided about a request. `OUTDATED`: what the post publishes was changed since it was requested or approved, so
 * that it has to be requested again.
 */
export const ApprovalState = {
  PENDING: 'PENDING',
  APPROVED: 'APPROVED',
  REJECTED: 'REJECTED',
  OUTDATED: 'OUTDATED',
} as const;
export type ApprovalState = (typeof ApprovalState)[keyof typeof ApprovalState];

export const Decision = { APPROVED: 'APPROVED', REJECTED: 'REJECTED' } as const;
export type Decision = (typeof Decision)[keyof typeof Decision];

/** What a person needs besides DRAFT to approve. */
export const APPROVER_PERMISSION: Readonly<Record<Approvers, Permission>> = {
  EDITORS: 'PUBLISH',
  ADMINS: 'ADMINISTER',
};

/**
 * What a person needs to create approval links. A link never does what its creator could not do without it: where
 * everybody needs an approval, only those who set the policy choose who else approves.
 */
export const linkPermission = ({ neededFor, approvers }: ApprovalPolicy): Permission =>
  neededFor === ApprovalNeed.EVERYBODY ? 'ADMINISTER' : APPROVER_PERMISSION[approvers];

/** Error: APPROVAL_REQUIRED, where everybody needs an approval: approvePost alone schedules there. */
export function assertSchedulable({ neededFor }: ApprovalPolicy): void {
  if (neededFor === ApprovalNeed.EVERYBODY) throw new AppError('APPROVAL_REQUIRED');
}

/** A rejected post is changed, and an approved one is scheduled: a pending request is outdated by any change. */
export const stateOf = (
  { state, groupUpdatedAt }: { state: ApprovalState; groupUpdatedAt: Date },
  updatedAt: Date,
): ApprovalState => (state === ApprovalState.PENDING && groupUpdatedAt < updatedAt ? ApprovalState.OUTDATED : state);

/**
 * Whether the group is as it was requested, or as it was decided about: what has become of it since is not for those who hold
 * a link.
 */
export const isAsRequested = (
  { state, groupUpdatedAt }: { state: ApprovalState; groupUpdatedAt: Date },
  updatedAt: Date,
): boolean =>
  state === ApprovalState.APPROVED ||
  (state !== ApprovalState.OUTDATED && groupUpdatedAt.getTime() >= updatedAt.getTime());

/** The page of a link for somebody without a login. */
export const reviewPath = (token: string): string => `/review/${token}`;

export const MAX_COMMENT = 2_000;
