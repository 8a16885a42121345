import type { Transaction } from '../../foundation/database/unit-of-work.js';
import type { CheckCurrentPassword } from './access/current-password.use-case.js';
import { deleteOtherSessions } from './access/session.repository.js';
import { sessionOf, type Viewer } from './access/viewer.js';
import { recordOfPerson } from './people/record-of-person.step.js';

interface Needs {
  transaction: Transaction;
  checkCurrentPassword: CheckCurrentPassword;
}

export type EndOtherSessions = (viewer: Viewer, password: string) => Promise<number>;

/** Ends every session except the current one; returns their number. */
export const makeEndOtherSessions =
  ({ transaction, checkCurrentPassword }: Needs): EndOtherSessions =>
  async (viewer, password) => {
    const person = await checkCurrentPassword(viewer, password);
    return transaction(async (db) => {
      const ended = await deleteOtherSessions(db, person.id, sessionOf(viewer).id);
      if (ended > 0) await recordOfPerson(db, person.id, viewer, { action: 'sessions_ended', details: { ended } });
      return ended;
    });
  };
