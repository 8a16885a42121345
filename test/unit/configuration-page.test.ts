import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseConfig } from '../../src/config/config.js';
import { configurationPage } from '../../src/config/configuration-page.js';
import { variables } from '../../src/config/variables.js';
import { LIST_LAG_MS } from '../../src/platforms/port/rules.js';
import { platformRules } from '../../src/platforms/rules-registry.js';

/** With these, every variable counts. */
const GIVEN = {
  DATABASE_URL: 'postgres://u:p@localhost:5432/db',
  ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
  S3_BUCKET: 'files',
  S3_REGION: 'eu-west-1',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  S3_PUBLIC_URL: 'https://files.example.com',
};

const page = await readFile('docs/configuration.md', 'utf8');
/** The default is the value in backticks at the start of the cell. */
const rows = [...page.matchAll(/^\| `([^`]+)`(?:<br>`[^`]+`)? \| (?:`([^`]*)`)?/gm)].map(([, name = '', value]) => ({
  name,
  value,
}));
const general = rows.filter(({ name }) => !name.startsWith('<KEY>_'));

test('docs/configuration.md is what `npm run docs` writes', () => {
  expect(page).toBe(configurationPage());
});

test('it has every variable once, and no other', () => {
  expect(general.map(({ name }) => name).sort()).toEqual(Object.keys(variables).sort());
});

test('PUBLISH_LIST_LAG_MS names the platforms whose rules have a bound', () => {
  const row = page.split('\n').find((line) => line.includes('`PUBLISH_LIST_LAG_MS`')) ?? '';
  const [, ofPosts = '', ofComments = ''] = /30000 for (.*), and for comments on (.*), 0 for others/.exec(row) ?? [];
  const all = Object.entries(platformRules);
  const posts = all.flatMap(([key, { listLagMs }]) => (listLagMs === LIST_LAG_MS ? key : []));
  const comments = all.flatMap(([key, { listLagMs, comment }]) =>
    (comment?.listLagMs ?? listLagMs) > listLagMs ? key : [],
  );
  expect(ofPosts.match(/(?!and)\b\w+/g)?.sort()).toEqual(posts.sort());
  expect(ofComments.match(/(?!and)\b\w+/g)?.sort()).toEqual(comments.sort());
});

const withDefault = general.filter(({ value }) => value !== undefined && value !== 'PORT');

test('most variables have a default', () => {
  expect(withDefault.length).toBeGreaterThan(40);
});

test.each(withDefault)('$name is $value by default', ({ name, value }) => {
  // What is in force says where each value comes from.
  const { inForce: _given, ...given } = parseConfig({ ...GIVEN, [name]: value });
  const { inForce: _unset, ...unset } = parseConfig(GIVEN);
  expect(given).toEqual(unset);
});
