import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { processStart } from '../foundation/process/process-identity.js';
import type { PostgresSetup } from './postgres-account.js';
import { dataArgument } from './postgres-cluster.js';
import { endProcess, markOf } from './postgres-leftover.js';
import { openServerLog, type ServerLog } from './postgres-log.js';

export interface RunningServer {
  readonly port: number;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly folder: string;
  readonly setup: PostgresSetup;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
}

const HOST = '127.0.0.1';
const ATTEMPTS = 8;
/** Replaying the log after a crash can take long; beyond this something else is wrong. */
const START_TIMEOUT = 300_000;
const SAY_AFTER = 5_000;
/**
 * What another start can cure: the port was taken after it was found free, or the last children of a killed server
 * have not yet noticed that they are orphans.
 */
const PASSING = /could not bind|could not create any TCP\/IP sockets|pre-existing shared memory block/;

/** Starts the server on a free port of this machine's own address, and waits until it takes connections. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  for (let attempt = 1; ; attempt++) {
    const log = await openServerLog(join(options.folder, 'server.log'));
    try {
      return await startOnce(options, await freePort(), log);
    } catch (error) {
      const said = await log.tail().catch(() => '');
      if (attempt < ATTEMPTS && PASSING.test(said)) {
        await pause(50 * attempt);
        continue;
      }
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The database server did not start: ${reason}${said === '' ? '' : `\n${said}`}`, {
        cause: error,
      });
    } finally {
      await log.close();
    }
  }
}

async function startOnce(options: ServerOptions, port: number, serverLog: ServerLog): Promise<RunningServer> {
  const { account, binaries } = options.setup;
  const data = join(options.folder, 'data');
  const {
    file,
    args,
    options: spawning,
  } = account.invoke(binaries.postgres, [
    '-D',
    dataArgument(account, data),
    '-p',
    String(port),
    ...settingArguments({ ...DEFAULTS, ...options.settings, ...FIXED, cluster_name: await markOf(data) }),
  ]);
  const child = spawn(file, [...args], {
    ...spawning,
    cwd: data,
    // Ctrl-C reaches every process of the terminal's group; the server has to outlive our own ordered shutdown.
    detached: true,
    stdio: ['ignore', serverLog.descriptor, serverLog.descriptor],
  });
  const ended = endOf(child);
  // A server that was not stopped does not keep this process alive; the next start ends it.
  child.unref();
  try {
    await waitUntilReady(child, ended, join(data, 'postmaster.pid'), options.log);
  } catch (error) {
    await endChild(child, ended);
    throw error;
  }
  let stopping: Promise<void> | undefined;
  void ended.then((how) => {
    if (!stopping) options.log(`The database server exited unexpectedly (${how}); its log is in ${options.folder}.`);
  });
  return {
    port,
    stop: () => {
      stopping ??= endChild(child, ended);
      return stopping;
    },
  };
}

const DEFAULTS = { max_connections: '120', timezone: 'UTC', log_timezone: 'UTC', log_checkpoints: 'off' };
const FIXED = { listen_addresses: HOST, unix_socket_directories: '', lc_messages: 'C', logging_collector: 'off' };

function settingArguments(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Resolves to how the process ended; also when it could not even be started. */
function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

/** The server writes its state into its pid file; unlike a try to connect, that cannot reach another server on the port. */
async function waitUntilReady(
  child: ChildProcess,
  ended: Promise<string>,
  pidFile: string,
  log: (line: string) => void,
): Promise<void> {
  let how: string | undefined;
  void ended.then((value) => {
    how = value;
  });
  const began = Date.now();
  let said = false;
  for (;;) {
    const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return;
    if (how !== undefined) throw new Error(how);
    const waited = Date.now() - began;
    if (waited > START_TIMEOUT) throw new Error(`it was not ready after ${START_TIMEOUT / 1000} seconds`);
    if (!said && waited > SAY_AFTER) {
      said = true;
      log('The database server is still starting; it may be recovering after a crash.');
    }
    await pause(20);
  }
}

async function endChild(child: ChildProcess, ended: Promise<string>): Promise<void> {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const start = await processStart(pid);
  if (start !== undefined && !(await endProcess(pid, start))) {
    child.unref();
    throw new Error(`The database server (pid ${pid}) did not stop.`);
  }
  await ended;
}

/** A port that is free at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ port: 0, host: HOST }, () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
