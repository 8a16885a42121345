import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE media ADD COLUMN stored_bytes bigint NOT NULL DEFAULT 0, ADD COLUMN reserved_bytes bigint NOT NULL DEFAULT 0`,
  `UPDATE media SET stored_bytes = (metadata->>'size')::bigint WHERE metadata->>'size' IS NOT NULL AND status = 'ready'`,

  `CREATE TABLE storage_usage (
     user_id varchar(24) CONSTRAINT storage_usage_pkey PRIMARY KEY,
     bytes bigint NOT NULL,
     files integer NOT NULL
   )`,
  `CREATE FUNCTION count_stored_files() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'INSERT' THEN
       INSERT INTO storage_usage AS u (user_id, bytes, files)
       SELECT user_id, sum(stored_bytes + reserved_bytes), count(*) FROM new_files GROUP BY user_id
       ON CONFLICT (user_id) DO UPDATE SET bytes = u.bytes + EXCLUDED.bytes, files = u.files + EXCLUDED.files;
     ELSIF TG_OP = 'DELETE' THEN
       UPDATE storage_usage u SET bytes = u.bytes - o.bytes, files = u.files - o.files
         FROM (SELECT user_id, sum(stored_bytes + reserved_bytes) AS bytes, count(*) AS files
                 FROM old_files GROUP BY user_id) o
        WHERE u.user_id = o.user_id;
     ELSE
       UPDATE storage_usage u SET bytes = u.bytes + c.bytes
         FROM (SELECT n.user_id, sum(n.stored_bytes + n.reserved_bytes - o.stored_bytes - o.reserved_bytes) AS bytes
                 FROM new_files n JOIN old_files o USING (id) GROUP BY n.user_id) c
        WHERE u.user_id = c.user_id AND c.bytes <> 0;
     END IF;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER count_added_files AFTER INSERT ON media REFERENCING NEW TABLE AS new_files
     FOR EACH STATEMENT EXECUTE FUNCTION count_stored_files()`,
  `CREATE TRIGGER count_changed_files AFTER UPDATE ON media REFERENCING OLD TABLE AS old_files NEW TABLE AS new_files
     FOR EACH STATEMENT EXECUTE FUNCTION count_stored_files()`,
  `CREATE TRIGGER count_removed_files AFTER DELETE ON media REFERENCING OLD TABLE AS old_files
     FOR EACH STATEMENT EXECUTE FUNCTION count_stored_files()`,
  // The triggers hold back whoever writes files until this is committed.
  `INSERT INTO storage_usage SELECT user_id, sum(stored_bytes), count(*) FROM media GROUP BY user_id`,
];

const DOWN = [
  'DROP TRIGGER count_added_files ON media',
  'DROP TRIGGER count_changed_files ON media',
  'DROP TRIGGER count_removed_files ON media',
  'DROP FUNCTION count_stored_files',
  'DROP TABLE storage_usage',
  'ALTER TABLE media DROP COLUMN stored_bytes, DROP COLUMN reserved_bytes',
];

/** How much each user stores, counted by the database, so that nothing that adds or removes a file can forget it. */
export class StorageUsage1765200000000 implements MigrationInterface {
  async up(query: QueryRunner): Promise<void> {
    for (const statement of UP) await query.query(statement);
  }

  async down(query: QueryRunner): Promise<void> {
    for (const statement of DOWN) await query.query(statement);
  }
}
