/** What people read about webhooks. */
import { nameInMail } from '../../mail/mail-content.js';
import { type NoticeAccount, ofManagedUser } from '../accounts/account-notices.js';
import type { Notice } from '../notifications/notifications.js';
import type { Webhook } from './webhook.js';

/** That a webhook was disabled by failures. */
export const webhookDisabled = (
  { id, userId, name, url }: Pick<Webhook, 'id' | 'userId' | 'name' | 'url'>,
  account: NoticeAccount,
  lastError: string | null,
): Notice => ({
  ...{ kind: 'WEBHOOK_DISABLED', userId, subjectId: id },
  to: { permission: 'MANAGE' },
  subject: 'A webhook was disabled after five consecutive failures',
  blocks: [
    'A webhook failed five times in a row and was disabled.',
    {
      facts: [
        ['Webhook', nameInMail(name)],
        ...ofManagedUser(account),
        // The path and query of a URL can be secret; its host is enough to recognize it.
        ['Receiver', new URL(url).host],
        ['Last error', lastError ?? 'Unknown'],
      ],
    },
    'Nothing is lost: its events are recorded as skipped deliveries and kept for 30 days. When the receiver works again, enable the webhook and send them again; they are not sent automatically.',
    { label: 'Open the webhook', to: { page: `/webhooks/${id}` } },
    'You will not get another e-mail unless the webhook is disabled again.',
  ],
});
