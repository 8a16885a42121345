/** A TCP proxy in front of Postgres that drops, freezes, ends and delays what passes through it. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface DatabaseProxy {
  /** The database's address through the proxy. */
  url: string;
  /** Loses every session: the server's side is closed, and the client is not notified (no FIN, no RST). */
  forget(): void;
  /** Lets nothing through in either direction; new connections are accepted and not answered. */
  freeze(): void;
  /** What was delayed passes; sessions continue where they were. */
  thaw(): void;
  /** Ends the next sessions with a FATAL that comes with their first ReadyForQuery. */
  endNext(count: number): void;
  /**
   * Called when a write about attempts is stored, by a COMMIT or by a statement alone, and before the client is answered:
   * the process has not acted on it. Null: nothing is delayed.
   */
  beforeAnswer: ((stored: 'commit' | 'statement') => Promise<void>) | null;
  /** Sessions that clients have opened so far. */
  sessions(): number;
  close(): Promise<void>;
}

/** `ReadyForQuery`, idle. */
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');

/** `ErrorResponse`, as the server ends a session that it will not serve. */
function fatal(): Buffer {
  const fields = ['SFATAL', 'VFATAL', 'C57P01', 'Mterminating connection due to administrator command', ''];
  const body = Buffer.from(`${fields.join('\0')}\0`, 'latin1');
  const head = Buffer.alloc(5, 'E');
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** The statements that store something about attempts. */
const WRITES = /(UPDATE|INTO) "?publish_attempts/;
const COMMITS = /^Q....COMMIT/s;

/** `targetPort` is called for every connection: a server that was restarted may be at another. */
export async function startDatabaseProxy(databaseUrl: string, targetPort: () => number): Promise<DatabaseProxy> {
  const pairs = new Set<{ client: Socket; server: Socket }>();
  let gate: Promise<void> = Promise.resolve();
  let open = () => {};
  let toEnd = 0;
  let sessions = 0;

  const listener = createServer((client) => {
    sessions += 1;
    void serve(client);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');

  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const proxy: DatabaseProxy = {
    url: url.href,
    forget() {
      for (const { server } of pairs) server.destroy();
      pairs.clear();
    },
    freeze() {
      gate = new Promise((resolve) => {
        open = resolve;
      });
    },
    thaw: () => open(),
    endNext(count) {
      toEnd = count;
    },
    beforeAnswer: null,
    sessions: () => sessions,
    async close() {
      open();
      // No new connection is accepted while the existing ones are ended.
      const closed = once(listener, 'close');
      listener.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  const sockets = new Set<Socket>();

  async function serve(client: Socket): Promise<void> {
    keep(client);
    await gate;
    if (client.destroyed) return;
    const server = connect(targetPort(), '127.0.0.1');
    keep(server);
    const pair = { client, server };
    pairs.add(pair);
    const isKnown = () => pairs.has(pair);
    const isEnding = toEnd > 0;
    if (isEnding) toEnd -= 1;
    let writes = false;
    let commits = false;
    let isReady = false;

    pass(client, server, isKnown, async (chunk) => {
      const output = chunk.toString('latin1');
      writes ||= WRITES.test(output);
      commits = COMMITS.test(output);
      server.write(chunk);
    });
    pass(server, client, isKnown, async (chunk) => {
      if (chunk.includes(READY)) {
        if (writes && proxy.beforeAnswer) await proxy.beforeAnswer(commits ? 'commit' : 'statement');
        writes = false;
      }
      await gate;
      if (!isKnown()) return;
      client.write(chunk);
      if (isEnding && !isReady && chunk.includes(READY)) client.end(fatal());
      isReady ||= chunk.includes(READY);
    });
  }

  /** Hands on what `from` says, in its order and through the gate, and that it has ended. */
  function pass(from: Socket, to: Socket, isKnown: () => boolean, hand: (chunk: Buffer) => Promise<void>): void {
    let turn: Promise<void> = Promise.resolve();
    const inTurn = (act: () => Promise<void> | void) => {
      turn = turn.then(async () => {
        await gate;
        if (isKnown()) await act();
      });
    };
    from.on('data', (chunk: Buffer) => inTurn(() => hand(chunk)));
    from.on('close', () => inTurn(() => void to.destroySoon()));
  }

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.setNoDelay(true);
    // A connection that reports an error is closed right after.
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  }

  return proxy;
}
