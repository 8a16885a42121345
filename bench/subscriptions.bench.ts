import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { WebSocket } from 'ws';
import type { Child } from './child.js';
import { withSession } from './database.js';
import type { Row } from './report.js';
import type { Seeded } from './seed.js';
import { max, median } from './statistics.js';
import type { Surroundings } from './surroundings.js';
import { makeTopic } from './topic.js';

export interface SubscriptionsOptions {
  /** Events that are measured, one after the other. */
  events: number;
  /** Subscriptions far beyond what an account may have. */
  many: number;
  /** Sockets whose access ends at the same moment, of accounts that have twenty. */
  closing: number;
}

const PER_SOCKET = 20;

/** Limits as they are, but for what an account may have and spend. */
export const RAISED = {
  SOCKETS_PER_ACCOUNT: '100000',
  SUBSCRIPTIONS_PER_ACCOUNT: '1000000',
  GRAPHQL_POINTS_PER_MINUTE: '1000000000',
  UNAUTHENTICATED_SOCKETS_PER_ADDRESS: '100000',
};

/** How long an event takes to all who follow an account, what else waits meanwhile, and how soon ended access is closed. */
export const subscriptions = makeTopic<SubscriptionsOptions>({
  about: 'one event to all subscriptions of an account, /health/live meanwhile, and sockets whose access ends',
  byDefault: true,
  sizes: {
    full: { events: 20, many: 5_000, closing: 1_000 },
    round: { events: 10, closing: 200 },
    quick: { events: 2, many: 200, closing: 40 },
  },
  aims: [
    {
      name: 'one event to 5,000, all served',
      unit: 'ms',
      of: ['many, all alike', 'last received, median'],
      atMost: 250,
    },
    { name: '/health/live meanwhile', unit: 'ms', of: ['many, all alike', '/health/live, max'], atMost: 100 },
  ],
  async start(surroundings, options) {
    // Three whose events are measured; the others' access ends, in each round.
    const accounts = Math.ceil(options.closing / PER_SOCKET);
    const apis: Child[] = [];
    const seeded = await surroundings.seed('subscriptions', 3);
    for (let n = 0; n < 2; n += 1) apis.push(await surroundings.service(seeded.databaseUrl, 'api', RAISED));
    const [measured, other] = apis as [Child, Child];
    return {
      async round() {
        const { events, many } = options;
        const rows = [
          await measureEvents(measured, other, seeded, 0, {
            name: '100, all alike',
            count: 100,
            isAlike: true,
            events,
          }),
          await measureEvents(measured, other, seeded, 1, {
            name: '100, none alike',
            count: 100,
            isAlike: false,
            events,
          }),
          await measureEvents(measured, other, seeded, 2, {
            name: 'many, all alike',
            count: many,
            isAlike: true,
            events,
          }),
        ];
        return [
          { title: 'One event to all subscriptions of an account, ms', rows, notes: [`Many: ${many}.`] },
          {
            title: `${options.closing} sockets whose access ends, ms from the commit to the close`,
            rows: [await measureClosing(surroundings, accounts, options)],
            notes: [],
          },
        ];
      },
      async stop() {
        for (const api of apis) await api.stop();
      },
    };
  },
});

/** A socket whose client is let in; `onNext` is called with each result. */
export async function connect(
  api: Pick<Child, 'address'>,
  apiKey: string,
  onNext: () => void = () => undefined,
): Promise<WebSocket> {
  const socket = new WebSocket(`${api.address.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { 'x-api-key': apiKey } }));
  await once(socket, 'message');
  socket.on('message', onNext);
  return socket;
}

async function createDraft(api: Child, apiKey: string, target: string): Promise<void> {
  const query = `mutation { createPost(input: { post: { content: "Hi", platformIds: ["${target}"] } }) { postGroup { id } } }`;
  const answer = await fetch(`${api.address}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ query }),
  });
  const { errors } = (await answer.json()) as { errors?: object[] };
  if (errors) throw new Error(JSON.stringify(errors));
}

async function measureEvents(
  measured: Child,
  other: Child,
  { people, targets }: Seeded,
  person: number,
  { name, count, isAlike, events }: { name: string; count: number; isAlike: boolean; events: number },
): Promise<Row> {
  const apiKey = people[person]?.apiKey ?? '';
  let received = 0;
  let receivedAt = 0;
  const onNext = () => {
    received += 1;
    receivedAt = performance.now();
  };
  const sockets: WebSocket[] = [];
  for (let n = 0; n < count; n += PER_SOCKET) sockets.push(await connect(measured, apiKey, onNext));
  for (const [at, socket] of sockets.entries()) {
    for (let n = 0; n < PER_SOCKET; n += 1) {
      const alias = isAlike ? 'step' : `step${at}x${n}`;
      const query = `subscription { ${alias}: accountActivity { postGroupId sequence cursor type occurredAt groupStatus processingStatus platformPost { id } } }`;
      socket.send(JSON.stringify({ id: String(n), type: 'subscribe', payload: { query } }));
    }
    await pause(10);
  }
  const notifyAll = async (): Promise<number> => {
    received = 0;
    await createDraft(other, apiKey, targets.fediverse);
    const committed = performance.now();
    for (const end = committed + 30_000; received < count; await pause(1)) {
      if (performance.now() > end) throw new Error(`${received} of ${count} subscriptions received an event`);
    }
    return receivedAt - committed;
  };
  // Until all of them are there.
  const readyBy = performance.now() + 30_000;
  for (let isReady = false; !isReady; ) {
    if (performance.now() > readyBy) throw new Error(`${received} of ${count} subscriptions received an event`);
    received = 0;
    await createDraft(other, apiKey, targets.fediverse);
    await pause(500);
    isReady = received === count;
  }
  const probe = new Worker(new URL('./health-probe.js', import.meta.url), { workerData: measured.address });
  const latencies = async (): Promise<number[]> => {
    probe.postMessage('take');
    return (await once(probe, 'message'))[0];
  };
  await pause(300);
  await latencies();
  const delays: number[] = [];
  for (let n = 0; n < events; n += 1) {
    delays.push(await notifyAll());
    await pause(50);
  }
  const health = await latencies();
  await probe.terminate();
  for (const socket of sockets) socket.terminate();
  return {
    name,
    figures: {
      'last received, median': median(delays),
      'last received, max': max(delays),
      '/health/live, p50': median(health),
      '/health/live, max': max(health),
    },
  };
}

/** Measures a separate database with its own processes, so that the revoked keys are those of one round. */
async function measureClosing(
  surroundings: Surroundings,
  count: number,
  { closing }: SubscriptionsOptions,
): Promise<Row> {
  const { databaseUrl, people } = await surroundings.seed('closing', count);
  const apis: Child[] = [];
  for (let n = 0; n < 2; n += 1) apis.push(await surroundings.service(databaseUrl, 'api', RAISED));
  const closedAt: number[] = [];
  const codes = new Set<number>();
  for (const [index, { apiKey }] of people.entries()) {
    const sockets = await Promise.all(
      Array.from({ length: PER_SOCKET }, () => connect(apis[index % apis.length] as Child, apiKey)),
    );
    for (const socket of sockets) {
      socket.on('close', (code) => {
        codes.add(code);
        closedAt.push(performance.now());
      });
    }
  }
  await withSession(databaseUrl, (db) => db.query('UPDATE api_keys SET revoked_at = now()'));
  const ended = performance.now();
  for (const end = ended + 30_000; closedAt.length < closing && performance.now() < end; ) await pause(5);
  for (const api of apis) await api.stop();
  const delays = closedAt.map((at) => at - ended);
  return {
    name: 'sockets, two processes',
    figures: {
      closed: closedAt.length,
      code: [...codes].join(', '),
      median: median(delays),
      max: max(delays),
    },
  };
}
