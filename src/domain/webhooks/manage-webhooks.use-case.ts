import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import { newId } from '../../foundation/database/id.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { Viewer } from '../identity/access/viewer.js';
import { lockPlan } from '../identity/account/user.repository.js';
import { parseReachableUrl, parseWebhookEvents, parseWebhookName, parseWebhookUrl } from './parse-webhook.js';
import { generateWebhookSecret } from './sign.js';
import { MAX_WEBHOOKS, type Webhook, webhookSubject } from './webhook.js';
import { countWebhooks, deleteWebhook, insertWebhook, lockWebhook, updateWebhook } from './webhook.repository.js';
import { skipDeliveries } from './webhook-delivery.repository.js';
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
  /** Refuse an address that no delivery would reach. REST has rules of its own [webhooks/loopback-not-blocked]. */
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
    const { id, isActive, keepFailureCount, validateUrl } = input;
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
      const switchesOn = isActive === true && !before.isActive;
      const after = {
        ...before,
        ...given,
        ...(switchesOn && { failuresCountFrom: now }),
        ...(switchesOn && !keepFailureCount && { failureCount: 0 }),
        updatedAt: now,
      };
      await updateWebhook(db, after, after);
      if (before.isActive && !after.isActive) await skipDeliveries(db, id, now);
      // Not the values: an address can have a secret.
      const details = { changed: Object.keys(given), ...(isActive !== null && { isActive }) };
      await recordAudit(db, viewer, { action: 'webhook_updated', subject: webhookSubject(after), details });
      return after;
    });
  };

export type DeleteWebhook = (viewer: Viewer, id: string) => Promise<void>;

/** Deletes a webhook with its deliveries: nothing more is sent. */
export const makeDeleteWebhook =
  ({ transaction }: Needs): DeleteWebhook =>
  (viewer, id) =>
    transaction(async (db) => {
      const webhook = await lockWebhook(db, viewer.userId, id);
      if (!webhook) throw new AppError('WEBHOOK_NOT_FOUND');
      await deleteWebhook(db, viewer.userId, id);
      await recordAudit(db, viewer, { action: 'webhook_deleted', subject: webhookSubject(webhook) });
    });

export type RegenerateWebhookSecret = (viewer: Viewer, id: string) => Promise<string>;

/** The new secret signs every attempt from now on, including pending deliveries. */
export const makeRegenerateWebhookSecret =
  ({ transaction, cipher, clock }: Needs): RegenerateWebhookSecret =>
  (viewer, id) =>
    transaction(async (db) => {
      const webhook = await lockWebhook(db, viewer.userId, id);
      if (!webhook) throw new AppError('WEBHOOK_NOT_FOUND');
      const secret = generateWebhookSecret();
      await updateWebhook(db, webhook, { secret: cipher.encrypt({ secret }, id), updatedAt: clock() });
      await recordAudit(db, viewer, { action: 'webhook_secret_rotated', subject: webhookSubject(webhook) });
      return secret;
    });

const parseUrl = ({ url, validateUrl }: Pick<CreateWebhookInput, 'url' | 'validateUrl'>, allowPrivate: boolean) =>
  validateUrl && !allowPrivate ? parseReachableUrl(url) : parseWebhookUrl(url);
