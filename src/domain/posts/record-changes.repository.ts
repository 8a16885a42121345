/**
 * The one place that writes the status of a post or of a group, and with it everything that a change of status means:
 * rows, jobs, log, live events and webhook deliveries.
 */
import { columns } from '../../foundation/database/columns.js';
import { newId } from '../../foundation/database/id.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { type ConnectionOutcome, noteOutcomes } from '../accounts/connection-activity.repository.js';
import type { AnnounceEvents } from '../webhooks/announce-events.use-case.js';
import type { ChangeSet } from './change-set.js';
import { type GroupEvents, LIVE_CHANNEL, LiveEventType } from './live-event.js';
import { PlatformPostEntity } from './platform-post.entity.js';
import type { PlatformPost } from './platform-post.js';
import { PostGroupEntity } from './post-group.entity.js';
import type { NewPostGroup } from './post-group.js';
import type { PublishQueue } from './publish-queue.js';

/** Writes changes of posts, all of them or none: `db` is a transaction that has their groups locked. */
export type RecordChanges = (db: Db, changes: ChangeSet, now: Date) => Promise<void>;

export const makeRecordChanges =
  ({ publishQueue, announce }: { publishQueue: PublishQueue; announce: AnnounceEvents }): RecordChanges =>
  async (db, changes, now) => {
    for (const group of changes.newGroups) await insertGroup(db, group);
    await removePosts(db, changes.removedPostIds);
    await writePosts(db, changes, now);
    await noteOutcomes(db, changes.outcomes.map(toOutcome));
    await recordEvents(db, changes.events, now);
    await announce(db, changes.webhookEvents, now);
    await publishQueue.remove(db, changes.removedJobIds);
    await publishQueue.enqueue(db, changes.newJobs);
    await publishQueue.end(db, changes.endedJobs);
    for (const id of changes.removedGroupIds) await db.delete(PostGroupEntity, id);
  };

async function insertGroup(db: Db, group: NewPostGroup): Promise<void> {
  await db
    .createQueryBuilder()
    .insert()
    .into(PostGroupEntity)
    .values(columns<PostGroupEntity>(group))
    .updateEntity(false)
    .execute();
}

async function removePosts(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(PlatformPostEntity, [...ids]);
}

/**
 * The text that is stored with a post. While an attempt is open it has one, also where it shares its group's otherwise:
 * a worker of a version that knows no shared texts goes on with what was begun.
 */
const STORED_TEXT = `CASE WHEN c."leaseUntil" IS NOT NULL THEN coalesce(c.content, p.content, g.content)
                       WHEN NOT c."hasOwnText" THEN NULL
                       WHEN coalesce(c."hasOwnText", p.has_own_text) THEN coalesce(c.content, p.content)
                       ELSE nullif(coalesce(c.content, p.content), g.content) END`;

/** The text that a post had before it became the first part of a thread; none once its owner has given it another one. */
const UNSPLIT_TEXT = `CASE WHEN c."hasOwnText" IS NOT NULL THEN NULL
                           WHEN c.content IS NOT NULL THEN coalesce(p.unsplit_content, p.content)
                           ELSE p.unsplit_content END`;

/** Writes posts, their attempts and their log: one statement, however many they are. */
async function writePosts(db: Db, { posts, newPosts, entries, attempts }: ChangeSet, now: Date): Promise<void> {
  if (posts.length + newPosts.length + entries.length + attempts.length === 0) return;
  const begun = attempts.flatMap((write) => ('begun' in write ? [{ ...write.begun, postId: write.postId }] : []));
  const changed = attempts.flatMap((write): object[] => {
    if ('ended' in write) return [write.ended];
    return 'noted' in write ? [write.noted] : [];
  });
  await db.query(
    `WITH post AS (
       UPDATE platform_posts p
          SET content = ${STORED_TEXT}, unsplit_content = ${UNSPLIT_TEXT},
              has_own_text = coalesce(c."hasOwnText", p.has_own_text), status = c.status, posted_id = c."postedId", url = c.url,
              further_ids = nullif(c."furtherIds", 'null'::jsonb), deleted_at = c."deletedAt", error = nullif(c.error, 'null'::jsonb),
              attempt_count = c."attemptCount", first_attempt_at = c."firstAttemptAt", due_at = c."dueAt",
              turn = c.generation, job_id = c."jobId", lease_until = c."leaseUntil",
              wait = nullif(c.wait, 'null'::jsonb), updated_at = c."updatedAt"
         FROM post_groups g, jsonb_to_recordset($1::jsonb)
           AS c(id text, content text, "hasOwnText" boolean, status text, "postedId" text, url text, "furtherIds" jsonb,
                "deletedAt" timestamptz, error jsonb, "attemptCount" int,
                "firstAttemptAt" timestamptz, "dueAt" timestamptz, generation int, "jobId" uuid,
                "leaseUntil" timestamptz, wait jsonb, "updatedAt" timestamptz)
        WHERE p.id = c.id AND g.id = p.group_id
     ), new_post AS (
       INSERT INTO platform_posts (id, group_id, user_id, target_index, part_index, platform, account_id, platform_id,
                                   content, has_own_text, status, due_at, turn, job_id, created_at, updated_at)
       SELECT id, "groupId", "userId", "targetIndex", "partIndex", platform, "accountId", "platformId",
              content, "partIndex" = 0 AND content IS NOT NULL, status, "dueAt", generation, "jobId", "createdAt", "updatedAt"
         FROM jsonb_to_recordset($6::jsonb)
           AS c(id text, "groupId" text, "userId" text, "targetIndex" int, "partIndex" int, platform text,
                "accountId" text, "platformId" text, content text, status text, "dueAt" timestamptz, generation int,
                "jobId" uuid, "createdAt" timestamptz, "updatedAt" timestamptz)
     ), begun AS (
       INSERT INTO publish_attempts (id, post_id, number, started_at, uncertain_until)
       SELECT id, "postId", number, "startedAt", "uncertainUntil" FROM jsonb_to_recordset($2::jsonb)
           AS c(id text, "postId" text, number int, "startedAt" timestamptz, "uncertainUntil" timestamptz)
     ), changed AS (
       UPDATE publish_attempts a
          SET outcome = coalesce(c.outcome, a.outcome), ended_at = coalesce(c."endedAt", a.ended_at),
              state = coalesce(c.state, a.state), uncertain_until = coalesce(c."releasedAt", a.uncertain_until)
         FROM jsonb_to_recordset($3::jsonb)
           AS c(id text, outcome text, "endedAt" timestamptz, state jsonb, "releasedAt" timestamptz)
        WHERE a.id = c.id AND (c.outcome = 'published' OR a.outcome IS NULL)
     )
     INSERT INTO post_logs (id, group_id, post_id, platform, event, error, http_status, retry_count, metadata, created_at)
     SELECT id, "groupId", "postId", platform, event, error, "httpStatus", "retryCount", metadata, $5
       FROM jsonb_to_recordset($4::jsonb)
         AS c(id text, "groupId" text, "postId" text, platform text, event text, error text, "httpStatus" int,
              "retryCount" int, metadata jsonb)`,
    [
      JSON.stringify(posts),
      JSON.stringify(begun),
      JSON.stringify(changed),
      JSON.stringify(entries.map((entry) => ({ id: newId(now), ...entry }))),
      now,
      JSON.stringify(newPosts),
    ],
  );
}

const toOutcome = ({ userId, platformId, updatedAt: at, error }: PlatformPost): ConnectionOutcome => ({
  userId,
  platformId,
  at,
  error: error?.message ?? null,
});
/** What the events of a group contain when one of its posts is published. */
const IS_PUBLISHED = JSON.stringify([{ type: LiveEventType.PUBLISHED }]);

/**
 * Writes the next events of groups (each once in the list) with the statuses that they have from now on, and notifies
 * subscribers and workers when the transaction commits. It takes the groups' row locks, so events of one group are
 * numbered in the order in which they commit.
 *
 * A transaction may have had its id before it got a lock, so ids can fall from one event of a group to the next; the
 * position is the id, or the position of the event before it where that is higher.
 */
export async function recordEvents(db: Db, changes: readonly GroupEvents[], now: Date): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ due = [], ...change }) => ({ ...change, due: due.map((date) => date.getTime()) }));
  await db.query(
    `WITH change AS (
       SELECT * FROM jsonb_to_recordset($1::jsonb)
         AS c("groupId" text, events jsonb, due jsonb, status text, "processingStatus" text)
     ), numbered AS (
       UPDATE post_groups g
          SET event_sequence = g.event_sequence + jsonb_array_length(c.events),
              event_position = greatest(g.event_position, pg_current_xact_id()::text::bigint),
              status = coalesce(c.status, g.status), processing_status = coalesce(c."processingStatus", g.processing_status),
              published_at = coalesce(g.published_at, CASE WHEN c.events @> '${IS_PUBLISHED}' THEN $2::timestamptz END),
              updated_at = CASE WHEN g.status = coalesce(c.status, g.status)
                                 AND g.processing_status = coalesce(c."processingStatus", g.processing_status)
                                THEN g.updated_at ELSE $2 END
         FROM change c WHERE g.id = c."groupId"
       RETURNING g.id, g.user_id, g.event_sequence AS last, g.event_position AS position, c.events, c.due,
                 g.event_sequence - jsonb_array_length(c.events) AS before
     ), stored AS (
       INSERT INTO live_events (group_id, sequence, user_id, position, payload, created_at)
       SELECT n.id, n.before + event.ordinality, n.user_id, n.position, event.value, $2
         FROM numbered n, jsonb_array_elements(n.events) WITH ORDINALITY AS event
     )
     SELECT pg_notify('${LIVE_CHANNEL}', json_build_object(
       'userId', user_id, 'groupId', id, 'first', before + 1, 'last', last, 'due', due)::text)
       FROM numbered`,
    [JSON.stringify(rows), now],
  );
}
