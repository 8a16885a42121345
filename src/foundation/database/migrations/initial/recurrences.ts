/** Recurrences, and the occurrences that were created, skipped or missed. */
export const RECURRENCES = `
CREATE TABLE recurrences (
  id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  template_id varchar(24),
  rule text NOT NULL,
  time_zone text NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  ends_before timestamptz(3),
  texts text[] NOT NULL,
  person_id varchar(24),
  publishes boolean NOT NULL,
  paused_at timestamptz(3),
  next_at timestamptz(3),
  due_at timestamptz(3),
  used_texts integer NOT NULL,
  problem jsonb,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT recurrences_pkey PRIMARY KEY (id),
  -- Without its template, nothing more is created of it.
  CONSTRAINT recurrences_template_fkey FOREIGN KEY (template_id) REFERENCES post_groups (id) ON DELETE SET NULL
);
CREATE INDEX recurrences_user_idx ON recurrences (user_id, created_at, id);
CREATE INDEX recurrences_template_idx ON recurrences (template_id) WHERE template_id IS NOT NULL;
CREATE INDEX recurrences_due_idx ON recurrences (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE occurrences (
  recurrence_id varchar(24) NOT NULL,
  occurs_at timestamptz(3) NOT NULL,
  state text NOT NULL,
  group_id varchar(24),
  group_updated_at timestamptz(3),
  problem jsonb,
  CONSTRAINT occurrences_pkey PRIMARY KEY (recurrence_id, occurs_at),
  CONSTRAINT occurrences_recurrence_fkey FOREIGN KEY (recurrence_id) REFERENCES recurrences (id) ON DELETE CASCADE,
  -- A post that is deleted by hand is not created again: the row stays.
  CONSTRAINT occurrences_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups (id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX occurrences_group_key ON occurrences (group_id) WHERE group_id IS NOT NULL;
`;
