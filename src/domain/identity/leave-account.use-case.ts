import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { recordAudit } from '../audit/audit.repository.js';
import { onAccount } from '../audit/audit-event.js';
import { deleteOperatorSession } from './access/operator-session.repository.js';
import { hashToken } from './access/session.js';

/** False: the token is of no session. */
export type LeaveAccount = (token: string) => Promise<boolean>;

/** Ends the session of an operator who is signed in as another account. */
export const makeLeaveAccount =
  ({ transaction }: { transaction: Transaction }): LeaveAccount =>
  (token) =>
    transaction(async (db) => {
      const ended = await deleteOperatorSession(db, hashToken(token));
      if (!ended) return false;
      const { userId: id, operatorEmail: email } = ended;
      const session = { id: ended.id, operator: { email } };
      await recordAudit(db, { ...onAccount({ id }), session }, { action: 'operator_signed_out' });
      return true;
    });
