import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { count, until, untilEnded } from '../counting.js';
import { makeAuthor, type Post } from '../posting.js';
import { inWorld, rowOf, type Scenario, sized } from '../scenario.js';
import { slowness } from '../slowness.js';
import { freePort, type World } from '../world.js';

const AWAY_MS = 3_000;

const CREATE = `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }`;

async function createWebhook(world: World, apiKey: string, url: string): Promise<string> {
  const input = { name: 'Receiver', url, events: ['POST_PUBLISHED'] };
  const answer = await fetch(`${world.apiUrl}/graphql`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ query: CREATE, variables: { input } }),
  });
  const { data, errors } = (await answer.json()) as {
    data?: { createWebhook: { webhook: { id: string } } | null };
    errors?: unknown;
  };
  if (!data?.createWebhook) throw new Error(`The webhook was not made: ${JSON.stringify(errors)}`);
  return data.createWebhook.webhook.id;
}

/** A receiver of webhooks is restarted while many events come. */
export const webhookOutage: Scenario = {
  name: 'webhook-outage',
  title: 'A receiver of webhooks is away for 3 s under 80 events',
  run: (stage) => {
    const env = { PRIVATE_ADDRESSES: 'platforms,webhooks', WEBHOOKS_RETRY_DELAYS_MS: '2000,4000,8000,16000' };
    return inWorld(stage, { env }, async (world) => {
      const events = sized(stage, { full: 80, quick: 40, small: 20 });
      await world.startWorker('worker 1');
      await world.startWorker('worker 2');
      const port = await freePort();
      const received = new Set<string>();
      const listen = async (): Promise<Server> => {
        const server = createServer((request, response) => {
          let body = '';
          request.on('data', (chunk) => {
            body += chunk;
          });
          request.on('end', () => {
            received.add(JSON.parse(body).data.postGroupId);
            response.writeHead(204).end();
          });
        }).listen(port, '127.0.0.1');
        await once(server, 'listening');
        return server;
      };
      const close = async (server: Server) => {
        server.close();
        server.closeAllConnections();
        await once(server, 'close');
      };
      let receiver = await listen();
      const author = await makeAuthor(world);
      const webhookId = await createWebhook(world, author.account.apiKey, `http://127.0.0.1:${port}/hook`);

      const first = Date.now() + 6_000 + events * 60 * slowness();
      const posts: Post[] = [];
      for (let index = 0; index < events; index++) {
        const dueAt = new Date(first + (index * AWAY_MS) / events);
        posts.push(...(await author.post('simple', dueAt, ['fediverse'])));
      }
      await sleep(Math.max(0, first - Date.now()));
      await close(receiver);
      await sleep(AWAY_MS);
      receiver = await listen();
      const back = performance.now();
      await untilEnded(world, posts, 60_000);
      await until(() => received.size === events, 90_000);
      const recoverySeconds = (performance.now() - back) / 1000;
      // The last response is noted a moment after it was given.
      const rows = () =>
        world.db.query<{ delivered: number; rows: number; active: boolean }>(
          `SELECT count(d.id)::int AS rows, count(d.id) FILTER (WHERE d.status = 'delivered')::int AS delivered,
                  bool_or(w.is_active) AS active
             FROM webhooks w LEFT JOIN webhook_deliveries d ON d.webhook_id = w.id WHERE w.id = $1`,
          [webhookId],
        );
      await until(async () => (await rows())[0]?.delivered === events, 60_000);
      const [state] = await rows();
      const problems: string[] = [];
      if (!state?.active) problems.push('the webhook was disabled');
      if (state?.rows !== events) problems.push(`${state?.rows} of ${events} events have a row`);
      if (state?.delivered !== events) problems.push(`${state?.delivered} of ${events} events were delivered`);
      if (received.size !== events) problems.push(`the receiver got ${received.size} of ${events} events`);
      await close(receiver);
      return rowOf('webhook receiver away', await count(world, posts, { canBeUnknown: false }), {
        recoverySeconds,
        problems,
      });
    });
  },
};
