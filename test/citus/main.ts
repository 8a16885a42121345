/**
 * The service on a Citus coordinator: `npm run test:citus [-- <test files>]`. Runs suites there with nothing distributed, and then
 * asks Citus what it would make of every statement that they sent if the tables were distributed, by account or by schema. Writes
 * docs/citus.md when it ran in full. Needs Linux, root, Debian's postgresql-15 and Citus installed for it.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import pg from 'pg';
import { migrateTemplate } from '../faults/postgres.js';
import { endDescendants, killDescendants } from '../support/descendants.js';
import { distribute } from './distribution.js';
import { ask, CONTROL_FILE, type Nodes, PROGRAMS, startNodes } from './nodes.js';
import { document, type Report, summary } from './page.js';
import { addCounts, probe } from './probes.js';
import { distributeBySchema, SCHEMAS } from './schemas.js';
import { type Sent, sentStatements, survey } from './survey.js';

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
/** Every statement of the survey, for whoever changes one. */
const STATEMENTS = '.build/citus-statements.json';
const TEMPLATE = 'service_template';

const say = (line: string) => process.stderr.write(`${(performance.now() / 1000).toFixed(1)} s: ${line}\n`);

async function assertInstalled(): Promise<void> {
  const missing: string[] = [];
  for (const program of PROGRAMS) {
    await promisify(execFile)('sh', ['-c', `command -v ${program}`]).catch(() => missing.push(program));
  }
  await access(CONTROL_FILE).catch(() => missing.push(CONTROL_FILE));
  const reasons = [
    ...(process.getuid?.() === 0 ? [] : ['it is not run as root']),
    ...(missing.length > 0 ? [`${missing.join(', ')} is not installed`] : []),
  ];
  if (reasons.length === 0) return;
  process.stderr.write(`Citus cannot be started: ${reasons.join('; ')}. docs/scaling.md says how to build it.\n`);
  process.exit(2);
}

/** Jest on a database of the coordinator; how many tests passed, and whether all did. */
async function runSuites(url: string, suites: readonly string[]): Promise<{ passed: number; isGreen: boolean }> {
  const results = path.join(folder, 'results.json');
  const args = ['node_modules/jest/bin/jest.js', '--selectProjects', 'service', '--json', '--outputFile', results];
  const child = spawn(process.execPath, [...args, '--', ...suites], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, TEST_DATABASE_URL: url, TEST_DATABASE_BACKEND: 'citus' },
  });
  const [code] = await once(child, 'exit');
  const { numPassedTests: passed } = JSON.parse(await readFile(results, 'utf8'));
  return { passed, isGreen: code === 0 };
}

/** Tables distributed by account, and what the service's needs and statements come to there. */
async function tryByAccount(on: Nodes, statements: readonly Sent[]): Promise<Report['byAccount']> {
  return inDatabase(on, 'by_account', async (client, url) => {
    const changes = await distribute(client);
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
  const statements = await sentStatements(nodes.log);
  const byAccount = await tryByAccount(nodes, statements);
  const bySchema = await tryBySchema(nodes, statements);
  await writeFile(STATEMENTS, JSON.stringify({ byAccount: byAccount.planned, bySchema: bySchema.planned }, null, 2));
  say(`every statement is in ${STATEMENTS}`);
  process.stdout.write(`\n${[byAccount, bySchema].map(summary).join('\n\n')}\n`);
  if (given.length === 0 && isGreen) {
    const { version } = nodes;
    await writeFile(
      'docs/citus.md',
      document({ byAccount, bySchema, version, suites: SUITES, passed, at: new Date() }),
    );
    say('written to docs/citus.md');
  }
  process.exitCode = isGreen ? 0 : 1;
} finally {
  await close();
}
