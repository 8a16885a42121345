import type pg from 'pg';
import { PLATFORM_KEYS } from '../src/platforms/port/platform.js';

/** What an account is to have. */
export interface GrownAccount {
  /** Of a user who is there. */
  userId: string;
  groups: number;
  /** How long ago the first of them was created; they are spread evenly. Two years by default. */
  days?: number;
  /** Whether the search finds their texts. False by default. */
  searchable?: boolean;
}

/** Platforms that accounts post to, the most frequent ones first. */
const FREQUENT = PLATFORM_KEYS.slice(0, 8);
/** Of three groups in eight. */
export const FREQUENT_PLATFORM = FREQUENT[0];
/** Of one group in a thousand. */
export const RARE_PLATFORM = PLATFORM_KEYS[9];
/** Of every third group in the first half of the time, and of none since. */
export const FORMER_PLATFORM = PLATFORM_KEYS[10];

/** Rows of one statement. */
const AT_ONCE = 100_000;

/**
 * Gives accounts groups with three targets each, made in Postgres: 8% drafts, 4% scheduled within the next sixty days, 5%
 * failed, 3% partly published, the rest published. `client` may set `session_replication_role`: no trigger runs, and what
 * triggers count is counted afterwards.
 */
export async function growAccounts(client: pg.ClientBase, accounts: readonly GrownAccount[]): Promise<void> {
  await client.query(`SET session_replication_role = replica; SET timezone = 'UTC'`);
  try {
    for (const account of accounts) {
      for (let from = 0; from < account.groups; from += AT_ONCE) {
        await insertGroups(client, account, from, Math.min(from + AT_ONCE, account.groups));
      }
    }
  } finally {
    await client.query('RESET session_replication_role; RESET timezone');
  }
  for (const { userId } of accounts) await client.query('SELECT FROM correct_post_counts($1)', [userId]);
  await client.query('VACUUM (ANALYZE) post_groups, platform_posts, post_searches');
}

/** The part of the groups whose numbers are between the two. */
async function insertGroups(client: pg.ClientBase, account: GrownAccount, from: number, to: number): Promise<void> {
  const { userId, groups, days = 730, searchable = false } = account;
  // Ids sort by time, as those of the service do; numbers are mixed so that what groups have does not depend on each other.
  await client.query('DROP TABLE IF EXISTS grown');
  await client.query(
    `CREATE TEMP TABLE grown AS
     SELECT number, mix, lpad(to_hex((extract(epoch FROM created_at) * 1000)::bigint), 12, '0')
              || lpad(to_hex(number % 65536), 4, '0') || lpad(to_hex(mix), 8, '0') AS id,
            created_at, status,
            CASE status WHEN 'draft' THEN NULL
                        WHEN 'scheduled' THEN date_trunc('second', now()) + (mix / 100 % 86400 + 1) * interval '60 seconds'
                        ELSE created_at + (mix / 100 % 86400) * interval '1 second' END AS scheduled_time
       FROM (SELECT number, mix, now() - interval '1 day' - (1 - number / $2::float) * $3 * interval '1 day' AS created_at,
                    CASE WHEN mix % 100 < 80 THEN 'published' WHEN mix % 100 < 88 THEN 'draft'
                         WHEN mix % 100 < 93 THEN 'failed' WHEN mix % 100 < 97 THEN 'scheduled'
                         ELSE 'partially_published' END AS status
               FROM (SELECT number, (hashint8(number + 7919 * hashtext($1)::bigint)::bigint + 2147483648) AS mix
                       FROM generate_series($4::bigint, $5::bigint - 1) AS number) n) g`,
    [userId, groups, days, from, to],
  );
  await client.query(
    `INSERT INTO post_groups (id, user_id, content, status, processing_status, scheduled_time, published_at,
                              platform_settings, event_sequence, created_at, updated_at)
     SELECT id, $1, 'What happened on day ' || number % 1000 || ' of ' || mix % 5000, status,
            CASE WHEN status IN ('draft', 'scheduled') THEN 'pending' ELSE 'finished' END, scheduled_time,
            CASE WHEN status IN ('published', 'partially_published') THEN scheduled_time END, '{}', 6, created_at,
            CASE WHEN status IN ('draft', 'scheduled') THEN created_at ELSE scheduled_time END
       FROM grown ORDER BY number`,
    [userId],
  );
  await client.query(
    `INSERT INTO platform_posts (id, group_id, user_id, target_index, platform, account_id, platform_id, status, posted_id,
                                 attempt_count, due_at, generation, job_id, created_at, updated_at)
     SELECT left(id, 16) || to_hex(2 + target) || right(md5(id || target), 7), id, $1, target, platform, '1', platform || '-1',
            post, CASE post WHEN 'published' THEN md5(id || target) END,
            CASE WHEN post IN ('published', 'failed') THEN 1 ELSE 0 END,
            CASE post WHEN 'scheduled' THEN scheduled_time END, CASE post WHEN 'draft' THEN 0 ELSE 1 END,
            CASE post WHEN 'scheduled' THEN gen_random_uuid() END, created_at, coalesce(scheduled_time, created_at)
       FROM (SELECT g.*, target,
                    CASE WHEN status = 'partially_published' THEN CASE target WHEN 0 THEN 'failed' ELSE 'published' END
                         ELSE status END AS post,
                    CASE WHEN target = 2 AND mix / 128 % 1000 = 0 THEN $3
                         WHEN target = 2 AND number < $5 / 2 AND number % 3 = 0 THEN $4
                         ELSE ($2::text[])[1 + (mix / 128 + target) % array_length($2::text[], 1)] END AS platform
               FROM grown g, generate_series(0, 2) AS target) p
      ORDER BY number, target`,
    [userId, FREQUENT, RARE_PLATFORM, FORMER_PLATFORM, groups],
  );
  if (searchable) {
    // As search_vector has it of plain words, whose general rules would take most of the time.
    await client.query(
      `INSERT INTO post_searches
       SELECT id, array_to_tsvector(ARRAY(SELECT right(user_id, 6) || word FROM string_to_table(lower(content), ' ') AS word))
         FROM post_groups WHERE id IN (SELECT id FROM grown)`,
    );
  }
  await client.query('DROP TABLE grown');
}

/** A queue of so many posts, and a media library of so many files, for an account; before its other groups, which are counted with them. */
export async function growPlanning(
  client: pg.ClientBase,
  { userId, queued, files }: { userId: string; queued: number; files: number },
): Promise<void> {
  const id = `left(md5($1 || n), 24)`;
  const slot = `date_trunc('hour', now()) + n * interval '1 hour'`;
  await client.query('SET session_replication_role = replica');
  await client.query(
    `INSERT INTO posting_schedules (id, user_id, name, time_zone, times, platform_ids, created_at, updated_at)
     VALUES (left(md5($1), 24), $1, 'Hourly', 'UTC', '[]', '{}', now(), now())`,
    [userId],
  );
  await client.query(
    `INSERT INTO post_groups (id, user_id, content, status, processing_status, scheduled_time, platform_settings, created_at, updated_at)
     SELECT ${id}, $1, 'Queued ' || n, 'scheduled', 'pending', ${slot}, '{}', now(), now() FROM generate_series(1, $2::int) n`,
    [userId, queued],
  );
  await client.query(
    `INSERT INTO queue_entries (group_id, schedule_id, slot_at)
     SELECT ${id}, left(md5($1), 24), ${slot} FROM generate_series(1, $2::int) n`,
    [userId, queued],
  );
  await client.query(
    `INSERT INTO media (id, user_id, group_id, type, name, file_name, file_path, url_pure, upload_expires_at, mime_type, status,
                        metadata, added_at, updated_at, origin)
     SELECT ${id}, $1, '', 'image', 'picture-' || n || '.png', 'image/' || ${id} || '/a.png', '/a.png', 'https://example.com/a.png',
            now(), 'image/png', 'ready', '{"format": "png"}', now() - n * interval '1 second', now(), 'library'
       FROM generate_series(1, $2::int) n`,
    [userId, files],
  );
  await client.query('RESET session_replication_role');
  await client.query('VACUUM (ANALYZE) posting_schedules, queue_entries, media');
}
