/** A Citus coordinator and two workers on this machine: servers of Debian's Postgres 15 that have the extension installed. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, appendFile, open, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Host, Network } from '../cluster/hosts.js';
import { until } from '../faults/counting.js';
import { asPostgres } from '../support/as-postgres.js';
import { signalTree } from '../support/descendants.js';
import { type CommitGate, openCommitGate, type Place } from './commit-gate.js';

const BIN = '/usr/lib/postgresql/15/bin';
const PROGRAMS = ['setpriv', 'ip', `${BIN}/postgres`, `${BIN}/pg_config`];
const CONTROL_FILE = '/usr/share/postgresql/15/extension/citus.control';

export interface Nodes {
  /** The coordinator's address of a database. */
  url(database: string): string;
  coordinator: Node;
  workers: Node[];
  /** Every statement that the coordinator was sent, as a line of JSON. */
  log: string;
  version: string;
  /** Makes a database on all nodes, of which the coordinator knows the workers. */
  createDistributed(database: string): Promise<void>;
  /** A gate through which the coordinator reaches a worker from now on, for one database. */
  openGate(worker: Node, database: string): Promise<CommitGate>;
  stop(): Promise<void>;
}

export interface Node extends Place {
  /** Its own address of a database. */
  url(database: string): string;
  /** Ends at once (SIGQUIT, "immediate shutdown"), as in a crash. */
  crash(): Promise<void>;
  /** Ends in order (SIGINT, "fast shutdown"): sessions are told. */
  shutDown(): Promise<void>;
  /** Every process of it is killed (SIGKILL). */
  kill(): Promise<void>;
  /** Every process of it stands still (SIGSTOP), or goes on; its kernel goes on to accept connections and bytes. */
  pause(): void;
  resume(): void;
  /** Starts it again after it has ended. */
  start(): Promise<void>;
}

const SETTINGS = {
  shared_preload_libraries: 'citus',
  max_connections: '300',
  // Each database with the extension has a background process of it.
  max_worker_processes: '300',
  max_prepared_transactions: '300',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  'citus.shard_count': '8',
  // What a failure has left prepared is ended after this; a minute by default.
  'citus.recover_2pc_interval': '1s',
  // As docs/scaling.md has it.
  'citus.node_conninfo':
    'sslmode=disable tcp_user_timeout=5000 keepalives_idle=5 keepalives_interval=1 keepalives_count=5',
  'citus.node_connection_timeout': '5s',
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '1',
  tcp_keepalives_count: '5',
  'citus.enable_statistics_collection': 'off',
};

const LOG = 'statements';

/** Of the coordinator: what the survey reads. */
const LOGGING = {
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_filename: LOG,
  log_statement: 'all',
  log_rotation_age: '0',
  log_rotation_size: '0',
};

/** Ends the process where the nodes cannot be started. */
export async function assertInstalled(): Promise<void> {
  const missing: string[] = [];
  for (const program of PROGRAMS) {
    await promisify(execFile)('sh', ['-c', `command -v ${program}`]).catch(() => missing.push(program));
  }
  await access(CONTROL_FILE).catch(() => missing.push(CONTROL_FILE));
  const reasons = [
    ...(process.getuid?.() === 0 ? [] : ['it is not run as root']),
    ...(missing.length > 0 ? [`${missing.join(', ')} is not installed`] : []),
  ];
  if (reasons.length === 0) return;
  process.stderr.write(`Citus cannot be started: ${reasons.join('; ')}. docs/scaling.md says how to build it.\n`);
  process.exit(2);
}

const READY_WITHIN_MS = 60_000;

async function run(command: readonly string[]): Promise<void> {
  const [file, ...args] = asPostgres(command);
  await promisify(execFile)(file, args, { cwd: '/' });
}

/** `network`: the workers are on its first two hosts; by default, all nodes are on this machine. */
export async function startNodes(folder: string, network?: Network): Promise<Nodes> {
  await promisify(execFile)('chown', ['postgres', folder]);
  const [own = LOCAL, ...hosts] = network ? [network, ...network.hosts] : [];
  const nodes: Node[] = [];
  const stop = async () => {
    for (const node of nodes) node.resume();
    await Promise.all(nodes.map((node) => node.crash()));
  };
  try {
    nodes.push(await startNode(path.join(folder, 'coordinator'), own));
    for (const index of [0, 1])
      nodes.push(await startNode(path.join(folder, `worker-${index + 1}`), hosts[index] ?? LOCAL));
  } catch (error) {
    await stop();
    throw error;
  }
  const [coordinator, ...workers] = nodes as [Node, ...Node[]];
  return {
    url: coordinator.url,
    coordinator,
    workers,
    log: path.join(folder, 'coordinator', 'data', 'log', `${LOG}.json`),
    version: await versionOf(coordinator),
    async createDistributed(database) {
      for (const node of nodes) {
        await ask(node.url('postgres'), `CREATE DATABASE ${database}`);
        await ask(node.url(database), 'CREATE EXTENSION citus');
      }
      const url = coordinator.url(database);
      await ask(url, 'SELECT citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port]);
      for (const { host, port } of workers) await ask(url, 'SELECT citus_add_node($1, $2)', [host, port]);
    },
    async openGate(worker, database) {
      const gate = await openCommitGate(worker, coordinator.host);
      await ask(
        coordinator.url(database),
        'SELECT citus_update_node(nodeid, $1, $2) FROM pg_dist_node WHERE nodename = $3 AND nodeport = $4',
        [coordinator.host, gate.port, worker.host, worker.port],
      );
      return gate;
    },
    stop,
  };
}

/** Where a node is: this machine, or a network namespace. */
type Home = Pick<Host, 'address'> & Partial<Pick<Host, 'name'>>;
const LOCAL: Home = { address: '127.0.0.1' };

async function startNode(folder: string, { address, name: namespace }: Home): Promise<Node> {
  await run(['mkdir', '-p', folder]);
  const data = path.join(folder, 'data');
  const port = await freePort();
  await run([`${BIN}/initdb`, '-D', data, '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8', '--no-sync']);
  await appendFile(path.join(data, 'pg_hba.conf'), 'host all all samenet trust\n');
  const settings = {
    ...SETTINGS,
    ...(folder.endsWith('coordinator') && LOGGING),
    port: String(port),
    listen_addresses: [...new Set([LOCAL.address, address])].join(),
    unix_socket_directories: folder,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = asPostgres([`${BIN}/postgres`, '-D', data, ...options]);
  const [file, ...args] = namespace === undefined ? command : (['ip', 'netns', 'exec', namespace, ...command] as const);
  /** A child of this process, and not by pg_ctl, so that it ends with it. */
  let server: ChildProcess;
  const launch = async () => {
    const log = await open(path.join(folder, 'log'), 'a');
    server = spawn(file, args, { cwd: '/', stdio: ['ignore', log.fd, log.fd] });
    await log.close();
  };
  // The servers trust their network; what reads an address expects it to have a password.
  const url = (database: string) => `postgres://postgres:of-the-nodes@${address}:${port}/${database}`;
  const isReady = async () => (await ask(url('postgres'), 'SELECT')).length === 1;
  const start = async () => {
    await launch();
    if (await until(isReady, READY_WITHIN_MS)) return;
    throw new Error(`A node did not start:\n${await readFile(path.join(folder, 'log'), 'utf8')}`);
  };
  const end = async (signal: () => void) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, 'exit');
    signal();
    await exit;
  };
  const signalAll = (signal: NodeJS.Signals) => {
    // While they are looked for, the first one starts no others.
    server.kill('SIGSTOP');
    if (server.pid !== undefined) signalTree(server.pid, signal);
  };
  await start();
  return {
    host: address,
    port,
    url,
    crash: () => end(() => server.kill('SIGQUIT')),
    shutDown: () => end(() => server.kill('SIGINT')),
    kill: () => end(() => signalAll('SIGKILL')),
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    start,
  };
}

async function versionOf(node: Node): Promise<string> {
  const [row] = await ask(
    node.url('postgres'),
    `SELECT default_version AS citus, current_setting('server_version') AS postgres
       FROM pg_available_extensions WHERE name = 'citus'`,
  );
  return `Citus ${row?.citus} on Postgres ${row?.postgres}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** One statement on a connection of its own. */
export async function ask(url: string, statement: string, values: unknown[] = []): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement, values)).rows;
  } finally {
    await client.end();
  }
}
