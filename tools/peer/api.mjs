/**
 * The API of the peer: creates posts and lists them, and nothing more. A target's job is added once its row is committed,
 * so a crash between the two leaves a target that nobody publishes.
 */
import { createHash } from 'node:crypto';
import process from 'node:process';
import { Queue } from 'bullmq';
import fastify from 'fastify';
import pg from 'pg';
import { given, prepared, QUEUE } from './queue.mjs';

const { databaseUrl, redis, poolSize } = given;
const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize, application_name: 'peer' });
const queue = new Queue(QUEUE, { connection: redis });

const account = prepared(
  'account',
  `SELECT a.id, a.posts_per_month FROM api_keys k JOIN accounts a ON a.id = k.account_id WHERE k.hash = $1`,
);
const check = prepared(
  'check',
  `SELECT id, (SELECT count(*)::int FROM posts WHERE account_id = $1 AND created_at >= date_trunc('month', now())) AS used
     FROM connections WHERE account_id = $1 AND platform_id = ANY($2)`,
);
const insertPost = prepared(
  'insert-post',
  'INSERT INTO posts (account_id, content, scheduled_time) VALUES ($1, $2, $3) RETURNING id',
);
const insertTargets = prepared(
  'insert-targets',
  `INSERT INTO targets (post_id, connection_id) SELECT $1, id FROM unnest($2::bigint[]) AS id RETURNING id`,
);
const list = prepared(
  'list',
  `SELECT (SELECT count(*)::int FROM posts WHERE account_id = $1) AS total, coalesce(json_agg(page), '[]') AS posts
     FROM (SELECT id, content, scheduled_time AS "scheduledTime", created_at AS "createdAt", updated_at AS "updatedAt",
                  (SELECT json_agg(json_build_object('platformId', c.platform_id, 'platform', c.platform, 'status', t.status)
                                   ORDER BY t.id)
                     FROM targets t JOIN connections c ON c.id = t.connection_id WHERE t.post_id = posts.id) AS platforms
             FROM posts WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3) AS page`,
);

const app = fastify();

app.decorateRequest('account', null);
app.addHook('onRequest', async (request, reply) => {
  const hash = createHash('sha256')
    .update(request.headers['x-api-key'] ?? '')
    .digest();
  [request.account] = (await pool.query(account([hash]))).rows;
  if (!request.account) return reply.code(401).send({ error: 'The API key is wrong' });
});

const string = { type: 'string' };
const strings = { type: 'array', items: string };
const number = { type: 'integer' };
const object = (properties, optional = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

const body = object({
  content: { type: 'string', maxLength: 100_000 },
  platforms: { type: 'array', items: string, minItems: 1, maxItems: 100, uniqueItems: true },
  scheduledTime: { type: 'string', format: 'date-time' },
});
const created = object({ success: { type: 'boolean' }, postId: string, targetIds: strings });
app.post('/posts', { schema: { body, response: { 200: created } } }, async (request, reply) => {
  const { content, platforms, scheduledTime } = request.body;
  const { id: accountId, posts_per_month: limit } = request.account;
  const { rows: connections } = await pool.query(check([accountId, platforms]));
  if (connections.length < platforms.length) return reply.code(400).send({ error: 'A target is not connected' });
  if (connections[0].used >= limit) return reply.code(403).send({ error: 'The plan allows no further post' });
  const { postId, targetIds } = await store(accountId, { content, scheduledTime, connections });
  const delay = Math.max(0, Date.parse(scheduledTime) - Date.now());
  await queue.addBulk(
    targetIds.map((targetId) => ({ name: QUEUE, data: { targetId }, opts: { delay, removeOnComplete: true } })),
  );
  return { success: true, postId, targetIds };
});

async function store(accountId, { content, scheduledTime, connections }) {
  const client = await pool.connect();
  let failure;
  try {
    await client.query('BEGIN');
    const [post] = (await client.query(insertPost([accountId, content, scheduledTime]))).rows;
    const targets = await client.query(insertTargets([post.id, connections.map(({ id }) => id)]));
    await client.query('COMMIT');
    return { postId: post.id, targetIds: targets.rows.map(({ id }) => id) };
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    // A session with an open transaction is closed.
    client.release(failure);
  }
}

const querystring = object(
  {
    page: { ...number, minimum: 1, maximum: 1_000_000, default: 1 },
    limit: { ...number, minimum: 1, maximum: 100, default: 20 },
  },
  ['page', 'limit'],
);
const target = object({ platformId: string, platform: string, status: string });
const post = object({
  id: string,
  content: string,
  scheduledTime: string,
  createdAt: string,
  updatedAt: string,
  platforms: { type: 'array', items: target },
});
const pagination = object({ page: number, limit: number, totalItems: number, totalPages: number });
const listed = object({ success: { type: 'boolean' }, posts: { type: 'array', items: post }, pagination });
app.get('/posts', { schema: { querystring, response: { 200: listed } } }, async (request) => {
  const { page, limit } = request.query;
  const [{ total, posts }] = (await pool.query(list([request.account.id, limit, (page - 1) * limit]))).rows;
  return {
    success: true,
    posts,
    pagination: { page, limit, totalItems: total, totalPages: Math.ceil(total / limit) },
  };
});

process.stdout.write(`Listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
process.on('SIGTERM', () => process.exit(0));
