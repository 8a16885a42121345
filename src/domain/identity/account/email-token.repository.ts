/** Links sent by e-mail, and unconfirmed sign-ups. */
import { MoreThan, Not } from 'typeorm';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { EmailTokenEntity, type EmailTokenPurpose } from './email-token.entity.js';
import { SignUpEntity } from './sign-up.entity.js';
import { lockUser } from './user.repository.js';

export type SignUpRequest = SignUpEntity;
export type EmailToken = Omit<EmailTokenEntity, 'signUp'>;

/** The target of a token: an account, or a sign-up. */
export type TokenTarget = { userId: string } | { signUpId: string };

export async function insertSignUpRequest(db: Db, signUp: SignUpRequest): Promise<void> {
  await db.insert(SignUpEntity, signUp);
}

/**
 * The sign-ups with this address, oldest first, locked until the transaction ends: each gets a link in turn, and one of
 * them becomes the account.
 */
export const lockSignUpRequests = (db: Db, email: string): Promise<SignUpRequest[]> =>
  db.find(SignUpEntity, { where: { email }, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });

export const findSignUpRequest = (db: Db, id: string): Promise<SignUpRequest | null> =>
  db.findOneBy(SignUpEntity, { id });

/** Removes sign-ups, and with them their links. */
export async function deleteSignUpRequests(db: Db, where: { id: string } | { email: string }): Promise<void> {
  await db.delete(SignUpEntity, where);
}

/** Stores a token, replacing earlier ones to the address for the same purpose: only the newest link is valid. */
export async function replaceEmailToken(
  db: Db,
  target: TokenTarget,
  token: Omit<EmailToken, 'userId' | 'signUpId'>,
): Promise<void> {
  const { purpose, email } = token;
  await db.delete(EmailTokenEntity, { ...target, purpose, email });
  await db.insert(EmailTokenEntity, { userId: null, signUpId: null, ...token, ...target });
}

/** Whether a change to this address is pending. */
export const isEmailChangeOpen = (db: Db, userId: string, email: string): Promise<boolean> =>
  db.existsBy(EmailTokenEntity, { userId, purpose: 'confirm_email', email });

/** Invalidates all links of an account for one purpose. */
export async function deleteEmailTokens(db: Db, userId: string, purpose: EmailTokenPurpose): Promise<void> {
  await db.delete(EmailTokenEntity, { userId, purpose });
}

/** The target of a link, while it is valid. */
export const findEmailToken = (
  db: Db,
  tokenHash: string,
  purpose: EmailTokenPurpose,
  now: Date,
): Promise<EmailToken | null> => db.findOneBy(EmailTokenEntity, { tokenHash, purpose, expiresAt: MoreThan(now) });

/** Consumes a token; false if a concurrent request has. */
export async function deleteEmailToken(db: Db, tokenHash: string): Promise<boolean> {
  const { affected } = await db.delete(EmailTokenEntity, { tokenHash });
  return affected === 1;
}

/**
 * Cancels pending e-mail changes of an account, including their links. The lock comes first, so that no link is created
 * meanwhile.
 */
export async function deleteEmailChanges(db: Db, userId: string): Promise<void> {
  const user = await lockUser(db, userId);
  if (user) await db.delete(EmailTokenEntity, { userId, purpose: 'confirm_email', email: Not(user.email) });
}
