import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { hashToken } from './access/session.js';
import { findEmailToken } from './account/email-token.repository.js';
import { findUser } from './account/user.repository.js';

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
