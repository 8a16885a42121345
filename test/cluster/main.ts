/**
 * What the service promises when the primary of a Postgres cluster fails, shown on real processes:
 * `npm run test:cluster [-- --quick]`. Prints a table, writes it to docs/failover.md when it ran in full, and ends with 1 when
 * a row is not good. Needs Linux, root, and of Debian: iproute2, postgresql-15, patroni, etcd-server, haproxy and pgbouncer.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { isGood } from '../faults/scenario.js';
import { endDescendants, killDescendants } from '../support/descendants.js';
import { failOver, type Way } from './fail-over.js';
import { makeNetwork, type Network } from './hosts.js';
import { type Cluster, startCluster } from './patroni.js';
import { type Pooler, startPooler } from './pooler.js';
import { type ClusterRow, document, table } from './table.js';

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });

const say = (line: string) => process.stderr.write(`${(performance.now() / 1000).toFixed(1)} s: ${line}\n`);

const PROGRAMS = ['ip', 'setpriv', 'patroni', 'etcd', 'haproxy', 'pgbouncer', '/usr/lib/postgresql/15/bin/postgres'];

async function assertInstalled(): Promise<void> {
  const missing: string[] = [];
  for (const program of PROGRAMS) {
    await promisify(execFile)('sh', ['-c', `command -v ${program}`]).catch(() => missing.push(program));
  }
  const reasons = [
    ...(process.getuid?.() === 0 ? [] : ['it is not run as root']),
    ...(missing.length > 0 ? [`${missing.join(', ')} is not installed`] : []),
  ];
  if (reasons.length === 0) return;
  process.stderr.write(
    `The cluster cannot be started: ${reasons.join('; ')}. On Debian 12:\n  apt-get install -y iproute2 postgresql patroni etcd-server haproxy pgbouncer\n`,
  );
  process.exit(2);
}

await assertInstalled();
const folder = await mkdtemp(path.join(tmpdir(), 'cluster-'));
await promisify(execFile)('chmod', ['755', folder]);
let network: Network | undefined;
let pooler: Pooler | undefined;
const close = async () => {
  killDescendants();
  await pooler?.stop();
  await network?.remove();
  await rm(folder, { recursive: true, force: true });
};
endDescendants(close);

const rows: ClusterRow[] = [];
try {
  network = await makeNetwork(3);
  say('starts etcd, Patroni and Postgres on three hosts');
  const cluster: Cluster = await startCluster(network.hosts, folder);
  await cluster.healthy();
  pooler = await startPooler(cluster.places, folder);
  const ways: Way[] = [
    { name: 'several hosts', pooler: null },
    { name: 'PgBouncer and HAProxy', pooler: pooler.place },
  ];
  const rounds = values.quick ? 1 : 2;
  for (const way of ways) rows.push(...(await failOver({ cluster, way, folder, rounds, say })));
} catch (error) {
  say(`It did not come to its end: ${error instanceof Error ? error.stack : error}`);
  process.exitCode = 1;
} finally {
  await close();
}

process.stdout.write(`\n${table(rows)}\n`);
if (!values.quick && process.exitCode === undefined) {
  await writeFile('docs/failover.md', document(rows, new Date()));
  say('written to docs/failover.md');
}
process.exit(process.exitCode ?? (rows.every(isGood) ? 0 : 1));
