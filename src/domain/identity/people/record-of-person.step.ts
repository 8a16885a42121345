import type { Db } from '../../../foundation/database/unit-of-work.js';
import { recordAudits } from '../../audit/audit.repository.js';
import type { AuditCaller, Audited } from '../../audit/audit-event.js';
import { membershipsOf } from './membership.repository.js';

/** Records what concerns a person, such as a sign-in, in the log of each account that the person is a member of. */
export async function recordOfPerson(
  db: Db,
  personId: string,
  by: Pick<AuditCaller, 'session'>,
  audited: Audited,
): Promise<void> {
  const memberships = await membershipsOf(db, personId);
  await recordAudits(
    db,
    memberships.map(({ userId, ownerId, role, email }) => {
      const session = by.session && { ...by.session, role, email };
      return [{ session, userId, ownerId }, audited];
    }),
  );
}
