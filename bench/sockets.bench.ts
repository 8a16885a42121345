import { setTimeout as pause } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { connect, RAISED } from './subscriptions.bench.js';
import { makeTopic } from './topic.js';

export interface SocketsOptions {
  /** Open before, so that what is allocated once is there. */
  warmUp: number;
  sockets: number;
}

const AT_ONCE = 50;
const KIB_PER_MIB = 1024;
const QUERY =
  'subscription { accountActivity { postGroupId sequence cursor type occurredAt groupStatus platformPost { id } } }';

/** What a socket costs that waits for events. */
export const sockets = makeTopic<SocketsOptions>({
  about: 'memory of an idle web socket with one subscription',
  byDefault: true,
  rounds: { full: 3 },
  sizes: { full: { warmUp: 500, sockets: 3_000 }, quick: { warmUp: 20, sockets: 200 } },
  aims: [{ name: 'memory per idle socket', unit: 'KiB', of: ['socket with a subscription', 'RSS KiB'], atMost: 15 }],
  async start(surroundings, options) {
    const { databaseUrl, people } = await surroundings.seed('sockets', 50);
    return {
      async round() {
        // A process whose memory grew before has room that the next sockets would not be charged for.
        const api = await surroundings.service(databaseUrl, 'api', RAISED, {
          hook: 'memory-meter',
          flags: ['--expose-gc'],
        });
        const open: WebSocket[] = [];
        const openMore = async (count: number) => {
          for (let n = 0; n < count; n += AT_ONCE) {
            const batch = Array.from({ length: Math.min(AT_ONCE, count - n) }, async (_, i) => {
              const socket = await connect(api, people[(n + i) % people.length]?.apiKey ?? '');
              socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: QUERY } }));
              return socket;
            });
            open.push(...(await Promise.all(batch)));
          }
          await pause(2_000);
        };
        const memory = async () => (await api.ask('memory')) as { rssMiB: number; heapMiB: number };
        await openMore(options.warmUp);
        const before = await memory();
        await openMore(options.sockets);
        const after = await memory();
        for (const socket of open) socket.terminate();
        await api.stop();
        const perSocket = (mib: number) => (mib * KIB_PER_MIB) / options.sockets;
        const figures = {
          'RSS KiB': perSocket(after.rssMiB - before.rssMiB),
          'heap and buffers KiB': perSocket(after.heapMiB - before.heapMiB),
        };
        const note = 'Of the API, after garbage collection; RSS has the buffers of the kernel’s sockets not in it.';
        return [
          {
            title: `Memory per idle socket, of ${options.sockets}`,
            rows: [{ name: 'socket with a subscription', figures }],
            notes: [note],
          },
        ];
      },
      stop: async () => undefined,
    };
  },
});
