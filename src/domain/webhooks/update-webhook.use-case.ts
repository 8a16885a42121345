import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import { assertMayGiveAccess } from '../identity/access/operator-session.js';
import type { Viewer } from '../identity/access/viewer.js';
import { parseWebhookEvents, parseWebhookName } from './parse-webhook.js';
import { parseUrl } from './parse-webhook-url.js';
import { type Webhook, webhookSubject } from './webhook.js';
import { lockWebhook, updateWebhook } from './webhook.repository.js';
import { skipDeliveries } from './webhook-delivery.repository.js';
import { isOfContract, type WebhookEventName } from './webhook-event.js';
import { withdrawDisabled } from './withdraw-disabled.step.js';

interface Needs {
  db: Db;
  transaction: Transaction;
  clock: () => Date;
  /** Webhooks may be at addresses that are not public. */
  allowPrivate: boolean;
}

export interface UpdateWebhookInput {
  id: string;
  /** Null: unchanged. */
  name: string | null;
  url: string | null;
  events: WebhookEventName[] | null;
  isActive: boolean | null;
  validateUrl: boolean;
  /** Switching it on again over the API keeps failureCount [webhooks/re-enable-keeps-count]. */
  keepFailureCount: boolean;
  /** `events` are those of the REST contract alone: the others stay. */
  keepOtherEvents: boolean;
}

export type UpdateWebhook = (viewer: Viewer, input: UpdateWebhookInput) => Promise<Webhook>;

/**
 * Updates a webhook. Pending deliveries of a disabled one are skipped. Attempts that started before it is enabled again
 * do not count.
 */
export const makeUpdateWebhook =
  ({ transaction, clock, allowPrivate }: Needs): UpdateWebhook =>
  (viewer, input) => {
    const { userId } = viewer;
    const { id, isActive, keepFailureCount, keepOtherEvents, validateUrl } = input;
    // Events would go there from then on.
    if (input.url !== null) assertMayGiveAccess(viewer);
    const given = {
      ...(input.name !== null && { name: parseWebhookName(input.name) }),
      ...(input.url !== null && { url: parseUrl({ url: input.url, validateUrl }, allowPrivate) }),
      ...(input.events !== null && { events: parseWebhookEvents(input.events) }),
      ...(isActive !== null && { isActive }),
    };
    return transaction(async (db) => {
      const stored = await lockWebhook(db, userId, id);
      if (!stored) throw new AppError('WEBHOOK_NOT_FOUND');
      const { secret: _, ...before } = stored;
      const now = clock();
      const kept = keepOtherEvents ? before.events.filter((event) => !isOfContract(event)) : [];
      const switchesOn = isActive === true && !before.isActive;
      const after = {
        ...before,
        ...given,
        ...(given.events && { events: [...given.events, ...kept] }),
        ...(switchesOn && { failuresCountFrom: now }),
        ...(switchesOn && !keepFailureCount && { failureCount: 0 }),
        updatedAt: now,
      };
      await updateWebhook(db, after, after);
      if (before.isActive && !after.isActive) await skipDeliveries(db, id, now);
      if (switchesOn) await withdrawDisabled(db, id);
      // Not the values: an address can have a secret.
      const details = { changed: Object.keys(given), ...(isActive !== null && { isActive }) };
      await recordAudit(db, viewer, { action: 'webhook_updated', subject: webhookSubject(after), details });
      return after;
    });
  };
