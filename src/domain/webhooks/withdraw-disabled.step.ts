import type { Db } from '../../foundation/database/unit-of-work.js';
import { withdraw } from '../notifications/notification.repository.js';

/** A webhook that was enabled or deleted waits for nobody any more. */
export const withdrawDisabled = (db: Db, webhookId: string): Promise<void> =>
  withdraw(db, { kinds: ['WEBHOOK_DISABLED'], subjectIds: [webhookId] });
