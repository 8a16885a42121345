/** Links that were sent by e-mail, and the sign-ups that wait for one. */
import { LessThanOrEqual, MoreThan } from 'typeorm';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { EmailTokenEntity, type EmailTokenPurpose } from './email-token.entity.js';
import { SignUpEntity } from './sign-up.entity.js';

export type SignUpRequest = SignUpEntity;
export type EmailToken = Omit<EmailTokenEntity, 'signUp'>;

/** What a token acts on: an account, or one that is still to be made. */
export type TokenTarget = { userId: string } | { signUpId: string };

export async function insertSignUpRequest(db: Db, signUp: SignUpRequest): Promise<void> {
  await db.insert(SignUpEntity, signUp);
}

/**
 * The sign-ups with this address, oldest first, locked until the transaction ends: one after another they get their
 * links, and one of them becomes the account.
 */
export const lockSignUpRequests = (db: Db, email: string): Promise<SignUpRequest[]> =>
  db.find(SignUpEntity, { where: { email }, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });

export const findSignUpRequest = (db: Db, id: string): Promise<SignUpRequest | null> =>
  db.findOneBy(SignUpEntity, { id });

/** Removes sign-ups, and with them their links. */
export async function deleteSignUpRequests(db: Db, where: { id: string } | { email: string }): Promise<void> {
  await db.delete(SignUpEntity, where);
}

/** Stores a token in place of those that were sent to the address for the same thing: only the newest link is good. */
export async function replaceEmailToken(
  db: Db,
  target: TokenTarget,
  token: Omit<EmailToken, 'userId' | 'signUpId'>,
): Promise<void> {
  const { purpose, email } = token;
  await db.delete(EmailTokenEntity, { ...target, purpose, email });
  await db.insert(EmailTokenEntity, { userId: null, signUpId: null, ...token, ...target });
}

/** Whether an account is to have this address: it was asked for, and nothing has ended it since. */
export const isEmailChangeOpen = (db: Db, userId: string, email: string): Promise<boolean> =>
  db.existsBy(EmailTokenEntity, { userId, purpose: 'confirm_email', email });

/** Makes all links of an account for one thing worthless. */
export async function deleteEmailTokens(db: Db, userId: string, purpose: EmailTokenPurpose): Promise<void> {
  await db.delete(EmailTokenEntity, { userId, purpose });
}

/** What a link is for, as long as it is good. */
export const findEmailToken = (
  db: Db,
  tokenHash: string,
  purpose: EmailTokenPurpose,
  now: Date,
): Promise<EmailToken | null> => db.findOneBy(EmailTokenEntity, { tokenHash, purpose, expiresAt: MoreThan(now) });

/** Uses up a token; false when somebody else just did. */
export async function deleteEmailToken(db: Db, tokenHash: string): Promise<boolean> {
  const { affected } = await db.delete(EmailTokenEntity, { tokenHash });
  return affected === 1;
}

/** Removes links and sign-ups whose time is over. */
export async function deleteExpiredEmailTokens(db: Db, now: Date): Promise<void> {
  await db.delete(EmailTokenEntity, { expiresAt: LessThanOrEqual(now) });
  await db.delete(SignUpEntity, { expiresAt: LessThanOrEqual(now) });
}
