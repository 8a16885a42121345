import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { ConfigError, parseConfig } from '../../src/config/config.js';
import { checkPorts } from '../../src/config/ports.js';
import { expectedOf } from '../../src/config/variable.js';
import { ALL_VARIABLES } from '../../src/config/variables.js';

const KEY = randomBytes(32).toString('base64');
const OWN = { DATABASE_URL: 'postgres://u:p@localhost:5432/db', ENCRYPTION_KEYS: KEY };

const problems = (env: Record<string, string>): string[] => {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

test('without any variable the service brings its own database and demo', () => {
  expect(parseConfig({})).toMatchObject({
    embedded: true,
    http: { host: '127.0.0.1', port: 4000 },
    sandboxPort: 4001,
    database: { url: null },
    publishing: { retryDelaysMs: [5_000, 30_000, 120_000, 600_000], maxLatenessMs: 86_400_000 },
    mail: { smtpUrl: null, from: 'Social publishing <no-reply@localhost>' },
    s3: null,
  });
});

test('PORT also moves the sandbox, unless SANDBOX_PORT is set', () => {
  expect(parseConfig({ PORT: '4100' }).sandboxPort).toBe(4101);
  expect(parseConfig({ PORT: '4100', SANDBOX_PORT: '5000' }).sandboxPort).toBe(5000);
});

test.each(['6000', '5060', '1', '10080'])('port %s, which browsers refuse, is refused', (PORT) => {
  expect(problems({ ...OWN, PORT })).toEqual([
    `PORT must not be ${PORT}: browsers refuse it (a bad port of the Fetch standard).`,
  ]);
  // Behind a proxy, browsers use its port.
  expect(problems({ ...OWN, PORT, PUBLIC_URL: 'https://publishing.example' })).toEqual([]);
  expect(problems({ ...OWN, PUBLIC_URL: `http://publishing.example:${PORT}` })).toEqual([
    `The port of PUBLIC_URL must not be ${PORT}: browsers refuse it (a bad port of the Fetch standard).`,
  ]);
  expect(problems({ ...OWN, ROLES: 'worker', WORKER_PORT: PORT, METRICS_PORT: '9100' })).toEqual([]);
});

test('the sandbox has no port that browsers refuse either', () => {
  expect(problems({ PORT: '5059' })).toEqual([
    'SANDBOX_PORT must not be 5060: browsers refuse it (a bad port of the Fetch standard).',
  ]);
});

test('the ports are those that fetch refuses, and no other', async () => {
  const { badPorts } = createRequire(import.meta.url)('undici/lib/web/fetch/constants.js');
  const config = parseConfig(OWN);
  const refused = Array.from({ length: 65_535 }, (_, index) => index + 1).filter((port) => {
    const found: string[] = [];
    checkPorts({ ...config, http: { ...config.http, port } }, found);
    return found.length > 0;
  });
  expect(refused).toEqual(
    badPorts
      .map(Number)
      .sort((a: number, b: number) => a - b)
      .filter((port: number) => port > 0),
  );
});

test('two variables cannot have one port', () => {
  expect(problems({ ...OWN, METRICS_PORT: '4000' })).toEqual([
    'METRICS_PORT and PORT are both 4000: they need two ports.',
  ]);
  expect(problems({ ...OWN, PORT: '0', METRICS_PORT: '0' })).toEqual([]);
});

test.each(['0x10', '4e3', ' 1', '+1', '1.0', '-1', '1_000', '٤'])('%j is no number', (value) => {
  const whole = /^\w+ must be (a whole number|a port number|four whole numbers)/;
  const numeric = Object.entries(ALL_VARIABLES)
    .map(([name, variable]) => ({ name, sentence: `${name} must be ${expectedOf(variable)}.` }))
    .filter(({ sentence }) => whole.test(sentence));
  expect(numeric.length).toBeGreaterThan(30);
  for (const { name, sentence } of numeric) expect(problems({ ...OWN, [name]: value })).toEqual([sentence]);
  expect(problems({ ...OWN, PUBLISH_RETRY_DELAYS_MS: `1,2,${value},4` }).length).toBe(value === ' 1' ? 0 : 1);
  if (value !== '1.0') expect(problems({ ...OWN, PUBLISH_MAX_LATENESS_HOURS: value })).toHaveLength(1);
});

test('platform addresses lose their trailing slash', () => {
  expect(parseConfig({ ...OWN, SKYFEED_BASE_URL: 'https://pds.example.com/' }).platforms.skyfeed.baseUrl).toBe(
    'https://pds.example.com',
  );
});

test('with DATABASE_URL, ENCRYPTION_KEYS is required', () => {
  expect(problems({ DATABASE_URL: OWN.DATABASE_URL })).toEqual([
    'ENCRYPTION_KEYS is missing: with DATABASE_URL set, it must be a list of base64 keys of 32 random bytes.',
  ]);
});

test('replicas are those of a database of the operator’s own', () => {
  const replicas = 'postgres://user:password@db2,db3/service';
  expect(problems({ DATABASE_READ_URL: replicas })).toEqual([
    'DATABASE_URL is missing: DATABASE_READ_URL names replicas of that database.',
  ]);
  expect(parseConfig({ ...OWN, DATABASE_READ_URL: replicas }).database.readUrl).toBe(replicas);
});

test('roles can only be split over a shared database', () => {
  expect(problems({ ROLES: 'worker' })).toEqual([
    'DATABASE_URL is missing: a process with only one of the ROLES needs a database to share.',
  ]);
  expect([...parseConfig({ ...OWN, ROLES: 'worker' }).roles]).toEqual(['worker']);
});

test('every wait has a limit, which the operator cannot remove', () => {
  const { database, watchdogSeconds, workerPollMs, stopTimeoutSeconds, workerPort } = parseConfig(OWN);
  expect(database).toMatchObject({ limits: { connectMs: 5_000, queryMs: 15_000 }, waitSeconds: 30 });
  expect({ watchdogSeconds, workerPollMs, stopTimeoutSeconds, workerPort }).toEqual({
    watchdogSeconds: 30,
    workerPollMs: 2_000,
    stopTimeoutSeconds: 25,
    workerPort: null,
  });
  expect(problems({ ...OWN, DATABASE_QUERY_TIMEOUT_MS: '0', STOP_TIMEOUT_SECONDS: 'never' })).toEqual([
    'DATABASE_QUERY_TIMEOUT_MS must be a whole number from 300 to 600000.',
    'STOP_TIMEOUT_SECONDS must be a whole number from 1 to 3600.',
  ]);
});

test('requests and wrong keys are limited also when the operator sets nothing', () => {
  const { requestLimits, http } = parseConfig(OWN);
  expect(requestLimits).toEqual({
    pointsPerMinute: 100_000,
    maxOperationPoints: 10_000,
    wrongKeysPerMinute: 30,
    invalidOperationsPerMinute: 120,
  });
  expect(http.rateLimitPerMinute).toBe(6_000);
  const none = { GRAPHQL_POINTS_PER_MINUTE: '0', GRAPHQL_OPERATION_POINTS: '1e9', WRONG_KEYS_PER_MINUTE: 'many' };
  expect(problems({ ...OWN, ...none })).toEqual([
    'GRAPHQL_POINTS_PER_MINUTE must be a whole number from 100 to 1000000000.',
    'GRAPHQL_OPERATION_POINTS must be a whole number from 100 to 1000000.',
    'WRONG_KEYS_PER_MINUTE must be a whole number from 1 to 1000000.',
  ]);
});

test('a session of other sites needs https and the names of the sites', () => {
  const SESSION_COOKIE_SAME_SITE = 'none';
  const PUBLIC_URL = 'https://api.example.com';
  const CORS_ORIGINS = 'https://app.example.org';
  const missing =
    'SESSION_COOKIE_SAME_SITE=none needs a PUBLIC_URL with https and the sites of the pages in CORS_ORIGINS.';
  const http = 'http://api.example.com';
  const incomplete: Record<string, string>[] = [
    {},
    { PUBLIC_URL },
    { CORS_ORIGINS },
    { PUBLIC_URL: http, CORS_ORIGINS },
  ];
  for (const given of incomplete) {
    expect(problems({ SESSION_COOKIE_SAME_SITE, ...given })).toEqual([missing]);
  }
  expect(parseConfig({ SESSION_COOKIE_SAME_SITE, PUBLIC_URL, CORS_ORIGINS }).http).toMatchObject({
    sessionSameSite: 'none',
    corsOrigins: [CORS_ORIGINS],
  });
  expect(parseConfig({}).http.sessionSameSite).toBe('lax');
  expect(problems({ SESSION_COOKIE_SAME_SITE: 'strict' })).toEqual(['SESSION_COOKIE_SAME_SITE must be lax or none.']);
});

test('a mail server needs a sender', () => {
  const SMTP_URL = 'smtps://service:secret@mail.example.com:465';
  expect(problems({ SMTP_URL })).toEqual([
    'MAIL_FROM is missing: with SMTP_URL set, it must be a sender of the form Name <name@example.com>.',
  ]);
  const MAIL_FROM = '"Example, Inc." <no-reply@example.com>';
  expect(parseConfig({ SMTP_URL, MAIL_FROM }).mail).toEqual({ smtpUrl: SMTP_URL, from: MAIL_FROM });
});

test('a bucket needs a region, an access key and a public address', () => {
  expect(problems({ S3_BUCKET: 'media' })).toEqual([
    'S3_REGION is missing: with S3_BUCKET set, it must be the region of the bucket.',
    'S3_ACCESS_KEY_ID is missing: with S3_BUCKET set, it must be the id of an access key.',
    'S3_SECRET_ACCESS_KEY is missing: with S3_BUCKET set, it must be the secret of the access key.',
    'S3_PUBLIC_URL is missing: with S3_BUCKET set, it must be the http or https address under which the public reads the bucket.',
  ]);
  const bucket = {
    S3_BUCKET: 'media',
    S3_REGION: 'eu-central-1',
    S3_ACCESS_KEY_ID: 'AKIAEXAMPLE',
    S3_SECRET_ACCESS_KEY: 'secret',
    S3_PUBLIC_URL: 'https://cdn.example.com/',
  };
  const expected = {
    endpoint: null,
    region: 'eu-central-1',
    bucket: 'media',
    accessKeyId: 'AKIAEXAMPLE',
    secretAccessKey: 'secret',
    forcePathStyle: false,
    publicUrl: 'https://cdn.example.com',
  };
  expect(parseConfig(bucket).s3).toEqual(expected);
  const S3_ENDPOINT = 'http://minio.internal:9000';
  const compatible = { ...bucket, S3_ENDPOINT, S3_FORCE_PATH_STYLE: 'true' };
  expect(parseConfig(compatible).s3).toEqual({ ...expected, endpoint: S3_ENDPOINT, forcePathStyle: true });
});

test.each(['smtp://localhost', 'smtp://[::1]:2525', 'smtps://user%40example.com:p%40ss@mail.example.com/?pool=true'])(
  '%s is the address of a mail server',
  (SMTP_URL) => {
    expect(parseConfig({ SMTP_URL, MAIL_FROM: 'no-reply@intranet' }).mail.smtpUrl).toBe(SMTP_URL);
  },
);

test.each([
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['ROLES', 'api,cook'],
  ['CORS_ORIGINS', 'shop.example.org'],
  ['CORS_ORIGINS', 'https://shop.example.org/path'],
  ['DATABASE_URL', 'mysql://localhost/db'],
  ['DATABASE_POOL_SIZE', '1'],
  ['ENCRYPTION_KEYS', 'c2hvcnQ='],
  ['ENCRYPTION_KEYS', Buffer.alloc(32).toString('base64')],
  ['ENCRYPTION_KEYS', Buffer.from('abcdefgh'.repeat(4)).toString('base64')],
  ['MAX_BODY_BYTES', '1'],
  ['GRAPHIQL', 'perhaps'],
  ['PUBLISH_CONCURRENCY', '0'],
  ['PUBLISH_RETRY_DELAYS_MS', '1,2,3'],
  ['PUBLISH_MAX_LATENESS_HOURS', '-1'],
  ['WORKER_HEARTBEAT_SECONDS', '1'],
  ['SMTP_URL', 'https://user:secret@mail.example.com'],
  ['SMTP_URL', 'smtp:mail.example.com'],
  ['SMTP_URL', 'smtp://user:pass/word@mail.example.com'],
  ['SMTP_URL', 'smtp://user:secret@999.1.1.1'],
  ['MAIL_FROM', 'Example'],
  ['MAIL_FROM', 'one@example.com, two@example.com'],
  ['MAIL_FROM', 'Friends: one@example.com;'],
  ['S3_ENDPOINT', 's3.example.com'],
  ['S3_FORCE_PATH_STYLE', 'perhaps'],
  ['S3_PUBLIC_URL', 'cdn.example.com'],
  ['LOG_LEVEL', 'loud'],
  ['FEDIVERSE_BASE_URL', 'ftp://example.com'],
])('a wrong %s is one sentence that names it and repeats no value', (name, value) => {
  const [problem, ...others] = problems({ ...OWN, [name]: value });
  expect(others).toEqual([]);
  expect(problem).toMatch(new RegExp(`^${name} must be .*\\.$`));
  if (value.length > 4) expect(problem).not.toContain(value);
});
