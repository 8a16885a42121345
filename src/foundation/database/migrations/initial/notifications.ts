/** What people are notified of. */
export const NOTIFICATIONS = `
CREATE TABLE notifications (
  id varchar(24) NOT NULL,
  person_id varchar(24) NOT NULL,
  member_of varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  kind text NOT NULL,
  subject_id varchar(64) NOT NULL,
  group_id varchar(24),
  permission text,
  title text NOT NULL,
  blocks jsonb NOT NULL,
  count integer NOT NULL DEFAULT 1,
  listed boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  read_at timestamptz(3),
  mail_at timestamptz(3),
  CONSTRAINT notifications_pkey PRIMARY KEY (id),
  CONSTRAINT notifications_membership_fkey FOREIGN KEY (person_id, member_of)
    REFERENCES memberships (person_id, user_id) ON DELETE CASCADE
);
CREATE INDEX notifications_person_idx ON notifications (person_id, created_at, id) WHERE listed;
CREATE UNIQUE INDEX notifications_unread_key ON notifications (person_id, kind, subject_id) WHERE read_at IS NULL;
CREATE INDEX notifications_subject_idx ON notifications (subject_id, kind);
CREATE INDEX notifications_membership_idx ON notifications (person_id, member_of);
CREATE INDEX notifications_user_idx ON notifications (user_id);
CREATE INDEX notifications_created_idx ON notifications (created_at);
CREATE INDEX notifications_to_mail_idx ON notifications (mail_at) WHERE mail_at IS NOT NULL;

CREATE TABLE notification_preferences (
  person_id varchar(24) NOT NULL,
  kind text NOT NULL,
  listed boolean NOT NULL,
  email text NOT NULL,
  push boolean NOT NULL,
  CONSTRAINT notification_preferences_pkey PRIMARY KEY (person_id, kind),
  CONSTRAINT notification_preferences_person_fkey FOREIGN KEY (person_id) REFERENCES people (id) ON DELETE CASCADE
);

CREATE TABLE push_keys (
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT push_keys_pkey PRIMARY KEY (public_key)
);

CREATE TABLE push_subscriptions (
  session_id varchar(24) NOT NULL,
  push_key text NOT NULL,
  endpoint_hash text NOT NULL,
  receiver text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  try_at timestamptz(3) NOT NULL,
  CONSTRAINT push_subscriptions_pkey PRIMARY KEY (session_id),
  CONSTRAINT push_subscriptions_session_fkey FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX push_subscriptions_endpoint_key ON push_subscriptions (endpoint_hash);

CREATE TABLE push_deliveries (
  session_id varchar(24) NOT NULL,
  notification_id varchar(24) NOT NULL,
  caused_at timestamptz(3) NOT NULL,
  CONSTRAINT push_deliveries_pkey PRIMARY KEY (session_id, notification_id),
  CONSTRAINT push_deliveries_session_fkey FOREIGN KEY (session_id)
    REFERENCES push_subscriptions (session_id) ON DELETE CASCADE,
  CONSTRAINT push_deliveries_notification_fkey FOREIGN KEY (notification_id)
    REFERENCES notifications (id) ON DELETE CASCADE
);
CREATE INDEX push_deliveries_notification_idx ON push_deliveries (notification_id);
`;
