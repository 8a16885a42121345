import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { assertNotMoving } from './access/parked-user.repository.js';
import { hashToken } from './access/session.js';
import { findEmailToken } from './account/email-token.repository.js';
import { findUser, type User } from './account/user.repository.js';

export type FindPasswordReset = (token: string) => Promise<User>;

/** Whose password a link would set. Looking uses nothing up: programs open the links in mails too. */
export const makeFindPasswordReset =
  ({ db, clock }: { db: Db; clock: () => Date }): FindPasswordReset =>
  async (token) => {
    const found = await findEmailToken(db, hashToken(token), 'reset_password', clock());
    const user = found?.userId ? await findUser(db, found.userId) : null;
    if (found && !user) await assertNotMoving(db, 'email_tokens', found.tokenHash);
    // The account may have got another address since.
    if (!user || user.deactivatedAt || user.email !== found?.email) throw new AppError('EMAIL_LINK_INVALID');
    return user;
  };
