import type { Db } from '../../foundation/database/unit-of-work.js';
import { newToken } from '../../foundation/pod.js';
import { HOUR_MS } from '../../foundation/time/durations.js';
import { hashToken } from './access/session.js';
import { confirmEmailPath, resetPasswordPath } from './account/account-page.js';
import type { EmailTokenPurpose } from './people/email-token.entity.js';
import { replaceEmailToken, type TokenTarget } from './people/email-token.repository.js';

/** How long a link that confirms an address is good, and a sign-up without one waits. */
export const CONFIRMATION_MS = 24 * HOUR_MS;

const RESET_MS = HOUR_MS;

export interface Letter {
  db: Db;
  now: Date;
  publicUrl: string;
  email: string;
}

const PATHS = { confirm_email: confirmEmailPath, reset_password: resetPasswordPath };

const LIFETIMES_MS = { confirm_email: CONFIRMATION_MS, reset_password: RESET_MS };

/**
 * Records a pending e-mail change under a token that is never sent: the mail's token replaces it. The caller holds the
 * person's row lock.
 */
export async function beginEmailChange(db: Db, personId: string, email: string, now: Date): Promise<void> {
  await storeToken({ db, now, email }, 'confirm_email', { personId });
}

/** A link with a new token. The previous link for the same purpose becomes invalid. */
export async function newLink(letter: Letter, purpose: EmailTokenPurpose, target: TokenTarget): Promise<string> {
  return letter.publicUrl + PATHS[purpose](await storeToken(letter, purpose, target));
}

async function storeToken(
  { db, now, email }: Pick<Letter, 'db' | 'now' | 'email'>,
  purpose: EmailTokenPurpose,
  target: TokenTarget,
): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + LIFETIMES_MS[purpose]);
  await replaceEmailToken(db, target, { tokenHash: hashToken(token), purpose, email, createdAt: now, expiresAt });
  return token;
}
