/**
 * Measures the service and prints the figures: `npm run bench [-- <what>] [-- --quick] [-- --json]`.
 *
 * service      beside a floor, with ratios; the default
 * validation   what a text of the greatest length costs, by its shape
 * limits       memory and latency under the worst requests that one account may send
 * dashboard    page loads, a long list and live events in a browser
 * retention    removal of old rows from large tables while posts are published
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { SandboxAccount } from '../sandbox/types.js';
import { MAX_TARGETS } from '../src/domain/posts/post-bounds.js';
import { startEmbeddedPostgres } from '../src/local/postgres.js';
import { platformRules } from '../src/platforms/rules-registry.js';
import { killChildren, startSandbox } from './child.js';
import { type CreatePostOptions, measureCreatePost } from './create-post.bench.js';
import { type DashboardOptions, measureDashboard } from './dashboard.bench.js';
import { measureIdle } from './idle.bench.js';
import { type LatenessOptions, measureLateness } from './lateness.bench.js';
import { type LimitsOptions, measureLimits, startAllInOne, startSplit } from './limits.bench.js';
import { printable, type Section } from './report.js';
import { measureRetention, type RetentionOptions } from './retention.bench.js';
import { MEASURED_PLATFORMS, seedDatabase } from './seed.js';
import { measureSubscriptions, type SubscriptionsOptions } from './subscriptions.bench.js';
import { measureValidation } from './validation.bench.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Every part small: whether it runs, not how fast. */
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    /** Lists the statements of one create. */
    statements: { type: 'boolean', default: false },
    /** Of the limits, only the attacks whose name has this in it. */
    only: { type: 'string' },
  },
});

interface Sizes {
  create: CreatePostOptions;
  lateness: LatenessOptions;
  subscriptions: SubscriptionsOptions;
  idleMs: number;
  validationRounds: number;
  limits: LimitsOptions;
  dashboard: DashboardOptions;
  retention: RetentionOptions;
}

const sizes: Sizes = values.quick
  ? {
      validationRounds: 2,
      limits: { forMs: 500, callers: 4, drafts: 120 },
      dashboard: { loads: 1, posts: 200, seconds: 2 },
      retention: { rows: 20_000, seconds: 3 },
      create: { rounds: 1, roundMs: 300, warmUpMs: 300, connections: [1, 4] },
      lateness: { burst: 30, singles: 3 },
      subscriptions: { events: 3, many: 200, closing: 40 },
      idleMs: 2_000,
    }
  : {
      validationRounds: 15,
      limits: { forMs: 2_000, callers: 20, drafts: 120 },
      dashboard: { loads: 5, posts: 10_000, seconds: 10 },
      retention: { rows: 10_000_000, seconds: 60 },
      create: { rounds: 5, roundMs: 1_200, warmUpMs: 2_000, connections: [1, 16] },
      lateness: { burst: 500, singles: 30 },
      subscriptions: { events: 20, many: 5_000, closing: 1_000 },
      idleMs: 10_000,
    };

/** Those that publish a text alone. */
const TEXT_PLATFORMS = Object.entries(platformRules).flatMap(([key, { media }]) => (media.requires ? [] : [key]));

/** Undone in reverse, whatever happens. */
const started: (() => Promise<unknown>)[] = [];
const say = (line: string) => process.stderr.write(`${(performance.now() / 1000).toFixed(1)} s: ${line}\n`);

/** A database server and the platforms. */
async function startSurroundings() {
  const dir = await mkdtemp(path.join(tmpdir(), 'publishing-bench-'));
  started.push(() => rm(dir, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dir, database: 'bench' });
  started.push(postgres.stop);
  const sandbox = await startSandbox();
  started.push(sandbox.stop);
  return { dir, postgres, sandbox };
}

interface Measured {
  sections: Section[];
  /** The SQL of one create. */
  statements: string[];
}

const measurements: Readonly<Record<string, () => Promise<Measured>>> = {
  service: measureService,
  async validation() {
    return { sections: [measureValidation(sizes.validationRounds)], statements: [] };
  },
  async limits() {
    const { dir, postgres, sandbox } = await startSurroundings();
    const options = { ...sizes.limits, only: values.only };
    const sections: Section[] = [];
    const { sandboxUrl, ...allInOne } = await startAllInOne(path.join(dir, 'all-in-one'));
    sections.push(await measureLimits(allInOne, await makeTextAccounts(sandboxUrl), options, say));
    const split = await startSplit(postgres.url, path.join(dir, 'split'));
    sections.push(await measureLimits(split, await makeTextAccounts(sandbox.address), options, say));
    return { sections, statements: [] };
  },
  async retention() {
    const { postgres, sandbox } = await startSurroundings();
    const account = await makeAccount(sandbox.address);
    const sections = await measureRetention(postgres.url, sandbox, account, sizes.retention, say);
    return { sections, statements: [] };
  },
  async dashboard() {
    const dir = await mkdtemp(path.join(tmpdir(), 'publishing-bench-'));
    started.push(() => rm(dir, { recursive: true, force: true }));
    return { sections: await measureDashboard(dir, sizes.dashboard, say), statements: [] };
  },
};

/** As many as a group may have targets. */
const makeTextAccounts = (sandboxUrl: string): Promise<SandboxAccount[]> =>
  Promise.all(
    Array.from({ length: MAX_TARGETS }, (_, index) =>
      makeAccount(sandboxUrl, TEXT_PLATFORMS[index % TEXT_PLATFORMS.length]),
    ),
  );

async function measureService(): Promise<Measured> {
  const { postgres, sandbox } = await startSurroundings();
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

async function makeAccount(sandboxUrl: string, platform = 'fediverse'): Promise<SandboxAccount> {
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

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    killChildren();
    void stopAll().finally(() => process.exit(130));
  });
}

try {
  const [what = 'service'] = positionals;
  const measure = measurements[what];
  if (!measure) throw new Error(`There is no measurement "${what}"; there are ${Object.keys(measurements).join(', ')}`);
  const { sections, statements } = await measure();
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
  // Nothing else stops what a failed part left running.
  killChildren();
} finally {
  await stopAll();
}
