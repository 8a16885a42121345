/** The worker of the peer: reads what is due, makes the platform's call with the service's adapters, stores the outcome. */
import process from 'node:process';
import { Worker } from 'bullmq';
import pg from 'pg';
import { given, prepared, QUEUE } from './queue.mjs';

const { databaseUrl, redis, poolSize, concurrency, publisher } = given;
const { makePublisher } = await import(publisher);
const { publish, close } = makePublisher();
const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize, application_name: 'peer' });

const read = prepared(
  'read',
  `SELECT p.content, c.platform, c.account
     FROM targets t JOIN posts p ON p.id = t.post_id JOIN connections c ON c.id = t.connection_id
    WHERE t.id = $1 AND t.status = 'scheduled'`,
);
const storeOutcome = prepared(
  'store-outcome',
  `UPDATE targets SET status = 'published', posted_id = $2, updated_at = now() WHERE id = $1`,
);

const worker = new Worker(
  QUEUE,
  async ({ data: { targetId } }) => {
    const [target] = (await pool.query(read([targetId]))).rows;
    if (!target) return;
    const postedId = await publish(target.platform, target.account, target.content);
    await pool.query(storeOutcome([targetId, postedId]));
  },
  { connection: redis, concurrency },
);
worker.on('failed', (_job, error) => console.error(error));
worker.on('error', (error) => console.error(error));
await worker.waitUntilReady();
process.stdout.write('Ready\n');

process.on('SIGTERM', async () => {
  await worker.close();
  await Promise.all([pool.end(), close()]);
  process.exit(0);
});
