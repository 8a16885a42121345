/** What plans and limits count. */
export const USAGE = `
CREATE TABLE post_usage (
  user_id varchar(24) NOT NULL,
  period_start timestamptz(3) NOT NULL,
  platform_id text NOT NULL,
  used integer NOT NULL,
  CONSTRAINT post_usage_pkey PRIMARY KEY (user_id, period_start, platform_id)
);

-- Owners who know of the limit of a month.
CREATE TABLE limit_notices (
  owner_id varchar(24) NOT NULL,
  period_start timestamptz(3) NOT NULL,
  CONSTRAINT limit_notices_pkey PRIMARY KEY (owner_id, period_start)
);

CREATE TABLE live_processes (
  id varchar(24) NOT NULL,
  lease_until timestamptz(3) NOT NULL,
  CONSTRAINT live_processes_pkey PRIMARY KEY (id)
);

CREATE TABLE live_usage (
  account_id varchar(24) NOT NULL,
  process_id varchar(24) NOT NULL,
  sockets integer NOT NULL,
  subscriptions integer NOT NULL,
  CONSTRAINT live_usage_pkey PRIMARY KEY (account_id, process_id),
  CONSTRAINT live_usage_process_fkey FOREIGN KEY (process_id) REFERENCES live_processes (id) ON DELETE CASCADE
);
CREATE INDEX live_usage_process_idx ON live_usage (process_id);

-- Counts of a minute: a crash of Postgres may lose them, so they are not worth a write-ahead log.
CREATE UNLOGGED TABLE request_limits (
  key varchar(255) NOT NULL,
  points integer NOT NULL,
  resets_at timestamptz(3) NOT NULL,
  CONSTRAINT request_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX request_limits_resets_idx ON request_limits (resets_at);

CREATE TABLE throttles (
  key varchar(255) NOT NULL,
  points integer NOT NULL,
  resets_at timestamptz(3) NOT NULL,
  CONSTRAINT throttles_pkey PRIMARY KEY (key)
);
CREATE INDEX throttles_resets_idx ON throttles (resets_at);
`;
