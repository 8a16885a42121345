import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type Service, startService } from '../support/service.js';
import { newOwner, type Owner, type Receiver, startReceiver } from './support.js';

/** More than one receiver takes at the same time: the worker dies with some sent, some under way and some waiting. */
const POSTS = 20;

let db: TestDatabase;
let api: Service;
let second: Service | undefined;
let receiver: Receiver;
let owner: Owner;
let webhookId: string;
let before: string[];

beforeAll(async () => {
  db = await createTestDatabase();
  api = await startService({ db, roles: 'api' });
  owner = await newOwner(db, api);
  // It takes what comes, and answers only the first few.
  receiver = await startReceiver((response, _request, number) => {
    if (number <= 6 || second) response.writeHead(204).end();
  });
  ({ id: webhookId } = await owner.listen(receiver.url));
  const first = await startService({ db, roles: 'worker' });
  for (let post = 0; post < POSTS; post++) await owner.schedule();
  await receiver.wait(8);
  await first.kill();
  before = receiver.received.map(({ headers }) => String(headers['x-service-delivery']));
  second = await startService({ db, roles: 'worker' });
});

afterAll(async () => {
  await second?.stop();
  await api?.stop();
  await receiver?.close();
  await db?.drop();
});

test('a worker that is killed loses no delivery: another sends what it had under way, with the same id', async () => {
  const deliveries = await owner.ended(webhookId, POSTS);
  expect(deliveries).toHaveLength(POSTS);
  expect(deliveries.every(({ status }) => status === 'DELIVERED')).toBe(true);

  const ids = receiver.received.map(({ headers }) => String(headers['x-service-delivery']));
  expect(new Set(ids)).toEqual(new Set(deliveries.map(({ id }) => id)));
  const again = ids.slice(before.length).filter((id) => before.includes(id));
  // What it had sent and stored is not sent again; what was not acknowledged is.
  expect(again.length).toBeGreaterThan(0);
  expect(again.length).toBeLessThanOrEqual(4 + 6);
});
