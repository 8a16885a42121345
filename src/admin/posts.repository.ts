import { MediaEntity } from '../domain/media/media.entity.js';
import { LiveEventEntity } from '../domain/posts/progress/live-event.entity.js';
import { IS_ACTIVE, PlatformPostEntity } from '../domain/posts/state/platform-post.entity.js';
import type { PlatformPostStatus, WaitKind } from '../domain/posts/state/platform-post.js';
import { PostGroupEntity } from '../domain/posts/state/post-group.entity.js';
import { PostLogEntity } from '../domain/posts/state/post-log.entity.js';
import { PostLogEvent } from '../domain/posts/state/post-log.js';
import { PublishAttemptEntity } from '../domain/posts/state/publish-attempt.entity.js';
import { WebhookEntity } from '../domain/webhooks/webhook.entity.js';
import { WebhookDeliveryEntity } from '../domain/webhooks/webhook-delivery.entity.js';
import { storableText } from '../foundation/database/storable-text.js';
import { expression, type RowIn, table } from '../foundation/database/table.js';
import type { Db } from '../foundation/database/unit-of-work.js';
import type { FailureCode } from '../platforms/port/failure.js';
import { withHost } from './deliveries.repository.js';

/** Which platform posts; null: any. */
export interface PostFilter {
  userId: string | null;
  status: PlatformPostStatus | null;
  platform: string | null;
  /** Of its failure, or of its last attempt's while it is tried again. */
  code: FailureCode | null;
  /** Its time: when it is due, or when it last changed once nothing is due. */
  since: Date | null;
  until: Date | null;
  /** Part of its text, in any letter case. */
  text: string | null;
  /** Only posts that are due and have not ended. */
  isLate: boolean;
}

const TIME = 'coalesce(p.due_at, p.updated_at)';
const CODE = `CASE WHEN p.status = 'failed' THEN p.error->>'code'
                   WHEN p.${IS_ACTIVE} THEN (SELECT l.metadata->>'errorCode' FROM post_logs l
                                              WHERE l.group_id = p.group_id AND l.post_id = p.id
                                                AND l.event = '${PostLogEvent.PUBLISH_FAILED}'
                                              ORDER BY l.id DESC LIMIT 1) END`;

/** `p` is a platform post, `g` its group; the parameters are those of `valuesOf`. */
const MATCHES = `
  ($1::text IS NULL OR p.user_id = $1) AND ($2::text IS NULL OR p.status = $2) AND ($3::text IS NULL OR p.platform = $3)
  AND ($4::timestamptz IS NULL OR ${TIME} >= $4) AND ($5::timestamptz IS NULL OR ${TIME} < $5)
  AND ($6::text IS NULL OR coalesce(p.content, g.content) ILIKE $6)
  AND (NOT $7 OR (p.${IS_ACTIVE} AND p.due_at <= clock_timestamp()))
  AND ($8::text IS NULL OR ${CODE} = $8)`;

const valuesOf = ({ userId, status, platform, code, since, until, text, isLate }: PostFilter) => [
  ...[userId, status, platform, since, until],
  text === null ? null : `%${storableText(text).replace(/[\\%_]/g, '\\$&')}%`,
  ...[isLate, code],
];

const LISTED = table(PlatformPostEntity)
  .only('id', 'groupId', 'userId', 'platform', 'platformId', 'partIndex', 'status', 'attemptCount', 'url')
  .of('p')
  .plus({
    /** E-mail address of the user. */
    email: expression<string | null>('u.email'),
    time: expression<Date>(TIME),
    code: expression<FailureCode | null>(CODE),
    /** What it waits for; null: nothing but its time. */
    waitsFor: expression<WaitKind | null>(`p.wait->>'kind'`),
    text: expression<string>('left(coalesce(p.content, g.content), 80)'),
  });

export type ListedPost = RowIn<typeof LISTED>;

/** A page of platform posts, newest first: those made before the post `after`. */
export async function listPosts(
  db: Db,
  filter: PostFilter,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ posts: ListedPost[]; next: string | null }> {
  const rows = await db.query(
    `SELECT ${LISTED.list}
       FROM platform_posts p JOIN post_groups g ON g.id = p.group_id LEFT JOIN users u ON u.id = p.user_id
      WHERE ${MATCHES} AND ($9::text IS NULL OR p.id < $9)
      ORDER BY p.id DESC LIMIT $10 + 1`,
    [...valuesOf(filter), after, limit],
  );
  const posts = LISTED.rows(rows.slice(0, limit));
  return { posts, next: rows.length > limit ? (posts.at(-1)?.id ?? null) : null };
}

/** At most `limit` groups that have posts that match, in the order of their ids, after the group `after`. */
export async function matchingGroups(
  db: Db,
  filter: PostFilter,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db.query(
    `SELECT DISTINCT p.group_id FROM platform_posts p JOIN post_groups g ON g.id = p.group_id
      WHERE ${MATCHES} AND ($9::text IS NULL OR p.group_id > $9) ORDER BY p.group_id LIMIT $10`,
    [...valuesOf(filter), after, limit],
  );
  return rows.map(({ group_id }: { group_id: string }) => group_id);
}

/** The posts of a group that match. */
export async function matchingPosts(db: Db, filter: PostFilter, groupId: string): Promise<Set<string>> {
  const rows = await db.query(
    `SELECT p.id FROM platform_posts p JOIN post_groups g ON g.id = p.group_id WHERE ${MATCHES} AND p.group_id = $9`,
    [...valuesOf(filter), groupId],
  );
  return new Set(rows.map(({ id }: { id: string }) => id));
}

/** An address as a platform gives it, of one that comes from a browser: without a query, a fragment and last slashes. */
function bareAddresses(text: string): string[] {
  const url = URL.parse(text);
  if (!url) return [];
  const { href, search, hash } = url;
  const bare = href.slice(0, href.length - search.length - hash.length);
  return [bare.replace(/\/+$/, ''), bare, `${bare}${search}`].flatMap((one) => [one, one.replaceAll('%3A', ':')]);
}

/** Groups with this id, with a post of this id, or with a post that the platform has under this id or address; at most ten. */
export async function groupsOf(db: Db, reference: string): Promise<string[]> {
  const text = storableText(reference.trim());
  const rows = await db.query(
    `SELECT id AS "groupId" FROM post_groups WHERE id = lower($1)
     UNION SELECT group_id FROM platform_posts WHERE id = lower($1) OR posted_id = ANY($2) OR url = ANY($2) LIMIT 10`,
    [text, [text, ...bareAddresses(text)]],
  );
  return rows.map(({ groupId }: { groupId: string }) => groupId);
}

/** Rows of a group that are shown. */
const MAX_ROWS = 500;

const GROUP = table(PostGroupEntity)
  .except('eventSequence', 'eventPosition', 'platformSettings')
  .of('g')
  .plus({ email: expression<string | null>('u.email') });
const ATTEMPT = table(PublishAttemptEntity)
  .only('postId', 'number', 'startedAt', 'endedAt', 'outcome', 'failure')
  .of('a');
const LOG = table(PostLogEntity).except('groupId');
const EVENT = table(LiveEventEntity)
  .only('sequence', 'createdAt')
  .plus({ type: expression<string>(`payload->>'type'`) });
const FILE = table(MediaEntity).only('id', 'type', 'name', 'mimeType', 'status', 'problem', 'addedAt');
const DELIVERY = table(WebhookDeliveryEntity)
  .only('id', 'event', 'subject', 'status', 'attemptCount', 'nextAttemptAt', 'createdAt', 'endedAt')
  .of('d')
  .and(table(WebhookEntity).only('url').of('w'));

/** What is stored about a group beside its posts, at most 500 rows of a kind. Null: it was removed. */
export async function factsOfGroup(db: Db, groupId: string) {
  const read = async <Row>(columns: { list: string; rows(result: readonly unknown[]): Row[] }, rest: string) =>
    columns.rows(await db.query(`SELECT ${columns.list} ${rest} LIMIT ${MAX_ROWS}`, [groupId]));
  const [group] = await read(GROUP, 'FROM post_groups g LEFT JOIN users u ON u.id = g.user_id WHERE g.id = $1');
  if (!group) return null;
  return {
    group,
    files: await read(FILE, 'FROM media WHERE group_id = $1 ORDER BY added_at, id'),
    attempts: await read(
      ATTEMPT,
      `FROM publish_attempts a JOIN platform_posts p ON p.id = a.post_id
        WHERE p.group_id = $1 ORDER BY a.started_at, a.id`,
    ),
    log: await read(LOG, 'FROM post_logs WHERE group_id = $1 ORDER BY id'),
    events: await read(EVENT, 'FROM live_events WHERE group_id = $1 ORDER BY sequence'),
    deliveries: (
      await read(
        DELIVERY,
        `FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id JOIN platform_posts p ON p.id = d.subject
          WHERE p.group_id = $1 ORDER BY d.id`,
      )
    ).map(withHost),
  };
}

export type GroupFacts = NonNullable<Awaited<ReturnType<typeof factsOfGroup>>>;

/** Which of these posts have an attempt without an outcome. */
export async function postsWithOpenAttempt(db: Db, postIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.query('SELECT post_id FROM publish_attempts WHERE post_id = ANY($1) AND outcome IS NULL', [
    postIds,
  ]);
  return new Set(rows.map(({ post_id }: { post_id: string }) => post_id));
}
