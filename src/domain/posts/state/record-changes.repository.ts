/**
 * The one place that writes the status of a post or of a group, and with it everything that a change of status means:
 * rows, jobs, log, live events and webhook deliveries.
 */
import { newId } from '../../../foundation/database/id.js';
import { combine, committing, type Part, prepared } from '../../../foundation/database/statement.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { type ConnectionOutcome, noteOutcomes } from '../../accounts/connection-activity.repository.js';
import { countPlaces } from '../../usage/usage.repository.js';
import type { AnnounceEvents } from '../../webhooks/announce-events.use-case.js';
import { usersOf } from '../../webhooks/new-delivery.js';
import { type ReceivingWebhook, receivingWebhooks } from '../../webhooks/webhook.repository.js';
import { ChangeSet } from './change-set.js';
import { type GroupEvents, LIVE_CHANNEL, LiveEventType, noticedTimes } from './live-event.js';
import type { NewPlatformPost, PlatformPost } from './platform-post.js';
import { toStoredSettings } from './platform-settings.js';
import type { AttemptWrite, OwnText } from './post-change.js';
import type { NewPostGroup } from './post-group.js';
import type { PublishQueue } from './publish-queue.port.js';

export interface RecordOptions {
  /** Those of the changed posts' users, where the transaction has read them. */
  webhooks?: readonly ReceivingWebhook[];
  /** Nothing follows in the transaction: it may be committed with the last statement. */
  isLast?: boolean;
}

/** Writes changes of posts, all of them or none: `db` is a transaction that has their groups locked. */
export type RecordChanges = (db: Db, changes: ChangeSet, now: Date, options?: RecordOptions) => Promise<void>;

/**
 * One statement, however many posts change; another one each for what they mean for connections, webhooks, and jobs that
 * have nothing to do any more.
 */
export const makeRecordChanges =
  ({ publishQueue, announce }: { publishQueue: PublishQueue; announce: AnnounceEvents }): RecordChanges =>
  async (db, changes, now, { webhooks: known, isLast = false } = {}) => {
    const { newJobs, outcomes, webhookEvents, removedJobIds, endedJobs } = changes;
    const jobs = newJobs.length > 0 ? await publishQueue.enqueueing(newJobs) : undefined;
    const isOnly = known?.length === 0 && [outcomes, removedJobIds, endedJobs].every(({ length }) => length === 0);
    const webhooks = await write(db, changes, now, { jobs, webhooks: known, commits: isLast && isOnly });
    await noteOutcomes(db, outcomes.map(toOutcome));
    await announce(db, webhookEvents, now, webhooks);
    await publishQueue.remove(db, removedJobIds);
    await publishQueue.end(db, endedJobs);
  };

/** Writes events of groups that change nothing but their files. */
export async function recordEvents(db: Db, events: readonly GroupEvents[], now: Date): Promise<void> {
  await write(db, new ChangeSet(events), now);
}

type NamedPart = [name: string, part: Part];

interface WriteOptions extends Pick<RecordOptions, 'webhooks'> {
  jobs?: Part | undefined;
  /** The transaction ends with it. */
  commits?: boolean;
}

/** Writes the rows of a change set; returns the webhooks of the users that it has webhook events for. */
async function write(
  db: Db,
  changes: ChangeSet,
  now: Date,
  { jobs, webhooks, commits = false }: WriteOptions = {},
): Promise<readonly ReceivingWebhook[]> {
  const { webhookEvents, events } = changes;
  const findsWebhooks = !webhooks && webhookEvents.length > 0;
  const parts = [...(events.length > 0 ? eventParts(changes, now) : []), ...rowParts(changes, now)];
  if (jobs) parts.push(['job', jobs]);
  if (findsWebhooks) parts.push(['webhook', { text: receivingWebhooks(), values: [usersOf(webhookEvents)] }]);
  if (parts.length === 0) return webhooks ?? [];
  const selected = [
    ...(events.length > 0 ? ['(SELECT count(sent) FROM notice) AS notices'] : []),
    ...(findsWebhooks ? [`(SELECT coalesce(jsonb_agg(webhook), '[]') FROM webhook) AS webhooks`] : []),
  ];
  const { text, values } = combine(parts, `SELECT ${selected.join(', ')}`);
  const [row] = await db.query(prepared(commits ? committing(text) : text), [...values]);
  return webhooks ?? row.webhooks ?? [];
}

const rows = (values: readonly unknown[]) => JSON.stringify(values);

/** Posts, their attempts and their log, and the places that they take in the plan's limits. */
function rowParts({ posts, newPosts, removedPostIds, entries, attempts, places }: ChangeSet, now: Date): NamedPart[] {
  const parts: NamedPart[] = [];
  if (removedPostIds.length > 0) parts.push(['removed_post', removedPosts(removedPostIds)]);
  if (posts.length > 0) parts.push(['post', changedPosts(posts)]);
  if (newPosts.length > 0) parts.push(['new_post', insertedPosts(newPosts)]);
  const begun = attempts.flatMap((one) => ('begun' in one ? [{ ...one.begun, postId: one.postId }] : []));
  if (begun.length > 0) parts.push(['begun', begunAttempts(begun)]);
  if (begun.length < attempts.length) parts.push(['changed', changedAttempts(attempts)]);
  if (entries.length > 0) parts.push(['entry', logEntries(entries, now)]);
  if (places) parts.push(['place', countPlaces(places.of, places.change)]);
  return parts;
}

const removedPosts = (ids: readonly string[]): Part => ({
  text: 'DELETE FROM platform_posts WHERE id = ANY($1::text[])',
  values: [ids],
});

/** The text that is stored with a post; null if it shares its group's. */
const STORED_TEXT = `CASE WHEN NOT c."hasOwnText" THEN NULL ELSE coalesce(c.content, p.content) END`;

/** The text that a post had before it became the first part of a thread; none once its owner has given it another one. */
const UNSPLIT_TEXT = `CASE WHEN c."hasOwnText" IS NOT NULL THEN NULL
                           WHEN c.content IS NOT NULL THEN coalesce(p.unsplit_content, p.content)
                           ELSE p.unsplit_content END`;

const changedPosts = (posts: readonly (PlatformPost & OwnText)[]): Part => ({
  text: `
       UPDATE platform_posts p
          SET content = ${STORED_TEXT}, unsplit_content = ${UNSPLIT_TEXT},
              has_own_text = coalesce(c."hasOwnText", p.has_own_text), status = c.status, posted_id = c."postedId", url = c.url,
              further_ids = nullif(c."furtherIds", 'null'::jsonb), deleted_at = c."deletedAt", error = nullif(c.error, 'null'::jsonb),
              attempt_count = c."attemptCount", first_attempt_at = c."firstAttemptAt", due_at = c."dueAt",
              generation = c.generation, job_id = c."jobId", lease_until = c."leaseUntil",
              wait = nullif(c.wait, 'null'::jsonb), updated_at = c."updatedAt"
         FROM jsonb_to_recordset($1::jsonb)
           AS c(id text, content text, "hasOwnText" boolean, status text, "postedId" text, url text, "furtherIds" jsonb,
                "deletedAt" timestamptz, error jsonb, "attemptCount" int,
                "firstAttemptAt" timestamptz, "dueAt" timestamptz, generation int, "jobId" uuid,
                "leaseUntil" timestamptz, wait jsonb, "updatedAt" timestamptz)
        WHERE p.id = c.id`,
  values: [rows(posts)],
});

const insertedPosts = (posts: readonly NewPlatformPost[]): Part => ({
  text: `
       INSERT INTO platform_posts (id, group_id, user_id, target_index, part_index, platform, account_id, platform_id,
                                   content, has_own_text, status, due_at, generation, job_id, created_at, updated_at)
       SELECT id, "groupId", "userId", "targetIndex", "partIndex", platform, "accountId", "platformId",
              content, "partIndex" = 0 AND content IS NOT NULL, status, "dueAt", generation, "jobId", "createdAt", "updatedAt"
         FROM jsonb_to_recordset($1::jsonb)
           AS c(id text, "groupId" text, "userId" text, "targetIndex" int, "partIndex" int, platform text,
                "accountId" text, "platformId" text, content text, status text, "dueAt" timestamptz, generation int,
                "jobId" uuid, "createdAt" timestamptz, "updatedAt" timestamptz)`,
  values: [rows(posts)],
});

const begunAttempts = (attempts: readonly object[]): Part => ({
  text: `
       INSERT INTO publish_attempts (id, post_id, number, account, started_at, uncertain_until)
       SELECT id, "postId", number, account, "startedAt", "uncertainUntil" FROM jsonb_to_recordset($1::jsonb)
           AS c(id text, "postId" text, number int, account text, "startedAt" timestamptz, "uncertainUntil" timestamptz)`,
  values: [rows(attempts)],
});

const changedAttempts = (attempts: readonly AttemptWrite[]): Part => ({
  text: `
       UPDATE publish_attempts a
          SET outcome = coalesce(c.outcome, a.outcome), ended_at = coalesce(c."endedAt", a.ended_at),
              state = coalesce(c.state, a.state), uncertain_until = coalesce(c."releasedAt", a.uncertain_until)
         FROM jsonb_to_recordset($1::jsonb)
           AS c(id text, outcome text, "endedAt" timestamptz, state jsonb, "releasedAt" timestamptz)
        WHERE a.id = c.id AND (c.outcome = 'published' OR a.outcome IS NULL)`,
  values: [
    rows(
      attempts.flatMap((attempt): object[] => {
        if ('ended' in attempt) return [attempt.ended];
        return 'noted' in attempt ? [attempt.noted] : [];
      }),
    ),
  ],
});

const logEntries = (entries: ChangeSet['entries'], now: Date): Part => ({
  text: `
     INSERT INTO post_logs (id, group_id, post_id, platform, event, error, http_status, retry_count, metadata, created_at)
     SELECT id, "groupId", "postId", platform, event, error, "httpStatus", "retryCount", metadata, $2::timestamptz
       FROM jsonb_to_recordset($1::jsonb)
         AS c(id text, "groupId" text, "postId" text, platform text, event text, error text, "httpStatus" int,
              "retryCount" int, metadata jsonb)`,
  values: [rows(entries.map((entry) => ({ id: newId(now), ...entry }))), now],
});

const toOutcome = ({ userId, platformId, updatedAt: at, error }: PlatformPost): ConnectionOutcome => ({
  userId,
  platformId,
  at,
  error: error?.message ?? null,
});
/** What the events of a group contain when one of its posts is published. */
const IS_PUBLISHED = JSON.stringify([{ type: LiveEventType.PUBLISHED }]);

/**
 * The next events of groups (each once in the list) with the statuses that groups have from now on, and the notifications
 * of subscribers and workers when the transaction commits. It takes the groups' row locks, so events of one group are
 * numbered in the order in which they commit. New groups are stored, and removed ones deleted, with their events.
 *
 * A transaction may have had its id before it got a lock, so ids can fall from one event of a group to the next; the
 * position is the id, or the position of the event before it where that is higher.
 */
function eventParts({ events, newGroups, removedGroupIds }: ChangeSet, now: Date): NamedPart[] {
  const changes = events.map(({ due = [], ...change }) => ({ ...change, due: noticedTimes(due) }));
  const numbered: NamedPart[] = [];
  if (newGroups.length > 0) numbered.push(['new_group', insertedGroups(newGroups)]);
  if (removedGroupIds.length > 0) numbered.push(['removed_group', removedGroups(removedGroupIds)]);
  if (events.length > newGroups.length + removedGroupIds.length) {
    numbered.push(['changed_group', changedGroups([...newGroups.map(({ id }) => id), ...removedGroupIds], now)]);
  }
  return [
    [
      'change',
      {
        text: `SELECT * FROM jsonb_to_recordset($1::jsonb)
                 AS c("groupId" text, events jsonb, due jsonb, status text, "processingStatus" text)`,
        values: [rows(changes)],
      },
    ],
    ...numbered,
    [
      'numbered',
      {
        text: `SELECT g.*, c.events, c.due, g.last - jsonb_array_length(c.events) AS before
                 FROM (${numbered.map(([name]) => `SELECT * FROM ${name}`).join(' UNION ALL ')}) g
                 JOIN change c ON c."groupId" = g.id`,
        values: [],
      },
    ],
    [
      'event',
      {
        text: `INSERT INTO live_events (group_id, sequence, user_id, position, payload, created_at)
               SELECT n.id, n.before + event.ordinality, n.user_id, greatest(n.position, ${OWN_ID}), event.value, $1::timestamptz
                 FROM numbered n, jsonb_array_elements(n.events) WITH ORDINALITY AS event`,
        values: [now],
      },
    ],
    [
      'notice',
      {
        text: `SELECT pg_notify('${LIVE_CHANNEL}', json_build_object(
                 'userId', user_id, 'groupId', id, 'first', before + 1, 'last', last, 'due', due)::text) AS sent
                 FROM numbered`,
        values: [],
      },
    ],
  ];
}

/** The id of the transaction. */
const OWN_ID = 'pg_current_xact_id()::text::bigint';

/** What each of the parts that number events returns. */
const NUMBERED = 'g.id, g.user_id, g.event_sequence AS last, g.event_position AS position';

const insertedGroups = (groups: readonly NewPostGroup[]): Part => ({
  text: `
       INSERT INTO post_groups AS g (id, user_id, content, status, processing_status, scheduled_time, published_at,
                                     platform_settings, video_timestamp, event_sequence, event_position, created_at, updated_at)
       SELECT n.id, n."userId", n.content, n.status, n."processingStatus", n."scheduledTime", n."publishedAt",
              n."platformSettings", n."videoTimestamp", jsonb_array_length(c.events), ${OWN_ID},
              n."createdAt", n."updatedAt"
         FROM jsonb_to_recordset($1::jsonb)
           AS n(id text, "userId" text, content text, status text, "processingStatus" text, "scheduledTime" timestamptz,
                "publishedAt" timestamptz, "platformSettings" jsonb, "videoTimestamp" int, "createdAt" timestamptz,
                "updatedAt" timestamptz)
         JOIN change c ON c."groupId" = n.id
       RETURNING ${NUMBERED}`,
  values: [rows(groups.map((group) => ({ ...group, platformSettings: toStoredSettings(group.platformSettings) })))],
});

/** Those of the change set that are in neither list. */
const changedGroups = (others: readonly string[], now: Date): Part => ({
  text: `
       UPDATE post_groups g
          SET event_sequence = g.event_sequence + jsonb_array_length(c.events), event_position = greatest(g.event_position, ${OWN_ID}),
              status = coalesce(c.status, g.status), processing_status = coalesce(c."processingStatus", g.processing_status),
              published_at = coalesce(g.published_at, CASE WHEN c.events @> '${IS_PUBLISHED}' THEN $1::timestamptz END),
              updated_at = CASE WHEN g.status = coalesce(c.status, g.status)
                                 AND g.processing_status = coalesce(c."processingStatus", g.processing_status)
                                THEN g.updated_at ELSE $1::timestamptz END
         FROM change c WHERE g.id = c."groupId" AND g.id <> ALL($2::text[])
       RETURNING ${NUMBERED}`,
  values: [now, others],
});

/** With their posts, their log and all else that is theirs. */
const removedGroups = (ids: readonly string[]): Part => ({
  text: `
       DELETE FROM post_groups g USING change c WHERE g.id = c."groupId" AND g.id = ANY($1::text[])
       RETURNING g.id, g.user_id, g.event_sequence + jsonb_array_length(c.events) AS last, g.event_position AS position`,
  values: [ids],
});
