import { newId } from '../../foundation/database/id.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import { keepPermission } from '../identity/access/keep-permission.step.js';
import type { Viewer } from '../identity/access/viewer.js';
import { parseDisplayName, parseEmail } from '../identity/account/parse-account.js';
import { countManagedUsers, insertUser, lockUser } from '../identity/account/user.repository.js';
import { findPersonByEmail } from '../identity/people/person.repository.js';
import type { Plans } from '../plans/plans.js';
import { assertWorkspace, type ManagedUser, managedUserSubject } from './managed-user.js';

interface Needs {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  plans: Plans;
}

/** Of one account. */
const MAX_MANAGED_USERS = 1_000;

export type CreateManagedUser = (
  viewer: Viewer,
  input: { username: string; displayName: string | null },
) => Promise<ManagedUser>;

/** A user without a password, on the owner's plan; named by an e-mail address. MANAGED_USER_LIMIT_REACHED. */
export const makeCreateManagedUser =
  ({ db, transaction, clock, plans }: Needs): CreateManagedUser =>
  async (viewer, input) => {
    assertWorkspace(viewer);
    if (input.username.trim() === '') throw new AppError('EMAIL_REQUIRED');
    const email = parseEmail(input.username);
    const displayName = parseDisplayName(input.displayName, email);
    // The address is unconfirmed, so its owner can still sign up with it.
    if (await findPersonByEmail(db, email)) throw new AppError('EMAIL_TAKEN');
    const now = clock();
    const user = { id: newId(now), email, displayName, createdAt: now };
    // The user's own plan applies once it is detached. Until then the owner's plan counts.
    const stored = { ...user, emailConfirmedAt: null, plan: plans.initial, managedById: viewer.ownerId };
    await transaction(async (tx) => {
      await lockUser(tx, viewer.ownerId);
      await keepPermission(tx, viewer, 'MANAGE');
      const count = await countManagedUsers(tx, { ownerId: viewer.ownerId, text: '' });
      if (count >= MAX_MANAGED_USERS) throw new AppError('MANAGED_USER_LIMIT_REACHED');
      if (!(await insertUser(tx, stored))) throw new AppError('EMAIL_TAKEN');
      const caller = { ...viewer, userId: user.id };
      await recordAudit(tx, caller, { action: 'managed_user_created', subject: managedUserSubject(user) });
    });
    return user;
  };
