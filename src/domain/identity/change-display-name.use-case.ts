import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { findUser, updateUser } from './access.repository.js';
import { parseDisplayName } from './parse-account.js';
import type { Viewer } from './viewer.js';

export type ChangeDisplayName = (viewer: Viewer, displayName: string) => Promise<void>;

/** Of the viewer, who may be a managed user. A blank name is the e-mail address. */
export const makeChangeDisplayName =
  ({ db }: { db: Db }): ChangeDisplayName =>
  async (viewer, displayName) => {
    const user = await findUser(db, viewer.userId);
    if (!user) throw new AppError('SESSION_REQUIRED');
    await updateUser(db, { id: user.id }, { displayName: parseDisplayName(displayName, user.email) });
  };
