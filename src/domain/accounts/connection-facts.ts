import type { Audited } from '../audit/audit-event.js';
import type { Connection } from './connection.repository.js';

/** What the audit log has of a connection. */
export const connectionFacts = ({
  id,
  username,
  platform,
  platformId,
}: Connection): Pick<Audited, 'subject' | 'details'> => ({
  subject: { type: 'connected_account', id, name: username },
  details: { platform, platformId },
});
