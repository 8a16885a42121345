import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { composeMail } from '../../mail/compose.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { recordAudit } from '../audit/audit.repository.js';
import { onAccount } from '../audit/audit-event.js';
import type { CheckCurrentPassword } from './access/current-password.use-case.js';
import { hashToken } from './access/session.js';
import { hasSession } from './access/session.repository.js';
import { knownBrowser } from './access/sign-in-throttle.repository.js';
import { asItself, sessionOf, type Viewer } from './access/viewer.js';
import type { AccountThrottle } from './account/account-throttle.repository.js';
import type { ClaimAddress } from './account/claim-address.js';
import {
  deleteEmailToken,
  deleteEmailTokens,
  deleteSignUpRequests,
  type EmailToken,
  findEmailToken,
  findSignUpRequest,
  lockSignUpRequests,
} from './account/email-token.repository.js';
import { parseEmail } from './account/parse-account.js';
import { passwordMatches } from './account/password.js';
import { findUser, insertUser, lockUser, setConfirmedEmail } from './account/user.repository.js';
import { beginEmailChange, type QueueAccountMail } from './account-mail.use-case.js';
import type { WithSecondFactor } from './second-factor/with-second-factor.use-case.js';

/** The effect of a confirmation link: creates an account, confirms an existing one, or changes its address. */
export interface Confirmation {
  email: string;
  does: 'sign_up' | 'confirm' | 'change';
}

export type FindConfirmation = (token: string) => Promise<Confirmation>;

/**
 * The effect of a link, and the address it confirms. Looking it up does not use up the link: mail scanners open links
 * too.
 */
export const makeFindConfirmation =
  ({ db, clock }: { db: Db; clock: () => Date }): FindConfirmation =>
  async (token) => {
    const found = await findEmailToken(db, hashToken(token), 'confirm_email', clock());
    if (!found) throw new AppError('EMAIL_LINK_INVALID');
    const { email, userId } = found;
    const user = userId === null ? null : await findUser(db, userId);
    if (!user) return { email, does: 'sign_up' };
    return { email, does: user.email === email ? 'confirm' : 'change' };
  };

export interface ConfirmEmailInput {
  token: string;
  /** The password of the sign-up; ignored for an existing account. */
  password: string | null;
}

export type ConfirmEmail = (input: ConfirmEmailInput) => Promise<{ email: string }>;

/**
 * Confirms an address with the token from the e-mail to it: the account of a sign-up is made, or an account that is
 * there has the address from now on. It begins no session: the reader of the mail need not be the person who signed up. For the
 * same reason a sign-up takes its password too: opening the link of someone else's sign-up creates no account.
 */
export const makeConfirmEmail =
  (needs: {
    db: Db;
    transaction: Transaction;
    clock: () => Date;
    throttle: AccountThrottle;
    claimAddress: ClaimAddress;
  }): ConfirmEmail =>
  async ({ token, password }) => {
    const { transaction, clock } = needs;
    const opened = await findEmailToken(needs.db, hashToken(token), 'confirm_email', clock());
    await checkPasswordOfSignUp(needs, opened, password);
    if (opened && !(await needs.claimAddress(opened.email))) throw new AppError('EMAIL_TAKEN');
    return transaction(async (db) => {
      const now = clock();
      const found = await findEmailToken(db, hashToken(token), 'confirm_email', now);
      if (!found) throw new AppError('EMAIL_LINK_INVALID');
      const { email } = found;
      const confirmed = found.userId ? await confirmOfUser(db, found, now) : await confirmSignUp(db, found, now);
      if (!confirmed) throw new AppError('EMAIL_TAKEN');
      // Other sign-ups with this address are discarded.
      await deleteSignUpRequests(db, { email });
      return { email };
    });
  };

/** Not needed for the link of an existing account. */
async function checkPasswordOfSignUp(
  { db, throttle }: { db: Db; throttle: AccountThrottle },
  found: EmailToken | null,
  password: string | null,
): Promise<void> {
  const signUp = found?.signUpId ? await findSignUpRequest(db, found.signUpId) : null;
  if (!found || !signUp) return;
  if (!password) throw new AppError('CURRENT_PASSWORD_WRONG');
  if (!(await throttle.allowsPasswordOfLink(found.tokenHash))) throw new AppError('EMAIL_LINK_INVALID');
  if (!(await passwordMatches(password, signUp.passwordHash))) throw new AppError('CURRENT_PASSWORD_WRONG');
}

/** False if the address belongs to another account by now. */
async function confirmOfUser(db: Db, { userId, email, tokenHash }: EmailToken, now: Date): Promise<boolean> {
  const user = userId && (await lockUser(db, userId));
  if (!user || user.deactivatedAt || !(await deleteEmailToken(db, tokenHash))) throw new AppError('EMAIL_LINK_INVALID');
  // An older link would restore the previous address.
  await deleteEmailTokens(db, user.id, 'confirm_email');
  if (!(await setConfirmedEmail(db, user.id, email, now))) return false;
  const changed = { action: 'email_changed', details: { from: user.email, to: email } } as const;
  await recordAudit(db, onAccount(user), email === user.email ? { action: 'email_confirmed' } : changed);
  return true;
}

async function confirmSignUp(db: Db, { signUpId, email, tokenHash }: EmailToken, now: Date): Promise<boolean> {
  const signUp = (await lockSignUpRequests(db, email)).find(({ id }) => id === signUpId);
  if (!signUp || !(await deleteEmailToken(db, tokenHash))) throw new AppError('EMAIL_LINK_INVALID');
  const { id, displayName, passwordHash, createdAt } = signUp;
  const account = { id, email, displayName, passwordHash, plan: 'starter' as const };
  if (!(await insertUser(db, { ...account, emailConfirmedAt: now, createdAt }))) return false;
  await recordAudit(db, onAccount(account), { action: 'account_created' });
  return true;
}

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

export interface ChangeEmailInput {
  email: string;
  currentPassword: string;
  /** Second-factor code; null if none was given. */
  code: string | null;
  /** Address of the request. */
  address: string;
}

export type ChangeEmail = (viewer: Viewer, input: ChangeEmailInput) => Promise<void>;

/**
 * Sends a link to the new address; the change takes effect once it is opened. The old address is notified immediately.
 * A new password, or ending another session, cancels the change.
 */
export const makeChangeEmail =
  (needs: {
    transaction: Transaction;
    clock: () => Date;
    throttle: AccountThrottle;
    checkCurrentPassword: CheckCurrentPassword;
    withSecondFactor: WithSecondFactor;
    queueAccountMail: QueueAccountMail;
    mailQueue: MailQueue;
  }): ChangeEmail =>
  async (viewer, { email: given, currentPassword, code, address }) => {
    const email = parseEmail(given);
    const user = await needs.checkCurrentPassword(viewer, currentPassword);
    const session = sessionOf(viewer);
    // In a separate transaction: the limits use other connections.
    await needs.withSecondFactor({ user, code, subject: knownBrowser(session.id) }, async () => {});
    await needs.throttle.requestMail(address);
    await needs.throttle.changeEmail(user.id);
    const mail = { kind: 'change_email', userId: user.id, email } as const;
    if (!(await needs.throttle.allowsMail(mail))) return;
    await needs.transaction(async (db) => {
      // The password may have been changed, and the session ended, since they were checked.
      const current = await lockUser(db, user.id);
      if (current?.passwordHash !== user.passwordHash) throw new AppError('CURRENT_PASSWORD_WRONG');
      if (!(await hasSession(db, user.id, session.id))) throw new AppError('SESSION_REQUIRED');
      await beginEmailChange(db, user.id, email, needs.clock());
      await recordAudit(db, asItself(viewer), { action: 'email_change_requested', details: { to: email } });
      await needs.queueAccountMail(db, mail);
      await needs.mailQueue.enqueue(
        db,
        composeMail({
          to: user.email,
          subject: 'Your e-mail address is about to change',
          paragraphs: [
            'Hello,',
            `You asked to use ${email} for your account. The change takes effect once the link in the e-mail to that address is opened.`,
            'If this was not you, someone knows your password: change it now, which also invalidates that link, and review your sessions and API keys.',
          ],
        }),
      );
    });
  };
