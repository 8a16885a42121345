import { type Sandbox, startSandbox } from '../sandbox/sandbox.js';
import { GRAPHQL_PATH } from './api/server.js';
import { startApp } from './compose/app.js';
import { type Config, ConfigError, parseConfig } from './config/config.js';
import { StartError } from './foundation/errors/start-error.js';
import { explainListenError } from './foundation/process/ports.js';
import { makeShutdown } from './foundation/process/shutdown.js';
import { banner } from './local/banner.js';
import { claimDataFolder } from './local/data-folder.js';
import { type DemoAccount, type DemoFacts, seedDemo, writeDemoFacts } from './local/demo.js';
import { embeddedEncryptionKey } from './local/encryption-key.js';
import { serviceDatabase, startEmbeddedPostgres } from './local/postgres.js';
import type { PlatformKey } from './platforms/port/platform.js';

const shutdown = makeShutdown();
const { onStop } = shutdown;
let stopTimeoutSeconds = 25;
let stopping = false;

/** On the operator's own services. */
async function startWithServices(config: Config): Promise<void> {
  const [newest, ...older] = config.encryptionKeys;
  if (!config.database.url || !newest) throw new Error('The configuration lets no start without these through');
  const databaseUrl = config.database.url;
  const app = await startApp(config, { databaseUrl, encryptionKeys: [newest, ...older], onStop, giveUp });
  process.stdout.write(app.port === null ? 'Ready\n' : `Listening on http://${config.http.host}:${app.port}\n`);
}

/** On a machine with nothing but Node: database, sandbox and a demo account of its own. */
async function startEmbedded(config: Config): Promise<void> {
  const { dataDir, sandboxPort, http } = config;
  const folder = await claimDataFolder(dataDir);
  onStop('the data folder', folder.release);
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
      onStop,
      giveUp,
    },
  );
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
  stopTimeoutSeconds = config.stopTimeoutSeconds;
  await (config.embedded ? startEmbedded(config) : startWithServices(config));
}

/**
 * Ends the process once everything has been let go of, or the time for that is over. A second signal does not hurry it:
 * what is under way is worth more than the seconds that are left, and SIGKILL is there for whoever cannot wait.
 */
async function exit(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  const { unfinished, failures } = await shutdown.run(stopTimeoutSeconds * 1000);
  for (const { name, error } of failures) say(`Stopping ${name} failed: ${describe(error)}`);
  if (unfinished.length > 0) {
    say(`Stopping took longer than ${stopTimeoutSeconds} seconds: ${unfinished.join(', ')} did not end.`);
  }
  process.exit(unfinished.length > 0 || failures.length > 0 ? 1 : code);
}

/** Ends a process that cannot help itself any more; its supervisor starts it again. */
function giveUp(reason: string): void {
  say(`${reason} The process ends.`);
  void exit(1);
}

const say = (line: string) => process.stderr.write(`${line}\n`);
const describe = (error: unknown): string => (error instanceof Error && error.stack) || String(error);

process.on('SIGINT', () => void exit(0));
process.on('SIGTERM', () => void exit(0));

main().catch((error) => {
  // What the person at the terminal can mend is one sentence; anything else shows where it came from.
  const known = error instanceof ConfigError || error instanceof StartError;
  say(known ? error.message : describe(error));
  void exit(1);
});
