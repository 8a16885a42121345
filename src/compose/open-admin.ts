import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { type Logger, pino } from 'pino';
import { makeAccountJobs } from '../../jobs/account-jobs.js';
import { makeQueueAccountMail } from '../../jobs/account-mail-queue.js';
import { isBossMigrated, migrateBoss, startEnqueueing } from '../../jobs/boss.js';
import { mailBacklog } from '../../jobs/mail-backlog.js';
import { makeMailQueue } from '../../jobs/mail-queue.js';
import { makePublishQueue } from '../../jobs/publish-queue.js';
import { publishJobs, queueStates, waitingMails } from '../../jobs/queue-state.js';
import { activeJobs } from '../../jobs/restored-jobs.js';
import { makeWebhookQueue } from '../../jobs/webhook-queue.js';
import type { Admin } from '../admin/admin.js';
import { AdminError } from '../admin/admin-error.js';
import { makeAdministerAccess } from '../admin/administer-access.use-case.js';
import { makeAdministerAccounts } from '../admin/administer-accounts.use-case.js';
import { makeAdministerAudit } from '../admin/administer-audit.use-case.js';
import { makeAdministerBanner } from '../admin/administer-banner.use-case.js';
import { makeAdministerDeliveries } from '../admin/administer-deliveries.use-case.js';
import { makeAdministerKeys } from '../admin/administer-keys.use-case.js';
import { makeAdministerPods } from '../admin/administer-pods.use-case.js';
import { makeAdministerPosts } from '../admin/administer-posts.use-case.js';
import { makeAdministerPublishing } from '../admin/administer-publishing.use-case.js';
import { makeAdministerQueues } from '../admin/administer-queues.use-case.js';
import type { Migrations } from '../admin/migration-commands.js';
import { foreignTransactions } from '../admin/reset-transactions.repository.js';
import { makeSwitchPublishing } from '../admin/switch-publishing.use-case.js';
import { type Config, parseConfig } from '../config/config.js';
import { makeReEncrypt } from '../domain/accounts/re-encrypt.use-case.js';
import { notifyOfFailures } from '../domain/alerts/notify-of-failures.step.js';
import { recordAudit } from '../domain/audit/audit.repository.js';
import { makeSignInThrottle } from '../domain/identity/access/sign-in-throttle.repository.js';
import { makeCreateApiKey } from '../domain/identity/create-api-key.use-case.js';
import { makeRemoveAccount, type RemoveAccount } from '../domain/owner/remove-account.use-case.js';
import { makeRecordChanges } from '../domain/posts/state/record-changes.repository.js';
import { makeAnnounceEvents } from '../domain/webhooks/announce-events.use-case.js';
import { makeRedeliverWebhookDelivery } from '../domain/webhooks/redeliver-webhook-delivery.use-case.js';
import { makeCredentialCipher } from '../foundation/crypto/credential-cipher.js';
import { areWorkersRunning, listProcesses } from '../foundation/database/processes.repository.js';
import { makeTransaction } from '../foundation/database/unit-of-work.js';
import { makeLog } from '../foundation/log.js';
import { servePod } from '../foundation/pod.js';
import { httpOrigin } from '../foundation/process/ports.js';
import { embeddedEncryptionKey } from '../local/encryption-key.js';
import type { MailQueue } from '../mail/mail-queue.js';
import { ownersAmong } from '../pods/account-addresses.repository.js';
import { makeAddresses, OWN_ADDRESSES } from '../pods/addresses.js';
import { compareDirectory } from '../pods/compare-directory.step.js';
import { openDirectory } from '../pods/directory.js';
import { makeDataSource } from './data-source.js';
import { assertKnown, JOB_ENGINE, migrate, pendingMigrations } from './migrate.js';
import { openMovingPod } from './open-moving-pod.js';
import { withRestoreSteps } from './restore-steps.js';

/**
 * The commands' composition root: they work on the service's database with the service's configuration, whether or not
 * the service is running. None but `migrate` runs migrations: a running service may be of another version.
 */
export async function openAdmin(
  env: Record<string, string | undefined>,
  report: (line: string) => void = () => undefined,
): Promise<Admin> {
  const config = parseConfig(env);
  servePod(config.pod);
  const url = await databaseUrl(config);
  const dataSource = await openDataSource(url);
  // Standard output is reserved for the command's result.
  const log = makeLog(config.logLevel, { destination: pino.destination({ dest: 2, sync: true }) });
  const { directoryUrl } = config.database;
  const directory = directoryUrl === null ? null : openDirectory(directoryUrl, { pod: config.pod, log });
  const { claim: claimAddress } = directory ? makeAddresses(directory, config.pod) : OWN_ADDRESSES;
  const close = async () => {
    await directory?.close();
    await dataSource.destroy();
  };
  await assertUsable(dataSource).catch(async (error) => {
    await close();
    throw error;
  });
  const db = dataSource.manager;
  const { plans } = config;
  const transaction = makeTransaction(dataSource);
  const clock = () => new Date();
  const withBoss = async <T>(work: (boss: PgBoss) => Promise<T>): Promise<T> => {
    const boss = await startEnqueueing({ url });
    try {
      return await work(boss);
    } finally {
      await boss.stop({ graceful: false });
    }
  };
  const { host, port, publicUrl } = config.http;
  const address = () => publicUrl ?? httpOrigin(host, port);
  const mailQueue: MailQueue = {
    enqueue: (tx, mail) => withBoss((boss) => makeMailQueue(boss, address).enqueue(tx, mail)),
  };
  const removeAccount: RemoveAccount = (tx, user) =>
    withBoss((boss) => makeRemoveAccount({ mailQueue, jobs: makeAccountJobs(boss), clock })(tx, user));
  const cipher = async () => makeCredentialCipher(await keysOf(config));
  const accounts = makeAdministerAccounts({ db, transaction, clock, plans, removeAccount, claimAddress, log });
  return {
    accounts,
    access: makeAdministerAccess({
      transaction,
      clock,
      plans,
      mailQueue,
      queueAccountMail: (tx, mail) => withBoss((boss) => makeQueueAccountMail(boss, address)(tx, mail)),
      throttle: makeSignInThrottle(db),
      claimAddress,
      log,
    }),
    audit: makeAdministerAudit({ db }),
    keys: makeAdministerKeys({ db, transaction, clock, createApiKey: makeCreateApiKey({ transaction, plans, clock }) }),
    publishing: makeAdministerPublishing({
      db,
      switchPublishing: makeSwitchPublishing({
        db,
        transaction,
        listProcesses: () => listProcesses(db),
        queueStates: () => queueStates(db),
        mailBacklog: () => mailBacklog(db),
      }),
      areWorkersRunning: () => areWorkersRunning(db),
      activeJobs: (at) => activeJobs(db, at),
      foreignTransactions: () => foreignTransactions(db),
      accountsElsewhere: async () =>
        directory ? ownersAmong(db, (await compareDirectory({ db, directory, clock })).conflicts) : [],
      deactivate: accounts.deactivate,
      withRestoreSteps: async (work) =>
        withRestoreSteps({ config, url, db, transaction, cipher: await cipher() }, work),
    }),
    posts: makeAdministerPosts({
      db,
      transaction,
      publishJobs,
      listProcesses: () => listProcesses(db),
      withRecordChanges: (work) =>
        withBoss((boss) => {
          const announce = makeAnnounceEvents({ webhookQueue: makeWebhookQueue(boss) });
          return work(
            makeRecordChanges({ publishQueue: makePublishQueue(boss), announce, afterFailure: notifyOfFailures }),
          );
        }),
    }),
    queues: makeAdministerQueues({ db, queueStates, waitingMails, listProcesses }),
    deliveries: makeAdministerDeliveries({
      db,
      withRedeliver: (work) =>
        withBoss((boss) =>
          work(makeRedeliverWebhookDelivery({ db, transaction, clock, webhookQueue: makeWebhookQueue(boss) })),
        ),
    }),
    banner: makeAdministerBanner({ db, transaction, clock }),
    pods: makeAdministerPods({
      db,
      directory,
      clock,
      sleep: (ms) => setTimeout(ms),
      withPods: async ({ folder, to }, work) => {
        const other = podConfig(folder, to);
        await using source = await openPod(config, log);
        await using target = await openPod(other, log);
        return await work({ source, target });
      },
      report,
    }),
    async reEncrypt() {
      await recordAudit(db, null, { action: 'secrets_re_encrypted' });
      return makeReEncrypt({ db, cipher: await cipher() })();
    },
    close,
  };
}

/** The configuration of a pod, in a folder with one for each. */
export function podConfig(folder: string, pod: string): Config {
  const file = path.join(folder, `${pod}.env`);
  const config = parseConfig({ CONFIG_FILE: file });
  if (config.pod !== pod) throw new AdminError(`${file} is the configuration of pod ${config.pod}: correct POD.`);
  return config;
}

async function openPod(config: Config, log: Logger) {
  const url = await databaseUrl(config);
  const pod = await openMovingPod({ config, url, keys: await keysOf(config), log });
  return { ...pod, [Symbol.asyncDispose]: pod.close };
}

async function keysOf({ encryptionKeys, dataDir }: Config): Promise<[Buffer, ...Buffer[]]> {
  const [newest = await embeddedEncryptionKey(dataDir), ...older] = encryptionKeys;
  return [newest, ...older];
}

/** @throws unless this version may work on the database. */
async function assertUsable(dataSource: ReturnType<typeof makeDataSource>): Promise<void> {
  await assertKnown(dataSource);
  if ((await pendingMigrations(dataSource)).length > 0) {
    throw new AdminError(
      'The tables in the database are not up to date: run npm run admin -- migrate, or start the service of this version.',
    );
  }
}

async function openDataSource(url: string): Promise<ReturnType<typeof makeDataSource>> {
  const dataSource = makeDataSource({ url, poolSize: 2 });
  await dataSource.initialize().catch((error: Error & { code?: string }) => {
    throw new AdminError(`The database cannot be used: ${error.message || error.code}.`);
  });
  return dataSource;
}

/** The commands about the tables themselves, which work on a database of any version. */
export async function openMigrations(env: Record<string, string | undefined>): Promise<Migrations> {
  const config = parseConfig(env);
  const url = await databaseUrl(config);
  const dataSource = await openDataSource(url);
  const log = makeLog(config.logLevel, { destination: pino.destination({ dest: 2, sync: true }) });
  const isJobEngineCurrent = () => isBossMigrated(dataSource.manager);
  return {
    async pending() {
      await assertKnown(dataSource);
      return [...(await pendingMigrations(dataSource)), ...((await isJobEngineCurrent()) ? [] : [JOB_ENGINE])];
    },
    async run() {
      const done = await migrate(dataSource, url, { log });
      if (await isJobEngineCurrent()) return done;
      await migrateBoss({ url, log });
      return [...done, JOB_ENGINE];
    },
    close: () => dataSource.destroy(),
  };
}

async function databaseUrl({ database, dataDir }: Config): Promise<string> {
  const url = database.directUrl ?? database.url ?? (await findLocalDatabase(dataDir));
  if (url) return url;
  throw new AdminError(
    `No service runs on the data folder ${dataDir}: run npm start first, or set DATABASE_URL or DATA_DIR.`,
  );
}

/** Loads the code for the embedded database, which only a machine without DATABASE_URL needs. */
async function findLocalDatabase(dataDir: string): Promise<string | undefined> {
  const { findEmbeddedPostgres, serviceDatabase } = await import('../local/postgres.js');
  return findEmbeddedPostgres(serviceDatabase(dataDir));
}
