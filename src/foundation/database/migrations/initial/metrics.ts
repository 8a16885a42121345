/**
 * What posts and accounts achieved, as their platforms say. Not partitioned by month: numbers are kept as long as their
 * post, so that no month is dropped as a whole, and are found by their post, which is in any of the months (figures:
 * bench/README.md, Statistics).
 */
export const METRICS = `
CREATE TABLE post_metrics (
  post_id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  group_id varchar(24) NOT NULL,
  part_index integer NOT NULL,
  platform text NOT NULL,
  platform_id text NOT NULL,
  published_at timestamptz(3) NOT NULL,
  counted_at timestamptz(3) NOT NULL,
  state text NOT NULL DEFAULT 'WAITING',
  impressions bigint,
  reach bigint,
  views bigint,
  reactions bigint,
  comments bigint,
  shares bigint,
  clicks bigint,
  saves bigint,
  watch_seconds bigint,
  own jsonb NOT NULL DEFAULT '{}',
  readings jsonb NOT NULL DEFAULT '[]',
  measured_at timestamptz(3),
  next_at timestamptz(3),
  CONSTRAINT post_metrics_pkey PRIMARY KEY (post_id),
  CONSTRAINT post_metrics_post_fkey FOREIGN KEY (post_id) REFERENCES platform_posts (id) ON DELETE CASCADE
);
CREATE INDEX post_metrics_due_idx ON post_metrics (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX post_metrics_account_idx ON post_metrics (user_id, platform_id, next_at) WHERE next_at IS NOT NULL;
-- A report reads all posts of a period by this index alone: rows of an account are far apart in the table.
CREATE INDEX post_metrics_counted_idx ON post_metrics (user_id, counted_at)
  INCLUDE (post_id, group_id, part_index, platform, platform_id, published_at, measured_at, state, impressions, reach, views,
           reactions, comments, shares, clicks, saves, watch_seconds);

-- The last reading of a day; of a day long ago, that of its month.
CREATE TABLE account_metrics (
  user_id varchar(24) NOT NULL,
  platform_id text NOT NULL,
  day date NOT NULL,
  platform text NOT NULL,
  followers bigint,
  posts bigint,
  own jsonb NOT NULL,
  CONSTRAINT account_metrics_pkey PRIMARY KEY (user_id, platform_id, day)
);
CREATE INDEX account_metrics_day_idx ON account_metrics (day);

-- Connections whose numbers are read.
CREATE TABLE measured_accounts (
  connection_id varchar(24) NOT NULL,
  state text NOT NULL,
  measured_at timestamptz(3),
  next_at timestamptz(3),
  waits_until timestamptz(3),
  refused_at timestamptz(3),
  failures integer NOT NULL,
  refusals integer NOT NULL DEFAULT 0,
  own_failures integer NOT NULL DEFAULT 0,
  own_refusals integer NOT NULL DEFAULT 0,
  CONSTRAINT measured_accounts_pkey PRIMARY KEY (connection_id),
  CONSTRAINT measured_accounts_connection_fkey FOREIGN KEY (connection_id) REFERENCES connections (id) ON DELETE CASCADE
);
CREATE INDEX measured_accounts_due_idx ON measured_accounts (next_at) WHERE next_at IS NOT NULL;

-- Secret pages with reports.
CREATE TABLE report_links (
  id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  token_hash text NOT NULL,
  name text NOT NULL,
  report jsonb NOT NULL,
  created_by_id varchar(24) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT report_links_pkey PRIMARY KEY (id)
);
CREATE INDEX report_links_expires_idx ON report_links (expires_at);
CREATE UNIQUE INDEX report_links_token_key ON report_links (token_hash);
CREATE INDEX report_links_user_idx ON report_links (user_id);

-- Reports by e-mail. Without a next day, none is sent: the last one stays known, so that no period is sent twice.
CREATE TABLE report_emails (
  person_id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  member_of varchar(24) NOT NULL,
  frequency text NOT NULL,
  next_on date,
  last_on date,
  CONSTRAINT report_emails_pkey PRIMARY KEY (person_id, user_id),
  CONSTRAINT report_emails_membership_fkey FOREIGN KEY (person_id, member_of)
    REFERENCES memberships (person_id, user_id) ON DELETE CASCADE
);
CREATE INDEX report_emails_membership_idx ON report_emails (person_id, member_of);
CREATE INDEX report_emails_next_idx ON report_emails (next_on) WHERE next_on IS NOT NULL;
CREATE INDEX report_emails_user_idx ON report_emails (user_id);

-- Posts are read from an hour after their publication on; those of one moment within six minutes.
-- A later part of a thread counts when the first one was published.
CREATE FUNCTION measure_post() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO post_metrics (post_id, user_id, group_id, part_index, platform, platform_id, published_at, counted_at,
                               next_at)
     VALUES (NEW.id, NEW.user_id, NEW.group_id, NEW.part_index, NEW.platform, NEW.platform_id, NEW.updated_at,
             coalesce((SELECT m.counted_at FROM platform_posts p JOIN post_metrics m ON m.post_id = p.id
                        WHERE p.group_id = NEW.group_id AND p.target_index = NEW.target_index AND p.part_index = 0
                          AND NEW.part_index > 0), NEW.updated_at),
             NEW.updated_at + interval '1 hour' + abs(hashtext(NEW.id) % 360) * interval '1 second')
     ON CONFLICT (post_id) DO NOTHING;
     RETURN NULL;
   END $$;
CREATE TRIGGER measure_published_post AFTER UPDATE ON platform_posts
  FOR EACH ROW WHEN (new.kind = 'post' AND new.status = 'published' AND old.status <> 'published')
  EXECUTE FUNCTION measure_post();
`;
