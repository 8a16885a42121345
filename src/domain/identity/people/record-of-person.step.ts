import type { Db } from '../../../foundation/database/unit-of-work.js';
import { recordAudit } from '../../audit/audit.repository.js';
import type { AuditCaller, Audited } from '../../audit/audit-event.js';
import { membershipsOf } from './membership.repository.js';

/** Records what concerns a person, such as a sign-in, in the log of each account that the person is a member of. */
export async function recordOfPerson(
  db: Db,
  personId: string,
  by: Pick<AuditCaller, 'session'>,
  audited: Audited,
): Promise<void> {
  for (const { userId, ownerId, role, email } of await membershipsOf(db, personId)) {
    const session = by.session && { ...by.session, role, email };
    await recordAudit(db, { session, userId, ownerId }, audited);
  }
}
