import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PgBoss } from 'pg-boss';
import { createAccount, type TestAccount } from '../support/account.js';
import type { TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import type { Service } from '../support/service.js';

/** What a receiver got. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

/** A receiver of deliveries on this machine. */
export interface Receiver {
  url: string;
  host: string;
  received: Received[];
  /** Requests under way at most at the same time. */
  mostAtOnce(): number;
  /** Of one event, or of all: waits until there are so many. */
  wait(count: number, event?: string): Promise<Received[]>;
  /** Refuses connections from now on, as a process that is being restarted does. */
  goDown(): Promise<void>;
  /** Listens again, where it did before. */
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

type Answer = (response: ServerResponse, request: Received, number: number) => void;

/** Starts a receiver; it answers 204 unless said otherwise. `number` counts requests from 1. */
export async function startReceiver(answer: Answer = (response) => response.writeHead(204).end()): Promise<Receiver> {
  const received: Received[] = [];
  let atOnce = 0;
  let most = 0;
  const server = createServer((request, response) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    response.on('close', () => {
      atOnce -= 1;
    });
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const body = Buffer.concat(chunks).toString('utf8');
      const one = { method, path: url, headers, body, at: Date.now() };
      received.push(one);
      answer(response, one, received.length);
    });
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const goDown = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return {
    url: `http://${host}/hook`,
    host,
    received,
    mostAtOnce: () => most,
    wait: (count, event) =>
      eventually(async () => {
        const found = received.filter(({ headers }) => !event || headers['x-service-event'] === event);
        return found.length >= count ? found : undefined;
      }),
    goDown,
    comeBack: () => listen(port),
    close: goDown,
  };
}

/** Answers with statuses in their order, the last one again and again. */
export const statuses =
  (...codes: number[]): Answer =>
  (response, _request, number) =>
    response.writeHead(codes[Math.min(number, codes.length) - 1] ?? 204).end();

export interface Attempt {
  number: number;
  durationMs: number;
  status: number | null;
  error: string | null;
  responseExcerpt: string | null;
}

export interface Delivery {
  id: string;
  webhookId: string;
  event: string;
  status: string;
  body: string;
  isTest: boolean;
  nextAttemptAt: string | null;
  endedAt: string | null;
  attempts: Attempt[];
}

export const DELIVERY = `id webhookId event status body isTest nextAttemptAt endedAt
  attempts { number durationMs status error responseExcerpt }`;

/** A user with webhooks. */
export interface Owner {
  account: TestAccount;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape that it expects.
  run(query: string, variables?: Record<string, unknown>): Promise<any>;
  /** Makes a webhook; its id and secret. */
  listen(url: string, events?: string[]): Promise<{ id: string; secret: string }>;
  webhook(id: string): Promise<{ isActive: boolean; failureCount: number; lastTriggeredAt: string | null }>;
  /** Newest first. */
  deliveries(webhookId: string): Promise<Delivery[]>;
  /** Waits until a webhook's deliveries have ended. */
  ended(webhookId: string, count?: number): Promise<Delivery[]>;
  /** A group of one post that is scheduled far ahead, so that post.scheduled is all that happens; its id. */
  schedule(platformIds?: string[]): Promise<string>;
}

export const SWITCH =
  'mutation ($id: ID!, $on: Boolean!) { updateWebhook(input: { webhookId: $id, isActive: $on }) { webhook { id } } }';

export const REDELIVER_SKIPPED = `mutation ($id: ID!, $since: DateTime!) {
  redeliverSkippedWebhookDeliveries(input: { webhookId: $id, since: $since }) { count hasMore }
}`;

const ALL = ['POST_SCHEDULED', 'POST_PUBLISHED', 'POST_FAILED', 'TOKEN_EXPIRING'];

/** `connected`: platform ids of accounts that the owner has connected. */
export async function newOwner(db: TestDatabase, service: Service, connected = ['fediverse-1']): Promise<Owner> {
  const account = await createAccount(db, { connected });
  const headers = { 'x-api-key': account.apiKey };
  const run: Owner['run'] = async (query, variables) => {
    const { data, errors } = await graphql(service, headers, query, variables);
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  const owner: Owner = {
    account,
    headers,
    run,
    async listen(url, events = ALL) {
      const query = `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret webhook { id } } }`;
      const { secret, webhook } = (await run(query, { input: { name: 'Test', url, events } })).createWebhook;
      return { id: webhook.id, secret };
    },
    async webhook(id) {
      const query = 'query ($id: ID!) { webhook(id: $id) { id isActive failureCount lastTriggeredAt } }';
      return (await run(query, { id })).webhook;
    },
    async deliveries(webhookId) {
      const query = `query ($id: ID!) { webhook(id: $id) { deliveries(first: 100) { edges { node { ${DELIVERY} } } } } }`;
      return (await run(query, { id: webhookId })).webhook.deliveries.edges.map(({ node }: { node: Delivery }) => node);
    },
    ended: (webhookId, count = 1) =>
      eventually(async () => {
        const deliveries = await owner.deliveries(webhookId);
        return deliveries.length >= count && deliveries.every(({ status }) => status !== 'PENDING')
          ? deliveries
          : undefined;
      }),
    async schedule(platformIds = ['fediverse-1']) {
      const input = { post: { content: 'Hi', platformIds }, scheduledTime: '2035-01-01T00:00:00Z' };
      const query = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';
      return (await run(query, { input })).createPost.postGroupId;
    },
  };
  return owner;
}

/** Runs a scheduled job now, on any worker. */
export async function runJob(db: TestDatabase, queue: string): Promise<void> {
  const boss = new PgBoss({ connectionString: db.url, supervise: false, schedule: false, migrate: false, max: 1 });
  await boss.start();
  // Null: a run of an exclusive queue is at work.
  const sent = eventually(async () => (await boss.send(queue, {})) ?? undefined);
  await sent.finally(() => boss.stop({ graceful: false }));
}
