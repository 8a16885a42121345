import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { graphql, ResultOf } from '../../api/graphql.js';
import { oneOf } from '../../parts/one-of.js';
import { ROLES, type Role } from '../../parts/roles.js';
import type { ACTIVITY } from './activity.operations.js';

export type Action = ReturnType<typeof graphql.scalar<'AuditAction'>>;
export type AuditEvent = NonNullable<
  NonNullable<ResultOf<typeof ACTIVITY>['viewer']>['auditLog']
>['edges'][number]['node'];

/** The actions, in words, by what they are about. */
export const ACTIONS: { group: MessageDescriptor; actions: Partial<Record<Action, MessageDescriptor>> }[] = [
  {
    group: msg`Signing in`,
    actions: {
      SIGNED_IN: msg`Signed in`,
      SIGN_IN_FAILED: msg`Sign-in refused`,
      SIGNED_OUT: msg`Signed out`,
      SESSION_ENDED: msg`Session ended`,
      SESSIONS_ENDED: msg`Sessions ended`,
    },
  },
  {
    group: msg`Password, address and second factor`,
    actions: {
      PASSWORD_CHANGED: msg`Password changed`,
      PASSWORD_RESET: msg`Password reset by e-mail`,
      EMAIL_CHANGE_REQUESTED: msg`New e-mail address requested`,
      EMAIL_CHANGED: msg`E-mail address changed`,
      EMAIL_CONFIRMED: msg`E-mail address confirmed`,
      TWO_FACTOR_ENABLED: msg`Two-factor authentication turned on`,
      TWO_FACTOR_DISABLED: msg`Two-factor authentication turned off`,
      RECOVERY_CODES_REGENERATED: msg`Recovery codes replaced`,
    },
  },
  {
    group: msg`API keys`,
    actions: {
      API_KEY_CREATED: msg`API key created`,
      API_KEY_RENAMED: msg`API key renamed`,
      API_KEY_REVOKED: msg`API key revoked`,
    },
  },
  {
    group: msg`Connected applications`,
    actions: {
      APPLICATION_CONNECTED: msg`Application connected`,
      APPLICATION_REVOKED: msg`Application disconnected`,
    },
  },
  {
    group: msg`Calendar feed`,
    actions: {
      CALENDAR_FEED_CREATED: msg`Address of the calendar feed created`,
      CALENDAR_FEED_REVOKED: msg`Address of the calendar feed revoked`,
    },
  },
  {
    group: msg`Connected accounts`,
    actions: {
      ACCOUNT_CONNECTED: msg`Account connected`,
      ACCOUNT_RECONNECTED: msg`Account reconnected`,
      ACCOUNT_DISCONNECTED: msg`Account disconnected`,
    },
  },
  {
    group: msg`Members`,
    actions: {
      MEMBER_INVITED: msg`Member invited`,
      INVITATION_REVOKED: msg`Invitation revoked`,
      MEMBER_JOINED: msg`Member joined`,
      MEMBER_ADDED: msg`Member added`,
      MEMBER_ROLE_CHANGED: msg`Role of a member changed`,
      MEMBER_RENAMED: msg`Member changed their name`,
      MEMBER_REMOVED: msg`Member removed`,
      MEMBER_LEFT: msg`Member left`,
      OWNERSHIP_TRANSFERRED: msg`Account transferred to another owner`,
      TWO_FACTOR_REQUIREMENT_CHANGED: msg`Requirement of two-factor authentication changed`,
    },
  },
  {
    group: msg`Approvals`,
    actions: {
      APPROVAL_POLICY_CHANGED: msg`Rules of approvals changed`,
      RECOVERY_POLICY_CHANGED: msg`What follows reconnects changed`,
      APPROVAL_LINK_CREATED: msg`Approval link created`,
      APPROVAL_LINK_REVOKED: msg`Approval link revoked`,
      REPORT_LINK_CREATED: msg`Report shared`,
      REPORT_LINK_REVOKED: msg`Shared report revoked`,
      REPORT_EMAIL_SET: msg`Reports by e-mail chosen`,
    },
  },
  {
    group: msg`Clients`,
    actions: {
      MANAGED_USER_CREATED: msg`Client created`,
      MANAGED_USER_DETACHED: msg`Client detached`,
      CONNECTION_PAGE_CREATED: msg`Connection link created`,
      CONNECTION_PAGE_ROTATED: msg`Connection link replaced`,
    },
  },
  {
    group: msg`Library`,
    actions: {
      LIBRARY_FILE_DELETED: msg`File of the library deleted`,
    },
  },
  {
    group: msg`Imports`,
    actions: {
      POSTS_IMPORTED: msg`Posts imported from a file`,
      IMPORT_UNDONE: msg`Import of a file undone`,
    },
  },
  {
    group: msg`Snippets`,
    actions: {
      SIGNATURE_CHANGED: msg`Signature changed`,
      LINK_PARAMETERS_CHANGED: msg`Link parameters changed`,
      SNIPPET_CREATED: msg`Snippet created`,
      SNIPPET_UPDATED: msg`Snippet changed`,
      SNIPPET_DELETED: msg`Snippet deleted`,
    },
  },
  {
    group: msg`Feeds`,
    actions: {
      FEED_CREATED: msg`Feed added`,
      FEED_UPDATED: msg`Feed changed`,
      FEED_PAUSED: msg`Feed paused`,
      FEED_RESUMED: msg`Feed resumed`,
      FEED_DELETED: msg`Feed deleted`,
    },
  },
  {
    group: msg`Webhooks`,
    actions: {
      WEBHOOK_CREATED: msg`Webhook created`,
      WEBHOOK_UPDATED: msg`Webhook changed`,
      WEBHOOK_DISABLED: msg`Webhook turned off after failures`,
      WEBHOOK_SECRET_ROTATED: msg`Webhook secret replaced`,
      WEBHOOK_DELETED: msg`Webhook deleted`,
    },
  },
  {
    group: msg`Account`,
    actions: {
      ACCOUNT_CREATED: msg`Account created`,
      DISPLAY_NAME_CHANGED: msg`Name changed`,
      TIME_ZONE_CHANGED: msg`Time zone changed`,
      PLAN_CHANGED: msg`Plan changed`,
      ENTITLEMENTS_CHANGED: msg`Features of the account changed`,
      ACCOUNT_HELD: msg`Account put on hold`,
      ACCOUNT_RELEASED: msg`Hold of the account ended`,
      ACCOUNT_DEACTIVATED: msg`Account deactivated`,
      ACCOUNT_ACTIVATED: msg`Account activated`,
      OPERATOR_SIGNED_IN: msg`Operator of this service signed in as the account`,
      OPERATOR_SIGNED_OUT: msg`Operator of this service left the account`,
      POSTS_READ: msg`Posts read`,
      ACCOUNT_MOVED: msg`Account moved to another database`,
    },
  },
];

const TITLES: ReadonlyMap<string, MessageDescriptor> = new Map(
  ACTIONS.flatMap(({ actions }) => Object.entries(actions)),
);

/** What was done; an action that these words do not know yet, as the API names it. */
export function titleOf({ action }: Pick<AuditEvent, 'action'>): string {
  const title = TITLES.get(action);
  return title ? t(title) : action.toLowerCase().replaceAll('_', ' ');
}

/** Those of a list that is not known to have only actions; undefined if it has none. */
export function knownActions(list: unknown): Action[] | undefined {
  const known = Array.isArray(list) ? [...TITLES.keys()].filter((action) => list.includes(action)) : [];
  return known.length > 0 ? (known as Action[]) : undefined;
}

/** Who did it. */
export function actorOf({ actor }: Pick<AuditEvent, 'actor'>): string {
  const name = actor.name ?? '';
  switch (actor.kind) {
    case 'OWNER':
      return t`in a session`;
    case 'MEMBER':
      return t`by the member ${name}`.trimEnd();
    case 'API_KEY':
      return t`with the API key ${name}`.trimEnd();
    case 'APPLICATION':
      return t`by the application ${name}`.trimEnd();
    case 'MANAGED_USER':
      return t`by the link of a client`;
    case 'ANONYMOUS':
      return t`by somebody who was not signed in`;
    case 'OPERATOR':
      return t`by the operator of this service`;
    case 'SYSTEM':
      return t`by this service`;
  }
}

const REFUSED: Record<string, MessageDescriptor> = {
  SIGN_IN_FAILED: msg`the password was wrong`,
  SECOND_FACTOR_REQUIRED: msg`the password was right, and a code was asked for`,
  SECOND_FACTOR_INVALID: msg`the password was right, and the code was wrong`,
  ACCOUNT_ON_HOLD: msg`the account is on hold`,
  ACCOUNT_INACTIVE: msg`the account is inactive`,
};

const RECOVERY: Record<string, (hours: string) => string> = {
  ASK: (hours) => t`posts that failed are offered, for ${hours} hours`,
  AUTOMATIC: (hours) => t`posts that failed go out, for ${hours} hours`,
  OFF: (hours) => t`posts that failed stay failed, for ${hours} hours`,
};

/** What it was done to, and what changed. */
export function aboutOf({ action, subject, details }: AuditEvent): string | null {
  const { from, to, code, reason, email, role, required } = details;
  if (action === 'SIGN_IN_FAILED') return inWords(REFUSED, code);
  if (action === 'API_KEY_RENAMED') return isNow(from, subject?.name);
  if (action === 'OPERATOR_SIGNED_IN') return String(reason);
  if (action === 'TWO_FACTOR_REQUIREMENT_CHANGED') return required === true ? t`now required` : t`no longer required`;
  if (action === 'MEMBER_ROLE_CHANGED') return t`${String(email)}, ${roleIn(from)} is now ${roleIn(to)}`;
  if (action === 'APPROVAL_POLICY_CHANGED') return policyIn(details);
  if (action === 'RECOVERY_POLICY_CHANGED') {
    return RECOVERY[String(details.mode)]?.(String(details.hours)) ?? String(details.mode);
  }
  if (action === 'APPROVAL_LINK_CREATED' || action === 'APPROVAL_LINK_REVOKED') return t`for ${String(details.name)}`;
  if (typeof email === 'string') return typeof role === 'string' ? t`${email} as ${roleIn(role)}` : email;
  if (subject?.type === 'SESSION') return null;
  if (subject) return subject.name;
  if (typeof from === 'string' && typeof to === 'string') return isNow(from, to);
  return typeof to === 'string' ? to : null;
}

const isNow = (from: unknown, to: unknown): string => t`${String(from)} is now ${String(to)}`;

/** What an event says by a name; one that these words do not know yet, as the API names it. */
function inWords(words: Record<string, MessageDescriptor>, name: unknown): string {
  const known = words[String(name)];
  return known ? t(known) : String(name);
}

/** The role that an event names, in a sentence. */
function roleIn(value: unknown): string {
  const role = oneOf(Object.keys(ROLES) as Role[], value);
  return role ? ROLES[role].inText : String(value).toLowerCase();
}

const NEEDED_FOR: Record<string, MessageDescriptor> = {
  NOBODY: msg`no approval is needed`,
  CONTRIBUTORS: msg`contributors need an approval`,
  EVERYBODY: msg`everybody needs an approval`,
};

/** The rules of approvals after an event. */
function policyIn({ neededFor, approvers, approvals }: AuditEvent['details']): string {
  const needed = inWords(NEEDED_FOR, neededFor);
  if (neededFor === 'NOBODY') return needed;
  const byAdmins = approvals === 2 ? t`by two admins` : t`by one of the admins`;
  const byEditors = approvals === 2 ? t`by two editors` : t`by one of the editors`;
  return `${needed}, ${approvers === 'ADMINS' ? byAdmins : byEditors}`;
}
