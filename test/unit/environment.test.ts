import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { configWarnings, parseConfig } from '../../src/config/config.js';
import { readEnvironment } from '../../src/config/environment.js';

const folder = mkdtempSync(path.join(tmpdir(), 'configuration-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
/** A new file with the content; its path. */
function file(content: string | Buffer): string {
  files += 1;
  const name = path.join(folder, `file-${files}`);
  writeFileSync(name, content);
  return name;
}

const KEY_BYTES = randomBytes(32);
const KEY = KEY_BYTES.toString('base64');
const URL = 'postgres://u:p@localhost:5432/db';

test('a secret is read from the file that the variable with _FILE names, without the newline at its end', () => {
  const config = parseConfig({
    DATABASE_URL_FILE: file(`${URL}\n`),
    ENCRYPTION_KEYS_FILE: file(`${KEY}\r\n`),
    SKYFEED_CLIENT_ID: 'app',
    SKYFEED_CLIENT_SECRET_FILE: file(' spaces stay \n\n'),
  });
  expect(config.database.url).toBe(URL);
  expect(config.encryptionKeys).toEqual([KEY_BYTES]);
  expect(config.platforms.skyfeed.client).toEqual({ id: 'app', secret: ' spaces stay \n' });
});

test('every secret can be in a file, and nothing else', () => {
  const named = file('x');
  const takes = (name: string) => readEnvironment({ [`${name}_FILE`]: named }).given[name] === 'x';
  const secrets = ['DATABASE_URL', 'ENCRYPTION_KEYS', 'SMTP_URL', 'S3_SECRET_ACCESS_KEY', 'PINBOARD_CLIENT_SECRET'];
  expect(secrets.filter((name) => !takes(name))).toEqual([]);
  expect(['PORT', 'PUBLIC_URL', 'PINBOARD_CLIENT_ID'].filter(takes)).toEqual([]);
  expect(configWarnings({ SMTP_URL_FILE: named, CONFIG_FILE: named })).toEqual([]);
  expect(configWarnings({ S3_REGION_FILE: named })).toHaveLength(1);
});

test('a secret and its file together are an error', () => {
  const env = { SMTP_URL: 'smtp://localhost', SMTP_URL_FILE: file('no address') };
  expect(readEnvironment(env).given).toEqual({ SMTP_URL: 'smtp://localhost' });
  expect(readEnvironment(env).problems).toEqual(['SMTP_URL and SMTP_URL_FILE are both set: remove one of them.']);
});

test('a file of a secret that cannot be used is an error in words, without its content', () => {
  const problemsOf = (name: string) => readEnvironment({ DATABASE_URL_FILE: name }).problems;
  const missing = path.join(folder, 'missing');
  expect(problemsOf(missing)).toEqual([`DATABASE_URL_FILE names ${missing}, which does not exist.`]);
  expect(problemsOf(folder)).toEqual([`DATABASE_URL_FILE names ${folder}, which is not a file.`]);
  const empty = file('\n');
  expect(problemsOf(empty)).toEqual([`DATABASE_URL_FILE names ${empty}, which is empty.`]);
  const long = file('x'.repeat(65_537));
  expect(problemsOf(long)).toEqual([`DATABASE_URL_FILE names ${long}, which has more than 65536 bytes.`]);
  const binary = file(Buffer.from([0xff, 0xfe, 0x00]));
  expect(problemsOf(binary)).toEqual([`DATABASE_URL_FILE names ${binary}, which is not text in UTF-8.`]);
});

// The superuser may read everything.
(process.getuid?.() === 0 ? test.skip : test)('a file that the user may not read is an error in words', () => {
  const locked = file(URL);
  chmodSync(locked, 0);
  expect(readEnvironment({ DATABASE_URL_FILE: locked }).problems).toEqual([
    `DATABASE_URL_FILE names ${locked}, which this user may not read.`,
  ]);
});

test('CONFIG_FILE has further variables, and the environment wins', () => {
  const named = file(
    [
      '# The database',
      `DATABASE_URL='${URL}' # of the staging server`,
      `export ENCRYPTION_KEYS=${KEY}`,
      '',
      'PORT=4100',
      'HOST=0.0.0.0',
      'LOG_LEVEL=',
    ].join('\n'),
  );
  const config = parseConfig({ CONFIG_FILE: named, PORT: '4200', HOST: '' });
  expect(config.database.url).toBe(URL);
  expect(config.http).toMatchObject({ port: 4200, host: '0.0.0.0' });
  const { sources } = readEnvironment({ CONFIG_FILE: named, PORT: '4200', HOST: '' });
  expect(sources).toMatchObject({ PORT: 'environment', HOST: named, DATABASE_URL: named });
});

test('a secret of the environment wins over a file that CONFIG_FILE names for it', () => {
  const secret = file('postgres://u:p@other:5432/db');
  const named = file(`DATABASE_URL_FILE=${secret}\n`);
  expect(readEnvironment({ CONFIG_FILE: named }).sources.DATABASE_URL).toBe(secret);
  const both = readEnvironment({ CONFIG_FILE: named, DATABASE_URL: URL });
  expect(both).toMatchObject({ given: { DATABASE_URL: URL }, sources: { DATABASE_URL: 'environment' }, problems: [] });
});

test('each problem of a CONFIG_FILE is reported with its line', () => {
  const named = file(
    [
      'PORT=4100',
      'SMTP_URL="smtp://localhost',
      '# within the quotes"',
      'DATABSE_URL=postgres://u:secret@localhost/db',
      'HOST 0.0.0.0',
      'PORT=4200',
      'CONFIG_FILE=other',
      '  # a comment with PORT=1',
    ].join('\n'),
  );
  expect(readEnvironment({ CONFIG_FILE: named }).problems).toEqual([
    `${named}, line 4: the variable DATABSE_URL is unknown.`,
    `${named}, line 6: PORT is set a second time.`,
    `${named}, line 7: CONFIG_FILE can only be set in the environment.`,
    `${named}, line 5: this is no assignment of the form NAME=value.`,
  ]);
});

test('a CONFIG_FILE that is missing is an error, beside those of the other variables', () => {
  const missing = path.join(folder, 'missing');
  expect(() => parseConfig({ CONFIG_FILE: missing, PORT: 'x' })).toThrow(
    `PORT must be a port number from 0 to 65535.\nCONFIG_FILE names ${missing}, which does not exist.`,
  );
});
