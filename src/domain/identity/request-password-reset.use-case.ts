import type { Transaction } from '../../foundation/database/unit-of-work.js';
import type { AccountThrottle } from './account/account-throttle.repository.js';
import { parseEmail } from './account/parse-account.js';
import type { QueueAccountMail } from './compose-account-mail.use-case.js';

export type RequestPasswordReset = (input: { email: string; address: string }) => Promise<void>;

/** Sends a link to choose a new password. The response does not reveal whether there is an account. */
export const makeRequestPasswordReset =
  (needs: {
    transaction: Transaction;
    throttle: AccountThrottle;
    queueAccountMail: QueueAccountMail;
  }): RequestPasswordReset =>
  async (input) => {
    const email = parseEmail(input.email);
    await needs.throttle.requestMail(input.address);
    const mail = { kind: 'reset_password', email } as const;
    if (!(await needs.throttle.allowsMail(mail))) return;
    await needs.transaction((db) => needs.queueAccountMail(db, mail));
  };
