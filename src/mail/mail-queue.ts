import type { Db } from '../foundation/database/unit-of-work.js';
import type { MailContent } from './mail-content.js';

/** The mail queue. A mail is part of the caller's transaction: it is sent if and only if that commits. */
export interface MailQueue {
  enqueue(db: Db, mail: MailContent): Promise<void>;
}
