/** Measures the service beside a floor, and prints the ratios: `npm run bench [-- --quick] [-- --json]`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { SandboxAccount } from '../sandbox/types.js';
import { startEmbeddedPostgres } from '../src/embedded/postgres.js';
import { killChildren, startSandbox } from './child.js';
import { type CreatePostOptions, measureCreatePost } from './create-post.bench.js';
import { measureIdle } from './idle.bench.js';
import { type LatenessOptions, measureLateness } from './lateness.bench.js';
import { printable, type Section } from './report.js';
import { MEASURED_PLATFORMS, seedDatabase } from './seed.js';
import { measureSubscriptions, type SubscriptionsOptions } from './subscriptions.bench.js';

const { values } = parseArgs({
  options: {
    /** Every part small: whether it runs, not how fast. */
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    /** Lists the statements of one create. */
    statements: { type: 'boolean', default: false },
  },
});

const sizes: {
  create: CreatePostOptions;
  lateness: LatenessOptions;
  subscriptions: SubscriptionsOptions;
  idleMs: number;
} = values.quick
  ? {
      create: { rounds: 1, roundMs: 300, warmUpMs: 300, connections: [1, 4] },
      lateness: { burst: 30, singles: 3 },
      subscriptions: { events: 3, many: 200, closing: 40 },
      idleMs: 2_000,
    }
  : {
      create: { rounds: 5, roundMs: 1_200, warmUpMs: 2_000, connections: [1, 16] },
      lateness: { burst: 500, singles: 30 },
      subscriptions: { events: 20, many: 5_000, closing: 1_000 },
      idleMs: 10_000,
    };

/** Undone in reverse, whatever happens. */
const started: (() => Promise<unknown>)[] = [];
const say = (line: string) => process.stderr.write(`${(performance.now() / 1000).toFixed(1)} s: ${line}\n`);

async function bench(): Promise<{ sections: Section[]; statements: string[] }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'publishing-bench-'));
  started.push(() => rm(dir, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dir, database: 'bench' });
  started.push(postgres.stop);
  const sandbox = await startSandbox();
  started.push(sandbox.stop);
  const accounts = await Promise.all(MEASURED_PLATFORMS.map((platform) => makeAccount(sandbox.address, platform)));

  say('create-post …');
  const forCreate = await seedDatabase(postgres.url, 'create_post', accounts, 300);
  const { section, statements, api } = await measureCreatePost(forCreate, sizes.create);
  started.push(api.stop);

  say('lateness …');
  const forLateness = await seedDatabase(postgres.url, 'lateness', accounts, 5);
  const { sections, worker } = await measureLateness(forLateness, sandbox, accounts, sizes.lateness);
  started.push(worker.stop);

  say('idle …');
  const idle = await measureIdle(
    [
      { name: 'api', child: api, databaseUrl: forCreate.databaseUrl },
      { name: 'worker', child: worker, databaseUrl: forLateness.databaseUrl },
    ],
    sizes.idleMs,
  );

  say('subscriptions …');
  const forSubscriptions = await seedDatabase(postgres.url, 'subscriptions', accounts, 60);
  const subscriptions = await measureSubscriptions(forSubscriptions, sizes.subscriptions);
  return { sections: [section, ...sections, idle, ...subscriptions], statements };
}

async function makeAccount(sandboxUrl: string, platform: string): Promise<SandboxAccount> {
  const answer = await fetch(`${sandboxUrl}/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ platform }),
  });
  return (await answer.json()) as SandboxAccount;
}

async function stopAll(): Promise<void> {
  for (const undo of started.splice(0).reverse()) await undo();
}

process.once('SIGINT', () => {
  killChildren();
  stopAll().finally(() => process.exit(130));
});

try {
  const { sections, statements } = await bench();
  const machine = { node: process.version, cores: availableParallelism(), at: new Date().toISOString() };
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ machine, sections, statements }, null, 2)}\n`);
  } else {
    process.stdout.write(`\nNode ${machine.node}, ${machine.cores} cores, ${machine.at}\n\n${printable(sections)}\n`);
    if (values.statements) process.stdout.write(`\n${statements.join('\n')}\n`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
  // What a failed part left running has nobody to stop it.
  killChildren();
} finally {
  await stopAll();
}
