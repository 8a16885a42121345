import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy between the service and Postgres that breaks connections. */
export interface DatabaseProxy {
  /** The database, by way of the proxy. */
  url: string;
  /** Cuts every connection and takes no new one until `restore`. */
  refuse(): void;
  /** Takes new connections from now on, and forwards nothing on them, until `restore`. */
  silence(): void;
  /** New connections work again; those that were forgotten or silent from their start stay so. */
  restore(): void;
  /**
   * Forgets the open connections, or those of one application name, as a NAT or a dead host does: nothing passes
   * in either direction, and both sides keep their sockets. New ones pass. Answers how many it forgot.
   */
  forget(applicationName?: string): number;
  /** Resets every connection; new ones pass. */
  drop(): void;
  /** The next `count` sessions are ended by an administrator in the moment in which they are ready. */
  endWhenReady(count: number): void;
  /** Sessions of `endWhenReady` that are still to come. */
  toEnd(): number;
  /** Connections that were taken, open or not. */
  taken(): number;
  close(): Promise<void>;
}

interface Link {
  near: Socket;
  far: Socket;
  start: Buffer;
  isForgotten: boolean;
}

/** A message of the wire protocol: its type, its length, its content. */
function message(type: string, content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(content)]);
}

const READY = message('Z', 'I');
/** What Postgres sends when an administrator ends a session. */
const FATAL = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const links = new Set<Link>();
  let mode: 'passing' | 'refusing' | 'silent' = 'passing';
  let toEnd = 0;
  let taken = 0;

  const cut = (link: Link) => {
    links.delete(link);
    link.near.destroy();
    link.far.destroy();
  };

  // Half open, because a network that is silent does not answer a FIN either.
  const server = createServer({ allowHalfOpen: true }, (near) => {
    taken += 1;
    if (mode === 'refusing') return void near.resetAndDestroy();
    const far = connect({ host: target.hostname, port: Number(target.port), allowHalfOpen: true });
    const link: Link = { near, far, start: Buffer.alloc(0), isForgotten: mode === 'silent' };
    links.add(link);
    let endsWhenReady = toEnd > 0;
    if (endsWhenReady) toEnd -= 1;
    near.once('data', (chunk) => {
      link.start = chunk;
    });
    near.on('data', (chunk) => link.isForgotten || far.write(chunk));
    near.on('end', () => link.isForgotten || far.end());
    far.on('data', (chunk) => {
      if (link.isForgotten) return;
      if (!endsWhenReady || !chunk.subarray(-READY.length).equals(READY)) return void near.write(chunk);
      endsWhenReady = false;
      near.end(Buffer.concat([chunk, FATAL]), () => cut(link));
    });
    far.on('end', () => link.isForgotten || near.end());
    // The side that is left of a forgotten connection is not notified that the other has gone.
    near.on('close', () => cut(link));
    far.on('close', () => link.isForgotten || cut(link));
    for (const socket of [near, far]) socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);

  return {
    url: url.href,
    refuse() {
      mode = 'refusing';
      for (const link of links) cut(link);
    },
    silence() {
      mode = 'silent';
    },
    restore() {
      mode = 'passing';
    },
    forget(applicationName) {
      const named = [...links].filter(
        ({ start }) => applicationName === undefined || start.includes(`application_name\0${applicationName}`),
      );
      for (const link of named) link.isForgotten = true;
      return named.length;
    },
    drop() {
      for (const { near, far } of links) {
        near.resetAndDestroy();
        far.destroy();
      }
    },
    endWhenReady(count) {
      toEnd = count;
    },
    toEnd: () => toEnd,
    taken: () => taken,
    async close() {
      for (const link of links) cut(link);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
