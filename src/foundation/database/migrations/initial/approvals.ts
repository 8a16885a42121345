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
  decided_by text NOT NULL,
  decision text NOT NULL,
  comment text,
  decided_at timestamptz(3) NOT NULL,
  CONSTRAINT approval_decisions_pkey PRIMARY KEY (id),
  CONSTRAINT approval_decisions_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups (id) ON DELETE CASCADE
);
CREATE INDEX approval_decisions_group_idx ON approval_decisions (group_id);
CREATE UNIQUE INDEX approval_decisions_person_key ON approval_decisions (request_id, person_id);
`;
