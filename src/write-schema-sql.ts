/** Writes src/foundation/database/schema.sql from the migrations: `npm run schema:sql`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDataSource } from './compose/data-source.js';
import { migrate } from './compose/migrate.js';
import { dumpSchema } from './foundation/database/dump-schema.js';
import { startEmbeddedPostgres } from './local/postgres.js';

const dir = await mkdtemp(join(tmpdir(), 'schema-'));
const { url, stop } = await startEmbeddedPostgres({ dir, database: 'service', settings: { fsync: 'off' } });
const dataSource = makeDataSource({ url, poolSize: 1 });
try {
  await dataSource.initialize();
  await migrate(dataSource, url);
  await writeFile('src/foundation/database/schema.sql', await dumpSchema((text) => dataSource.query(text)));
} finally {
  if (dataSource.isInitialized) await dataSource.destroy();
  await stop();
  await rm(dir, { recursive: true });
}
