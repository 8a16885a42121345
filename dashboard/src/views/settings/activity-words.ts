import type { graphql, ResultOf } from '../../api/graphql.js';
import { oneOf } from '../../parts/one-of.js';
import { ROLES, type Role } from '../../parts/roles.js';
import type { ACTIVITY } from './activity.operations.js';

export type Action = ReturnType<typeof graphql.scalar<'AuditAction'>>;
export type AuditEvent = NonNullable<
  NonNullable<ResultOf<typeof ACTIVITY>['viewer']>['auditLog']
>['edges'][number]['node'];

/** The actions, in words, by what they are about. */
export const ACTIONS: Record<string, Partial<Record<Action, string>>> = {
  'Signing in': {
    SIGNED_IN: 'Signed in',
    SIGN_IN_FAILED: 'Sign-in refused',
    SIGNED_OUT: 'Signed out',
    SESSION_ENDED: 'Session ended',
    SESSIONS_ENDED: 'Sessions ended',
  },
  'Password, address and second factor': {
    PASSWORD_CHANGED: 'Password changed',
    PASSWORD_RESET: 'Password reset by e-mail',
    EMAIL_CHANGE_REQUESTED: 'New e-mail address requested',
    EMAIL_CHANGED: 'E-mail address changed',
    EMAIL_CONFIRMED: 'E-mail address confirmed',
    TWO_FACTOR_ENABLED: 'Two-factor authentication turned on',
    TWO_FACTOR_DISABLED: 'Two-factor authentication turned off',
    RECOVERY_CODES_REGENERATED: 'Recovery codes replaced',
  },
  'API keys': {
    API_KEY_CREATED: 'API key created',
    API_KEY_RENAMED: 'API key renamed',
    API_KEY_REVOKED: 'API key revoked',
  },
  'Connected applications': {
    APPLICATION_CONNECTED: 'Application connected',
    APPLICATION_REVOKED: 'Application disconnected',
  },
  'Calendar feed': {
    CALENDAR_FEED_CREATED: 'Address of the calendar feed created',
    CALENDAR_FEED_REVOKED: 'Address of the calendar feed revoked',
  },
  'Connected accounts': {
    ACCOUNT_CONNECTED: 'Account connected',
    ACCOUNT_RECONNECTED: 'Account reconnected',
    ACCOUNT_DISCONNECTED: 'Account disconnected',
  },
  Members: {
    MEMBER_INVITED: 'Member invited',
    INVITATION_REVOKED: 'Invitation revoked',
    MEMBER_JOINED: 'Member joined',
    MEMBER_ADDED: 'Member added',
    MEMBER_ROLE_CHANGED: 'Role of a member changed',
    MEMBER_RENAMED: 'Member changed their name',
    MEMBER_REMOVED: 'Member removed',
    MEMBER_LEFT: 'Member left',
    OWNERSHIP_TRANSFERRED: 'Account transferred to another owner',
    TWO_FACTOR_REQUIREMENT_CHANGED: 'Requirement of two-factor authentication changed',
  },
  Approvals: {
    APPROVAL_POLICY_CHANGED: 'Rules of approvals changed',
    RECOVERY_POLICY_CHANGED: 'What follows reconnects changed',
    APPROVAL_LINK_CREATED: 'Approval link created',
    APPROVAL_LINK_REVOKED: 'Approval link revoked',
    REPORT_LINK_CREATED: 'Report shared',
    REPORT_LINK_REVOKED: 'Shared report revoked',
  },
  Clients: {
    MANAGED_USER_CREATED: 'Client created',
    MANAGED_USER_DETACHED: 'Client detached',
    CONNECTION_PAGE_CREATED: 'Connection link created',
    CONNECTION_PAGE_ROTATED: 'Connection link replaced',
  },
  Library: {
    LIBRARY_FILE_DELETED: 'File of the library deleted',
  },
  Imports: {
    POSTS_IMPORTED: 'Posts imported from a file',
    IMPORT_UNDONE: 'Import of a file undone',
  },
  Snippets: {
    SIGNATURE_CHANGED: 'Signature changed',
    LINK_PARAMETERS_CHANGED: 'Link parameters changed',
    SNIPPET_CREATED: 'Snippet created',
    SNIPPET_UPDATED: 'Snippet changed',
    SNIPPET_DELETED: 'Snippet deleted',
  },
  Feeds: {
    FEED_CREATED: 'Feed added',
    FEED_UPDATED: 'Feed changed',
    FEED_PAUSED: 'Feed paused',
    FEED_RESUMED: 'Feed resumed',
    FEED_DELETED: 'Feed deleted',
  },
  Webhooks: {
    WEBHOOK_CREATED: 'Webhook created',
    WEBHOOK_UPDATED: 'Webhook changed',
    WEBHOOK_DISABLED: 'Webhook turned off after failures',
    WEBHOOK_SECRET_ROTATED: 'Webhook secret replaced',
    WEBHOOK_DELETED: 'Webhook deleted',
  },
  Account: {
    ACCOUNT_CREATED: 'Account created',
    DISPLAY_NAME_CHANGED: 'Name changed',
    TIME_ZONE_CHANGED: 'Time zone changed',
    PLAN_CHANGED: 'Plan changed',
    ENTITLEMENTS_CHANGED: 'Features of the account changed',
    ACCOUNT_HELD: 'Account put on hold',
    ACCOUNT_RELEASED: 'Hold of the account ended',
    ACCOUNT_DEACTIVATED: 'Account deactivated',
    ACCOUNT_ACTIVATED: 'Account activated',
    OPERATOR_SIGNED_IN: 'Operator of this service signed in as the account',
    OPERATOR_SIGNED_OUT: 'Operator of this service left the account',
    POSTS_READ: 'Posts read',
    ACCOUNT_MOVED: 'Account moved to another database',
  },
};

const TITLES: ReadonlyMap<string, string> = new Map(Object.values(ACTIONS).flatMap((group) => Object.entries(group)));

/** What was done; an action that these words do not know yet, as the API names it. */
export const titleOf = ({ action }: Pick<AuditEvent, 'action'>): string =>
  TITLES.get(action) ?? action.toLowerCase().replaceAll('_', ' ');

/** Those of a list that is not known to have only actions; undefined if it has none. */
export function knownActions(list: unknown): Action[] | undefined {
  const known = Array.isArray(list) ? [...TITLES.keys()].filter((action) => list.includes(action)) : [];
  return known.length > 0 ? (known as Action[]) : undefined;
}

/** Who did it. */
export function actorOf({ actor }: Pick<AuditEvent, 'actor'>): string {
  switch (actor.kind) {
    case 'OWNER':
      return 'in a session';
    case 'MEMBER':
      return `by the member ${actor.name ?? ''}`.trimEnd();
    case 'API_KEY':
      return `with the API key ${actor.name ?? ''}`.trimEnd();
    case 'APPLICATION':
      return `by the application ${actor.name ?? ''}`.trimEnd();
    case 'MANAGED_USER':
      return 'by the link of a client';
    case 'ANONYMOUS':
      return 'by somebody who was not signed in';
    case 'OPERATOR':
      return 'by the operator of this service';
    case 'SYSTEM':
      return 'by this service';
  }
}

const REFUSED: Record<string, string> = {
  SIGN_IN_FAILED: 'the password was wrong',
  SECOND_FACTOR_REQUIRED: 'the password was right, and a code was asked for',
  SECOND_FACTOR_INVALID: 'the password was right, and the code was wrong',
  ACCOUNT_ON_HOLD: 'the account is on hold',
  ACCOUNT_INACTIVE: 'the account is inactive',
};

const RECOVERY: Record<string, string> = {
  ASK: 'posts that failed are offered',
  AUTOMATIC: 'posts that failed go out',
  OFF: 'posts that failed stay failed',
};

/** What it was done to, and what changed. */
export function aboutOf({ action, subject, details }: AuditEvent): string | null {
  const { from, to, code, reason, email, role, required } = details;
  if (action === 'SIGN_IN_FAILED') return REFUSED[String(code)] ?? String(code);
  if (action === 'API_KEY_RENAMED') return `${from} is now ${subject?.name}`;
  if (action === 'OPERATOR_SIGNED_IN') return String(reason);
  if (action === 'TWO_FACTOR_REQUIREMENT_CHANGED') return required === true ? 'now required' : 'no longer required';
  if (action === 'MEMBER_ROLE_CHANGED') return `${email}, ${roleIn(from)} is now ${roleIn(to)}`;
  if (action === 'APPROVAL_POLICY_CHANGED') return policyIn(details);
  if (action === 'RECOVERY_POLICY_CHANGED') {
    return `${RECOVERY[String(details.mode)]}, for ${details.hours} hours`;
  }
  if (action === 'APPROVAL_LINK_CREATED' || action === 'APPROVAL_LINK_REVOKED') return `for ${details.name}`;
  if (typeof email === 'string') return typeof role === 'string' ? `${email} as ${roleIn(role)}` : email;
  if (subject?.type === 'SESSION') return null;
  if (subject) return subject.name;
  if (typeof from === 'string' && typeof to === 'string') return `${from} is now ${to}`;
  return typeof to === 'string' ? to : null;
}

/** The label of a role that an event names. */
function roleIn(value: unknown): string {
  const role = oneOf(Object.keys(ROLES) as Role[], value);
  return role ? ROLES[role].label.toLowerCase() : String(value).toLowerCase();
}

const NEEDED_FOR: Record<string, string> = {
  NOBODY: 'nobody needs an approval',
  CONTRIBUTORS: 'contributors need an approval',
  EVERYBODY: 'everybody needs an approval',
};

/** The rules of approvals after an event. */
function policyIn({ neededFor, approvers, approvals }: AuditEvent['details']): string {
  const needed = NEEDED_FOR[String(neededFor)] ?? String(neededFor);
  if (neededFor === 'NOBODY') return needed;
  const by = approvers === 'ADMINS' ? 'admins' : 'editors';
  return `${needed}, by ${approvals === 2 ? `two ${by}` : `one of the ${by}`}`;
}
