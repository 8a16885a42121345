import type pg from 'pg';

/** Rows of one statement. */
const AT_ONCE = 200_000;

/** What the log has of a published post, in this order, over and over. */
const LOGGED = ['scheduled', 'publish_attempted', 'publish_succeeded'];

/**
 * Gives all groups that are there entries in the log, three for each platform post, live events of the last day, two for
 * each, the attempts of what has ended, and the jobs of what is scheduled. Made in Postgres, without triggers and foreign
 * keys; indexes are as they are.
 */
export async function growHistory(client: pg.ClientBase, say: (line: string) => void): Promise<void> {
  await client.query(`SET session_replication_role = replica; SET synchronous_commit = off`);
  await client.query(
    `CREATE TEMP TABLE posts_in_order AS
     SELECT row_number() OVER (ORDER BY created_at, id) AS number, id, group_id, user_id, platform, status, created_at,
            updated_at, target_index FROM platform_posts`,
  );
  await client.query('CREATE UNIQUE INDEX ON posts_in_order (number)');
  const [{ count }] = (await client.query('SELECT count(*)::int AS count FROM posts_in_order')).rows;
  for (let from = 1; from <= count; from += AT_ONCE) {
    const between = `number BETWEEN ${from} AND ${from + AT_ONCE - 1}`;
    await client.query(
      `INSERT INTO post_logs (id, group_id, post_id, platform, event, metadata, created_at)
       SELECT left(id, 12) || lpad(to_hex(entry), 4, '0') || right(id, 8), group_id, id, platform, event,
              '{"attempt": 1, "note": "as much as an entry has"}', created_at
         FROM posts_in_order, unnest($1::text[]) WITH ORDINALITY AS logged(event, entry) WHERE ${between}
        ORDER BY number, entry`,
      [LOGGED],
    );
    // As if each post had been a transaction: their ids are spread over those that there have been.
    await client.query(
      `INSERT INTO live_events (group_id, sequence, user_id, payload, created_at, transaction_id, position)
       SELECT group_id, target_index * 2 + step, user_id,
              jsonb_build_object('type', 'PUBLISHED', 'groupStatus', 'published', 'processingStatus', 'finished',
                                 'post', jsonb_build_object('id', id)),
              now() - number % 86400 * interval '1 s', place, place
         FROM (SELECT *, 3 + (pg_current_xact_id()::text::bigint - 9) * number / $1 AS place FROM posts_in_order) p,
              generate_series(1, 2) AS step
        WHERE ${between} ORDER BY number, step`,
      [count],
    );
    await client.query(
      `INSERT INTO publish_attempts (id, post_id, number, started_at, uncertain_until, outcome, ended_at)
       SELECT id, id, 1, updated_at - interval '200 ms', updated_at + interval '60 s',
              CASE status WHEN 'published' THEN 'published' ELSE 'rejected' END, updated_at
         FROM posts_in_order WHERE ${between} AND status IN ('published', 'failed') ORDER BY number`,
    );
    say(`… log and events of ${Math.min(from + AT_ONCE - 1, count)} posts`);
  }
  await client.query('DROP TABLE posts_in_order');
  await client.query(
    `INSERT INTO pgboss.job (id, name, data, priority, start_after, keep_until, policy, retry_limit, retry_delay,
                             retry_backoff, expire_seconds, deletion_seconds, heartbeat_seconds)
     SELECT p.job_id, q.name, jsonb_build_object('postId', p.id, 'groupId', p.group_id, 'generation', p.generation),
            -floor(extract(epoch FROM p.due_at) / 60), p.due_at, p.due_at + interval '1 year', q.policy, q.retry_limit,
            q.retry_delay, q.retry_backoff, q.expire_seconds, q.deletion_seconds, q.heartbeat_seconds
       FROM platform_posts p, pgboss.queue q WHERE q.name = 'publish' AND p.status = 'scheduled' AND p.job_id IS NOT NULL`,
  );
  await client.query('RESET session_replication_role; RESET synchronous_commit');
}
