import { GRAPHQL_PATH } from '../api/server.js';
import type { Config } from '../config/config.js';
import { portsOf } from '../config/ports.js';
import type { CredentialCipher } from '../foundation/crypto/credential-cipher.js';
import type { Db } from '../foundation/database/unit-of-work.js';
import { assertPortsFree, httpOrigin } from '../foundation/process/ports.js';
import type { OnStop } from '../foundation/process/shutdown.js';
import { banner } from './banner.js';
import { claimDataFolder } from './data-folder.js';
import { type DemoAccount, type DemoFacts, seedDemo, writeDemoFacts } from './demo.js';
import { embeddedEncryptionKey } from './encryption-key.js';
import { inSandbox, openSandbox } from './local-sandbox.js';
import { serviceDatabase, startEmbeddedPostgres } from './postgres.js';

interface LocalNeeds {
  /** Starts the service on the resources that are made here. */
  startApp: (
    config: Config,
    resources: {
      databaseUrl: string;
      encryptionKeys: readonly [Buffer, ...Buffer[]];
      dashboardFolder: string;
      prepare: (made: { db: Db; cipher: CredentialCipher }) => Promise<void>;
      onStop: OnStop;
      giveUp: (reason: string) => void;
    },
  ) => Promise<{ port: number | null }>;
  dashboardFolder: string;
  onStop: OnStop;
  /** Ends the process, because it cannot help itself any more. */
  giveUp: (reason: string) => void;
}

/** On a machine with nothing but Node: starts a database, a sandbox and a demo account. */
export async function startLocal(config: Config, { startApp, ...resources }: LocalNeeds): Promise<void> {
  const { dataDir, sandboxPort, http } = config;
  const { onStop } = resources;
  const folder = await claimDataFolder(dataDir);
  onStop('the data folder', folder.release);
  await assertPortsFree(http.host, portsOf(config));
  const postgres = await startEmbeddedPostgres(serviceDatabase(dataDir));
  onStop('Postgres', postgres.stop);
  const sandbox = await openSandbox(config);
  onStop('the sandbox', sandbox.close);

  const [key = await embeddedEncryptionKey(dataDir), ...older] = config.encryptionKeys;
  let demo: DemoAccount | undefined;
  const app = await startApp(
    { ...config, platforms: inSandbox(config.platforms, sandbox) },
    {
      databaseUrl: postgres.url,
      encryptionKeys: [key, ...older],
      prepare: async (made) => {
        demo = await seedDemo(made, sandbox, dataDir);
      },
      ...resources,
    },
  );
  if (!demo) throw new Error(`The demo account was not made (sandbox port ${sandboxPort})`);
  const host = http.host === '0.0.0.0' || http.host === '::' ? 'localhost' : http.host;
  const baseUrl = httpOrigin(host, app.port ?? http.port);
  const facts: DemoFacts = {
    baseUrl,
    graphqlUrl: `${baseUrl}${GRAPHQL_PATH}`,
    graphqlWsUrl: `${baseUrl.replace('http', 'ws')}${GRAPHQL_PATH}`,
    sandboxUrl: sandbox.url,
    ...demo,
  };
  await writeDemoFacts(dataDir, facts);
  process.stdout.write(banner(facts));
}
