import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import { newId } from '../../foundation/database/id.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import { keepPermission } from '../identity/access/keep-permission.step.js';
import type { Viewer } from '../identity/access/viewer.js';
import { lockPlan } from '../identity/account/user.repository.js';
import { parseWebhookEvents, parseWebhookName } from './parse-webhook.js';
import { parseUrl } from './parse-webhook-url.js';
import { generateWebhookSecret } from './sign.js';
import { MAX_WEBHOOKS, type Webhook, webhookSubject } from './webhook.js';
import { countWebhooks, insertWebhook } from './webhook.repository.js';
import type { WebhookEventName } from './webhook-event.js';

interface Needs {
  db: Db;
  transaction: Transaction;
  cipher: CredentialCipher;
  clock: () => Date;
  /** Webhooks may be at addresses that are not public. */
  allowPrivate: boolean;
}

export interface CreateWebhookInput {
  name: string;
  url: string;
  events: WebhookEventName[];
  /** Refuse an address that no delivery can reach. REST has its own rules [webhooks/loopback-not-blocked]. */
  validateUrl: boolean;
}

/** The secret is only available at creation. */
export type CreateWebhook = (
  viewer: Viewer,
  input: CreateWebhookInput,
) => Promise<{ webhook: Webhook; secret: string }>;

/** Creates a webhook for the viewer; at most ten, even under concurrency. */
export const makeCreateWebhook =
  ({ transaction, cipher, clock, allowPrivate }: Needs): CreateWebhook =>
  (viewer, input) => {
    const { userId } = viewer;
    const name = parseWebhookName(input.name);
    const url = parseUrl(input, allowPrivate);
    const events = parseWebhookEvents(input.events);
    return transaction(async (db) => {
      await lockPlan(db, userId);
      await keepPermission(db, viewer, 'MANAGE');
      if ((await countWebhooks(db, userId)) >= MAX_WEBHOOKS) throw new AppError('WEBHOOK_LIMIT_REACHED');
      const now = clock();
      const id = newId(now);
      const made = { isActive: true, failureCount: 0, failuresCountFrom: null, lastTriggeredAt: null };
      const webhook: Webhook = { id, userId, name, url, events, ...made, createdAt: now, updatedAt: now };
      const secret = generateWebhookSecret();
      await insertWebhook(db, { ...webhook, secret: cipher.encrypt({ secret }, id) });
      await recordAudit(db, viewer, { action: 'webhook_created', subject: webhookSubject(webhook) });
      return { webhook, secret };
    });
  };
