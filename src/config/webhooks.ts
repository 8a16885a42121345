import { flag, integer, retryDelays, type Values } from './variable.js';

export interface WebhooksConfig {
  /** Receivers may be at addresses that are not public: for local development. */
  allowPrivate: boolean;
  /** How long a receiver may take to answer. */
  timeoutMs: number;
  /** Waits before the second to the fifth attempt. */
  retryDelaysMs: number[];
}

export const webhookVariables = {
  WEBHOOKS_ALLOW_PRIVATE: flag.optional().meta({
    description: 'Webhooks may be sent to addresses that are not public. For local development only.',
    unset: '`false`; `true` with the embedded database',
  }),
  WEBHOOKS_TIMEOUT_MS: integer(100, 60_000).default(10_000).describe('How long a receiver may take to answer.'),
  WEBHOOKS_RETRY_DELAYS_MS: retryDelays
    .prefault('10000,60000,300000,1800000')
    .describe('Waits before the second to the fifth attempt of a delivery, ±20%.'),
};

/** With the embedded database, a newcomer's first receiver is on the same machine. */
export const readWebhooks = (value: Values<typeof webhookVariables>, embedded: boolean): WebhooksConfig => ({
  allowPrivate: value.WEBHOOKS_ALLOW_PRIVATE ?? embedded,
  timeoutMs: value.WEBHOOKS_TIMEOUT_MS,
  retryDelaysMs: value.WEBHOOKS_RETRY_DELAYS_MS,
});
