import { AppError } from '../../foundation/errors/app-error.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import { DAY_MS } from '../../foundation/time/durations.js';
import { rolesWith } from '../identity/access/permission.js';
import { Role } from '../identity/people/role.js';

/** How long the link of an invitation is valid. */
export const INVITATION_MS = 7 * DAY_MS;

/** Members of an account, with those who are invited. */
export const MAX_MEMBERS = 100;

/** Managed users that one request limits a person to. */
export const MAX_LIMITED_TO = 100;

/** Accounts of one person. */
export const MAX_MEMBERSHIPS = 100;

/** The roles that can be given. Ownership is transferred instead. */
export const GIVEN_ROLES = [Role.ADMIN, Role.EDITOR, Role.CONTRIBUTOR, Role.VIEWER] as const;
export type GivenRole = (typeof GIVEN_ROLES)[number];

/** Error: ROLE_NOT_GIVEN. */
export function parseGivenRole(role: Role): GivenRole {
  const given = GIVEN_ROLES.find((one) => one === role);
  if (!given) throw new AppError('ROLE_NOT_GIVEN');
  return given;
}

/** Errors: MEMBER_NOT_FOUND, if a person has none of these memberships, and MEMBER_IS_OWNER. Returns the first. */
export function assertMayChange<Membership extends { role: Role }>(memberships: readonly Membership[]): Membership {
  const [first] = memberships;
  if (!first) throw new AppError('MEMBER_NOT_FOUND');
  if (memberships.some(({ role }) => role === Role.OWNER)) throw new AppError('MEMBER_IS_OWNER');
  return first;
}

/**
 * The ids of managed users that a person is limited to, without repetitions. Errors: ID_INVALID, and MANAGED_USERS_INVALID
 * unless they are 1 to 100.
 */
export function parseManagedUserIds(given: readonly string[]): string[] {
  if (given.length === 0 || given.length > MAX_LIMITED_TO) throw new AppError('MANAGED_USERS_INVALID');
  return [...new Set(given.map((id) => parseId('managedUserIds', id)))];
}

/** Who may invite. */
export const INVITER_ROLES = rolesWith('ADMINISTER');

/** The page that a link of an invitation opens. */
export const invitationPath = (token: string): string => `/invitations/${token}`;
