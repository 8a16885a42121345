import type { Db } from '../../foundation/database/unit-of-work.js';
import type { ReportChoice } from '../../mail/mail-content.js';
import { assertNotMoving } from '../identity/access/parked-user.repository.js';
import { isStillChosen } from './report-email.repository.js';

/** Whether a report that waits to be sent may go to an address. Error: SERVICE_BUSY, while its account moves to another pod. */
export type MayGetReport = (report: ReportChoice, email: string) => Promise<boolean>;

export const makeMayGetReport =
  ({ db }: { db: Db }): MayGetReport =>
  async (report, email) => {
    if (await isStillChosen(db, report, email)) return true;
    await assertNotMoving(db, 'report_emails', report.userId);
    return false;
  };
