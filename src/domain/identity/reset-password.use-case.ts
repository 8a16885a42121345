import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { recordAudit } from '../audit/audit.repository.js';
import { onAccount } from '../audit/audit-event.js';
import { hashToken } from './access/session.js';
import { deleteSessionsOfUser } from './access/session.repository.js';
import type { SignInThrottle } from './access/sign-in-throttle.repository.js';
import type { AccountThrottle } from './account/account-throttle.repository.js';
import { deleteEmailToken, deleteEmailTokens, findEmailToken } from './account/email-token.repository.js';
import { parseEmail } from './account/parse-account.js';
import { hashPassword, parsePassword } from './account/password.js';
import { passwordChangedMail } from './account/password-changed-mail.js';
import { findUser, lockUser, type User, updateUser } from './account/user.repository.js';
import type { QueueAccountMail } from './account-mail.use-case.js';

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

export type FindPasswordReset = (token: string) => Promise<User>;

/** Whose password a link would set. Looking uses nothing up: programs open the links in mails too. */
export const makeFindPasswordReset =
  ({ db, clock }: { db: Db; clock: () => Date }): FindPasswordReset =>
  async (token) => {
    const found = await findEmailToken(db, hashToken(token), 'reset_password', clock());
    const user = found?.userId ? await findUser(db, found.userId) : null;
    // The account may have got another address since.
    if (!user || user.deactivatedAt || user.email !== found?.email) throw new AppError('EMAIL_LINK_INVALID');
    return user;
  };

export type ResetPassword = (input: { token: string; newPassword: string }) => Promise<void>;

/**
 * Sets a new password with the token from the e-mail. All sessions end, and none begins: signing in comes after it,
 * with whatever else that asks for. Who reads the account's mail has confirmed its address.
 */
export const makeResetPassword =
  (needs: {
    transaction: Transaction;
    clock: () => Date;
    findPasswordReset: FindPasswordReset;
    signInThrottle: SignInThrottle;
    mailQueue: MailQueue;
  }): ResetPassword =>
  async ({ token, newPassword }) => {
    const { id, email, displayName } = await needs.findPasswordReset(token);
    const passwordHash = await hashPassword(await parsePassword(newPassword, [email, displayName]));
    await needs.transaction(async (db) => {
      const user = await lockUser(db, id);
      if (!user || user.email !== email || user.deactivatedAt || !(await deleteEmailToken(db, hashToken(token)))) {
        throw new AppError('EMAIL_LINK_INVALID');
      }
      await updateUser(db, { id }, { passwordHash, emailConfirmedAt: user.emailConfirmedAt ?? needs.clock() });
      await deleteSessionsOfUser(db, id);
      await deleteEmailTokens(db, id, 'reset_password');
      await needs.mailQueue.enqueue(db, passwordChangedMail(user));
      await recordAudit(db, onAccount(user), { action: 'password_reset' });
    });
    await needs.signInThrottle.forget(email);
  };
