/** The page of a run. */
import { ACCOUNT_TABLES, REFERENCE_TABLES } from '../../src/foundation/database/distribution/tables.js';
import type { Changes, Trigger } from './distribution.js';
import type { Probe } from './probes.js';
import { SCHEMAS, type SchemaChanges } from './schemas.js';
import { type Plan, type Planned, tablesOf, writes } from './survey.js';

export interface Report {
  version: string;
  suites: readonly string[];
  /** How many tests passed on the coordinator. */
  passed: number;
  /** On the tables of accounts in two schemas. */
  distributed: { passed: number; suites: readonly string[]; commits: readonly Probe[] };
  byAccount: Tried & { changes: Changes };
  bySchema: Tried & { changes: SchemaChanges };
  at: Date;
}

/** What the service's statements and needs come to on a database with distributed tables. */
interface Tried {
  planned: readonly Planned[];
  probes: readonly Probe[];
}

const PLANS: readonly Plan[] = ['routed', 'in steps', 'fans out', 'refused'];

const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const countsOf = (planned: readonly Planned[]): number[] =>
  PLANS.map((plan) => planned.filter((one) => one.plan === plan).length);

/** Statements on each table, by what becomes of them. */
function planTable(planned: readonly Planned[]): string {
  const kinds = [
    { name: 'reads', of: planned.filter(({ text }) => !writes(text)) },
    { name: 'writes', of: planned.filter(({ text }) => writes(text)) },
  ];
  const rows = ACCOUNT_TABLES.flatMap((name) =>
    kinds.flatMap((kind) => {
      const of = kind.of.filter(({ text }) => tablesOf(text).includes(name));
      return of.length === 0 ? [] : [[`\`${name}\``, kind.name, ...countsOf(of)]];
    }),
  );
  const all = kinds.map(({ name, of }) => ['all', name, ...countsOf(of)]);
  return table(['table', '', ...PLANS], [...rows, ...all]);
}

function reasonTable(planned: readonly Planned[]): string {
  const counts = new Map<string, number>();
  for (const { reason } of planned) if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const rows = [...counts].sort(([, one], [, other]) => other - one).map(([reason, count]) => [count, cell(reason)]);
  return table(['statements', 'refused with'], rows);
}

/** On one line, and with no markup of its own. */
const cell = (text: string) => text.replace(/\s+/g, ' ').replace(/[|<>_*`]/g, '\\$&');

const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

/** What becomes of statements by schema, for each thing that becomes of them by account. */
function changeTable(byAccount: readonly Planned[], bySchema: readonly Planned[]): string {
  const plans = new Map(bySchema.map(({ text, plan }) => [text, plan]));
  const rows = PLANS.map((plan) => {
    const of = byAccount.filter((one) => one.plan === plan);
    return [plan, ...PLANS.map((then) => of.filter(({ text }) => plans.get(text) === then).length)];
  });
  return table(['by account', ...PLANS.map((plan) => `by schema: ${plan}`)], rows);
}

export const summary = ({ planned, probes }: Tried): string =>
  [planTable(planned), reasonTable(planned), probeTable(probes)].join('\n\n');

export const probeTable = (probes: readonly Probe[]) =>
  table(
    ['tried', 'one Postgres', 'distributed'],
    probes.map(({ name, expected, seen }) => [cell(name), cell(expected), cell(seen)]),
  );

const triggersOf = (triggers: readonly Trigger[]) => list(triggers.map(({ table: of, name }) => `${of}.${name}`));

/** docs/citus.md */
export const document = ({
  version,
  suites,
  passed,
  distributed,
  byAccount,
  bySchema,
  at,
}: Report): string => `# Survey of Citus

Run at ${at.toISOString()} with \`npm run test:citus\`, on Node ${process.version}: ${version},
a coordinator and two workers ([how, and what follows from it](scaling.md#citus)).

## With every table on the coordinator

${passed} tests passed with \`DATABASE_BACKEND=citus\`: those of ${list(suites)}.

## With the tables of accounts in two schemas

${distributed.passed} tests passed with these tables in two distributed schemas, one on each worker: those of
${list(distributed.suites)}. Those of accounts and their pause are on every node, all others on the coordinator.

A post, its job and its events, while a commit of them is held between its two phases, and when the coordinator crashes there:

${probeTable(distributed.commits)}

## With tables distributed by account

An empty database, with these tables distributed by \`user_id\` and co-located:
${list(ACCOUNT_TABLES)};
on every node: ${list(REFERENCE_TABLES)}; all others on the coordinator. The suites do not run on it. It took

- a column \`user_id\` in ${list(byAccount.changes.columns)};
- \`user_id\` in ${byAccount.changes.keys.length} primary keys, unique indexes and foreign keys;
- ${byAccount.changes.triggers.length} triggers less: ${triggersOf(byAccount.changes.triggers)}.

Each of ${byAccount.planned.length} distinct statements that the service sent in those tests was planned there, with its values; forms of one
that differ in their filters or their number of rows count each:

- **routed**: to the worker that has the account's rows.
- **in steps**: parts of it are executed one after the other, and the coordinator passes their rows on.
- **fans out**: to every shard.
- **refused**: Citus does not execute it.

${planTable(byAccount.planned)}

${reasonTable(byAccount.planned)}

What the service relies on, tried there:

${probeTable(byAccount.probes)}

## With tables distributed by schema

Another empty database, with the same tables in each of ${SCHEMAS.length} schemas, which were distributed (\`citus_schema_distribute\`) and came to
${bySchema.changes.workers} workers; the same two on every node, all others on the coordinator. An account would have its rows in one of the schemas, which
\`search_path\` names. No key and no column changed. It took

- ${bySchema.changes.triggers.length} triggers less, the same ones.

The same statements, planned with the \`search_path\` of one schema. **routed** is to the worker that has the schema; the
statement sees the accounts of that schema only.

${planTable(bySchema.planned)}

${reasonTable(bySchema.planned)}

What became of the statements:

${changeTable(byAccount.planned, bySchema.planned)}

The same was tried, in one schema; the twenty accounts are in ${SCHEMAS.length}. The functions of triggers are those of the schema, with its
\`search_path\`:

${probeTable(bySchema.probes)}
`;
