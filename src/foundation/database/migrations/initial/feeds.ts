/** Web feeds, and the entries of them that became posts or never will. */
export const FEEDS = `
CREATE TABLE feeds (
  id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  person_id varchar(24),
  program_may_publish boolean NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  platform_ids text[] NOT NULL,
  schedule text,
  template text NOT NULL,
  filter jsonb NOT NULL,
  daily_max integer NOT NULL,
  label_ids text[] NOT NULL,
  attaches_images boolean NOT NULL,
  state text NOT NULL,
  problem text,
  failures integer NOT NULL,
  failing_since timestamptz(3),
  notified_at timestamptz(3),
  etag text,
  last_modified text,
  fetched_at timestamptz(3),
  next_fetch_at timestamptz(3) NOT NULL,
  lease_until timestamptz(3),
  restored_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT feeds_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX feeds_name_key ON feeds (user_id, lower(name));
CREATE INDEX feeds_due_idx ON feeds (next_fetch_at) WHERE state IN ('ACTIVE', 'FAILING');

CREATE TABLE feed_entries (
  id varchar(24) NOT NULL,
  feed_id varchar(24) NOT NULL,
  identity text NOT NULL,
  state text NOT NULL,
  title text NOT NULL,
  link text,
  published_at timestamptz(3),
  content jsonb,
  only_draft boolean NOT NULL,
  reason text,
  group_id varchar(24),
  posted_at timestamptz(3),
  first_seen_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  CONSTRAINT feed_entries_pkey PRIMARY KEY (id),
  CONSTRAINT feed_entries_feed_fkey FOREIGN KEY (feed_id) REFERENCES feeds (id) ON DELETE CASCADE,
  CONSTRAINT feed_entries_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups (id) ON DELETE SET NULL
);
-- Each entry once, also if two processes fetch the feed.
CREATE UNIQUE INDEX feed_entries_identity_key ON feed_entries (feed_id, identity);
CREATE INDEX feed_entries_list_idx ON feed_entries (feed_id, id);
CREATE INDEX feed_entries_waiting_idx ON feed_entries (feed_id, id) WHERE state = 'WAITING';
CREATE INDEX feed_entries_posted_idx ON feed_entries (feed_id, posted_at) WHERE posted_at IS NOT NULL;
CREATE INDEX feed_entries_group_idx ON feed_entries (group_id) WHERE group_id IS NOT NULL;
`;
