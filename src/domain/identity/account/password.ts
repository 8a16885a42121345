/** Passwords: Argon2id with the least cost that OWASP's Password Storage Cheat Sheet allows (19 MiB, 2 passes). */
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../../foundation/errors/app-error.js';
import { weaknessOf } from './password-strength.js';

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** 12 to 256 characters, any, that are not easy to guess. `about` are texts that belong to the owner, as their name. */
export async function parsePassword(value: string, about: readonly string[]): Promise<string> {
  if (value.length < 12 || value.length > 256) throw new AppError('PASSWORD_INVALID');
  const weakness = await weaknessOf(value, about);
  if (weakness) throw new AppError('PASSWORD_WEAK', { ...weakness });
  return value;
}

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

let decoy: Promise<string> | undefined;

/**
 * False for a user without a password too, after the same time, so that the response does not reveal which accounts
 * exist.
 */
export async function passwordMatches(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hashPassword('of no account');
  const matches = await verify(passwordHash ?? (await decoy), password);
  return matches && passwordHash !== null;
}
