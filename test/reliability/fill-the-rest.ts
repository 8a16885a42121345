import { randomBytes } from 'node:crypto';
import { newId } from '../../src/foundation/database/id.js';
import { SOME_SECRET } from '../support/account.js';
import { storeApplication } from '../support/application.js';
import type { TestDatabase } from '../support/database.js';

const NO_FILTER = '{"include":[],"exclude":[],"categories":[]}';

const addressOf = ({ platform, account_id, base_url }: Record<string, unknown>) => ({ platform, account_id, base_url });

/** Rows of tables that `furnishMarked` leaves empty. */
export async function fillTheRest(db: TestDatabase, userId: string): Promise<void> {
  const [{ id: connectionId, ...connected } = {}] = await db.query(
    'SELECT * FROM connections WHERE user_id = $1 ORDER BY id',
    [userId],
  );
  const [media] = await db.query('SELECT id FROM media WHERE user_id = $1', [userId]);
  const [post] = await db.query('SELECT id, group_id FROM platform_posts WHERE user_id = $1', [userId]);
  const [delivery] = await db.query('SELECT id FROM webhook_deliveries WHERE user_id = $1', [userId]);
  await storeApplication(db, userId);
  const [owner] = await db.query<{ person_id: string }>('SELECT person_id FROM memberships WHERE user_id = $1', [
    userId,
  ]);
  const personId = owner?.person_id;
  const processId = newId();
  const sessionId = newId();
  const scheduleId = newId();
  const recurrenceId = newId();
  const labelId = newId();
  const feedId = newId();
  const importId = newId();
  const notificationId = newId();
  const pushKey = randomBytes(65).toString('base64url');
  const rows: [table: string, row: Record<string, unknown>][] = [
    ['connection_activity', { connection_id: connectionId, error: 'x' }],
    ['network_answers', { connection_id: connectionId, question: 'q', claimed_until: 'now' }],
    ['expiry_notices', { connection_id: connectionId, expires_at: 'tomorrow' }],
    ['measured_accounts', { connection_id: connectionId, state: 'WAITING', next_at: 'tomorrow', failures: 0 }],
    ['rate_uses', { ...addressOf(connected), name: userId, uses: {} }],
    ['devices', { id: newId(), person_id: personId, token_hash: newId(), last_sign_in_at: 'now' }],
    [
      'email_tokens',
      {
        token_hash: newId(),
        purpose: 'reset_password',
        email: 'x',
        person_id: personId,
        created_at: 'now',
        expires_at: 'tomorrow',
      },
    ],
    [
      'sessions',
      {
        token_hash: newId(),
        id: sessionId,
        person_id: personId,
        user_id: userId,
        created_at: 'now',
        last_used_at: 'now',
        expires_at: 'tomorrow',
      },
    ],
    [
      'operator_sessions',
      {
        token_hash: newId(),
        id: newId(),
        user_id: userId,
        session_id: sessionId,
        may_write: false,
        expires_at: 'tomorrow',
      },
    ],
    [
      'notifications',
      {
        id: notificationId,
        person_id: personId,
        member_of: userId,
        user_id: userId,
        kind: 'COMMENT',
        subject_id: 'x',
        group_id: post?.group_id,
        title: 'x',
        blocks: JSON.stringify(['x']),
        listed: true,
        created_at: 'now',
      },
    ],
    [
      'posting_schedules',
      {
        id: scheduleId,
        user_id: userId,
        name: 'x',
        time_zone: 'UTC',
        times: '[]',
        platform_ids: [],
        created_at: 'now',
        updated_at: 'now',
      },
    ],
    ['queue_entries', { group_id: post?.group_id, schedule_id: scheduleId, slot_at: 'now' }],
    [
      'recurrences',
      {
        id: recurrenceId,
        user_id: userId,
        template_id: post?.group_id,
        rule: 'FREQ=DAILY',
        time_zone: 'UTC',
        starts_at: 'now',
        texts: ['x'],
        publishes: true,
        used_texts: 1,
        created_at: 'now',
        updated_at: 'now',
      },
    ],
    [
      'occurrences',
      { recurrence_id: recurrenceId, occurs_at: 'now', state: 'CREATED', group_id: post?.group_id, problem: null },
    ],
    ['notification_preferences', { person_id: personId, kind: 'COMMENT', listed: true, email: 'NEVER', push: true }],
    ['push_keys', { public_key: pushKey, private_key: SOME_SECRET, created_at: 'now' }],
    [
      'push_subscriptions',
      {
        session_id: sessionId,
        push_key: pushKey,
        endpoint_hash: newId(),
        receiver: 'x',
        created_at: 'now',
        // Nothing is sent there.
        try_at: 'infinity',
      },
    ],
    ['push_deliveries', { session_id: sessionId, notification_id: notificationId, caused_at: 'now' }],
    ['recovery_policies', { user_id: userId, mode: 'ASK', hours: 24 }],
    ['approval_policies', { user_id: userId, needed_for: 'EVERYBODY', approvers: 'EDITORS', approvals: 1 }],
    [
      'report_links',
      {
        ...{ id: newId(), user_id: userId, token_hash: newId(), name: 'x', report: '{}' },
        ...{ created_by_id: personId, created_at: 'now', expires_at: 'tomorrow' },
      },
    ],
    [
      'report_emails',
      {
        ...{ person_id: personId, user_id: userId, member_of: userId, frequency: 'WEEKLY' },
        ...{ next_on: 'tomorrow', last_on: 'today' },
      },
    ],
    [
      'approval_links',
      {
        id: newId(),
        user_id: userId,
        token_hash: newId(),
        name: 'x',
        group_ids: [],
        created_by_id: personId,
        created_at: 'now',
        expires_at: 'tomorrow',
      },
    ],
    [
      'approvals',
      {
        group_id: post?.group_id,
        request_id: newId(),
        user_id: userId,
        state: 'PENDING',
        requested_by: 'x',
        requested_at: 'now',
        group_updated_at: 'now',
      },
    ],
    [
      'approval_decisions',
      {
        id: newId(),
        group_id: post?.group_id,
        request_id: newId(),
        person_id: personId,
        responsible_id: personId,
        decided_by: 'x',
        decision: 'APPROVED',
        decided_at: 'now',
      },
    ],
    [
      'comments',
      {
        id: newId(),
        group_id: post?.group_id,
        thread_id: newId(),
        person_id: personId,
        author: 'x',
        body: 'x',
        mentions: '[]',
        created_at: 'now',
      },
    ],
    ['labels', { id: labelId, user_id: userId, name: 'x', name_key: 'x', color: 'RED', created_at: 'now' }],
    ['group_labels', { label_id: labelId, group_id: post?.group_id }],
    ['media_labels', { label_id: labelId, media_id: media?.id }],
    [
      'invitations',
      {
        id: newId(),
        user_id: userId,
        email: 'invited@example.com',
        role: 'EDITOR',
        token_hash: newId(),
        invited_by: 'x',
        invited_by_id: personId,
        managed_user_ids: '{x}',
        created_at: 'now',
        expires_at: 'tomorrow',
      },
    ],
    ['link_rules', { id: newId(), user_id: userId, platform: 'x', parameters: '{}', updated_at: 'now' }],
    [
      'feeds',
      {
        ...{ id: feedId, user_id: userId, program_may_publish: true, name: 'x', url: 'https://example.com/' },
        ...{ platform_ids: '{x}', template: '{{title}}', filter: NO_FILTER, daily_max: 1, label_ids: '{x}' },
        ...{
          attaches_images: false,
          state: 'PAUSED',
          failures: 0,
          next_fetch_at: 'now',
          created_at: 'now',
          updated_at: 'now',
        },
      },
    ],
    [
      'feed_entries',
      {
        ...{ id: newId(), feed_id: feedId, identity: 'x', state: 'POSTED', title: 'x', only_draft: false },
        ...{ group_id: post?.group_id, first_seen_at: 'now', last_seen_at: 'now' },
      },
    ],
    ['snippets', { id: newId(), user_id: userId, name: 'x', text: 'x', created_at: 'now', updated_at: 'now' }],
    [
      'imports',
      {
        ...{ id: importId, user_id: userId, file_key: newId(), file_name: 'x', status: 'DONE', person_id: personId },
        ...{ publishes: true, created_at: 'now', ended_at: 'now' },
      },
    ],
    [
      'import_rows',
      {
        import_id: importId,
        number: 2,
        key: 'x',
        status: 'FAILED',
        excerpt: 'x',
        post: '{}',
        group_id: newId(),
        group_updated_at: 'now',
        reason: 'x',
      },
    ],
    [
      'post_metrics',
      {
        ...{ post_id: post?.id, user_id: userId, group_id: post?.group_id, part_index: 0, platform: 'skyfeed' },
        ...{ platform_id: 'skyfeed-x', published_at: 'now', counted_at: 'now', next_at: 'tomorrow' },
      },
    ],
    [
      'account_metrics',
      { user_id: userId, platform_id: 'skyfeed-x', platform: 'skyfeed', day: 'now', followers: 1, posts: 1, own: {} },
    ],
    ['calendar_feeds', { user_id: userId, secret_hash: newId(), created_at: 'now' }],
    ['second_factors', { person_id: personId, secret: 'x', created_at: 'now', confirmed_at: 'now' }],
    ['recovery_codes', { person_id: personId, hash: newId() }],
    ['limit_notices', { owner_id: userId, period_start: 'now' }],
    ['live_processes', { id: processId, lease_until: 'tomorrow' }],
    ['live_usage', { account_id: userId, process_id: processId, sockets: 1, subscriptions: 1 }],
    [
      'login_attempts',
      {
        id: newId(),
        state_hash: newId(),
        browser_hash: 'x',
        user_id: userId,
        platform: 'network',
        phase: 'x',
        expires_at: 'tomorrow',
      },
    ],
    [
      'media_conversions',
      {
        media_id: media?.id,
        rule: 'r',
        file_name: `image/${userId}-x/converted-1`,
        mime_type: 'image/png',
        size: 1,
        width: 1,
        height: 1,
      },
    ],
    ['processing_sessions', { id: newId(), user_id: userId, events: [], ended: false, alive_at: 'now' }],
    [
      'publish_attempts',
      { id: newId(), post_id: post?.id, number: 1, started_at: 'now', uncertain_until: 'now', outcome: 'unknown' },
    ],
    ['webhook_attempts', { delivery_id: delivery?.id, number: 99, started_at: 'now', duration_ms: 1 }],
    ['post_counts', { user_id: userId, counter: 'platform:fediverse', count: 0 }],
    [
      'account_exports',
      {
        id: newId(),
        user_id: userId,
        key: `export/${userId}-x/archive.zip`,
        status: 'ready',
        requested_at: 'now',
        expires_at: 'tomorrow',
      },
    ],
  ];
  for (const [table, row] of rows) {
    const json = JSON.stringify(row);
    const columns = Object.keys(row).join(', ');
    await db.query(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $1)`,
      [json],
    );
  }
}
