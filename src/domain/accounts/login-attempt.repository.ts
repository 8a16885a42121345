import type { Db } from '../../foundation/database/unit-of-work.js';
import type { LoginPhase } from './login.js';
import { LoginAttemptEntity } from './login-attempt.entity.js';

/** A started login; its secrets are encrypted. */
export type LoginAttempt = LoginAttemptEntity;

export async function insertLoginAttempt(db: Db, attempt: LoginAttempt): Promise<void> {
  await db.insert(LoginAttemptEntity, attempt);
}

/** Finds it by platform and hash of its state. */
export const findLoginAttempt = (db: Db, platform: string, stateHash: string): Promise<LoginAttempt | null> =>
  db.findOneBy(LoginAttemptEntity, { platform, stateHash });

/** Moves a login from one phase to the next; false if a concurrent request has. */
export async function advanceLogin(
  db: Db,
  id: string,
  from: LoginPhase,
  next: { phase: LoginPhase; secrets: string | null },
): Promise<boolean> {
  const { affected } = await db.update(LoginAttemptEntity, { id, phase: from }, next);
  return affected === 1;
}
