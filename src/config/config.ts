/**
 * The configuration: the only reader of the environment. All problems are reported at once, one sentence per variable,
 * and secrets are never included.
 */
import { z } from 'zod';
import type { RetentionConfig } from '../../jobs/retention-rules.js';
import type { PublishingConfig } from '../domain/publishing/publishing-config.js';
import { PLATFORM_KEYS } from '../platforms/port/platform.js';
import type { S3Config } from '../storage/s3-storage.js';
import { type AccountsConfig, accountVariables, readAccounts } from './accounts.js';
import { type DatabaseConfig, databaseVariables, readDatabase } from './database.js';
import { type HttpConfig, httpVariables, readHttp } from './http.js';
import { type LiveConfig, limitVariables, type RequestLimitsConfig, readLive, readRequestLimits } from './limits.js';
import { type MailConfig, mailVariables, readMail } from './mail.js';
import {
  type PlatformsConfig,
  perPlatformVariables,
  platformVariables,
  readPlatformSwitches,
  readPlatforms,
} from './platforms.js';
import { type ProcessConfig, processVariables, readProcess } from './process.js';
import { publishingVariables, readPublishing } from './publishing.js';
import { readRetention, retentionVariables } from './retention.js';
import { readStorage, storageVariables } from './storage.js';
import { wrongValues } from './variable.js';
import { missingBucket, unknownVariables } from './variable-names.js';
import { readWebhooks, type WebhooksConfig, webhookVariables } from './webhooks.js';

export interface Config extends ProcessConfig, AccountsConfig, PlatformsConfig {
  /** Embedded database, sandbox and demo account instead of services of the operator's own. */
  embedded: boolean;
  http: HttpConfig;
  requestLimits: RequestLimitsConfig;
  live: LiveConfig;
  sandboxPort: number;
  database: DatabaseConfig;
  publishing: PublishingConfig;
  webhooks: WebhooksConfig;
  mail: MailConfig;
  retention: RetentionConfig;
  /** Files may be fetched from addresses that are not public. */
  allowPrivateMediaUrls: boolean;
  /** Null: uploaded files are kept in the data folder. */
  s3: S3Config | null;
}

/** The configuration is wrong; `problems` has one sentence per variable. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(problems.join('\n'));
  }
}

const variables = {
  ...httpVariables,
  ...databaseVariables,
  ...limitVariables,
  ...accountVariables,
  ...mailVariables,
  ...storageVariables,
  ...publishingVariables,
  ...platformVariables,
  ...webhookVariables,
  ...retentionVariables,
  ...processVariables,
};
const schema = z.object(variables);

/** All variables but those of a single platform. */
export const VARIABLES: readonly string[] = Object.keys(variables);

const VARIABLES_OF_PLATFORMS: readonly string[] = PLATFORM_KEYS.flatMap((key) =>
  Object.keys(perPlatformVariables).map((name) => `${key.toUpperCase()}_${name}`),
);

/** Names in the environment that look like variables of ours and are none: a sentence for each. They stop nothing. */
export const configWarnings = (env: Record<string, string | undefined>): string[] =>
  unknownVariables(Object.keys(env), [...VARIABLES, ...VARIABLES_OF_PLATFORMS]);

/** Parses the environment. Throws a ConfigError that lists every wrong or missing value. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
  const problems: string[] = [];
  const platforms = readPlatforms(given, problems);
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new ConfigError([...wrongValues(parsed.error, variables), ...problems]);
  const value = parsed.data;
  const embedded = value.DATABASE_URL === undefined;
  if (!embedded && value.ENCRYPTION_KEYS === undefined) {
    problems.push('ENCRYPTION_KEYS is missing: with DATABASE_URL set, it must be a list of base64 keys of 32 bytes.');
  }
  if (embedded && value.ROLES.size === 1) {
    problems.push('DATABASE_URL is missing: a process with only one of the ROLES needs a database to share.');
  }
  const config: Config = {
    embedded,
    ...readProcess(value, embedded),
    ...readAccounts(value),
    ...readPlatformSwitches(value, embedded),
    platforms,
    http: readHttp(value, problems),
    requestLimits: readRequestLimits(value),
    live: readLive(value),
    sandboxPort: value.SANDBOX_PORT ?? (value.PORT === 0 ? 0 : value.PORT + 1),
    database: readDatabase(value),
    publishing: readPublishing(value),
    webhooks: readWebhooks(value, embedded),
    mail: readMail(value, problems),
    retention: readRetention(value),
    allowPrivateMediaUrls: value.MEDIA_URLS_ALLOW_PRIVATE,
    s3: readStorage(value, problems),
  };
  problems.push(...missingBucket(Object.keys(given)));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}
