/**
 * Pages, rules and citations of the contract: each rule is stated in one place, and every citation names an existing
 * rule.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PAGES, readRules, readStatements } from '../contract/rules.js';

const rules = readRules();
const statements = readStatements();
const ids = new Set(rules.map(({ id }) => id));

/** All texts of the project. */
const files = (await readdir('.', { withFileTypes: true }))
  .filter(({ name }) => !name.startsWith('.') && !['node_modules', 'package-lock.json'].includes(name))
  .map(async (entry) => {
    if (!entry.isDirectory()) return [entry.name];
    const inside = await readdir(entry.name, { recursive: true });
    // Packages are installed in tools/, too.
    const own = inside.filter((file) => !file.split(path.sep).includes('node_modules'));
    return own.map((file) => path.join(entry.name, file));
  });
const texts = await Promise.all(
  (await Promise.all(files))
    .flat()
    .filter((file) => /\.(ts|mjs|js|json|md|graphql|css|html|ya?ml)$/.test(file))
    .map(async (file) => ({ file, text: await readFile(file, 'utf8') })),
);
const comments = texts
  .filter(({ file }) => /\.(ts|mjs|js)$/.test(file))
  .map(({ file, text }) => ({ file, text: (text.match(/\/\*[\s\S]*?\*\/|\/\/.*$/gm) ?? []).join('\n') }));

const found = (pattern: RegExp, among = texts) =>
  among.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([match, group = match]) => `${file}: ${group}`));

test('every rule is stated once', () => {
  expect(statements.map(({ id }) => id).sort()).toEqual(rules.map(({ id }) => id).sort());
});

test('every rule is shown by a test that `npm test` runs', async () => {
  const { projects } = (await import(pathToFileURL(path.resolve('jest.config.mjs')).href)).default;
  const [, , reliability] = projects;
  const isLong = new RegExp(reliability.testRegex);
  const fileOf = (test: string) => path.resolve('test/contract', test.split(' › ', 1).join());
  const alsoByLong = rules.filter(({ tests }) => tests?.some((test) => isLong.test(fileOf(test))));
  expect(alsoByLong).not.toEqual([]);
  expect(alsoByLong.filter(({ tests }) => tests?.every((test) => isLong.test(fileOf(test))))).toEqual([]);
});

test('every anchor of a page is the id of a row', async () => {
  const anchors = found(
    /<a id="([^"]+)"/g,
    texts.filter(({ file }) => file.startsWith(PAGES)),
  );
  expect(anchors).toEqual(statements.map(({ id, page }) => `${PAGES}/${page}: ${id}`));
});

test('the rules of a subject are on one page, which the map names', async () => {
  const pages = new Map<string, Set<string>>();
  for (const { id, page } of statements) {
    const [subject = ''] = id.split('/');
    pages.set(subject, (pages.get(subject) ?? new Set()).add(page));
  }
  const map = (await readFile(`${PAGES}/README.md`, 'utf8')).matchAll(
    /^\| \[[^\]]+\]\(([^)]+)\) \|[^|]+\| ([^|]+) \|$/gm,
  );
  const named = [...map].flatMap(([, page = '', subjects = '']) =>
    [...subjects.matchAll(/`([^`]+)`/g)].map(([, subject = '']) => [subject, [page]]),
  );
  expect(Object.fromEntries(named)).toEqual(
    Object.fromEntries([...pages].map(([subject, where]) => [subject, [...where]])),
  );
});

test('what is planned awaits its subject, and nothing else does', () => {
  const planned = statements.filter(({ text }) => text.includes('*Planned.*')).map(({ id }) => id);
  const awaiting = rules.filter(({ awaits }) => awaits).map(({ id }) => id);
  expect(planned.sort()).toEqual(awaiting.sort());
});

test('every file of tests that a rule names is there', () => {
  const files = rules.flatMap(({ tests = [] }) =>
    tests.map((name) => path.join('test/contract', ...name.split(' › ', 1))),
  );
  expect(files.length).toBeGreaterThan(ids.size);
  expect([...new Set(files)].filter((named) => !texts.some(({ file }) => file === named))).toEqual([]);
});

test('every link from page to page leads to a rule or a heading', async () => {
  const pages = new Map(texts.filter(({ file }) => file.startsWith(PAGES)).map(({ file, text }) => [file, text]));
  const slug = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-');
  const anchors = new Set(statements.map(({ id, page }) => `${PAGES}/${page}#${id}`));
  for (const [file, text] of pages) {
    for (const [, heading = ''] of text.matchAll(/^#+ (.+)$/gm)) anchors.add(`${file}#${slug(heading)}`);
  }
  const links = [...pages].flatMap(([file, text]) =>
    [...text.matchAll(/\]\(([^)]*)#([^)]+)\)/g)].map(
      ([, page = '', anchor]) => `${page === '' ? file : path.join(PAGES, page)}#${anchor}`,
    ),
  );
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((link) => !anchors.has(link))).toEqual([]);
});

test('every rule that a comment cites exists', () => {
  const cited = found(/\[([a-z][a-z0-9-]+\/[\w.-]+)\]/g, comments);
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter((citation) => !ids.has(citation.replace(/^.*: /, '')))).toEqual([]);
});

test('every page that a comment cites is there', () => {
  const cited = found(/\b(?:(?:docs|dashboard)\/[\w./-]+|[A-Z]+)\.md\b/g, comments);
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter((citation) => !texts.some(({ file }) => citation.endsWith(`: ${file}`)))).toEqual([]);
});

test('nothing cites a document that a reader of the repository does not have', () => {
  const unknown =
    /\bdocuments?\s+(?:(?:\*|\/\/)\s+)?(?:[1-4]|one|two|three|four)\b|\b[1-4]-(?:core|platforms|decisions)\b|\bwire\.md\b/gi;
  expect(found(unknown)).toEqual([]);
});
