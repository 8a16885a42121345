import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CURRENT_DOCUMENTS, DOCUMENTS, type Document, readDocument } from '../support/documents.js';

const documents = new Map<string, Document>(DOCUMENTS.map((file) => [file, readDocument(file)]));

/** The file of the project and the anchor that a link leads to; undefined for other sites. */
function targetOf(file: string, link: string): { target: string; anchor: string } | undefined {
  if (/^[a-z]+:/.test(link)) return undefined;
  const [place = '', anchor = ''] = link.split('#');
  return { target: place === '' ? file : path.join(path.dirname(file), place), anchor };
}
const targets = (file: string) =>
  (documents.get(file)?.links ?? []).flatMap((link) => {
    const to = targetOf(file, link);
    return to ? [{ link, ...to }] : [];
  });

test.each(DOCUMENTS)('every link of %s leads somewhere', (file) => {
  const broken = targets(file).filter(
    ({ target, anchor }) => !existsSync(target) || (anchor !== '' && !documents.get(target)?.anchors.includes(anchor)),
  );
  expect(broken.map(({ link }) => link)).toEqual([]);
});

test.each(CURRENT_DOCUMENTS)('every file of the project that %s names is there', (file) => {
  const files = (documents.get(file)?.names ?? []).filter((name) =>
    /^(src|test|jobs|rest-compat|sandbox|bench|dashboard\/src|docs|tools)\/[\w./-]+$/.test(name),
  );
  expect(files.filter((name) => !existsSync(name))).toEqual([]);
});

test('the README leads to every page', () => {
  const reached = new Set(['README.md']);
  for (const file of reached) {
    for (const { target } of targets(file)) if (documents.has(target)) reached.add(target);
  }
  expect(DOCUMENTS.filter((file) => !reached.has(file))).toEqual([]);
});

test('the README is short', () => {
  expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(151);
});
