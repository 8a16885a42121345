/** Requests to approve posts. */
export const APPROVALS = `
CREATE TABLE approval_policies (
  user_id varchar(24) NOT NULL,
  needed_for text NOT NULL,
  approvers text NOT NULL,
  approvals integer NOT NULL,
  CONSTRAINT approval_policies_pkey PRIMARY KEY (user_id)
);

-- The latest request of each group.
CREATE TABLE approvals (
  group_id varchar(24) NOT NULL,
  request_id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  state text NOT NULL,
  requested_by_id varchar(24),
  requested_by text NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  scheduled_time timestamptz(3),
  group_updated_at timestamptz(3) NOT NULL,
  CONSTRAINT approvals_pkey PRIMARY KEY (group_id),
  CONSTRAINT approvals_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups (id) ON DELETE CASCADE
);
CREATE INDEX approvals_pending_idx ON approvals (user_id, requested_at, group_id) WHERE state = 'PENDING';

CREATE TABLE approval_decisions (
  id varchar(24) NOT NULL,
  group_id varchar(24) NOT NULL,
  request_id varchar(24) NOT NULL,
  person_id varchar(24) NOT NULL,
  responsible_id varchar(24) NOT NULL,
  decided_by text NOT NULL,
  decision text NOT NULL,
  comment text,
  decided_at timestamptz(3) NOT NULL,
  CONSTRAINT approval_decisions_pkey PRIMARY KEY (id),
  CONSTRAINT approval_decisions_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups (id) ON DELETE CASCADE
);
CREATE INDEX approval_decisions_group_idx ON approval_decisions (group_id);
CREATE UNIQUE INDEX approval_decisions_person_key ON approval_decisions (request_id, person_id);

-- Secret pages on which people without a login decide.
CREATE TABLE approval_links (
  id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  token_hash text NOT NULL,
  name text NOT NULL,
  group_ids text[] NOT NULL,
  created_by_id varchar(24) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT approval_links_pkey PRIMARY KEY (id)
);
CREATE INDEX approval_links_expires_idx ON approval_links (expires_at);
CREATE UNIQUE INDEX approval_links_token_key ON approval_links (token_hash);
CREATE INDEX approval_links_user_idx ON approval_links (user_id);
`;
