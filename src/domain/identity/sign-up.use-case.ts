import { newId } from '../../foundation/database/id.js';
import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import { onAccount } from '../audit/audit-event.js';
import type { Plans } from '../plans/plans.js';
import type { AccountThrottle } from './account/account-throttle.repository.js';
import type { ClaimAddress } from './account/claim-address.port.js';
import { parseDisplayName, parseEmail } from './account/parse-account.js';
import { hashPassword, parsePassword } from './account/password.js';
import type { QueueAccountMail } from './compose-account-mail.use-case.js';
import { CONFIRMATION_MS } from './email-link.step.js';
import { insertSignUpRequest } from './people/email-token.repository.js';
import { storeAccount } from './people/store-account.step.js';

export interface SignUpInput {
  email: string;
  password: string;
  displayName: string | null;
  /** Address of the request. */
  address: string;
}

export type SignUp = (input: SignUpInput) => Promise<void>;

/**
 * Takes a sign-up for the plan of new accounts. With `confirmEmail`, the account is made when the link in the e-mail is opened;
 * else at once, if the address is free. Only the e-mail reveals whether it is taken: what is done and
 * answered here is the same, and a password is hashed, either way.
 */
export const makeSignUp =
  (needs: {
    transaction: Transaction;
    clock: () => Date;
    plans: Plans;
    /** The operator's word on whether anybody may. */
    open: boolean;
    confirmEmail: boolean;
    throttle: AccountThrottle;
    queueAccountMail: QueueAccountMail;
    claimAddress: ClaimAddress;
  }): SignUp =>
  async (input) => {
    if (!needs.open) throw new AppError('SIGN_UP_DISABLED');
    const email = parseEmail(input.email);
    const displayName = parseDisplayName(input.displayName, email);
    await needs.throttle.trySignUp(input.address);
    const password = await parsePassword(input.password, [email, displayName]);
    await needs.throttle.signUp(input.address);
    const mails = await needs.throttle.allowsMail({ kind: 'sign_up', email });
    const passwordHash = await hashPassword(password);
    const now = needs.clock();
    const account = { id: newId(now), email, displayName, passwordHash, createdAt: now };
    const signUpId = newId(now);
    // Without a link there is nothing to wait for.
    if (needs.confirmEmail && !mails) return;
    // Elsewhere, somebody signed up with it at the same time.
    if (!(await needs.claimAddress(email))) return;
    await needs.transaction(async (db) => {
      if (needs.confirmEmail) {
        await insertSignUpRequest(db, {
          ...account,
          id: signUpId,
          expiresAt: new Date(now.getTime() + CONFIRMATION_MS),
        });
      } else if (
        await storeAccount(db, {
          ...account,
          personId: signUpId,
          plan: needs.plans.initial,
          emailConfirmedAt: null,
        })
      ) {
        await recordAudit(db, onAccount(account), { action: 'account_created' });
      }
      if (mails) await needs.queueAccountMail(db, { kind: 'sign_up', signUpId, email });
    });
  };
