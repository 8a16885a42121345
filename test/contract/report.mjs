/**
 * `npm run contract`: every rule of the REST contract with the tests that show it. rules.json is the list, jest the
 * judge.
 *
 * rule     id, source (where the documents say it), rule (in short), and either `tests` or `awaits`
 * tests    "<file> › <describe> › <name>" as jest reports them, the file as this folder sees it; one `*` stands for any
 *          text
 * awaits   the subject that is not built yet
 * gap      a rule that has neither
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = import.meta.dirname;
const rules = JSON.parse(readFileSync(path.join(folder, 'rules.json'), 'utf8'));
const { tests, success } = runTests();
const verdicts = rules.map(judge);
const problems = [
  ...verdicts.flatMap(({ problems }) => problems),
  ...repeatedIds(),
  ...(success ? [] : ['jest failed']),
];

for (const source of new Set(rules.map((rule) => rule.source))) {
  console.log(`## ${source}\n`);
  for (const { rule, outcome, shown } of verdicts) if (rule.source === source) printRule(rule, outcome, shown);
  console.log('');
}
printSummary();
process.exitCode = problems.length > 0 ? 1 : 0;

/** Runs the tests of this folder and the files elsewhere that a rule names; every test by its full name, with its status. */
function runTests() {
  const dir = mkdtempSync(path.join(tmpdir(), 'contract-'));
  const file = path.join(dir, 'results.json');
  const jest = fileURLToPath(import.meta.resolve('jest/bin/jest'));
  const named = rules.flatMap(({ tests = [] }) => tests.map((test) => path.join(folder, test.split(' › ')[0])));
  const files = [...new Set([folder, ...named])];
  try {
    spawnSync(process.execPath, [jest, ...files, '--json', '--outputFile', file], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const { success, testResults } = JSON.parse(readFileSync(file, 'utf8'));
    const tests = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title, status }) => ({
        name: [path.relative(folder, name), ...ancestorTitles, title].join(' › '),
        status,
      })),
    );
    return { success, tests };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function judge(rule) {
  const { id, tests: names = [], awaits } = rule;
  const shown = names.map((pattern) => {
    const matching = tests.filter(({ name }) => matches(pattern, name));
    return { pattern, matching, bad: matching.filter(({ status }) => status !== 'passed').length };
  });
  const problems = shown.flatMap(({ pattern, matching, bad }) => [
    ...(matching.length === 0 ? [`${id}: there is no test "${pattern}"`] : []),
    ...(bad > 0 ? [`${id}: ${bad} of ${matching.length} tests did not pass: "${pattern}"`] : []),
  ]);
  if (awaits && names.length > 0) problems.push(`${id}: has tests and awaits ${awaits}`);
  if (!awaits && names.length === 0) return { rule, shown, outcome: 'gap', problems: [`${id}: no test shows it`] };
  if (problems.length > 0) return { rule, shown, outcome: 'failed', problems };
  return { rule, shown, outcome: awaits ? 'awaits' : 'shown', problems };
}

function matches(pattern, name) {
  const [head, tail, ...more] = pattern.split('*');
  if (tail === undefined) return name === pattern;
  return more.length === 0 && name.length >= head.length + tail.length && name.startsWith(head) && name.endsWith(tail);
}

function repeatedIds() {
  const ids = rules.map(({ id }) => id);
  return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id}: the id is there twice`);
}

function printRule({ id, rule, awaits }, outcome, shown) {
  console.log(`${outcome.padEnd(8)}${id}${awaits ? ` (${awaits})` : ''}\n        ${rule}`);
  for (const { pattern, matching, bad } of shown) {
    console.log(`        - ${pattern} (${matching.length - bad} of ${matching.length} passed)`);
  }
}

function printSummary() {
  const having = (outcome) => verdicts.filter((verdict) => verdict.outcome === outcome).map(({ rule }) => rule);
  const named = new Set(verdicts.flatMap(({ shown }) => shown.flatMap(({ matching }) => matching)));
  const subjects = new Map();
  for (const { awaits } of having('awaits')) subjects.set(awaits, (subjects.get(awaits) ?? 0) + 1);
  const bySubject = [...subjects].map(([subject, count]) => `${subject} ${count}`).join(', ');

  if (problems.length > 0) console.log(['## Problems\n', ...problems.map((problem) => `- ${problem}`), ''].join('\n'));
  console.log(
    `${rules.length} rules: ${having('shown').length} shown by ${named.size} tests, ` +
      `${having('awaits').length} awaiting${bySubject && ` (${bySubject})`}, ${having('gap').length} gaps, ` +
      `${having('failed').length} failed. ${tests.length - named.size} further tests.`,
  );
}
