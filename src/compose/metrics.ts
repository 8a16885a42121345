import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RetentionReport } from '../../jobs/remove-expired.js';
import { type Health, READY_PATH, readinessResponse } from '../api/health.js';
import type { ReadServer } from '../api/operation-reads.js';
import type { RenewalReport } from '../domain/accounts/renew-accounts.use-case.js';
import type { RunInMediaProcess } from '../domain/media/media-processes.io.js';
import { MediaRefused } from '../domain/media/media-refused.js';
import type { RunReport } from '../domain/publishing/run-report.js';
import type { LiveUsage } from '../domain/usage/live-usage.js';
import type { DeliveryReport } from '../domain/webhooks/deliver-webhook.use-case.js';
import type { Replica } from '../foundation/database/replica.js';
import { KNOWN_METHODS, type RequestLine } from '../foundation/http/request-log.js';

const METRICS_PATH = '/metrics';

/** Names of operations come from clients: further ones share a label. */
const MAX_OPERATIONS = 200;
const MAX_ROUTES = 200;
const OTHER = 'other';

const LATENESS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600];
const DURATION_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Less than a scrape may take. */
const BACKLOG_WITHIN_MS = 2_000;

/** How many wait, and since when the oldest does. */
type ReadBacklog = () => Promise<{ count: number; oldest: Date | null }>;

/** What a process measures, for Prometheus. */
export interface Metrics {
  request(line: RequestLine): void;
  run(report: RunReport): void;
  delivery(report: DeliveryReport): void;
  renewal(report: RenewalReport): void;
  retention(report: RetentionReport): void;
  /** A statement of a list was answered. */
  listRead(server: ReadServer): void;
  /** Measures the tasks of media processes. */
  measured(run: RunInMediaProcess): RunInMediaProcess;
  /** Read at each scrape. */
  watch(sources: {
    pool?: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;
    live?: () => LiveUsage;
    replica?: Pick<Replica, 'lagMs'>;
    /** Posts that are due, over all processes. */
    backlog?: ReadBacklog;
    /** E-mails that wait to be sent, over all processes. */
    mails?: ReadBacklog;
  }): void;
  /** Serves `GET /metrics`, and `GET /health/ready` with the checks; not listening yet. */
  server(ready: Health['ready']): Server;
}

export function makeMetrics(clock: () => Date): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_SECONDS,
    registers,
  });
  const operations = new Histogram({
    name: 'graphql_operation_duration_seconds',
    help: `Duration of GraphQL operations over HTTP, by type and name; "${OTHER}" beyond ${MAX_OPERATIONS} names.`,
    labelNames: ['operation'],
    buckets: DURATION_SECONDS,
    registers,
  });
  const lateness = new Histogram({
    name: 'publishing_lateness_seconds',
    help: 'From the time when a post was due to its publication, at the first attempt.',
    labelNames: ['platform'],
    buckets: LATENESS_SECONDS,
    registers,
  });
  const attempts = new Histogram({
    name: 'publishing_attempt_duration_seconds',
    help: 'Duration of attempts to publish.',
    labelNames: ['platform'],
    buckets: DURATION_SECONDS,
    registers,
  });
  const outcomes = new Counter({
    name: 'publishing_outcomes_total',
    help: 'Outcomes of publishing jobs: published, retrying or failed, with the code and the fault of a failure.',
    labelNames: ['platform', 'outcome', 'code', 'fault'],
    registers,
  });
  const waits = new Counter({
    name: 'publishing_waits_total',
    help: 'Publishing jobs that ended without an outcome, by what the post waits for.',
    labelNames: ['platform', 'reason'],
    registers,
  });
  const deliveries = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts of webhook deliveries, by what became of the delivery.',
    labelNames: ['outcome'],
    registers,
  });
  const deliveryDurations = new Histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'Duration of attempts of webhook deliveries.',
    buckets: DURATION_SECONDS,
    registers,
  });
  const renewals = new Counter({
    name: 'account_renewals_total',
    help: 'Access tokens that were renewed ahead of their end, or could not be.',
    labelNames: ['platform', 'outcome'],
    registers,
  });
  const removals = new Counter({
    name: 'retention_removed_total',
    help: 'Rows that were removed because of their age, by kind.',
    labelNames: ['kind'],
    registers,
  });
  const retentionLag = new Gauge({
    name: 'retention_lag_seconds',
    help: 'How long the oldest row of a kind has been due for removal; 0 when none is left.',
    labelNames: ['kind'],
    registers,
  });
  const listReads = new Counter({
    name: 'database_list_reads_total',
    help: 'Statements of lists and statistics, by the server that answered them; primary_after_replica: a replica failed.',
    labelNames: ['server'],
    registers,
  });
  const mediaTasks = new Histogram({
    name: 'media_task_duration_seconds',
    help: 'Duration of reading and converting files.',
    labelNames: ['task', 'outcome'],
    buckets: DURATION_SECONDS,
    registers,
  });

  /**
   * Both metrics are collected at the same time, from one statement. While the database does not respond they have no value:
   * a scrape has all others.
   */
  function watchBacklog(
    readBacklog: ReadBacklog,
    { count, age }: Record<'count' | 'age', { name: string; help: string }>,
  ) {
    let reading: Promise<Awaited<ReturnType<ReadBacklog>> | null> | undefined;
    const read = () => {
      const unknown = sleep(BACKLOG_WITHIN_MS, null, { ref: false });
      reading ??= Promise.race([readBacklog().catch(() => null), unknown]).finally(() => (reading = undefined));
      return reading;
    };
    const show = (gauge: Gauge, value: number | undefined) => (value === undefined ? gauge.remove() : gauge.set(value));
    new Gauge({
      ...count,
      registers,
      async collect() {
        show(this, (await read())?.count);
      },
    });
    new Gauge({
      ...age,
      registers,
      async collect() {
        const backlog = await read();
        const oldest = backlog?.oldest?.getTime();
        const seconds = oldest === undefined ? 0 : Math.max(0, clock().getTime() - oldest) / 1000;
        show(this, backlog ? seconds : undefined);
      },
    });
  }

  const operationNames = atMost(MAX_OPERATIONS);
  // Limits the size of a scrape, even if routes contain varying text.
  const routes = atMost(MAX_ROUTES);

  return {
    request({ method, route, status, durationMs, operation }) {
      const known = KNOWN_METHODS.has(method) ? method : OTHER;
      requests.observe({ method: known, route: routes(route), status }, durationMs / 1000);
      if (operation !== undefined) operations.observe({ operation: operationNames(operation) }, durationMs / 1000);
    },
    run({ platform, outcome, code = '', fault = '', reason = '', durationMs, lateMs }) {
      if (outcome === 'waiting') return waits.inc({ platform, reason });
      outcomes.inc({ platform, outcome, code, fault });
      if (durationMs !== undefined) attempts.observe({ platform }, durationMs / 1000);
      if (lateMs !== undefined) lateness.observe({ platform }, lateMs / 1000);
    },
    delivery({ outcome, durationMs }) {
      deliveries.inc({ outcome });
      deliveryDurations.observe(durationMs / 1000);
    },
    renewal: ({ platform, problem }) => renewals.inc({ platform, outcome: problem ? 'failed' : 'renewed' }),
    retention({ kind, removed, lagMs }) {
      removals.inc({ kind }, removed);
      retentionLag.set({ kind }, lagMs / 1000);
    },
    listRead: (server) => listReads.inc({ server }),
    measured: (run) => (task, argument, file) => {
      const end = mediaTasks.startTimer({ task });
      const result = run(task, argument, file);
      result.then(
        () => end({ outcome: 'done' }),
        (error) => end({ outcome: error instanceof MediaRefused ? 'refused' : 'failed' }),
      );
      return result;
    },
    watch({ pool, live, replica, backlog, mails }) {
      if (pool) {
        new Gauge({
          name: 'database_pool_connections',
          help: 'Connections of the pool, and requests that wait for one.',
          labelNames: ['state'],
          registers,
          collect() {
            this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
            this.set({ state: 'idle' }, pool.idleCount);
            this.set({ state: 'waiting' }, pool.waitingCount);
          },
        });
      }
      if (live) {
        new Gauge({
          name: 'live_open',
          help: 'Web sockets and subscriptions that are open in this process.',
          labelNames: ['kind'],
          registers,
          collect() {
            for (const [kind, count] of Object.entries(live())) this.set({ kind }, count);
          },
        });
      }
      if (replica) {
        new Gauge({
          name: 'database_replica_lag_seconds',
          help: 'How far the replica lags at most; +Inf while none can be used.',
          registers,
          collect() {
            this.set(replica.lagMs() / 1000);
          },
        });
      }
      if (backlog) {
        watchBacklog(backlog, {
          count: {
            name: 'publishing_due_posts',
            help: 'Posts that are due and not published yet, over all processes.',
          },
          age: {
            name: 'publishing_oldest_due_seconds',
            help: 'How long the oldest post that is due has been due, over all processes; 0 without one.',
          },
        });
      }
      if (mails) {
        watchBacklog(mails, {
          count: { name: 'mails_waiting', help: 'E-mails that wait to be sent, over all processes.' },
          age: {
            name: 'mail_oldest_waiting_seconds',
            help: 'How long the oldest e-mail has waited to be sent, over all processes; 0 without one.',
          },
        });
      }
    },
    server: (ready) =>
      createServer(async ({ method, url }, response) => {
        if (method === 'GET' && url === READY_PATH) {
          const { status, body } = readinessResponse(await ready(), true);
          return response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
        }
        if (method !== 'GET' || url !== METRICS_PATH) return response.writeHead(404).end();
        try {
          const body = await registry.metrics();
          response.writeHead(200, { 'Content-Type': registry.contentType }).end(body);
        } catch {
          // Without the database there is no backlog; an alert on `up` fires.
          response.writeHead(503).end();
        }
      }),
  };
}

/** The first values of a label; `other` for those that come after. */
function atMost(max: number): (value: string) => string {
  const values = new Set<string>();
  return (value) => {
    if (values.size < max) values.add(value);
    return values.has(value) ? value : OTHER;
  };
}
