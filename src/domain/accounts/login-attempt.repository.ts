import { LessThan } from 'typeorm';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { LoginPhase } from './login.js';
import { LoginAttemptEntity } from './login-attempt.entity.js';

/** A login that was begun; its secrets are encrypted. */
export type LoginAttempt = LoginAttemptEntity;

export async function insertLoginAttempt(db: Db, attempt: LoginAttempt): Promise<void> {
  await db.insert(LoginAttemptEntity, attempt);
}

/** By the hash of its state; one of another platform is none. */
export const findLoginAttempt = (db: Db, platform: string, stateHash: string): Promise<LoginAttempt | null> =>
  db.findOneBy(LoginAttemptEntity, { platform, stateHash });

/** Takes a login from one phase to the next; false when somebody else has. */
export async function advanceLogin(
  db: Db,
  id: string,
  from: LoginPhase,
  next: { phase: LoginPhase; secrets: string | null },
): Promise<boolean> {
  const { affected } = await db.update(LoginAttemptEntity, { id, phase: from }, next);
  return affected === 1;
}

/** Removes logins that were over by then; until it, whoever comes late is told why. */
export async function deleteLoginsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(LoginAttemptEntity, { expiresAt: LessThan(before) });
}
