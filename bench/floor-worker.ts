/**
 * The floor of publishing: pg-boss's own worker, whose handler makes the platform's call with the service's HTTP
 * client, and stores nothing but what pg-boss stores.
 */
import { PgBoss } from 'pg-boss';
import type { SandboxAccount } from '../sandbox/sandbox.js';
import { FLOOR_QUEUE, FLOOR_SCHEMA, type FloorJob } from './floor-job.js';
import { makePublisher } from './floor-publisher.js';

const { databaseUrl, accounts } = JSON.parse(process.env.FLOOR ?? '') as {
  databaseUrl: string;
  accounts: SandboxAccount[];
};

const { publish, close } = makePublisher();

const open = new Map(accounts.map((account) => [account.platform, account]));

async function run({ platform, text }: FloorJob): Promise<void> {
  const account = open.get(platform);
  if (!account) throw new Error(`No account on ${platform}`);
  await publish(platform, account, text);
}

const boss = new PgBoss({ connectionString: databaseUrl, schema: FLOOR_SCHEMA, application_name: 'floor', max: 10 });
boss.on('error', (error) => console.error(error));
await boss.start();
await boss.createQueue(FLOOR_QUEUE);
// As many posts at the same time as the service's worker takes (50), the shortest poll that pg-boss knows, and no wait
// while there is more to fetch.
const options = { batchSize: 10, localConcurrency: 5, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true };
await boss.work<FloorJob>(FLOOR_QUEUE, options, async (jobs) => {
  await Promise.all(jobs.map((job) => run(job.data)));
});
process.stdout.write('Ready\n');

process.on('SIGTERM', async () => {
  await boss.stop({ graceful: true, timeout: 5_000 });
  await close();
  process.exit(0);
});
