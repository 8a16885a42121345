import type { graphql } from '../api/graphql.js';

export type Role = ReturnType<typeof graphql.scalar<'MemberRole'>>;

/** The roles in words, from most to least rights. */
export const ROLES: Record<Role, { label: string; may: string }> = {
  OWNER: { label: 'Owner', may: 'Everything, including the removal of the account' },
  ADMIN: { label: 'Admin', may: 'Everything but exporting, removing and transferring the account' },
  EDITOR: { label: 'Editor', may: 'Writes, schedules and publishes posts' },
  CONTRIBUTOR: { label: 'Contributor', may: 'Writes drafts, which somebody else schedules' },
  VIEWER: { label: 'Viewer', may: 'Reads posts and statistics' },
};

/** Those that can be given to a member. The ownership is transferred instead. */
export const GIVEN_ROLES = ['ADMIN', 'EDITOR', 'CONTRIBUTOR', 'VIEWER'] as const satisfies Role[];

/** `an admin`, in a sentence. */
export const withArticle = (role: Role): string =>
  `${/^[AEO]/.test(role) ? 'an' : 'a'} ${ROLES[role].label.toLowerCase()}`;
