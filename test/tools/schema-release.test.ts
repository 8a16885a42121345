import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const TOOL = resolve('tools/schema-release.mjs');
const RELEASED =
  'type Query { post: Post, posts: [Post!] } type Post { id: ID!, content: String, status: Status } enum Status { DRAFT }';
const WITHOUT_CONTENT = RELEASED.replace('content: String, ', '');
const REMOVAL = { change: 'FIELD_REMOVED Post.content', reason: 'Deprecated for a year.' };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'schema-release-'));
  await mkdir(join(folder, 'docs/releases'), { recursive: true });
  await cp('docs/releases/schema-changelog.md', join(folder, 'docs/releases/schema-changelog.md'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ version: '2.3.0' }));
  await writeFile(join(folder, 'docs/releases/schema.graphql'), RELEASED);
  await explain();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const read = (file: string) => readFile(join(folder, file), 'utf8');
const change = (schema: string) => writeFile(join(folder, 'schema.graphql'), schema);
const explain = (...explanations: object[]) =>
  writeFile(join(folder, 'docs/releases/breaking-changes.json'), JSON.stringify(explanations));

/** What the command complains of; nothing when it succeeds. */
const run = (...args: string[]): Promise<string> =>
  promisify(execFile)(process.execPath, [TOOL, ...args], { cwd: folder }).then(
    () => '',
    ({ stderr }: { stderr: string }) => stderr,
  );

test.each([
  ['a field that is gone', WITHOUT_CONTENT, 'FIELD_REMOVED Post.content'],
  ['a value of an enum that is gone', RELEASED.replace('DRAFT', 'LIVE'), 'ENUM_VALUE_REMOVED Status.DRAFT'],
  ['a field of another type', RELEASED.replace('content: String', 'content: Int'), 'FIELD_TYPE_CHANGED Post.content'],
  [
    'an argument that is required',
    RELEASED.replace('post: Post', 'post(id: ID!): Post'),
    'FIELD_ARGUMENT_ADDED Query.post.id',
  ],
])('%s fails the check', async (_what, schema, name) => {
  await change(schema);
  expect(await run()).toContain(`${name}: `);
});

test('additions and deprecations with a replacement and a day pass it', async () => {
  const reason = 'Use `text`. Removed on 2028-01-31.';
  await change(
    RELEASED.replace('content: String', `content: String @deprecated(reason: "${reason}"), text: String`)
      .replace('post: Post', 'post(id: ID): Post')
      .replace('DRAFT', 'DRAFT LIVE'),
  );
  expect(await run()).toBe('');
});

test('a breaking change that is explained passes it', async () => {
  await change(WITHOUT_CONTENT);
  await explain(REMOVAL);
  expect(await run()).toBe('');
});

test.each([
  ['without a reason', { ...REMOVAL, reason: ' ' }, 'gives no reason'],
  ['of another change', { ...REMOVAL, change: 'FIELD_REMOVED Post.status' }, 'does not explain it'],
])('an explanation %s fails it', async (_what, explanation, complaint) => {
  await change(WITHOUT_CONTENT);
  await explain(explanation);
  expect(await run()).toContain(complaint);
});

test('an explanation of what has not changed fails it', async () => {
  await change(RELEASED);
  await explain(REMOVAL);
  expect(await run()).toContain('nothing like it has changed');
});

test.each([
  ['a field', 'content: String', 'content: String @deprecated(reason: "Old.")', 'Post.content'],
  ['an argument', 'post: Post', 'post(id: ID @deprecated(reason: "Use `x`.")): Post', 'Query.post.id'],
  ['a value of an enum', 'DRAFT', 'DRAFT @deprecated', 'Status.DRAFT'],
])('%s whose deprecation names no replacement or no day fails it', async (_what, before, after, name) => {
  await change(RELEASED.replace(before, after));
  expect(await run()).toContain(`${name}: `);
});

test('a release writes the changelog, makes the schema the released one, and leaves nothing explained', async () => {
  await change(WITHOUT_CONTENT.replace('DRAFT', 'DRAFT LIVE').replace('id: ID!', 'id: ID!, text: String'));
  await explain(REMOVAL);
  expect(await run('--release')).toBe('');
  const changelog = await read('docs/releases/schema-changelog.md');
  expect(changelog).toMatch(
    /^# .*\n\n## 2\.3\.0 \(\d{4}-\d\d-\d\d\)\n\n### Breaking\n\n- .*'content'.* Deprecated for a year\.\n\n### To be watched\n\n- .*'LIVE'.*\n\n### Compatible\n\n- .*'text'.*\n/s,
  );
  expect(await read('docs/releases/schema.graphql')).toBe(await read('schema.graphql'));
  expect(await run()).toBe('');
  expect(await read('docs/releases/breaking-changes.json')).toBe('[]\n');
});

test('a release of what breaks clients without an explanation changes nothing', async () => {
  await change(WITHOUT_CONTENT);
  const before = await read('docs/releases/schema-changelog.md');
  expect(await run('--release')).toContain(REMOVAL.change);
  expect(await read('docs/releases/schema.graphql')).toBe(RELEASED);
  expect(await read('docs/releases/schema-changelog.md')).toBe(before);
});

test('before the first release nothing breaks, and the first release writes its schema', async () => {
  await rm(join(folder, 'docs/releases/schema.graphql'));
  await change(RELEASED);
  expect(await run('--release')).toBe('');
  expect(existsSync(join(folder, 'docs/releases/schema.graphql'))).toBe(true);
  expect(await read('docs/releases/schema-changelog.md')).toContain('The first release.');
});
