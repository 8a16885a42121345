/**
 * The floors of the gate: each route of this bare server does a fixed amount of work of the same kind as an operation of
 * the service, with prepared statements on its own tables. It does not depend on the service's code.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { Pool as HttpPool } from 'undici';

// Connections stay open, with what they have prepared.
const options = { max: 10, idleTimeoutMillis: 0, application_name: 'floor' };
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, ...options });
const listener = new pg.Client({ connectionString: process.env.DATABASE_URL, application_name: 'floor' });

/** Accounts, and posts that are listed. */
const ACCOUNTS = 300;
const LISTED = 10_000;
const PAGE = 20;
const TEXT = 'The text of the bench: the same in every post, about as long as a post is.';

const TABLES = `
  CREATE TABLE accounts (id int PRIMARY KEY, used int NOT NULL DEFAULT 0);
  CREATE TABLE posts (id uuid PRIMARY KEY, account int NOT NULL, number int, content text NOT NULL, status text NOT NULL,
                      settings jsonb NOT NULL, created_at timestamptz NOT NULL, changed_at timestamptz NOT NULL);
  CREATE INDEX ON posts (account, created_at);
  CREATE INDEX ON posts (account, status, created_at);
  CREATE UNIQUE INDEX ON posts (number);
  CREATE TABLE events (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, post uuid NOT NULL, payload jsonb NOT NULL);
  CREATE INDEX ON events (post);
  INSERT INTO accounts SELECT generate_series(1, ${ACCOUNTS});
  INSERT INTO posts SELECT gen_random_uuid(), 0, number, '${TEXT}', 'published', '{}', now() + number * interval '1 s', now()
    FROM generate_series(1, ${LISTED}) AS number;
  ANALYZE accounts, posts`;

const STATEMENTS = {
  account: 'SELECT id, used FROM accounts WHERE id = $1',
  lock: 'SELECT id, used FROM accounts WHERE id = $1 FOR NO KEY UPDATE',
  count: 'UPDATE accounts SET used = used + 1 WHERE id = $1',
  create: `INSERT INTO posts (id, account, content, status, settings, created_at, changed_at)
           SELECT id::uuid, account, content, status, settings, now(), now()
             FROM jsonb_to_recordset($1) AS p(id text, account int, content text, status text, settings jsonb)`,
  event: `WITH event AS (INSERT INTO events (post, payload) VALUES ($1, $2) RETURNING id)
          SELECT pg_notify('floor', id::text) FROM event`,
  page: `SELECT * FROM posts WHERE account = 0 ORDER BY created_at DESC LIMIT ${PAGE}`,
  post: 'SELECT * FROM posts WHERE number = $1',
  change: 'UPDATE posts SET status = $2, changed_at = now() WHERE number = $1 RETURNING id, content',
  seen: 'SELECT * FROM events WHERE id = $1',
};

type Name = keyof typeof STATEMENTS;

const run = (name: Name, values: unknown[], on: pg.Pool | pg.PoolClient = pool) =>
  on.query({ name, text: STATEMENTS[name], values });

async function inTransaction(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await work(client);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

let turn = 0;
const nextAccount = () => (turn++ % ACCOUNTS) + 1;
const segmenter = new Intl.Segmenter('en');
const followers: ServerResponse[] = [];

const routes: Record<string, (body: string) => Promise<unknown>> = {
  async '/create'(body) {
    const account = nextAccount();
    const { content } = JSON.parse(body);
    await run('account', [account]);
    const ids = [randomUUID(), randomUUID()];
    const posts = ids.map((id) => ({ id, account, content, status: 'scheduled', settings: {} }));
    await inTransaction(async (client) => {
      await run('lock', [account], client);
      await run('create', [JSON.stringify(posts)], client);
      await run('count', [account], client);
      await run('event', [ids[0], { type: 'created', content }], client);
    });
    return { ids };
  },
  async '/list'() {
    await run('account', [nextAccount()]);
    return (await run('page', [])).rows;
  },
  async '/get'() {
    await run('account', [nextAccount()]);
    return (await run('post', [(turn % LISTED) + 1])).rows;
  },
  async '/publish'(body) {
    const number = (turn++ % LISTED) + 1;
    await inTransaction(async (client) => void (await run('change', [number, 'processing'], client)));
    const sent = await platform.request({ method: 'POST', path: '/platform', body });
    const { answer } = (await sent.body.json()) as { answer: { id: string } };
    await inTransaction(async (client) => {
      await run('change', [number, 'published'], client);
      await run('event', [answer.id, { type: 'published' }], client);
    });
    return { number };
  },
  '/platform': async () => ({ id: randomUUID() }),
  async '/validate'(body) {
    await run('account', [nextAccount()]);
    const { content } = JSON.parse(body);
    return { graphemes: [...segmenter.segment(content)].length };
  },
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
}

const server = createServer(async (request, response) => {
  const { url = '' } = request;
  if (url === '/events') {
    followers.push(response.writeHead(200));
    response.flushHeaders();
    return;
  }
  const answer = await routes[url]?.(await bodyOf(request));
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify({ answer }));
});

await pool.query(TABLES);
await listener.connect();
listener.on('notification', async ({ payload }) => {
  if (followers.length === 0) return;
  const { rows } = await run('seen', [payload]);
  for (const follower of followers) follower.write(`${JSON.stringify(rows[0])}\n`);
});
await listener.query('LISTEN floor');
server.listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const platform = new HttpPool(origin, { connections: 8 });
process.stdout.write(`Listening on ${origin}\n`);
process.on('SIGTERM', () => process.exit(0));
