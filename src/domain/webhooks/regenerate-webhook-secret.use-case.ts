import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { Viewer } from '../identity/access/viewer.js';
import { generateWebhookSecret } from './sign.js';
import { webhookSubject } from './webhook.js';
import { lockWebhook, updateWebhook } from './webhook.repository.js';

interface Needs {
  db: Db;
  transaction: Transaction;
  cipher: CredentialCipher;
  clock: () => Date;
}

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
