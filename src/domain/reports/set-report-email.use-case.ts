import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { recordAudit } from '../audit/audit.repository.js';
import { keepPermission } from '../identity/access/keep-permission.step.js';
import type { Viewer } from '../identity/access/viewer.js';
import { lockUser } from '../identity/account/user.repository.js';
import { notifiedSession } from '../notifications/notified-session.js';
import { lockReportEmail, saveReportEmail } from './report-email.repository.js';
import { dueDay, nextSendingDay, ReportFrequency } from './report-periods.js';

/** Sets how often who is signed in gets a report of the account. Errors: SESSION_REQUIRED, MEMBERSHIP_ENDED. */
export type SetReportEmail = (viewer: Viewer, frequency: ReportFrequency) => Promise<void>;

/** The first one is of the period that ends next. A period of which a report was sent is not sent again. */
export const makeSetReportEmail =
  ({ transaction, clock }: { transaction: Transaction; clock: () => Date }): SetReportEmail =>
  async (viewer, frequency) => {
    const { personId } = notifiedSession(viewer);
    const { userId } = viewer;
    await transaction(async (db) => {
      const user = await lockUser(db, userId);
      await keepPermission(db, viewer, 'READ');
      const chosen = await lockReportEmail(db, { personId, userId });
      if (frequency === (chosen?.frequency ?? ReportFrequency.NEVER)) return;
      const today = dueDay(clock(), user?.timeZone ?? 'UTC');
      const after = chosen?.lastOn && chosen.lastOn > today ? chosen.lastOn : today;
      const nextOn = frequency === ReportFrequency.NEVER ? null : nextSendingDay(frequency, after);
      await saveReportEmail(db, { personId, userId, frequency, nextOn });
      await recordAudit(db, viewer, { action: 'report_email_set', details: { frequency, personId } });
    });
  };
