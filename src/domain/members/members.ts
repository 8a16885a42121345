import { DAY_MS } from '../../foundation/time/durations.js';
import { rolesWith } from '../identity/access/permission.js';
import { Role } from '../identity/people/role.js';

/** How long the link of an invitation is valid. */
export const INVITATION_MS = 7 * DAY_MS;

/** Members of an account, with those who are invited. */
export const MAX_MEMBERS = 100;

/** Accounts of one person. */
export const MAX_MEMBERSHIPS = 100;

/** The roles that can be given. Ownership is transferred instead. */
export const GIVEN_ROLES = [Role.ADMIN, Role.EDITOR, Role.CONTRIBUTOR, Role.VIEWER] as const;
export type GivenRole = (typeof GIVEN_ROLES)[number];

/** Who may invite. */
export const INVITER_ROLES = rolesWith('ADMINISTER');

/** The page that a link of an invitation opens. */
export const invitationPath = (token: string): string => `/invitations/${token}`;
