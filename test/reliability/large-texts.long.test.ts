import { connect, type Socket } from 'node:net';
import { newId } from '../../src/foundation/database/id.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { graphql } from '../support/graphql.js';
import { newPost } from '../support/new-post.js';
import { insertDrafts } from '../support/plan-usage.js';
import { type Service, startService } from '../support/service.js';

// What one account may store and read at most, against processes with little memory: one that runs out of it ends.
const env = { NODE_OPTIONS: '--max-old-space-size=200' };
/** Two bytes in memory, three in UTF-8. */
const LARGEST = '漢'.repeat(100_000);
const TARGETS = Array.from({ length: 100 }, (_, index) => `fediverse-${index}`);

let db: TestDatabase;
let api: Service;
let account: TestAccount;
let headers: { 'x-api-key': string };

beforeAll(async () => {
  db = await createTestDatabase();
  api = await startService({ db, roles: 'api', env });
  account = await createAccount(db);
  headers = { 'x-api-key': account.apiKey };
});
afterAll(async () => {
  await api?.stop();
  await db?.drop();
});

const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { postGroupId } }';
const create = (input: object) =>
  graphql(api, headers, CREATE, {
    input: newPost({ content: 'Hi', platformIds: ['fediverse-1'], ...input }),
  });
const codes = async (answer: ReturnType<typeof create>) =>
  (await answer).errors?.map(({ extensions }) => extensions.code);

const READ = 'query ($id: ID!) { postGroup(id: $id) { content posts { content } } }';
const post = (path: string, body: object) =>
  fetch(`${api.url}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const get = (path: string) => fetch(`${api.url}/api/v1${path}`, { headers });

/** The size of a response; its end has to be there. */
async function sizeOf(answer: Promise<Response>): Promise<number> {
  const { status, body } = await answer;
  expect(status).toBe(200);
  let bytes = 0;
  let last: Uint8Array = Buffer.alloc(0);
  const reader = body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    last = read.value;
    bytes += last.length;
  }
  expect(String.fromCharCode(...last.slice(-1))).toBe('}');
  return bytes;
}

/** That the process is there and turns. */
const expectAlive = async () => expect((await fetch(`${api.url}/health/live`)).status).toBe(200);

describe('the attack', () => {
  const targets = (count: number) => Array.from({ length: count }, (_, index) => `x-${index}`);

  test('900 KB for 1,000 targets, read six times at once: nothing of it is stored', async () => {
    expect(await codes(create({ content: 'a'.repeat(900_000), platformIds: targets(1_000) }))).toEqual([
      'CONTENT_TOO_LONG',
    ]);
    expect(await db.query('SELECT id FROM post_groups')).toEqual([]);
  });

  test.each([
    [1_000, 'PLATFORMS_TOO_MANY'],
    [10_000, 'OPERATION_TOO_LARGE'],
    [60_000, 'OPERATION_TOO_LARGE'],
  ])('%i targets are refused', async (count, code) => {
    expect(await codes(create({ platformIds: targets(count) }))).toEqual([code]);
    expect(await db.query('SELECT id FROM platform_posts')).toEqual([]);
    await expectAlive();
  });
});

describe('the largest post that there can be', () => {
  let id: string;
  /** Over REST, which takes accounts that are not connected. */
  const createLargest = async (more: object = {}): Promise<string> =>
    (await (await post('/api/v1/create-post', { content: LARGEST, platforms: TARGETS, ...more })).json()).postGroupId;

  beforeAll(async () => {
    id = await createLargest();
  });

  test('is stored once', async () => {
    const [row] = await db.query(
      `SELECT (SELECT count(*)::int FROM platform_posts WHERE content IS NULL) AS shared,
              (SELECT count(*)::int FROM platform_posts WHERE content IS NOT NULL) AS own`,
    );
    expect(row).toEqual({ shared: 100, own: 0 });
  });

  test('is read as it was written', async () => {
    const { data } = await (await post('/graphql', { query: READ, variables: { id } })).json();
    expect(data.postGroup.content).toBe(LARGEST);
    expect(data.postGroup.posts).toEqual(TARGETS.map(() => ({ content: LARGEST })));
  });

  test('is read six times at once on each API surface, and the process lives', async () => {
    const bytes = LARGEST.length * 3 * 100;
    const reads = Array.from({ length: 6 }, () => [
      sizeOf(post('/graphql', { query: READ, variables: { id } })),
      sizeOf(get(`/get-post/${id}`)),
    ]).flat();
    await expectAlive();
    for (const size of await Promise.all(reads)) expect(size).toBeGreaterThan(bytes);
  });

  test('more of it than one response may have is refused: ANSWER_TOO_LARGE', async () => {
    const query = `query ($id: ID!) { a: postGroup(id: $id) { posts { content } } b: postGroup(id: $id) { posts { content } } }`;
    const { errors, extensions } = await graphql(api, headers, query, { id });
    expect(errors?.map((error) => error.extensions.code)).toContain('ANSWER_TOO_LARGE');
    expect(extensions.requestId).toBeDefined();
  });

  test('is published by a worker with as little memory', async () => {
    const worker = await startService({ db, roles: 'worker', env });
    try {
      const scheduled = await createLargest({ scheduledTime: new Date().toISOString() });
      const group = 'query ($id: ID!) { postGroup(id: $id) { status posts { error { code } } } }';
      const ended = await eventually(async () => {
        const answer = await graphql(api, headers, group, { id: scheduled });
        return answer.data.postGroup.status === 'FAILED' ? answer.data.postGroup : undefined;
      });
      expect(ended.posts).toEqual(TARGETS.map(() => ({ error: { code: 'CONNECTION_NOT_FOUND' } })));
    } finally {
      await worker.stop();
    }
  });
});

describe('pages of the largest texts', () => {
  beforeAll(() => insertDrafts(db, account.userId, 30, LARGEST));

  test('are read six at once: each is whole, or refused for now', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => get('/list-posts?limit=30')));
    await expectAlive();
    for (const answer of answers) {
      if (answer.status === 200) expect((await answer.json()).posts).toHaveLength(30);
      else expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
    }
    expect(answers.map(({ status }) => status)).toContain(200);
  });

  test('hold little memory while no client reads them, and are freed with their connections', async () => {
    const request = `GET /api/v1/list-posts?limit=30 HTTP/1.1\r\nHost: a\r\nx-api-key: ${account.apiKey}\r\n\r\n`;
    const sockets = Array.from({ length: 20 }, () => idle(request));
    await eventually(async () => ((await statusOf('/list-posts?limit=30')) === 429 ? true : undefined));
    await expectAlive();
    for (const socket of sockets) socket.destroy();
    await eventually(async () => ((await statusOf('/list-posts?limit=30')) === 200 ? true : undefined));
  });

  /** Reads the whole answer: one that is not read would be kept in memory, too. */
  async function statusOf(path: string): Promise<number> {
    const answer = await get(path);
    await answer.arrayBuffer();
    return answer.status;
  }

  /** A connection that sends requests and reads nothing. */
  function idle(request: string): Socket {
    const { hostname, port } = new URL(api.url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(request);
    return socket;
  }
});

describe('groups with as many posts as a response may have', () => {
  const STATUSES = 'query ($id: ID!) { postGroup(id: $id) { posts { status } } }';

  test('20,000 are shown, also when they are requested six times at once: each time all, or refused for now', async () => {
    const id = await insertThread(20_000);
    const answers = await Promise.all(Array.from({ length: 6 }, () => graphql(api, headers, STATUSES, { id })));
    await expectAlive();
    const shown = answers.filter(({ errors }) => !errors);
    for (const { data } of shown) expect(data.postGroup.posts).toHaveLength(20_000);
    expect(shown).not.toEqual([]);
    for (const { errors = [] } of answers) {
      for (const { extensions } of errors)
        expect(extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 1 });
    }
  });

  test('one more is refused: ANSWER_TOO_LARGE', async () => {
    expect(await codes(graphql(api, headers, STATUSES, { id: await insertThread(20_001) }))).toEqual([
      'ANSWER_TOO_LARGE',
    ]);
  });

  /** A group with so many parts. */
  async function insertThread(parts: number): Promise<string> {
    const id = newId();
    await db.query(
      `INSERT INTO post_groups (id, user_id, content, status, processing_status, platform_settings, created_at, updated_at)
       VALUES ($1, $2, 'Hi', 'published', 'finished', '{}', now(), now())`,
      [id, account.userId],
    );
    await db.query(
      `INSERT INTO platform_posts (id, group_id, user_id, target_index, part_index, platform, account_id, platform_id,
                                   status, created_at, updated_at)
       SELECT substr(md5($1 || part), 1, 24), $1, $2, 0, part, 'microblog', '1', 'microblog-1', 'published', now(), now()
         FROM generate_series(1, $3::int) AS part`,
      [id, account.userId, parts],
    );
    return id;
  }
});
