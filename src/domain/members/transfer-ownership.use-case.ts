import { AppError } from '../../foundation/errors/app-error.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { recordAudit } from '../audit/audit.repository.js';
import { assertPermission, type Viewer } from '../identity/access/viewer.js';
import { lockUser, updateUser } from '../identity/account/user.repository.js';
import { findPerson, lockPerson } from '../identity/people/person.repository.js';
import { Role } from '../identity/people/role.js';
import type { AsOwner, Proof } from '../owner/as-owner.use-case.js';
import { findMember, setRole } from './member.repository.js';
import { ownershipTransferredMail } from './member-mails.js';

export type TransferOwnership = (viewer: Viewer, input: Proof & { personId: string }) => Promise<void>;

/**
 * Makes another member the owner of the account; the former owner becomes an admin. Mails about the account go to the new
 * owner. Both are notified. Errors: MEMBER_NOT_FOUND, and those of the proof.
 */
export const makeTransferOwnership =
  ({ asOwner, mailQueue }: { asOwner: AsOwner; mailQueue: MailQueue }): TransferOwnership =>
  async (viewer, { personId, ...proof }) => {
    assertPermission(viewer, 'OWN');
    const { ownerId: userId } = viewer;
    await asOwner(viewer, proof, async (db, former) => {
      // In the order of their ids: the address of each may be changing.
      for (const id of [former.id, personId].toSorted()) await lockPerson(db, id);
      const account = await lockUser(db, userId);
      const current = await findMember(db, userId, former.id);
      const member = await findMember(db, userId, personId);
      const person = member && (await findPerson(db, personId));
      if (!account || !person || personId === former.id) throw new AppError('MEMBER_NOT_FOUND');
      // Another request may have transferred it meanwhile.
      if (current?.role !== Role.OWNER)
        throw new AppError('PERMISSION_REQUIRED', { permission: 'OWN', role: Role.ADMIN });
      await setRole(db, [userId], former.id, Role.ADMIN);
      await setRole(db, [userId], personId, Role.OWNER);
      const { email, emailConfirmedAt } = person;
      await updateUser(db, { id: userId }, { email, emailConfirmedAt });
      const caller = { ...viewer, userId };
      await recordAudit(db, caller, { action: 'ownership_transferred', details: { from: former.email, to: email } });
      const about = { account: account.displayName, to: person.name };
      await mailQueue.enqueue(db, ownershipTransferredMail(person, { ...about, mine: true }));
      await mailQueue.enqueue(db, ownershipTransferredMail(former, { ...about, mine: false }));
    });
  };
