import { startTokenExpiry } from '../../jobs/token-expiry.js';
import { startWebhookWorker } from '../../jobs/webhook-worker.js';
import { makeAnnounceExpiringTokens } from '../domain/webhooks/announce-expiring-tokens.use-case.js';
import { makeDeliverWebhook } from '../domain/webhooks/deliver-webhook.use-case.js';
import { makeWebhookClient } from '../domain/webhooks/webhook-client.io.js';
import type { WorkerParts } from './worker-parts.js';

/** Delivers events to webhooks, and announces access that expires soon. */
export async function startWebhooks(parts: WorkerParts): Promise<void> {
  const { config, log, clock, random, db, transaction, cipher, boss, hub, platformDirectory, loadAccount } = parts;
  const { watchdog, metrics, traces, queues, jobTraces, webhookQueue, announce, onStop } = parts;
  const { publishing, webhooks, workerQueues } = config;
  const { heartbeatSeconds } = publishing;
  const { dueQueues } = queues;
  const client = makeWebhookClient({
    timeoutMs: webhooks.timeoutMs,
    allowPrivate: config.privateAddresses.has('webhooks'),
  });
  onStop('the webhook client', client.close);
  const deliverWebhook = makeDeliverWebhook({
    db,
    transaction,
    cipher,
    clock,
    random,
    webhookQueue,
    http: traces?.http(client.http) ?? client.http,
    retryDelaysMs: webhooks.retryDelaysMs,
    report(report) {
      log.info(report, 'Webhook delivery');
      metrics?.delivery(report);
      traces?.delivered(report);
    },
  });
  if (workerQueues.has('webhooks')) {
    const pulse = watchdog.watch('webhook');
    const deliveries = { boss, dueQueues, hub, deliverWebhook, heartbeatSeconds, pulse, clock, traces: jobTraces, log };
    onStop('the webhook worker', startWebhookWorker(deliveries));
    const expiring = { db, transaction, clock, loadAccount, findPlatform: platformDirectory, announce, log };
    await startTokenExpiry({ ...queues, announceExpiringTokens: makeAnnounceExpiringTokens(expiring) });
  }
}
