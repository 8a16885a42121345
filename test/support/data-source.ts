import type { DataSource } from 'typeorm';
import { makeDataSource } from '../../src/compose/data-source.js';
import { makeConnections } from '../../src/foundation/database/connections.js';
import { seenFrom, type TestDatabase } from './database.js';

/** For a test of what uses the service's own access to the database. It sees the tables that `query` sees. */
export const openDataSource = (db: Pick<TestDatabase, 'url' | 'shard'>, poolSize = 1): Promise<DataSource> =>
  makeDataSource({
    url: db.url,
    poolSize,
    connect: { ...makeConnections(db.url).options, ...seenFrom(db) } as ReturnType<typeof makeConnections>['options'],
  }).initialize();
