/**
 * The service on a Citus cluster: `npm run test:citus [-- <test files>]`. Runs suites on the coordinator with nothing distributed, and
 * with the tables of accounts in two schemas, one on each worker; holds commits between their phases there, and crashes the coordinator.
 * Then asks Citus what it would make of every statement that was sent if the tables were distributed by account, or in several schemas.
 * Writes docs/citus.md when it ran in full. Needs Linux, root, Debian's postgresql-15 and Citus installed for it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import pg from 'pg';
import { distribute } from '../../src/foundation/database/distribution/distribute.js';
import { shardName } from '../../src/foundation/database/distribution/tables.js';
import { migrateTemplate } from '../faults/postgres.js';
import { endDescendants, killDescendants } from '../support/descendants.js';
import { distributeByAccount } from './distribution.js';
import { ask, assertInstalled, type Nodes, startNodes } from './nodes.js';
import { document, probeTable, type Report, summary } from './page.js';
import { addCounts, probe } from './probes.js';
import { distributeBySchema, SCHEMAS } from './schemas.js';
import { type Sent, sentStatements, survey } from './survey.js';
import { tryTwoPhases } from './two-phases.js';

/** The contract, GraphQL, publishing and live events: what is tested on the database of the run. */
const SUITES = [
  'test/contract/',
  'test/graphql/',
  'test/live/',
  'test/platforms/(conformance|publishing)',
  // Those of faults start a Postgres of their own.
  'test/reliability/(?!faults-)',
  'test/webhooks/',
];
/** The same on distributed tables, without the files that are about one server. */
const SUITES_DISTRIBUTED = ['test/citus/', ...SUITES].map((suite) =>
  suite
    // One reads plans, and stores 40,000 groups at once; the other counts statements, of which a change of a post takes one more.
    .replace('test/graphql/', 'test/graphql/(?!finding|query-counts)')
    // They restore a backup, and migrate from an earlier version.
    .replace('faults-', 'faults-|after-restore|shared-texts'),
);
/** Every statement of the survey, for whoever changes one. */
const STATEMENTS = '.build/citus-statements.json';
const TEMPLATE = 'service_template';
const DISTRIBUTED_TEMPLATE = 'distributed_template';
/** Of the two, the one that accounts of the suites come to: not the first, which whatever knows of one alone would find. */
const SHARD = shardName(2);

const say = (line: string) => process.stderr.write(`${(performance.now() / 1000).toFixed(1)} s: ${line}\n`);

/** Jest on copies of a database of the coordinator; how many tests passed, and whether all did. */
async function runSuites(
  url: string,
  suites: readonly string[],
  workers: readonly number[] = [],
): Promise<{ passed: number; isGreen: boolean }> {
  const results = path.join(folder, 'results.json');
  const projects = ['--selectProjects', 'service', 'reliability', '--passWithNoTests'];
  const args = ['node_modules/jest/bin/jest.js', ...projects, '--json', '--outputFile', results];
  const child = spawn(process.execPath, [...args, '--', ...suites], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      TEST_DATABASE_URL: url,
      TEST_DATABASE_BACKEND: 'citus',
      TEST_DATABASE_WORKERS: workers.join(','),
      TEST_DATABASE_SHARD: SHARD,
    },
  });
  const [code] = await once(child, 'exit');
  const { numPassedTests: passed } = JSON.parse(await readFile(results, 'utf8'));
  return { passed, isGreen: code === 0 };
}

/** The tables of accounts in two schemas: how many tests pass there. */
async function runDistributed(on: Nodes, suites: readonly string[]) {
  await on.createDistributed(DISTRIBUTED_TEMPLATE);
  const url = on.url(DISTRIBUTED_TEMPLATE);
  await migrateTemplate(url, 'citus');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await distribute(client, { schemas: 2 });
  // Tests look into the tables of their accounts.
  await client.query(`ALTER TABLE users ALTER COLUMN shard SET DEFAULT '${SHARD}'`);
  await client.end();
  const ports = on.workers.map(({ port }) => port);
  return runSuites(url, suites, ports);
}

/** Tables distributed by account, and what the service's needs and statements come to there. */
async function tryByAccount(on: Nodes, statements: readonly Sent[]): Promise<Report['byAccount']> {
  return inDatabase(on, 'by_account', async (client, url) => {
    const changes = await distributeByAccount(client);
    const planned = await survey(client, statements);
    for (const statement of changes.foreignKeys) await client.query(statement);
    const { triggers } = changes;
    return { changes, planned, probes: await probe(client, url, { triggers, folder, ofTwenty: addCounts(20) }) };
  });
}

/** The same with distributed schemas, in one of which everything is. */
async function tryBySchema(on: Nodes, statements: readonly Sent[]): Promise<Report['bySchema']> {
  return inDatabase(on, 'by_schema', async (client, url) => {
    const changes = await distributeBySchema(client);
    const planned = await survey(client, statements);
    const { triggers } = changes;
    const ofTwenty = SCHEMAS.map((schema) => addCounts(20 / SCHEMAS.length, `${schema}.post_counts`)).join('; ');
    return { changes, planned, probes: await probe(client, url, { triggers, folder, ofTwenty }) };
  });
}

async function inDatabase<T>(
  on: Nodes,
  name: string,
  work: (client: pg.Client, url: string) => Promise<T>,
): Promise<T> {
  await on.createDistributed(name);
  const url = on.url(name);
  await migrateTemplate(url, 'citus');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client, url);
  } finally {
    await client.end();
  }
}

await assertInstalled();
const given = process.argv.slice(2);
const folder = await mkdtemp(path.join(tmpdir(), 'citus-'));
let nodes: Nodes | undefined;
const close = async () => {
  await nodes?.stop();
  killDescendants();
  await rm(folder, { recursive: true, force: true });
};
endDescendants(close);

try {
  nodes = await startNodes(folder);
  say(`${nodes.version}: a coordinator and two workers`);
  await ask(nodes.url('postgres'), `CREATE DATABASE ${TEMPLATE}`);
  const { passed, isGreen } = await runSuites(nodes.url(TEMPLATE), given.length > 0 ? given : SUITES);
  say(`${passed} tests passed on the coordinator`);
  const distributed = await runDistributed(nodes, given.length > 0 ? given : SUITES_DISTRIBUTED);
  say(`${distributed.passed} tests passed with the tables of accounts in two schemas`);
  const commits = await tryTwoPhases(nodes, folder);
  const isWhole = isGreen && distributed.isGreen && commits.every(({ expected, seen }) => seen === expected);
  const statements = await sentStatements(nodes.log);
  const byAccount = await tryByAccount(nodes, statements);
  const bySchema = await tryBySchema(nodes, statements);
  await writeFile(STATEMENTS, JSON.stringify({ byAccount: byAccount.planned, bySchema: bySchema.planned }, null, 2));
  say(`every statement is in ${STATEMENTS}`);
  process.stdout.write(`\n${[probeTable(commits), ...[byAccount, bySchema].map(summary)].join('\n\n')}\n`);
  if (given.length === 0 && isWhole) {
    const { version } = nodes;
    await writeFile(
      'docs/citus.md',
      document({
        ...{ byAccount, bySchema, version, passed, at: new Date() },
        suites: SUITES,
        distributed: { passed: distributed.passed, suites: SUITES_DISTRIBUTED, commits },
      }),
    );
    say('written to docs/citus.md');
  }
  process.exitCode = isWhole ? 0 : 1;
} finally {
  await close();
}
