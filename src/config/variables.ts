import { PLATFORM_KEYS } from '../platforms/port/platform.js';
import { accountVariables } from './accounts.js';
import { brandVariables } from './brand.js';
import { databaseVariables } from './database.js';
import { httpVariables } from './http.js';
import { limitVariables } from './limits.js';
import { mailVariables } from './mail.js';
import { planVariables } from './plans.js';
import { perPlatformVariables, platformVariables } from './platforms.js';
import { processVariables } from './process.js';
import { publishingVariables } from './publishing.js';
import { retentionVariables } from './retention.js';
import { storageVariables } from './storage.js';
import type { Variables } from './variable.js';
import { webhookVariables } from './webhooks.js';

/** All variables but those of a single platform. */
export const variables = {
  ...httpVariables,
  ...brandVariables,
  ...databaseVariables,
  ...limitVariables,
  ...accountVariables,
  ...planVariables,
  ...mailVariables,
  ...storageVariables,
  ...publishingVariables,
  ...platformVariables,
  ...webhookVariables,
  ...retentionVariables,
  ...processVariables,
};

/** All variables, with those of each platform. */
export const ALL_VARIABLES: Readonly<Variables> = {
  ...variables,
  ...Object.fromEntries(
    PLATFORM_KEYS.flatMap((key) =>
      Object.entries(perPlatformVariables).map(([name, variable]) => [`${key.toUpperCase()}_${name}`, variable]),
    ),
  ),
};
