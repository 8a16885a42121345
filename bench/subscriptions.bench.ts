import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { WebSocket } from 'ws';
import { type Child, startService } from './child.js';
import type { Row, Section } from './report.js';
import type { Seeded } from './seed.js';
import { max, median } from './statistics.js';

export interface SubscriptionsOptions {
  /** Events that are measured, one after the other. */
  events: number;
  /** Subscriptions far beyond what an account may have. */
  many: number;
  /** Sockets whose access ends at the same moment, of accounts that have twenty. */
  closing: number;
}

const PER_SOCKET = 20;

/** Limits as they are, but for the number of messages and what an account may have. */
const RAISED = {
  SOCKETS_PER_ACCOUNT: '100000',
  SUBSCRIPTIONS_PER_ACCOUNT: '1000000',
  UNAUTHENTICATED_SOCKETS_PER_ADDRESS: '100000',
};

/** How long an event takes to all who follow an account, what else waits meanwhile, and how soon ended access is closed. */
export async function measureSubscriptions(seeded: Seeded, options: SubscriptionsOptions): Promise<Section[]> {
  const apis = await Promise.all([1, 2].map(() => startService(seeded.databaseUrl, 'api', RAISED)));
  const [measured, other] = apis as [Child, Child];
  try {
    const rows = [
      await measureEvents(measured, other, seeded, 0, { count: 100, alike: true, ...options }),
      await measureEvents(measured, other, seeded, 1, { count: 100, alike: false, ...options }),
      await measureEvents(measured, other, seeded, 2, { count: options.many, alike: true, ...options }),
    ];
    return [
      { title: 'One event to all subscriptions of an account, ms', rows, notes: [] },
      {
        title: 'Access that ends, ms from the commit to the close',
        rows: [await measureClosing(apis, seeded, options)],
        notes: [],
      },
    ];
  } finally {
    await Promise.all(apis.map((api) => api.stop()));
  }
}

/** A socket whose client is let in; `onNext` is called with each result. */
async function connect(api: Child, apiKey: string, onNext: () => void = () => undefined): Promise<WebSocket> {
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
  { count, alike, events }: { count: number; alike: boolean; events: number },
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
      const name = alike ? 'step' : `step${at}x${n}`;
      const query = `subscription { ${name}: accountActivity { postGroupId sequence cursor type occurredAt groupStatus processingStatus platformPost { id } } }`;
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
  for (let isReady = false; !isReady; ) {
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
    name: `${count} subscriptions, ${alike ? 'all alike' : 'none alike'}`,
    figures: {
      'last received, median': median(delays),
      'last received, max': max(delays),
      '/health/live, p50': median(health),
      '/health/live, max': max(health),
    },
  };
}

async function measureClosing(
  apis: Child[],
  { databaseUrl, people }: Seeded,
  { closing }: SubscriptionsOptions,
): Promise<Row> {
  const accounts = people.slice(3, 3 + Math.ceil(closing / PER_SOCKET));
  const closedAt: number[] = [];
  const codes = new Set<number>();
  for (const [index, { apiKey }] of accounts.entries()) {
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
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('UPDATE api_keys SET revoked_at = now() WHERE user_id = ANY($1)', [
    accounts.map(({ userId }) => userId),
  ]);
  const ended = performance.now();
  await client.end();
  const count = accounts.length * PER_SOCKET;
  for (const end = ended + 30_000; closedAt.length < count && performance.now() < end; ) await pause(5);
  const delays = closedAt.map((at) => at - ended);
  return {
    name: `${count} sockets of ${accounts.length} keys, two processes`,
    figures: {
      closed: closedAt.length,
      code: [...codes].join(', '),
      median: median(delays),
      max: max(delays),
    },
  };
}
