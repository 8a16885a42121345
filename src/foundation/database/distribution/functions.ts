/**
 * The functions of a schema of accounts, and the triggers that one Postgres does without. Each schema has its own functions,
 * which find its tables whatever the session's `search_path` is.
 */

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

/**
 * What triggers count, in the form that Citus executes: the rows of the statement are read first, and then stored by statements
 * that name tables alone. On one Postgres a single statement does both, for less.
 */
const COUNT_POSTS = `
   DECLARE
     users text[]; groups text[]; targets int[]; platforms text[]; platform_ids text[]; changes int[];
   BEGIN
     IF TG_OP = 'INSERT' THEN${COUNT_ROWS('new_posts', 'count(*)', 1)}
     ELSIF TG_OP = 'DELETE' THEN${COUNT_ROWS('old_posts', '0', -1)}
     ELSE${COUNT_CHANGES}
     END IF;
     RETURN NULL;
   END `;

const COUNT_STORED_FILES = `
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
   END `;

/** The id of the transaction on the worker: rows are read in its snapshots. What a statement names is the coordinator's. */
const OWN = 'pg_current_xact_id()::text::bigint';

interface Stamp {
  table: string;
  name: string;
  /** Those with ids of transactions, by which live events and the feed of deliveries are read. */
  columns: readonly string[];
  work: string;
}

export const STAMPS: readonly Stamp[] = [
  {
    table: 'post_groups',
    name: 'stamp_group',
    columns: ['event_position'],
    work: `NEW.event_position := greatest(NEW.event_position, ${OWN});`,
  },
  {
    table: 'live_events',
    name: 'stamp_event',
    columns: ['transaction_id', 'position'],
    work: `NEW.transaction_id := ${OWN}; NEW.position := greatest(NEW.position, NEW.transaction_id);`,
  },
  {
    table: 'webhook_deliveries',
    name: 'stamp_delivery',
    columns: ['changed_in'],
    work: `NEW.changed_in := ${OWN};`,
  },
];

const triggerFunction = (name: string, body: string) =>
  `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $function$${body}$function$`;

/** The functions of one Postgres on tables of accounts, which nothing uses any more once these have moved. */
export const ACCOUNT_FUNCTIONS = [
  'count_group',
  'count_posts',
  'count_stored_files',
  'index_post_text',
  'correct_post_counts',
] as const;

/**
 * The functions of a schema, made of those of one Postgres.
 * @param definitions Those of ACCOUNT_FUNCTIONS, as Postgres prints them without a schema; `body` is the text of each.
 */
export function accountFunctions(
  definitions: ReadonlyMap<string, { definition: string; body: string }>,
): { name: string; definition: string }[] {
  const of = (name: (typeof ACCOUNT_FUNCTIONS)[number]) => {
    const found = definitions.get(name);
    if (!found) throw new Error(`The database has no function ${name}`);
    return found;
  };
  return [
    { name: 'count_group', definition: of('count_group').definition },
    { name: 'index_post_text', definition: of('index_post_text').definition },
    { name: 'count_posts', definition: triggerFunction('count_posts', COUNT_POSTS) },
    { name: 'count_stored_files', definition: triggerFunction('count_stored_files', COUNT_STORED_FILES) },
    // Citus executes no statement with the parameter of an SQL function.
    {
      name: 'correct_post_counts',
      definition: `CREATE FUNCTION correct_post_counts(counted_user text)
        RETURNS TABLE (wrong_counter text, difference bigint)
        LANGUAGE plpgsql AS $function$ BEGIN RETURN QUERY ${of('correct_post_counts').body}; END $function$`,
    },
    ...STAMPS.map(({ name, work }) => ({ name, definition: triggerFunction(name, ` BEGIN ${work} RETURN NEW; END `) })),
  ];
}

/** Creates the triggers that stamp rows, in the schema that is first in `search_path`. */
export const STAMP_TRIGGERS = STAMPS.map(
  ({ table, name, columns }) =>
    `CREATE TRIGGER ${name} BEFORE INSERT OR UPDATE OF ${columns.join(', ')} ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
);
