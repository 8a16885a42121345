import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { AuditAction, AuditDetails } from '../audit/audit-event.js';
import { assertPermission, mayDo, type Viewer } from '../identity/access/viewer.js';
import { lockRecurrence } from './recurrence.repository.js';
import { type Recurrence, recurrenceSubject } from './recurrences.js';

/**
 * A recurrence of the viewer's, locked. Where posts are scheduled, it is for those who may schedule them. Errors:
 * RECURRENCE_NOT_FOUND, PERMISSION_REQUIRED.
 */
export async function lockOwn(db: Db, viewer: Viewer, id: string): Promise<Recurrence> {
  const recurrence = await lockRecurrence(db, id);
  if (recurrence?.userId !== viewer.userId) throw new AppError('RECURRENCE_NOT_FOUND');
  assertPermission(viewer, recurrence.publishes ? 'PUBLISH' : 'DRAFT');
  return recurrence;
}

/** For whom posts are created from now on. */
export const actingFor = (viewer: Viewer): Pick<Recurrence, 'personId' | 'publishes'> => ({
  personId: viewer.session?.personId ?? null,
  publishes: mayDo(viewer, 'PUBLISH'),
});

/** Records an action on a recurrence in the audit log. */
export const recordChange = (
  db: Db,
  viewer: Viewer,
  recurrence: Recurrence,
  action: AuditAction,
  details: AuditDetails = {},
): Promise<void> => recordAudit(db, viewer, { action, subject: recurrenceSubject(recurrence), details });
