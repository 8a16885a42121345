import type { Db } from '../../foundation/database/unit-of-work.js';
import { withdraw } from '../notifications/notification.repository.js';

/** Withdraws the notices of a webhook that was enabled or deleted. */
export const withdrawDisabled = (db: Db, webhookId: string): Promise<void> =>
  withdraw(db, { kinds: ['WEBHOOK_DISABLED'], subjectIds: [webhookId] });
