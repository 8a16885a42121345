/**
 * `npm run contract`: every rule of the contract with the page that states it and the tests that show it. jest is the
 * judge; a rule without a test is a gap. With names of pages (`npm run contract -- plans media`): the rules of these.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PAGES, type Rule, readRules, readStatements, type Statement } from './rules.js';

interface Test {
  name: string;
  status: string;
}

interface Shown {
  pattern: string;
  matching: Test[];
  bad: number;
}

interface Verdict {
  rule: Rule;
  outcome: 'shown' | 'awaits' | 'gap' | 'failed';
  shown: Shown[];
  problems: string[];
}

interface JestResults {
  success: boolean;
  testResults: { name: string; assertionResults: { ancestorTitles: string[]; title: string; status: string }[] }[];
}

const FOLDER = 'test/contract';

const pages = process.argv.slice(2).map((name) => `${name}.md`);
const statements = readStatements().filter(({ page }) => pages.length === 0 || pages.includes(page));
const rules = readRules().filter(({ id }) => pages.length === 0 || statements.some((stated) => stated.id === id));
if (rules.length === 0) throw new Error(`No rule is on ${pages.join(' or ')}`);
const { tests, success } = runTests();
const verdicts = rules.map(judge);
const problems = [
  ...verdicts.flatMap(({ problems }) => problems),
  ...rules
    .filter(({ id }) => !statements.some((stated) => stated.id === id))
    .map(({ id }) => `${id}: no page states it`),
  ...(success ? [] : ['jest failed']),
];

for (const page of new Set(statements.map(({ page }) => page))) {
  console.log(`## ${PAGES}/${page}\n`);
  for (const statement of statements) if (statement.page === page) printRule(statement);
  console.log('');
}
printSummary();
process.exitCode = problems.length > 0 ? 1 : 0;

/** Runs the files that a rule names, and all of this folder for all pages; every test by its name, with its status. */
function runTests(): { tests: Test[]; success: boolean } {
  const dir = mkdtempSync(path.join(tmpdir(), 'contract-'));
  const file = path.join(dir, 'results.json');
  const jest = fileURLToPath(import.meta.resolve('jest/bin/jest'));
  const node = ['--experimental-vm-modules', '--no-warnings=ExperimentalWarning'];
  const named = rules.flatMap(({ tests = [] }) => tests.map((test) => path.join(FOLDER, test.split(' › ', 1).join())));
  const files = [...new Set([...(pages.length === 0 ? [FOLDER] : []), ...named])];
  try {
    spawnSync(process.execPath, [...node, jest, ...files, '--json', '--outputFile', file], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const { success, testResults }: JestResults = JSON.parse(readFileSync(file, 'utf8'));
    const tests = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title, status }) => ({
        name: [path.relative(FOLDER, name), ...ancestorTitles, title].join(' › '),
        status,
      })),
    );
    return { success, tests };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function judge(rule: Rule): Verdict {
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

function matches(pattern: string, name: string): boolean {
  const [head = '', tail, ...more] = pattern.split('*');
  if (tail === undefined) return name === pattern;
  return more.length === 0 && name.length >= head.length + tail.length && name.startsWith(head) && name.endsWith(tail);
}

function printRule({ id, page, text }: Statement) {
  const verdict = verdicts.find(({ rule }) => rule.id === id);
  if (!verdict) return console.log(`no rule ${id}`);
  const { rule, outcome, shown } = verdict;
  console.log(`${outcome.padEnd(8)}${PAGES}/${page}#${id}${rule.awaits ? ` (${rule.awaits})` : ''}\n        ${text}`);
  for (const { pattern, matching, bad } of shown) {
    console.log(`        - ${pattern} (${matching.length - bad} of ${matching.length} passed)`);
  }
}

function printSummary() {
  const having = (outcome: Verdict['outcome']) => verdicts.filter((verdict) => verdict.outcome === outcome);
  const named = new Set(verdicts.flatMap(({ shown }) => shown.flatMap(({ matching }) => matching)));
  const subjects = new Map<string, number>();
  for (const { rule } of having('awaits')) subjects.set(rule.awaits ?? '', (subjects.get(rule.awaits ?? '') ?? 0) + 1);
  const bySubject = [...subjects].map(([subject, count]) => `${subject} ${count}`).join(', ');

  if (problems.length > 0) console.log(['## Problems\n', ...problems.map((problem) => `- ${problem}`), ''].join('\n'));
  console.log(
    `${rules.length} rules: ${having('shown').length} shown by ${named.size} tests, ` +
      `${having('awaits').length} awaiting${bySubject && ` (${bySubject})`}, ${having('gap').length} gaps, ` +
      `${having('failed').length} failed. ${tests.length - named.size} further tests.`,
  );
}
