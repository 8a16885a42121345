import { type Sandbox, startSandbox } from '../sandbox/sandbox.js';
import { startApp } from './app.js';
import { type Config, ConfigError, parseConfig } from './config/config.js';
import { banner } from './embedded/banner.js';
import { claimDataFolder } from './embedded/data-folder.js';
import { type DemoAccount, type DemoFacts, seedDemo, writeDemoFacts } from './embedded/demo.js';
import { embeddedEncryptionKey } from './embedded/encryption-key.js';
import { explainListenError } from './embedded/ports.js';
import { serviceDatabase, startEmbeddedPostgres } from './embedded/postgres.js';
import { StartError } from './errors/start-error.js';
import { GRAPHQL_PATH } from './http/server.js';
import type { PlatformKey } from './platforms/platform.js';

/** Undone in reverse at the end: the last thing started is the first to stop. */
const started: (() => Promise<unknown>)[] = [];
let stopping = false;

async function stopAll(): Promise<void> {
  for (const undo of started.splice(0).reverse()) await undo();
}

/** On the operator's own services. */
async function startWithServices(config: Config): Promise<void> {
  const [newest, ...older] = config.encryptionKeys;
  if (!config.database.url || !newest) throw new Error('The configuration lets no start without these through');
  const app = await startApp(config, { databaseUrl: config.database.url, encryptionKeys: [newest, ...older] });
  started.push(app.stop);
  process.stdout.write(app.port === null ? 'Ready\n' : `Listening on http://${config.http.host}:${app.port}\n`);
}

/** On a machine with nothing but Node: database, sandbox and a demo account of its own. */
async function startEmbedded(config: Config): Promise<void> {
  const { dataDir, sandboxPort, http } = config;
  const folder = await claimDataFolder(dataDir);
  started.push(folder.release);
  const postgres = await startEmbeddedPostgres(serviceDatabase(dataDir));
  started.push(postgres.stop);
  const sandbox = await openSandbox(config);
  started.push(sandbox.close);

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
    },
  );
  started.push(app.stop);
  if (!demo) throw new Error(`The demo account was not made (sandbox port ${sandboxPort})`);
  const address = `${http.host === '0.0.0.0' ? 'localhost' : http.host}:${app.port}`;
  const facts: DemoFacts = {
    baseUrl: `http://${address}`,
    graphqlUrl: `http://${address}${GRAPHQL_PATH}`,
    graphqlWsUrl: `ws://${address}${GRAPHQL_PATH}`,
    sandboxUrl: sandbox.url,
    ...demo,
  };
  await writeDemoFacts(dataDir, facts);
  process.stdout.write(banner(facts));
}

/** What is connected here without an address of the operator's is an account of the sandbox, which knows this app. */
const inSandbox = (platforms: Config['platforms'], { baseUrls, clients }: Sandbox): Config['platforms'] =>
  Object.fromEntries(
    Object.entries(platforms).map(([key, platform]) => {
      const { baseUrl, client } = platform;
      const at = key as PlatformKey;
      return [key, { ...platform, baseUrl: baseUrl ?? baseUrls[at], client: client ?? (baseUrl ? null : clients[at]) }];
    }),
  ) as Config['platforms'];

const openSandbox = ({ sandboxPort: port, http: { host }, dataDir }: Config): Promise<Sandbox> =>
  startSandbox({ port, host, dataDir: `${dataDir}/sandbox` }).catch((error) => {
    throw explainListenError(error, port, 'SANDBOX_PORT');
  });

async function main(): Promise<void> {
  const config = parseConfig(process.env);
  await (config.embedded ? startEmbedded(config) : startWithServices(config));
}

/** Ends the process once everything has been let go of; a second signal does not hurry it. */
function exit(code: number): void {
  if (stopping) return;
  stopping = true;
  stopAll()
    .catch((error) => {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
      process.exitCode = 1;
    })
    .then(() => process.exit(process.exitCode ?? code));
}

process.on('SIGINT', () => exit(0));
process.on('SIGTERM', () => exit(0));

main().catch((error) => {
  // What the person at the terminal can mend is one sentence; anything else shows where it came from.
  const known = error instanceof ConfigError || error instanceof StartError;
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : error}\n`);
  exit(1);
});
