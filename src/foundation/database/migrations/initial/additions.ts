/** What is added to texts when they are published. */
export const ADDITIONS = `
CREATE TABLE signatures (
  connection_id varchar(24) NOT NULL,
  text text NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT signatures_pkey PRIMARY KEY (connection_id),
  CONSTRAINT signatures_connection_fkey FOREIGN KEY (connection_id) REFERENCES connections (id) ON DELETE CASCADE
);

CREATE TABLE link_rules (
  id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  platform text,
  connection_id varchar(24),
  parameters jsonb NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT link_rules_pkey PRIMARY KEY (id),
  CONSTRAINT link_rules_connection_fkey FOREIGN KEY (connection_id) REFERENCES connections (id) ON DELETE CASCADE
);
CREATE INDEX link_rules_connection_idx ON link_rules (connection_id);
-- One rule for all links, for a platform, and for an account.
CREATE UNIQUE INDEX link_rules_scope_key ON link_rules (user_id, coalesce(connection_id, platform, ''));
`;
