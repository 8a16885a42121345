import type { Db } from '../../foundation/database/unit-of-work.js';
import { findMember } from '../identity/access/caller.repository.js';
import { ROLE_PERMISSIONS } from '../identity/access/permission.js';
import type { Viewer } from '../identity/access/viewer.js';
import type { Feed, FeedAccount } from './feed.repository.js';

/**
 * A feed acts as the member who changed it last, with the role that they have now. If they are no longer a member, it makes
 * drafts only. A feed that a program changed acts as a program with the scope that it had.
 */
export async function viewerOfFeed(
  db: Db,
  feed: Feed,
  account: FeedAccount,
  { confirmEmail, now }: { confirmEmail: boolean; now: Date },
): Promise<Viewer> {
  const { userId, ownerId, plan, limitOverrides, additionsRevision, emailConfirmedAt } = account;
  const viewer: Viewer = {
    ...{ userId, ownerId, plan, limitOverrides, additionsRevision },
    ...{ keyId: null, applicationId: null, session: null },
    permissions: ['READ', 'DRAFT'],
    scopes: [],
    workspaceAccess: false,
    mayPublish: !confirmEmail || emailConfirmedAt !== null,
  };
  const { personId } = feed;
  if (personId === null) {
    return feed.programMayPublish ? { ...viewer, permissions: ['READ', 'DRAFT', 'PUBLISH'] } : viewer;
  }
  const member = await findMember(db, personId, userId);
  if (!member) return viewer;
  const { role, mustSetUpSecondFactor } = member;
  const mayPublish = !mustSetUpSecondFactor && ROLE_PERMISSIONS[role].includes('PUBLISH');
  return {
    ...viewer,
    permissions: mayPublish ? ROLE_PERMISSIONS[role] : viewer.permissions,
    session: {
      id: feed.id,
      personId,
      email: account.email,
      role,
      mustSetUpSecondFactor,
      expiresAt: now,
      operator: null,
    },
  };
}
