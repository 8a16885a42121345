/**
 * The floor of publishing: pg-boss's own worker, whose handler makes the platform's call with the service's HTTP
 * client, and stores nothing but what pg-boss stores.
 */
import { PgBoss } from 'pg-boss';
import type { SandboxAccount } from '../sandbox/sandbox.js';
import { newId } from '../src/foundation/database/id.js';
import { makeHttp } from '../src/foundation/http-client/http.js';
import { NO_SETUP } from '../src/platforms/platform-directory.js';
import type { Account } from '../src/platforms/port/account.js';
import { findPlatform } from '../src/platforms/registry.js';
import { FLOOR_QUEUE, FLOOR_SCHEMA, type FloorJob } from './floor-job.js';

const { databaseUrl, accounts } = JSON.parse(process.env.FLOOR ?? '') as {
  databaseUrl: string;
  accounts: SandboxAccount[];
};

const { http, close } = makeHttp({ timeoutMs: 20_000 });

const open = new Map<string, Account>(accounts.map(({ platform, ...account }) => [platform, account]));

const plain = { media: [], settings: {}, replyTo: null, videoTimestamp: null };

async function publish({ platform, text }: FloorJob): Promise<void> {
  const account = open.get(platform);
  const publisher = findPlatform(platform)?.publisher(http, NO_SETUP, () => new Date());
  if (!account || !publisher) throw new Error(`No account on ${platform}`);
  const step = await publisher.start({ key: newId(), at: new Date(), text, ...plain }, account);
  if (step.kind !== 'published') throw new Error(`${platform}: ${JSON.stringify(step)}`);
}

const boss = new PgBoss({ connectionString: databaseUrl, schema: FLOOR_SCHEMA, application_name: 'floor', max: 10 });
boss.on('error', (error) => console.error(error));
await boss.start();
await boss.createQueue(FLOOR_QUEUE);
// As many posts at the same time as the service's worker takes (50), the shortest poll that pg-boss knows, and no wait
// while there is more to fetch.
const options = { batchSize: 10, localConcurrency: 5, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true };
await boss.work<FloorJob>(FLOOR_QUEUE, options, async (jobs) => {
  await Promise.all(jobs.map((job) => publish(job.data)));
});
process.stdout.write('Ready\n');

process.on('SIGTERM', async () => {
  await boss.stop({ graceful: true, timeout: 5_000 });
  await close();
  process.exit(0);
});
