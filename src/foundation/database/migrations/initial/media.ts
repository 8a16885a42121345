/** Files, their converted copies, and how much each user stores. */
export const MEDIA = `
CREATE TABLE media (
  id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  group_id text NOT NULL,
  type text NOT NULL,
  name text NOT NULL,
  file_name text NOT NULL,
  file_path text NOT NULL,
  url_pure text NOT NULL,
  upload_url text,
  upload_expires_at timestamptz(3) NOT NULL,
  mime_type text NOT NULL,
  status text NOT NULL,
  problem text,
  metadata jsonb NOT NULL,
  added_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  alt_text text,
  stored_bytes bigint NOT NULL DEFAULT 0,
  reserved_bytes bigint NOT NULL DEFAULT 0,
  position integer,
  declared_mime_type text,
  origin text NOT NULL DEFAULT 'upload',
  sha256 text,
  thumbnail text,
  framings jsonb NOT NULL DEFAULT '[]',
  CONSTRAINT media_pkey PRIMARY KEY (id)
);
CREATE INDEX media_added_idx ON media (added_at);
CREATE INDEX media_group_idx ON media (group_id, user_id, added_at, id);
CREATE INDEX media_library_idx ON media (user_id, added_at, id) WHERE origin <> 'use' AND status = 'ready';
CREATE INDEX media_library_name_idx ON media (user_id, lower(name), id) WHERE origin <> 'use' AND status = 'ready';
CREATE INDEX media_object_idx ON media (file_name);
CREATE INDEX media_sha256_idx ON media (user_id, sha256) WHERE sha256 IS NOT NULL;
CREATE INDEX media_stored_idx ON media (id) WHERE status <> 'broken';
CREATE INDEX media_user_idx ON media (user_id, id);

CREATE TABLE media_conversions (
  media_id varchar(24) NOT NULL,
  rule text NOT NULL,
  file_name text NOT NULL,
  mime_type text NOT NULL,
  size integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  CONSTRAINT media_conversions_pkey PRIMARY KEY (media_id, rule)
);

-- Stored objects to delete.
CREATE TABLE object_deletions (
  key text NOT NULL,
  due_at timestamptz(3) NOT NULL,
  CONSTRAINT object_deletions_pkey PRIMARY KEY (key)
);
CREATE INDEX object_deletions_due_idx ON object_deletions (due_at);

CREATE TABLE processing_sessions (
  id text NOT NULL,
  user_id varchar(24) NOT NULL,
  events jsonb NOT NULL,
  ended boolean NOT NULL,
  alive_at timestamptz(3) NOT NULL,
  CONSTRAINT processing_sessions_pkey PRIMARY KEY (id)
);
CREATE INDEX processing_sessions_alive_idx ON processing_sessions (alive_at);

-- The database counts, so nothing that adds or removes a file can forget it.
CREATE TABLE storage_usage (
  user_id varchar(24) NOT NULL,
  bytes bigint NOT NULL,
  files integer NOT NULL,
  CONSTRAINT storage_usage_pkey PRIMARY KEY (user_id)
);

CREATE FUNCTION count_stored_files() RETURNS trigger LANGUAGE plpgsql AS $$
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
   END $$;
CREATE TRIGGER count_added_files AFTER INSERT ON media
  REFERENCING NEW TABLE AS new_files
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored_files();
CREATE TRIGGER count_changed_files AFTER UPDATE ON media
  REFERENCING OLD TABLE AS old_files NEW TABLE AS new_files
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored_files();
CREATE TRIGGER count_removed_files AFTER DELETE ON media
  REFERENCING OLD TABLE AS old_files
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored_files();
`;
