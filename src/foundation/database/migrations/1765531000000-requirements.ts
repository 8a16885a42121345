import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Migrations that a process has to know to work on this database (`requireMigration`). */
export class Requirements1765531000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    await query.query(
      'CREATE TABLE migration_requirements (name text CONSTRAINT migration_requirements_pkey PRIMARY KEY)',
    );
  }

  async down(query: QueryRunner): Promise<void> {
    await query.query('DROP TABLE migration_requirements');
  }
}
