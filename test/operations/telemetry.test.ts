/** docs/policies.md, “Telemetry”: an idle service contacts its database alone. */
import { readFileSync } from 'node:fs';
import { MAINTENANCE_QUEUE, makeQueues, RENEWAL_QUEUE } from '../../jobs/queues.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type Service, startService } from '../support/service.js';

const MARK = 'CONNECTION ';

/** Runs in each process of the service: prints where it connects to, what names it looks up, and that it sends UDP. */
const RECORDER = `
import { subscribe } from 'node:diagnostics_channel';
import dgram from 'node:dgram';
const print = (target) => process.stdout.write('${MARK}' + target + '\\n');
subscribe('net.client.socket', ({ socket }) => {
  socket.on('lookup', (error, address, family, host) => { if (host) print('lookup ' + host); });
  socket.on('connectionAttempt', (ip, port) => print(ip + ':' + port));
});
const { createSocket } = dgram;
dgram.createSocket = (...args) => { print('udp'); return createSocket(...args); };
`;

let db: TestDatabase;
let service: Service;
beforeAll(async () => {
  db = await createTestDatabase();
  service = await startService({
    db,
    // Inherited by the processes that it starts.
    env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(RECORDER)}` },
  });
});
afterAll(async () => {
  await service?.stop();
  await db?.drop();
});

test('an idle service contacts its database, and nothing else', async () => {
  // Those that have jobs by the clock.
  const regular = [MAINTENANCE_QUEUE, RENEWAL_QUEUE];
  expect(Object.keys(makeQueues({ heartbeatSeconds: 10 }))).toEqual(expect.arrayContaining(regular));
  for (const name of regular) await db.query('INSERT INTO pgboss.job (name) VALUES ($1)', [name]);
  await eventually(async () => {
    const done = await db.query(`SELECT DISTINCT name FROM pgboss.job WHERE state = 'completed' AND name = ANY($1)`, [
      regular,
    ]);
    return done.length === regular.length || undefined;
  });
  expect((await fetch(`${service.url}/health`)).status).toBe(200);

  const { hostname, port } = new URL(db.url);
  const contacted = new Set(service.output.flatMap((line) => (line.startsWith(MARK) ? [line.slice(MARK.length)] : [])));
  contacted.delete(`lookup ${hostname}`);
  const database = [hostname, '127.0.0.1', '::1'].map((host) => `${host}:${port || 5432}`);
  expect(contacted.size).toBeGreaterThan(0);
  expect([...contacted].filter((target) => !database.includes(target))).toEqual([]);
});

test('the page about policies has the versions of package.json', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(readFileSync('docs/policies.md', 'utf8')).toContain(['', engines.node, ''].join('`'));
});
