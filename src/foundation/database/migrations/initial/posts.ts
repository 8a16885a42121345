/** Post groups, their posts, what happened to them, and who follows them. */
export const POSTS = `
CREATE TABLE post_groups (
  id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  content text NOT NULL,
  status text NOT NULL,
  processing_status text NOT NULL,
  scheduled_time timestamptz(3),
  platform_settings jsonb NOT NULL,
  event_sequence integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  video_timestamp integer,
  event_position bigint NOT NULL DEFAULT 0,
  published_at timestamptz(3),
  add_signature boolean NOT NULL DEFAULT true,
  add_link_parameters boolean NOT NULL DEFAULT true,
  author_id varchar(24),
  CONSTRAINT post_groups_pkey PRIMARY KEY (id)
);
CREATE INDEX post_groups_created_idx ON post_groups (user_id, created_at, id);
CREATE INDEX post_groups_published_idx
  ON post_groups (user_id, coalesce(published_at, '-infinity'::timestamptz), id);
CREATE INDEX post_groups_scheduled_idx
  ON post_groups (user_id, coalesce(scheduled_time, '-infinity'::timestamptz), id);
CREATE INDEX post_groups_status_idx ON post_groups (user_id, status, created_at, id);
CREATE INDEX post_groups_updated_idx ON post_groups (user_id, updated_at, id);

CREATE TABLE platform_posts (
  id varchar(24) NOT NULL,
  group_id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  target_index integer NOT NULL,
  part_index integer NOT NULL DEFAULT 0,
  platform text NOT NULL,
  account_id text NOT NULL,
  platform_id text NOT NULL,
  content text,
  status text NOT NULL,
  posted_id text,
  url text,
  error jsonb,
  attempt_count integer NOT NULL DEFAULT 0,
  first_attempt_at timestamptz(3),
  due_at timestamptz(3),
  generation integer NOT NULL DEFAULT 0,
  job_id uuid,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  lease_until timestamptz(3),
  wait jsonb,
  unsplit_content text,
  deleted_at timestamptz(3),
  further_ids jsonb,
  has_own_text boolean NOT NULL DEFAULT false,
  kind text NOT NULL DEFAULT 'post',
  first_comment text,
  final_text text,
  CONSTRAINT platform_posts_pkey PRIMARY KEY (id),
  CONSTRAINT platform_posts_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups (id) ON DELETE CASCADE
);
CREATE INDEX platform_posts_due_idx ON platform_posts (due_at)
  WHERE status IN ('scheduled', 'pending', 'processing');
CREATE INDEX platform_posts_failed_idx ON platform_posts (user_id, platform_id, (error->>'failedAt'))
  WHERE status = 'failed';
CREATE UNIQUE INDEX platform_posts_group_key ON platform_posts (group_id, target_index, part_index);
CREATE INDEX platform_posts_target_idx ON platform_posts (user_id, platform, platform_id, group_id);

CREATE TABLE post_logs (
  id varchar(24) NOT NULL,
  group_id varchar(24) NOT NULL,
  post_id varchar(24),
  platform text,
  event text NOT NULL,
  error text,
  http_status integer,
  retry_count integer,
  metadata jsonb,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT post_logs_pkey PRIMARY KEY (id),
  CONSTRAINT post_logs_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups (id) ON DELETE CASCADE
);
CREATE INDEX post_logs_group_idx ON post_logs (group_id, id);

-- What a group was to publish, before its first edit and after each.
CREATE TABLE post_versions (
  group_id varchar(24) NOT NULL,
  number integer NOT NULL,
  editor text,
  editor_name text,
  snapshot jsonb NOT NULL,
  bytes integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT post_versions_pkey PRIMARY KEY (group_id, number),
  CONSTRAINT post_versions_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups (id) ON DELETE CASCADE
);

-- Each row has the transaction that stored it, so that a subscriber that was away receives what it missed.
CREATE TABLE live_events (
  group_id varchar(24) NOT NULL,
  sequence integer NOT NULL,
  user_id varchar(24) NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  transaction_id bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
  position bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
  CONSTRAINT live_events_pkey PRIMARY KEY (group_id, sequence)
);
CREATE INDEX live_events_created_idx ON live_events (created_at);
CREATE INDEX live_events_user_idx ON live_events (user_id, position);

CREATE TABLE idempotency_keys (
  owner_id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  group_id varchar(24) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (owner_id, user_id, key)
);
CREATE INDEX idempotency_keys_created_idx ON idempotency_keys (created_at);

-- The secret addresses at which calendars read posts.
CREATE TABLE calendar_feeds (
  user_id varchar(24) NOT NULL,
  secret_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_read_at timestamptz(3),
  CONSTRAINT calendar_feeds_pkey PRIMARY KEY (user_id)
);
CREATE UNIQUE INDEX calendar_feeds_secret_key ON calendar_feeds (secret_hash);
`;
