import { newId } from '../../../foundation/database/id.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import { recordAudit } from '../../audit/audit.repository.js';
import { onAccount } from '../../audit/audit-event.js';
import type { PlanKey } from '../../plans/plans.js';
import type { ClaimAddress } from '../account/claim-address.port.js';
import { parseDisplayName, parseEmail } from '../account/parse-account.js';
import { hashPassword, parsePassword } from '../account/password.js';
import type { User } from '../account/user.repository.js';
import { storeAccount } from './store-account.step.js';

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
  const user = { id: newId(now), email, displayName, plan, emailConfirmedAt: now, createdAt: now };
  const account = { ...user, personId: newId(now), passwordHash };
  if (!(await claimAddress(email)) || !(await storeAccount(db, account))) throw new AppError('EMAIL_TAKEN');
  await recordAudit(db, onAccount(user), { action: 'account_created', details: { plan } });
  return user.id;
}
