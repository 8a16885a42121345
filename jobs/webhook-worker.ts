import type { Job, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { LiveHub } from '../src/domain/events/live-hub.js';
import { RESYNC } from '../src/domain/events/live-hub.js';
import type { DeliverWebhook } from '../src/domain/webhooks/deliver-webhook.use-case.js';
import { WEBHOOK_QUEUE, type WebhookJobData } from './queues.js';
import type { Heartbeat } from './watchdog.js';

/** Concurrent deliveries per worker; each is little more than an open connection. */
const AT_ONCE = 300;
/** Of all workers, to one host and port, whoever's webhooks are there. */
const AT_ONCE_PER_HOST = 20;
/** The poll finds retries, and deliveries without a notification. */
const POLL_MS = 1_000;
/** Notifications and freed slots within this interval share a fetch. */
const GATHER_MS = 5;

/**
 * Fetches due deliveries and makes each attempt by itself: a slow receiver only occupies a slot of its own lane and
 * host. Returns a function that stops it: no more deliveries are fetched, and those in progress are finished.
 */
export function startWebhookWorker(needs: {
  boss: PgBoss;
  hub: LiveHub;
  deliverWebhook: DeliverWebhook;
  heartbeatSeconds: number;
  pulse: Heartbeat;
  log: Logger;
}): () => Promise<void> {
  const { boss, hub, deliverWebhook, pulse, log } = needs;
  const active = new Map<string, { job: Job<WebhookJobData>; done: Promise<void> }>();
  let fetching = false;
  let fetchAgain = false;
  let fetched = Promise.resolve();
  let stopped = false;
  let gathering: NodeJS.Timeout | undefined;

  /** Fills the free slots; a call during a fetch triggers one more. */
  function fetchDue(): void {
    fetchAgain = true;
    if (!fetching) fetched = fillPlaces();
  }

  async function fillPlaces(): Promise<void> {
    fetching = true;
    try {
      while (fetchAgain && !stopped && active.size < AT_ONCE) {
        fetchAgain = false;
        const jobs = await boss.fetch<WebhookJobData>(WEBHOOK_QUEUE, {
          batchSize: AT_ONCE - active.size,
          groupConcurrency: AT_ONCE_PER_HOST,
        });
        for (const job of jobs) run(job);
        // Jobs of a host at its limit blocked others in this fetch.
        if (jobs.length > 0) fetchAgain = true;
        pulse.fetched();
      }
      pulse.fetched();
    } catch (error) {
      pulse.failed();
      log.error({ err: error }, 'Due webhook deliveries could not be fetched');
    } finally {
      fetching = false;
    }
  }

  function run(job: Job<WebhookJobData>): void {
    const done = deliverWebhook(job.data.deliveryId, job)
      .catch(async (error) => {
        log.error({ err: error, ...job.data }, 'A webhook delivery was interrupted and will be retried');
        await boss
          .fail(WEBHOOK_QUEUE, job)
          .catch((failure) => log.error({ err: failure }, 'The job stays for the heartbeat'));
      })
      .finally(() => {
        active.delete(job.id);
        fetchSoon();
      });
    active.set(job.id, { job, done });
  }

  function fetchSoon(): void {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      fetchDue();
    }, GATHER_MS);
  }

  /** Sends heartbeats; jobs of a process without them are given to another. */
  async function touch(): Promise<void> {
    const jobs = [...active.values()].map(({ job }) => job);
    if (jobs.length === 0) return;
    await boss.touch(WEBHOOK_QUEUE, jobs).catch((error) => log.warn({ err: error }, 'The heartbeat was not stored'));
  }

  const unfollow = hub.followDeliveries(null, (notice) => {
    if (notice === RESYNC || (notice.due !== null && notice.due <= Date.now())) fetchSoon();
  });
  const poll = setInterval(fetchDue, POLL_MS);
  const heartbeat = setInterval(() => void touch(), (needs.heartbeatSeconds * 1000) / 3);
  fetchSoon();

  return async () => {
    stopped = true;
    unfollow();
    clearTimeout(gathering);
    clearInterval(poll);
    // Jobs fetched meanwhile are in progress, too.
    await fetched;
    await Promise.all([...active.values()].map(({ done }) => done));
    clearTimeout(gathering);
    clearInterval(heartbeat);
  };
}
