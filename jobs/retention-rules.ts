/** How long each kind of data is kept (docs/operating.md has the same table). */
import { ANSWERS_KEPT_MS } from '../src/domain/engagement/network-answer.js';
import { DEVICE_KEPT_MS } from '../src/domain/identity/access/device.js';
import { SET_UP_MS } from '../src/domain/identity/second-factor/second-factor.js';
import { IMPORTS_KEPT_MS } from '../src/domain/imports/imports.js';
import { removeOfEndedGroups, removeUnattached } from '../src/domain/media/media.repository.js';
import { DAYS_KEPT_MS } from '../src/domain/metrics/metrics.js';
import { NOTIFICATIONS_KEPT_MS } from '../src/domain/notifications/notifications.js';
import { EVENTS_KEPT_MS } from '../src/domain/posts/state/live-event.js';
import { type RetentionRule, removeRows, timeOfId } from '../src/foundation/database/retention.js';
import { DAY_MS, HOUR_MS } from '../src/foundation/time/durations.js';

/** Set by the operator, in milliseconds; null: kept forever. */
export interface RetentionConfig {
  postLogsMs: number | null;
  publishAttemptsMs: number | null;
  webhookDeliveriesMs: number | null;
  auditLogMs: number;
  mediaMs: number | null;
}

/** Much longer than their lease: one that was only paused finds what it held. */
const PROCESSES_KEPT_MS = HOUR_MS;

/** A lookup finds no post that is older than the first attempt, which is given up after a day. */
const LIVE_POSTS_KEPT_MS = 30 * DAY_MS;

export const makeRetentionRules = (config: RetentionConfig, clock: () => Date): RetentionRule[] => [
  removeRows({
    kind: 'post_logs',
    keptMs: config.postLogsMs,
    table: 'post_logs',
    column: 'id',
    by: 'id',
    removable: `t.created_at < $4 AND EXISTS (
      SELECT 1 FROM post_groups g WHERE g.id = t.group_id AND g.processing_status = 'finished')`,
  }),
  removeRows({
    kind: 'publish_attempts',
    keptMs: config.publishAttemptsMs,
    table: 'publish_attempts',
    column: 'id',
    by: 'id',
    // A retry looks up what became of attempts whose outcome was uncertain.
    removable: `t.ended_at < $4 AND EXISTS (
      SELECT 1 FROM platform_posts p
       WHERE p.id = t.post_id AND p.updated_at < $4
         AND (p.status = 'published' OR p.status = 'failed' AND t.outcome IN ('rejected', 'deferred')))`,
  }),
  removeRows({
    kind: 'webhook_deliveries',
    keptMs: config.webhookDeliveriesMs,
    table: 'webhook_deliveries',
    column: 'id',
    by: 'id',
    removable: `t.status <> 'pending' AND t.ended_at < $4`,
  }),
  removeRows({ kind: 'audit_log', keptMs: config.auditLogMs, table: 'audit_events', column: 'created_at' }),
  removeRows({ kind: 'live_events', keptMs: EVENTS_KEPT_MS, table: 'live_events', column: 'created_at' }),
  removeRows({ kind: 'idempotency_keys', keptMs: DAY_MS, table: 'idempotency_keys', column: 'created_at' }),
  removeRows({ kind: 'sessions', keptMs: 0, table: 'sessions', column: 'expires_at' }),
  removeRows({ kind: 'operator_sessions', keptMs: 0, table: 'operator_sessions', column: 'expires_at' }),
  removeRows({ kind: 'applications', keptMs: 0, table: 'applications', column: 'expires_at' }),
  removeRows({ kind: 'devices', keptMs: DEVICE_KEPT_MS, table: 'devices', column: 'last_sign_in_at' }),
  removeRows({
    kind: 'second_factor_set_ups',
    keptMs: SET_UP_MS,
    table: 'second_factors',
    column: 'created_at',
    where: 'confirmed_at IS NULL',
  }),
  removeRows({ kind: 'email_links', keptMs: 0, table: 'email_tokens', column: 'expires_at' }),
  removeRows({ kind: 'approval_links', keptMs: 0, table: 'approval_links', column: 'expires_at' }),
  removeRows({ kind: 'report_links', keptMs: 0, table: 'report_links', column: 'expires_at' }),
  removeRows({
    kind: 'notifications',
    keptMs: NOTIFICATIONS_KEPT_MS,
    table: 'notifications',
    column: 'created_at',
  }),
  removeRows({ kind: 'invitations', keptMs: 0, table: 'invitations', column: 'expires_at' }),
  removeRows({
    kind: 'account_metrics',
    keptMs: DAYS_KEPT_MS,
    table: 'account_metrics',
    column: 'day',
    // The last day of each month stays.
    removable: `EXISTS (
      SELECT 1 FROM account_metrics l
       WHERE l.user_id = t.user_id AND l.platform_id = t.platform_id
         AND l.day > t.day AND l.day < date_trunc('month', t.day) + interval '1 month')`,
  }),
  removeRows({ kind: 'imports', keptMs: IMPORTS_KEPT_MS, table: 'imports', column: 'ended_at' }),
  removeRows({ kind: 'sign_ups', keptMs: 0, table: 'sign_ups', column: 'expires_at' }),
  // A late callback gets the reason.
  removeRows({ kind: 'logins', keptMs: DAY_MS, table: 'login_attempts', column: 'expires_at' }),
  removeRows({ kind: 'throttle_counts', keptMs: 0, table: 'throttles', column: 'resets_at' }),
  removeRows({ kind: 'request_counts', keptMs: 0, table: 'request_limits', column: 'resets_at' }),
  removeRows({ kind: 'live_processes', keptMs: PROCESSES_KEPT_MS, table: 'live_processes', column: 'lease_until' }),
  removeRows({ kind: 'expiry_notices', keptMs: 0, table: 'expiry_notices', column: 'expires_at' }),
  removeRows({ kind: 'live_posts', keptMs: LIVE_POSTS_KEPT_MS, table: 'live_posts', column: 'claimed_at' }),
  removeRows({
    kind: 'removed_attempts',
    keptMs: LIVE_POSTS_KEPT_MS,
    table: 'removed_attempts',
    column: 'uncertain_until',
  }),
  removeRows({ kind: 'network_answers', keptMs: ANSWERS_KEPT_MS, table: 'network_answers', column: 'claimed_until' }),
  removeRows({ kind: 'processing_sessions', keptMs: DAY_MS, table: 'processing_sessions', column: 'alive_at' }),
  {
    kind: 'unattached_files',
    keptMs: DAY_MS,
    timeOf: timeOfId,
    removeBatch: (db, batch) => removeUnattached(db, batch, clock()),
  },
  {
    kind: 'media',
    keptMs: config.mediaMs,
    timeOf: timeOfId,
    removeBatch(db, batch) {
      const days = Math.round((clock().getTime() - batch.before.getTime()) / DAY_MS);
      const problem = `The file was removed from storage ${days} days after its post had ended`;
      return removeOfEndedGroups(db, batch, { now: clock(), problem });
    },
  },
];
