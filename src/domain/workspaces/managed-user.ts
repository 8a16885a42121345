import { AppError } from '../../foundation/errors/app-error.js';
import type { AuditSubject } from '../audit/audit-event.js';
import type { Viewer } from '../identity/access/viewer.js';
import type { NewUser } from '../identity/account/user.repository.js';

/** A user that a workspace owner manages. */
export type ManagedUser = Pick<NewUser, 'id' | 'email' | 'displayName' | 'createdAt'>;

/** The account and, over the API, the key need workspace access [workspace-users/workspace-access]. */
export function assertWorkspace(viewer: Viewer): void {
  if (!viewer.workspaceAccess) throw new AppError('WORKSPACE_ACCESS_DISABLED');
}

export const managedUserSubject = ({ id, email }: ManagedUser): AuditSubject => ({
  type: 'managed_user',
  id,
  name: email,
});
