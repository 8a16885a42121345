import type { Db } from '../foundation/database/unit-of-work.js';
import type { Mail } from './mail.js';

/** Where mails wait. A mail is part of the caller's transaction: it goes out once that is stored, and else never. */
export interface MailQueue {
  enqueue(db: Db, mail: Mail): Promise<void>;
}
