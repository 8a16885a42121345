import type { DataSource, EntityManager } from 'typeorm';

/**
 * Where a repository reads and writes: inside a transaction, or directly on the pool. Repositories take it as their
 * first argument; nothing else of TypeORM is exposed by them.
 */
export type Db = EntityManager;

/** Runs `work` in one transaction: all that it writes through its `Db` is stored, or nothing. */
export type Transaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/**
 * Reads what is only shown, where that may be a replica. When the replica fails, `work` runs once more, on the primary: it
 * does nothing but read.
 */
export type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** Runs statements that only read, and shows all of them the database as of the first: one connection, one snapshot. */
export const atOneMoment = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction('REPEATABLE READ', work);

export const makeTransaction =
  (dataSource: DataSource): Transaction =>
  (work) =>
    dataSource.transaction(work);
