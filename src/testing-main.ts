/** The program behind `startForTesting`: database, sandbox and service in one process, which ends with its parent. */
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startApp } from './compose/app.js';
import { ConfigError, parseConfig } from './config/config.js';
import { StartError } from './foundation/errors/start-error.js';
import { assertPortsFree } from './foundation/process/ports.js';
import { makeShutdown } from './foundation/process/shutdown.js';
import { openHost } from './testing/host.js';
import type { FromHost, Host, Started, StartRequest, ToHost } from './testing/protocol.js';
import { TestingError } from './testing/testing-error.js';
import { clockAheadMs } from './testing/turned-clock.js';

/** The parent kills this process after thirty seconds. */
const STARTED_WITHIN_MS = 10_000;
const STOP_WITHIN_MS = 15_000;

const builtFolder = path.join(import.meta.dirname, '..');
const shutdown = makeShutdown();
const { onStop } = shutdown;
let starting: Promise<{ started: Started; host: Host }> | undefined;
let stopping = false;

/** A parent that is gone needs no response. */
const send = (message: FromHost) => process.connected && process.send?.(message, () => undefined);

async function start({ dataDir, databaseUrl }: StartRequest): Promise<{ started: Started; host: Host }> {
  const config = parseConfig(process.env);
  const { host, port } = config.http;
  await assertPortsFree(host, [{ variable: 'PORT', port }]).catch(() => {
    throw new TestingError(
      `Port ${port} of ${host} cannot be used: give startForTesting another, or none for a free one.`,
    );
  });
  return openHost({
    config,
    dataDir,
    databaseUrl,
    startApp: (made, resources) =>
      startApp(made, { ...resources, builtFolder, onStop, giveUp }, { clock: () => new Date() }),
    onStop,
  });
}

async function answer(message: Exclude<ToHost, { stop: true }>): Promise<unknown> {
  if ('start' in message) {
    starting = start(message.start);
    return (await starting).started;
  }
  const opened = await starting;
  const call = opened?.host[message.call] as ((argument: unknown) => unknown) | undefined;
  return call?.(message.argument);
}

async function receive(message: ToHost): Promise<void> {
  if ('stop' in message) return exit(0);
  try {
    const value = await answer(message);
    send({ id: message.id, aheadMs: clockAheadMs(), value });
  } catch (error) {
    send({ id: message.id, aheadMs: clockAheadMs(), error: describe(error) });
  }
}

/** An error that a tester can fix is one sentence. Any other error shows its stack. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isKnown = [ConfigError, StartError, TestingError].some((known) => error instanceof known);
  return isKnown ? error.message : (error.stack ?? error.message);
}

async function exit(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  // What is started after the end of what it needs would stay.
  await Promise.race([starting?.catch(() => undefined), setTimeout(STARTED_WITHIN_MS, undefined, { ref: false })]);
  const { unfinished, failures } = await shutdown.run(STOP_WITHIN_MS);
  for (const { name, error } of failures) console.error(`Stopping ${name} failed:`, error);
  if (unfinished.length > 0) console.error(`These did not stop: ${unfinished.join(', ')}.`);
  process.exit(unfinished.length > 0 || failures.length > 0 ? 1 : code);
}

function giveUp(reason: string): void {
  console.error(reason);
  void exit(1);
}

process.on('message', (message: ToHost) => void receive(message));
process.on('disconnect', () => void exit(0));
// Even then nothing may be left.
process.on('uncaughtException', (error) => giveUp(describe(error)));
// Ctrl-C reaches every process of the terminal.
process.on('SIGINT', () => void exit(0));
process.on('SIGTERM', () => void exit(0));
