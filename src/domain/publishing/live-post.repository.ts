import { prepared } from '../../foundation/database/statement.js';
import { expression, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { PublishAttemptEntity } from '../posts/state/publish-attempt.entity.js';
import { LivePostEntity } from './live-post.entity.js';
import type { LivePostClaim } from './publish-store.js';
import { RemovedAttemptEntity } from './removed-attempt.entity.js';
import type { AccountActivity, TakenPost } from './whose-post.js';

const CLAIM = table(LivePostEntity).only('account', 'postedId', 'postId');

/**
 * Claims posts at platforms for their parts, and returns whom each belongs to: the first part that claimed it. In one
 * order, so that transactions do not deadlock.
 */
export async function claimLivePosts(db: Db, claims: readonly LivePostClaim[], now: Date): Promise<LivePostClaim[]> {
  const rows = await db.query(
    prepared(
      `INSERT INTO live_posts (${CLAIM.names}, claimed_at)
       SELECT DISTINCT ON (c.account, c."postedId") ${CLAIM.from('c')}, $2::timestamptz
         FROM jsonb_to_recordset($1::jsonb) AS c(${CLAIM.record})
        ORDER BY c.account, c."postedId", c."postId"
       ON CONFLICT (account, posted_id) DO UPDATE SET post_id = live_posts.post_id
       RETURNING ${CLAIM.list}`,
    ),
    [CLAIM.toJson(claims), now],
  );
  return CLAIM.rows(rows);
}

const RIVAL = table(PublishAttemptEntity)
  .only('id', 'outcome', 'startedAt')
  .of('a')
  .plus({
    uncertainUntil: expression<string>('coalesce(p.lease_until, a.uncertain_until)'),
    text: expression<string | null>('coalesce(p.content, g.content)'),
    mayDiffer: expression<boolean>(
      `g.platform_settings -> p.platform IS DISTINCT FROM (SELECT settings FROM own)
         OR p.part_index = 0 AND EXISTS (SELECT 1 FROM media m WHERE m.group_id = p.group_id)`,
    ),
  });
/** In place of a rival whose part was removed. */
const REMOVED = table(RemovedAttemptEntity)
  .only('id', 'startedAt', 'uncertainUntil')
  .plus({
    outcome: expression<'unknown'>(`'unknown'`),
    text: expression<null>('NULL'),
    mayDiffer: expression<boolean>('true'),
  });

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
  const [{ taken, rivals, removed }] = await db.query(
    `WITH own AS (
       SELECT g.platform_settings -> p.platform AS settings
         FROM platform_posts p JOIN post_groups g ON g.id = p.group_id WHERE p.id = $2
     ), rival AS (
       SELECT ${RIVAL.list}
         FROM publish_attempts a JOIN platform_posts p ON p.id = a.post_id JOIN post_groups g ON g.id = p.group_id
        WHERE a.account = $1 AND a.post_id <> $2 AND (p.status <> 'published' OR a.outcome = 'unknown')
          AND (a.outcome IS NULL OR a.outcome IN ('absent', 'unknown') AND a.uncertain_until >= $3)
     ), removed AS (
       SELECT ${REMOVED.list} FROM removed_attempts WHERE account = $1 AND uncertain_until >= $3
     )
     SELECT (SELECT coalesce(jsonb_agg(jsonb_build_array(l.posted_id, jsonb_build_object(
                      'text', coalesce(p.content, g.content), 'url', p.url)) ORDER BY l.claimed_at), '[]')
               FROM live_posts l
               LEFT JOIN platform_posts p ON p.id = l.post_id
               LEFT JOIN post_groups g ON g.id = p.group_id
              WHERE l.account = $1 AND l.claimed_at >= $3 AND l.post_id <> $2) AS taken,
            (SELECT coalesce(jsonb_agg(rival), '[]') FROM rival) AS rivals,
            (SELECT coalesce(jsonb_agg(removed), '[]') FROM removed) AS removed`,
    [account, postId, since],
  );
  const others = RIVAL.fromJson(rivals).map((rival) => ({ ...rival, uncertainUntil: new Date(rival.uncertainUntil) }));
  return { taken: new Map<string, TakenPost>(taken), rivals: [...others, ...REMOVED.fromJson(removed)] };
}
