import type { Db } from '../../foundation/database/unit-of-work.js';
import { withdraw } from '../notifications/notification.repository.js';
import type { StoredApproval } from './approval.repository.js';

/** Withdraws the notices of a request that was decided or replaced; or those to these people. */
export const withdrawRequest = (
  db: Db,
  { requestId }: Pick<StoredApproval, 'requestId'>,
  personIds: readonly string[] | null = null,
): Promise<void> => withdraw(db, { kinds: ['APPROVAL_REQUESTED'], subjectIds: [requestId], personIds });
