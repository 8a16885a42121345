/** What owners can see of their accounts, and take with them. */
export const OWNER = `
-- Notifies of accounts whose audit log has a new event. Failed sign-ins notify nobody: they are not the account's own,
-- and a notice would make their commits take longer.
CREATE FUNCTION notify_audit_recorded() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     PERFORM pg_notify('audit_recorded', NEW.owner_id);
     RETURN NULL;
   END $$;

CREATE TABLE audit_events (
  id varchar(24) NOT NULL,
  owner_id varchar(24),
  user_id varchar(24),
  action text NOT NULL,
  actor text NOT NULL,
  actor_id varchar(24),
  actor_name text,
  subject_type text,
  subject_id varchar(24),
  subject_name text,
  address text,
  user_agent text,
  request_id text,
  details jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT audit_events_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_events_action_idx ON audit_events (owner_id, action, created_at);
CREATE INDEX audit_events_created_idx ON audit_events (created_at);
CREATE INDEX audit_events_owner_idx ON audit_events (owner_id, created_at, id);
CREATE TRIGGER audit_events_recorded AFTER INSERT ON audit_events
  FOR EACH ROW WHEN (new.owner_id IS NOT NULL AND new.action <> 'sign_in_failed') EXECUTE FUNCTION notify_audit_recorded();

CREATE TABLE account_exports (
  id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  key text NOT NULL,
  status text NOT NULL,
  bytes bigint,
  requested_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT account_exports_pkey PRIMARY KEY (id)
);
CREATE INDEX account_exports_expires_idx ON account_exports (expires_at);
CREATE UNIQUE INDEX account_exports_pending_key ON account_exports (user_id) WHERE status = 'pending';
CREATE INDEX account_exports_user_idx ON account_exports (user_id, requested_at);

-- Removed users of whom other rows may be left.
CREATE TABLE removed_users (
  user_id varchar(24) NOT NULL,
  removed_at timestamptz(3) NOT NULL,
  CONSTRAINT removed_users_pkey PRIMARY KEY (user_id)
);
`;
