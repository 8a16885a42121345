import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { CheckCurrentPassword } from './access/current-password.use-case.js';
import { deleteSessionById } from './access/session.repository.js';
import type { Viewer } from './access/viewer.js';
import { recordOfPerson } from './people/record-of-person.step.js';

interface Needs {
  transaction: Transaction;
  checkCurrentPassword: CheckCurrentPassword;
}

export type EndSession = (viewer: Viewer, input: { id: string; password: string }) => Promise<void>;

/** Effective from the next request; its browser becomes unknown to the account. */
export const makeEndSession =
  ({ transaction, checkCurrentPassword }: Needs): EndSession =>
  async (viewer, { id, password }) => {
    const person = await checkCurrentPassword(viewer, password);
    await transaction(async (db) => {
      const ended = await deleteSessionById(db, person.id, id);
      if (!ended) throw new AppError('SESSION_NOT_FOUND');
      const subject = { type: 'session', id, name: ended.userAgent } as const;
      await recordOfPerson(db, person.id, viewer, { action: 'session_ended', subject });
    });
  };
