import type { Session } from './session.repository.js';

/** A session as shown to its owner. */
export type ListedSession = Pick<Session, 'id' | 'createdAt' | 'lastUsedAt' | 'expiresAt' | 'userAgent' | 'address'> & {
  current: boolean;
};

/** A session without its secrets. */
export function toListedSession(session: Session, currentId: string): ListedSession {
  const { tokenHash, personId, deviceId, ...listed } = session;
  return { ...listed, current: session.id === currentId };
}
