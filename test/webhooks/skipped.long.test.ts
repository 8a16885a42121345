import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { type Service, startService } from '../support/service.js';
import {
  type Delivery,
  newOwner,
  type Owner,
  REDELIVER_SKIPPED,
  type Received,
  type Receiver,
  SWITCH,
  startReceiver,
} from './support.js';

const LONG_AGO = '2026-01-01T00:00:00Z';
const UPDATE = 'mutation ($input: UpdatePostInput!) { updatePost(input: $input) { postGroup { id } } }';

let db: TestDatabase;
let api: Service;
let owner: Owner;
let receiver: Receiver;
let id: string;
/** Whether the receiver takes what it gets; else it answers 500, or nothing while it is silent. */
let answers: 'takes' | 'refuses' | 'is silent';
const workers: Service[] = [];

const startWorker = async (delaysMs = '100,100,100,100'): Promise<Service> => {
  const worker = await startService({ db, roles: 'worker', env: { WEBHOOKS_RETRY_DELAYS_MS: delaysMs } });
  workers.push(worker);
  return worker;
};
const turn = (on: boolean) => owner.run(SWITCH, { id, on });
const redeliver = async (since = LONG_AGO): Promise<{ count: number; hasMore: boolean }> =>
  (await owner.run(REDELIVER_SKIPPED, { id, since })).redeliverSkippedWebhookDeliveries;
const stored = () =>
  db.query<{ id: string; status: string; created_at: Date }>(
    'SELECT id, status, created_at FROM webhook_deliveries WHERE webhook_id = $1 ORDER BY id',
    [id],
  );
const statusesOf = async () => [...new Set((await stored()).map(({ status }) => status))];
const idOf = ({ headers }: Received) => String(headers['x-service-delivery']);

beforeAll(async () => {
  db = await createTestDatabase();
  api = await startService({ db, roles: 'api' });
});
afterAll(async () => {
  await api?.stop();
  await db?.drop();
});
beforeEach(async () => {
  answers = 'takes';
  owner = await newOwner(db, api);
  receiver = await startReceiver((response) => {
    if (answers !== 'is silent') response.writeHead(answers === 'takes' ? 204 : 500).end();
  });
  ({ id } = await owner.listen(receiver.url));
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  await receiver.close();
});

/** So many posts, each with so many events, which come in turn. */
async function happen(posts: number, events: number): Promise<void> {
  const groups: string[] = [];
  for (let post = 0; post < posts; post++) groups.push(await owner.schedule());
  for (let event = 1; event < events; event++) {
    for (const group of groups) {
      await owner.run(UPDATE, {
        input: { postGroupId: group, scheduledTime: `2035-02-0${event}T00:00:00Z` },
      });
    }
  }
}

/** Of each post, the times of its scheduled events, in the order in which they came first. */
function announcedTimes(): string[][] {
  const posts = new Map<string, string[]>();
  for (const { body } of receiver.received) {
    const { postId, scheduledAt } = JSON.parse(body).data;
    const times = posts.get(postId) ?? [];
    if (!times.includes(scheduledAt)) times.push(scheduledAt);
    posts.set(postId, times);
  }
  return [...posts.values()];
}
const inOrder = (times: string[]) => [...times].sort();

test('every event of the time when a webhook is off is recorded, and not sent by itself when it is on again', async () => {
  await startWorker();
  await turn(false);
  await happen(3, 2);
  await turn(true);
  await owner.schedule();
  await receiver.wait(1);
  const [delivered, ...skipped] = await eventually(async () => {
    const all = await owner.deliveries(id);
    return all[0]?.status === 'DELIVERED' ? all : undefined;
  });
  expect(receiver.received.map(idOf)).toEqual([delivered?.id]);
  expect(skipped).toHaveLength(6);
  for (const delivery of skipped) {
    const expected: Partial<Delivery> = { status: 'SKIPPED', attempts: [], nextAttemptAt: null };
    expect(delivery).toMatchObject({ ...expected, endedAt: expect.any(String) });
  }
});

describe('redeliverSkippedWebhookDeliveries', () => {
  test('sends each once, also when it is called twice at the same time, and what is about one post in its order', async () => {
    await turn(false);
    await happen(10, 4);
    await turn(true);
    await startWorker();
    const counts = await Promise.all([redeliver(), redeliver(), redeliver()]);
    expect(counts.map(({ count }) => count).sort((a, b) => a - b)).toEqual([0, 0, 40]);
    await owner.ended(id, 40);
    expect(receiver.received.map(idOf).sort()).toEqual((await stored()).map((row) => row.id));
    for (const times of announcedTimes()) expect(times).toEqual(inOrder(times));
    expect(await redeliver()).toEqual({ count: 0, hasMore: false });
  });

  test('sends what happened since a moment', async () => {
    await turn(false);
    await happen(4, 1);
    await turn(true);
    const [, , third] = await stored();
    const since = third?.created_at.toISOString();
    expect(await redeliver(since)).toEqual({ count: 2, hasMore: false });
    expect((await stored()).map(({ status }) => status)).toEqual(['skipped', 'skipped', 'pending', 'pending']);
  });

  test('of a webhook that is disabled is refused', async () => {
    await turn(false);
    await owner.schedule();
    const { errors } = await graphql(api, owner.headers, REDELIVER_SKIPPED, { id, since: LONG_AGO });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['WEBHOOK_INACTIVE']);
    expect(await statusesOf()).toEqual(['skipped']);
  });

  test('takes 10,000 at a time, oldest first, and says that there can be more', async () => {
    await db.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, user_id, event, subject, body, status, is_test, created_at, ended_at)
       SELECT lpad(to_hex(n), 24, '0'), $1, $2, 'post.scheduled', lpad(to_hex(n), 24, '0'), '{}', 'skipped', false, now(), now()
         FROM generate_series(1, 10001) AS n`,
      [id, owner.account.userId],
    );
    expect(await redeliver()).toEqual({ count: 10_000, hasMore: true });
    expect((await stored()).filter(({ status }) => status === 'skipped').map((row) => row.id)).toEqual([
      (10_001).toString(16).padStart(24, '0'),
    ]);
    expect(await redeliver()).toEqual({ count: 1, hasMore: false });
    const [jobs] = await db.query(
      `SELECT count(*)::int AS count, count(DISTINCT data->>'deliveryId')::int AS deliveries
         FROM pgboss.job j JOIN webhook_deliveries d ON d.id = j.data->>'deliveryId' WHERE d.webhook_id = $1`,
      [id],
    );
    expect(jobs).toEqual({ count: 10_001, deliveries: 10_001 });
    // The order in which a lane runs.
    const order = await db.query(
      `SELECT d.id FROM pgboss.job j JOIN webhook_deliveries d ON d.id = j.data->>'deliveryId'
        WHERE d.webhook_id = $1 ORDER BY j.created_on, j.id`,
      [id],
    );
    expect(order).toEqual((await stored()).map((row) => ({ id: row.id })));
    await db.query("DELETE FROM pgboss.job WHERE name = 'webhook'");
    await db.query('DELETE FROM webhooks WHERE id = $1', [id]);
  });

  test('loses none when the worker is killed: another sends the rest, each post’s in its order', async () => {
    await turn(false);
    await happen(8, 3);
    await turn(true);
    const first = await startService({ db, roles: 'worker' });
    await redeliver();
    await receiver.wait(5);
    answers = 'is silent';
    const seen = receiver.received.length;
    await receiver.wait(seen + 2);
    await first.kill();
    answers = 'takes';
    await startWorker();
    const deliveries = await owner.ended(id, 24);
    expect(deliveries.map(({ status }) => status)).toEqual(deliveries.map(() => 'DELIVERED'));
    expect([...new Set(receiver.received.map(idOf))].sort()).toEqual((await stored()).map((row) => row.id));
    for (const times of announcedTimes()) expect(times).toEqual(inOrder(times));
  });

  test('restarts the plan: the remaining retries of the old one send nothing', async () => {
    answers = 'refuses';
    await startWorker('1000,60000,60000,60000');
    await owner.schedule();
    const attempts = async () => (await owner.deliveries(id))[0]?.attempts.length;
    await eventually(async () => ((await attempts()) === 1 ? true : undefined));
    // Its second attempt has a job, which stays where it is.
    await turn(false);
    await turn(true);
    expect(await redeliver()).toEqual({ count: 1, hasMore: false });
    const jobs = () =>
      db.query(
        `SELECT start_after > now() + interval '30 s' AS later FROM pgboss.job j
           JOIN webhook_deliveries d ON d.id = j.data->>'deliveryId' WHERE d.webhook_id = $1 AND j.state <= 'active'`,
        [id],
      );
    await eventually(async () => ((await jobs()).every(({ later }) => later) ? true : undefined));
    expect(await attempts()).toBe(3);
  });
});

describe('what waits while no worker is there', () => {
  test('is skipped when its webhook is disabled, in every way of noticing it', async () => {
    await happen(2, 2);
    expect(await statusesOf()).toEqual(['pending']);
    await turn(false);
    expect(await statusesOf()).toEqual(['skipped']);

    // Events of the same moment, which did not see yet that it is off.
    await db.query(
      "UPDATE webhook_deliveries SET status = 'pending', next_attempt_at = created_at WHERE webhook_id = $1",
      [id],
    );
    await startWorker();
    await eventually(async () => ((await statusesOf()).includes('pending') ? undefined : true));
    expect(await statusesOf()).toEqual(['skipped']);
    expect(receiver.received).toEqual([]);
  });

  test('is sent all the same when it is a test', async () => {
    await owner.run('mutation ($id: ID!) { sendTestWebhook(input: { webhookId: $id }) { delivery { id } } }', { id });
    await turn(false);
    await startWorker();
    expect(await owner.ended(id)).toMatchObject([{ status: 'DELIVERED', isTest: true }]);
    expect(receiver.received).toHaveLength(1);
  });

  test('goes with its webhook', async () => {
    await turn(false);
    await happen(2, 1);
    await owner.run('mutation ($id: ID!) { deleteWebhook(input: { webhookId: $id }) { deletedWebhookId } }', { id });
    expect(await stored()).toEqual([]);
  });
});
