import type { Db } from '../../foundation/database/unit-of-work.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { AuditAction, AuditDetails } from '../audit/audit-event.js';
import type { Viewer } from '../identity/access/viewer.js';
import type { PostingSchedule } from './posting-schedule.repository.js';

/** Records an action on a schedule in the audit log. */
export const recordChange = (
  db: Db,
  viewer: Viewer,
  { id, name }: PostingSchedule,
  action: AuditAction,
  details: AuditDetails = {},
): Promise<void> => recordAudit(db, viewer, { action, subject: { type: 'posting_schedule', id, name }, details });
