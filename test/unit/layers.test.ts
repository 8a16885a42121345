/** The suffix of a file is its layer (docs/architecture.md). The rules about imports are in .dependency-cruiser.cjs. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const filesOf = (folder: string): [file: string, text: string][] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [path.posix.join(folder, file), readFileSync(path.join(folder, file), 'utf8')]);

/** Such as `use-case`; empty for a file without a suffix. */
const suffixOf = (file: string): string => path.posix.basename(file, '.ts').split('.').slice(1).join('.');

const VALUE =
  /^export (?:declare |abstract |async )*(?:const enum|const|let|var|function\*?|class|enum|default) *(\w*)/gm;
const AGAIN = /^export [*{].*/gm;

/** Names of what a module exports, types left out. */
const valuesOf = (text: string): string[] => [
  ...[...text.matchAll(VALUE)].map(([, name = '']) => name),
  ...[...text.matchAll(AGAIN)].map(([all]) => all),
];

const sources = filesOf('src');
const domain = sources.filter(([file]) => file.startsWith('src/domain/'));
const withSuffix = (suffix: string) => sources.filter(([file]) => suffixOf(file) === suffix);

test('every suffix in the domain is one of the documented ones, and every documented one is in use', () => {
  const table = readFileSync('docs/architecture.md', 'utf8');
  const documented = [...table.matchAll(/^\| `\.([a-z-]+)\.ts`/gm)].map(([, suffix]) => suffix);
  const used = new Set(domain.map(([file]) => suffixOf(file)).filter((suffix) => suffix !== ''));
  expect([...used].toSorted()).toEqual(documented.toSorted());
});

test('a use case exports one function that makes it, and types', () => {
  const wrong = withSuffix('use-case')
    .map(([file, text]) => ({ file, exports: valuesOf(text) }))
    .filter(({ exports: [first = '', ...others] }) => !/^make[A-Z]/.test(first) || others.length > 0);
  expect(wrong).toEqual([]);
});

test('a port exports types alone', () => {
  const wrong = withSuffix('port').filter(([, text]) => valuesOf(text).length > 0);
  expect(wrong.map(([file]) => file)).toEqual([]);
});

test('a file of the domain without a suffix uses no timer, no network and no process', () => {
  const impure = /\b(?:set(?:Timeout|Interval|Immediate)|fetch)\(|\bprocess\.[a-z]/;
  const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'/g, '');
  const wrong = domain.filter(([file, text]) => suffixOf(file) === '' && impure.test(code(text)));
  expect(wrong.map(([file]) => file)).toEqual([]);
});

test.each([
  ['export const makeA = 1;\nexport type B = 1;\nexport interface C {}', ['makeA']],
  ['export async function a() {}\nexport enum B {}\nexport abstract class C {}', ['a', 'B', 'C']],
  ["export * from './a.js';\nexport { b };", ["export * from './a.js';", 'export { b };']],
])('values of %j', (text, values) => {
  expect(valuesOf(text)).toEqual(values);
});
