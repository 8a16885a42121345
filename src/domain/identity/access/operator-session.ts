import { AppError } from '../../../foundation/errors/app-error.js';
import { HOUR_MS } from '../../../foundation/time/durations.js';
import type { Viewer } from './viewer.js';

/** How long an operator is signed in as another account at most. */
export const OPERATOR_SESSION_MS = HOUR_MS;

/** Mutations that give access which outlasts the session, take that of others away, or decide or write in the name of people. */
const ACCESS: ReadonlySet<string> = new Set([
  'createApiKey',
  'createManagedUserKey',
  'createConnectionPage',
  'createCalendarFeed',
  'createWebhook',
  'regenerateWebhookSecret',
  'changePassword',
  'changeEmail',
  'beginTwoFactor',
  'confirmTwoFactor',
  'disableTwoFactor',
  'regenerateRecoveryCodes',
  'endSession',
  'endOtherSessions',
  'approvePost',
  'rejectPost',
  'setApprovalPolicy',
  'createApprovalLink',
  'revokeApprovalLink',
  'createReportLink',
  'revokeReportLink',
  'addTeamComment',
  'editTeamComment',
  'deleteTeamComment',
  'resolveCommentThread',
  'inviteMember',
  'limitMember',
  // It ends memberships.
  'detachManagedUser',
  'revokeInvitation',
  'requestAccountExport',
  'requestAccountRemoval',
  'acceptInvitation',
  'changeMemberRole',
  'changePersonName',
  'removeMember',
  'leaveAccount',
  'transferOwnership',
  'requireTwoFactor',
]);

/** The mutation with which the operator leaves the account. */
export const LEAVE = 'signOut';

/** For what changes anything, outside of GraphQL. */
export function assertMayWrite({ session }: Viewer): void {
  if (session?.operator && !session.operator.mayWrite) throw new AppError('OPERATOR_READS_ONLY');
}

/** For what gives access that outlasts the session, outside of GraphQL. */
export function assertMayGiveAccess({ session }: Viewer): void {
  if (session?.operator) throw new AppError('OPERATOR_GETS_NO_ACCESS');
}

/** Refuses a mutation to an operator who is signed in as another account, and only reads; of one who writes, new credentials. */
export function assertMayMutate(viewer: Viewer, mutation: string): void {
  if (!viewer.session?.operator || mutation === LEAVE) return;
  assertMayWrite(viewer);
  if (ACCESS.has(mutation)) assertMayGiveAccess(viewer);
}
