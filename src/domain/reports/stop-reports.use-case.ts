import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { recordAudit } from '../audit/audit.repository.js';
import { onAccount } from '../audit/audit-event.js';
import { findUser, lockUser } from '../identity/account/user.repository.js';
import type { StoppedMails, Unsubscribe } from '../notifications/unsubscribe.port.js';
import { lockReportEmail, saveReportEmail } from './report-email.repository.js';
import { ReportFrequency } from './report-periods.js';
import { readStopToken } from './stop-reports.js';

const stopped = ({ displayName }: { displayName: string }): StoppedMails => ({
  which: 'reports by e-mail of this account',
  names: [displayName],
});

/** The reports of one account for one person. */
export const makeStopReports = ({
  db: reader,
  transaction,
  cipher,
}: {
  db: Db;
  transaction: Transaction;
  cipher: CredentialCipher;
}): Unsubscribe => ({
  async read(token) {
    const key = readStopToken(cipher, token);
    const user = key && (await findUser(reader, key.userId));
    return user && stopped(user);
  },
  async carryOut(token) {
    const key = readStopToken(cipher, token);
    if (!key) return null;
    return transaction(async (db) => {
      const user = await lockUser(db, key.userId);
      if (!user) return null;
      const chosen = await lockReportEmail(db, key);
      if (chosen && chosen.frequency !== ReportFrequency.NEVER) {
        await saveReportEmail(db, { ...key, frequency: ReportFrequency.NEVER, nextOn: null });
        const details = { frequency: ReportFrequency.NEVER, personId: key.personId };
        await recordAudit(db, onAccount(user), { action: 'report_email_set', details });
      }
      return stopped(user);
    });
  },
});
