/** Tries what the configuration names, all of it at the same time, and each within a limit. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pino from 'pino';
import type { CheckResult, ConfigReport } from '../admin/config-report.js';
import { type Config, ConfigError, configWarnings, parseConfig, productionWarnings } from '../config/config.js';
import type { Env } from '../config/environment.js';
import { valuesInForce } from '../config/in-force.js';
import { assertSecretsReadable } from '../domain/accounts/readable-secrets.step.js';
import { makeCredentialCipher } from '../foundation/crypto/credential-cipher.js';
import { makeConnections } from '../foundation/database/connections.js';
import { parseDatabaseUrl } from '../foundation/database/database-url.js';
import { assertReplicaOf, databaseIdentity } from '../foundation/database/identity.js';
import type { SessionQuery } from '../foundation/database/primary-host.js';
import { StartError } from '../foundation/errors/start-error.js';
import { makeSmtpMailer } from '../mail/smtp-mailer.js';
import { platforms } from '../platforms/registry.js';
import { openStorage } from '../storage/open-storage.js';
import { makeSignedAddresses } from '../storage/signed-address.js';
import type { ObjectStorage } from '../storage/storage.js';
import { makeDataSource } from './data-source.js';
import { pendingMigrations } from './migrate.js';
import { openHttp } from './open-http.js';

/** How long one part may take. */
const LIMIT_MS = 15_000;
/** How long a platform may take to answer anything. */
const PLATFORM_MS = 5_000;

/** Postgres versions that the service is tested with. */
const OLDEST = 15;
const NEWEST = 18;

/** The configuration in force, and what came of trying it. Rejects only for a fault of the program. */
export async function checkConfig(env: Env): Promise<ConfigReport> {
  const values = valuesInForce(env);
  const warnings = configWarnings(env);
  let config: Config;
  try {
    config = parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return { values, warnings, problems: error.problems, checks: [] };
    throw error;
  }
  warnings.push(...productionWarnings(config));
  const checks = await Promise.all([
    checkDatabase(config),
    checkReplicas(config),
    checkDirectory(config),
    checkStorage(config),
    checkMail(config),
    checkPlatforms(config),
  ]);
  return { values, warnings, problems: [], checks: checks.flat() };
}

/** What a part answers. A rejection is its failure: the message says why, `advice` what to do. */
async function attempt(name: string, advice: string, work: () => Promise<string>): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${LIMIT_MS / 1000} seconds`)), LIMIT_MS);
  });
  try {
    return { name, outcome: 'ok', message: await Promise.race([work(), limit]) };
  } catch (error) {
    const reason = reasonOf(error);
    // These say themselves what to do.
    const message = error instanceof StartError ? reason : `${reason.replace(/\.$/, '')}. ${advice}`;
    return { name, outcome: 'failed', message };
  } finally {
    clearTimeout(timer);
  }
}

const skipped = (name: string, message: string): CheckResult => ({ name, outcome: 'skipped', message });

function reasonOf(error: unknown): string {
  const { message, code, name } = error as Error & { code?: unknown };
  return message || String(code ?? name);
}

async function checkDatabase({ database, encryptionKeys }: Config): Promise<CheckResult> {
  const { url, directUrl, limits } = database;
  if (url === null) return skipped('database', 'DATABASE_URL is not set: npm start runs an embedded database.');
  return attempt('database', 'Check DATABASE_URL.', async () => {
    const dataSource = makeDataSource({
      url,
      poolSize: 1,
      connect: makeConnections(url, { limits, isPooled: directUrl !== null }).options,
    });
    await dataSource.initialize();
    try {
      const [{ version, encoding }] = await dataSource.query(
        `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_encoding') AS encoding`,
      );
      if (version < OLDEST) {
        throw new StartError(
          `It is Postgres ${version}. The service needs ${OLDEST} to ${NEWEST}: upgrade the server.`,
        );
      }
      if (encoding !== 'UTF8') {
        throw new StartError(`Its encoding is ${encoding}. The service needs a database that was created with UTF8.`);
      }
      const pending = await pendingMigrations(dataSource);
      const [newest, ...older] = encryptionKeys;
      if (pending.length === 0 && newest) {
        await assertSecretsReadable(dataSource.manager, makeCredentialCipher([newest, ...older]), SILENT);
      }
      const tables = pending.length === 0 ? 'tables up to date' : `pending migrations: ${pending.length}`;
      const untested = version > NEWEST ? `, which the service is not tested with` : '';
      return `Postgres ${version}${untested}, ${encoding}, ${tables}`;
    } finally {
      await dataSource.destroy();
    }
  });
}

/** The directory of pods, if there are several. */
async function checkDirectory({ database: { directoryUrl }, pod }: Config): Promise<CheckResult[]> {
  if (directoryUrl === null) return [];
  const check = attempt('directory', 'Check DIRECTORY_URL.', async () => {
    const { options } = makeConnections(directoryUrl);
    const client = new options.Client(options);
    try {
      await client.connect();
      const { rows } = await client.query('SELECT pod FROM pods ORDER BY pod');
      const pods: string[] = rows.map((row) => row.pod);
      if (pods.includes(pod)) return `pods ${pods.join(', ')}; this is ${pod}`;
      throw new StartError(`It does not have this pod, ${pod}: run npm run admin -- pods register.`);
    } finally {
      await client.end();
    }
  });
  return [await check];
}

/** Each replica, without which the service runs all the same. */
async function checkReplicas({ database }: Config): Promise<CheckResult[]> {
  const { url, readUrl, directUrl, limits } = database;
  const hosts = readUrl === null ? [] : (parseDatabaseUrl(readUrl)?.hosts ?? []);
  const ask = async <T>(address: string, work: (query: SessionQuery) => Promise<T>): Promise<T> => {
    const { options } = makeConnections(address, { limits, isPooled: directUrl !== null });
    const client = new options.Client(options);
    try {
      await client.connect();
      return await work((text) => client.query(text));
    } finally {
      await client.end();
    }
  };
  // What keeps the primary from answering, the check of the database says.
  const primary = url === null || hosts.length === 0 ? null : ask(url, databaseIdentity).catch(() => null);
  return Promise.all(
    hosts.map((host) =>
      attempt(`replica ${new URL(host).host}`, 'Check DATABASE_READ_URL.', () =>
        ask(host, async (query) => {
          const { rows } = await query('SELECT pg_is_in_recovery() AS repeats');
          if (!rows[0]?.repeats) throw new Error('It is no replica: it accepts writes');
          const [expected, found] = [await primary, await databaseIdentity(query)];
          if (!expected) return 'it repeats a primary, of which is not known whether it is that of DATABASE_URL';
          assertReplicaOf(expected, found);
          const isProved = expected.system !== null && found.system !== null;
          return isProved ? 'it repeats the primary' : 'it repeats a primary, and this role may not ask which';
        }),
      ),
    ),
  );
}

const SILENT = pino({ level: 'silent' });

async function checkStorage({ s3, dataDir, encryptionKeys }: Config): Promise<CheckResult> {
  const advice = s3
    ? 'Check the S3_ variables, and that the key may write, read and delete objects of the bucket.'
    : 'Check DATA_DIR, and that this user may write there.';
  return attempt('storage', advice, async () => {
    const place = s3 ? null : await temporaryFolder(dataDir);
    try {
      return await tryStorage(place?.folder ?? dataDir);
    } finally {
      await place?.remove();
    }
  });

  async function tryStorage(folder: string): Promise<string> {
    const clock = () => new Date();
    const { storage } = await openStorage({
      s3,
      folder,
      // Only addresses are signed with them.
      addresses: makeSignedAddresses({ keys: [encryptionKeys[0] ?? Buffer.alloc(32)], clock }),
      publicUrl: () => 'http://localhost',
      clock,
      log: SILENT,
    });
    try {
      await probeStorage(storage);
    } finally {
      storage.close();
    }
    return s3
      ? `an object was written, read and deleted in the bucket ${s3.bucket}`
      : `files are kept in ${dataDir}/objects`;
  }
}

/**
 * A folder that is removed again, in the data folder or in the nearest folder that exists: a check that runs as another user
 * must not leave files that the service cannot use.
 */
async function temporaryFolder(dataDir: string): Promise<{ folder: string; remove: () => Promise<void> }> {
  let parent = path.resolve(dataDir);
  while (!existsSync(parent)) parent = path.dirname(parent);
  const folder = await mkdtemp(path.join(parent, '.check-config-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function probeStorage(storage: ObjectStorage): Promise<void> {
  const key = `check-config-${randomUUID()}`;
  const content = Buffer.from('This object can be deleted.');
  await step('An object could not be written', () =>
    storage.put(key, Readable.from([content]), { contentType: 'text/plain' }),
  );
  try {
    const found = await step('An object could not be read', () => storage.get(key));
    if (!found || !(await buffer(found.body)).equals(content))
      throw new Error('An object was not read as it was written');
  } finally {
    await step('An object could not be deleted', () => storage.delete([key]));
  }
}

async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`${what}: ${reasonOf(error)}`, { cause: error });
  }
}

async function checkMail({ mail, dataDir }: Config): Promise<CheckResult> {
  const { smtpUrl: url, from } = mail;
  if (url === null) return skipped('mail', `SMTP_URL is not set: e-mails are files in ${dataDir}/outbox.`);
  return attempt('mail', 'Check SMTP_URL: host, port, user and password.', async () => {
    const mailer = makeSmtpMailer({ url, from, timeoutMs: LIMIT_MS });
    try {
      await mailer.verify();
    } finally {
      mailer.close();
    }
    return 'the server accepts the login';
  });
}

async function checkPlatforms(config: Config): Promise<CheckResult[]> {
  if (config.embedded) return [skipped('platforms', 'npm start has stand-ins for the platforms.')];
  const clock = () => new Date();
  const { http, close } = openHttp(
    { ...config, publishing: { ...config.publishing, requestTimeoutMs: PLATFORM_MS } },
    clock,
  );
  const checks = [...platforms.values()].map(async ({ key, defaultBaseUrl, authorization, connector }) => {
    const { baseUrl, client } = config.platforms[key];
    const url = baseUrl ?? defaultBaseUrl;
    if (url === null) return skipped(key, 'Each account names its own server.');
    // Without an app, only accounts that need none can be connected.
    if (authorization && !connector && !client && baseUrl === null) {
      return skipped(key, `${key.toUpperCase()}_CLIENT_ID is not set: nobody can log in there.`);
    }
    const advice = `Check ${key.toUpperCase()}_BASE_URL, DNS, and that the firewall lets requests to it out.`;
    return attempt(key, advice, async () => {
      const result = await http({ method: 'GET', url });
      if (result.kind === 'lost') throw new Error(result.message);
      return `${new URL(url).host} answers`;
    });
  });
  const results = await Promise.all(checks);
  await close();
  return results;
}
