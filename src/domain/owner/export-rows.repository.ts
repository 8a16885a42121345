/**
 * The rows of an export, page by page: what their owner knows of them. Credentials, secrets, hashes and signed addresses
 * are not selected.
 */
import { type Columns, computed, expression, table } from '../../foundation/database/table.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { ConnectionEntity } from '../accounts/connection.entity.js';
import { ConnectionActivityEntity } from '../accounts/connection-activity.entity.js';
import { LinkRuleEntity } from '../additions/link-rule.entity.js';
import { SignatureEntity } from '../additions/signature.entity.js';
import { AuditEventEntity } from '../audit/audit-event.entity.js';
import { PostVersionEntity } from '../history/post-version.entity.js';
import { ApiKeyEntity } from '../identity/access/api-key.entity.js';
import { ApplicationEntity } from '../identity/access/application.entity.js';
import { SessionEntity } from '../identity/access/session.entity.js';
import { UserEntity } from '../identity/account/user.entity.js';
import { MembershipEntity } from '../identity/people/membership.entity.js';
import { PersonEntity } from '../identity/people/person.entity.js';
import { SecondFactorEntity } from '../identity/second-factor/second-factor.entity.js';
import { GroupLabelEntity } from '../labels/group-label.entity.js';
import { LabelEntity } from '../labels/label.entity.js';
import { MediaLabelEntity } from '../labels/media-label.entity.js';
import { MediaEntity } from '../media/media.entity.js';
import { PlatformPostEntity } from '../posts/state/platform-post.entity.js';
import { PostGroupEntity } from '../posts/state/post-group.entity.js';
import { PostLogEntity } from '../posts/state/post-log.entity.js';
import { SnippetEntity } from '../snippets/snippet.entity.js';
import { PostUsageEntity } from '../usage/post-usage.entity.js';
import { WebhookEntity } from '../webhooks/webhook.entity.js';
import { WebhookDeliveryEntity } from '../webhooks/webhook-delivery.entity.js';

export type Pages<Row = object> = AsyncGenerator<Row[]>;

/** How a query is read page by page: in the order of what `positionOf` returns, after `first`. */
interface Paging<Row> {
  first: unknown[];
  positionOf: (row: Row) => unknown[];
  limit: number;
}

const AT_ONCE = 500;
/** Rows with a text that can be long. */
const LONG_AT_ONCE = 50;

const BY_ID: Paging<{ id: string }> = { first: [''], positionOf: ({ id }) => [id], limit: AT_ONCE };
const BY_TIME: Paging<{ createdAt: Date; id: string }> = {
  first: ['-infinity', ''],
  positionOf: ({ createdAt, id }) => [createdAt, id],
  limit: AT_ONCE,
};

/**
 * Pages of a query for each of these users, or other things: `$1`. `from` is what follows FROM; the position before a page is
 * `$2` and what follows.
 */
async function* ofEach<Row>(
  db: Db,
  ids: readonly unknown[],
  { columns, from, first, positionOf, limit }: Paging<Row> & { columns: Columns<Row>; from: string },
): Pages<Row> {
  const text = `SELECT ${columns.list} FROM ${from} LIMIT ${limit}`;
  for (const id of ids) {
    let position: unknown[] | undefined = first;
    while (position) {
      const rows: Row[] = columns.rows(await db.query(text, [id, ...position]));
      if (rows.length > 0) yield rows;
      const last = rows.length === limit ? rows.at(-1) : undefined;
      position = last && positionOf(last);
    }
  }
}

const ofUsers =
  <Row>(columns: Columns<Row>, from: string, paging: Paging<Row>) =>
  (db: Db, userIds: readonly string[]): Pages<Row> =>
    ofEach(db, userIds, { columns, from, ...paging });

const groupsOf = <Row extends { createdAt: Date; id: string }>(columns: Columns<Row>, limit: number) =>
  ofUsers(columns, 'post_groups WHERE user_id = $1 AND (created_at, id) > ($2, $3) ORDER BY created_at, id', {
    ...BY_TIME,
    limit,
  });

const GROUP = table(PostGroupEntity);
const idsOfGroups = groupsOf(GROUP.only('id', 'createdAt'), AT_ONCE);

/** Pages of a query for pages of groups: `$1` are their ids. */
const ofGroups = <Row>(columns: Columns<Row>, from: string, paging: Paging<Row>) =>
  async function* (db: Db, userIds: readonly string[]): Pages<Row> {
    for await (const page of idsOfGroups(db, userIds)) {
      yield* ofEach(db, [page.map(({ id }) => id)], { columns, from, ...paging });
    }
  };

const ACTIVITY = table(ConnectionActivityEntity).of('a');
const POST = table(PlatformPostEntity);
const DELIVERY = table(WebhookDeliveryEntity).except('failures', 'nextAttemptAt', 'changedIn');
const MEDIA = table(MediaEntity);
const USER = table(UserEntity).only('id');
/** Their room is above this one. */
const SCHEDULE = computed({
  id: expression<string>('id'),
  userId: expression<string>('user_id'),
  name: expression<string>('name'),
  timeZone: expression<string>('time_zone'),
  times: expression<unknown>('times'),
  platformIds: expression<string[]>('platform_ids'),
  pausedAt: expression<Date | null>('paused_at'),
  createdAt: expression<Date>('created_at'),
  updatedAt: expression<Date>('updated_at'),
});
/** Their room is above this one. */
const IMPORT = computed({
  id: expression<string>('id'),
  userId: expression<string>('user_id'),
  fileName: expression<string>('file_name'),
  status: expression<string>('status'),
  createdAt: expression<Date>('created_at'),
  endedAt: expression<Date | null>('ended_at'),
});
const IMPORT_ROW = computed({
  importId: expression<string>('r.import_id'),
  number: expression<number>('r.number'),
  status: expression<string>('r.status'),
  excerpt: expression<string>('r.excerpt'),
  groupId: expression<string | null>('r.group_id'),
  reason: expression<string | null>('r.reason'),
});
/** Their room is above this one. */
const QUEUE_ENTRY = computed({
  groupId: expression<string>('group_id'),
  scheduleId: expression<string>('schedule_id'),
  slotAt: expression<Date>('slot_at'),
});
/** Their room is above this one. */
const RECURRENCE = computed({
  id: expression<string>('id'),
  userId: expression<string>('user_id'),
  templateId: expression<string | null>('template_id'),
  rule: expression<string>('rule'),
  timeZone: expression<string>('time_zone'),
  startsAt: expression<Date>('starts_at'),
  endsBefore: expression<Date | null>('ends_before'),
  texts: expression<string[]>('texts'),
  pausedAt: expression<Date | null>('paused_at'),
  createdAt: expression<Date>('created_at'),
  updatedAt: expression<Date>('updated_at'),
});
/** Their room is above this one. */
const OCCURRENCE = computed({
  recurrenceId: expression<string>('o.recurrence_id'),
  occursAt: expression<Date>('o.occurs_at'),
  state: expression<string>('o.state'),
  groupId: expression<string | null>('o.group_id'),
  problem: expression<unknown>('o.problem'),
});
/** Their room is above this one. */
const FEED = computed({
  id: expression<string>('id'),
  userId: expression<string>('user_id'),
  name: expression<string>('name'),
  url: expression<string>('url'),
  platformIds: expression<string[]>('platform_ids'),
  schedule: expression<string | null>('schedule'),
  template: expression<string>('template'),
  filter: expression<unknown>('filter'),
  dailyMax: expression<number>('daily_max'),
  labelIds: expression<string[]>('label_ids'),
  attachesImages: expression<boolean>('attaches_images'),
  state: expression<string>('state'),
  problem: expression<string | null>('problem'),
  fetchedAt: expression<Date | null>('fetched_at'),
  createdAt: expression<Date>('created_at'),
  updatedAt: expression<Date>('updated_at'),
});
const FEED_ENTRY = computed({
  id: expression<string>('e.id'),
  feedId: expression<string>('e.feed_id'),
  state: expression<string>('e.state'),
  title: expression<string>('e.title'),
  link: expression<string | null>('e.link'),
  publishedAt: expression<Date | null>('e.published_at'),
  reason: expression<string | null>('e.reason'),
  groupId: expression<string | null>('e.group_id'),
  postedAt: expression<Date | null>('e.posted_at'),
  firstSeenAt: expression<Date>('e.first_seen_at'),
});
/** As a number, not as the text of a bigint: these are exact. */
const count = (column: string) => expression<number | null>(`${column}::float8`);
/** Their room is above this one. */
const POST_METRICS = computed({
  postId: expression<string>('m.post_id'),
  groupId: expression<string>('m.group_id'),
  platformId: expression<string>('m.platform_id'),
  publishedAt: expression<Date>('m.published_at'),
  state: expression<string>('m.state'),
  impressions: count('m.impressions'),
  reach: count('m.reach'),
  views: count('m.views'),
  reactions: count('m.reactions'),
  comments: count('m.comments'),
  shares: count('m.shares'),
  clicks: count('m.clicks'),
  saves: count('m.saves'),
  watchSeconds: count('m.watch_seconds'),
  own: expression<unknown>('m.own'),
  readings: expression<unknown>('m.readings'),
  measuredAt: expression<Date | null>('m.measured_at'),
});
/** Their room is above this one. */
const ACCOUNT_METRICS = computed({
  userId: expression<string>('user_id'),
  platformId: expression<string>('platform_id'),
  day: expression<string>('day::text'),
  followers: count('followers'),
  posts: count('posts'),
  own: expression<unknown>('own'),
});
/** Their room is above this one. The hash of the address is not selected. */
const REPORT_LINK = computed({
  id: expression<string>('id'),
  userId: expression<string>('user_id'),
  name: expression<string>('name'),
  report: expression<unknown>('report'),
  createdById: expression<string>('created_by_id'),
  createdAt: expression<Date>('created_at'),
  expiresAt: expression<Date>('expires_at'),
});
/** Their room is above this one. */
const COMMENT = computed({
  id: expression<string>('id'),
  groupId: expression<string>('group_id'),
  threadId: expression<string>('thread_id'),
  personId: expression<string>('person_id'),
  author: expression<string>('author'),
  body: expression<string>('body'),
  mentions: expression<unknown>('mentions'),
  createdAt: expression<Date>('created_at'),
  editedAt: expression<Date | null>('edited_at'),
  resolvedAt: expression<Date | null>('resolved_at'),
  resolvedBy: expression<string | null>('resolved_by'),
});
/** Their room is above this one. */
const REPORT_EMAIL = computed({
  personId: expression<string>('person_id'),
  userId: expression<string>('user_id'),
  frequency: expression<string>('frequency'),
  nextOn: expression<string>('next_on::text'),
});
const webhooksOf = ofUsers(
  table(WebhookEntity).only('id'),
  'webhooks WHERE user_id = $1 AND id > $2 ORDER BY id',
  BY_ID,
);

/** A file of the archive, with its rows. */
export const EXPORTED: Record<string, (db: Db, userIds: readonly string[]) => Pages> = {
  'users.ndjson': ofUsers(
    table(UserEntity)
      .only(
        ...(['id', 'email', 'emailConfirmedAt', 'displayName', 'timeZone', 'plan'] as const),
        ...(['channelQuantity', 'managedById', 'removalAt', 'createdAt'] as const),
      )
      .of('u')
      .plus({ twoFactorSince: table(SecondFactorEntity).of('f').get('confirmedAt') }),
    "users u LEFT JOIN memberships m ON m.user_id = u.id AND m.role = 'OWNER' LEFT JOIN second_factors f USING (person_id) WHERE u.id = $1 AND u.id > $2 ORDER BY u.id",
    BY_ID,
  ),
  'connected-accounts.ndjson': ofUsers(
    table(ConnectionEntity)
      .only(
        ...(['id', 'userId', 'platform', 'accountId', 'platformId', 'username', 'displayName'] as const),
        ...(['baseUrl', 'profileUrl', 'profileImageUrl', 'accessTokenExpiresAt'] as const),
        ...(['revokedAt', 'createdAt', 'updatedAt'] as const),
      )
      .of('c')
      .plus({
        lastPublishedAt: ACTIVITY.get('succeededAt'),
        lastFailedAt: ACTIVITY.get('failedAt'),
        lastError: ACTIVITY.get('error'),
      }),
    `connections c LEFT JOIN connection_activity a ON a.connection_id = c.id
      WHERE user_id = $1 AND c.id > $2 ORDER BY c.id`,
    BY_ID,
  ),
  'post-groups.ndjson': groupsOf(GROUP.except('eventSequence', 'eventPosition'), LONG_AT_ONCE),
  'platform-posts.ndjson': ofGroups(
    POST.except(
      ...(['content', 'unsplitContent', 'hasOwnText', 'generation', 'jobId', 'leaseUntil', 'wait'] as const),
    ).plus({ ownContent: POST.get('content') }),
    `platform_posts WHERE group_id = ANY($1) AND (group_id, target_index, part_index) > ($2, $3, $4)
      ORDER BY group_id, target_index, part_index`,
    {
      first: ['', 0, 0],
      positionOf: ({ groupId, targetIndex, partIndex }) => [groupId, targetIndex, partIndex],
      limit: LONG_AT_ONCE,
    },
  ),
  'post-metrics.ndjson': ofGroups(
    POST_METRICS,
    `platform_posts p JOIN post_metrics m ON m.post_id = p.id
      WHERE p.group_id = ANY($1) AND (p.group_id, p.id) > ($2, $3) ORDER BY p.group_id, p.id`,
    { first: ['', ''], positionOf: ({ groupId, postId }) => [groupId, postId], limit: AT_ONCE },
  ),
  'account-metrics.ndjson': ofUsers(
    ACCOUNT_METRICS,
    'account_metrics WHERE user_id = $1 AND (platform_id, day) > ($2, $3) ORDER BY platform_id, day',
    { first: ['', '-infinity'], positionOf: ({ platformId, day }) => [platformId, day], limit: AT_ONCE },
  ),
  'report-links.ndjson': ofUsers(REPORT_LINK, 'report_links WHERE user_id = $1 AND id > $2 ORDER BY id', {
    ...BY_ID,
    limit: LONG_AT_ONCE,
  }),
  'post-logs.ndjson': ofGroups(
    table(PostLogEntity),
    'post_logs WHERE group_id = ANY($1) AND (group_id, id) > ($2, $3) ORDER BY group_id, id',
    { first: ['', ''], positionOf: ({ groupId, id }) => [groupId, id], limit: AT_ONCE },
  ),
  'post-versions.ndjson': ofGroups(
    table(PostVersionEntity).except('bytes'),
    'post_versions WHERE group_id = ANY($1) AND (group_id, number) > ($2, $3) ORDER BY group_id, number',
    { first: ['', 0], positionOf: ({ groupId, number }) => [groupId, number], limit: LONG_AT_ONCE },
  ),
  'comments.ndjson': ofGroups(
    COMMENT,
    'comments WHERE group_id = ANY($1) AND (group_id, id) > ($2, $3) ORDER BY group_id, id',
    { first: ['', ''], positionOf: ({ groupId, id }) => [groupId, id], limit: AT_ONCE },
  ),
  'posting-schedules.ndjson': ofUsers(SCHEDULE, 'posting_schedules WHERE user_id = $1 AND id > $2 ORDER BY id', BY_ID),
  'queue-entries.ndjson': ofGroups(
    QUEUE_ENTRY,
    'queue_entries WHERE group_id = ANY($1) AND group_id > $2 ORDER BY group_id',
    { first: [''], positionOf: ({ groupId }) => [groupId], limit: AT_ONCE },
  ),
  'recurrences.ndjson': ofUsers(RECURRENCE, 'recurrences WHERE user_id = $1 AND id > $2 ORDER BY id', {
    ...BY_ID,
    limit: LONG_AT_ONCE,
  }),
  'occurrences.ndjson': ofUsers(
    OCCURRENCE,
    `occurrences o JOIN recurrences r ON r.id = o.recurrence_id
      WHERE r.user_id = $1 AND (o.recurrence_id, o.occurs_at) > ($2, $3) ORDER BY o.recurrence_id, o.occurs_at`,
    {
      first: ['', '-infinity'],
      positionOf: ({ recurrenceId, occursAt }) => [recurrenceId, occursAt],
      limit: AT_ONCE,
    },
  ),
  'labels.ndjson': ofUsers(
    table(LabelEntity).except('nameKey'),
    'labels WHERE user_id = $1 AND id > $2 ORDER BY id',
    BY_ID,
  ),
  'post-labels.ndjson': ofUsers(
    table(GroupLabelEntity).of('o'),
    `group_labels o JOIN labels l ON l.id = o.label_id
      WHERE l.user_id = $1 AND (o.label_id, o.group_id) > ($2, $3) ORDER BY o.label_id, o.group_id`,
    { first: ['', ''], positionOf: ({ labelId, groupId }) => [labelId, groupId], limit: AT_ONCE },
  ),
  'file-labels.ndjson': ofUsers(
    table(MediaLabelEntity).of('o'),
    `media_labels o JOIN labels l ON l.id = o.label_id
      WHERE l.user_id = $1 AND (o.label_id, o.media_id) > ($2, $3) ORDER BY o.label_id, o.media_id`,
    { first: ['', ''], positionOf: ({ labelId, mediaId }) => [labelId, mediaId], limit: AT_ONCE },
  ),
  'signatures.ndjson': ofUsers(
    table(SignatureEntity).of('s'),
    'signatures s JOIN connections c ON c.id = s.connection_id WHERE c.user_id = $1 AND c.id > $2 ORDER BY c.id',
    { first: [''], positionOf: ({ connectionId }) => [connectionId], limit: AT_ONCE },
  ),
  'link-rules.ndjson': ofUsers(table(LinkRuleEntity), 'link_rules WHERE user_id = $1 AND id > $2 ORDER BY id', BY_ID),
  'snippets.ndjson': ofUsers(table(SnippetEntity), 'snippets WHERE user_id = $1 AND id > $2 ORDER BY id', {
    ...BY_ID,
    limit: LONG_AT_ONCE,
  }),
  'feeds.ndjson': ofUsers(FEED, 'feeds WHERE user_id = $1 AND id > $2 ORDER BY id', {
    ...BY_ID,
    limit: LONG_AT_ONCE,
  }),
  'feed-entries.ndjson': ofUsers(
    FEED_ENTRY,
    `feed_entries e JOIN feeds f ON f.id = e.feed_id
      WHERE f.user_id = $1 AND (e.feed_id, e.id) > ($2, $3) ORDER BY e.feed_id, e.id`,
    { first: ['', ''], positionOf: ({ feedId, id }) => [feedId, id], limit: LONG_AT_ONCE },
  ),
  'imports.ndjson': ofUsers(IMPORT, 'imports WHERE user_id = $1 AND id > $2 ORDER BY id', BY_ID),
  'import-rows.ndjson': ofUsers(
    IMPORT_ROW,
    `import_rows r JOIN imports i ON i.id = r.import_id
      WHERE i.user_id = $1 AND (r.import_id, r.number) > ($2, $3) ORDER BY r.import_id, r.number`,
    { first: ['', 0], positionOf: ({ importId, number }) => [importId, number], limit: AT_ONCE },
  ),
  'webhooks.ndjson': ofUsers(
    table(WebhookEntity).only(
      ...(['id', 'userId', 'name', 'url', 'events', 'isActive'] as const),
      ...(['failureCount', 'lastTriggeredAt', 'createdAt', 'updatedAt'] as const),
    ),
    'webhooks WHERE user_id = $1 AND id > $2 ORDER BY id',
    BY_ID,
  ),
  async *'webhook-deliveries.ndjson'(db, userIds) {
    for await (const page of webhooksOf(db, userIds)) {
      const ids = page.map(({ id }) => id);
      yield* ofEach(db, ids, {
        columns: DELIVERY,
        from: 'webhook_deliveries WHERE webhook_id = $1 AND id > $2 ORDER BY id',
        ...BY_ID,
        limit: LONG_AT_ONCE,
      });
    }
  },
  'api-keys.ndjson': ofUsers(
    table(ApiKeyEntity).only(
      ...(['id', 'userId', 'name', 'prefix', 'scopes'] as const),
      ...(['createdAt', 'revokedAt', 'lastUsedAt'] as const),
    ),
    'api_keys WHERE user_id = $1 AND id > $2 ORDER BY id',
    BY_ID,
  ),
  'connected-applications.ndjson': ofUsers(
    table(ApplicationEntity).only(
      ...(['id', 'userId', 'name', 'redirectUri', 'scopes', 'createdAt', 'lastUsedAt', 'expiresAt'] as const),
    ),
    'applications WHERE user_id = $1 AND id > $2 ORDER BY id',
    BY_ID,
  ),
  'members.ndjson': ofUsers(
    table(PersonEntity)
      .only('id', 'email', 'name')
      .of('p')
      .and(table(MembershipEntity).only('userId', 'role', 'createdAt').of('m')),
    'memberships m JOIN people p ON p.id = m.person_id WHERE m.user_id = $1 AND p.id > $2 ORDER BY p.id',
    BY_ID,
  ),
  'report-emails.ndjson': ofUsers(
    REPORT_EMAIL,
    'report_emails WHERE user_id = $1 AND next_on IS NOT NULL AND person_id > $2 ORDER BY person_id',
    { first: [''], positionOf: ({ personId }) => [personId], limit: AT_ONCE },
  ),
  'sessions.ndjson': ofUsers(
    table(SessionEntity).only('id', 'createdAt', 'lastUsedAt', 'expiresAt', 'userAgent', 'address').of('s'),
    "sessions s JOIN memberships m USING (person_id) WHERE m.user_id = $1 AND m.role = 'OWNER' AND s.id > $2 ORDER BY s.id",
    BY_ID,
  ),
  'audit-log.ndjson': ofUsers(
    table(AuditEventEntity)
      .except('ownerId', 'actorId', 'actorName', 'address', 'userAgent', 'requestId')
      .plus({
        actorName: expression<string | null>(`CASE WHEN actor <> 'operator' THEN actor_name END`),
        address: expression<string | null>(`CASE WHEN actor <> 'operator' THEN address END`),
        userAgent: expression<string | null>(`CASE WHEN actor <> 'operator' THEN user_agent END`),
      }),
    'audit_events WHERE owner_id = $1 AND (created_at, id) > ($2, $3) ORDER BY created_at, id',
    BY_TIME,
  ),
  'usage.ndjson': ofUsers(
    table(PostUsageEntity),
    'post_usage WHERE user_id = $1 AND (period_start, platform_id) > ($2, $3) ORDER BY period_start, platform_id',
    {
      first: ['-infinity', ''],
      positionOf: ({ periodStart, platformId }) => [periodStart, platformId],
      limit: AT_ONCE,
    },
  ),
};

/** Files of the users, with the keys under which they are stored. */
export const exportedMedia = ofUsers(
  MEDIA.only(
    ...(['id', 'userId', 'groupId', 'type', 'name', 'mimeType', 'declaredMimeType', 'origin', 'status'] as const),
    ...(['problem', 'metadata', 'altText', 'framings', 'addedAt', 'updatedAt'] as const),
  ).plus({ key: MEDIA.get('fileName') }),
  'media WHERE user_id = $1 AND id > $2 ORDER BY id',
  BY_ID,
);

/** An account and the users that it manages. */
export async function usersOfAccount(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db.query(
    `SELECT ${USER.list} FROM users
      WHERE id = $1 OR managed_by_id = $1 ORDER BY managed_by_id NULLS FIRST, id`,
    [ownerId],
  );
  return USER.values(rows);
}
