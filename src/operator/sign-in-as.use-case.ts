import { AdminError } from '../admin/admin-error.js';
import { findAccount } from '../admin/find-account.step.js';
import { recordAudit } from '../domain/audit/audit.repository.js';
import { onAccount } from '../domain/audit/audit-event.js';
import { assertMaySignIn } from '../domain/identity/access/may-sign-in.js';
import { OPERATOR_SESSION_MS } from '../domain/identity/access/operator-session.js';
import { insertOperatorSession } from '../domain/identity/access/operator-session.repository.js';
import { hashToken } from '../domain/identity/access/session.js';
import { sessionOf, type Viewer } from '../domain/identity/access/viewer.js';
import { hasOperator } from '../domain/identity/people/membership.repository.js';
import { isBlank } from '../foundation/blank-text.js';
import { newId } from '../foundation/database/id.js';
import { storableText } from '../foundation/database/storable-text.js';
import type { Transaction } from '../foundation/database/unit-of-work.js';
import { AppError } from '../foundation/errors/app-error.js';
import { newToken } from '../foundation/pod.js';

const MAX_REASON = 200;

export interface SignInAsInput {
  /** E-mail address or id of the account. */
  user: string;
  /** Why; the owner reads it. 1 to 200 characters. */
  reason: string;
  /** Whether the operator may change anything; else the session only reads. */
  mayWrite: boolean;
}

/** Returns the token of the session and its end. */
export type SignInAs = (operator: Viewer, input: SignInAsInput) => Promise<{ token: string; expiresAt: Date }>;

/**
 * Signs an operator in as another account, for an hour at most and while the operator's own session lasts. Neither as
 * another operator, nor as a managed user, who does not sign in.
 */
export const makeSignInAs =
  ({ transaction, clock }: { transaction: Transaction; clock: () => Date }): SignInAs =>
  async (operator, { user: who, reason: given, mayWrite }) => {
    const reason = storableText(given.trim());
    if (isBlank(reason) || reason.length > MAX_REASON) {
      throw new AdminError(`Enter a reason of at most ${MAX_REASON} characters: the owner of the account reads it.`);
    }
    const { id: sessionId } = sessionOf(operator);
    return transaction(async (db) => {
      const now = clock();
      const user = await findAccount(db, who);
      if (user.managedById) throw new AdminError(`${user.email} is a managed user: sign in as the workspace owner.`);
      if (await hasOperator(db, user.id))
        throw new AdminError(`${user.email} belongs to an operator: nobody else can sign in as one.`);
      try {
        assertMaySignIn(user, now);
      } catch (error) {
        throw error instanceof AppError ? new AdminError(`${user.email} is inactive or on hold.`) : error;
      }
      const token = newToken();
      const expiresAt = new Date(now.getTime() + OPERATOR_SESSION_MS);
      await insertOperatorSession(db, {
        ...{ id: newId(now), tokenHash: hashToken(token), userId: user.id },
        ...{ sessionId, mayWrite, expiresAt },
      });
      const details = { reason, mayWrite, until: expiresAt.toISOString() };
      await recordAudit(db, onAccount(user), { action: 'operator_signed_in', details });
      return { token, expiresAt };
    });
  };
