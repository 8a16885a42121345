import type { Db } from '../../foundation/database/unit-of-work.js';
import { nameInMail } from '../../mail/compose.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { findUser } from '../identity/account/user.repository.js';
import type { Webhook } from './webhook.js';

/** Queues the e-mail to the account's owner about a webhook that is disabled by failures in this transaction. */
export async function mailSwitchedOff(
  { mailQueue }: { mailQueue: MailQueue },
  tx: Db,
  { userId, name, url }: Pick<Webhook, 'userId' | 'name' | 'url'>,
  lastError: string | null,
): Promise<void> {
  const user = await findUser(tx, userId);
  const owner = user?.managedById ? await findUser(tx, user.managedById) : user;
  if (!user || !owner) return;
  const whose = owner === user ? '' : ` of ${nameInMail(user.displayName)}`;
  await mailQueue.enqueue(tx, {
    to: owner.email,
    subject: 'A webhook was disabled after five consecutive failures',
    text: [
      'Hello,',
      // The path and query of a URL can be secret; its host is enough to recognize it.
      `The webhook "${nameInMail(name)}"${whose} (${new URL(url).host}) failed five times in a row and was disabled. The last error: ${lastError}`,
      'Nothing is lost: its events are recorded as skipped deliveries and kept for 30 days. When the receiver works again, enable the webhook and send them with redeliverSkippedWebhookDeliveries; they are not sent automatically.',
      'You will not get another e-mail unless the webhook is disabled again.',
    ].join('\n\n'),
  });
}
