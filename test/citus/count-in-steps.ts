/**
 * What triggers count, in the form that Citus executes: the rows of the statement are read first, and then stored by statements that
 * name tables alone. On one Postgres a single statement does both, for less.
 */
import type pg from 'pg';

/** Posts that are scheduled or in progress. */
const ACTIVE = `status IN ('scheduled', 'pending', 'processing')`;

/** Posts of the group of a row `t` on its platform, and active ones of its target. */
const ON_PLATFORM = '(SELECT count(*) FROM platform_posts p WHERE p.group_id = t.group_id AND p.platform = t.platform)';
const ACTIVE_OF_TARGET = `(SELECT count(*) FROM platform_posts p
                     WHERE p.group_id = t.group_id AND p.target_index = t.target_index AND p.${ACTIVE})`;

/** Posts that came count where there are no others beside them; posts that went, where none are left: `others`. */
const COUNT_ROWS = (rows: string, others: string, change: 1 | -1) => `
       SELECT array_agg(user_id), array_agg(group_id), array_agg(target_index), array_agg(platform),
              array_agg(platform_id), array_agg((${ACTIVE})::int)
         INTO users, groups, targets, platforms, platform_ids, changes FROM ${rows};
       INSERT INTO post_count_changes (user_id, counters, change)
       SELECT user_id, array_agg(counter), ${change} FROM (
         SELECT user_id, 'platform:' || platform AS counter
           FROM unnest(users, groups, platforms) AS t (user_id, group_id, platform)
          GROUP BY user_id, group_id, platform HAVING ${ON_PLATFORM} = ${others}
         UNION ALL
         SELECT user_id, 'pending:' || platform_id
           FROM unnest(users, groups, targets, platform_ids, changes)
                  AS t (user_id, group_id, target_index, platform_id, is_active)
          WHERE is_active = 1 GROUP BY user_id, group_id, target_index, platform_id
         HAVING ${ACTIVE_OF_TARGET} = ${others}) c
        GROUP BY user_id;`;

/** A target becomes pending with the first of its posts that is active, and ends to be with the last one. */
const COUNT_CHANGES = `
       SELECT array_agg(o.user_id), array_agg(o.group_id), array_agg(o.target_index), array_agg(o.platform_id),
              array_agg(CASE WHEN n.${ACTIVE} THEN 1 ELSE -1 END)
         INTO users, groups, targets, platform_ids, changes
         FROM old_posts o JOIN new_posts n USING (id) WHERE (o.${ACTIVE}) <> (n.${ACTIVE});
       IF users IS NOT NULL THEN
         INSERT INTO post_count_changes (user_id, counters, change)
         SELECT user_id, array_agg('pending:' || platform_id), CASE WHEN active > 0 THEN 1 ELSE -1 END
           FROM (SELECT user_id, platform_id, sum(change) AS change, ${ACTIVE_OF_TARGET} AS active
                   FROM unnest(users, groups, targets, platform_ids, changes)
                          AS t (user_id, group_id, target_index, platform_id, change)
                  GROUP BY user_id, group_id, target_index, platform_id OFFSET 0) c
          WHERE (active > 0) <> (active - change > 0)
          GROUP BY user_id, active > 0;
       END IF;`;

const COUNT_POSTS = `CREATE OR REPLACE FUNCTION public.count_posts() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE
     users text[]; groups text[]; targets int[]; platforms text[]; platform_ids text[]; changes int[];
   BEGIN
     IF TG_OP = 'INSERT' THEN${COUNT_ROWS('new_posts', 'count(*)', 1)}
     ELSIF TG_OP = 'DELETE' THEN${COUNT_ROWS('old_posts', '0', -1)}
     ELSE${COUNT_CHANGES}
     END IF;
     RETURN NULL;
   END $$`;

const COUNT_STORED_FILES = `CREATE OR REPLACE FUNCTION public.count_stored_files() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE
     c record;
   BEGIN
     IF TG_OP = 'INSERT' THEN
       FOR c IN SELECT user_id, sum(stored_bytes + reserved_bytes) AS bytes, count(*) AS files
                  FROM new_files GROUP BY user_id LOOP
         INSERT INTO storage_usage AS u (user_id, bytes, files) VALUES (c.user_id, c.bytes, c.files)
         ON CONFLICT (user_id) DO UPDATE SET bytes = u.bytes + EXCLUDED.bytes, files = u.files + EXCLUDED.files;
       END LOOP;
     ELSIF TG_OP = 'DELETE' THEN
       FOR c IN SELECT user_id, sum(stored_bytes + reserved_bytes) AS bytes, count(*) AS files
                  FROM old_files GROUP BY user_id LOOP
         UPDATE storage_usage u SET bytes = u.bytes - c.bytes, files = u.files - c.files WHERE u.user_id = c.user_id;
       END LOOP;
     ELSE
       FOR c IN SELECT n.user_id, sum(n.stored_bytes + n.reserved_bytes - o.stored_bytes - o.reserved_bytes) AS bytes
                  FROM new_files n JOIN old_files o USING (id) GROUP BY n.user_id LOOP
         CONTINUE WHEN c.bytes = 0;
         UPDATE storage_usage u SET bytes = u.bytes + c.bytes WHERE u.user_id = c.user_id;
       END LOOP;
     END IF;
     RETURN NULL;
   END $$`;

/** Functions with the same names that count the same. */
export async function countInSteps(client: pg.Client): Promise<void> {
  await client.query(COUNT_POSTS);
  await client.query(COUNT_STORED_FILES);
  // Citus executes no statement with the parameter of an SQL function.
  const { rows } = await client.query(
    `SELECT prosrc AS body FROM pg_proc WHERE proname = 'correct_post_counts' AND pronamespace = 'public'::regnamespace`,
  );
  await client.query('DROP FUNCTION public.correct_post_counts');
  await client.query(
    `CREATE FUNCTION public.correct_post_counts(counted_user text) RETURNS TABLE (wrong_counter text, difference bigint)
     LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY ${rows[0].body}; END $$`,
  );
}
