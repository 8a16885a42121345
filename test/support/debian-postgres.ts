import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { asPostgres } from './as-postgres.js';
import { freePort } from './free-port.js';

const VERSIONS = '/usr/lib/postgresql';

/** The programs of the system's newest Postgres, the server and its clients, as Debian and Ubuntu install them. */
export const POSTGRES_PROGRAMS = (existsSync(VERSIONS) ? readdirSync(VERSIONS) : [])
  .sort()
  .map((version) => path.join(VERSIONS, version, 'bin'))
  .filter((folder) => existsSync(path.join(folder, 'postgres')))
  .at(-1);

export interface DebianPostgres {
  /** Of its empty database, with the password of a superuser. */
  url: string;
  query: <Row = Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>;
  stop(): Promise<void>;
}

/** A new Postgres of the system: unlike that of the other tests, it has client programs such as pg_dump. */
export async function startDebianPostgres(programs: string, settings: readonly string[] = []): Promise<DebianPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'debian-postgres-'));
  const isRoot = process.getuid?.() === 0;
  const command = (name: string, args: string[]) => {
    const words = [path.join(programs, name), ...args] as const;
    return isRoot ? asPostgres(words) : words;
  };
  const data = path.join(folder, 'data');
  const passwordFile = path.join(folder, 'password');
  // Percent-encoded in addresses.
  const password = 'a/b c%d';
  await writeFile(passwordFile, password);
  if (isRoot) await promisify(execFile)('chown', ['-R', 'postgres', folder]);
  const [initdb, ...args] = command('initdb', [
    ...[`--pgdata=${data}`, '--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    ...['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
  ]);
  await promisify(execFile)(initdb, args);
  const port = await freePort();
  const [file, ...serverArgs] = command('postgres', [
    ...['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`],
    ...['fsync=off', ...settings].flatMap((setting) => ['-c', setting]),
  ]);
  const server = spawn(file, serverArgs, { stdio: 'ignore' });
  const ended = once(server, 'exit');
  const url = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  for (let attempt = 0; ; attempt++) {
    const found = await pool.query('SELECT 1').catch((error) => error);
    if (!(found instanceof Error)) break;
    if (attempt === 240 || server.exitCode !== null) throw found;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return {
    url,
    query: async (text, values) => (await pool.query(text, values)).rows,
    async stop() {
      await pool.end();
      // Fast: sessions are ended.
      server.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
