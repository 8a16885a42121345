/**
 * What the service promises under faults, shown on real processes: `npm run test:faults [-- names] [-- --quick]`. Prints a
 * table, writes it to docs/reliability.md when every scenario ran in full, and ends with 1 when a row is not good.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { endDescendants } from '../support/descendants.js';
import { startFaultPostgres } from './postgres.js';
import { document, table } from './report.js';
import { isGood, NOTHING, type Row, rowOf, type Scenario, type Stage } from './scenario.js';
import { scenarios } from './scenarios.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Every scenario smaller: whether it runs. */
    quick: { type: 'boolean', default: false },
  },
});

const unknown = positionals.filter((name) => !scenarios.some((scenario) => scenario.name === name));
if (unknown.length > 0) {
  process.stderr.write(`No scenario is called ${unknown.join(', ')}. There are:\n`);
  for (const { name, title } of scenarios) process.stderr.write(`  ${name.padEnd(20)} ${title}\n`);
  process.exit(2);
}

const say = (line: string) => process.stderr.write(`${(performance.now() / 1000).toFixed(1)} s: ${line}\n`);

async function run(scenario: Scenario, stage: Stage): Promise<Row[]> {
  say(`${scenario.name} …`);
  try {
    const rows = [await scenario.run(stage)].flat();
    for (const { problems } of rows) for (const problem of problems) say(`  ${problem}`);
    say(`\n${table(rows)}`);
    return rows;
  } catch (error) {
    // One that could not be run to its end shows nothing, and the others still can.
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    say(`  ${problem}`);
    return [rowOf(scenario.name, NOTHING, { problems: [`the scenario did not come to its end: ${problem}`] })];
  }
}

const server = await startFaultPostgres();
endDescendants(server.stop);
const rows: Row[] = [];
try {
  const size = values.quick ? 'quick' : 'full';
  const stage: Stage = { createDatabase: server.createDatabase, server, size, say };
  const chosen = positionals.length === 0 ? scenarios : scenarios.filter(({ name }) => positionals.includes(name));
  for (const scenario of chosen) rows.push(...(await run(scenario, stage)));
} finally {
  await server.stop();
}

process.stdout.write(`\n${table(rows)}\n`);
if (positionals.length === 0 && !values.quick) {
  await mkdir('docs', { recursive: true });
  await writeFile('docs/reliability.md', document(rows, scenarios, new Date()));
  say('written to docs/reliability.md');
}
process.exit(rows.every(isGood) ? 0 : 1);
