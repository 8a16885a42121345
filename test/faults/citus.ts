/** The Citus of the suite: a coordinator, and two worker nodes in network namespaces. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { distribute } from '../../src/foundation/database/distribution/distribute.js';
import type { CommitGate } from '../citus/commit-gate.js';
import { assertInstalled, type Node, startNodes } from '../citus/nodes.js';
import { type Host, makeNetwork } from '../cluster/hosts.js';
import { until } from './counting.js';
import { migrateTemplate } from './postgres.js';
import { type DatabaseServer, patiently, queryOnce, type ShardDatabase, type WorkerNode } from './server.js';

const NETWORK = { name: 'pub-citus', prefix: '10.78.0' };

export async function startFaultCitus(): Promise<DatabaseServer> {
  await assertInstalled();
  const folder = await mkdtemp(path.join(tmpdir(), 'publishing-faults-'));
  const network = await makeNetwork(2, NETWORK);
  const cluster = await startNodes(folder, network);
  const gates: CommitGate[] = [];
  const { coordinator, workers } = cluster;
  const all = [coordinator, ...workers];
  return {
    backend: 'citus',
    about: `${cluster.version}: a coordinator and two worker nodes, each with one of two shards`,
    port: () => coordinator.port,
    async createDatabase() {
      const name = `faults_${randomBytes(6).toString('hex')}`;
      await cluster.createDistributed(name);
      const url = cluster.url(name);
      const schemas = await distributeTables(url, workers.length);
      const ports = await queryOnce<{ schema: string; port: number }>(
        url,
        `SELECT split_part(table_name::text, '.', 1) AS schema, nodeport AS port FROM citus_shards
          WHERE table_name::text ~ '^accounts_[0-9]+[.]post_groups$'`,
      );
      const nodeOf = (shard: string) => {
        const port = ports.find(({ schema }) => schema === shard)?.port;
        return network.hosts[workers.findIndex((worker) => worker.port === port)]?.name ?? '';
      };
      // What was answered has to survive a crash.
      for (const node of all)
        await queryOnce(node.url('postgres'), `ALTER DATABASE ${name} SET synchronous_commit = on`);
      const drop = () => dropEverywhere(all, name);
      const shards = schemas.map(
        (shard): ShardDatabase => ({
          url,
          shard,
          node: nodeOf(shard),
          query: (statement, values) => patiently(() => queryOnce(url, statement, values, shard)),
          drop,
        }),
      );
      return {
        url,
        shards,
        async query(statement, values) {
          const rows = [];
          for (const shard of shards) rows.push(...(await shard.query(statement, values)));
          return rows as never;
        },
        drop,
      };
    },
    async crash(downMs) {
      await coordinator.crash();
      await sleep(downMs);
      await coordinator.start();
    },
    administer: async (statement) => void (await queryOnce(coordinator.url('postgres'), statement)),
    nodes: workers.map((worker, index) => ({
      ...faultsOf(worker, network.hosts[index] as Host),
      async openGate({ url }) {
        const gate = await cluster.openGate(worker, new URL(url).pathname.slice(1));
        gates.push(gate);
        return gate;
      },
    })),
    async stop() {
      for (const gate of gates) await gate.close();
      await cluster.stop();
      await network.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function faultsOf(node: Node, { name, cut, restore }: Host): Omit<WorkerNode, 'openGate'> {
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
    cut,
    restore,
  };
}

/** The tables of accounts in so many shards, of which each worker node has one. */
async function distributeTables(url: string, schemas: number): Promise<string[]> {
  await migrateTemplate(url, 'citus');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await distribute(client, { schemas })).schemas;
  } finally {
    await client.end();
  }
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
