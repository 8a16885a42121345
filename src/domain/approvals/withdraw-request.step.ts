import type { Db } from '../../foundation/database/unit-of-work.js';
import { withdraw } from '../notifications/notification.repository.js';
import type { StoredApproval } from './approval.repository.js';

/** A request that is decided, or replaced by another one, waits for nobody any more; or not for these people. */
export const withdrawRequest = (
  db: Db,
  { requestId }: Pick<StoredApproval, 'requestId'>,
  personIds: readonly string[] | null = null,
): Promise<void> => withdraw(db, { kinds: ['APPROVAL_REQUESTED'], subjectIds: [requestId], personIds });
