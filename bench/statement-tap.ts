import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** A statement as it went over the wire. */
export interface Statement {
  text: string;
  values: (string | null)[];
}

export interface StatementTap {
  /** The database, by way of the tap. */
  url: string;
  /** Statements since the last call, in the order in which they were sent, without those that a process sends on timers. */
  take(): Statement[];
  /** All statements since the last call. */
  takeAll(): Statement[];
  close(): void;
}

/**
 * The database's clock, whether publishing is paused, a process's lease on its open web sockets, and the last use of API
 * keys and sessions.
 */
const ON_TIMERS =
  /^SELECT (clock_timestamp\(\) AS now|since FROM publishing_pause)$|^INSERT INTO live_processes |^UPDATE (api_keys|sessions) .*last_used_at/s;

/**
 * Starts a proxy between a program and Postgres that records the statements of one application name, or of those that begin
 * with it as a word.
 */
export async function startStatementTap(databaseUrl: string, applicationName: string): Promise<StatementTap> {
  const target = new URL(databaseUrl);
  const taken: Statement[] = [];
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const read = makeReader(applicationName, (statement) => taken.push(statement));
    near.on('data', read).pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const takeAll = () => taken.splice(0);
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    take: () => takeAll().filter(({ text }) => !ON_TIMERS.test(text)),
    takeAll,
    close: () => server.close(),
  };
}

/** Reads one connection's half of the protocol, version 3: a start-up message, then type, length and payload. */
function makeReader(applicationName: string, report: (statement: Statement) => void): (chunk: Buffer) => void {
  let waiting = Buffer.alloc(0);
  let started = false;
  let wanted = false;
  /** By name; that of an unnamed one is empty. */
  const parsed = new Map<string, string>();
  return (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    for (;;) {
      const head = started ? 1 : 0;
      if (waiting.length < head + 4) return;
      const length = head + waiting.readUInt32BE(head);
      if (waiting.length < length) return;
      const payload = waiting.subarray(head + 4, length);
      const type = String.fromCharCode(waiting[0] ?? 0);
      waiting = waiting.subarray(length);
      if (!started) {
        started = true;
        const startUp = payload.toString('utf8');
        wanted = [' ', '\0'].some((end) => startUp.includes(`application_name\0${applicationName}${end}`));
      } else if (wanted && type === 'Q') {
        report({ text: text(payload, 0), values: [] });
      } else if (wanted && type === 'P') {
        parsed.set(text(payload, 0), text(payload, payload.indexOf(0) + 1));
      } else if (wanted && type === 'B') {
        const name = text(payload, payload.indexOf(0) + 1);
        report({ text: parsed.get(name) ?? '', values: boundValues(payload) });
      }
    }
  };
}

const text = (payload: Buffer, from: number) => payload.toString('utf8', from, payload.indexOf(0, from));

/** Bind: names of portal and statement, the formats of the values, the values. */
function boundValues(payload: Buffer): (string | null)[] {
  let at = payload.indexOf(0, payload.indexOf(0) + 1) + 1;
  const formats = payload.readUInt16BE(at);
  at += 2 + 2 * formats;
  const values = Array.from<string | null>({ length: payload.readUInt16BE(at) });
  at += 2;
  return values.map(() => {
    const length = payload.readInt32BE(at);
    at += 4;
    if (length < 0) return null;
    at += length;
    return payload.toString('utf8', at - length, at);
  });
}
