import { integer, retryDelays, type Values } from './variable.js';

export interface WebhooksConfig {
  /** How long a receiver may take to answer. */
  timeoutMs: number;
  /** Waits before the second to the fifth attempt. */
  retryDelaysMs: number[];
}

export const webhookVariables = {
  WEBHOOKS_TIMEOUT_MS: integer(100, 60_000).default(10_000).describe('How long a receiver may take to answer.'),
  WEBHOOKS_RETRY_DELAYS_MS: retryDelays
    .prefault('10000,60000,300000,1800000')
    .describe('Waits before the second to the fifth attempt of a delivery, ±20%.'),
};

export const readWebhooks = (value: Values<typeof webhookVariables>): WebhooksConfig => ({
  timeoutMs: value.WEBHOOKS_TIMEOUT_MS,
  retryDelaysMs: value.WEBHOOKS_RETRY_DELAYS_MS,
});
