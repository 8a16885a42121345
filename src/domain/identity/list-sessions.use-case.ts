import type { Db } from '../../foundation/database/unit-of-work.js';
import { type ListedSession, toListedSession } from './access/listed-session.js';
import { activeSessions } from './access/session.repository.js';
import { sessionOf, type Viewer } from './access/viewer.js';

export type ListSessions = (viewer: Viewer) => Promise<ListedSession[]>;

export const makeListSessions =
  ({ db, clock }: { db: Db; clock: () => Date }): ListSessions =>
  async (viewer) => {
    const current = sessionOf(viewer);
    const sessions = await activeSessions(db, current.personId, clock());
    return sessions.map((session) => toListedSession(session, current.id));
  };
