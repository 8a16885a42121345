import { Role } from '../people/role.js';
import type { ApiKeyScope } from './scope.js';

/** What a caller may do in an account. Its values are those of GraphQL. */
export const Permission = {
  READ: 'READ',
  DRAFT: 'DRAFT',
  PUBLISH: 'PUBLISH',
  MANAGE: 'MANAGE',
  ADMINISTER: 'ADMINISTER',
  OWN: 'OWN',
} as const;
export type Permission = (typeof Permission)[keyof typeof Permission];

const { READ, DRAFT, PUBLISH, MANAGE, ADMINISTER, OWN } = Permission;

/** What members may do, by role. docs/guides/teams.md shows this table. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  [Role.OWNER]: [READ, DRAFT, PUBLISH, MANAGE, ADMINISTER, OWN],
  [Role.ADMIN]: [READ, DRAFT, PUBLISH, MANAGE, ADMINISTER],
  [Role.EDITOR]: [READ, DRAFT, PUBLISH],
  [Role.CONTRIBUTOR]: [READ, DRAFT],
  [Role.VIEWER]: [READ],
};

/** What programs may do, by the scope of an API key or an application. */
const SCOPE_PERMISSIONS: Readonly<Record<ApiKeyScope, readonly Permission[]>> = {
  READ: [READ],
  DRAFT: [DRAFT],
  PUBLISH: [DRAFT, PUBLISH],
  MANAGE: [MANAGE],
  MCP: [],
  WORKSPACE: [],
};

/** Every program may read. */
export const permissionsOf = (scopes: readonly ApiKeyScope[]): readonly Permission[] => [
  ...new Set([READ, ...scopes.flatMap((scope) => SCOPE_PERMISSIONS[scope])]),
];

/** The roles with a permission. */
export const rolesWith = (permission: Permission): Role[] =>
  (Object.keys(ROLE_PERMISSIONS) as Role[]).filter((role) => ROLE_PERMISSIONS[role].includes(permission));
