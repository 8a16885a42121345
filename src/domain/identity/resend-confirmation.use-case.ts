import type { Transaction } from '../../foundation/database/unit-of-work.js';
import type { AccountThrottle } from './account/account-throttle.repository.js';
import { parseEmail } from './account/parse-account.js';
import type { QueueAccountMail } from './compose-account-mail.use-case.js';

export type ResendConfirmation = (input: { email: string; address: string }) => Promise<void>;

/** Resends the link, replacing the previous one. The response does not reveal whether there is anything to confirm. */
export const makeResendConfirmation =
  (needs: {
    transaction: Transaction;
    throttle: AccountThrottle;
    queueAccountMail: QueueAccountMail;
  }): ResendConfirmation =>
  async (input) => {
    const email = parseEmail(input.email);
    await needs.throttle.requestMail(input.address);
    const mail = { kind: 'confirm_email', email } as const;
    if (!(await needs.throttle.allowsMail(mail))) return;
    await needs.transaction((db) => needs.queueAccountMail(db, mail));
  };
