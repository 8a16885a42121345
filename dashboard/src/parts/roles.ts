import { t } from '@lingui/core/macro';
import type { graphql } from '../api/graphql.js';

export type Role = ReturnType<typeof graphql.scalar<'MemberRole'>>;

/** The roles in words, from most to least rights. `inText` is the label in a sentence. */
export const ROLES: Record<Role, { label: string; inText: string; may: string }> = {
  OWNER: {
    get label() {
      return t`Owner`;
    },
    get inText() {
      return t({ message: 'owner', context: 'in a sentence' });
    },
    get may() {
      return t`Everything, including the removal of the account`;
    },
  },
  ADMIN: {
    get label() {
      return t`Admin`;
    },
    get inText() {
      return t({ message: 'admin', context: 'in a sentence' });
    },
    get may() {
      return t`Everything but exporting, removing and transferring the account`;
    },
  },
  EDITOR: {
    get label() {
      return t`Editor`;
    },
    get inText() {
      return t({ message: 'editor', context: 'in a sentence' });
    },
    get may() {
      return t`Writes, schedules and publishes posts`;
    },
  },
  CONTRIBUTOR: {
    get label() {
      return t`Contributor`;
    },
    get inText() {
      return t({ message: 'contributor', context: 'in a sentence' });
    },
    get may() {
      return t`Writes drafts, which somebody else schedules`;
    },
  },
  VIEWER: {
    get label() {
      return t`Viewer`;
    },
    get inText() {
      return t({ message: 'viewer', context: 'in a sentence' });
    },
    get may() {
      return t`Reads posts and statistics`;
    },
  },
};

/** Those that can be given to a member. The ownership is transferred instead. */
export const GIVEN_ROLES = ['ADMIN', 'EDITOR', 'CONTRIBUTOR', 'VIEWER'] as const satisfies Role[];
