import { connect, createServer, type Socket } from 'node:net';
import type { TestDatabase } from '../support/database.js';

/** The service's way to its database, with every statement that passes written down. */
export interface SqlCounter {
  /** The database as the service is to reach it. */
  db: TestDatabase;
  /** The statements that `work` makes the service's own pool send: not its LISTEN connection and not the job engine. */
  during(work: () => Promise<unknown>): Promise<string[]>;
  close(): Promise<void>;
}

const COUNTED = 'social-publishing-service';

/**
 * A proxy that reads the client's side of Postgres's wire protocol: after the start-up message, which has no type
 * byte, each message is a type byte, its length and its body. A statement is one `Q` (simple) or one `P` (parse: the
 * driver prepares no statements, so it sends one for each execution).
 */
export async function countSql(db: TestDatabase): Promise<SqlCounter> {
  const target = new URL(db.url);
  const sockets = new Set<Socket>();
  let statements: string[] = [];

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let rest: Buffer = Buffer.alloc(0);
    let started = false;
    let counted = false;
    client.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes as Buffer]);
      for (;;) {
        const head = started ? 1 : 0;
        if (rest.length < head + 4) break;
        const end = head + rest.readInt32BE(head);
        if (rest.length < end) break;
        const type = String.fromCharCode(rest[0] ?? 0);
        const body = rest.subarray(head + 4, end).toString();
        if (!started) counted = body.includes(COUNTED);
        else if (counted && type === 'Q') statements.push(body.replaceAll('\0', ''));
        else if (counted && type === 'P') statements.push(body.split('\0')[1] ?? '');
        started = true;
        rest = rest.subarray(end);
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => client.write(bytes));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.end();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(db.url);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' && address ? address.port : 0);

  return {
    db: { ...db, url: url.href },
    async during(work) {
      statements = [];
      await work();
      return statements.map((text) => text.replace(/\s+/g, ' ').trim());
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
