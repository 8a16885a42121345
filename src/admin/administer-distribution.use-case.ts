import type pg from 'pg';
import type { Logger } from 'pino';
import { recordAudit } from '../domain/audit/audit.repository.js';
import { readPause } from '../domain/publishing/publishing-pause.repository.js';
import { distribute } from '../foundation/database/distribution/distribute.js';
import { shardName } from '../foundation/database/distribution/tables.js';
import type { Db, Transaction } from '../foundation/database/unit-of-work.js';
import { AdminError } from './admin-error.js';
import { accountTables, otherSessions, serverObstacles, type TableSize } from './distribution.repository.js';

/** What `distribute` did, or would do. */
export interface Distribution {
  /** The schemas of accounts, in order, each with the worker that has it (`host:port`); null: it would be created. */
  schemas: { name: string; worker: string | null }[];
  /** Tables whose rows were divided among the schemas, or would be; none where they had been distributed before. */
  moved: TableSize[];
  /** What has to be changed before it can be done, a sentence each; null: it is done. */
  obstacles: string[] | null;
}

/** The operator's action on where the tables of accounts are. */
export interface AdministerDistribution {
  /**
   * Moves the tables of accounts into schemas on the workers of Citus; again, with more schemas: adds empty ones. Fails without
   * having changed anything, or, where several schemas were to be added, with those that are there already.
   * @param schemas From 1 to MAX_SCHEMAS, how many there are to be.
   * @throws AdminError with what has to be changed before.
   */
  distribute(schemas: number, options: { dryRun: boolean }): Promise<Distribution>;
}

/** Each schema has twenty tables, which every process of the service plans statements for. */
export const MAX_SCHEMAS = 256;

/** Below, a table is copied before anybody has read that it is. */
const LARGE_BYTES = 16 * 1024 ** 2;

export const makeAdministerDistribution = (needs: {
  db: Db;
  transaction: Transaction;
  /** Variables that are set and must not be, and the profile of the job engine. */
  configuration: { backend: string; directUrl: string | null; readUrl: string | null };
  /** The workers that have the schemas, by the names of these. */
  readSchemas: () => Promise<ReadonlyMap<string, string>>;
  isJobEngineCurrent: () => Promise<boolean>;
  /** Opens a session without limits of time. */
  withSession: <T>(work: (client: pg.ClientBase) => Promise<T>) => Promise<T>;
  log: Pick<Logger, 'info'>;
}): AdministerDistribution => {
  const { db, transaction, configuration, readSchemas, log } = needs;
  const obstaclesTo = async (existing: number, schemas: number): Promise<string[]> => {
    const others = await otherSessions(db);
    return [
      ...(existing >= schemas
        ? [`The accounts are in ${existing} schemas already: more can be added, and none removed.`]
        : []),
      ...configurationObstacles(configuration),
      ...(await serverObstacles(db, transaction)),
      ...((await needs.isJobEngineCurrent())
        ? []
        : ['The tables of the job engine are not up to date: run npm run admin -- migrate first.']),
      ...((await readPause(db)) ? [] : ['Publishing is not paused: run npm run admin -- pause first.']),
      ...(others.length > 0
        ? [`Others use the database (${others.join(', ')}): stop every process of the service, and end their sessions.`]
        : []),
    ];
  };
  return {
    async distribute(count, { dryRun }) {
      const existing = await readSchemas();
      const obstacles = await obstaclesTo(existing.size, count);
      const tables = await accountTables(db);
      if (dryRun) {
        const schemas = Array.from({ length: Math.max(count, existing.size) }, (_, index) => shardName(index + 1));
        return {
          schemas: schemas.map((name) => ({ name, worker: existing.get(name) ?? null })),
          moved: tables,
          obstacles,
        };
      }
      const [obstacle] = obstacles;
      if (obstacle !== undefined) throw new AdminError(obstacle);
      // Its steps are several transactions: it is recorded as it begins.
      await recordAudit(db, null, { action: 'accounts_distributed', details: { schemas: count } });
      const { moved } = await needs.withSession((client) =>
        distribute(client, {
          schemas: count,
          onProgress(progress) {
            if (progress.kind === 'created') log.info({ schema: progress.schema }, 'Created a schema');
            else if (progress.bytes >= LARGE_BYTES)
              log.info({ table: progress.table, bytes: progress.bytes }, 'Copying a table');
          },
        }),
      );
      const schemas = await readSchemas();
      return {
        schemas: [...schemas].map(([name, worker]) => ({ name, worker })),
        moved: moved.map(({ table, rows }) => ({
          table,
          rows,
          bytes: tables.find((one) => one.table === table)?.bytes ?? 0,
        })),
        obstacles: null,
      };
    },
  };
};

function configurationObstacles({
  backend,
  ...urls
}: {
  backend: string;
  directUrl: string | null;
  readUrl: string | null;
}) {
  const { directUrl, readUrl } = urls;
  const unfit = Object.entries({ DATABASE_DIRECT_URL: directUrl, DATABASE_READ_URL: readUrl }).flatMap(
    ([variable, value]) => (value === null ? [] : [variable]),
  );
  return [
    ...(backend === 'citus'
      ? []
      : ['DATABASE_BACKEND is not citus, with which the service works on distributed tables.']),
    ...unfit.map(
      (variable) =>
        `${variable} is set: on distributed tables the service connects to the coordinator itself, and to nothing else.`,
    ),
  ];
}
