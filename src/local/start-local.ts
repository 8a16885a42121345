import { existsSync } from 'node:fs';
import { GRAPHQL_PATH } from '../api/server.js';
import type { Config } from '../config/config.js';
import { portsOf } from '../config/ports.js';
import { assertPortsFree, httpOrigin } from '../foundation/process/ports.js';
import type { OnStop } from '../foundation/process/shutdown.js';
import { banner } from './banner.js';
import { makeBuildDocs } from './build-docs.js';
import { claimDataFolder } from './data-folder.js';
import { type DemoAccount, type DemoFacts, type DemoNeeds, seedDemo, writeDemoFacts } from './demo.js';
import { drawPictures } from './demo-pictures.js';
import { embeddedEncryptionKey } from './encryption-key.js';
import { inSandbox, openSandbox } from './local-sandbox.js';
import { serviceDatabase, startEmbeddedPostgres } from './postgres.js';

/** What the service has opened by the time that the demo account is seeded. */
type Prepared = Pick<DemoNeeds, 'db' | 'transaction' | 'boss' | 'cipher' | 'storage'>;

interface LocalNeeds {
  /** Starts the service on the resources that are made here. */
  startApp: (
    config: Config,
    resources: {
      databaseUrl: string;
      encryptionKeys: readonly [Buffer, ...Buffer[]];
      builtFolder: string;
      buildDocs: () => Promise<void>;
      prepare: (made: Prepared) => Promise<void>;
      onStop: OnStop;
      giveUp: (reason: string) => void;
    },
  ) => Promise<{ port: number | null }>;
  builtFolder: string;
  onStop: OnStop;
  /** Ends the process, because it cannot help itself any more. */
  giveUp: (reason: string) => void;
}

/** On a machine with nothing but Node: starts a database, a sandbox and a demo account. */
export async function startLocal(config: Config, { startApp, ...resources }: LocalNeeds): Promise<void> {
  const { dataDir, sandboxPort, http, demoData: hasData, publishing } = config;
  const plan = config.plans.initial;
  const { onStop } = resources;
  const folder = await claimDataFolder(dataDir);
  onStop('the data folder', folder.release);
  const database = serviceDatabase(dataDir);
  await assertPortsFree(http.host, portsOf(config));
  // While Postgres creates its files, which takes longer.
  const drawn = hasData && !existsSync(database.dir) ? drawPictures() : undefined;
  drawn?.catch(() => undefined);
  const postgres = await startEmbeddedPostgres(database);
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
        const pictures = () => drawn ?? drawPictures();
        demo = await seedDemo({ ...made, sandbox, dataDir, hasData, plan, publishing, drawPictures: pictures });
      },
      buildDocs: makeBuildDocs(resources),
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
