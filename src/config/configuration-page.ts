import { accountVariables } from './accounts.js';
import { brandVariables } from './brand.js';
import { databaseVariables } from './database.js';
import { fileVariable } from './environment.js';
import { httpVariables } from './http.js';
import { limitVariables } from './limits.js';
import { mailVariables } from './mail.js';
import { planVariables } from './plans.js';
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
  Brand: brandVariables,
  Database: databaseVariables,
  'E-mail': mailVariables,
  'File storage': storageVariables,
  Publishing: publishingVariables,
  Platforms: { ...platformVariables, ...perPlatform },
  Webhooks: webhookVariables,
  Retention: retentionVariables,
  'Sign-up and plans': { ...accountVariables, ...planVariables },
  'Request limits': limitVariables,
};

const INTRODUCTION = `# Configuration

The service reads its configuration from environment variables. An empty variable counts as unset. At start, every
wrong or missing value is reported in one sentence, and the process exits with code 1.
\`npm run admin -- check-config\` prints every value in force and tries the database, the storage, the mail server and
the platforms.

**A file.** \`CONFIG_FILE\` names a file with variables of this page, one \`NAME=value\` per line, in the format of
\`.env\` files as Node reads it. The environment wins over it. An unknown variable in it is an error.

Traces are switched on by the variables of OpenTelemetry: see [Operating](operating.md#traces).

**Secrets from files**, as containers and systemd have them: a variable with a second name below, such as
\`DATABASE_URL_FILE\`, can be read from the file that this names. A newline at its end is removed. Both together are an
error.

\`npm run docs\` writes this page from the schema in \`src/config/\`. \`<KEY>\` is a platform in capital letters, such as
\`SKYFEED_BASE_URL\`. How to run the service: [Operating](operating.md).
`;

const names = (name: string, variable: Variables[string]): string =>
  [name, ...(variable.meta()?.secret ? [fileVariable(name)] : [])].map((each) => `\`${each}\``).join('<br>');

const row = ([name, variable]: [string, Variables[string]]): string =>
  `| ${names(name, variable)} | ${defaultOf(variable)} | ${expectedOf(variable)} | ${variable.description} |`;

const section = ([title, variables]: [string, Variables]): string =>
  [`## ${title}`, '', '| Variable | Default | Value | Meaning |', '| --- | --- | --- | --- |']
    .concat(Object.entries(variables).map(row))
    .join('\n');

/** docs/configuration.md, from the schema. */
export const configurationPage = (): string =>
  `${[INTRODUCTION.trimEnd(), ...Object.entries(SECTIONS).map(section)].join('\n\n')}\n`;
