import path from 'node:path';
import { z } from 'zod';
import { FIRST_POD, isPod } from '../foundation/pod.js';
import { type PrivatePurpose, privateAddressesVariable, readPrivateAddresses } from './private-addresses.js';
import { flag, integer, list, oneOf, port, splitList, text, type Values } from './variable.js';

const WORKER_QUEUES = ['publish', 'webhooks', 'media', 'mail', 'maintenance'] as const;
export type WorkerQueue = (typeof WORKER_QUEUES)[number];

export interface ProcessConfig {
  /** Two hexadecimal digits. */
  pod: string;
  roles: ReadonlySet<'api' | 'worker'>;
  /** What the `worker` role does here. */
  workerQueues: ReadonlySet<WorkerQueue>;
  dataDir: string;
  /** Whether the demo account is created with posts. */
  demoData: boolean;
  /** Newest first; empty: one is generated and kept in the data folder. */
  encryptionKeys: Buffer[];
  logLevel: string;
  /** Where a process without the `api` role answers health checks; null: nowhere. */
  workerPort: number | null;
  /** What may be at addresses that are not public. */
  privateAddresses: ReadonlySet<PrivatePurpose>;
  /** Where a process serves its metrics; null: nowhere. */
  metricsPort: number | null;
  /** How often a worker looks for due e-mails, uploaded files, tokens to renew and maintenance. */
  workerPollMs: number;
  /** A worker's loop that has fetched nothing for this long gets new connections; twice as long ends the process. */
  watchdogSeconds: number;
  /** How long the process may take to stop. */
  stopTimeoutSeconds: number;
}

const roles = z
  .array(z.string())
  .transform((names) => new Set(names))
  .pipe(z.set(z.enum(['api', 'worker'])).min(1));

const workerQueues = z
  .array(z.string())
  .transform((names) => new Set(names))
  .pipe(z.set(z.enum(WORKER_QUEUES)).min(1));

const encryptionKeys = z
  .string()
  .transform((keys) => splitList(keys).map((key) => Buffer.from(key, 'base64')))
  .refine((keys) => keys.every((key) => key.length === 32 && isRandom(key)))
  .meta({ expected: 'a comma-separated list of base64 keys of 32 random bytes, the newest first' });

/** False for keys that somebody made up, of one byte or a few: of 32 random bytes, about 30 are different. */
function isRandom(key: Buffer): boolean {
  return new Set(key).size >= 12;
}

export const processVariables = {
  CONFIG_FILE: text('a file').optional().meta({
    description: 'A file with further variables, in the format of `.env` files. The environment wins.',
    unset: 'none',
  }),
  POD: text('two hexadecimal digits, 00 to ff')
    .toLowerCase()
    .refine(isPod)
    .default(FIRST_POD)
    .describe(
      'The pod that this installation is, the same in all its processes. A single installation is pod 00. See [scaling](scaling.md).',
    ),
  ROLES: list(roles, 'a comma-separated list of api and worker')
    .prefault('api,worker')
    .describe('What this process runs. A process with only one role needs `DATABASE_URL`.'),
  WORKER_QUEUES: list(workerQueues, 'a comma-separated list of publish, webhooks, media, mail and maintenance')
    .prefault(WORKER_QUEUES.join(','))
    .describe(
      'What the `worker` role does in this process. Others have to do the rest: each of the five needs a worker somewhere.',
    ),
  DATA_DIR: text('a folder')
    .min(1)
    .default('.data')
    .describe('Data of the embedded services: the database, uploaded files, e-mails, the encryption key.'),
  DEMO_DATA: flag
    .default(true)
    .describe(
      'Whether the demo account of the embedded database is created with posts, a client and failures to repair. A demo account that exists is not changed.',
    ),
  PRIVATE_ADDRESSES: privateAddressesVariable,
  ENCRYPTION_KEYS: encryptionKeys.optional().meta({
    description:
      'Keys that encrypt stored credentials: the first one encrypts, all of them decrypt. Required with `DATABASE_URL`.',
    unset: 'generated in `DATA_DIR`',
    secret: true,
  }),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional().meta({
    description: 'The log is JSON lines on standard output.',
    unset: '`info`; `warn` with the embedded database',
  }),
  STOP_TIMEOUT_SECONDS: integer(1, 3600)
    .default(25)
    .describe('How long a process may take to stop. After that it logs what did not end and exits with code 1.'),
  WORKER_PORT: port.optional().meta({
    description:
      'Where a process without the role `api` answers health checks, on `HOST`. 0: any free port, which it prints.',
    unset: 'none',
  }),
  METRICS_PORT: port.optional().meta({
    description:
      'Where a process serves metrics for Prometheus, at `/metrics` on `HOST`. Keep it off the public network. 0: any free port, which the log has.',
    unset: 'none',
  }),
  WORKER_POLL_MS: integer(500, 60_000)
    .default(2_000)
    .describe(
      'How often a worker looks for e-mails to send, uploaded files, tokens to renew and maintenance, in milliseconds. Posts and webhooks do not wait for it.',
    ),
  WORKER_WATCHDOG_SECONDS: integer(2, 3600)
    .default(30)
    .describe(
      'A worker whose fetches do not settle for this long reconnects; after twice as long the process exits with code 1.',
    ),
};

/** Without a database of the operator's own, a newcomer's terminal shows the addresses and what goes wrong only. */
export const readProcess = (value: Values<typeof processVariables>, embedded: boolean): ProcessConfig => ({
  pod: value.POD,
  roles: value.ROLES,
  workerQueues: value.WORKER_QUEUES,
  dataDir: path.resolve(value.DATA_DIR),
  demoData: value.DEMO_DATA,
  encryptionKeys: value.ENCRYPTION_KEYS ?? [],
  privateAddresses: readPrivateAddresses(value.PRIVATE_ADDRESSES, embedded),
  logLevel: value.LOG_LEVEL ?? (embedded ? 'warn' : 'info'),
  workerPort: value.WORKER_PORT ?? null,
  metricsPort: value.METRICS_PORT ?? null,
  workerPollMs: value.WORKER_POLL_MS,
  watchdogSeconds: value.WORKER_WATCHDOG_SECONDS,
  stopTimeoutSeconds: value.STOP_TIMEOUT_SECONDS,
});
