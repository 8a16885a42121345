import { t } from '@lingui/core/macro';
import type { graphql } from '../api/graphql.js';

export type Role = ReturnType<typeof graphql.scalar<'MemberRole'>>;

/** The roles in words, from most to least rights. */
export const ROLES: Record<Role, { label: string; may: string }> = {
  OWNER: {
    get label() {
      return t`Owner`;
    },
    get may() {
      return t`Everything, including the removal of the account`;
    },
  },
  ADMIN: {
    get label() {
      return t`Admin`;
    },
    get may() {
      return t`Everything but exporting, removing and transferring the account`;
    },
  },
  EDITOR: {
    get label() {
      return t`Editor`;
    },
    get may() {
      return t`Writes, schedules and publishes posts`;
    },
  },
  CONTRIBUTOR: {
    get label() {
      return t`Contributor`;
    },
    get may() {
      return t`Writes drafts, which somebody else schedules`;
    },
  },
  VIEWER: {
    get label() {
      return t`Viewer`;
    },
    get may() {
      return t`Reads posts and statistics`;
    },
  },
};

/** Those that can be given to a member. The ownership is transferred instead. */
export const GIVEN_ROLES = ['ADMIN', 'EDITOR', 'CONTRIBUTOR', 'VIEWER'] as const satisfies Role[];

/** `an admin`, in a sentence. */
export const withArticle = (role: Role): string =>
  `${/^[AEO]/.test(role) ? 'an' : 'a'} ${ROLES[role].label.toLowerCase()}`;
