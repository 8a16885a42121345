import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const document = await readFile('docs/security.md', 'utf8');
const named = (pattern: RegExp) => [...document.matchAll(pattern)].map(([, name = '']) => name);

test('every file that docs/security.md names is there', () => {
  const files = named(/`((?:src|test)\/[^`]+)`/g);
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test('so is every script', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };
  const runs = named(/`npm run ([\w:]+)/g);
  expect(runs.length).toBeGreaterThan(0);
  expect(runs.filter((script) => !(script in scripts))).toEqual([]);
});

test('every row of a section or a risk says whether it holds', () => {
  const states = named(/^\| (?:V\d+\.\d+|API\d+) [^|]+ +\| ([^|]+?) +\|/gm);
  const [sections, risks] = [80, 10]; // of ASVS 5.0, and of the API Top 10 of 2023
  expect(states).toHaveLength(sections + risks);
  expect(states.filter((state) => !['Holds', 'Partly', 'Not applicable'].includes(state))).toEqual([]);
});
