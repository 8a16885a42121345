import { AppError } from '../../foundation/errors/app-error.js';
import { sessionOf, type Viewer } from '../identity/access/viewer.js';

/**
 * The session of the person who is signed in, whom notifications are for. An operator who is signed in as the account is
 * another person: SESSION_REQUIRED.
 */
export function notifiedSession(viewer: Viewer): NonNullable<Viewer['session']> {
  const session = sessionOf(viewer);
  if (session.operator) throw new AppError('SESSION_REQUIRED');
  return session;
}
