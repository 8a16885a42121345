import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { CheckCurrentPassword } from './access/current-password.use-case.js';
import { activeSessions, deleteOtherSessions, deleteSessionById, type Session } from './access/session.repository.js';
import { asItself, sessionOf, type Viewer } from './access/viewer.js';

/** A session as shown to its owner. */
export type ListedSession = Pick<Session, 'id' | 'createdAt' | 'lastUsedAt' | 'expiresAt' | 'userAgent' | 'address'> & {
  current: boolean;
};

export type ListSessions = (viewer: Viewer) => Promise<ListedSession[]>;

export const makeListSessions =
  ({ db, clock }: { db: Db; clock: () => Date }): ListSessions =>
  async (viewer) => {
    const current = sessionOf(viewer);
    const sessions = await activeSessions(db, current.userId, clock());
    return sessions.map((session) => toListedSession(session, current.id));
  };

/** A session without its secrets. */
export function toListedSession(session: Session, currentId: string): ListedSession {
  const { tokenHash, userId, deviceId, ...listed } = session;
  return { ...listed, current: session.id === currentId };
}

interface Needs {
  transaction: Transaction;
  checkCurrentPassword: CheckCurrentPassword;
}

export type EndSession = (viewer: Viewer, input: { id: string; password: string }) => Promise<void>;

/** Effective from the next request; its browser becomes unknown to the account. */
export const makeEndSession =
  ({ transaction, checkCurrentPassword }: Needs): EndSession =>
  async (viewer, { id, password }) => {
    const user = await checkCurrentPassword(viewer, password);
    await transaction(async (db) => {
      const ended = await deleteSessionById(db, user.id, id);
      if (!ended) throw new AppError('SESSION_NOT_FOUND');
      const subject = { type: 'session', id, name: ended.userAgent } as const;
      await recordAudit(db, asItself(viewer), { action: 'session_ended', subject });
    });
  };

export type EndOtherSessions = (viewer: Viewer, password: string) => Promise<number>;

/** Ends every session except the current one; returns their number. */
export const makeEndOtherSessions =
  ({ transaction, checkCurrentPassword }: Needs): EndOtherSessions =>
  async (viewer, password) => {
    const user = await checkCurrentPassword(viewer, password);
    return transaction(async (db) => {
      const ended = await deleteOtherSessions(db, user.id, sessionOf(viewer).id);
      if (ended > 0) await recordAudit(db, asItself(viewer), { action: 'sessions_ended', details: { ended } });
      return ended;
    });
  };
