/**
 * What an account has in each table. A table of the schema that is in none of these lists fails test/pods/move.test.ts.
 * In conditions, `t` is the table and `$1` has the ids of the account and of those whom it manages.
 */

/** Rows of an account. */
export interface AccountTable {
  name: string;
  /** Which rows. */
  where: string;
  /** Columns with ids of transactions, which mean nothing in another database: the rows get the one that copies them. */
  transactionIds?: readonly string[];
}

const by = (name: string, column = 'user_id'): AccountTable => ({ name, where: `t.${column} = ANY($1)` });
const of = (name: string, column: string, parent: string): AccountTable => ({
  name,
  where: `t.${column} IN (SELECT id FROM ${parent} WHERE user_id = ANY($1))`,
});

/** Those who sign in to the account, or to a user that it manages. None is a member of another account (shared-people). */
const MEMBERS = 'SELECT person_id FROM memberships WHERE user_id = ANY($1)';

/** Of these people. */
const SESSIONS = `SELECT id FROM sessions WHERE person_id IN (${MEMBERS})`;

/** In an order in which each row finds those that it refers to. */
export const ACCOUNT_TABLES: readonly AccountTable[] = [
  { name: 'people', where: `t.id IN (${MEMBERS})` },
  by('memberships'),
  ...['sessions', 'devices', 'second_factors', 'recovery_codes', 'email_tokens', 'notification_preferences'].map(
    (name) => ({
      name,
      where: `t.person_id IN (${MEMBERS})`,
    }),
  ),
  ...['notifications', 'api_keys', 'applications', 'invitations'].map((name) => by(name)),
  { name: 'push_subscriptions', where: `t.session_id IN (${SESSIONS})` },
  of('push_deliveries', 'notification_id', 'notifications'),
  ...['connection_pages', 'calendar_feeds', 'login_attempts', 'post_usage', 'account_exports'].map((name) => by(name)),
  by('audit_events', 'owner_id'),
  by('idempotency_keys', 'owner_id'),
  by('limit_notices', 'owner_id'),
  by('connections'),
  of('connection_activity', 'connection_id', 'connections'),
  of('network_answers', 'connection_id', 'connections'),
  of('expiry_notices', 'connection_id', 'connections'),
  of('signatures', 'connection_id', 'connections'),
  of('measured_accounts', 'connection_id', 'connections'),
  by('account_metrics'),
  by('link_rules'),
  by('media'),
  of('media_conversions', 'media_id', 'media'),
  { ...by('post_groups'), transactionIds: ['event_position'] },
  by('platform_posts'),
  by('post_metrics'),
  by('approval_policies'),
  by('recovery_policies'),
  by('approval_links'),
  by('report_emails'),
  by('report_links'),
  by('posting_schedules'),
  of('queue_entries', 'group_id', 'post_groups'),
  by('recurrences'),
  of('occurrences', 'recurrence_id', 'recurrences'),
  by('approvals'),
  of('approval_decisions', 'group_id', 'post_groups'),
  of('comments', 'group_id', 'post_groups'),
  by('labels'),
  of('group_labels', 'label_id', 'labels'),
  of('media_labels', 'label_id', 'labels'),
  of('publish_attempts', 'post_id', 'platform_posts'),
  of('post_logs', 'group_id', 'post_groups'),
  of('post_versions', 'group_id', 'post_groups'),
  by('snippets'),
  by('feeds'),
  of('feed_entries', 'feed_id', 'feeds'),
  by('imports'),
  of('import_rows', 'import_id', 'imports'),
  by('webhooks'),
  { ...by('webhook_deliveries'), transactionIds: ['changed_in'] },
  of('webhook_attempts', 'delivery_id', 'webhook_deliveries'),
];

/** What users share: keys, and notes about accounts of platforms. The target keeps what it has. */
export const SHARED_TABLES: readonly AccountTable[] = [
  {
    name: 'push_keys',
    where: `t.public_key IN (SELECT push_key FROM push_subscriptions WHERE session_id IN (${SESSIONS}))`,
  },
  {
    name: 'rate_uses',
    where: `EXISTS (SELECT FROM connections c WHERE c.user_id = ANY($1) AND c.platform = t.platform
      AND c.account_id = t.account_id AND t.base_url = coalesce(c.base_url, t.base_url))`,
  },
  {
    name: 'live_posts',
    where: `(t.account, t.posted_id) IN (
      SELECT a.account, p.posted_id FROM platform_posts p JOIN publish_attempts a ON a.post_id = p.id WHERE p.user_id = ANY($1))`,
  },
  {
    name: 'removed_attempts',
    where: `t.account IN (
      SELECT a.account FROM platform_posts p JOIN publish_attempts a ON a.post_id = p.id WHERE p.user_id = ANY($1))`,
  },
];

/** Triggers of the target write these. */
export const DERIVED_TABLES = ['post_count_changes', 'post_counts', 'post_searches', 'storage_usage'];

/** They stay: what holds for a short time or for one process, or has no account. `users` are in `parked_users`. */
export const OTHER_TABLES = [
  ...['users', 'parked_users', 'removed_users', 'sign_ups', 'throttles', 'request_limits'],
  ...['live_events', 'live_processes', 'live_usage', 'processing_sessions', 'object_deletions'],
  ...[
    'operator_sessions',
    'banner',
    'instance_clients',
    'publishing_pause',
    'health_checks',
    'migrations',
    'migration_requirements',
  ],
];
