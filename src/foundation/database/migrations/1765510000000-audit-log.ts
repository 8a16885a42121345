import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE audit_events (
     id varchar(24) CONSTRAINT audit_events_pkey PRIMARY KEY,
     owner_id varchar(24),
     user_id varchar(24),
     action text NOT NULL,
     actor text NOT NULL,
     actor_id varchar(24),
     actor_name text,
     subject_type text,
     subject_id varchar(24),
     subject_name text,
     address text,
     user_agent text,
     request_id text,
     details jsonb NOT NULL,
     created_at timestamptz(3) NOT NULL
   )`,
  'CREATE INDEX audit_events_owner_idx ON audit_events (owner_id, created_at, id)',
  'CREATE INDEX audit_events_created_idx ON audit_events (created_at)',
];

/** Who did what, when and from where. */
export class AuditLog1765510000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    for (const statement of UP) await query.query(statement);
  }

  async down(query: QueryRunner): Promise<void> {
    await query.query('DROP TABLE audit_events');
  }
}
