import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { hashToken } from './access/session.js';
import { deleteSession } from './access/session.repository.js';
import { recordOfPerson } from './people/record-of-person.step.js';

/** False: the token is of no session. */
export type SignOut = (token: string | undefined) => Promise<boolean>;

/** Ends the session of a browser. */
export const makeSignOut =
  ({ transaction }: { transaction: Transaction }): SignOut =>
  async (token) => {
    if (token === undefined) return false;
    return transaction(async (db) => {
      const ended = await deleteSession(db, hashToken(token));
      if (!ended) return false;
      const { id, personId } = ended;
      await recordOfPerson(db, personId, { session: { id } }, { action: 'signed_out' });
      return true;
    });
  };
