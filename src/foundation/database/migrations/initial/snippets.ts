/** Saved texts that people insert into posts. */
export const SNIPPETS = `
CREATE TABLE snippets (
  id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  name text NOT NULL,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT snippets_pkey PRIMARY KEY (id)
);
-- The list is in this order.
CREATE UNIQUE INDEX snippets_name_key ON snippets (user_id, lower(name));
`;
