/** Secrets of webhooks and what is signed with them. */
import { createHmac, randomBytes } from 'node:crypto';

/** Prefix of Standard Webhooks secrets, followed by the base64 key. */
const PREFIX = 'whsec_';

export const generateWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64');

/** What is sent and when. */
export interface Signed {
  deliveryId: string;
  event: string;
  body: string;
  at: Date;
}

/**
 * The headers of a delivery [deliveries/signature], and those of Standard Webhooks, so that its verifiers work: they
 * sign the id and the time of sending too, with the key that the secret contains as base64.
 */
export function signedHeaders(secret: string, { deliveryId, event, body, at }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return {
    'X-Service-Event': event,
    'X-Service-Delivery': deliveryId,
    'X-Service-Signature': createHmac('sha256', secret).update(body).digest('hex'),
    'webhook-id': deliveryId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${createHmac('sha256', key).update(`${deliveryId}.${timestamp}.${body}`).digest('base64')}`,
  };
}
