import { accountVariables } from './accounts.js';
import { databaseVariables } from './database.js';
import { httpVariables } from './http.js';
import { limitVariables } from './limits.js';
import { mailVariables } from './mail.js';
import { perPlatformVariables, platformVariables } from './platforms.js';
import { processVariables } from './process.js';
import { publishingVariables } from './publishing.js';
import { retentionVariables } from './retention.js';
import { storageVariables } from './storage.js';
import { defaultOf, expectedOf, type Variables } from './variable.js';
import { webhookVariables } from './webhooks.js';

const perPlatform: Variables = Object.fromEntries(
  Object.entries(perPlatformVariables).map(([name, variable]) => [`<KEY>_${name}`, variable]),
);

const SECTIONS: Record<string, Variables> = {
  Process: processVariables,
  HTTP: httpVariables,
  Database: databaseVariables,
  'E-mail': mailVariables,
  'File storage': storageVariables,
  Publishing: publishingVariables,
  Platforms: { ...platformVariables, ...perPlatform },
  Webhooks: webhookVariables,
  Retention: retentionVariables,
  'Sign-up and plans': accountVariables,
  'Request limits': limitVariables,
};

const INTRODUCTION = `# Configuration

The service reads its configuration from environment variables. An empty variable counts as unset. At start, every
wrong or missing value is reported in one sentence, and the process exits with code 1.

\`npm run docs\` writes this page from the schema in \`src/config/\`. \`<KEY>\` is a platform in capital letters, such as
\`SKYFEED_BASE_URL\`. How to run the service: [Operating](operating.md).
`;

const row = ([name, variable]: [string, Variables[string]]): string =>
  `| \`${name}\` | ${defaultOf(variable)} | ${expectedOf(variable)} | ${variable.description} |`;

const section = ([title, variables]: [string, Variables]): string =>
  [`## ${title}`, '', '| Variable | Default | Value | Meaning |', '| --- | --- | --- | --- |']
    .concat(Object.entries(variables).map(row))
    .join('\n');

/** docs/configuration.md, from the schema. */
export const configurationPage = (): string =>
  `${[INTRODUCTION.trimEnd(), ...Object.entries(SECTIONS).map(section)].join('\n\n')}\n`;
