import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last post to a connection with a status: these columns of it. */
const lastPost = (columns: string, status: string) =>
  `LEFT JOIN LATERAL (
     SELECT ${columns} FROM platform_posts p
      WHERE p.user_id = c.user_id AND p.platform_id = c.platform_id AND p.status = '${status}'
      ORDER BY p.updated_at DESC LIMIT 1
   ) ${status} ON true`;

const UP = [
  `CREATE TABLE connection_activity (
     connection_id varchar(24) CONSTRAINT connection_activity_pkey PRIMARY KEY,
     succeeded_at timestamptz(3),
     failed_at timestamptz(3),
     error text,
     CONSTRAINT connection_activity_connection_fkey FOREIGN KEY (connection_id) REFERENCES connections (id) ON DELETE CASCADE
   )`,
  `INSERT INTO connection_activity (connection_id, succeeded_at, failed_at, error)
   SELECT c.id, published.updated_at, (failed.error->>'failedAt')::timestamptz, failed.error->>'message'
     FROM connections c
     ${lastPost('p.updated_at', 'published')}
     ${lastPost('p.error', 'failed')}
    WHERE published.updated_at IS NOT NULL OR failed.error IS NOT NULL`,
];

/** How the posts to each connection ended last, which stays true when the posts are deleted. */
export class ConnectionActivity1765400000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    for (const statement of UP) await query.query(statement);
  }

  async down(query: QueryRunner): Promise<void> {
    await query.query('DROP TABLE connection_activity');
  }
}
