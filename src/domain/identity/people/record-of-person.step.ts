import type { Db } from '../../../foundation/database/unit-of-work.js';
import { recordAudit } from '../../audit/audit.repository.js';
import type { AuditCaller, Audited } from '../../audit/audit-event.js';
import { accountsOf } from './membership.repository.js';

/** Records what concerns a person, such as a sign-in, in the log of each account that the person is a member of. */
export async function recordOfPerson(
  db: Db,
  personId: string,
  by: Pick<AuditCaller, 'session'>,
  audited: Audited,
): Promise<void> {
  for (const userId of await accountsOf(db, personId)) {
    await recordAudit(db, { ...by, userId, ownerId: userId }, audited);
  }
}
