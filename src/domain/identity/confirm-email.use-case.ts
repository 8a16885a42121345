import { newId } from '../../foundation/database/id.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import { onAccount } from '../audit/audit-event.js';
import type { Plans } from '../plans/plans.js';
import { assertNotMoving } from './access/parked-user.repository.js';
import { hashToken } from './access/session.js';
import type { AccountThrottle } from './account/account-throttle.repository.js';
import type { ClaimAddress } from './account/claim-address.port.js';
import { passwordMatches } from './account/password.js';
import {
  deleteEmailToken,
  deleteEmailTokens,
  deleteSignUpRequests,
  type EmailToken,
  findEmailToken,
  findSignUpRequest,
  lockSignUpRequests,
} from './people/email-token.repository.js';
import { findHome } from './people/membership.repository.js';
import { lockPerson, setConfirmedEmail } from './people/person.repository.js';
import { recordOfPerson } from './people/record-of-person.step.js';
import { storeAccount } from './people/store-account.step.js';

export interface ConfirmEmailInput {
  token: string;
  /** The password of the sign-up; ignored for an existing person. */
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
    plans: Plans;
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
      const confirmed = found.personId
        ? await confirmOfPerson(db, found, now)
        : await confirmSignUp(db, found, needs.plans, now);
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

/** False if the address belongs to another person by now. */
async function confirmOfPerson(db: Db, { personId, email, tokenHash }: EmailToken, now: Date): Promise<boolean> {
  const person = personId && (await lockPerson(db, personId));
  const home = person && (await findHome(db, person.id, now));
  if (!home) await assertNotMoving(db, 'email_tokens', tokenHash);
  if (!person || !home || home.deactivatedAt || !(await deleteEmailToken(db, tokenHash))) {
    throw new AppError('EMAIL_LINK_INVALID');
  }
  // An older link would restore the previous address.
  await deleteEmailTokens(db, person.id, 'confirm_email');
  if (!(await setConfirmedEmail(db, person.id, email, now))) return false;
  const changed = { action: 'email_changed', details: { from: person.email, to: email } } as const;
  await recordOfPerson(db, person.id, {}, email === person.email ? { action: 'email_confirmed' } : changed);
  return true;
}

async function confirmSignUp(
  db: Db,
  { signUpId, email, tokenHash }: EmailToken,
  plans: Plans,
  now: Date,
): Promise<boolean> {
  const signUp = (await lockSignUpRequests(db, email)).find(({ id }) => id === signUpId);
  if (!signUp || !(await deleteEmailToken(db, tokenHash))) throw new AppError('EMAIL_LINK_INVALID');
  const { id: personId, displayName, passwordHash, createdAt } = signUp;
  const account = { id: newId(now), personId, email, displayName, passwordHash, plan: plans.initial };
  if (!(await storeAccount(db, { ...account, emailConfirmedAt: now, createdAt }))) return false;
  await recordAudit(db, onAccount(account), { action: 'account_created' });
  return true;
}
