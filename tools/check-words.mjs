/**
 * Names the words and phrases that the house does not use (CONTRIBUTING.md), in comments, descriptions, messages, pages
 * and texts of the dashboard. A checker of words cannot do it: most of these are phrases.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** What to write, by the phrase. */
const DISCOURAGED = {
  anew: 'again, from scratch',
  'for (ever|good)': 'permanently',
  'whoever|whichever|whatever': 'a noun',
  'knows? (no|nothing)': 'does not import, is independent of',
  'what becomes of': 'what happens to, the outcome of',
  "of (its|their|his|her|my|our|your|one’s|one's) own": 'its own …',
  "of (yours|another’s|another's)": 'your …, another user’s …',
  '(is|are|was|were) over': 'has ended, has expired',
  'mend(s|ed|ing)?': 'fix',
  'who asks': 'the caller, the client',
  'stands?': 'is, has, contains',
  '(it|they) (is|are) there': 'it exists',
  'leaves? (it|them) as (it is|they are)': 'keeps it',
  tells: 'says, shows, notifies',
  'wants?': 'needs, requests',
  'lives(?= (in|on|at|here|there|with|beside|below)\\b)': 'is',
  'overdue of': 'late',
  'doors?': 'transport, route',
  'breach(es)?': 'exceeded limit',
  '(the|an) answer (of|is|stops|removes)': 'the response of …, returns …',
};

/** Texts that others have written, and those that are made from others. */
const EXEMPT = [
  'LICENSE',
  'package-lock.json',
  'CHANGELOG.md',
  'tools/check-words.mjs',
  'src/foundation/graphql/graphql-env.d.ts',
  'src/operator/operator-env.d.ts',
  'clients/github-action/dist/',
  'docs/contract/',
  'docs/platforms/',
  'test/contract/rules.json',
  'test/media/',
];
const READ = /\.(ts|tsx|mjs|cjs|md|graphql|sql|sh|yml|yaml|html)$/;

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', ...process.argv.slice(2)], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => READ.test(file) && !EXEMPT.some((exempt) => file.startsWith(exempt)));

const phrases = Object.entries(DISCOURAGED).map(([phrase, instead]) => ({
  pattern: new RegExp(`(?<![\\w-])(?:${phrase})(?![\\w-])`, 'i'),
  instead,
}));

let found = 0;
for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8');
  for (const [index, line] of text.split('\n').entries()) {
    for (const { pattern, instead } of phrases) {
      const [phrase] = pattern.exec(line) ?? [];
      if (!phrase) continue;
      found++;
      console.error(`${file}:${index + 1}: “${phrase}” (${instead}): ${line.trim().slice(0, 120)}`);
    }
  }
}
if (found > 0) {
  console.error(`${found} discouraged phrases.`);
  process.exitCode = 1;
}
