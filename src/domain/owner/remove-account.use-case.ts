import type { Db } from '../../foundation/database/unit-of-work.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { recordAudit } from '../audit/audit.repository.js';
import { onAccount } from '../audit/audit-event.js';
import type { User } from '../identity/account/user.repository.js';
import type { AccountJobs } from './account-jobs.port.js';
import { accountRemovedMail } from './owner-mails.js';
import { deleteUserAndManaged } from './removal.repository.js';

export type RemoveAccount = (db: Db, user: Pick<User, 'id' | 'email'> & { managed: boolean }) => Promise<number>;

/**
 * Removes a user and those whom it manages, and notifies the owner: they have no access from the commit on. Their
 * data follows, by the maintenance. Returns the number of users.
 */
export const makeRemoveAccount =
  (needs: { mailQueue: MailQueue; jobs: AccountJobs; clock: () => Date }): RemoveAccount =>
  async (db, user) => {
    const { users, emails } = await deleteUserAndManaged(db, user.id, needs.clock());
    const subject = { type: user.managed ? ('managed_user' as const) : ('account' as const), id: user.id, name: null };
    await recordAudit(db, user.managed ? null : onAccount(user), {
      action: 'account_removed',
      subject,
      details: { users },
    });
    for (const email of emails) await needs.jobs.removeMails(db, email);
    // The address of a managed user is a name that its owner gave.
    if (!user.managed) await needs.mailQueue.enqueue(db, accountRemovedMail(user));
    return users;
  };
