import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectRaw, openRaw } from '../live/raw-socket.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type Service, startService } from '../support/service.js';

const dataDir = mkdtempSync(path.join(tmpdir(), 'stopping-'));
let db: TestDatabase;
let account: TestAccount;
let service: Service;
let locks: pg.Client;

beforeAll(async () => {
  db = await createTestDatabase();
  account = await createAccount(db);
});
beforeEach(async () => {
  service = await startService({ db, roles: 'api', env: { DATA_DIR: dataDir, HTTP_DRAIN_MS: '500' } });
  locks = new pg.Client({ connectionString: db.url });
  await locks.connect();
});
afterEach(async () => {
  await locks.end();
  await service.kill();
});
afterAll(async () => {
  await db?.drop();
  await rm(dataDir, { recursive: true });
});

const groups = async () => {
  const [row] = await db.query<{ count: number }>('SELECT count(*)::int FROM post_groups');
  return row?.count ?? 0;
};
/** No group can be stored until the returned function is called. */
async function holdCreates(): Promise<() => Promise<unknown>> {
  await locks.query('BEGIN; LOCK TABLE post_groups IN SHARE MODE');
  return () => locks.query('COMMIT');
}
const waitingForLock = (count: number) =>
  eventually(async () => {
    const rows = await db.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length === count || undefined;
  });
const refusesConnections = () =>
  eventually(async () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    try {
      await once(socket, 'connect');
      return undefined;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' || undefined;
    } finally {
      socket.destroy();
    }
  });

const BODY = JSON.stringify({ content: 'Hi', platforms: ['fediverse-1'] });
const HEADERS = () => ({ 'x-api-key': account.apiKey, 'content-type': 'application/json' });
const create = (agent: Agent): ClientRequest =>
  request(`${service.url}/api/v1/create-post`, { method: 'POST', agent, headers: HEADERS() }).end(BODY);
const answerTo = async (sent: ClientRequest): Promise<IncomingMessage> => (await once(sent, 'response'))[0];

/** A request of HTTP as bytes. */
const bytes = (body = BODY) =>
  `POST /api/v1/create-post HTTP/1.1\r\nHost: x\r\nx-api-key: ${account.apiKey}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** A connection of bytes, with all that came back on it. */
async function openConnection(): Promise<{ socket: Socket; received: () => string; ended: Promise<unknown> }> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    received += chunk;
  });
  const ended = once(socket, 'close');
  await once(socket, 'connect');
  return { socket, received: () => received, ended };
}
const answersIn = (received: string) => received.match(/HTTP\/1\.1 \d{3}/g) ?? [];

/** How the requests of a client ended. */
interface Tally {
  answered: number;
  refused: number;
  broken: string[];
}

/** Creates posts, one after the other, until the service takes no more connections. */
async function createUntilRefused(agent: Agent, tally: Tally, thinkMs: number): Promise<void> {
  for (;;) {
    const sent = create(agent);
    try {
      const answer = await answerTo(sent);
      const { success } = (await json(answer)) as { success: boolean };
      if (answer.statusCode !== 200 || !success) throw new Error(`status ${answer.statusCode}`);
      tally.answered += 1;
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      if (code === 'ECONNREFUSED') {
        tally.refused += 1;
        return;
      }
      tally.broken.push(`${code} ${message} ${sent.reusedSocket}`);
      return;
    }
    if (thinkMs > 0) await delay(Math.random() * thinkMs);
  }
}

test.each([0, 100])(
  'under load from keep-alive clients that think for up to %i ms, every request has its full response or was refused at connect',
  async (thinkMs) => {
    const before = await groups();
    const tally: Tally = { answered: 0, refused: 0, broken: [] };
    const clients = Array.from({ length: 40 }, () =>
      createUntilRefused(new Agent({ keepAlive: true, maxSockets: 1 }), tally, thinkMs),
    );
    await eventually(async () => tally.answered >= 100 || undefined, 30_000);
    await service.stop();
    await Promise.all(clients);
    expect(tally).toEqual({ answered: expect.any(Number), refused: 40, broken: [] });
    expect((await groups()) - before).toBe(tally.answered);
  },
  60_000,
);

test('requests in progress get their responses, with Connection: close, while new connections are refused', async () => {
  const before = await groups();
  const release = await holdCreates();
  const agent = new Agent({ keepAlive: true });
  const answers = [1, 2, 3].map(() => answerTo(create(agent)));
  await waitingForLock(3);
  const stopped = service.stop();
  await refusesConnections();
  await release();
  for (const answer of await Promise.all(answers)) {
    expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close']);
    expect(await json(answer)).toMatchObject({ success: true });
  }
  await stopped;
  expect((await groups()) - before).toBe(3);
});

test('a request that comes on an open connection after the signal gets its response, and the connection ends', async () => {
  const release = await holdCreates();
  const [first, idle] = [await openConnection(), await openConnection()];
  first.socket.write(bytes());
  await waitingForLock(1);
  // Its head came before the signal, and the rest of it after.
  const whole = bytes();
  const halves = await openConnection();
  halves.socket.write(whole.slice(0, 40));
  const stopped = service.stop();
  await refusesConnections();
  idle.socket.write(bytes());
  halves.socket.write(whole.slice(40));
  await release();
  for (const { received, ended } of [first, idle, halves]) {
    await ended;
    expect(received()).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\nConnection: close\r\n.*"success":true/s);
  }
  await stopped;
});

test('pipelined requests all get their responses, and only the last one closes the connection', async () => {
  const before = await groups();
  const release = await holdCreates();
  const { socket, received, ended } = await openConnection();
  socket.write(bytes() + bytes());
  await waitingForLock(2);
  const stopped = service.stop();
  await refusesConnections();
  socket.write(bytes());
  await waitingForLock(3);
  await release();
  await ended;
  expect(answersIn(received())).toEqual(Array(3).fill('HTTP/1.1 200'));
  expect(
    received()
      .split('HTTP/1.1')
      .map((answer) => /Connection: close/.test(answer)),
  ).toEqual([false, false, false, true]);
  await stopped;
  expect((await groups()) - before).toBe(3);
});

test('connections without a request do not keep it from stopping', async () => {
  const [unused, used] = [await openConnection(), await openConnection()];
  used.socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
  await eventually(async () => answersIn(used.received()).length === 1 || undefined);
  await service.stop();
  await Promise.all([unused.ended, used.ended]);
  expect([answersIn(unused.received()), answersIn(used.received())]).toEqual([[], ['HTTP/1.1 200']]);
});

test('a web socket that is being opened when the service stops ends without an error', async () => {
  (await connectRaw(service, { 'x-api-key': account.apiKey })).socket.close();
  await locks.query('BEGIN');
  await locks.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [account.userId]);
  const opening = await openRaw(service);
  opening.send({ type: 'connection_init', payload: { 'x-api-key': account.apiKey } });
  await waitingForLock(1);
  const stopped = service.stop();
  await opening.end();
  // Time for the process to give up its lease too early.
  const leases = () => db.query('SELECT 1 FROM live_processes');
  await eventually(async () => (await leases()).length === 0 || undefined, 1_000).catch(() => undefined);
  await locks.query('COMMIT');
  await stopped;
});

test('an upload that is under way comes to its end', async () => {
  const [postGroupId] = await createGroup();
  const uploadRequest = { fileName: 'a.png', contentType: 'image/png', postGroupId, type: 'image' };
  const address = `${service.url}/api/v1/get-upload-url`;
  const asking = await fetch(address, { method: 'POST', headers: HEADERS(), body: JSON.stringify(uploadRequest) });
  const { uploadUrl } = (await asking.json()) as { uploadUrl: string };
  const headers = { 'content-type': 'image/png', 'content-length': '10' };
  const upload = request(uploadUrl, { method: 'PUT', headers, agent: new Agent({ keepAlive: true }) });
  upload.write('12345');
  const files = () => readdir(path.join(dataDir, 'objects'));
  await eventually(async () => (await files()).length > 0 || undefined);
  const stopped = service.stop();
  await refusesConnections();
  upload.end('67890');
  const answer = await answerTo(upload);
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close']);
  answer.resume();
  await stopped;
  expect(await files()).toEqual([expect.stringContaining('a.png')]);
});

async function createGroup(): Promise<string[]> {
  const answer = await answerTo(create(new Agent()));
  const { postGroupId } = (await json(answer)) as { postGroupId: string };
  return [postGroupId];
}

test('a stream of progress ends in order, and goes on at another process', async () => {
  await db.query(
    `INSERT INTO processing_sessions (id, user_id, events, ended, alive_at)
     VALUES ('1', $1, '[{"stage":"uploading","percent":100}]', false, now() + interval '1 minute')`,
    [account.userId],
  );
  const cookie = await account.session();
  const follow = (at: Service, more = {}) =>
    fetch(`${at.url}/media/processing-progress/1`, { headers: { ...cookie, ...more } });
  const stream = await follow(service);
  const receivedText = stream.text();
  const other = await startService({ db, roles: 'api', env: { DATA_DIR: dataDir } });
  try {
    await service.stop();
    expect(await receivedText).toMatch(/^id: 1\n[^\n]*\n[^\n]*"uploading"[^\n]*\n\n$/);
    await db.query(
      `UPDATE processing_sessions SET ended = true, events = events || '[{"stage":"failed","percent":0,"error":"x"}]'`,
    );
    expect(await (await follow(other, { 'last-event-id': '1' })).text()).toMatch(/^id: 2\n[^\n]*\n[^\n]*"failed"/);
  } finally {
    await other.stop();
  }
});
