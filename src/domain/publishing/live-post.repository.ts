import type { Db } from '../../foundation/database/unit-of-work.js';
import type { LivePostClaim } from './publish-store.js';
import type { AccountActivity, Rival } from './whose-post.js';

/**
 * Claims posts at platforms for their parts, and returns whom each belongs to: the first part that claimed it. In one
 * order, so that transactions do not deadlock.
 */
export async function claimLivePosts(db: Db, claims: readonly LivePostClaim[], now: Date): Promise<LivePostClaim[]> {
  return db.query(
    `INSERT INTO live_posts (account, posted_id, post_id, claimed_at)
     SELECT DISTINCT ON (c.account, c."postedId") c.account, c."postedId", c."postId", $2::timestamptz
       FROM jsonb_to_recordset($1::jsonb) AS c(account text, "postedId" text, "postId" text)
      ORDER BY c.account, c."postedId", c."postId"
     ON CONFLICT (account, posted_id) DO UPDATE SET post_id = live_posts.post_id
     RETURNING account, posted_id AS "postedId", post_id AS "postId"`,
    [JSON.stringify(claims), now],
  );
}

/**
 * What other posts of all users do at an account since a moment. An attempt that ended as absent or unknown may have left
 * a post that the platform stored late; one whose outcome is unknown may have done so also where its owner had the part
 * sent again.
 */
export async function findAccountActivity(
  db: Db,
  account: string,
  postId: string,
  since: Date,
): Promise<AccountActivity> {
  const [row]: { taken: string[]; rivals: (Omit<Rival, 'startedAt' | 'uncertainUntil'> & Record<string, string>)[] }[] =
    await db.query(
      `WITH own AS (
         SELECT g.platform_settings -> p.platform AS settings
           FROM platform_posts p JOIN post_groups g ON g.id = p.group_id WHERE p.id = $2
       )
       SELECT (SELECT coalesce(jsonb_agg(l.posted_id), '[]') FROM live_posts l
                WHERE l.account = $1 AND l.claimed_at >= $3 AND l.post_id <> $2) AS taken,
              (SELECT coalesce(jsonb_agg(jsonb_build_object(
                        'id', a.id, 'outcome', a.outcome, 'startedAt', a.started_at,
                        'uncertainUntil', coalesce(p.lease_until, a.uncertain_until), 'text', coalesce(p.content, g.content),
                        'mayDiffer', g.platform_settings -> p.platform IS DISTINCT FROM (SELECT settings FROM own)
                          OR p.part_index = 0 AND EXISTS (SELECT 1 FROM media m WHERE m.group_id = p.group_id))), '[]')
                 FROM publish_attempts a JOIN platform_posts p ON p.id = a.post_id JOIN post_groups g ON g.id = p.group_id
                WHERE a.account = $1 AND a.post_id <> $2 AND (p.status <> 'published' OR a.outcome = 'unknown')
                  AND (a.outcome IS NULL OR a.outcome IN ('absent', 'unknown') AND a.uncertain_until >= $3)) ||
              (SELECT coalesce(jsonb_agg(jsonb_build_object(
                        'id', r.id, 'outcome', 'unknown', 'startedAt', r.started_at,
                        'uncertainUntil', r.uncertain_until, 'text', NULL, 'mayDiffer', true)), '[]')
                 FROM removed_attempts r WHERE r.account = $1 AND r.uncertain_until >= $3) AS rivals`,
      [account, postId, since],
    );
  return {
    taken: new Set(row?.taken),
    rivals: (row?.rivals ?? []).map(({ startedAt = '', uncertainUntil = '', ...rival }) => ({
      ...rival,
      startedAt: new Date(startedAt),
      uncertainUntil: new Date(uncertainUntil),
    })),
  };
}
