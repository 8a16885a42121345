import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const DOCUMENTS = ['README.md', 'SECURITY.md', 'docs/security.md', 'bench/README.md'];

const document = await readFile('docs/security.md', 'utf8');
const named = (pattern: RegExp, text = document) => [...text.matchAll(pattern)].map(([, name = '']) => name);

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

test.each(DOCUMENTS)('every link of %s to a file of the project leads somewhere', async (file) => {
  const links = named(/\]\(([^)#]+)[^)]*\)/g, await readFile(file, 'utf8')).filter((link) => !/^https?:/.test(link));
  expect(links.filter((link) => !existsSync(path.join(path.dirname(file), link)))).toEqual([]);
});
