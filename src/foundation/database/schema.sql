-- What the migrations amount to, written by `npm run schema:sql`: for reading, not for running.

CREATE SEQUENCE migrations_id_seq AS integer;

CREATE OR REPLACE FUNCTION public.correct_post_counts(counted_user text)
 RETURNS TABLE(wrong_counter text, difference bigint)
 LANGUAGE sql
AS $function$
     WITH actual AS (
       SELECT unnest(group_counters(status, scheduled_time)) AS counter, count(*) AS n
         FROM post_groups WHERE user_id = counted_user GROUP BY 1
       UNION ALL
       SELECT 'platform:' || platform, count(DISTINCT group_id)
         FROM platform_posts WHERE user_id = counted_user GROUP BY platform
       UNION ALL
       SELECT 'pending:' || platform_id, count(DISTINCT (group_id, target_index))
         FROM platform_posts WHERE user_id = counted_user AND kind = 'post' AND status IN ('scheduled', 'pending', 'processing') GROUP BY platform_id
     ), counted AS (
       SELECT counter, count FROM post_counts WHERE user_id = counted_user
       UNION ALL
       SELECT unnest(counters), change FROM post_count_changes WHERE user_id = counted_user
     ), wrong AS (
       SELECT counter, sum(n)::bigint AS n
         FROM (SELECT * FROM actual UNION ALL SELECT counter, -count FROM counted) c
        GROUP BY counter HAVING sum(n) <> 0
     ), corrected AS (
       INSERT INTO post_counts AS known (user_id, counter, count)
       SELECT counted_user, counter, n FROM wrong ORDER BY counter
       ON CONFLICT (user_id, counter) DO UPDATE SET count = known.count + EXCLUDED.count
     )
     SELECT counter, n FROM wrong
   $function$;

CREATE OR REPLACE FUNCTION public.count_group()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   BEGIN
     IF TG_OP = 'INSERT' THEN
       INSERT INTO post_count_changes (user_id, counters, change)
       VALUES (NEW.user_id, group_counters(NEW.status, NEW.scheduled_time), 1);
     ELSIF TG_OP = 'DELETE' THEN
       INSERT INTO post_count_changes (user_id, counters, change)
       VALUES (OLD.user_id, group_counters(OLD.status, OLD.scheduled_time), -1);
     ELSE
       INSERT INTO post_count_changes (user_id, counters, change)
       VALUES (OLD.user_id, group_counters(OLD.status, OLD.scheduled_time), -1),
              (NEW.user_id, group_counters(NEW.status, NEW.scheduled_time), 1);
     END IF;
     RETURN NULL;
   END $function$;

CREATE OR REPLACE FUNCTION public.count_posts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   BEGIN
     IF TG_OP = 'INSERT' THEN
       INSERT INTO post_count_changes (user_id, counters, change)
       SELECT user_id, array_agg(counter), 1 FROM (
         SELECT user_id, 'platform:' || platform AS counter
           FROM new_posts t GROUP BY user_id, group_id, platform HAVING (SELECT count(*) FROM platform_posts p WHERE p.group_id = t.group_id AND p.platform = t.platform) = count(*)
         UNION ALL
         SELECT user_id, 'pending:' || platform_id
           FROM new_posts t WHERE kind = 'post' AND status IN ('scheduled', 'pending', 'processing') GROUP BY user_id, group_id, target_index, platform_id
         HAVING (SELECT count(*) FROM platform_posts p
                     WHERE p.group_id = t.group_id AND p.target_index = t.target_index AND p.kind = 'post' AND p.status IN ('scheduled', 'pending', 'processing')) = count(*)) c
        GROUP BY user_id;
     ELSIF TG_OP = 'DELETE' THEN
       INSERT INTO post_count_changes (user_id, counters, change)
       SELECT user_id, array_agg(counter), -1 FROM (
         SELECT user_id, 'platform:' || platform AS counter
           FROM old_posts t GROUP BY user_id, group_id, platform HAVING (SELECT count(*) FROM platform_posts p WHERE p.group_id = t.group_id AND p.platform = t.platform) = 0
         UNION ALL
         SELECT user_id, 'pending:' || platform_id
           FROM old_posts t WHERE kind = 'post' AND status IN ('scheduled', 'pending', 'processing') GROUP BY user_id, group_id, target_index, platform_id
         HAVING (SELECT count(*) FROM platform_posts p
                     WHERE p.group_id = t.group_id AND p.target_index = t.target_index AND p.kind = 'post' AND p.status IN ('scheduled', 'pending', 'processing')) = 0) c
        GROUP BY user_id;
     ELSE
       INSERT INTO post_count_changes (user_id, counters, change)
       SELECT user_id, array_agg('pending:' || platform_id), CASE WHEN active > 0 THEN 1 ELSE -1 END
         FROM (SELECT user_id, platform_id, sum(change) AS change, (SELECT count(*) FROM platform_posts p
                     WHERE p.group_id = t.group_id AND p.target_index = t.target_index AND p.kind = 'post' AND p.status IN ('scheduled', 'pending', 'processing')) AS active
                 FROM (SELECT o.user_id, o.group_id, o.target_index, o.platform_id, CASE WHEN n.kind = 'post' AND n.status IN ('scheduled', 'pending', 'processing') THEN 1 ELSE -1 END AS change
                         FROM old_posts o JOIN new_posts n USING (id) WHERE (o.kind = 'post' AND o.status IN ('scheduled', 'pending', 'processing')) <> (n.kind = 'post' AND n.status IN ('scheduled', 'pending', 'processing'))) t
                GROUP BY user_id, group_id, target_index, platform_id OFFSET 0) c
        WHERE (active > 0) <> (active - change > 0)
        GROUP BY user_id, active > 0;
     END IF;
     RETURN NULL;
   END $function$;

CREATE OR REPLACE FUNCTION public.count_stored_files()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   BEGIN
     IF TG_OP = 'INSERT' THEN
       INSERT INTO storage_usage AS u (user_id, bytes, files)
       SELECT user_id, sum(stored_bytes + reserved_bytes), count(*) FROM new_files GROUP BY user_id
       ON CONFLICT (user_id) DO UPDATE SET bytes = u.bytes + EXCLUDED.bytes, files = u.files + EXCLUDED.files;
     ELSIF TG_OP = 'DELETE' THEN
       UPDATE storage_usage u SET bytes = u.bytes - o.bytes, files = u.files - o.files
         FROM (SELECT user_id, sum(stored_bytes + reserved_bytes) AS bytes, count(*) AS files
                 FROM old_files GROUP BY user_id) o
        WHERE u.user_id = o.user_id;
     ELSE
       UPDATE storage_usage u SET bytes = u.bytes + c.bytes
         FROM (SELECT n.user_id, sum(n.stored_bytes + n.reserved_bytes - o.stored_bytes - o.reserved_bytes) AS bytes
                 FROM new_files n JOIN old_files o USING (id) GROUP BY n.user_id) c
        WHERE u.user_id = c.user_id AND c.bytes <> 0;
     END IF;
     RETURN NULL;
   END $function$;

CREATE OR REPLACE FUNCTION public.group_counters(status text, scheduled_time timestamp with time zone)
 RETURNS text[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
     SELECT array_remove(ARRAY['status:' || status, 'day:' || floor(extract(epoch FROM scheduled_time) / 86400)], NULL)
   $function$;

CREATE OR REPLACE FUNCTION public.index_post_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   BEGIN
     INSERT INTO post_searches VALUES (NEW.id, search_vector(NEW.user_id, NEW.content))
     ON CONFLICT (group_id) DO UPDATE SET words = EXCLUDED.words;
     RETURN NULL;
   END $function$;

CREATE OR REPLACE FUNCTION public.keep_removed_attempt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
       BEGIN
         INSERT INTO removed_attempts (id, account, started_at, uncertain_until)
         VALUES (OLD.id, OLD.account, OLD.started_at, OLD.uncertain_until) ON CONFLICT DO NOTHING;
         RETURN NULL;
       END $function$;

CREATE OR REPLACE FUNCTION public.leave_queue()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   BEGIN
     DELETE FROM queue_entries e USING posting_schedules s
      WHERE e.group_id = NEW.id AND s.id = e.schedule_id
        AND (NEW.scheduled_time IS DISTINCT FROM CASE WHEN s.paused_at IS NULL THEN e.slot_at END
             OR (OLD.status = 'scheduled' AND NEW.status = 'draft' AND NEW.scheduled_time IS NOT NULL));
     RETURN NULL;
   END $function$;

CREATE OR REPLACE FUNCTION public.measure_post()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
   END $function$;

CREATE OR REPLACE FUNCTION public.notify_access_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   BEGIN
     PERFORM pg_notify('access_changed', to_jsonb(OLD) ->> TG_ARGV[0]);
     RETURN NULL;
   END $function$;

CREATE OR REPLACE FUNCTION public.notify_audit_recorded()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
   BEGIN
     PERFORM pg_notify('audit_recorded', NEW.owner_id);
     RETURN NULL;
   END $function$;

CREATE OR REPLACE FUNCTION public.search_query(user_id text, given text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
     SELECT string_agg(DISTINCT '''' || word || ''':*', ' & ')::tsquery FROM unnest(search_words(right(user_id, 6), given)) AS word
   $function$;

CREATE OR REPLACE FUNCTION public.search_vector(user_id text, given text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
     SELECT array_to_tsvector(search_words(right(user_id, 6), given))
   $function$;

CREATE OR REPLACE FUNCTION public.search_words(prefix text, given text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
   DECLARE
     folded text;
     words text[];
   BEGIN
     IF octet_length(given) = length(given) THEN
       RETURN ARRAY(
         SELECT prefix || left(word, 50)
           FROM string_to_table(regexp_replace(lower(left(given, 20000) COLLATE "C"), '[^a-z0-9]+', ' ', 'g'), ' ') AS word
          WHERE word <> '');
     END IF;
     folded := left(replace(replace(replace(replace(translate(lower(normalize(
                regexp_replace(normalize(left(given, 20000), NFKD), '[\u0300-\u036f]+', '', 'g'), NFC)), 'ςłøđħıŧð', 'σlodhitd'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 20000);
     words := ARRAY(
         SELECT prefix || left(word, 50)
           FROM string_to_table(regexp_replace(folded, '[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u2600-\u27bf\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u31ff\u3400-\u9fff\ua000-\ua4cf\uf900-\ufaff\U0001f000-\U0003ffff\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u055a-\u055f\u0589\u05be\u05c0\u05c3\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u2000-\u206f\u20a0-\u20cf\u2190-\u25ff\u2b00-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u302a-\u3030\ufe00-\ufe0f\ufe30-\ufe6f\uff00-\uff0f\ufffc\ufffd]+', ' ', 'g'), ' ') AS word
          WHERE word <> '');
     IF folded ~ '[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u2600-\u27bf\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u31ff\u3400-\u9fff\ua000-\ua4cf\uf900-\ufaff\U0001f000-\U0003ffff]' THEN
       words := words || ARRAY(
         SELECT prefix || c || lead(c, 1, '') OVER (PARTITION BY run.place ORDER BY t.place)
           FROM regexp_matches(folded, '[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u2600-\u27bf\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u31ff\u3400-\u9fff\ua000-\ua4cf\uf900-\ufaff\U0001f000-\U0003ffff]+', 'g') WITH ORDINALITY AS run(characters, place),
                string_to_table(characters[1], NULL) WITH ORDINALITY AS t(c, place));
     END IF;
     RETURN words;
   END $function$;

CREATE TABLE account_exports (
  id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  key text NOT NULL,
  status text NOT NULL,
  bytes bigint,
  requested_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT account_exports_pkey PRIMARY KEY (id)
);
CREATE INDEX account_exports_expires_idx ON public.account_exports USING btree (expires_at);
CREATE UNIQUE INDEX account_exports_pending_key ON public.account_exports USING btree (user_id) WHERE (status = 'pending'::text);
CREATE INDEX account_exports_user_idx ON public.account_exports USING btree (user_id, requested_at);

CREATE TABLE account_metrics (
  user_id character varying(24) NOT NULL,
  platform_id text NOT NULL,
  day date NOT NULL,
  platform text NOT NULL,
  followers bigint,
  posts bigint,
  own jsonb NOT NULL,
  CONSTRAINT account_metrics_pkey PRIMARY KEY (user_id, platform_id, day)
);
CREATE INDEX account_metrics_day_idx ON public.account_metrics USING btree (day);

CREATE TABLE api_keys (
  id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  hash text NOT NULL,
  scopes text[] NOT NULL,
  created_by_id character varying(24),
  created_at timestamp(3) with time zone NOT NULL,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX api_keys_prefix_key ON public.api_keys USING btree (prefix);
CREATE INDEX api_keys_user_idx ON public.api_keys USING btree (user_id);
CREATE TRIGGER api_keys_access_changed AFTER DELETE OR UPDATE OF user_id, prefix, hash, scopes, revoked_at ON public.api_keys FOR EACH ROW EXECUTE FUNCTION notify_access_changed('user_id');

CREATE TABLE applications (
  id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  client_id text NOT NULL,
  name text NOT NULL,
  redirect_uri text NOT NULL,
  scopes text[] NOT NULL,
  family_hash text NOT NULL,
  code_hash text NOT NULL,
  code_challenge text NOT NULL,
  access_hash text,
  access_expires_at timestamp(3) with time zone,
  refresh_hash text,
  created_by_id character varying(24),
  created_at timestamp(3) with time zone NOT NULL,
  last_used_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT applications_pkey PRIMARY KEY (id)
);
CREATE INDEX applications_expires_idx ON public.applications USING btree (expires_at);
CREATE UNIQUE INDEX applications_family_key ON public.applications USING btree (family_hash);
CREATE INDEX applications_user_idx ON public.applications USING btree (user_id);

CREATE TABLE approval_decisions (
  id character varying(24) NOT NULL,
  group_id character varying(24) NOT NULL,
  request_id character varying(24) NOT NULL,
  person_id character varying(24) NOT NULL,
  responsible_id character varying(24) NOT NULL,
  decided_by text NOT NULL,
  decision text NOT NULL,
  comment text,
  decided_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT approval_decisions_pkey PRIMARY KEY (id),
  CONSTRAINT approval_decisions_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups(id) ON DELETE CASCADE
);
CREATE INDEX approval_decisions_group_idx ON public.approval_decisions USING btree (group_id);
CREATE UNIQUE INDEX approval_decisions_person_key ON public.approval_decisions USING btree (request_id, person_id);

CREATE TABLE approval_links (
  id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  token_hash text NOT NULL,
  name text NOT NULL,
  group_ids text[] NOT NULL,
  created_by_id character varying(24) NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT approval_links_pkey PRIMARY KEY (id)
);
CREATE INDEX approval_links_expires_idx ON public.approval_links USING btree (expires_at);
CREATE UNIQUE INDEX approval_links_token_key ON public.approval_links USING btree (token_hash);
CREATE INDEX approval_links_user_idx ON public.approval_links USING btree (user_id);

CREATE TABLE approval_policies (
  user_id character varying(24) NOT NULL,
  needed_for text NOT NULL,
  approvers text NOT NULL,
  approvals integer NOT NULL,
  CONSTRAINT approval_policies_pkey PRIMARY KEY (user_id)
);

CREATE TABLE approvals (
  group_id character varying(24) NOT NULL,
  request_id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  state text NOT NULL,
  requested_by_id character varying(24),
  requested_by text NOT NULL,
  requested_at timestamp(3) with time zone NOT NULL,
  scheduled_time timestamp(3) with time zone,
  group_updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT approvals_pkey PRIMARY KEY (group_id),
  CONSTRAINT approvals_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups(id) ON DELETE CASCADE
);
CREATE INDEX approvals_pending_idx ON public.approvals USING btree (user_id, requested_at, group_id) WHERE (state = 'PENDING'::text);

CREATE TABLE audit_events (
  id character varying(24) NOT NULL,
  owner_id character varying(24),
  user_id character varying(24),
  action text NOT NULL,
  actor text NOT NULL,
  actor_id character varying(24),
  actor_name text,
  subject_type text,
  subject_id character varying(24),
  subject_name text,
  address text,
  user_agent text,
  request_id text,
  details jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT audit_events_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_events_action_idx ON public.audit_events USING btree (owner_id, action, created_at);
CREATE INDEX audit_events_created_idx ON public.audit_events USING btree (created_at);
CREATE INDEX audit_events_owner_idx ON public.audit_events USING btree (owner_id, created_at, id);
CREATE TRIGGER audit_events_recorded AFTER INSERT ON public.audit_events FOR EACH ROW WHEN (((new.owner_id IS NOT NULL) AND (new.action <> 'sign_in_failed'::text))) EXECUTE FUNCTION notify_audit_recorded();

CREATE TABLE banner (
  id smallint NOT NULL,
  text text NOT NULL,
  level text NOT NULL,
  until timestamp(3) with time zone,
  CONSTRAINT banner_pkey PRIMARY KEY (id),
  CONSTRAINT banner_one_row CHECK ((id = 1))
);

CREATE TABLE calendar_feeds (
  user_id character varying(24) NOT NULL,
  secret_hash text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  last_read_at timestamp(3) with time zone,
  CONSTRAINT calendar_feeds_pkey PRIMARY KEY (user_id)
);
CREATE UNIQUE INDEX calendar_feeds_secret_key ON public.calendar_feeds USING btree (secret_hash);

CREATE TABLE comments (
  id character varying(24) NOT NULL,
  group_id character varying(24) NOT NULL,
  thread_id character varying(24) NOT NULL,
  person_id character varying(24) NOT NULL,
  author text NOT NULL,
  body text NOT NULL,
  mentions jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  edited_at timestamp(3) with time zone,
  resolved_at timestamp(3) with time zone,
  resolved_by text,
  CONSTRAINT comments_pkey PRIMARY KEY (id),
  CONSTRAINT comments_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups(id) ON DELETE CASCADE
);
CREATE INDEX comments_group_idx ON public.comments USING btree (group_id, created_at, id);

CREATE TABLE connection_activity (
  connection_id character varying(24) NOT NULL,
  succeeded_at timestamp(3) with time zone,
  failed_at timestamp(3) with time zone,
  error text,
  CONSTRAINT connection_activity_pkey PRIMARY KEY (connection_id),
  CONSTRAINT connection_activity_connection_fkey FOREIGN KEY (connection_id) REFERENCES connections(id) ON DELETE CASCADE
);

CREATE TABLE connection_pages (
  user_id character varying(24) NOT NULL,
  token_hash text NOT NULL,
  token text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT connection_pages_pkey PRIMARY KEY (user_id)
);
CREATE UNIQUE INDEX connection_pages_token_key ON public.connection_pages USING btree (token_hash);

CREATE TABLE connections (
  id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  platform text NOT NULL,
  account_id text NOT NULL,
  platform_id text NOT NULL,
  username text NOT NULL,
  display_name text NOT NULL,
  base_url text,
  credentials text NOT NULL,
  access_token_expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  profile_url text,
  profile_image_url text,
  renew_at timestamp(3) with time zone,
  renewal_refused_at timestamp(3) with time zone,
  CONSTRAINT connections_pkey PRIMARY KEY (id)
);
CREATE INDEX connections_renew_idx ON public.connections USING btree (renew_at) WHERE ((renew_at IS NOT NULL) AND (revoked_at IS NULL));
CREATE UNIQUE INDEX connections_user_platform_id_key ON public.connections USING btree (user_id, platform_id);

CREATE TABLE devices (
  id character varying(24) NOT NULL,
  person_id character varying(24) NOT NULL,
  token_hash text NOT NULL,
  last_sign_in_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT devices_pkey PRIMARY KEY (id),
  CONSTRAINT devices_person_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
CREATE INDEX devices_last_sign_in_idx ON public.devices USING btree (last_sign_in_at);
CREATE INDEX devices_person_idx ON public.devices USING btree (person_id);
CREATE UNIQUE INDEX devices_token_key ON public.devices USING btree (token_hash);

CREATE TABLE email_tokens (
  token_hash text NOT NULL,
  purpose text NOT NULL,
  email text NOT NULL,
  person_id character varying(24),
  sign_up_id character varying(24),
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT email_tokens_pkey PRIMARY KEY (token_hash),
  CONSTRAINT email_tokens_person_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE,
  CONSTRAINT email_tokens_sign_up_fkey FOREIGN KEY (sign_up_id) REFERENCES sign_ups(id) ON DELETE CASCADE
);
CREATE INDEX email_tokens_expires_idx ON public.email_tokens USING btree (expires_at);
CREATE INDEX email_tokens_person_idx ON public.email_tokens USING btree (person_id);
CREATE INDEX email_tokens_sign_up_idx ON public.email_tokens USING btree (sign_up_id);

CREATE TABLE expiry_notices (
  connection_id character varying(24) NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT expiry_notices_pkey PRIMARY KEY (connection_id, expires_at)
);
CREATE INDEX expiry_notices_expires_idx ON public.expiry_notices USING btree (expires_at);

CREATE TABLE feed_entries (
  id character varying(24) NOT NULL,
  feed_id character varying(24) NOT NULL,
  identity text NOT NULL,
  state text NOT NULL,
  title text NOT NULL,
  link text,
  published_at timestamp(3) with time zone,
  content jsonb,
  only_draft boolean NOT NULL,
  reason text,
  group_id character varying(24),
  posted_at timestamp(3) with time zone,
  first_seen_at timestamp(3) with time zone NOT NULL,
  last_seen_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT feed_entries_pkey PRIMARY KEY (id),
  CONSTRAINT feed_entries_feed_fkey FOREIGN KEY (feed_id) REFERENCES feeds(id) ON DELETE CASCADE,
  CONSTRAINT feed_entries_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups(id) ON DELETE SET NULL
);
CREATE INDEX feed_entries_group_idx ON public.feed_entries USING btree (group_id) WHERE (group_id IS NOT NULL);
CREATE UNIQUE INDEX feed_entries_identity_key ON public.feed_entries USING btree (feed_id, identity);
CREATE INDEX feed_entries_list_idx ON public.feed_entries USING btree (feed_id, id);
CREATE INDEX feed_entries_posted_idx ON public.feed_entries USING btree (feed_id, posted_at) WHERE (posted_at IS NOT NULL);
CREATE INDEX feed_entries_waiting_idx ON public.feed_entries USING btree (feed_id, id) WHERE (state = 'WAITING'::text);

CREATE TABLE feeds (
  id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  person_id character varying(24),
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
  failing_since timestamp(3) with time zone,
  notified_at timestamp(3) with time zone,
  etag text,
  last_modified text,
  fetched_at timestamp(3) with time zone,
  next_fetch_at timestamp(3) with time zone NOT NULL,
  lease_until timestamp(3) with time zone,
  restored_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT feeds_pkey PRIMARY KEY (id)
);
CREATE INDEX feeds_due_idx ON public.feeds USING btree (next_fetch_at) WHERE (state = ANY (ARRAY['ACTIVE'::text, 'FAILING'::text]));
CREATE UNIQUE INDEX feeds_name_key ON public.feeds USING btree (user_id, lower(name));

CREATE TABLE group_labels (
  label_id character varying(24) NOT NULL,
  group_id character varying(24) NOT NULL,
  CONSTRAINT group_labels_pkey PRIMARY KEY (label_id, group_id),
  CONSTRAINT group_labels_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups(id) ON DELETE CASCADE,
  CONSTRAINT group_labels_label_fkey FOREIGN KEY (label_id) REFERENCES labels(id) ON DELETE CASCADE
);
CREATE INDEX group_labels_group_idx ON public.group_labels USING btree (group_id);

CREATE TABLE health_checks (
  id smallint NOT NULL,
  checked_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT health_checks_pkey PRIMARY KEY (id)
);

CREATE TABLE idempotency_keys (
  owner_id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  group_id character varying(24) NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (owner_id, user_id, key)
);
CREATE INDEX idempotency_keys_created_idx ON public.idempotency_keys USING btree (created_at);

CREATE TABLE import_rows (
  import_id character varying(24) NOT NULL,
  number integer NOT NULL,
  key text NOT NULL,
  status text NOT NULL,
  excerpt text NOT NULL,
  post jsonb,
  group_id character varying(24),
  group_updated_at timestamp(3) with time zone,
  reason text,
  CONSTRAINT import_rows_pkey PRIMARY KEY (import_id, number),
  CONSTRAINT import_rows_import_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE
);
CREATE INDEX import_rows_key_idx ON public.import_rows USING btree (key);

CREATE TABLE imports (
  id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  file_key text NOT NULL,
  file_name text NOT NULL,
  status text NOT NULL,
  person_id character varying(24),
  publishes boolean NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  CONSTRAINT imports_pkey PRIMARY KEY (id)
);
CREATE INDEX imports_ended_idx ON public.imports USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE UNIQUE INDEX imports_file_key ON public.imports USING btree (user_id, file_key);
CREATE INDEX imports_user_idx ON public.imports USING btree (user_id, created_at, id);

CREATE TABLE instance_clients (
  id character varying(24) NOT NULL,
  platform text NOT NULL,
  server text NOT NULL,
  redirect_uri text NOT NULL,
  client text NOT NULL,
  CONSTRAINT instance_clients_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX instance_clients_server_key ON public.instance_clients USING btree (platform, server, redirect_uri);

CREATE TABLE invitations (
  id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  token_hash text,
  invited_by text NOT NULL,
  invited_by_id character varying(24) NOT NULL,
  managed_user_ids character varying(24)[],
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT invitations_pkey PRIMARY KEY (id)
);
CREATE INDEX invitations_expires_idx ON public.invitations USING btree (expires_at);
CREATE INDEX invitations_invited_by_idx ON public.invitations USING btree (invited_by_id);
CREATE UNIQUE INDEX invitations_token_key ON public.invitations USING btree (token_hash);
CREATE UNIQUE INDEX invitations_user_email_key ON public.invitations USING btree (user_id, email);

CREATE TABLE labels (
  id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL,
  color text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT labels_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX labels_name_key ON public.labels USING btree (user_id, name_key);

CREATE TABLE limit_notices (
  owner_id character varying(24) NOT NULL,
  period_start timestamp(3) with time zone NOT NULL,
  CONSTRAINT limit_notices_pkey PRIMARY KEY (owner_id, period_start)
);

CREATE TABLE link_rules (
  id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  platform text,
  connection_id character varying(24),
  parameters jsonb NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT link_rules_pkey PRIMARY KEY (id),
  CONSTRAINT link_rules_connection_fkey FOREIGN KEY (connection_id) REFERENCES connections(id) ON DELETE CASCADE
);
CREATE INDEX link_rules_connection_idx ON public.link_rules USING btree (connection_id);
CREATE UNIQUE INDEX link_rules_scope_key ON public.link_rules USING btree (user_id, COALESCE(connection_id, (platform)::character varying, ''::character varying));

CREATE TABLE live_events (
  group_id character varying(24) NOT NULL,
  sequence integer NOT NULL,
  user_id character varying(24) NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  transaction_id bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL,
  "position" bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL,
  CONSTRAINT live_events_pkey PRIMARY KEY (group_id, sequence)
);
CREATE INDEX live_events_created_idx ON public.live_events USING btree (created_at);
CREATE INDEX live_events_user_idx ON public.live_events USING btree (user_id, "position");

CREATE TABLE live_posts (
  account text NOT NULL,
  posted_id text NOT NULL,
  post_id character varying(24) NOT NULL,
  claimed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT live_posts_pkey PRIMARY KEY (account, posted_id)
);
CREATE INDEX live_posts_claimed_idx ON public.live_posts USING btree (claimed_at);

CREATE TABLE live_processes (
  id character varying(24) NOT NULL,
  lease_until timestamp(3) with time zone NOT NULL,
  CONSTRAINT live_processes_pkey PRIMARY KEY (id)
);

CREATE TABLE live_usage (
  account_id character varying(24) NOT NULL,
  process_id character varying(24) NOT NULL,
  sockets integer NOT NULL,
  subscriptions integer NOT NULL,
  CONSTRAINT live_usage_pkey PRIMARY KEY (account_id, process_id),
  CONSTRAINT live_usage_process_fkey FOREIGN KEY (process_id) REFERENCES live_processes(id) ON DELETE CASCADE
);
CREATE INDEX live_usage_process_idx ON public.live_usage USING btree (process_id);

CREATE TABLE login_attempts (
  id character varying(24) NOT NULL,
  state_hash text NOT NULL,
  browser_hash text NOT NULL,
  user_id character varying(24) NOT NULL,
  platform text NOT NULL,
  phase text NOT NULL,
  secrets text,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT login_attempts_pkey PRIMARY KEY (id)
);
CREATE INDEX login_attempts_expires_idx ON public.login_attempts USING btree (expires_at);
CREATE UNIQUE INDEX login_attempts_state_key ON public.login_attempts USING btree (state_hash);

CREATE TABLE measured_accounts (
  connection_id character varying(24) NOT NULL,
  state text NOT NULL,
  measured_at timestamp(3) with time zone,
  next_at timestamp(3) with time zone,
  waits_until timestamp(3) with time zone,
  refused_at timestamp(3) with time zone,
  failures integer NOT NULL,
  refusals integer DEFAULT 0 NOT NULL,
  own_failures integer DEFAULT 0 NOT NULL,
  own_refusals integer DEFAULT 0 NOT NULL,
  CONSTRAINT measured_accounts_pkey PRIMARY KEY (connection_id),
  CONSTRAINT measured_accounts_connection_fkey FOREIGN KEY (connection_id) REFERENCES connections(id) ON DELETE CASCADE
);
CREATE INDEX measured_accounts_due_idx ON public.measured_accounts USING btree (next_at) WHERE (next_at IS NOT NULL);

CREATE TABLE media (
  id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  group_id text NOT NULL,
  type text NOT NULL,
  name text NOT NULL,
  file_name text NOT NULL,
  file_path text NOT NULL,
  url_pure text NOT NULL,
  upload_url text,
  upload_expires_at timestamp(3) with time zone NOT NULL,
  mime_type text NOT NULL,
  status text NOT NULL,
  problem text,
  metadata jsonb NOT NULL,
  added_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  alt_text text,
  stored_bytes bigint DEFAULT 0 NOT NULL,
  reserved_bytes bigint DEFAULT 0 NOT NULL,
  "position" integer,
  declared_mime_type text,
  origin text DEFAULT 'upload'::text NOT NULL,
  sha256 text,
  thumbnail text,
  framings jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT media_pkey PRIMARY KEY (id)
);
CREATE INDEX media_added_idx ON public.media USING btree (added_at);
CREATE INDEX media_group_idx ON public.media USING btree (group_id, user_id, added_at, id);
CREATE INDEX media_library_idx ON public.media USING btree (user_id, added_at, id) WHERE ((origin <> 'use'::text) AND (status = 'ready'::text));
CREATE INDEX media_library_name_idx ON public.media USING btree (user_id, lower(name), id) WHERE ((origin <> 'use'::text) AND (status = 'ready'::text));
CREATE INDEX media_object_idx ON public.media USING btree (file_name);
CREATE INDEX media_sha256_idx ON public.media USING btree (user_id, sha256) WHERE (sha256 IS NOT NULL);
CREATE INDEX media_stored_idx ON public.media USING btree (id) WHERE (status <> 'broken'::text);
CREATE INDEX media_user_idx ON public.media USING btree (user_id, id);
CREATE TRIGGER count_added_files AFTER INSERT ON public.media REFERENCING NEW TABLE AS new_files FOR EACH STATEMENT EXECUTE FUNCTION count_stored_files();
CREATE TRIGGER count_changed_files AFTER UPDATE ON public.media REFERENCING OLD TABLE AS old_files NEW TABLE AS new_files FOR EACH STATEMENT EXECUTE FUNCTION count_stored_files();
CREATE TRIGGER count_removed_files AFTER DELETE ON public.media REFERENCING OLD TABLE AS old_files FOR EACH STATEMENT EXECUTE FUNCTION count_stored_files();

CREATE TABLE media_conversions (
  media_id character varying(24) NOT NULL,
  rule text NOT NULL,
  file_name text NOT NULL,
  mime_type text NOT NULL,
  size integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  CONSTRAINT media_conversions_pkey PRIMARY KEY (media_id, rule)
);

CREATE TABLE media_labels (
  label_id character varying(24) NOT NULL,
  media_id character varying(24) NOT NULL,
  CONSTRAINT media_labels_pkey PRIMARY KEY (label_id, media_id),
  CONSTRAINT media_labels_label_fkey FOREIGN KEY (label_id) REFERENCES labels(id) ON DELETE CASCADE,
  CONSTRAINT media_labels_media_fkey FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE
);
CREATE INDEX media_labels_media_idx ON public.media_labels USING btree (media_id);

CREATE TABLE memberships (
  person_id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  role text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT memberships_pkey PRIMARY KEY (person_id, user_id),
  CONSTRAINT memberships_person_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX memberships_owner_key ON public.memberships USING btree (user_id) WHERE (role = 'OWNER'::text);
CREATE INDEX memberships_user_idx ON public.memberships USING btree (user_id, created_at, person_id);
CREATE TRIGGER memberships_access_changed AFTER DELETE OR UPDATE ON public.memberships FOR EACH ROW EXECUTE FUNCTION notify_access_changed('person_id');

CREATE TABLE migration_requirements (
  name text NOT NULL,
  CONSTRAINT migration_requirements_pkey PRIMARY KEY (name)
);

CREATE TABLE migrations (
  id integer DEFAULT nextval('migrations_id_seq'::regclass) NOT NULL,
  "timestamp" bigint NOT NULL,
  name character varying NOT NULL,
  CONSTRAINT "PK_8c82d7f526340ab734260ea46be" PRIMARY KEY (id)
);

CREATE TABLE network_answers (
  connection_id character varying(24) NOT NULL,
  question text NOT NULL,
  answer jsonb,
  answered_at timestamp(3) with time zone,
  claimed_until timestamp(3) with time zone NOT NULL,
  CONSTRAINT network_answers_pkey PRIMARY KEY (connection_id, question),
  CONSTRAINT network_answers_connection_fkey FOREIGN KEY (connection_id) REFERENCES connections(id) ON DELETE CASCADE
);
CREATE INDEX network_answers_claimed_idx ON public.network_answers USING btree (claimed_until);

CREATE TABLE notification_preferences (
  person_id character varying(24) NOT NULL,
  kind text NOT NULL,
  listed boolean NOT NULL,
  email text NOT NULL,
  push boolean NOT NULL,
  CONSTRAINT notification_preferences_pkey PRIMARY KEY (person_id, kind),
  CONSTRAINT notification_preferences_person_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);

CREATE TABLE notifications (
  id character varying(24) NOT NULL,
  person_id character varying(24) NOT NULL,
  member_of character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  kind text NOT NULL,
  subject_id character varying(64) NOT NULL,
  group_id character varying(24),
  permission text,
  title text NOT NULL,
  blocks jsonb NOT NULL,
  count integer DEFAULT 1 NOT NULL,
  listed boolean NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  read_at timestamp(3) with time zone,
  mail_at timestamp(3) with time zone,
  CONSTRAINT notifications_pkey PRIMARY KEY (id),
  CONSTRAINT notifications_membership_fkey FOREIGN KEY (person_id, member_of) REFERENCES memberships(person_id, user_id) ON DELETE CASCADE
);
CREATE INDEX notifications_created_idx ON public.notifications USING btree (created_at);
CREATE INDEX notifications_membership_idx ON public.notifications USING btree (person_id, member_of);
CREATE INDEX notifications_person_idx ON public.notifications USING btree (person_id, created_at, id) WHERE listed;
CREATE INDEX notifications_subject_idx ON public.notifications USING btree (subject_id, kind);
CREATE INDEX notifications_to_mail_idx ON public.notifications USING btree (mail_at) WHERE (mail_at IS NOT NULL);
CREATE UNIQUE INDEX notifications_unread_key ON public.notifications USING btree (person_id, kind, subject_id) WHERE (read_at IS NULL);
CREATE INDEX notifications_user_idx ON public.notifications USING btree (user_id);

CREATE TABLE object_deletions (
  key text NOT NULL,
  due_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT object_deletions_pkey PRIMARY KEY (key)
);
CREATE INDEX object_deletions_due_idx ON public.object_deletions USING btree (due_at);

CREATE TABLE occurrences (
  recurrence_id character varying(24) NOT NULL,
  occurs_at timestamp(3) with time zone NOT NULL,
  state text NOT NULL,
  group_id character varying(24),
  group_updated_at timestamp(3) with time zone,
  problem jsonb,
  CONSTRAINT occurrences_pkey PRIMARY KEY (recurrence_id, occurs_at),
  CONSTRAINT occurrences_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups(id) ON DELETE SET NULL,
  CONSTRAINT occurrences_recurrence_fkey FOREIGN KEY (recurrence_id) REFERENCES recurrences(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX occurrences_group_key ON public.occurrences USING btree (group_id) WHERE (group_id IS NOT NULL);

CREATE TABLE operator_sessions (
  token_hash text NOT NULL,
  id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  session_id character varying(24) NOT NULL,
  may_write boolean NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT operator_sessions_pkey PRIMARY KEY (token_hash),
  CONSTRAINT operator_sessions_session_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  CONSTRAINT operator_sessions_user_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX operator_sessions_expires_idx ON public.operator_sessions USING btree (expires_at);
CREATE UNIQUE INDEX operator_sessions_session_key ON public.operator_sessions USING btree (session_id);
CREATE INDEX operator_sessions_user_idx ON public.operator_sessions USING btree (user_id);
CREATE TRIGGER operator_sessions_access_changed AFTER DELETE ON public.operator_sessions FOR EACH ROW EXECUTE FUNCTION notify_access_changed('user_id');

CREATE TABLE parked_users (
  user_id character varying(24) NOT NULL,
  account_id character varying(24) NOT NULL,
  target text NOT NULL,
  user_row jsonb,
  has_moved boolean DEFAULT false NOT NULL,
  parked_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT parked_users_pkey PRIMARY KEY (user_id)
);
CREATE INDEX parked_users_account_idx ON public.parked_users USING btree (account_id);

CREATE TABLE people (
  id character varying(24) NOT NULL,
  email text NOT NULL,
  email_confirmed_at timestamp(3) with time zone,
  name text NOT NULL,
  password_hash text,
  is_operator boolean DEFAULT false NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT people_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX people_email_key ON public.people USING btree (email);
CREATE TRIGGER people_access_changed AFTER DELETE OR UPDATE ON public.people FOR EACH ROW EXECUTE FUNCTION notify_access_changed('id');

CREATE TABLE platform_posts (
  id character varying(24) NOT NULL,
  group_id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  target_index integer NOT NULL,
  part_index integer DEFAULT 0 NOT NULL,
  platform text NOT NULL,
  account_id text NOT NULL,
  platform_id text NOT NULL,
  content text,
  status text NOT NULL,
  posted_id text,
  url text,
  error jsonb,
  attempt_count integer DEFAULT 0 NOT NULL,
  first_attempt_at timestamp(3) with time zone,
  due_at timestamp(3) with time zone,
  generation integer DEFAULT 0 NOT NULL,
  job_id uuid,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  lease_until timestamp(3) with time zone,
  wait jsonb,
  unsplit_content text,
  deleted_at timestamp(3) with time zone,
  further_ids jsonb,
  has_own_text boolean DEFAULT false NOT NULL,
  kind text DEFAULT 'post'::text NOT NULL,
  first_comment text,
  final_text text,
  CONSTRAINT platform_posts_pkey PRIMARY KEY (id),
  CONSTRAINT platform_posts_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups(id) ON DELETE CASCADE
);
CREATE INDEX platform_posts_due_idx ON public.platform_posts USING btree (due_at) WHERE (status = ANY (ARRAY['scheduled'::text, 'pending'::text, 'processing'::text]));
CREATE INDEX platform_posts_failed_idx ON public.platform_posts USING btree (user_id, platform_id, ((error ->> 'failedAt'::text))) WHERE (status = 'failed'::text);
CREATE UNIQUE INDEX platform_posts_group_key ON public.platform_posts USING btree (group_id, target_index, part_index);
CREATE INDEX platform_posts_target_idx ON public.platform_posts USING btree (user_id, platform, platform_id, group_id);
CREATE TRIGGER count_added_posts AFTER INSERT ON public.platform_posts REFERENCING NEW TABLE AS new_posts FOR EACH STATEMENT EXECUTE FUNCTION count_posts();
CREATE TRIGGER count_changed_posts AFTER UPDATE ON public.platform_posts REFERENCING OLD TABLE AS old_posts NEW TABLE AS new_posts FOR EACH STATEMENT EXECUTE FUNCTION count_posts();
CREATE TRIGGER count_removed_posts AFTER DELETE ON public.platform_posts REFERENCING OLD TABLE AS old_posts FOR EACH STATEMENT EXECUTE FUNCTION count_posts();
CREATE TRIGGER measure_published_post AFTER UPDATE ON public.platform_posts FOR EACH ROW WHEN (((new.kind = 'post'::text) AND (new.status = 'published'::text) AND (old.status <> 'published'::text))) EXECUTE FUNCTION measure_post();

CREATE TABLE post_count_changes (
  user_id character varying(24) NOT NULL,
  counters text[] NOT NULL,
  change integer NOT NULL
) WITH (vacuum_truncate=off);
CREATE INDEX post_count_changes_user_idx ON public.post_count_changes USING btree (user_id);

CREATE TABLE post_counts (
  user_id character varying(24) NOT NULL,
  counter text COLLATE "C" NOT NULL,
  count integer NOT NULL,
  CONSTRAINT post_counts_pkey PRIMARY KEY (user_id, counter)
);

CREATE TABLE post_groups (
  id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  content text NOT NULL,
  status text NOT NULL,
  processing_status text NOT NULL,
  scheduled_time timestamp(3) with time zone,
  platform_settings jsonb NOT NULL,
  event_sequence integer DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  video_timestamp integer,
  event_position bigint DEFAULT 0 NOT NULL,
  published_at timestamp(3) with time zone,
  add_signature boolean DEFAULT true NOT NULL,
  add_link_parameters boolean DEFAULT true NOT NULL,
  author_id character varying(24),
  CONSTRAINT post_groups_pkey PRIMARY KEY (id)
);
CREATE INDEX post_groups_created_idx ON public.post_groups USING btree (user_id, created_at, id);
CREATE INDEX post_groups_published_idx ON public.post_groups USING btree (user_id, COALESCE(published_at, '-infinity'::timestamp with time zone), id);
CREATE INDEX post_groups_scheduled_idx ON public.post_groups USING btree (user_id, COALESCE(scheduled_time, '-infinity'::timestamp with time zone), id);
CREATE INDEX post_groups_status_idx ON public.post_groups USING btree (user_id, status, created_at, id);
CREATE INDEX post_groups_updated_idx ON public.post_groups USING btree (user_id, updated_at, id);
CREATE TRIGGER count_changed_group AFTER UPDATE ON public.post_groups FOR EACH ROW WHEN (((old.status <> new.status) OR (old.scheduled_time IS DISTINCT FROM new.scheduled_time))) EXECUTE FUNCTION count_group();
CREATE TRIGGER count_group AFTER INSERT OR DELETE ON public.post_groups FOR EACH ROW EXECUTE FUNCTION count_group();
CREATE TRIGGER index_text AFTER INSERT OR UPDATE OF content ON public.post_groups FOR EACH ROW EXECUTE FUNCTION index_post_text();
CREATE TRIGGER leave_queue AFTER UPDATE ON public.post_groups FOR EACH ROW WHEN (((old.scheduled_time IS DISTINCT FROM new.scheduled_time) OR ((old.status = 'scheduled'::text) AND (new.status = 'draft'::text)))) EXECUTE FUNCTION leave_queue();

CREATE TABLE post_logs (
  id character varying(24) NOT NULL,
  group_id character varying(24) NOT NULL,
  post_id character varying(24),
  platform text,
  event text NOT NULL,
  error text,
  http_status integer,
  retry_count integer,
  metadata jsonb,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT post_logs_pkey PRIMARY KEY (id),
  CONSTRAINT post_logs_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups(id) ON DELETE CASCADE
);
CREATE INDEX post_logs_group_idx ON public.post_logs USING btree (group_id, id);

CREATE TABLE post_metrics (
  post_id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  group_id character varying(24) NOT NULL,
  part_index integer NOT NULL,
  platform text NOT NULL,
  platform_id text NOT NULL,
  published_at timestamp(3) with time zone NOT NULL,
  counted_at timestamp(3) with time zone NOT NULL,
  state text DEFAULT 'WAITING'::text NOT NULL,
  impressions bigint,
  reach bigint,
  views bigint,
  reactions bigint,
  comments bigint,
  shares bigint,
  clicks bigint,
  saves bigint,
  watch_seconds bigint,
  own jsonb DEFAULT '{}'::jsonb NOT NULL,
  readings jsonb DEFAULT '[]'::jsonb NOT NULL,
  measured_at timestamp(3) with time zone,
  next_at timestamp(3) with time zone,
  CONSTRAINT post_metrics_pkey PRIMARY KEY (post_id),
  CONSTRAINT post_metrics_post_fkey FOREIGN KEY (post_id) REFERENCES platform_posts(id) ON DELETE CASCADE
);
CREATE INDEX post_metrics_account_idx ON public.post_metrics USING btree (user_id, platform_id, next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX post_metrics_counted_idx ON public.post_metrics USING btree (user_id, counted_at) INCLUDE (post_id, group_id, part_index, platform, platform_id, published_at, measured_at, state, impressions, reach, views, reactions, comments, shares, clicks, saves, watch_seconds);
CREATE INDEX post_metrics_due_idx ON public.post_metrics USING btree (next_at) WHERE (next_at IS NOT NULL);

CREATE TABLE post_searches (
  group_id character varying(24) NOT NULL,
  words tsvector NOT NULL,
  CONSTRAINT post_searches_pkey PRIMARY KEY (group_id),
  CONSTRAINT post_searches_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups(id) ON DELETE CASCADE
);
CREATE INDEX post_searches_words_idx ON public.post_searches USING gin (words);

CREATE TABLE post_usage (
  user_id character varying(24) NOT NULL,
  period_start timestamp(3) with time zone NOT NULL,
  platform_id text NOT NULL,
  used integer NOT NULL,
  CONSTRAINT post_usage_pkey PRIMARY KEY (user_id, period_start, platform_id)
);

CREATE TABLE post_versions (
  group_id character varying(24) NOT NULL,
  number integer NOT NULL,
  editor text,
  editor_name text,
  snapshot jsonb NOT NULL,
  bytes integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT post_versions_pkey PRIMARY KEY (group_id, number),
  CONSTRAINT post_versions_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups(id) ON DELETE CASCADE
);

CREATE TABLE posting_schedules (
  id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  name text NOT NULL,
  time_zone text NOT NULL,
  times jsonb NOT NULL,
  platform_ids text[] NOT NULL,
  paused_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT posting_schedules_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX posting_schedules_name_key ON public.posting_schedules USING btree (user_id, lower(name));

CREATE TABLE processing_sessions (
  id text NOT NULL,
  user_id character varying(24) NOT NULL,
  events jsonb NOT NULL,
  ended boolean NOT NULL,
  alive_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT processing_sessions_pkey PRIMARY KEY (id)
);
CREATE INDEX processing_sessions_alive_idx ON public.processing_sessions USING btree (alive_at);

CREATE TABLE publish_attempts (
  id character varying(24) NOT NULL,
  post_id character varying(24) NOT NULL,
  number integer NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  uncertain_until timestamp(3) with time zone NOT NULL,
  state jsonb,
  failure jsonb,
  outcome text,
  ended_at timestamp(3) with time zone,
  account text,
  CONSTRAINT publish_attempts_pkey PRIMARY KEY (id),
  CONSTRAINT publish_attempts_post_fkey FOREIGN KEY (post_id) REFERENCES platform_posts(id) ON DELETE CASCADE
);
CREATE INDEX publish_attempts_account_idx ON public.publish_attempts USING btree (account) WHERE ((outcome IS NULL) OR (outcome = ANY (ARRAY['absent'::text, 'unknown'::text])));
CREATE UNIQUE INDEX publish_attempts_post_key ON public.publish_attempts USING btree (post_id, number);
CREATE TRIGGER keep_removed_attempt AFTER DELETE ON public.publish_attempts FOR EACH ROW WHEN (((old.account IS NOT NULL) AND ((old.outcome IS NULL) OR (old.outcome = ANY (ARRAY['absent'::text, 'unknown'::text]))))) EXECUTE FUNCTION keep_removed_attempt();

CREATE TABLE publishing_pause (
  id smallint NOT NULL,
  since timestamp(3) with time zone NOT NULL,
  CONSTRAINT publishing_pause_pkey PRIMARY KEY (id),
  CONSTRAINT publishing_pause_one_row CHECK ((id = 1))
);

CREATE TABLE push_deliveries (
  session_id character varying(24) NOT NULL,
  notification_id character varying(24) NOT NULL,
  caused_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT push_deliveries_pkey PRIMARY KEY (session_id, notification_id),
  CONSTRAINT push_deliveries_notification_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE,
  CONSTRAINT push_deliveries_session_fkey FOREIGN KEY (session_id) REFERENCES push_subscriptions(session_id) ON DELETE CASCADE
);
CREATE INDEX push_deliveries_notification_idx ON public.push_deliveries USING btree (notification_id);

CREATE TABLE push_keys (
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT push_keys_pkey PRIMARY KEY (public_key)
);

CREATE TABLE push_subscriptions (
  session_id character varying(24) NOT NULL,
  push_key text NOT NULL,
  endpoint_hash text NOT NULL,
  receiver text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  try_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT push_subscriptions_pkey PRIMARY KEY (session_id),
  CONSTRAINT push_subscriptions_session_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX push_subscriptions_endpoint_key ON public.push_subscriptions USING btree (endpoint_hash);

CREATE TABLE queue_entries (
  group_id character varying(24) NOT NULL,
  schedule_id character varying(24) NOT NULL,
  slot_at timestamp(3) with time zone NOT NULL,
  held_at timestamp(3) with time zone,
  CONSTRAINT queue_entries_pkey PRIMARY KEY (group_id),
  CONSTRAINT queue_entries_slot_key UNIQUE (schedule_id, slot_at) DEFERRABLE,
  CONSTRAINT queue_entries_group_fkey FOREIGN KEY (group_id) REFERENCES post_groups(id) ON DELETE CASCADE,
  CONSTRAINT queue_entries_schedule_fkey FOREIGN KEY (schedule_id) REFERENCES posting_schedules(id) ON DELETE CASCADE
);

CREATE TABLE rate_uses (
  platform text NOT NULL,
  account_id text NOT NULL,
  base_url text NOT NULL,
  name text NOT NULL,
  uses jsonb NOT NULL,
  CONSTRAINT rate_uses_pkey PRIMARY KEY (platform, account_id, base_url, name)
);

CREATE TABLE recovery_codes (
  person_id character varying(24) NOT NULL,
  hash text NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (person_id, hash),
  CONSTRAINT recovery_codes_person_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);

CREATE TABLE recovery_policies (
  user_id character varying(24) NOT NULL,
  mode text NOT NULL,
  hours integer NOT NULL,
  CONSTRAINT recovery_policies_pkey PRIMARY KEY (user_id)
);

CREATE TABLE recurrences (
  id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  template_id character varying(24),
  rule text NOT NULL,
  time_zone text NOT NULL,
  starts_at timestamp(3) with time zone NOT NULL,
  ends_before timestamp(3) with time zone,
  texts text[] NOT NULL,
  person_id character varying(24),
  publishes boolean NOT NULL,
  paused_at timestamp(3) with time zone,
  next_at timestamp(3) with time zone,
  due_at timestamp(3) with time zone,
  used_texts integer NOT NULL,
  problem jsonb,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT recurrences_pkey PRIMARY KEY (id),
  CONSTRAINT recurrences_template_fkey FOREIGN KEY (template_id) REFERENCES post_groups(id) ON DELETE SET NULL
);
CREATE INDEX recurrences_due_idx ON public.recurrences USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX recurrences_template_idx ON public.recurrences USING btree (template_id) WHERE (template_id IS NOT NULL);
CREATE INDEX recurrences_user_idx ON public.recurrences USING btree (user_id, created_at, id);

CREATE TABLE removed_attempts (
  id character varying(24) NOT NULL,
  account text NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  uncertain_until timestamp(3) with time zone NOT NULL,
  CONSTRAINT removed_attempts_pkey PRIMARY KEY (id)
);
CREATE INDEX removed_attempts_account_idx ON public.removed_attempts USING btree (account);
CREATE INDEX removed_attempts_uncertain_idx ON public.removed_attempts USING btree (uncertain_until);

CREATE TABLE removed_users (
  user_id character varying(24) NOT NULL,
  removed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT removed_users_pkey PRIMARY KEY (user_id)
);

CREATE TABLE report_emails (
  person_id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  member_of character varying(24) NOT NULL,
  frequency text NOT NULL,
  next_on date,
  last_on date,
  CONSTRAINT report_emails_pkey PRIMARY KEY (person_id, user_id),
  CONSTRAINT report_emails_membership_fkey FOREIGN KEY (person_id, member_of) REFERENCES memberships(person_id, user_id) ON DELETE CASCADE
);
CREATE INDEX report_emails_membership_idx ON public.report_emails USING btree (person_id, member_of);
CREATE INDEX report_emails_next_idx ON public.report_emails USING btree (next_on) WHERE (next_on IS NOT NULL);
CREATE INDEX report_emails_user_idx ON public.report_emails USING btree (user_id);

CREATE TABLE report_links (
  id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  token_hash text NOT NULL,
  name text NOT NULL,
  report jsonb NOT NULL,
  created_by_id character varying(24) NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT report_links_pkey PRIMARY KEY (id)
);
CREATE INDEX report_links_expires_idx ON public.report_links USING btree (expires_at);
CREATE UNIQUE INDEX report_links_token_key ON public.report_links USING btree (token_hash);
CREATE INDEX report_links_user_idx ON public.report_links USING btree (user_id);

CREATE UNLOGGED TABLE request_limits (
  key character varying(255) NOT NULL,
  points integer NOT NULL,
  resets_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT request_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX request_limits_resets_idx ON public.request_limits USING btree (resets_at);

CREATE TABLE second_factors (
  person_id character varying(24) NOT NULL,
  secret text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  confirmed_at timestamp(3) with time zone,
  last_step bigint,
  CONSTRAINT second_factors_pkey PRIMARY KEY (person_id),
  CONSTRAINT second_factors_person_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
CREATE INDEX second_factors_pending_idx ON public.second_factors USING btree (created_at) WHERE (confirmed_at IS NULL);
CREATE TRIGGER second_factors_access_changed AFTER DELETE ON public.second_factors FOR EACH ROW EXECUTE FUNCTION notify_access_changed('person_id');

CREATE TABLE sessions (
  token_hash text NOT NULL,
  person_id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  id character varying(24) NOT NULL,
  last_used_at timestamp(3) with time zone NOT NULL,
  user_agent text,
  address text,
  device_id character varying(24),
  CONSTRAINT sessions_pkey PRIMARY KEY (token_hash),
  CONSTRAINT sessions_person_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE
);
CREATE INDEX sessions_expires_idx ON public.sessions USING btree (expires_at);
CREATE UNIQUE INDEX sessions_id_key ON public.sessions USING btree (id);
CREATE INDEX sessions_person_idx ON public.sessions USING btree (person_id);
CREATE TRIGGER sessions_access_changed AFTER DELETE OR UPDATE OF person_id, token_hash, expires_at ON public.sessions FOR EACH ROW EXECUTE FUNCTION notify_access_changed('person_id');

CREATE TABLE sign_ups (
  id character varying(24) NOT NULL,
  email text NOT NULL,
  password_hash text NOT NULL,
  display_name text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT sign_ups_pkey PRIMARY KEY (id)
);
CREATE INDEX sign_ups_email_idx ON public.sign_ups USING btree (email);
CREATE INDEX sign_ups_expires_idx ON public.sign_ups USING btree (expires_at);

CREATE TABLE signatures (
  connection_id character varying(24) NOT NULL,
  text text NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT signatures_pkey PRIMARY KEY (connection_id),
  CONSTRAINT signatures_connection_fkey FOREIGN KEY (connection_id) REFERENCES connections(id) ON DELETE CASCADE
);

CREATE TABLE snippets (
  id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  name text NOT NULL,
  text text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT snippets_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX snippets_name_key ON public.snippets USING btree (user_id, lower(name));

CREATE TABLE storage_usage (
  user_id character varying(24) NOT NULL,
  bytes bigint NOT NULL,
  files integer NOT NULL,
  CONSTRAINT storage_usage_pkey PRIMARY KEY (user_id)
);

CREATE TABLE throttles (
  key character varying(255) NOT NULL,
  points integer NOT NULL,
  resets_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT throttles_pkey PRIMARY KEY (key)
);
CREATE INDEX throttles_resets_idx ON public.throttles USING btree (resets_at);

CREATE TABLE users (
  id character varying(24) NOT NULL,
  email text NOT NULL,
  display_name text NOT NULL,
  plan text NOT NULL,
  mcp_access boolean DEFAULT false NOT NULL,
  workspace_access boolean DEFAULT false NOT NULL,
  managed_by_id character varying(24),
  created_at timestamp(3) with time zone NOT NULL,
  channel_quantity integer,
  limit_overrides jsonb,
  held_at timestamp(3) with time zone,
  hold_reason text,
  hold_expires_at timestamp(3) with time zone,
  deactivated_at timestamp(3) with time zone,
  email_confirmed_at timestamp(3) with time zone,
  removal_at timestamp(3) with time zone,
  detached_from_id character varying(24),
  detached_with jsonb,
  time_zone text,
  two_factor_required boolean DEFAULT false NOT NULL,
  additions_revision integer DEFAULT 0 NOT NULL,
  CONSTRAINT users_pkey PRIMARY KEY (id)
);
CREATE INDEX users_detached_from_idx ON public.users USING btree (detached_from_id) WHERE (detached_from_id IS NOT NULL);
CREATE INDEX users_managed_by_idx ON public.users USING btree (managed_by_id);
CREATE UNIQUE INDEX users_managed_email_key ON public.users USING btree (email) WHERE (managed_by_id IS NOT NULL);
CREATE INDEX users_removal_idx ON public.users USING btree (removal_at) WHERE (removal_at IS NOT NULL);
CREATE TRIGGER users_access_changed AFTER DELETE OR UPDATE ON public.users FOR EACH ROW EXECUTE FUNCTION notify_access_changed('id');

CREATE TABLE webhook_attempts (
  delivery_id character varying(24) NOT NULL,
  number integer NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  duration_ms integer NOT NULL,
  status integer,
  error text,
  answer text,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (delivery_id, number),
  CONSTRAINT webhook_attempts_delivery_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE
);

CREATE TABLE webhook_deliveries (
  id character varying(24) NOT NULL,
  webhook_id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  event text NOT NULL,
  subject character varying(24) NOT NULL,
  body text NOT NULL,
  status text NOT NULL,
  is_test boolean NOT NULL,
  attempt_count integer DEFAULT 0 NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  changed_in bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_webhook_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_created_idx ON public.webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_pending_idx ON public.webhook_deliveries USING btree (webhook_id, subject, id) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_skipped_idx ON public.webhook_deliveries USING btree (webhook_id, id) WHERE (status = 'skipped'::text);
CREATE INDEX webhook_deliveries_user_idx ON public.webhook_deliveries USING btree (user_id, changed_in);
CREATE INDEX webhook_deliveries_webhook_idx ON public.webhook_deliveries USING btree (webhook_id, id);

CREATE TABLE webhooks (
  id character varying(24) NOT NULL,
  user_id character varying(24) NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  secret text NOT NULL,
  is_active boolean NOT NULL,
  failure_count integer NOT NULL,
  last_triggered_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  failures_count_from timestamp(3) with time zone,
  CONSTRAINT webhooks_pkey PRIMARY KEY (id)
);
CREATE INDEX webhooks_user_idx ON public.webhooks USING btree (user_id, created_at, id);
