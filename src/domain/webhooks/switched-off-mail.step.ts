import type { Db } from '../../foundation/database/unit-of-work.js';
import { nameInMail } from '../../mail/mail-content.js';
import type { MailQueue } from '../../mail/mail-queue.js';
import { findUser } from '../identity/account/user.repository.js';
import type { Webhook } from './webhook.js';

/** Queues the e-mail to the account's owner about a webhook that is disabled by failures in this transaction. */
export async function mailSwitchedOff(
  { mailQueue }: { mailQueue: MailQueue },
  tx: Db,
  { id, userId, name, url }: Pick<Webhook, 'id' | 'userId' | 'name' | 'url'>,
  lastError: string | null,
): Promise<void> {
  const user = await findUser(tx, userId);
  const owner = user?.managedById ? await findUser(tx, user.managedById) : user;
  if (!user || !owner) return;
  const isManaged = owner !== user;
  await mailQueue.enqueue(tx, {
    to: owner.email,
    subject: 'A webhook was disabled after five consecutive failures',
    blocks: [
      'A webhook failed five times in a row and was disabled.',
      {
        facts: [
          ['Webhook', nameInMail(name)],
          ...(isManaged ? [['Managed user', nameInMail(user.displayName)] as const] : []),
          // The path and query of a URL can be secret; its host is enough to recognize it.
          ['Receiver', new URL(url).host],
          ['Last error', lastError ?? 'Unknown'],
        ],
      },
      'Nothing is lost: its events are recorded as skipped deliveries and kept for 30 days. When the receiver works again, enable the webhook and send them again; they are not sent automatically.',
      // The dashboard has no page of a managed user's webhooks.
      isManaged
        ? 'For a managed user, that is done over the API with the header x-service-user-id.'
        : { label: 'Open the webhook', to: { page: `/webhooks/${id}` } },
      'You will not get another e-mail unless the webhook is disabled again.',
    ],
  });
}
