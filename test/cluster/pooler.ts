/** PgBouncer in transaction mode, behind it HAProxy, which knows by Patroni which server is the primary. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { until } from '../faults/counting.js';
import { freePort } from '../faults/world.js';
import { asPostgres } from '../support/as-postgres.js';
import { SUPERUSER } from './patroni.js';

export interface Pooler {
  /** Host and port of PgBouncer. */
  place: string;
  stop(): Promise<void>;
}

export async function startPooler(places: readonly string[], folder: string): Promise<Pooler> {
  const own = path.join(folder, 'pooler');
  await mkdir(own, { recursive: true });
  const [balancer, bouncer] = [await freePort(), await freePort()];
  const servers = places.map(
    (place, i) => `  server server${i + 1} ${place} check port 8008 on-marked-down shutdown-sessions`,
  );
  await writeFile(
    path.join(own, 'haproxy.cfg'),
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind 127.0.0.1:${balancer}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1
${servers.join('\n')}
`,
  );
  const { username, password } = SUPERUSER;
  await writeFile(path.join(own, 'users.txt'), `"${username}" "${password}"\n`);
  await writeFile(
    path.join(own, 'pgbouncer.ini'),
    `[databases]
* = host=127.0.0.1 port=${balancer}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${bouncer}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${own}/users.txt
pool_mode = transaction
default_pool_size = 40
max_client_conn = 500
server_login_retry = 1
query_wait_timeout = 10
`,
  );
  await promisify(execFile)('chown', ['-R', 'postgres', own]);
  const children = [
    start(['haproxy', '-f', path.join(own, 'haproxy.cfg')]),
    start(asPostgres(['pgbouncer', path.join(own, 'pgbouncer.ini')])),
  ];
  const isUp = await until(() => children.every(({ exitCode }) => exitCode === null), 1_000);
  if (!isUp) throw new Error('The pooler did not start');
  return {
    place: `127.0.0.1:${bouncer}`,
    async stop() {
      const ended = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
      await Promise.all(
        ended.map(async (child) => {
          const exit = once(child, 'exit');
          child.kill('SIGTERM');
          await exit;
        }),
      );
    },
  };
}

const start = ([file, ...args]: [file: string, ...args: string[]]): ChildProcess =>
  spawn(file, args, { stdio: 'ignore', cwd: '/' });
