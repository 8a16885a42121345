import { newId } from '../../../foundation/database/id.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import { recordAudit } from '../../audit/audit.repository.js';
import { onAccount } from '../../audit/audit-event.js';
import type { PlanKey } from '../../plans/plans.js';
import type { ClaimAddress } from './claim-address.port.js';
import { parseDisplayName, parseEmail } from './parse-account.js';
import { hashPassword, parsePassword } from './password.js';
import { insertUser, type User } from './user.repository.js';

/** Stores an account that an operator makes, who vouches for the address; null as its password: it has none yet. */
export async function storeNewUser(
  { db, claimAddress, now }: { db: Db; claimAddress: ClaimAddress; now: Date },
  input: { email: string; password: string | null; displayName: string | null; plan: PlanKey },
): Promise<User['id']> {
  const email = parseEmail(input.email);
  const displayName = parseDisplayName(input.displayName, email);
  const { password, plan } = input;
  const passwordHash =
    password === null ? null : await hashPassword(await parsePassword(password, [email, displayName]));
  const user = { id: newId(now), email, displayName, passwordHash, plan, emailConfirmedAt: now, createdAt: now };
  if (!(await claimAddress(email)) || !(await insertUser(db, user))) throw new AppError('EMAIL_TAKEN');
  await recordAudit(db, onAccount(user), { action: 'account_created', details: { plan } });
  return user.id;
}
