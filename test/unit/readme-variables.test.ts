/** The README's table of variables is the configuration: the same names, and the defaults that hold. */
import { readFile } from 'node:fs/promises';
import { parseConfig, VARIABLES } from '../../src/config/config.js';

/** With these, every variable counts. */
const GIVEN = {
  DATABASE_URL: 'postgres://u:p@localhost:5432/db',
  ENCRYPTION_KEYS: Buffer.alloc(32, 1).toString('base64'),
  S3_BUCKET: 'files',
  S3_REGION: 'eu-west-1',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  S3_PUBLIC_URL: 'https://files.example.com',
};

/** A row names one or more variables, and a default for each: in backticks, or said in words in parentheses. */
const rows = (await readFile('README.md', 'utf8'))
  .split(/^\| Variable +\| Default +\| Meaning +\|$/m)[1]
  ?.split('\n\n')[0]
  ?.matchAll(/^\| (`.+?) +\| (.+?) +\|/gm);
const variables = [...(rows ?? [])].flatMap(([, names = '', defaults = '']) => {
  const values = [...defaults.matchAll(/\([^)]*\)|`([^`]*)`/g)].map(([, value]) => value);
  return [...names.matchAll(/`([^`]+)`/g)].map(([, name = ''], index) => ({ name, value: values[index] }));
});
const ofPlatforms = /^<KEY>_|^SHORTVIDEO_APPROVED$/;

test('has every variable once, and no other', () => {
  const names = variables.map(({ name }) => name).filter((name) => !ofPlatforms.test(name));
  expect(names.sort()).toEqual([...VARIABLES].sort());
});

test.each(variables.filter(({ value }) => value !== undefined))('$name is $value by default', ({ name, value }) => {
  expect(parseConfig({ ...GIVEN, [name]: value })).toEqual(parseConfig(GIVEN));
});
