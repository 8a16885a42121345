/**
 * The configuration: the only reader of the environment. All problems are reported at once, one sentence per variable,
 * and secrets are never included.
 */
import { z } from 'zod';
import type { RetentionConfig } from '../../jobs/retention-rules.js';
import type { PublishingConfig } from '../domain/publishing/publishing-config.js';
import type { Brand } from '../foundation/http/brand.js';
import type { S3Config } from '../storage/s3-storage.js';
import { type AccountsConfig, readAccounts } from './accounts.js';
import { readBrand } from './brand.js';
import { type DatabaseConfig, readDatabase } from './database.js';
import { type Env, NAMES, readEnvironment } from './environment.js';
import { type HttpConfig, readHttp } from './http.js';
import { shownValues, type ValueInForce } from './in-force.js';
import { type LiveConfig, type RequestLimitsConfig, readLive, readRequestLimits } from './limits.js';
import { type MailConfig, readMail } from './mail.js';
import { type PlansConfig, readPlans } from './plans.js';
import { type PlatformsConfig, readPlatformSwitches, readPlatforms } from './platforms.js';
import { checkPorts } from './ports.js';
import { privateAddressesWarning } from './private-addresses.js';
import { type ProcessConfig, readProcess } from './process.js';
import { readPublishing } from './publishing.js';
import { readRetention } from './retention.js';
import { readStorage } from './storage.js';
import { readTraces, type TracesConfig } from './traces.js';
import { wrongValues } from './variable.js';
import { missingBucket, unknownVariables } from './variable-names.js';
import { variables } from './variables.js';
import { readWebhooks, type WebhooksConfig } from './webhooks.js';

export interface Config extends ProcessConfig, AccountsConfig, PlatformsConfig, PlansConfig {
  /** Embedded database, sandbox and demo account instead of services of the operator's own. */
  embedded: boolean;
  http: HttpConfig;
  brand: Brand;
  requestLimits: RequestLimitsConfig;
  live: LiveConfig;
  sandboxPort: number;
  database: DatabaseConfig;
  publishing: PublishingConfig;
  webhooks: WebhooksConfig;
  mail: MailConfig;
  retention: RetentionConfig;
  /** How long a post of REST that is due sooner is postponed for its files, in milliseconds. */
  uploadGraceMs: number;
  /** Null: uploaded files are kept in the data folder. */
  s3: S3Config | null;
  /** Every value, without secrets: for the operator. */
  inForce: readonly ValueInForce[];
  /** Null: no traces. */
  traces: TracesConfig | null;
}

/** The configuration is wrong; `problems` has one sentence per variable. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(problems.join('\n'));
  }
}

const schema = z.object(variables);

const NO_PUBLIC_URL =
  'PUBLIC_URL is not set: links in e-mails and on pages lead to the address that the API listens on, and cookies are sent without TLS.';

/** What a service on a database of the operator's own should not be run with: a sentence for each. They stop nothing. */
export const productionWarnings = ({ embedded, http, privateAddresses }: Config): string[] => {
  if (embedded) return [];
  return [
    ...(http.publicUrl === null ? [NO_PUBLIC_URL] : []),
    ...(privateAddresses.size > 0 ? [privateAddressesWarning(privateAddresses)] : []),
  ];
};

/** What in the environment is not used, although it looks as if it should be: a sentence for each. They stop nothing. */
export const configWarnings = (env: Env): string[] => [
  ...unknownVariables(Object.keys(env), NAMES),
  ...readTraces(env).warnings,
];

/**
 * Parses the environment, with the files that it names. Throws a ConfigError that lists every wrong or missing value.
 */
export function parseConfig(env: Env): Config {
  const { given, sources, problems } = readEnvironment(env);
  const platforms = readPlatforms(given, problems);
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new ConfigError([...wrongValues(parsed.error, variables), ...problems]);
  const value = parsed.data;
  const embedded = value.DATABASE_URL === undefined;
  if (!embedded && value.ENCRYPTION_KEYS === undefined) {
    problems.push(
      'ENCRYPTION_KEYS is missing: with DATABASE_URL set, it must be a list of base64 keys of 32 random bytes.',
    );
  }
  if (embedded && value.ROLES.size === 1) {
    problems.push('DATABASE_URL is missing: a process with only one of the ROLES needs a database to share.');
  }
  if (embedded && value.DATABASE_DIRECT_URL !== undefined) {
    problems.push('DATABASE_URL is missing: DATABASE_DIRECT_URL is the same database without its pooler.');
  }
  if (embedded && value.DATABASE_READ_URL !== undefined) {
    problems.push('DATABASE_URL is missing: DATABASE_READ_URL names replicas of that database.');
  }
  const config: Config = {
    embedded,
    ...readProcess(value, embedded),
    ...readAccounts(value),
    ...readPlatformSwitches(value),
    platforms,
    plans: readPlans(value, problems),
    http: readHttp(value, problems),
    brand: readBrand(value),
    requestLimits: readRequestLimits(value),
    live: readLive(value),
    sandboxPort: value.SANDBOX_PORT ?? (value.PORT === 0 ? 0 : value.PORT + 1),
    database: readDatabase(value),
    publishing: readPublishing(value),
    webhooks: readWebhooks(value),
    mail: readMail(value, problems),
    retention: readRetention(value),
    uploadGraceMs: value.REST_UPLOAD_GRACE_MS,
    s3: readStorage(value, problems),
    inForce: shownValues({ given, sources }),
    traces: readTraces(given).traces,
  };
  checkPorts(config, problems);
  problems.push(...missingBucket(Object.keys(given)));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}
