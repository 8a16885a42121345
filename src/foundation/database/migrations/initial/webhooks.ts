/** Webhooks and what was sent to them. */
export const WEBHOOKS = `
CREATE TABLE webhooks (
  id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  secret text NOT NULL,
  is_active boolean NOT NULL,
  failure_count integer NOT NULL,
  last_triggered_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  failures_count_from timestamptz(3),
  CONSTRAINT webhooks_pkey PRIMARY KEY (id)
);
CREATE INDEX webhooks_user_idx ON webhooks (user_id, created_at, id);

CREATE TABLE webhook_deliveries (
  id varchar(24) NOT NULL,
  webhook_id varchar(24) NOT NULL,
  user_id varchar(24) NOT NULL,
  event text NOT NULL,
  subject varchar(24) NOT NULL,
  body text NOT NULL,
  status text NOT NULL,
  is_test boolean NOT NULL,
  attempt_count integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  changed_in bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_webhook_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks (id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_created_idx ON webhook_deliveries (created_at);
CREATE INDEX webhook_deliveries_pending_idx ON webhook_deliveries (webhook_id, subject, id)
  WHERE status = 'pending';
CREATE INDEX webhook_deliveries_skipped_idx ON webhook_deliveries (webhook_id, id) WHERE status = 'skipped';
CREATE INDEX webhook_deliveries_user_idx ON webhook_deliveries (user_id, changed_in);
CREATE INDEX webhook_deliveries_webhook_idx ON webhook_deliveries (webhook_id, id);

CREATE TABLE webhook_attempts (
  delivery_id varchar(24) NOT NULL,
  number integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  duration_ms integer NOT NULL,
  status integer,
  error text,
  answer text,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (delivery_id, number),
  CONSTRAINT webhook_attempts_delivery_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries (id) ON DELETE CASCADE
);

-- Connections whose expiry was announced.
CREATE TABLE expiry_notices (
  connection_id varchar(24) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT expiry_notices_pkey PRIMARY KEY (connection_id, expires_at)
);
CREATE INDEX expiry_notices_expires_idx ON expiry_notices (expires_at);
`;
