/** A proxy between the coordinator and a worker that holds the second phase of commits, or loses the answer to the first. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CommitGate {
  port: number;
  /** From now on, holds each message of the second phase before the worker has it, or the answer to each of the first. */
  hold(kind: Held): void;
  /** How many are held. */
  held(): number;
  /** Ends the connections that are held, and passes on everything from now on. */
  cut(): void;
  /** Passes on what is held, and everything from now on. */
  open(): void;
  close(): Promise<void>;
}

/** `commit`: the coordinator has committed, the worker has not. `prepare`: the worker has prepared, the coordinator has not committed. */
export type Held = 'commit' | 'prepare';

const TEXT = { commit: 'COMMIT PREPARED', prepare: 'PREPARE TRANSACTION' } as const;

/** Where a server listens. */
export interface Place {
  host: string;
  port: number;
}

/** `host`: where it listens itself. */
export async function openCommitGate(target: Place, host = '127.0.0.1'): Promise<CommitGate> {
  const sockets = new Set<Socket>();
  /** What goes on once the gate is open, by the connection that it is held on. */
  const waiting = new Map<Socket, (() => void)[]>();
  let holds: Held | undefined;

  const isHeld = (chunk: Buffer, kind: Held) => holds === kind && chunk.includes(TEXT[kind]);

  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    near.on('data', (chunk) => {
      const queue = waiting.get(near);
      if (isHeld(chunk, 'commit')) waiting.set(near, [...(queue ?? []), () => far.write(chunk)]);
      else if (queue && holds === 'commit') queue.push(() => far.write(chunk));
      else {
        if (isHeld(chunk, 'prepare')) waiting.set(near, []);
        far.write(chunk);
      }
    });
    far.on('data', (chunk) => {
      const queue = waiting.get(near);
      if (queue && holds === 'prepare') queue.push(() => near.write(chunk));
      else near.write(chunk);
    });
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
  });
  server.listen(0, host);
  await once(server, 'listening');

  const release = () => {
    holds = undefined;
    const held = [...waiting.entries()];
    waiting.clear();
    return held;
  };
  return {
    port: (server.address() as AddressInfo).port,
    hold(kind) {
      holds = kind;
    },
    held: () => waiting.size,
    cut() {
      for (const [near] of release()) near.destroy();
    },
    open() {
      for (const [, queue] of release()) for (const pass of queue) pass();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
