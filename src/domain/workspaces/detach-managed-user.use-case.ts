import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { recordAudit } from '../audit/audit.repository.js';
import { deleteCalendarFeed } from '../calendar/calendar-feed.repository.js';
import { updateApiKeys } from '../identity/access/api-key.repository.js';
import { deleteApplicationsOf } from '../identity/access/application.repository.js';
import type { Viewer } from '../identity/access/viewer.js';
import { lockUser, updateUser } from '../identity/account/user.repository.js';
import { deleteMembershipsIn } from '../identity/people/membership.repository.js';
import { deleteNotificationsAbout } from '../notifications/notification.repository.js';
import type { Plans } from '../plans/plans.js';
import { keepUsageOfDetached } from '../usage/usage.repository.js';
import { deleteWebhooksOfOwner } from '../webhooks/webhook.repository.js';
import { deleteConnectionPage } from './connection-page.repository.js';
import { lockManagedUser } from './lock-managed-user.step.js';
import { assertWorkspace, managedUserSubject } from './managed-user.js';

interface Needs {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
}

/** Ends the exports of an account, which have the posts of its managed users. */
export type EndExports = (db: Db, userId: string, now: Date) => Promise<void>;

/** Makes the links of invitations to a user, and of approvals for it, invalid. */
export type EndInvitations = (db: Db, userId: string) => Promise<void>;

export type DetachManagedUser = (viewer: Viewer, userId: string) => Promise<void>;

/**
 * The user is no longer managed; it is not erased, and neither are its posts. Its address is free. Everything ends by which
 * its owner could act for it or see what it does from then on. What it has stored and used until then stays on the owner's account.
 */
export const makeDetachManagedUser =
  (needs: Needs & { plans: Plans; endExports: EndExports; endInvitations: EndInvitations }): DetachManagedUser =>
  (viewer, userId) => {
    const { transaction, clock, plans, endExports } = needs;
    assertWorkspace(viewer);
    return transaction(async (db) => {
      // Every transaction that takes quota of the account takes this lock first.
      await lockUser(db, viewer.ownerId);
      const user = await lockManagedUser(db, viewer, userId);
      const now = clock();
      await keepUsageOfDetached(db, userId, viewer.ownerId, now);
      // The plan that it was made with counted for nothing, and may be gone.
      await updateUser(db, { id: userId }, { managedById: null, plan: plans.initial });
      await deleteConnectionPage(db, userId);
      // The owner received all of them. They would act for the user again, on the user's own plan.
      await updateApiKeys(db, { userId }, { revokedAt: now });
      await deleteApplicationsOf(db, userId);
      await deleteCalendarFeed(db, userId);
      // Its owner chose the people who sign in to it.
      await deleteMembershipsIn(db, [userId]);
      await deleteNotificationsAbout(db, userId);
      await needs.endInvitations(db, userId);
      await deleteWebhooksOfOwner(db, userId, viewer.ownerId);
      await endExports(db, viewer.ownerId, now);
      const caller = { ...viewer, userId };
      await recordAudit(db, caller, { action: 'managed_user_detached', subject: managedUserSubject(user) });
    });
  };
