import { newId } from '../../src/foundation/database/id.js';
import { storeApplication } from '../support/application.js';
import type { TestDatabase } from '../support/database.js';

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
  const rows: [table: string, row: Record<string, unknown>][] = [
    ['connection_activity', { connection_id: connectionId, error: 'x' }],
    ['network_answers', { connection_id: connectionId, question: 'q', claimed_until: 'now' }],
    ['expiry_notices', { connection_id: connectionId, expires_at: 'tomorrow' }],
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
    ['approval_policies', { user_id: userId, needed_for: 'EVERYBODY', approvers: 'EDITORS', approvals: 1 }],
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
      'invitations',
      {
        id: newId(),
        user_id: userId,
        email: 'invited@example.com',
        role: 'EDITOR',
        token_hash: newId(),
        invited_by: 'x',
        invited_by_id: personId,
        created_at: 'now',
        expires_at: 'tomorrow',
      },
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
