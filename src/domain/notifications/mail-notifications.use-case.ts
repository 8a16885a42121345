import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { makeThrottle } from '../../foundation/request-limits/request-limit.repository.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { lockAddressee, takeDueMails } from './due-mail.repository.js';
import { notificationMail } from './notification-mail.js';
import { MAIL_THROTTLE } from './notifications.js';
import { unsubscribePath } from './unsubscribe.js';

/** Queues the e-mails of notifications that are due, one per person. */
export type MailNotifications = () => Promise<void>;

/** Fewer than a call can take: what is left is due in the next one. */
const PEOPLE_AT_ONCE = 200;

/** Each notification is in one e-mail: it is taken in the transaction that queues it. */
export const makeMailNotifications =
  (needs: {
    transaction: Transaction;
    mailQueue: MailQueue;
    cipher: CredentialCipher;
    clock: () => Date;
    isStopping: () => boolean;
  }): MailNotifications =>
  async () => {
    for (let turn = 0; turn < PEOPLE_AT_ONCE && !needs.isStopping(); turn += 1) {
      const wasAny = await needs.transaction(async (db) => {
        const now = needs.clock();
        const person = await lockAddressee(db, now);
        if (!person) return false;
        const due = await takeDueMails(db, person.id, now);
        const [first, ...others] = due ?? [];
        if (!first) return due !== null;
        await makeThrottle(db, MAIL_THROTTLE).try(person.id);
        const kinds = [...new Set([first, ...others].map(({ kind }) => kind))];
        const unsubscribe = unsubscribePath(needs.cipher, { personId: person.id, kinds });
        await needs.mailQueue.enqueue(db, notificationMail(person, [first, ...others], unsubscribe));
        return true;
      });
      if (!wasAny) return;
    }
  };
