import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { assertNotMoving } from './access/parked-user.repository.js';
import { hashToken } from './access/session.js';
import { findEmailToken } from './people/email-token.repository.js';
import { findHome } from './people/membership.repository.js';
import { findPerson, type Person } from './people/person.repository.js';

export type FindPasswordReset = (token: string) => Promise<Person>;

/** Whose password a link would set. Looking uses nothing up: programs open the links in mails too. */
export const makeFindPasswordReset =
  ({ db, clock }: { db: Db; clock: () => Date }): FindPasswordReset =>
  async (token) => {
    const found = await findEmailToken(db, hashToken(token), 'reset_password', clock());
    const person = found?.personId ? await findPerson(db, found.personId) : null;
    const home = person && (await findHome(db, person.id, clock()));
    if (found && !home) await assertNotMoving(db, 'email_tokens', found.tokenHash);
    // The person may have got another address since.
    if (!person || !home || home.deactivatedAt || person.email !== found?.email)
      throw new AppError('EMAIL_LINK_INVALID');
    return person;
  };
