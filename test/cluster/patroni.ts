/** Three Postgres servers, of which Patroni keeps one the primary, by an etcd of three members: one of each on a host. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import type { Host } from './hosts.js';

const BIN = '/usr/lib/postgresql/15/bin';
const PASSWORD = 'cluster';
const POSTGRES_PORT = 5432;
const REST_PORT = 8008;
export const STANDBY_LAG_MS = 700;

export interface Cluster {
  /** Addresses of the servers, for DATABASE_URL. */
  places: readonly string[];
  /** The host of the primary, as Patroni has it now; undefined while there is none. */
  primary(): Promise<Host | undefined>;
  /** Waits until there is a primary other than `old`; the milliseconds that took. */
  promoted(old: Host): Promise<number>;
  /** Waits until every server runs, and one of them is a synchronous standby. */
  healthy(): Promise<void>;
  /** Starts what runs on a host. */
  start(host: Host): void;
}

export const SUPERUSER = { username: 'postgres', password: PASSWORD };

const WITHIN_MS = 120_000;
const POLL_MS = 100;

export async function startCluster(hosts: readonly Host[], folder: string): Promise<Cluster> {
  const etcdCluster = hosts.map(({ name, address }) => `${name}=http://${address}:2380`).join(',');
  for (const host of hosts) {
    const own = path.join(folder, host.name);
    await mkdir(own, { recursive: true });
    await writeFile(path.join(own, 'patroni.yml'), stringify(configuration(host, hosts, path.join(own, 'data'))));
  }
  await promisify(execFile)('chown', ['-R', 'postgres', folder]);

  const start = (host: Host) => {
    const own = path.join(folder, host.name);
    const client = `http://${host.address}:2379`;
    const peer = `http://${host.address}:2380`;
    host.start(
      [
        ...['etcd', '--enable-v2', '--name', host.name, '--data-dir', path.join(own, 'etcd')],
        ...['--listen-client-urls', client, '--advertise-client-urls', client],
        ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
        ...['--initial-cluster', etcdCluster, '--initial-cluster-state', 'new'],
      ],
      path.join(folder, `${host.name}-etcd.log`),
    );
    host.start(['patroni', path.join(own, 'patroni.yml')], path.join(folder, `${host.name}-patroni.log`));
  };
  for (const host of hosts) start(host);

  const cluster: Cluster = {
    places: hosts.map(({ address }) => `${address}:${POSTGRES_PORT}`),
    start,
    async primary() {
      const answers = await Promise.all(hosts.map(async (host) => ((await answers200(host, 'primary')) ? host : null)));
      return answers.find((host) => host !== null) ?? undefined;
    },
    async promoted(old) {
      const began = performance.now();
      await until(async () => {
        const now = await cluster.primary();
        return now !== undefined && now !== old;
      }, 'another primary');
      return performance.now() - began;
    },
    async healthy() {
      await until(async () => {
        const running = await Promise.all(hosts.map((host) => answers200(host, 'health')));
        const synchronous = await Promise.all(hosts.map((host) => answers200(host, 'synchronous')));
        return running.every(Boolean) && synchronous.some(Boolean) && (await cluster.primary()) !== undefined;
      }, 'a cluster with a synchronous standby');
    },
  };
  return cluster;
}

const configuration = ({ name, address }: Host, hosts: readonly Host[], data: string) => ({
  scope: 'service',
  name,
  restapi: { listen: `${address}:${REST_PORT}`, connect_address: `${address}:${REST_PORT}` },
  // Not etcd3: Patroni 3.0.2 of Debian 12 has taken a lock by that, after a partition, that another one held.
  etcd: { hosts: hosts.map((host) => `${host.address}:2379`) },
  bootstrap: {
    dcs: {
      // The shortest that Patroni takes.
      ttl: 20,
      loop_wait: 5,
      retry_timeout: 5,
      synchronous_mode: true,
      postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_log_hints: 'on' } },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
  },
  postgresql: {
    listen: `${address}:${POSTGRES_PORT}`,
    connect_address: `${address}:${POSTGRES_PORT}`,
    data_dir: data,
    bin_dir: BIN,
    pgpass: `${data}.pgpass`,
    authentication: {
      superuser: SUPERUSER,
      replication: { username: 'replicator', password: PASSWORD },
      rewind: { username: 'rewinder', password: PASSWORD },
    },
    parameters: { unix_socket_directories: path.dirname(data) },
    // Standbys are behind all the time: who reads there what has to be seen already, does not see it.
    recovery_conf: { recovery_min_apply_delay: `${STANDBY_LAG_MS}ms` },
    pg_hba: ['local all all trust', 'host all all all scram-sha-256', 'host replication replicator all scram-sha-256'],
  },
});

async function answers200({ address }: Host, route: string): Promise<boolean> {
  try {
    const answer = await fetch(`http://${address}:${REST_PORT}/${route}`, { signal: AbortSignal.timeout(1_000) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  for (const end = performance.now() + WITHIN_MS; !(await isSo()); await sleep(POLL_MS)) {
    if (performance.now() > end) throw new Error(`There was not ${what} within ${WITHIN_MS / 1000} seconds`);
  }
}
