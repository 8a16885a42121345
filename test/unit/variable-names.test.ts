import { ConfigError, configWarnings, parseConfig } from '../../src/config/config.js';

test.each([
  ['S3_BUKET', 'S3_BUCKET'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['PUBLISH_CONCURENCY', 'PUBLISH_CONCURRENCY'],
  ['SKYFEED_BASEURL', 'SKYFEED_BASE_URL'],
  ['WEBHOOKS_TIMEOUTS_MS', 'WEBHOOKS_TIMEOUT_MS'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['SMPT_URL', 'SMTP_URL'],
])('%s is a warning', (name, nearest) => {
  expect(configWarnings({ [name]: 'x' })).toEqual([
    `The variable ${name} is unknown and has no effect. Did you mean ${nearest}?`,
  ]);
});

test('a name that is near none is a warning without a hint', () => {
  expect(configWarnings({ S3_SERVER_SIDE_ENCRYPTION: 'x' })).toEqual([
    'The variable S3_SERVER_SIDE_ENCRYPTION is unknown and has no effect.',
  ]);
});

test.each(['PATH', 'HOME', 'NODE_OPTIONS', 'npm_config_cache', 'MAIL', 'AWS_REGION', 'S3_BUCKET', 'PORT'])(
  '%s is no warning',
  (name) => {
    expect(configWarnings({ [name]: 'x' })).toEqual([]);
  },
);

test.each(['HTTP_PROXY', 'https_proxy'])('%s is a warning: it has no effect', (name) => {
  expect(configWarnings({ [name]: 'http://proxy.example:3128' })).toEqual([
    `The variable ${name} has no effect: requests are sent without a proxy.`,
  ]);
});

test.each(['S3_BUKET', 'S3_REGION', 'S3_FORCE_PATH_STYLE'])('%s without S3_BUCKET is an error', (name) => {
  const problem = `S3_BUCKET is missing: with ${name} set, it must be the name of a bucket.`;
  expect(() => parseConfig({ [name]: 'true' })).toThrow(new ConfigError([problem]));
});

test('an S3 variable that is empty is as good as none', () => {
  expect(parseConfig({ S3_REGION: '' }).s3).toBeNull();
});
