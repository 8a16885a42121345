import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { assertNotMoving } from './access/parked-user.repository.js';
import { hashToken } from './access/session.js';
import { findEmailToken } from './people/email-token.repository.js';
import { findHome } from './people/membership.repository.js';
import { findPerson } from './people/person.repository.js';

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
    const { email, personId, tokenHash } = found;
    if (personId === null) return { email, does: 'sign_up' };
    const person = await findPerson(db, personId);
    if (!person || !(await findHome(db, personId, clock()))) {
      await assertNotMoving(db, 'email_tokens', tokenHash);
      throw new AppError('EMAIL_LINK_INVALID');
    }
    return { email, does: person.email === email ? 'confirm' : 'change' };
  };
