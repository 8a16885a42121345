import type { QueryRunner } from 'typeorm';

/**
 * For a migration that removes what earlier versions use: from now on, only processes that know the migration `name`
 * start on this database. Name one of the version before, which may run beside this one.
 */
export async function requireMigration(query: QueryRunner, name: string): Promise<void> {
  await query.query('INSERT INTO migration_requirements (name) VALUES ($1) ON CONFLICT DO NOTHING', [name]);
}
