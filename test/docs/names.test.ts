/** What the documentation names exists: commands, fields, error codes, variables. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { makeProgram } from '../../src/admin/program.js';
import { NAMES } from '../../src/config/environment.js';
import { perPlatformVariables } from '../../src/config/platforms.js';
import { CURRENT_DOCUMENTS, readDocument } from '../support/documents.js';

// Pages that say how to move from another service name the fields of its API.
const documents = CURRENT_DOCUMENTS.filter((file) => !/\/recipes\/from-/.test(file)).map((file) => ({
  file,
  ...readDocument(file),
}));

const read = (file: string) => readFileSync(file, 'utf8');
const sources = [
  'src',
  'rest-compat',
  'sandbox',
  'dashboard/src',
  'clients/typescript/src',
  'clients/cli/src',
  'bench',
  'test/support',
].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => read(path.join(folder, name))),
);
const deployed = readdirSync('deploy', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(sh|yaml)$/.test(name))
  .map((name) => read(path.join('deploy', name)));
const known = new Set([
  ...[read('schema.graphql'), read('.github/workflows/release.yml'), ...sources, ...deployed].flatMap(
    (text) => text.match(/\w+/g) ?? [],
  ),
  ...NAMES,
  ...Object.keys(perPlatformVariables).map((name) => `TOY_${name}`),
]);

/** `CONSTANT_CASE` and `camelCase` */
const IDENTIFIER = /^(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*|[a-z]+(?:[A-Z]\w*)+)$/;

test.each(documents)('every name in $file is one of the schema or the code', ({ names }) => {
  expect(names.filter((name) => IDENTIFIER.test(name) && !known.has(name))).toEqual([]);
});

test('every command is there', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const unused = () => Promise.reject(new Error('nothing is run'));
  const program = makeProgram({
    open: unused,
    podsIn: unused,
    checkConfig: unused,
    checkPlatform: unused,
    fail: () => undefined,
    openMigrations: unused,
    pods: { writeRouter: unused },
    readInput: unused,
    write: () => undefined,
    writeError: () => undefined,
  });
  const commands = program.commands.map((command) => command.name());
  const named = documents
    .flatMap(({ names }) => names)
    .flatMap((name) => [...name.matchAll(/npm run (?:--silent )?([\w:]+)(?: -- ([a-z][\w-]*))?/g)]);
  expect(named.length).toBeGreaterThan(20);
  const missing = named.filter(
    ([, script = '', command]) =>
      !(script in scripts) || (script === 'admin' && command && !commands.includes(command)),
  );
  expect(missing.map(([text]) => text)).toEqual([]);
});
