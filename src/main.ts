import path from 'node:path';
import { startApp } from './compose/app.js';
import { type Config, ConfigError, configWarnings, parseConfig } from './config/config.js';
import { portsOf } from './config/ports.js';
import { StartError } from './foundation/errors/start-error.js';
import { openFolder } from './foundation/process/folder.js';
import { assertPortsFree, httpOrigin } from './foundation/process/ports.js';
import { makeShutdown } from './foundation/process/shutdown.js';

const shutdown = makeShutdown();
const { onStop } = shutdown;
/** The folder of this program is in it, be it the bundle or the files. */
const builtFolder = path.join(import.meta.dirname, '..');
let stopTimeoutSeconds = 25;
let stopping = false;

const resources = { builtFolder, onStop, giveUp };

/** On the operator's own services. */
async function startWithServices(config: Config): Promise<void> {
  const [newest, ...older] = config.encryptionKeys;
  if (!config.database.url || !newest) throw new Error('The configuration lets no start without these through');
  const databaseUrl = config.database.url;
  await openFolder(config.dataDir);
  await assertPortsFree(config.http.host, portsOf(config));
  const app = await startApp(config, { databaseUrl, encryptionKeys: [newest, ...older], ...resources });
  announce(app.port === null ? 'Ready' : `Listening on ${httpOrigin(config.http.host, app.port)}`);
}

/** A line of the log, at any level: the program that started the process waits for it. */
function announce(msg: string): void {
  process.stdout.write(`${JSON.stringify({ level: 30, time: Date.now(), msg })}\n`);
}

async function main(): Promise<void> {
  for (const warning of configWarnings(process.env)) say(warning);
  const config = parseConfig(process.env);
  stopTimeoutSeconds = config.stopTimeoutSeconds;
  if (!config.embedded) return startWithServices(config);
  if (process.env.NODE_ENV === 'production') {
    throw new ConfigError(['DATABASE_URL is missing: with NODE_ENV=production, the demo is never started.']);
  }
  // Only here, so that a production process loads neither the sandbox nor a Postgres.
  const { startLocal } = await import('./local/start-local.js');
  await startLocal(config, { startApp, ...resources });
}

/**
 * Ends the process once everything is stopped, or the time limit has passed. A second signal changes nothing: SIGKILL is
 * there for an operator who cannot wait.
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
  // An error that the person at the terminal can fix is one sentence. Any other error shows its stack.
  const known = error instanceof ConfigError || error instanceof StartError;
  say(known ? error.message : describe(error));
  void exit(1);
});
