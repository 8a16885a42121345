/** Connected accounts, the logins that connect them, and what platforms reported about them. */
export const ACCOUNTS = `
CREATE TABLE connections (
  id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  platform text NOT NULL,
  account_id text NOT NULL,
  platform_id text NOT NULL,
  username text NOT NULL,
  display_name text NOT NULL,
  base_url text,
  credentials text NOT NULL,
  access_token_expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  profile_url text,
  profile_image_url text,
  renew_at timestamptz(3),
  renewal_refused_at timestamptz(3),
  CONSTRAINT connections_pkey PRIMARY KEY (id)
);
CREATE INDEX connections_renew_idx ON connections (renew_at) WHERE renew_at IS NOT NULL AND revoked_at IS NULL;
CREATE UNIQUE INDEX connections_user_platform_id_key ON connections (user_id, platform_id);

-- How the posts to each connection ended last. It outlives the posts.
CREATE TABLE connection_activity (
  connection_id varchar(24) NOT NULL,
  succeeded_at timestamptz(3),
  failed_at timestamptz(3),
  error text,
  CONSTRAINT connection_activity_pkey PRIMARY KEY (connection_id),
  CONSTRAINT connection_activity_connection_fkey FOREIGN KEY (connection_id) REFERENCES connections (id) ON DELETE CASCADE
);

CREATE TABLE connection_pages (
  user_id varchar(24) NOT NULL,
  token_hash text NOT NULL,
  token text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT connection_pages_pkey PRIMARY KEY (user_id)
);
CREATE UNIQUE INDEX connection_pages_token_key ON connection_pages (token_hash);

CREATE TABLE login_attempts (
  id varchar(24) NOT NULL,
  state_hash text NOT NULL,
  browser_hash text NOT NULL,
  user_id varchar(24) NOT NULL,
  platform text NOT NULL,
  phase text NOT NULL,
  secrets text,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT login_attempts_pkey PRIMARY KEY (id)
);
CREATE INDEX login_attempts_expires_idx ON login_attempts (expires_at);
CREATE UNIQUE INDEX login_attempts_state_key ON login_attempts (state_hash);

-- The apps that this service registered at servers of platforms.
CREATE TABLE instance_clients (
  id varchar(24) NOT NULL,
  platform text NOT NULL,
  server text NOT NULL,
  redirect_uri text NOT NULL,
  client text NOT NULL,
  CONSTRAINT instance_clients_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX instance_clients_server_key ON instance_clients (platform, server, redirect_uri);

-- Statistics of platforms, cached.
CREATE TABLE network_answers (
  connection_id varchar(24) NOT NULL,
  question text NOT NULL,
  answer jsonb,
  answered_at timestamptz(3),
  claimed_until timestamptz(3) NOT NULL,
  CONSTRAINT network_answers_pkey PRIMARY KEY (connection_id, question),
  CONSTRAINT network_answers_connection_fkey FOREIGN KEY (connection_id) REFERENCES connections (id) ON DELETE CASCADE
);
CREATE INDEX network_answers_claimed_idx ON network_answers (claimed_until);

-- What is done after an account is connected again.
CREATE TABLE recovery_policies (
  user_id varchar(24) NOT NULL,
  mode text NOT NULL,
  hours integer NOT NULL,
  CONSTRAINT recovery_policies_pkey PRIMARY KEY (user_id)
);
`;
