/**
 * The one place that writes the status of a post or of a group, and with it everything that a change of status means:
 * rows, jobs, log, live events and webhook deliveries.
 */
import { inOneGo } from '../../../foundation/concurrency/in-one-go.js';
import { newId } from '../../../foundation/database/id.js';
import { combine, committing, type Part, prepared } from '../../../foundation/database/statement.js';
import { table } from '../../../foundation/database/table.js';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import { type ConnectionOutcome, noteOutcomes } from '../../accounts/connection-activity.repository.js';
import { countQuotaUse } from '../../usage/usage.repository.js';
import type { AnnounceEvents } from '../../webhooks/announce-events.use-case.js';
import { usersOf } from '../../webhooks/new-delivery.js';
import { type ReceivingWebhook, receivingWebhooks } from '../../webhooks/webhook.repository.js';
import type { AfterFailure } from './after-failure.port.js';
import { ChangeSet } from './change-set.js';
import { type GroupEvents, LIVE_CHANNEL, LiveEventType, noticedTimes } from './live-event.js';
import { PlatformPostEntity } from './platform-post.entity.js';
import { ACTIVE_STATUSES, type NewPlatformPost, type PlatformPost, PlatformPostStatus } from './platform-post.js';
import type { AttemptEnd, AttemptNote, AttemptWrite, NewAttempt, OwnText } from './post-change.js';
import { PostGroupEntity } from './post-group.entity.js';
import type { NewPostGroup, PostGroup } from './post-group.js';
import { PostLogEntity } from './post-log.entity.js';
import { PublishAttemptEntity } from './publish-attempt.entity.js';
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
  ({
    publishQueue,
    announce,
    afterFailure,
  }: {
    publishQueue: PublishQueue;
    announce: AnnounceEvents;
    afterFailure: AfterFailure;
  }): RecordChanges =>
  async (db, changes, now, { webhooks: known, isLast = false } = {}) => {
    const { newJobs, outcomes, commentOutcomes, webhookEvents, removedJobIds, endedJobs } = changes;
    const jobs = newJobs.length > 0 ? await publishQueue.enqueueing(newJobs) : undefined;
    const isOnly =
      known?.length === 0 && [outcomes, commentOutcomes, removedJobIds, endedJobs].every(({ length }) => length === 0);
    const written = write(db, changes, now, { jobs, webhooks: known, commits: isLast && isOnly });
    const failed = [...outcomes, ...commentOutcomes].filter(({ status }) => status === PlatformPostStatus.FAILED);
    await inOneGo(
      written.then((webhooks) => announce(db, webhookEvents, now, webhooks)),
      ...(failed.length > 0 ? [written.then(() => afterFailure(db, failed, now))] : []),
      noteOutcomes(db, outcomes.map(toOutcome)),
      publishQueue.remove(db, removedJobIds),
      publishQueue.end(db, endedJobs),
    );
  };

/** Writes events of groups that change nothing but their files. */
export async function recordEvents(db: Db, events: readonly GroupEvents[], now: Date): Promise<void> {
  await write(db, new ChangeSet(events), now);
}

/** Reports that something about a locked group changed that changes nothing of its publishing. */
export const recordAnnotation = (db: Db, group: PostGroup, now: Date): Promise<void> =>
  recordAnnotations(db, [group], now);

/** The same about several locked groups. */
export async function recordAnnotations(db: Db, groups: readonly PostGroup[], now: Date): Promise<void> {
  const changes = new ChangeSet();
  for (const group of groups) changes.annotate(group);
  await write(db, changes, now);
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
  const membership = additionsAndRemovals(changes);
  const isApart = membership.length > 0 && needsTwoStatements(changes);
  if (isApart) {
    const { text, values } = combine(membership, 'SELECT');
    await db.query(prepared(text), [...values]);
  }
  const rows = isApart ? rowParts(changes, now) : [...membership, ...rowParts(changes, now)];
  const parts = [...(events.length > 0 ? eventParts(changes, now) : []), ...rows];
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

const toJson = (values: readonly unknown[]) => JSON.stringify(values);

/** Posts that are added to groups, or removed from them. */
function additionsAndRemovals({ newPosts, removedPostIds }: ChangeSet): NamedPart[] {
  const parts: NamedPart[] = [];
  if (removedPostIds.length > 0) parts.push(['removed_post', removedPosts(removedPostIds)]);
  if (newPosts.length > 0) parts.push(['new_post', insertedPosts(newPosts)]);
  return parts;
}

/**
 * Whether a post ends while another one of its target is added or removed. A trigger that counts pending targets sees the
 * changes of one part of a statement, but the posts as they are after the whole statement, and would count both changes.
 */
function needsTwoStatements({ posts, newPosts, removedPostIds }: ChangeSet): boolean {
  const ended = posts.filter(({ status }) => !ACTIVE_STATUSES.includes(status));
  return ended.some(
    ({ groupId, targetIndex }) =>
      removedPostIds.length > 0 ||
      newPosts.some((post) => post.groupId === groupId && post.targetIndex === targetIndex),
  );
}

/** What changes of posts, their attempts and their log, and what they use of the plan's quotas. */
function rowParts({ posts, entries, attempts, quota }: ChangeSet, now: Date): NamedPart[] {
  const parts: NamedPart[] = [];
  if (posts.length > 0) parts.push(['post', changedPosts(posts)]);
  const begun = attempts.flatMap((one) => ('begun' in one ? [{ ...one.begun, postId: one.postId }] : []));
  if (begun.length > 0) parts.push(['begun', begunAttempts(begun)]);
  if (begun.length < attempts.length) parts.push(['changed', changedAttempts(attempts)]);
  if (entries.length > 0) parts.push(['entry', logEntries(entries, now)]);
  if (quota) parts.push(['quota', countQuotaUse(quota.of, quota.change)]);
  return parts;
}

const removedPosts = (ids: readonly string[]): Part => ({
  text: 'DELETE FROM platform_posts WHERE id = ANY($1::text[])',
  values: [ids],
});

const POST = table(PlatformPostEntity);
/** All of a post but its texts and what never changes. */
const CHANGED_POST = POST.except(
  ...([
    'id',
    'groupId',
    'userId',
    'targetIndex',
    'partIndex',
    'platform',
    'accountId',
    'platformId',
    'createdAt',
  ] as const),
  ...(['kind', 'content', 'unsplitContent', 'hasOwnText', 'firstComment', 'finalText'] as const),
);
const GIVEN_POST = CHANGED_POST.and(POST.only('id')).and(
  POST.only('content', 'hasOwnText', 'firstComment', 'finalText').optional(),
);
const NEW_POST = POST.except('unsplitContent', 'hasOwnText', 'finalText');

const ATTEMPT = table(PublishAttemptEntity);
const NEW_ATTEMPT = ATTEMPT.only('id', 'postId', 'number', 'account', 'startedAt', 'uncertainUntil');
const CHANGED_ATTEMPT = ATTEMPT.only('id').and(ATTEMPT.only('outcome', 'endedAt', 'state').optional());

const ENTRY = table(PostLogEntity);
const NEW_ENTRY = ENTRY.only('id', 'groupId', 'event').and(
  ENTRY.except('id', 'groupId', 'event', 'createdAt').optional(),
);

const GROUP = table(PostGroupEntity);
/** The position of its last event is that of the transaction. */
const NEW_GROUP = GROUP.except('eventSequence', 'eventPosition');

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
              has_own_text = coalesce(c."hasOwnText", p.has_own_text),
              first_comment = CASE WHEN c."hasOwnText" IS NULL THEN p.first_comment ELSE c."firstComment" END,
              final_text = coalesce(c."finalText", p.final_text), ${CHANGED_POST.set('c')}
         FROM jsonb_to_recordset($1::jsonb) AS c(${GIVEN_POST.record}) WHERE p.id = c.id`,
  values: [GIVEN_POST.toJson(posts)],
});

const insertedPosts = (posts: readonly NewPlatformPost[]): Part => ({
  text: `
       INSERT INTO platform_posts (${NEW_POST.names}, has_own_text)
       SELECT ${NEW_POST.from('c')}, c."partIndex" = 0 AND c.content IS NOT NULL
         FROM jsonb_to_recordset($1::jsonb) AS c(${NEW_POST.record})`,
  values: [NEW_POST.toJson(posts)],
});

const begunAttempts = (attempts: readonly (NewAttempt & { postId: string })[]): Part => ({
  text: `
       INSERT INTO publish_attempts (${NEW_ATTEMPT.names})
       SELECT ${NEW_ATTEMPT.from('c')} FROM jsonb_to_recordset($1::jsonb) AS c(${NEW_ATTEMPT.record})`,
  values: [NEW_ATTEMPT.toJson(attempts)],
});

const changedAttempts = (attempts: readonly AttemptWrite[]): Part => ({
  text: `
       UPDATE publish_attempts a
          SET outcome = coalesce(c.outcome, a.outcome), ended_at = coalesce(c."endedAt", a.ended_at),
              state = coalesce(c.state, a.state), uncertain_until = coalesce(c."releasedAt", a.uncertain_until)
         FROM jsonb_to_recordset($1::jsonb) AS c(${CHANGED_ATTEMPT.record}, "releasedAt" timestamptz)
        WHERE a.id = c.id AND (c.outcome = 'published' OR a.outcome IS NULL)`,
  values: [
    CHANGED_ATTEMPT.toJson(
      attempts.flatMap((attempt): (AttemptEnd | AttemptNote)[] => {
        if ('ended' in attempt) return [attempt.ended];
        return 'noted' in attempt ? [attempt.noted] : [];
      }),
    ),
  ],
});

const logEntries = (entries: ChangeSet['entries'], now: Date): Part => ({
  text: `
     INSERT INTO post_logs (${NEW_ENTRY.names}, created_at)
     SELECT ${NEW_ENTRY.from('c')}, $2::timestamptz FROM jsonb_to_recordset($1::jsonb) AS c(${NEW_ENTRY.record})`,
  values: [NEW_ENTRY.toJson(entries.map((entry) => ({ id: newId(now), ...entry }))), now],
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
  const changes = events.map(({ due = [], ...change }) => ({
    ...change,
    due: noticedTimes(due),
    isMoved: change.scheduledTime !== undefined,
  }));
  const isMoving = changes.some(({ isMoved }) => isMoved);
  const numbered: NamedPart[] = [];
  if (newGroups.length > 0) numbered.push(['new_group', insertedGroups(newGroups)]);
  if (removedGroupIds.length > 0) numbered.push(['removed_group', removedGroups(removedGroupIds)]);
  if (events.length > newGroups.length + removedGroupIds.length) {
    numbered.push([
      'changed_group',
      changedGroups([...newGroups.map(({ id }) => id), ...removedGroupIds], now, isMoving),
    ]);
  }
  return [
    [
      'change',
      {
        text: `SELECT * FROM jsonb_to_recordset($1::jsonb)
                 AS c("groupId" text, events jsonb, due jsonb, status text, "processingStatus" text${isMoving ? ', "isMoved" boolean, "scheduledTime" timestamptz' : ''})`,
        values: [toJson(changes)],
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
        text: `SELECT pg_notify('${LIVE_CHANNEL}', json_build_object('userId', user_id, 'groupId', id, 'due', due)::text) AS sent
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
       INSERT INTO post_groups AS g (${NEW_GROUP.names}, event_sequence, event_position)
       SELECT ${NEW_GROUP.from('n')}, jsonb_array_length(c.events), ${OWN_ID}
         FROM jsonb_to_recordset($1::jsonb) AS n(${NEW_GROUP.record}) JOIN change c ON c."groupId" = n.id
       RETURNING ${NUMBERED}`,
  values: [NEW_GROUP.toJson(groups)],
});

/** Those of the change set that are in neither list. `isMoving`: some of them get another time. */
const changedGroups = (others: readonly string[], now: Date, isMoving: boolean): Part => ({
  text: `
       UPDATE post_groups g
          SET event_sequence = g.event_sequence + jsonb_array_length(c.events), event_position = greatest(g.event_position, ${OWN_ID}),
              status = coalesce(c.status, g.status), processing_status = coalesce(c."processingStatus", g.processing_status),
              ${isMoving ? 'scheduled_time = CASE WHEN c."isMoved" THEN c."scheduledTime" ELSE g.scheduled_time END,' : ''}
              published_at = coalesce(g.published_at, CASE WHEN c.events @> '${IS_PUBLISHED}' THEN $1::timestamptz END),
              updated_at = CASE WHEN ${isMoving ? 'NOT c."isMoved" AND ' : ''}g.status = coalesce(c.status, g.status)
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
