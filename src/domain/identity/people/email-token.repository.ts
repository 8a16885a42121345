/** Links sent by e-mail, and unconfirmed sign-ups. */
import { MoreThan, Not } from 'typeorm';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { EmailTokenEntity, type EmailTokenPurpose } from './email-token.entity.js';
import { lockPerson } from './person.repository.js';
import { SignUpEntity } from './sign-up.entity.js';

export type SignUpRequest = SignUpEntity;
export type EmailToken = Omit<EmailTokenEntity, 'person' | 'signUp'>;

/** The target of a token: a person, or a sign-up. */
export type TokenTarget = { personId: string } | { signUpId: string };

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
  token: Omit<EmailToken, 'personId' | 'signUpId'>,
): Promise<void> {
  const { purpose, email } = token;
  await db.delete(EmailTokenEntity, { ...target, purpose, email });
  await db.insert(EmailTokenEntity, { personId: null, signUpId: null, ...token, ...target });
}

/** Whether a change to this address is pending. */
export const isEmailChangeOpen = (db: Db, personId: string, email: string): Promise<boolean> =>
  db.existsBy(EmailTokenEntity, { personId, purpose: 'confirm_email', email });

/** Invalidates all links of a person for one purpose. */
export async function deleteEmailTokens(db: Db, personId: string, purpose: EmailTokenPurpose): Promise<void> {
  await db.delete(EmailTokenEntity, { personId, purpose });
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
 * Cancels pending e-mail changes of a person, including their links. The lock comes first, so that no link is created
 * meanwhile.
 */
export async function deleteEmailChanges(db: Db, personId: string): Promise<void> {
  const person = await lockPerson(db, personId);
  if (person) await db.delete(EmailTokenEntity, { personId, purpose: 'confirm_email', email: Not(person.email) });
}
