import { z } from 'zod';
import type { DatabaseLimits } from '../foundation/database/connections.js';
import { parseDatabaseUrl } from '../foundation/database/database-url.js';
import { flag, integer, type Values } from './variable.js';

export interface DatabaseConfig {
  /** Null: the embedded database. */
  url: string | null;
  /** Null: `url` is no pooler's. */
  directUrl: string | null;
  /** Of replicas, which may lag; null: everything is read from the primary. */
  readUrl: string | null;
  maxReadLagMs: number;
  /** Of all pods; null: every e-mail address is this installation's. */
  directoryUrl: string | null;
  poolSize: number;
  /** How long a new connection may take, and a statement. */
  limits: DatabaseLimits;
  /** How long a start waits for a database that cannot be reached. */
  waitSeconds: number;
  /** Whether a start runs pending migrations; if not, it is refused while there are any. */
  migrateAtStart: boolean;
}

const postgresUrl = z
  .string()
  .refine((value) => parseDatabaseUrl(value) !== null)
  .meta({
    expected: 'an address of the form postgres://user:password@host:port/database',
  });

export const databaseVariables = {
  DATABASE_URL: postgresUrl.optional().meta({
    description:
      'Your Postgres database. With several hosts (`host1:5432,host2:5432`, and `target_session_attrs=read-write` if libpq reads it, too), the one that accepts writes is used.',
    unset: 'embedded',
    secret: true,
  }),
  DATABASE_DIRECT_URL: postgresUrl.optional().meta({
    description:
      'The same database without its pooler, where `DATABASE_URL` is that of a pooler in transaction mode, such as PgBouncer: for live events and migrations.',
    unset: 'none: `DATABASE_URL` is no pooler’s',
    secret: true,
  }),
  DATABASE_READ_URL: postgresUrl.optional().meta({
    description:
      'Streaming replicas of the same database, one or several (`host1:5432,host2:5432`), for lists and statistics. Each address leads to one server.',
    unset: 'none: everything is read from the primary',
    secret: true,
  }),
  DATABASE_READ_MAX_LAG_MS: integer(1_000, 600_000)
    .default(10_000)
    .describe('How far a replica may lag. While it lags by more, the primary is read.'),
  DIRECTORY_URL: postgresUrl.optional().meta({
    description:
      'The directory of several [pods](scaling.md#pods): a small Postgres database that says which has the account with an e-mail address.',
    unset: 'none: there is one pod',
    secret: true,
  }),
  DATABASE_POOL_SIZE: integer(2, 200)
    .default(10)
    .describe(
      'Connections of a process, in addition to 2 to 4 for jobs and 1 for live events. An API has as many to a replica, and 1.',
    ),
  DATABASE_CONNECT_TIMEOUT_MS: integer(100, 60_000)
    .default(5_000)
    .describe('How long a new connection to Postgres may take.'),
  DATABASE_QUERY_TIMEOUT_MS: integer(300, 600_000)
    .default(15_000)
    .describe(
      'How long a statement may stay unanswered, and how long one waits for a free connection. Postgres cancels it after two thirds of that, and ends a transaction that is idle for as long.',
    ),
  DATABASE_WAIT_SECONDS: integer(0, 3600)
    .default(30)
    .describe('How long a start waits for a database that cannot be reached.'),
  MIGRATE_AT_START: flag
    .default(true)
    .describe('Whether a start runs pending migrations. false: it is refused until `npm run admin -- migrate` has.'),
};

export const readDatabase = (value: Values<typeof databaseVariables>): DatabaseConfig => ({
  url: value.DATABASE_URL ?? null,
  directUrl: value.DATABASE_DIRECT_URL ?? null,
  readUrl: value.DATABASE_READ_URL ?? null,
  maxReadLagMs: value.DATABASE_READ_MAX_LAG_MS,
  directoryUrl: value.DIRECTORY_URL ?? null,
  poolSize: value.DATABASE_POOL_SIZE,
  limits: { connectMs: value.DATABASE_CONNECT_TIMEOUT_MS, queryMs: value.DATABASE_QUERY_TIMEOUT_MS },
  waitSeconds: value.DATABASE_WAIT_SECONDS,
  migrateAtStart: value.MIGRATE_AT_START,
});
