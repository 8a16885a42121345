import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import { deleteApplication, findApplication } from './access/application.repository.js';
import { assertSession, type Viewer } from './access/viewer.js';
import { lockUser } from './account/user.repository.js';
import { applicationSubject } from './applications/application-subject.js';

export type RevokeApplication = (viewer: Viewer, id: string) => Promise<void>;

/** Effective from the next request: its tokens are gone. */
export const makeRevokeApplication =
  ({ transaction }: { transaction: Transaction }): RevokeApplication =>
  async (viewer, id) => {
    assertSession(viewer);
    await transaction(async (db) => {
      await lockUser(db, viewer.userId);
      const application = await findApplication(db, viewer.userId, id);
      if (!application) throw new AppError('APPLICATION_NOT_FOUND');
      const details = { reason: 'owner' };
      await recordAudit(db, viewer, {
        action: 'application_revoked',
        subject: applicationSubject(application),
        details,
      });
      await deleteApplication(db, id);
    });
  };
