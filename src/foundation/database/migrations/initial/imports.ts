/** Files whose rows become posts. */
export const IMPORTS = `
CREATE TABLE imports (
  id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  file_key text NOT NULL,
  file_name text NOT NULL,
  status text NOT NULL,
  person_id varchar(24),
  publishes boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  CONSTRAINT imports_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX imports_file_key ON imports (user_id, file_key);
CREATE INDEX imports_user_idx ON imports (user_id, created_at, id);
CREATE INDEX imports_ended_idx ON imports (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE import_rows (
  import_id varchar(24) NOT NULL,
  number integer NOT NULL,
  key text NOT NULL,
  status text NOT NULL,
  excerpt text NOT NULL,
  post jsonb,
  group_id varchar(24),
  group_updated_at timestamptz(3),
  reason text,
  CONSTRAINT import_rows_pkey PRIMARY KEY (import_id, number),
  CONSTRAINT import_rows_import_fkey FOREIGN KEY (import_id) REFERENCES imports (id) ON DELETE CASCADE
);
CREATE INDEX import_rows_key_idx ON import_rows (key);
`;
