import { storableText } from '../../foundation/database/storable-text.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/access/viewer.js';
import type { ManagedUserFilter } from '../identity/account/user.repository.js';
import { assertWorkspace } from './managed-user.js';

const MAX_SEARCH = 200;

/** Which of the owner's users: those with this text in their name or address; all if there is none. */
export function filterOf(viewer: Viewer, text: string | null): ManagedUserFilter {
  assertWorkspace(viewer);
  if (text !== null && text.length > MAX_SEARCH)
    throw new AppError('FILTER_INVALID', { reason: `text has at most ${MAX_SEARCH} characters` });
  return { ownerId: viewer.ownerId, text: storableText(text ?? '').trim() };
}
