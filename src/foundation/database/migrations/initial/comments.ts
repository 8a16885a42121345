/** What people write about groups to one another. */
export const COMMENTS = `
CREATE TABLE comments (
  id varchar(24) NOT NULL,
  group_id varchar(24) NOT NULL,
  -- The comment that begins the thread.
  thread_id varchar(24) NOT NULL,
  person_id varchar(24) NOT NULL,
  author text NOT NULL,
  body text NOT NULL,
  mentions jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  edited_at timestamptz(3),
  resolved_at timestamptz(3),
  resolved_by text,
  CONSTRAINT comments_pkey PRIMARY KEY (id),
  CONSTRAINT comments_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups (id) ON DELETE CASCADE
);
CREATE INDEX comments_group_idx ON comments (group_id, created_at, id);
`;
