import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { recordAudit } from '../audit/audit.repository.js';
import { onAccount } from '../audit/audit-event.js';
import { lockUser } from '../identity/account/user.repository.js';
import type { StoppedMails, Unsubscribe } from '../notifications/unsubscribe.port.js';
import { lockReportEmail, nameForReader, type ReportEmailKey, saveReportEmail } from './report-email.repository.js';
import { ReportFrequency } from './report-periods.js';
import { readStopToken } from './stop-reports.js';

/** Null: the person has no choice to end, or has left the account, whose name is shown to its members alone. */
async function stopped(db: Db, key: ReportEmailKey): Promise<StoppedMails | null> {
  const name = await nameForReader(db, key);
  return name === null ? null : { which: 'reports by e-mail of this account', names: [name] };
}

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
    return key && stopped(reader, key);
  },
  async carryOut(token) {
    const key = readStopToken(cipher, token);
    if (!key) return null;
    return transaction(async (db) => {
      const user = await lockUser(db, key.userId);
      const chosen = await lockReportEmail(db, key);
      const mails = await stopped(db, key);
      if (!user || !chosen || !mails) return null;
      if (chosen.frequency !== ReportFrequency.NEVER) {
        await saveReportEmail(db, { ...key, frequency: ReportFrequency.NEVER, nextOn: null });
        const details = { frequency: ReportFrequency.NEVER, personId: key.personId };
        await recordAudit(db, onAccount(user), { action: 'report_email_set', details });
      }
      return mails;
    });
  },
});
