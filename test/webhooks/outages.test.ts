import PostalMime from 'postal-mime';
import { header, type MailServer, startMailServer } from '../mail/support.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { mailEnv } from '../support/mailbox.js';
import { type Service, startService } from '../support/service.js';
import { newOwner, type Owner, REDELIVER_SKIPPED, type Receiver, SWITCH, startReceiver, statuses } from './support.js';

const MANAGED_KEY = 'x-service-user-id';
const TARGETS = Array.from({ length: 10 }, (_, index) => `fediverse-${index}`);

let db: TestDatabase;
let mailServer: MailServer;
let owner: Owner;
const receivers: Receiver[] = [];

beforeAll(async () => {
  mailServer = await startMailServer();
});
afterAll(() => mailServer?.close());
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});

async function receive(...answer: Parameters<typeof startReceiver>): Promise<Receiver> {
  const receiver = await startReceiver(...answer);
  receivers.push(receiver);
  return receiver;
}

/** Two workers, one of which is the API. */
function useServices(delaysMs: string): () => Service {
  let service: Service;
  let worker: Service;
  beforeAll(async () => {
    db = await createTestDatabase();
    const env = { WEBHOOKS_RETRY_DELAYS_MS: delaysMs, ...mailEnv(mailServer) };
    service = await startService({ db, env });
    worker = await startService({ db, roles: 'worker', env });
  });
  afterAll(async () => {
    await worker?.stop();
    await service?.stop();
    await db?.drop();
  });
  beforeEach(async () => {
    owner = await newOwner(db, service, TARGETS);
  });
  return () => service;
}

const isOff = async (who: Owner, id: string) => ((await who.webhook(id)).isActive ? undefined : true);
const countOf = async (query: string, values: unknown[]): Promise<number> =>
  (await db.query<{ count: number }>(query, values))[0]?.count ?? 0;

describe('a receiver that restarts under a busy account', () => {
  // As by default, an outage of some seconds is far from the sum.
  useServices('1000,3000,15000,60000');

  test('stays enabled, and gets each of 80 events of that time once', async () => {
    const receiver = await receive();
    const { id } = await owner.listen(receiver.url);
    await owner.schedule();
    await receiver.wait(1);
    const [before] = receiver.received.splice(0);

    await receiver.goDown();
    const since = Date.now();
    for (let group = 0; group < 8; group++) await owner.schedule(TARGETS);
    // It is away for three seconds, and until each of them has failed.
    await eventually(async () => {
      const tried = await countOf(
        `SELECT count(DISTINCT a.delivery_id)::int AS count
           FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id
          WHERE d.webhook_id = $1 AND a.error IS NOT NULL`,
        [id],
      );
      return tried === 80 && Date.now() - since > 3_000 ? true : undefined;
    });
    expect((await owner.webhook(id)).isActive).toBe(true);
    await receiver.comeBack();

    await receiver.wait(80);
    const deliveries = await owner.ended(id, 81);
    expect(deliveries.map(({ status }) => status)).toEqual(deliveries.map(() => 'DELIVERED'));
    const ids = receiver.received.map(({ headers }) => headers['x-service-delivery']);
    expect(ids).toHaveLength(80);
    expect(new Set([before?.headers['x-service-delivery'], ...ids])).toEqual(new Set(deliveries.map(({ id }) => id)));
    expect(await owner.webhook(id)).toMatchObject({ isActive: true, failureCount: 0 });
  }, 90_000);
});

describe('a receiver that stays down', () => {
  const DELAYS = [300, 400, 500, 600];
  const SHORTEST_PLAN = 0.8 * DELAYS.reduce((sum, delay) => sum + delay);
  const service = useServices(DELAYS.join(','));
  const mailsTo = (email: string) =>
    countOf("SELECT count(*)::int FROM pgboss.job WHERE name = 'mail' AND data->>'to' = $1", [email]);
  /** Waits for so many of them; returns how many there are. */
  const mailed = (email: string, count: number) =>
    eventually(async () => {
      const found = await mailsTo(email);
      return found >= count ? found : undefined;
    });
  const emailOf = async (userId: string) =>
    (await db.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [userId]))[0]?.email ?? '';

  /** From the first attempt until it was disabled; and how many deliveries had failed by then. */
  async function switchOff(webhookId: string): Promise<{ afterMs: number; failedBefore: number; attempts: number }> {
    const [row] = await db.query<{ afterMs: number; failedBefore: number; attempts: number }>(
      `SELECT (extract(epoch FROM w.updated_at - min(a.started_at)) * 1000)::float AS "afterMs", count(*)::int AS attempts,
              count(*) FILTER (WHERE d.status = 'failed' AND d.ended_at < w.updated_at - interval '50 ms')::int AS "failedBefore"
         FROM webhooks w JOIN webhook_deliveries d ON d.webhook_id = w.id JOIN webhook_attempts a ON a.delivery_id = d.id
        WHERE w.id = $1 GROUP BY w.id`,
      [webhookId],
    );
    if (!row) throw new Error('It was sent nothing');
    return row;
  }

  test('is disabled by the steps of one delivery’s plan, however many there are, with one e-mail', async () => {
    const receiver = await receive(statuses(500));
    const idle = owner;
    const targets = ['fediverse-1', 'fediverse-2', 'fediverse-3'];
    const busy = await newOwner(db, service(), targets);
    const { id: quiet } = await idle.listen(receiver.url);
    const { id: loud } = await busy.listen(`${receiver.url}/path?key=secret`);
    await idle.schedule();
    await eventually(async () => {
      await busy.schedule(targets);
      return isOff(busy, loud);
    });
    await eventually(() => isOff(idle, quiet));
    for (const [who, id] of [
      [idle, quiet],
      [busy, loud],
    ] as const) {
      const { afterMs, failedBefore } = await switchOff(id);
      expect(afterMs).toBeGreaterThanOrEqual(SHORTEST_PLAN - 4);
      expect(failedBefore).toBe(0);
      expect((await who.webhook(id)).failureCount).toBe(5);
      expect(await mailed(await emailOf(who.account.userId), 1)).toBe(1);
    }
    expect((await switchOff(quiet)).attempts).toBe(5);
    expect((await switchOff(loud)).attempts).toBeGreaterThan(10);

    const email = await emailOf(busy.account.userId);
    const mail = await eventually(async () => mailServer.received.find(({ to }) => to.includes(email)));
    expect(header(mail.source, 'Subject')).toContain('A webhook was disabled');
    const { text } = await PostalMime.parse(mail.source);
    expect(text).toContain(`Webhook: Test\nReceiver: ${receiver.host}\n`);
    expect(text).toContain('the receiver responded with 500');
    expect(mail.source).not.toContain('secret');
  });

  test('receives nothing while it is disabled, and once it works, what it missed when its owner requests it', async () => {
    let broken = true;
    const receiver = await receive((response) => response.writeHead(broken ? 500 : 204).end());
    const { id } = await owner.listen(receiver.url);
    await eventually(async () => {
      await owner.schedule();
      return isOff(owner, id);
    });
    for (let post = 0; post < 3; post++) await owner.schedule();
    const missed = await eventually(async () => {
      const rows = await db.query<{ id: string; status: string }>(
        'SELECT id, status FROM webhook_deliveries WHERE webhook_id = $1 ORDER BY id',
        [id],
      );
      return rows.some(({ status }) => status === 'pending') ? undefined : rows;
    });
    const skipped = missed.filter(({ status }) => status === 'skipped').map((row) => row.id);
    expect(skipped.length).toBeGreaterThan(3);
    expect(missed.filter(({ status }) => !['skipped', 'failed'].includes(status))).toEqual([]);

    broken = false;
    receiver.received.splice(0);
    await owner.run(SWITCH, { id, on: true });
    const { redeliverSkippedWebhookDeliveries } = await owner.run(REDELIVER_SKIPPED, {
      id,
      since: '2026-01-01T00:00:00Z',
    });
    expect(redeliverSkippedWebhookDeliveries).toEqual({ count: skipped.length, hasMore: false });
    await receiver.wait(skipped.length);
    expect(receiver.received.map(({ headers }) => headers['x-service-delivery']).sort()).toEqual(skipped);
    expect(await owner.webhook(id)).toMatchObject({ isActive: true, failureCount: 0 });
  });

  test('is e-mailed of each time that it is disabled by failures, and not when its owner does it', async () => {
    const receiver = await receive(statuses(500));
    const { id } = await owner.listen(receiver.url);
    const email = await emailOf(owner.account.userId);
    await owner.run(SWITCH, { id, on: false });
    expect(await mailsTo(email)).toBe(0);
    for (const time of [1, 2]) {
      await owner.run(SWITCH, { id, on: true });
      await owner.schedule();
      await eventually(() => isOff(owner, id));
      expect(await mailed(email, time)).toBe(time);
    }
  });

  test('and was enabled over REST, which keeps failureCount, is off again at the next failure', async () => {
    const receiver = await receive(statuses(500));
    const { id } = await owner.listen(receiver.url);
    await owner.schedule();
    await eventually(() => isOff(owner, id));
    const answer = await fetch(`${service().url}/api/v1/webhooks/${id}`, {
      method: 'PATCH',
      headers: { ...owner.headers, 'content-type': 'application/json' },
      body: '{"isActive":true}',
    });
    expect(answer.status).toBe(200);
    expect(await owner.webhook(id)).toMatchObject({ isActive: true, failureCount: 5 });
    await owner.schedule();
    await eventually(() => isOff(owner, id));
    expect(await owner.webhook(id)).toMatchObject({ isActive: false, failureCount: 6 });
    expect((await owner.deliveries(id))[0]).toMatchObject({ status: 'SKIPPED', attempts: [{ status: 500 }] });
  });

  test('of a managed user: the e-mail goes to the account that manages it', async () => {
    const receiver = await receive(statuses(500));
    const { account } = owner;
    await db.query('UPDATE users SET workspace_access = true WHERE id = $1', [account.userId]);
    const managed = await account.manage();
    const headers = { 'x-api-key': await account.newKey({ workspaceAccess: true }), [MANAGED_KEY]: managed };
    const send = (route: string, body: object) =>
      fetch(`${service().url}/api/v1${route}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    // REST refuses this machine, which the database does not.
    const created = await send('/webhooks', { name: 'Theirs', url: 'https://a.example/', events: ['post.scheduled'] });
    expect(created.status).toBe(201);
    await db.query('UPDATE webhooks SET url = $2 WHERE user_id = $1', [managed, receiver.url]);
    const post = { content: 'Hi', platforms: ['fediverse-1'], scheduledTime: '2035-01-01T00:00:00Z' };
    expect((await send('/create-post', post)).status).toBe(200);
    const email = await emailOf(account.userId);
    expect(await mailed(email, 1)).toBe(1);
    expect(await mailsTo(await emailOf(managed))).toBe(0);
  });
});
