/** The Citus of the suite: a coordinator and two worker nodes, each of which it reaches by way of proxies. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openCommitGate } from '../citus/commit-gate.js';
import { type Node, type Nodes, startNodes } from '../citus/nodes.js';
import { distributeIntoOneSchema, SCHEMA } from '../citus/one-schema.js';
import { until } from './counting.js';
import { startDatabaseProxy } from './database-proxy.js';
import { migrateTemplate } from './postgres.js';
import { type DatabaseServer, patiently, queryOnce, type WorkerNode } from './server.js';

export async function startFaultCitus(): Promise<DatabaseServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'publishing-faults-'));
  const cluster = await startNodes(folder);
  const { coordinator, workers } = cluster;
  const nodes = await Promise.all(workers.map((worker, index) => makeWorkerNode(`worker node ${index + 1}`, worker)));
  const ports = nodes.map(({ connections }) => Number(new URL(connections.url).port));
  return {
    backend: 'citus',
    port: () => coordinator.port,
    async createDatabase() {
      const name = `faults_${randomBytes(6).toString('hex')}`;
      await cluster.createDistributed(name, ports);
      await distribute(cluster, name);
      const url = cluster.url(name);
      return {
        url,
        query: (statement, values) => patiently(() => queryOnce(url, statement, values)),
        drop: () => dropEverywhere([coordinator, ...workers], name),
      };
    },
    async crash(downMs) {
      await coordinator.crash();
      await sleep(downMs);
      await coordinator.start();
    },
    administer: async (statement) => void (await queryOnce(coordinator.url('postgres'), statement)),
    nodes,
    async stop() {
      for (const { connections, commits } of nodes) {
        await connections.close();
        await commits.close();
      }
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makeWorkerNode(name: string, node: Node): Promise<WorkerNode> {
  const commits = await openCommitGate(node.port);
  const connections = await startDatabaseProxy(node.url('postgres'), () => commits.port);
  return {
    name,
    async crash(downMs) {
      await node.kill();
      await sleep(downMs);
      await node.start();
    },
    async restart() {
      await node.shutDown();
      await node.start();
    },
    pause: node.pause,
    resume: node.resume,
    connections,
    commits,
  };
}

/** The tables of accounts in a schema on one of the worker nodes. */
async function distribute(cluster: Nodes, database: string): Promise<void> {
  const url = cluster.url(database);
  await migrateTemplate(url, 'citus');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await distributeIntoOneSchema(client);
    await client.query(`ALTER DATABASE ${database} SET search_path = ${SCHEMA}, public`);
  } finally {
    await client.end();
  }
  // What was answered has to survive a crash.
  for (const node of [cluster.coordinator, ...cluster.workers])
    await queryOnce(node.url('postgres'), `ALTER DATABASE ${database} SET synchronous_commit = on`);
}

const RECOVERED_WITHIN_MS = 30_000;

/** Once no transaction is left prepared there: Citus ends those that a fault has interrupted. */
async function dropEverywhere(nodes: readonly Node[], database: string): Promise<void> {
  for (const node of nodes) {
    const left = () =>
      queryOnce(node.url(database), 'SELECT gid FROM pg_prepared_xacts WHERE database = current_database()');
    if (!(await until(async () => (await left()).length === 0, RECOVERED_WITHIN_MS)))
      throw new Error(`Transactions were left prepared: ${JSON.stringify(await left())}`);
  }
  for (const node of nodes) await queryOnce(node.url('postgres'), `DROP DATABASE ${database} WITH (FORCE)`);
}
