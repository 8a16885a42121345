import type { DataSource } from 'typeorm';
import { makeDataSource } from '../../src/compose/data-source.js';
import type { TestDatabase } from './database.js';

/** For a test of what uses the service's own access to the database. */
export const openDataSource = ({ url }: Pick<TestDatabase, 'url'>, poolSize = 1): Promise<DataSource> =>
  makeDataSource({ url, poolSize }).initialize();
