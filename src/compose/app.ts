import { createServer } from 'node:http';
import express from 'express';
import type { PgBoss } from 'pg-boss';
import { isBossMigrated, migrateBoss, migrateQueues, startBoss } from '../../jobs/boss.js';
import { mailBacklog } from '../../jobs/mail-backlog.js';
import { makeWatchdog } from '../../jobs/watchdog.js';
import { HEALTH_PATH, makeHealth, makeHealthRouter } from '../api/health.js';
import { type Config, productionWarnings } from '../config/config.js';
import type { TracesConfig } from '../config/traces.js';
import { makeLoadAccount } from '../domain/accounts/load-account.use-case.js';
import { assertSecretsReadable } from '../domain/accounts/readable-secrets.step.js';
import { AUDIT_RECORDS } from '../domain/audit/audit.repository.js';
import { originFields } from '../domain/audit/origin.js';
import { makeLiveHub } from '../domain/events/live-hub.io.js';
import { makeFollowingTokens } from '../domain/identity/access/application-token.js';
import { ACCESS_CHANGES } from '../domain/identity/access/caller.repository.js';
import { assertPlansInForce } from '../domain/identity/account/assert-plans.step.js';
import { NOTIFICATION_CHANGES } from '../domain/notifications/notification.repository.js';
import { POST_EVENTS } from '../domain/posts/progress/live-event.repository.js';
import { dueBacklog } from '../domain/posts/state/post-group.repository.js';
import { type LeaseTimes, mayBeInFlightMs } from '../domain/publishing/lease.js';
import { PAUSE_CHANGES, readPause } from '../domain/publishing/publishing-pause.repository.js';
import { makePauseWatch } from '../domain/publishing/watch-pause.use-case.js';
import { DELIVERY_CHANGES } from '../domain/webhooks/webhook-delivery.repository.js';
import { type CredentialCipher, makeCredentialCipher } from '../foundation/crypto/credential-cipher.js';
import { makeConnections } from '../foundation/database/connections.js';
import { type DatabaseClock, makeDatabaseClock, readDatabaseTime } from '../foundation/database/database-clock.js';
import { probeDatabase, writeHealthCheck } from '../foundation/database/health.repository.js';
import { listeningSession } from '../foundation/database/processes.repository.js';
import { type Db, makeTransaction, type Transaction } from '../foundation/database/unit-of-work.js';
import { makeStartStep, waitForDatabase } from '../foundation/database/wait-for-database.js';
import { securityHeaders } from '../foundation/http/security-headers.js';
import { makeLog } from '../foundation/log.js';
import { servePod } from '../foundation/pod.js';
import { httpOrigin, listen } from '../foundation/process/ports.js';
import { returnMemoryWhenIdle } from '../foundation/process/return-memory.js';
import type { OnStop } from '../foundation/process/shutdown.js';
import { makePlatformDirectory } from '../platforms/platform-directory.js';
import { makeAddresses, OWN_ADDRESSES } from '../pods/addresses.js';
import { openDirectory } from '../pods/directory.js';
import { openStorage } from '../storage/open-storage.js';
import { makeSignedAddresses } from '../storage/signed-address.js';
import type { ObjectStorage } from '../storage/storage.js';
import { makeDataSource, poolOf } from './data-source.js';
import type { Metrics } from './metrics.js';
import { assertMigrated, migrate } from './migrate.js';
import { openHttp } from './open-http.js';
import type { Parts } from './parts.js';
import type { Traces } from './traces.js';

export interface App {
  /** Port of the API, or of a worker's health; null if the process does not listen. */
  port: number | null;
}

/** What startup needs in addition to the configuration: secrets and URLs that may have just been created. */
export interface Resources {
  databaseUrl: string;
  encryptionKeys: readonly [Buffer, ...Buffer[]];
  /** What the build made: the dashboard, and the documentation site where it was built. */
  builtFolder: string;
  /** Builds the documentation site when it is first read. Without it, the operator does. */
  buildDocs?: () => Promise<void>;
  /** Runs before anything listens or works: seeds the demo account. */
  prepare?: (made: {
    db: Db;
    transaction: Transaction;
    cipher: CredentialCipher;
    boss: PgBoss;
    storage: ObjectStorage;
  }) => Promise<void>;
  /** Registers a stop handler, also run if startup fails. */
  onStop: OnStop;
  /** Ends the process, because it cannot recover. */
  giveUp: (reason: string) => void;
}

export interface Overrides {
  clock?: () => Date;
  random?: () => number;
}

/** How often the time is read from the database. */
const CLOCK_EVERY_MS = 10_000;
/** So long after the database's clock was set, other processes may store times of the one before. */
const STAMPED_AFTER_MS = CLOCK_EVERY_MS + 5_000;

/** The database's time, used by all processes. */
async function startClock(
  db: Db,
  publishing: LeaseTimes,
  { log, onStop }: Pick<Parts, 'log' | 'onStop'>,
): Promise<DatabaseClock> {
  const clock = makeDatabaseClock({
    readTime: () => readDatabaseTime(db),
    monotonic: () => performance.now(),
    wallClock: () => new Date(),
    holdStepsMs: mayBeInFlightMs(publishing) + STAMPED_AFTER_MS,
  });
  await clock.synchronize();
  const again = () =>
    clock.synchronize().catch((error) => log.warn({ err: error }, 'The time could not be read from the database'));
  const timer = setInterval(again, CLOCK_EVERY_MS);
  onStop('the clock', async () => clearInterval(timer));
  return clock;
}

/** Loads OpenTelemetry, and starts to send traces. */
async function openTraces(
  config: TracesConfig,
  { clock, log, onStop }: Pick<Parts, 'clock' | 'log' | 'onStop'>,
): Promise<Traces> {
  const [{ startTracing }, { makeTraces }] = await Promise.all([import('./tracing.js'), import('./traces.js')]);
  const tracing = startTracing(config, log);
  onStop('the traces', tracing.stop);
  return makeTraces(tracing, { clock, isQuiet: (path) => path.startsWith(HEALTH_PATH) });
}

/**
 * The composition root, with one part per role: constructs everything by hand, here, in api.ts and in worker.ts, in the
 * order in which it is needed. A process loads only the parts of its roles.
 */
export async function startApp(config: Config, resources: Resources, overrides: Overrides = {}): Promise<App> {
  const { random = Math.random } = overrides;
  const { roles, database, publishing, platforms } = config;
  servePod(config.pod);
  let traces: Traces | null = null;
  const log = makeLog(config.logLevel, { fields: () => ({ ...originFields(), ...traces?.logFields() }) });
  const { databaseUrl: url, onStop } = resources;
  onStop('the log', async () => log.info('Stopped'));
  const cipher = makeCredentialCipher(resources.encryptionKeys);

  const { limits, directUrl } = database;
  const direct = makeConnections(directUrl ?? url, { limits });
  const connections = directUrl === null ? direct : makeConnections(url, { limits, isPooled: true });
  await waitForDatabase(url, { connections, waitMs: database.waitSeconds * 1000, log });
  const step = makeStartStep(url, { waitMs: database.waitSeconds * 1000, log });
  const dataSource = makeDataSource({ url, poolSize: database.poolSize, connect: connections.options });
  await step(() => dataSource.initialize());
  onStop('the database', () => dataSource.destroy());
  const db = dataSource.manager;
  if (database.migrateAtStart) {
    await step(() => migrate(dataSource, url, { connections: direct, log }));
    await step(() => migrateBoss({ url, connections: direct, log }));
  } else {
    await step(async () => assertMigrated(dataSource, await isBossMigrated(db)));
  }
  await step(() => assertSecretsReadable(db, cipher, log));
  // The demo account of an embedded database has a documented plan.
  if (!config.embedded) await step(() => assertPlansInForce(db, config.plans));
  const { now: clock, earliest: earliestTime } = overrides.clock
    ? { now: overrides.clock, earliest: overrides.clock }
    : await step(() => startClock(db, publishing, { log, onStop }));
  traces = config.traces && (await openTraces(config.traces, { clock, log, onStop }));
  const inTransaction = makeTransaction(dataSource);
  const transaction = traces?.transaction(inTransaction) ?? inTransaction;

  const boss = await step(() => startBoss({ url, connections, works: roles.has('worker'), log }));
  onStop('the job engine', () => boss.stop({ graceful: true, timeout: 10_000 }));
  await step(() => migrateQueues(boss, { ...publishing, update: roles.has('worker') }));

  const hub = makeLiveHub({
    address: direct.address,
    session: listeningSession([...roles], { isPaused: publishing.paused }),
    channels: [POST_EVENTS, DELIVERY_CHANGES, AUDIT_RECORDS, ACCESS_CHANGES, PAUSE_CHANGES, NOTIFICATION_CHANGES],
    clock,
    log,
  });
  onStop('the live events', () => hub.stop());
  await hub.start();

  const pause = await makePauseWatch({
    hub,
    readPause: () => readPause(db),
    configured: publishing.paused,
    clock,
    log,
  });
  onStop('the watch of pauses', async () => pause.stop());

  const watchdog = makeWatchdog({
    limitSeconds: config.watchdogSeconds,
    reconnect: connections.reset,
    giveUp: resources.giveUp,
    log,
  });
  const health = makeHealth({
    probeDatabase: () => probeDatabase(db),
    writeToDatabase: () => writeHealthCheck(db),
    workerProblem: roles.has('worker') ? watchdog.problem : null,
    publishingPause: pause.current,
    log,
  });

  const { http, close } = openHttp(config, clock);
  onStop('the requests to platforms', close);
  const platformDirectory = makePlatformDirectory(http, platforms, clock, traces?.http);
  const renewalsAtOnce = Math.ceil(database.poolSize / 2);
  const loadAccount = makeLoadAccount({ db, transaction, cipher, clock, renewalsAtOnce, ...publishing });

  const { directoryUrl } = database;
  const directory = directoryUrl === null ? null : openDirectory(directoryUrl, { pod: config.pod, log });
  if (directory) onStop('the directory of pods', () => directory.close());

  let listening = config.http.port;
  const publicUrl = () => config.http.publicUrl ?? httpOrigin(config.http.host, listening);
  const listensOn = (port: number) => {
    listening = port;
  };
  const folder = `${config.dataDir}/objects`;
  const { s3 } = config;
  const objectAddresses = makeSignedAddresses({ keys: resources.encryptionKeys, clock });
  const { storage, serveObjects } = await openStorage({
    s3,
    folder,
    addresses: objectAddresses,
    publicUrl,
    clock,
    log,
  });
  onStop('the storage', async () => storage.close());
  await resources.prepare?.({ db, transaction, cipher, boss, storage });

  const metrics = config.metricsPort === null ? null : (await import('./metrics.js')).makeMetrics(clock);
  metrics?.watch({
    pool: poolOf(dataSource),
    backlog: () => dueBacklog(db, clock()),
    mails: () => mailBacklog(db),
  });

  const parts: Parts = {
    config,
    builtFolder: resources.builtFolder,
    buildDocs: resources.buildDocs ?? null,
    log,
    clock,
    earliestTime,
    random,
    db,
    transaction,
    cipher,
    followingTokens: makeFollowingTokens(resources.encryptionKeys),
    boss,
    hub,
    platformDirectory,
    loadAccount,
    addresses: directory ? makeAddresses(directory, config.pod) : OWN_ADDRESSES,
    directory,
    storage,
    objectAddresses,
    serveObjects,
    publicUrl,
    listensOn,
    health,
    watchdog,
    pause,
    metrics,
    traces,
    onStop,
  };
  for (const warning of productionWarnings(config)) log.warn(warning);
  if (metrics) await serveMetrics(parts, metrics);
  const healthPort = roles.has('api') ? null : await serveHealth(parts);
  if (roles.has('worker')) await (await import('./worker.js')).startWorker(parts);
  const port = roles.has('api') ? await (await import('./api.js')).startApi(parts) : healthPort;
  const stopReturning = returnMemoryWhenIdle();
  onStop('the return of memory', async () => stopReturning());
  log.info({ roles: [...roles], port, node: process.version }, 'Started');
  onStop('the log', async () => log.info('Stopping'));
  return { port };
}

/** On a separate port, which needs no access from outside. */
async function serveMetrics({ config, health, log, onStop }: Parts, metrics: Metrics): Promise<void> {
  const server = metrics.server(health.ready);
  onStop('the metrics', async () => {
    server.close();
    server.closeAllConnections();
  });
  const { host } = config.http;
  const port = await listen(server, { host, port: config.metricsPort ?? 0, variable: 'METRICS_PORT' });
  log.info({ host, port }, 'Serving metrics');
}

/** A process without the API serves its health on a separate port, if configured. */
async function serveHealth({ config, health, publicUrl, onStop }: Parts): Promise<number | null> {
  const { http, workerPort: port } = config;
  if (port === null) return null;
  const routes = makeHealthRouter(health, { showChecks: true });
  const server = createServer(express().disable('x-powered-by').use(securityHeaders(publicUrl), routes));
  onStop('the health server', async () => {
    server.close();
    server.closeAllConnections();
  });
  return listen(server, { host: http.host, port, variable: 'WORKER_PORT' });
}
