/** Attempts to publish, and what they share. */
export const PUBLISHING = `
CREATE TABLE publish_attempts (
  id varchar(24) NOT NULL,
  post_id varchar(24) NOT NULL,
  number integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  uncertain_until timestamptz(3) NOT NULL,
  state jsonb,
  failure jsonb,
  outcome text,
  ended_at timestamptz(3),
  account text,
  CONSTRAINT publish_attempts_pkey PRIMARY KEY (id),
  CONSTRAINT publish_attempts_post_fkey FOREIGN KEY (post_id) REFERENCES platform_posts (id) ON DELETE CASCADE
);
CREATE INDEX publish_attempts_account_idx ON publish_attempts (account)
  WHERE outcome IS NULL OR outcome IN ('absent', 'unknown');
CREATE UNIQUE INDEX publish_attempts_post_key ON publish_attempts (post_id, number);

-- Which post each live post at a platform is, over all users.
CREATE TABLE live_posts (
  account text NOT NULL,
  posted_id text NOT NULL,
  post_id varchar(24) NOT NULL,
  claimed_at timestamptz(3) NOT NULL,
  CONSTRAINT live_posts_pkey PRIMARY KEY (account, posted_id)
);
CREATE INDEX live_posts_claimed_idx ON live_posts (claimed_at);

-- Attempts whose parts were removed before their outcome was certain: lookups of other parts may find their posts.
CREATE TABLE removed_attempts (
  id varchar(24) NOT NULL,
  account text NOT NULL,
  started_at timestamptz(3) NOT NULL,
  uncertain_until timestamptz(3) NOT NULL,
  CONSTRAINT removed_attempts_pkey PRIMARY KEY (id)
);
CREATE INDEX removed_attempts_account_idx ON removed_attempts (account);
CREATE INDEX removed_attempts_uncertain_idx ON removed_attempts (uncertain_until);
CREATE FUNCTION keep_removed_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         INSERT INTO removed_attempts (id, account, started_at, uncertain_until)
         VALUES (OLD.id, OLD.account, OLD.started_at, OLD.uncertain_until) ON CONFLICT DO NOTHING;
         RETURN NULL;
       END $$;
CREATE TRIGGER keep_removed_attempt AFTER DELETE ON publish_attempts FOR EACH ROW
  WHEN (OLD.account IS NOT NULL AND (OLD.outcome IS NULL OR OLD.outcome IN ('absent', 'unknown')))
  EXECUTE FUNCTION keep_removed_attempt();

-- How much of the platforms' limits is used.
CREATE TABLE rate_uses (
  platform text NOT NULL,
  account_id text NOT NULL,
  base_url text NOT NULL,
  name text NOT NULL,
  uses jsonb NOT NULL,
  CONSTRAINT rate_uses_pkey PRIMARY KEY (platform, account_id, base_url, name)
);

-- One row while publishing is paused.
CREATE TABLE publishing_pause (
  id smallint NOT NULL,
  since timestamptz(3) NOT NULL,
  CONSTRAINT publishing_pause_pkey PRIMARY KEY (id),
  CONSTRAINT publishing_pause_one_row CHECK (id = 1)
);
`;
