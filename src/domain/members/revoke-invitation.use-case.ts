import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import { assertPermission, type Viewer } from '../identity/access/viewer.js';
import { deleteInvitation, findInvitation } from './invitation.repository.js';

export type RevokeInvitation = (viewer: Viewer, id: string) => Promise<void>;

/** Makes the link of an invitation invalid. Error: INVITATION_NOT_FOUND. */
export const makeRevokeInvitation =
  ({ transaction }: { transaction: Transaction }): RevokeInvitation =>
  async (viewer, id) => {
    assertPermission(viewer, 'ADMINISTER');
    await transaction(async (db) => {
      const invitation = await findInvitation(db, viewer.userId, id);
      if (!invitation || !(await deleteInvitation(db, id))) throw new AppError('INVITATION_NOT_FOUND');
      await recordAudit(db, viewer, { action: 'invitation_revoked', details: { email: invitation.email } });
    });
  };
