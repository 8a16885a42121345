/** A queue that two APIs and the imports of two workers fill at the same time: no time twice, and none left out. */
import { importing } from '../imports/support.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { graphql } from '../support/graphql.js';
import { newPost } from '../support/new-post.js';
import { type Service, startService } from '../support/service.js';

const REQUESTS = 120;
const ROWS = 40;
const CLIENTS = 20;

let db: TestDatabase;
let apis: Service[] = [];
let workers: Service[] = [];
let account: TestAccount;

beforeAll(async () => {
  db = await createTestDatabase();
  account = await createAccount(db, { connected: ['fediverse-1'], plan: 'unlimited' });
  const env = { PLANS: 'unlimited', GRAPHQL_POINTS_PER_MINUTE: '1000000' };
  const start = (roles: 'api' | 'worker') => startService({ db, roles, env });
  apis = await Promise.all([start('api'), start('api')]);
  workers = await Promise.all([start('worker'), start('worker')]);
});
afterAll(async () => {
  await Promise.all([...apis, ...workers].map((service) => service.stop()));
  await db?.drop();
});

const run = async (query: string, variables: Record<string, unknown>, api = apis[0] as Service) => {
  const { data, errors } = await graphql(api, { 'x-api-key': account.apiKey }, query, variables);
  expect(errors).toBeUndefined();
  return data;
};

test('200 posts of 20 clients and two imports have the first 200 times, each one', async () => {
  const days = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
  const hours = Array.from({ length: 12 }, (_, hour) => `${String(2 * hour).padStart(2, '0')}:00`);
  const times = days.flatMap((weekday) => hours.map((time) => ({ weekday, time })));
  const { createPostingSchedule } = await run(
    'mutation ($input: CreatePostingScheduleInput!) { createPostingSchedule(input: $input) { postingSchedule { id } } }',
    { input: { name: 'Often', timeZone: 'Europe/Berlin', times } },
  );
  const { id } = createPostingSchedule.postingSchedule;
  const free = async (after: string | null): Promise<string[]> => {
    const query =
      'query ($id: ID!, $after: DateTime) { postingSchedule(id: $id) { nextFreeTimes(first: 100, after: $after) } }';
    return (await run(query, { id, after })).postingSchedule.nextFreeTimes;
  };
  const first = await free(null);
  const expected = [...first, ...(await free(first.at(-1) ?? null))];

  const imports = ['one', 'two'].map(async (name, index) => {
    const { finish } = importing(apis[index] as Service, () => ({ 'x-api-key': account.apiKey }));
    const rows = Array.from({ length: ROWS }, (_, row) => `${name} ${row},fediverse,next free`);
    return finish(`text,accounts,queue\n${rows.join('\n')}`);
  });
  const create = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroup { id } } }';
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let index = 0; index < REQUESTS / CLIENTS; index += 1) {
      const input = newPost({ content: `${client} ${index}`, platformIds: ['fediverse-1'] });
      await run(create, { input: { ...input, schedule: 'NEXT_FREE' } }, apis[client % 2]);
    }
  });
  await Promise.all(clients);
  for (const { counts } of await Promise.all(imports)) expect(counts).toMatchObject({ created: ROWS, failed: 0 });

  const taken = await db.query<{ at: Date; text: string; entries: number }>(
    `SELECT g.scheduled_time AS at, g.content AS text, (SELECT count(*)::int FROM queue_entries q WHERE q.group_id = g.id) AS entries
       FROM post_groups g WHERE g.user_id = $1 ORDER BY g.scheduled_time`,
    [account.userId],
  );
  // A time that passes while they are created is not free any more: the next ones follow.
  const held = taken.map(({ at }) => at.toISOString());
  expect(held).toHaveLength(REQUESTS + 2 * ROWS);
  expect(new Set(held).size).toBe(held.length);
  const begin = expected.indexOf(held[0] ?? '');
  expect([0, 1]).toContain(begin);
  expect(held.slice(0, expected.length - begin)).toEqual(expected.slice(begin));
  expect(taken.filter(({ entries }) => entries !== 1)).toEqual([]);
  expect(new Set(taken.map(({ text }) => text)).size).toBe(taken.length);
});
