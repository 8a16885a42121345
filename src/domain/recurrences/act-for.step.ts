import type { Db } from '../../foundation/database/unit-of-work.js';
import { policyOf } from '../approvals/approval.repository.js';
import { ApprovalNeed } from '../approvals/approvals.js';
import { isOnHold, isRemoved } from '../identity/access/may-sign-in.js';
import { ROLE_PERMISSIONS } from '../identity/access/permission.js';
import type { Viewer } from '../identity/access/viewer.js';
import { findUser } from '../identity/account/user.repository.js';
import { rolesOf } from './recurrence.repository.js';
import type { Recurrence } from './recurrences.js';

/** For whom the posts of a recurrence are created, and whether they are scheduled or drafts. */
export interface Actor {
  viewer: Viewer;
  schedules: boolean;
}

/**
 * The account acts for the person who last changed the recurrence, with what that person may do now: once a person may not
 * schedule posts any more, or everybody needs an approval, posts are drafts. Null: the account is not in use.
 */
export async function actorOf(
  db: Db,
  { userId, personId, publishes }: Recurrence,
  { confirmEmail, now }: { confirmEmail: boolean; now: Date },
): Promise<Actor | null> {
  const user = await findUser(db, userId);
  const owner = user?.managedById ? await findUser(db, user.managedById) : user;
  if (!user || !owner) return null;
  if ([user, owner].some((one) => one.deactivatedAt !== null || isRemoved(one.removalAt, now) || isOnHold(one, now))) {
    return null;
  }
  const viewer: Viewer = {
    ...{ userId, ownerId: owner.id, plan: owner.plan, limitOverrides: owner.limitOverrides },
    additionsRevision: owner.additionsRevision,
    ...{ keyId: null, applicationId: null, session: null, scopes: [], workspaceAccess: false },
    permissions: ROLE_PERMISSIONS.EDITOR,
    mayPublish: !confirmEmail || owner.emailConfirmedAt !== null,
  };
  return { viewer, schedules: publishes && (personId === null || (await mayPersonSchedule(db, viewer, personId))) };
}

async function mayPersonSchedule(db: Db, viewer: Viewer, personId: string): Promise<boolean> {
  const roles = await rolesOf(db, viewer, personId);
  return roles.some((role) => ROLE_PERMISSIONS[role].includes('PUBLISH')) && maySchedule(db, viewer);
}

/** Whether people of an account schedule posts without an approval. */
export const maySchedule = async (db: Db, viewer: Viewer): Promise<boolean> =>
  (await policyOf(db, viewer)).neededFor !== ApprovalNeed.EVERYBODY;
