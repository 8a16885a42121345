/** People, accounts, memberships between them, and how people and programs get access. */
export const IDENTITY = `
-- Notifies the processes of users whose access may have changed, by any writer. Uses of keys and sessions change no access.
CREATE FUNCTION notify_access_changed() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     PERFORM pg_notify('access_changed', to_jsonb(OLD) ->> TG_ARGV[0]);
     RETURN NULL;
   END $$;

-- Who signs in.
CREATE TABLE people (
  id varchar(24) NOT NULL,
  email text NOT NULL,
  email_confirmed_at timestamptz(3),
  name text NOT NULL,
  password_hash text,
  is_operator boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT people_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX people_email_key ON people (email);
CREATE TRIGGER people_access_changed AFTER DELETE OR UPDATE ON people
  FOR EACH ROW EXECUTE FUNCTION notify_access_changed('id');

-- Accounts: who owns posts, connections and keys.
CREATE TABLE users (
  id varchar(24) NOT NULL,
  email text NOT NULL,
  display_name text NOT NULL,
  plan text NOT NULL,
  mcp_access boolean NOT NULL DEFAULT false,
  workspace_access boolean NOT NULL DEFAULT false,
  managed_by_id varchar(24),
  created_at timestamptz(3) NOT NULL,
  channel_quantity integer,
  limit_overrides jsonb,
  held_at timestamptz(3),
  hold_reason text,
  hold_expires_at timestamptz(3),
  deactivated_at timestamptz(3),
  email_confirmed_at timestamptz(3),
  removal_at timestamptz(3),
  detached_from_id varchar(24),
  detached_with jsonb,
  time_zone text,
  two_factor_required boolean NOT NULL DEFAULT false,
  additions_revision integer NOT NULL DEFAULT 0,
  CONSTRAINT users_pkey PRIMARY KEY (id)
);
CREATE INDEX users_detached_from_idx ON users (detached_from_id) WHERE detached_from_id IS NOT NULL;
CREATE INDEX users_managed_by_idx ON users (managed_by_id);
CREATE UNIQUE INDEX users_managed_email_key ON users (email) WHERE managed_by_id IS NOT NULL;
CREATE INDEX users_removal_idx ON users (removal_at) WHERE removal_at IS NOT NULL;
CREATE TRIGGER users_access_changed AFTER DELETE OR UPDATE ON users
  FOR EACH ROW EXECUTE FUNCTION notify_access_changed('id');

-- Who may do what in which account. Without a foreign key to the account: its row is away while it moves to another pod.
CREATE TABLE memberships (
  person_id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  role text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT memberships_pkey PRIMARY KEY (person_id, user_id),
  CONSTRAINT memberships_person_fkey FOREIGN KEY (person_id) REFERENCES people (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX memberships_owner_key ON memberships (user_id) WHERE role = 'OWNER';
CREATE INDEX memberships_user_idx ON memberships (user_id, created_at, person_id);
CREATE TRIGGER memberships_access_changed AFTER DELETE OR UPDATE ON memberships
  FOR EACH ROW EXECUTE FUNCTION notify_access_changed('person_id');

CREATE TABLE api_keys (
  id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  hash text NOT NULL,
  scopes text[] NOT NULL,
  created_by_id varchar(24),
  created_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  CONSTRAINT api_keys_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX api_keys_prefix_key ON api_keys (prefix);
CREATE INDEX api_keys_user_idx ON api_keys (user_id);
CREATE TRIGGER api_keys_access_changed AFTER DELETE OR UPDATE OF user_id, prefix, hash, scopes, revoked_at ON api_keys
  FOR EACH ROW EXECUTE FUNCTION notify_access_changed('user_id');

-- Applications that users have connected (OAuth), each with its code and tokens.
CREATE TABLE applications (
  id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  client_id text NOT NULL,
  name text NOT NULL,
  redirect_uri text NOT NULL,
  scopes text[] NOT NULL,
  family_hash text NOT NULL,
  code_hash text NOT NULL,
  code_challenge text NOT NULL,
  access_hash text,
  access_expires_at timestamptz(3),
  refresh_hash text,
  created_by_id varchar(24),
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT applications_pkey PRIMARY KEY (id)
);
CREATE INDEX applications_expires_idx ON applications (expires_at);
CREATE UNIQUE INDEX applications_family_key ON applications (family_hash);
CREATE INDEX applications_user_idx ON applications (user_id);

CREATE TABLE sessions (
  token_hash text NOT NULL,
  person_id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  id varchar(24) NOT NULL,
  last_used_at timestamptz(3) NOT NULL,
  user_agent text,
  address text,
  device_id varchar(24),
  CONSTRAINT sessions_pkey PRIMARY KEY (token_hash),
  CONSTRAINT sessions_person_fkey FOREIGN KEY (person_id) REFERENCES people (id) ON DELETE CASCADE
);
CREATE INDEX sessions_expires_idx ON sessions (expires_at);
CREATE UNIQUE INDEX sessions_id_key ON sessions (id);
CREATE INDEX sessions_person_idx ON sessions (person_id);
CREATE TRIGGER sessions_access_changed AFTER DELETE OR UPDATE OF person_id, token_hash, expires_at ON sessions
  FOR EACH ROW EXECUTE FUNCTION notify_access_changed('person_id');

-- Operators who are signed in as another account: at most one beside each session of theirs, and no longer than it.
CREATE TABLE operator_sessions (
  token_hash text NOT NULL,
  id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  session_id varchar(24) NOT NULL,
  may_write boolean NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT operator_sessions_pkey PRIMARY KEY (token_hash),
  CONSTRAINT operator_sessions_user_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT operator_sessions_session_fkey FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE
);
CREATE INDEX operator_sessions_expires_idx ON operator_sessions (expires_at);
CREATE UNIQUE INDEX operator_sessions_session_key ON operator_sessions (session_id);
CREATE INDEX operator_sessions_user_idx ON operator_sessions (user_id);
CREATE TRIGGER operator_sessions_access_changed AFTER DELETE ON operator_sessions
  FOR EACH ROW EXECUTE FUNCTION notify_access_changed('user_id');

-- Browsers that signed in before.
CREATE TABLE devices (
  id varchar(24) NOT NULL,
  person_id varchar(24) NOT NULL,
  token_hash text NOT NULL,
  last_sign_in_at timestamptz(3) NOT NULL,
  CONSTRAINT devices_pkey PRIMARY KEY (id),
  CONSTRAINT devices_person_fkey FOREIGN KEY (person_id) REFERENCES people (id) ON DELETE CASCADE
);
CREATE INDEX devices_last_sign_in_idx ON devices (last_sign_in_at);
CREATE UNIQUE INDEX devices_token_key ON devices (token_hash);
CREATE INDEX devices_person_idx ON devices (person_id);

CREATE TABLE second_factors (
  person_id varchar(24) NOT NULL,
  secret text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  confirmed_at timestamptz(3),
  last_step bigint,
  CONSTRAINT second_factors_pkey PRIMARY KEY (person_id),
  CONSTRAINT second_factors_person_fkey FOREIGN KEY (person_id) REFERENCES people (id) ON DELETE CASCADE
);
CREATE INDEX second_factors_pending_idx ON second_factors (created_at) WHERE confirmed_at IS NULL;
-- Without one, an operator has no access to the console.
CREATE TRIGGER second_factors_access_changed AFTER DELETE ON second_factors
  FOR EACH ROW EXECUTE FUNCTION notify_access_changed('person_id');

CREATE TABLE recovery_codes (
  person_id varchar(24) NOT NULL,
  hash text NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (person_id, hash),
  CONSTRAINT recovery_codes_person_fkey FOREIGN KEY (person_id) REFERENCES people (id) ON DELETE CASCADE
);

-- Sign-ups whose address is not confirmed yet.
CREATE TABLE sign_ups (
  id varchar(24) NOT NULL,
  email text NOT NULL,
  password_hash text NOT NULL,
  display_name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT sign_ups_pkey PRIMARY KEY (id)
);
CREATE INDEX sign_ups_email_idx ON sign_ups (email);
CREATE INDEX sign_ups_expires_idx ON sign_ups (expires_at);

-- Users whose account moves to another pod, or has moved there. They have no row in users.
CREATE TABLE parked_users (
  user_id varchar(24) NOT NULL,
  account_id varchar(24) NOT NULL,
  target text NOT NULL,
  user_row jsonb,
  has_moved boolean NOT NULL DEFAULT false,
  parked_at timestamptz(3) NOT NULL,
  CONSTRAINT parked_users_pkey PRIMARY KEY (user_id)
);
CREATE INDEX parked_users_account_idx ON parked_users (account_id);

-- People who were asked to become members of an account.
CREATE TABLE invitations (
  id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  token_hash text,
  invited_by text NOT NULL,
  invited_by_id varchar(24) NOT NULL,
  managed_user_ids varchar(24)[],
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT invitations_pkey PRIMARY KEY (id)
);
CREATE INDEX invitations_expires_idx ON invitations (expires_at);
CREATE INDEX invitations_invited_by_idx ON invitations (invited_by_id);
CREATE UNIQUE INDEX invitations_token_key ON invitations (token_hash);
CREATE UNIQUE INDEX invitations_user_email_key ON invitations (user_id, email);

-- Links in e-mails.
CREATE TABLE email_tokens (
  token_hash text NOT NULL,
  purpose text NOT NULL,
  email text NOT NULL,
  person_id varchar(24),
  sign_up_id varchar(24),
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT email_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT email_tokens_person_fkey FOREIGN KEY (person_id) REFERENCES people (id) ON DELETE CASCADE,
  CONSTRAINT email_tokens_sign_up_fkey FOREIGN KEY (sign_up_id) REFERENCES sign_ups (id) ON DELETE CASCADE
);
CREATE INDEX email_tokens_expires_idx ON email_tokens (expires_at);
CREATE INDEX email_tokens_sign_up_idx ON email_tokens (sign_up_id);
CREATE INDEX email_tokens_person_idx ON email_tokens (person_id);
`;
