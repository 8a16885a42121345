import type { Db, Transaction } from '../database/unit-of-work.js';
import { AppError } from '../errors/app-error.js';
import type { ReAuthenticate } from './re-authenticate.use-case.js';
import { activeSessions, endSessionOfUser, endSessionsBut, type Session } from './session.repository.js';
import { sessionOf, type Viewer } from './viewer.js';

/** A session as its owner sees it. */
export type ListedSession = Pick<Session, 'id' | 'createdAt' | 'lastUsedAt' | 'expiresAt' | 'userAgent' | 'address'> & {
  current: boolean;
};

export type ListSessions = (viewer: Viewer) => Promise<ListedSession[]>;

export const makeListSessions =
  ({ db, clock }: { db: Db; clock: () => Date }): ListSessions =>
  async (viewer) => {
    const current = sessionOf(viewer);
    const sessions = await activeSessions(db, viewer.userId, clock());
    return sessions.map(({ tokenHash, userId, deviceId, ...session }) => ({
      ...session,
      current: session.id === current,
    }));
  };

interface Needs {
  transaction: Transaction;
  reAuthenticate: ReAuthenticate;
}

export type EndSession = (viewer: Viewer, input: { id: string; password: string }) => Promise<void>;

/** From the next request on, the session opens nothing, and its browser is one that the account does not know. */
export const makeEndSession =
  ({ transaction, reAuthenticate }: Needs): EndSession =>
  async (viewer, { id, password }) => {
    const user = await reAuthenticate(viewer, password);
    const ended = await transaction((db) => endSessionOfUser(db, user.id, id));
    if (!ended) throw new AppError('SESSION_NOT_FOUND');
  };

export type EndOtherSessions = (viewer: Viewer, password: string) => Promise<number>;

/** Ends every session but the one that asks for it; how many there were. */
export const makeEndOtherSessions =
  ({ transaction, reAuthenticate }: Needs): EndOtherSessions =>
  async (viewer, password) => {
    const user = await reAuthenticate(viewer, password);
    return transaction((db) => endSessionsBut(db, user.id, sessionOf(viewer)));
  };
