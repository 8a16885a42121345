import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { Viewer } from '../identity/access/viewer.js';
import { webhookSubject } from './webhook.js';
import { deleteWebhook, lockWebhook } from './webhook.repository.js';
import { withdrawDisabled } from './withdraw-disabled.step.js';

interface Needs {
  db: Db;
  transaction: Transaction;
}

export type DeleteWebhook = (viewer: Viewer, id: string) => Promise<void>;

/** Deletes a webhook with its deliveries: nothing more is sent. */
export const makeDeleteWebhook =
  ({ transaction }: Needs): DeleteWebhook =>
  (viewer, id) =>
    transaction(async (db) => {
      const webhook = await lockWebhook(db, viewer.userId, id);
      if (!webhook) throw new AppError('WEBHOOK_NOT_FOUND');
      await deleteWebhook(db, viewer.userId, id);
      await withdrawDisabled(db, id);
      await recordAudit(db, viewer, { action: 'webhook_deleted', subject: webhookSubject(webhook) });
    });
