/** Posts that are scheduled or in progress; first comments count as none. */
const active = (row = '') => `${row}kind = 'post' AND ${row}status IN ('scheduled', 'pending', 'processing')`;

/** For a row `t`: how many posts its group has on its platform, and how many active ones its target has. */
const ON_PLATFORM = '(SELECT count(*) FROM platform_posts p WHERE p.group_id = t.group_id AND p.platform = t.platform)';
const ACTIVE_OF_TARGET = `(SELECT count(*) FROM platform_posts p
                     WHERE p.group_id = t.group_id AND p.target_index = t.target_index AND ${active('p.')})`;

/** Added rows count if their group had no `others` like them, removed rows if it has none left. */
const COUNT_ROWS = (rows: string, others: string, change: 1 | -1) => `
       INSERT INTO post_count_changes (user_id, counters, change)
       SELECT user_id, array_agg(counter), ${change} FROM (
         SELECT user_id, 'platform:' || platform AS counter
           FROM ${rows} t GROUP BY user_id, group_id, platform HAVING ${ON_PLATFORM} = ${others}
         UNION ALL
         SELECT user_id, 'pending:' || platform_id
           FROM ${rows} t WHERE ${active()} GROUP BY user_id, group_id, target_index, platform_id
         HAVING ${ACTIVE_OF_TARGET} = ${others}) c
        GROUP BY user_id;`;

/** A target is pending from its first active post to its last one. */
const COUNT_CHANGES = `
       INSERT INTO post_count_changes (user_id, counters, change)
       SELECT user_id, array_agg('pending:' || platform_id), CASE WHEN active > 0 THEN 1 ELSE -1 END
         FROM (SELECT user_id, platform_id, sum(change) AS change, ${ACTIVE_OF_TARGET} AS active
                 FROM (SELECT o.user_id, o.group_id, o.target_index, o.platform_id, CASE WHEN ${active('n.')} THEN 1 ELSE -1 END AS change
                         FROM old_posts o JOIN new_posts n USING (id) WHERE (${active('o.')}) <> (${active('n.')})) t
                GROUP BY user_id, group_id, target_index, platform_id OFFSET 0) c
        WHERE (active > 0) <> (active - change > 0)
        GROUP BY user_id, active > 0;`;

/** How many groups and posts each user has. The database counts, so nothing that changes them can forget it. */
export const POST_COUNTS = `
CREATE TABLE post_counts (
  user_id varchar(24) NOT NULL,
  counter text COLLATE "C" NOT NULL,
  count integer NOT NULL,
  CONSTRAINT post_counts_pkey PRIMARY KEY (user_id, counter)
);

-- Each transaction adds a row, so that none waits for another one's; the maintenance adds them up. In the moment without
-- rows a vacuum would give the pages back, and statements planned then would read the whole table until the next vacuum,
-- however many rows it has. A table that keeps its pages, about 30 from the start, is always read by its index.
CREATE TABLE post_count_changes (
  user_id varchar(24) NOT NULL,
  counters text[] NOT NULL,
  change integer NOT NULL
) WITH (vacuum_truncate = off);
CREATE INDEX post_count_changes_user_idx ON post_count_changes (user_id);
INSERT INTO post_count_changes (user_id, counters, change)
SELECT '', ARRAY[repeat(' ', 200)], 0 FROM generate_series(1, 1000);
DELETE FROM post_count_changes WHERE user_id = '';

CREATE FUNCTION group_counters(status text, scheduled_time timestamptz) RETURNS text[]
   LANGUAGE sql STABLE PARALLEL SAFE AS $$
     SELECT array_remove(ARRAY['status:' || status, 'day:' || floor(extract(epoch FROM scheduled_time) / 86400)], NULL)
   $$;

CREATE FUNCTION count_group() RETURNS trigger LANGUAGE plpgsql AS $$
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
   END $$;
CREATE TRIGGER count_changed_group AFTER UPDATE ON post_groups
  FOR EACH ROW WHEN (old.status <> new.status OR old.scheduled_time IS DISTINCT FROM new.scheduled_time) EXECUTE FUNCTION count_group();
CREATE TRIGGER count_group AFTER INSERT OR DELETE ON post_groups
  FOR EACH ROW EXECUTE FUNCTION count_group();

CREATE FUNCTION count_posts() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'INSERT' THEN${COUNT_ROWS('new_posts', 'count(*)', 1)}
     ELSIF TG_OP = 'DELETE' THEN${COUNT_ROWS('old_posts', '0', -1)}
     ELSE${COUNT_CHANGES}
     END IF;
     RETURN NULL;
   END $$;
CREATE TRIGGER count_added_posts AFTER INSERT ON platform_posts
  REFERENCING NEW TABLE AS new_posts
  FOR EACH STATEMENT EXECUTE FUNCTION count_posts();
CREATE TRIGGER count_changed_posts AFTER UPDATE ON platform_posts
  REFERENCING OLD TABLE AS old_posts NEW TABLE AS new_posts
  FOR EACH STATEMENT EXECUTE FUNCTION count_posts();
CREATE TRIGGER count_removed_posts AFTER DELETE ON platform_posts
  REFERENCING OLD TABLE AS old_posts
  FOR EACH STATEMENT EXECUTE FUNCTION count_posts();

-- Corrects the counts of a user, and returns by how much. One snapshot has both the counts and what they count, and each
-- change of posts changes both: concurrent writes do not change the difference, and nothing is locked.
CREATE FUNCTION correct_post_counts(counted_user text) RETURNS TABLE (wrong_counter text, difference bigint)
   LANGUAGE sql AS $$
     WITH actual AS (
       SELECT unnest(group_counters(status, scheduled_time)) AS counter, count(*) AS n
         FROM post_groups WHERE user_id = counted_user GROUP BY 1
       UNION ALL
       SELECT 'platform:' || platform, count(DISTINCT group_id)
         FROM platform_posts WHERE user_id = counted_user GROUP BY platform
       UNION ALL
       SELECT 'pending:' || platform_id, count(DISTINCT (group_id, target_index))
         FROM platform_posts WHERE user_id = counted_user AND ${active()} GROUP BY platform_id
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
   $$;
`;
